"""Quick-reference sheets: the sheet made from the rules, set on paper, shown, audited.

`build_sheet.py` fills a Sheet from a rulebook; `sheet_coverage.py` says what an edition's own rows tell
already. `typeset.py` sets it: `layout_blocks.py` and `setter.py` measure, `columns.py`, `sides.py` and
`fitting.py` place, `proof.py` looks at the pages. The other modules print it as HTML, Markdown and JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

ALL_FORMATS: dict[str, dict[str, str]] = {
    "audit": {"md": "audited:audit_text", "json": "json:audit_json"},
    "sheet": {"md": "markdown:sheet_markdown", "html": "html:sheet_html", "json": "json:sheet_json"},
}


def writer(command: str, form: str) -> Callable[..., bytes]:
    """The function that prints a sheet, or its audit, in that form."""
    module, function = ALL_FORMATS[command][form].split(":")
    found: Callable[..., bytes] = getattr(import_module(f"{__name__}.{module}"), function)
    return found
