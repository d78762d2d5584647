"""Quick-reference sheets: the sheet made from the rules, set on paper, shown, audited.

`made.py` fills a Sheet from a rulebook; `told.py` says what an edition's own rows tell already. `typeset.py`
sets it: `pieces.py` and `setter.py` measure, `columns.py`, `sides.py` and `fitting.py` place, `proof.py`
looks at the pages. The other modules print it as HTML, Markdown and JSON.
"""
