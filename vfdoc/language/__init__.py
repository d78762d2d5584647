"""Text of a natural language: what several rooms do to it, once. Nothing here knows one language by name."""
