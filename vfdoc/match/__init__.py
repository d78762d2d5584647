"""Likeness: what words, sections and rows have in common. It judges, and reports nothing itself."""
