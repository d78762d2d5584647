"""What a new base edition does to house rules, row by row; nothing is dropped.

In: the house's rulebook, its old base and the new one, with their mechanics. Out: every house row once:
unaffected (what the row amends stands: the base's own words, or its value, read whole on both sides),
adopted (the new base says what the house says), base-changed (all three values), base-gone (the base has no
such row any more), new (neither base has one), unverified (nothing shows that the base changed, and its
words do not stand: worded anew, not compared). A row's counterparts are those that `diff` finds (`house.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from vfdoc.compare.concordance import concordance, partners
from vfdoc.compare.house_rows import BaseRow, HouseRow, match_house_rows
from vfdoc.compare.values import Values, compare_values
from vfdoc.model import Glossary, Rulebook
from vfdoc.model.comparison import Forced, ModifierChange, Rebased, RebaseKind
from vfdoc.model.mechanics import Mechanics, Modifier
from vfdoc.verdicts.described_values import RowDescriber
from vfdoc.verdicts.prose import Counterparts, ProsePassage, prose_counterparts
from vfdoc.verdicts.row_verdicts import known, said_row
from vfdoc.verdicts.stands import Stands
from vfdoc.verdicts.values import same_printed


def rebase(
    house: Rulebook,
    old_base: Rulebook,
    new_base: Rulebook,
    glossary: Glossary | None = None,
    forced: Sequence[Forced] = (),
) -> tuple[Rebased, ...]:
    """Every row of the house's sheet, in its order, with what the new base does to it.

    `forced` are the sections of the bases that a human pairs.
    """
    mechanics = [book.mechanics or Mechanics(book.edition.id) for book in (house, old_base, new_base)]
    of = known(*mechanics)
    describers = [
        RowDescriber(book, m, glossary)
        for book, m in zip((house, old_base, new_base), mechanics, strict=True)
    ]
    olds, _ = match_house_rows(mechanics[1], mechanics[0], (describers[1], describers[0]), of)
    news, _ = match_house_rows(mechanics[2], mechanics[0], (describers[2], describers[0]), of)
    pairs = concordance(old_base, new_base, forced, glossary)
    fates = _fates(compare_values(old_base, new_base, pairs, glossary))
    after = {_key(row): row for row in news}
    forward, _ = partners(pairs)
    stands = Stands(old_base, new_base, forward)
    found = [_rebased(row, after.get(_key(row)), fates, describers[2], stands) for row in olds]
    prose = prose_counterparts((house, old_base, new_base), describers, forward)
    found += [_shown(_prose(row, stands), stands) for row in prose]
    return tuple(sorted(found, key=lambda row: row.house_line))


def _shown(row: Rebased, stands: Stands) -> Rebased:
    """A row is unaffected only where the base's own words are shown to stand."""
    if row.kind != "unaffected" or row.old_section is None or row.old_line is None:
        return row
    if stands.at(row.old_section, row.old_line, row.old or ""):
        return row
    return row._replace(kind="unverified")


def _is_read(row: Modifier | None) -> bool:
    """Whether a row is executed: its whole clause was understood."""
    return row is not None and row.status == "executable"


_Fates = Mapping[str, Sequence[ModifierChange]]
"""Of every modifier of the old base (by id) what became of it, or of its alternatives."""


def _fates(values: Values) -> _Fates:
    """What became of the old base's modifiers. Those of which the new base's row is more than a
    counterpart ("shaken, or supported by shaken units") have changed too."""
    changes = [c for c in (*values.modifiers, *values.same_modifiers) if c.kind != "added"]
    parts = Counter(c.new.id for c in (*values.modifiers, *values.same_modifiers) if c.new is not None)
    found: dict[str, list[ModifierChange]] = {}
    for change in changes:
        if change.old is None:
            continue
        more = change.kind == "same" and change.new is not None and parts[change.new.id] > 1
        found.setdefault(change.old.id, []).append(change._replace(kind="changed") if more else change)
    return found


