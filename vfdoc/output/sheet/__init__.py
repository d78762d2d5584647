"""Quick-reference sheets: the sheet made from the rules, set on paper, shown, audited.

`made.py` fills a Sheet from a rulebook; `typeset.py` sets it in balanced columns and `proof.py` looks at
the pages; the other modules print it as HTML, Markdown and JSON.
"""
