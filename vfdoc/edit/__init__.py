"""Corrections of texts: rulebooks and what others found in, Edits out. Nothing here writes a file."""