def _key(row: HouseRow) -> tuple[str, int, str]:
    modifier = row.modifier
    return row.row.section, row.row.line, said_row(modifier) if modifier is not None else row.row.topic


def _sides(row: HouseRow | None) -> list[BaseRow]:
    return [side for side in (row.rules, row.sheet) if side is not None] if row else []


def _rebased(
    old: HouseRow, new: HouseRow | None, fates: _Fates, describer: RowDescriber, stands: Stands
) -> Rebased:
    """A row of values. Its old counterpart is that which it follows; its new one is what became of that,
    or else what the new base says of the house's row itself. What is unaffected was read whole on both sides
    and comes to the same, or its words stand."""
    before = sorted(_sides(old), key=lambda side: not side.same)
    after = sorted(_sides(new), key=lambda side: not side.same)
    mine = before[0] if before else None
    theirs = after[0] if after else None
    fate = next((fates[s.modifier.id][0] for s in before if s.modifier and s.modifier.id in fates), None)
    placed = theirs.value if theirs else None
    if fate is None:
        kind = _kind(mine, theirs)
        whole = _same_value(mine, theirs)
    else:
        whole = fate.verdict.same and _is_read(fate.old) and _is_read(fate.new)
        placed = describer.modifier(fate.new) if fate.new is not None else None
        adopted = theirs is not None and theirs.same and mine is not None and not mine.same
        kinds: dict[str, RebaseKind] = {"same": "unaffected", "removed": "base-gone"}
        kind = "adopted" if adopted else kinds.get(fate.kind, "base-changed")
    row = old.row
    found = Rebased(
        row=row.topic,
        kind=kind,
        old=(mine.value.quote or mine.value.value) if mine else None,
        house=row.quote or row.value,
        new=(placed.quote or placed.value) if placed else None,
        house_section=row.section,
        house_line=row.line,
        old_section=mine.value.section if mine else None,
        old_line=mine.value.line if mine else None,
        new_section=placed.section if placed else None,
        new_line=placed.line if placed else None,
    )
    return found if whole else _shown(found, stands)


def _same_value(mine: BaseRow | None, theirs: BaseRow | None) -> bool:
    """Whether both bases give the same target, or the same entry of a table."""
    if mine is None or theirs is None or mine.modifier is not None or theirs.modifier is not None:
        return False
    return same_printed(mine.value.value, theirs.value.value)


def _kind(mine: BaseRow | None, theirs: BaseRow | None) -> RebaseKind:
    if mine is None:
        return "new" if theirs is None else "adopted" if theirs.same else "base-changed"
    if theirs is None:
        return "base-gone"
    if theirs.same:
        return "unaffected" if mine.same else "adopted"
    if mine.same:
        return "base-changed"
    return "unaffected" if mine.verdict.differences == theirs.verdict.differences else "base-changed"


def _place(passage: ProsePassage) -> tuple[str, int, str]:
    return passage.section.anchor, passage.line, passage.text


def _prose(row: Counterparts, stands: Stands) -> Rebased:
    old, new = row.old, row.new
    if old is None:
        kind: RebaseKind = "new" if new is None else "adopted"
    elif new is None:
        kind = "base-gone"
    elif row.told is not None and row.told.verdict == "changed":
        kind = "base-changed"
    else:
        # Where its words are shown to stand, and those of what else the house may amend.
        kind = "unaffected" if all(stands.at(*_place(each)) for each in row.perhaps) else "unverified"
    return Rebased(
        row=row.house.section.title,
        kind=kind,
        old=" ".join(old.text.split()) if old else None,
        house=" ".join(row.house.text.split()),
        new=" ".join(new.text.split()) if new else None,
        house_section=row.house.section.anchor,
        house_line=row.house.line,
        old_section=old.section.anchor if old else None,
        old_line=old.line if old else None,
        new_section=new.section.anchor if new else None,
        new_line=new.line if new else None,
        words=row.told.exchanges if row.told and kind == "base-changed" else (),
    )
