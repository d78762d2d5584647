"""How far a translation is: each section of the original untranslated, translated, or stale.

In come both rulebooks, their concordance, and how the sections that the translation remembers stand in the
original now; out come values, from which a check and the comparison speak.
"""

from __future__ import annotations

from collections.abc import Mapping

from vfdoc.language.typography import plain
from vfdoc.model import Block, ItemList, Paragraph, Quote, Rulebook, Section, Table, text_of
from vfdoc.model.binding import Binding
from vfdoc.model.comparison import Concordance, counterparts
from vfdoc.model.fingerprint import fingerprint
from vfdoc.model.translation import UNTRANSLATED, Before, State, Translated
from vfdoc.model.words import WordForms
from vfdoc.verdicts.sentence_verdicts import sentence_pairs


def progress(
    original: Rulebook,
    translation: Rulebook,
    concordance: Concordance,
    remembered: Mapping[str, Binding],
    prints: Mapping[str, str],
) -> tuple[Translated, ...]:
    """Each section of the original that has words, in order; `remembered` are the bindings of those that were
    translated, by the anchors that they had then, `prints` their fingerprints.

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
            state: State = "stale" if stale else "translated"
            found.append(Translated(section.anchor, own, state, now, prints.get(was, "")))
    return tuple(found)


def with_earlier_original(
    each: Translated, now: Section, earlier: Rulebook, where: str, forms: WordForms
) -> Translated:
    """A stale section with what its original said when it was translated, if an earlier text (`where`) says
    so; `now` is the original's section as it stands."""
    if each.before is not None or each.state != "stale" or not each.remembered:
        return each
    then = next((s for s in earlier.sections() if fingerprint(s) == each.remembered), None)
    if then is None:
        return each
    old, new = (plain(" ".join(text_of(s.blocks).split())) for s in (then, now))
    words = ((x.old, x.new) for pair in sentence_pairs(old, new, forms) for x in pair.verdict.exchanges)
    return each._replace(before=Before(old, where, tuple(words)))


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
