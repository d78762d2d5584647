"""What a new base edition does to house rules, row by row; nothing is dropped.

In: the house's rulebook, its old base and the new one, with their mechanics. Out: every house row once:
unaffected (the base's own words stand, its values too), adopted (the new base says what the house says),
base-changed (all three values), base-gone (the base has no such row any more), new (neither base has one),
unverified (nothing shows that the base changed, and its words do not stand: worded anew, not compared).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from vfdoc.compare.concordance import concordance, partners
from vfdoc.compare.house_rows import BaseRow, HouseRow, match_house_rows
from vfdoc.compare.values import Values, compare_values
from vfdoc.model import Glossary, Rulebook
from vfdoc.model.comparison import Forced, ModifierChange, Rebased, RebaseKind
from vfdoc.model.mechanics import Mechanics
from vfdoc.verdicts.described_values import RowDescriber
from vfdoc.verdicts.prose import Counterparts, prose_counterparts
from vfdoc.verdicts.row_verdicts import Known, known, said_row
from vfdoc.verdicts.stands import Stands


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
    found = [_rebased(row, after.get(_key(row)), fates, describers[2], of) for row in olds]
    forward, _ = partners(pairs)
    found += [_prose(row) for row in prose_counterparts((house, old_base, new_base), describers, forward)]
    stands = Stands(old_base, new_base, forward)
    return tuple(sorted((_shown(row, stands) for row in found), key=lambda row: row.house_line))


def _shown(row: Rebased, stands: Stands) -> Rebased:
    """A row is unaffected only where the base's own words are shown to stand."""
    if row.kind != "unaffected" or row.old_section is None or row.old_line is None:
        return row
    if stands.at(row.old_section, row.old_line, row.old or ""):
        return row
    return row._replace(kind="unverified")


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
    old: HouseRow, new: HouseRow | None, fates: _Fates, describer: RowDescriber, of: Known
) -> Rebased:
    """A row of values. Its old counterpart is that which it follows; its new one is what became of that,
    or else what the new base says of the house's row itself."""
    before = sorted(_sides(old), key=lambda side: not side.same)
    after = sorted(_sides(new), key=lambda side: not side.same)
    mine = before[0] if before else None
    theirs = after[0] if after else None
    fate = next((fates[s.modifier.id][0] for s in before if s.modifier and s.modifier.id in fates), None)
    placed = theirs.value if theirs else None
    if fate is None:
        kind = _kind(mine, theirs)
    else:
        placed = describer.modifier(fate.new) if fate.new is not None else None
        adopted = theirs is not None and theirs.same and mine is not None and not mine.same
        kinds: dict[str, RebaseKind] = {"same": "unaffected", "removed": "base-gone"}
        kind = "adopted" if adopted else kinds.get(fate.kind, "base-changed")
    row = old.row
    return Rebased(
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


def _prose(row: Counterparts) -> Rebased:
    old, new = row.old, row.new
    if old is None:
        kind: RebaseKind = "new" if new is None else "adopted"
    elif new is None:
        kind = "base-gone"
    else:
        kind = "base-changed" if row.changed else "unaffected"
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
    )
