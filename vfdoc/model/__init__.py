"""The nouns. Frozen values that know their place in the text and nothing of one another's use.

A module of them is loaded when one of its names is first asked for: to make its classes is dear, and what
an unchanged text needs of them is little.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

    from vfdoc.model.document import (
        NAMED,
        Block,
        Cell,
        Document,
        DocumentKind,
        Edition,
        Entry,
        Item,
        ItemList,
        Key,
        LeftOut,
        Paragraph,
        Phase,
        Quote,
        Reference,
        Row,
        Rulebook,
        Section,
        SectionKind,
        Table,
        Target,
        first_line,
        joined,
        last_line,
        tables_of,
        text_of,
    )
    from vfdoc.model.finding import Fault, Finding, Related, Severity
    from vfdoc.model.glossary import Glossary, Term, TermMatch
    from vfdoc.model.text import InputError, Omission, SourceText, TextLine, line_starts, omission, quoted
    from vfdoc.model.words import WordForms

__all__ = [
    "NAMED",
    "Block",
    "Cell",
    "Document",
    "DocumentKind",
    "Edition",
    "Entry",
    "Fault",
    "Finding",
    "Glossary",
    "InputError",
    "Item",
    "ItemList",
    "Key",
    "LeftOut",
    "Omission",
    "Paragraph",
    "Phase",
    "Quote",
    "Reference",
    "Related",
    "Row",
    "Rulebook",
    "Section",
    "SectionKind",
    "Severity",
    "SourceText",
    "Table",
    "Target",
    "Term",
    "TermMatch",
    "TextLine",
    "WordForms",
    "first_line",
    "joined",
    "last_line",
    "line_starts",
    "omission",
    "quoted",
    "tables_of",
    "text_of",
]

# Where a name of __all__ lives; the rest are the document's.
_HOMES = {
    **dict.fromkeys(("Fault", "Finding", "Related", "Severity"), "finding"),
    **dict.fromkeys(("Glossary", "Term", "TermMatch"), "glossary"),
    **dict.fromkeys(
        ("InputError", "Omission", "SourceText", "TextLine", "line_starts", "omission", "quoted"), "text"
    ),
    "WordForms": "words",
}


def module(name: str) -> ModuleType:
    """A module of the nouns by its name ("mechanics")."""
    return import_module(f"{__name__}.{name}")


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(module(_HOMES.get(name, "document")), name)
        globals()[name] = found
        return found
