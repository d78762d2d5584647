"""The cards of a page: its sections as scripts show them beside a citation, without leaving the rule.

The sections of a page come in as they stand there; a script comes out that hands them to
site/preview.js. It bears the page's name, so that who has the address of a section has that of its card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vfdoc.formats.phrases import Html
from vfdoc.model import Edition
from vfdoc.site.search import script
from vfdoc.site.sections import SectionView


def card_file(page: str) -> str:
    """The file of a page's cards: `8.0.html` has `8.0.js`."""
    return page.removesuffix(".html") + ".js"


def cards(
    edition: Edition,
    named: str,
    page: str,
    sections: Sequence[SectionView],
    parts: Iterable[tuple[str, str, Html, Html]],
) -> bytes:
    """The script of a page's cards: by anchor number, title and words; and of all the edition's language
    and how it is `named`, with its date. `parts` are those of the sections that have addresses."""
    told = {s.anchor: [s.number, s.title, s.body] for s in sections}
    told |= {anchor: [number, title, body] for anchor, number, title, body in parts}
    return script("vfdocCards", f"{edition.id}/{page.removesuffix('.html')}", told, edition.language, named)
