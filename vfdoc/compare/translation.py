"""How far a translation is: each section of the original untranslated, translated, or stale.

In come both rulebooks, their concordance, and how the sections that the translation remembers stand in the
original now; out come values, from which a check and the comparison speak.
"""

from __future__ import annotations

from collections.abc import Mapping

from vfdoc.model import Block, ItemList, Paragraph, Quote, Rulebook, Section, Table
from vfdoc.model.binding import Binding
from vfdoc.model.comparison import Concordance, counterparts
from vfdoc.model.fingerprint import fingerprint
from vfdoc.model.translation import UNTRANSLATED, Translated


def progress(
    original: Rulebook, translation: Rulebook, concordance: Concordance, remembered: Mapping[str, Binding]
) -> tuple[Translated, ...]:
    """Each section of the original that has words, in order; `remembered` are the bindings of those that were
    translated, by the anchors that they had then.

    A section that is remembered under its anchor has its counterpart there too, if one bears it; one that
    says the same under another number is translated still.
    """
    ends = counterparts(concordance)
    sections = {section.anchor: section for section in translation.sections()}
    known = {binding.section: (anchor, binding) for anchor, binding in remembered.items() if binding.section}
    found = []
    for section in original.sections():
        if not section.blocks:
            continue
        was, binding = known.get(section.anchor, (section.anchor, None))
        own = was if was in sections else next(iter(ends.get(section.anchor, ())), None)
        now = fingerprint(section)
        there = sections.get(own) if own is not None else None
        if there is None or binding is None or _open(there):
            found.append(Translated(section.anchor, own, "untranslated", now))
        else:
            stale = binding.state == "changed"
            found.append(Translated(section.anchor, own, "stale" if stale else "translated", now))
    return tuple(found)


def _open(section: Section) -> bool:
    """Whether a paragraph of the skeleton still stands in it."""
    return any(map(_waits, section.blocks))


def _waits(block: Block) -> bool:
    match block:
        case Paragraph():
            return " ".join(line.text.strip() for line in block.lines) == UNTRANSLATED
        case Quote():
            return any(map(_waits, block.blocks))
        case ItemList():
            return any(_waits(inner) for item in block.items for inner in item.blocks)
        case Table():
            rows = (*([block.header] if block.header else ()), *block.rows)
            return any(cell.text == UNTRANSLATED for row in rows for cell in row.cells) or any(
                map(_waits, block.footnotes)
            )
