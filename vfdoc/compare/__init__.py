"""Comparing: which sections of two editions correspond, and what differs between them."""
