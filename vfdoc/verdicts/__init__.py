"""Verdicts: whether two statements say the same, by sections, sentences, rows and values.

One engine for checks, comparing, house rules, translations, rebase and audits: it judges, and reports nothing
itself.
"""
