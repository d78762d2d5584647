"""House rules, or a translation, row by row against the base: same, changed, added, unmentioned.

In: two rulebooks with their mechanics, the second a sheet that amends or translates the first. Out:
RowChanges, and what of them are modifiers and numbers. Every row is held against the base's rules and
against the base's own sheet (`house_rows.py`), and says which of them it follows where they differ. What is
no modifier, target or entry of a lookup is compared as prose (`prose.py`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from vfdoc.compare.house_rows import BaseRow, HouseRow, match_house_rows
from vfdoc.model import Glossary, Rulebook
from vfdoc.model.comparison import ChangeKind, ModifierChange, NumberChange, RowChange, Verdict
from vfdoc.model.mechanics import Mechanics
from vfdoc.verdicts.described_values import DescribedValue, RowDescriber, number_change
from vfdoc.verdicts.prose import prose_rows
from vfdoc.verdicts.row_verdicts import known
from vfdoc.verdicts.values import entries

Follows: TypeAlias = Literal["rules", "sheet", "both", "neither"]

_SAME = Verdict()
_KEPT = ("same", "reworded")


class HouseRules(NamedTuple):
    """The rows of a house-rule sheet: `rows` that differ, are new, or that it leaves unmentioned, and
    `same_rows`; of them `numbers` and `modifiers` are those that are such."""

    rows: tuple[RowChange, ...]
    same_rows: tuple[RowChange, ...]
    numbers: tuple[NumberChange, ...] = ()
    same_numbers: tuple[NumberChange, ...] = ()
    modifiers: tuple[ModifierChange, ...] = ()
    same_modifiers: tuple[ModifierChange, ...] = ()


def house_rules(base: Rulebook, house: Rulebook, glossary: Glossary | None = None) -> HouseRules:
    """Every row of the house's sheet against the base, then what the house leaves unmentioned.

    Both rulebooks have their mechanics; `glossary` lets words of two languages meet. Comments of the
    house are no rows.
    """
    before, after = (
        base.mechanics or Mechanics(base.edition.id),
        house.mechanics or Mechanics(house.edition.id),
    )
    of = known(before, after)
    sides = RowDescriber(base, before, glossary), RowDescriber(house, after, glossary)
    matched, unmet = match_house_rows(before, after, sides, of)
    found = [row_change(each) for each in matched]
    always = _for_all_others(after, sides[1])  # what the base says apart is theirs: its row says so
    unmet = [alone for alone in unmet if alone.modifier is not None or alone.value.of not in always]
    found += prose_rows(base, house, sides)
    found.sort(key=lambda row: row.new_line or 0)
    found += [_change(alone.value.topic, "unmentioned", alone.value, None) for alone in unmet]
    numbers = [_number(each) for each in matched]
    numbers += [number_change(alone.value, None, "unmentioned") for alone in unmet]
    modifiers = [_modifier(each) for each in matched if each.modifier is not None]
    modifiers += [
        ModifierChange(a.modifier.of, "unmentioned", a.modifier, None)
        for a in unmet
        if a.modifier is not None
    ]
    return HouseRules(
        tuple(row for row in found if row.kind not in _KEPT),
        tuple(row for row in found if row.kind in _KEPT),
        tuple(number for number in numbers if number.kind not in _KEPT),
        tuple(number for number in numbers if number.kind in _KEPT),
        tuple(modifier for modifier in modifiers if modifier.kind not in _KEPT),
        tuple(modifier for modifier in modifiers if modifier.kind in _KEPT),
    )


def _for_all_others(house: Mechanics, side: RowDescriber) -> frozenset[str]:
    """The lookups of which the house has an entry whose key names nothing: it holds of all that the house
    does not name, and leaves none of the base's entries as they were."""
    rows = [row for row in entries(house.lookups) if row.origin not in ("note", "question", "example")]
    return frozenset(row.lookup for row in rows if not side.concepts(" ".join(row.key)))


def row_change(each: HouseRow) -> RowChange:
    """What became of a row: held against the text of the base that it follows, else its rules."""
    kind, chosen, follows = _fate(each)
    if chosen is None:
        return _change(each.row.topic, kind, None, each.row)
    return _change(each.row.topic, kind, chosen.value, each.row, chosen.verdict, follows)


def _fate(each: HouseRow) -> tuple[ChangeKind, BaseRow | None, Follows | None]:
    """What became of a row, the base's row that tells, and which of the base's texts it follows."""
    sides = {name: side for name, side in (("rules", each.rules), ("sheet", each.sheet)) if side is not None}
    if not sides:
        return "added", None, None
    agreeing = [name for name, side in sides.items() if side.same]
    if not agreeing:
        return "changed", next(iter(sides.values())), "neither"
    follows: Follows = "both" if len(agreeing) > 1 else "rules" if agreeing[0] == "rules" else "sheet"
    return "same", sides[agreeing[0]], follows


def _modifier(each: HouseRow) -> ModifierChange:
    kind, chosen, _ = _fate(each)
    assert each.modifier is not None  # the caller's choice
    old = chosen.modifier if chosen else None
    return ModifierChange(each.modifier.of, kind, old, each.modifier, chosen.verdict if chosen else _SAME)


def _number(each: HouseRow) -> NumberChange:
    kind, chosen, _ = _fate(each)
    return number_change(chosen.value if chosen else None, each.row, kind)


def _change(
    row: str, kind: ChangeKind, old: DescribedValue | None, new: DescribedValue | None,
    verdict: Verdict = _SAME, follows: Follows | None = None,
) -> RowChange:  # fmt: skip
    named = new or old
    return RowChange(
        row=row,
        kind=kind,
        old=(old.quote or old.value) if old else None,
        new=(new.quote or new.value) if new else None,
        old_section=old.section if old else None,
        new_section=new.section if new else None,
        old_line=old.line if old else None,
        new_line=new.line if new else None,
        verdict=verdict,
        follows=follows,
        rows=(old.row if old else None, new.row if new else None),
        of=named.of if named else "",
        entry=named.entry if named else "",
    )
