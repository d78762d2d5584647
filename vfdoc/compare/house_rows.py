"""The rows of a house-rule sheet matched with both texts of its base: its rules and its own sheet.

In: the mechanics of both. Out: every modifier, target and entry of a lookup of the house with what
either text of the base says of it and a verdict on that, and the base's rows that none of them met.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from vfdoc.model.comparison import Difference, Verdict
from vfdoc.model.mechanics import Mechanics, Modifier, Quantity, Test
from vfdoc.verdicts.described_values import DescribedValue, Describers, RowDescriber
from vfdoc.verdicts.pairs import StatementPair, pair_statements
from vfdoc.verdicts.row_verdicts import Known, RowStatement, restates, row_statements
from vfdoc.verdicts.values import Concepts, LookupEntry, entries, general, level, pair_entries, same_printed

_SAME = Verdict()
_NO_RULES = ("note", "question", "example")


class BaseRow(NamedTuple):
    """What one text of the base says of a row: its words and place, the verdict on them, and where it is
    one the modifier itself."""

    value: DescribedValue
    verdict: Verdict
    modifier: Modifier | None = None

    @property
    def same(self) -> bool:
        """Whether it says the same, or differs in what is worth a note only."""
        return self.verdict.same or self.verdict.note


class HouseRow(NamedTuple):
    """A row of the house matched with both texts of the base; None where one has no such row."""

    row: DescribedValue
    rules: BaseRow | None
    sheet: BaseRow | None
    modifier: Modifier | None = None


class UnmatchedRow(NamedTuple):
    """A row of the base that no row of the house met."""

    value: DescribedValue
    modifier: Modifier | None = None


def match_house_rows(
    before: Mechanics, after: Mechanics, sides: Describers, of: Known
) -> tuple[list[HouseRow], list[UnmatchedRow]]:
    """The house's modifiers, targets and entries matched with the base's, and what of the base met none."""
    matched: list[HouseRow] = []
    unmet: list[UnmatchedRow] = []
    for rows, left in (
        _modifiers(before, after, sides, of),
        _tests(before, after, sides),
        _entries(before, after, sides),
    ):
        matched += rows
        unmet += left
    return matched, unmet


_Found: TypeAlias = tuple[list[HouseRow], list[UnmatchedRow]]


def _texts(base: Mechanics) -> dict[str, Mechanics]:
    """The rules of a base and its sheet, apart."""
    kinds = {"rules": ("rules",), "sheet": ("sheet",)}
    return {
        name: Mechanics(
            edition=base.edition,
            tests=tuple(t for t in base.tests if t.origin in origins),
            modifiers=tuple(m for m in base.modifiers if m.origin in origins),
            lookups=tuple(x for x in base.lookups if x.origin in origins),
        )
        for name, origins in kinds.items()
    }


def _modifiers(before: Mechanics, after: Mechanics, sides: Describers, of: Known) -> _Found:
    """The house's modifiers, each alternative that either text of the base tells apart for itself."""
    own = row_statements([m for m in after.modifiers if m.origin not in _NO_RULES], of)
    pairs = {
        name: pair_statements(row_statements(text.modifiers, of), own, of)
        for name, text in _texts(before).items()
    }
    verdicts = {name: _by_row(found) for name, found in pairs.items()}
    matched = []
    for statement in own:
        parts = max((verdicts[name].get(_key(statement.row), {}) for name in pairs), key=len)
        for when in list(parts) or [None]:
            each = {
                name: _side(verdicts[name].get(_key(statement.row), {}), when, sides[0]) for name in pairs
            }
            part = parts[when].new if when in parts else ()
            row = part[0].row if part else statement.row
            matched.append(HouseRow(sides[1].modifier(row), each["rules"], each["sheet"], row))
    met = {_key(s.row) for found in pairs.values() for p in found if p.new for s in p.old}
    rules, sheet = pairs["rules"], pairs["sheet"]
    alone = [p.old[0] for p in (*sheet, *rules) if not p.new]
    again = _restated(rules, sheet, met, of)
    return matched, [UnmatchedRow(sides[0].modifier(s.row), s.row) for s in alone if _key(s.row) not in again]


_Parts: TypeAlias = dict[str | None, StatementPair]
_Key: TypeAlias = tuple[str, int, int, str]


def _key(row: Modifier) -> _Key:
    return row.document, row.line, row.column, row.id


def _by_row(pairs: Sequence[StatementPair]) -> dict[_Key, _Parts]:
    """Of every row of the house its pairs, by the alternative that they are about."""
    found: dict[_Key, _Parts] = {}
    for pair in pairs:
        for statement in pair.new:
            parts = found.setdefault(_key(statement.row), {})
            parts[repr(statement.row.when)] = pair._replace(new=(statement,))
    return found


def _side(parts: _Parts, when: str | None, describer: RowDescriber) -> BaseRow | None:
    """What a text of the base says of a row, or of one of its alternatives."""
    pair = parts.get(when) or (next(iter(parts.values())) if len(parts) == 1 else None)
    if pair is None or not pair.old:
        return None
    row = pair.old[0].row
    return BaseRow(describer.modifier(row), pair.verdict, row)


def _restated(
    rules: Sequence[StatementPair], sheet: Sequence[StatementPair], met: set[_Key], of: Known
) -> set[_Key]:
    """Rows of one text of the base that its other text says too: not unmentioned where that one was met,
    and unmentioned only once where neither was."""
    olds = [[s for p in side for s in p.old] for side in (rules, sheet)]
    again: set[_Key] = set()
    for pair in pair_statements(_once(olds[0]), _once(olds[1]), of):
        keys = [_key(s.row) for s in (*pair.old, *pair.new)]
        if pair.old and pair.new and restates(pair.old[0].row, pair.new[0].row, of):
            again.update(keys if any(key in met for key in keys) else [_key(s.row) for s in pair.old])
    return again


def _once(side: Sequence[RowStatement]) -> list[RowStatement]:
    return list({_key(s.row): s for s in side}.values())


def _tests(before: Mechanics, after: Mechanics, sides: Describers) -> _Found:
    texts = {name: {t.id: t for t in reversed(m.tests) if t.target} for name, m in _texts(before).items()}
    matched = []
    mine = [t for t in after.tests if t.target and t.origin not in _NO_RULES]
    for test in mine:
        found = {name: _test_side(tests.get(test.id), test, sides[0]) for name, tests in texts.items()}
        matched.append(HouseRow(sides[1].test(test), found["rules"], found["sheet"]))
    named = {test.id for test in mine}
    left = {t.id: t for tests in texts.values() for t in tests.values() if t.id not in named}
    return matched, [UnmatchedRow(sides[0].test(t)) for t in left.values()]


def _test_side(old: Test | None, new: Test, describer: RowDescriber) -> BaseRow | None:
    if old is None:
        return None
    one, other = old.target or "", new.target or ""
    found = () if level(one) == level(other) else (Difference("target", one, other),)
    return BaseRow(describer.test(old), Verdict(found))


def _entries(before: Mechanics, after: Mechanics, sides: Describers) -> _Found:
    """The house's entries of lookups. One without a counterpart of its own is held against the entry that
    governed it: a column of infantry went as all infantry."""
    mine = [e for e in entries(after.lookups) if e.origin not in _NO_RULES]
    texts = {name: list(entries(m.lookups)) for name, m in _texts(before).items()}
    of = sides[0].concepts, sides[1].concepts
    pairs = {
        name: {j: i for i, j in pair_entries(theirs, mine, *of, whole=False)}
        for name, theirs in texts.items()
    }
    left = {
        name: [e for i, e in enumerate(theirs) if i not in pairs[name].values()]
        for name, theirs in texts.items()
    }
    matched = []
    for j, entry in enumerate(mine):
        found: dict[str, BaseRow | None] = {}
        for name, theirs in texts.items():
            i = pairs[name].get(j)
            other = theirs[i] if i is not None else _governing(entry, theirs, *of)
            said = None if i is not None else _in_prose(entry, before.quantities, name, sides)
            found[name] = said or _entry_side(other, entry, left[name], sides, i is not None)
        matched.append(HouseRow(sides[1].entry(entry), found["rules"], found["sheet"]))
    lookups = {entry.lookup for entry in mine}
    unmet = [e for name in ("sheet", "rules") for e in left[name] if name == "sheet" or e.lookup in lookups]
    kept: dict[tuple[str, frozenset[str]], LookupEntry] = {}
    for entry in unmet:
        kept.setdefault((entry.lookup, of[0](" ".join(entry.key))), entry)
    return matched, [UnmatchedRow(sides[0].entry(entry)) for entry in kept.values()]


def _in_prose(
    entry: LookupEntry, quantities: Sequence[Quantity], origin: str, sides: Describers
) -> BaseRow | None:
    """The number of the base's prose that is this entry: the same value of most that its key names."""
    key = general(sides[1].concepts(" ".join(entry.key)))
    for quantity in quantities:
        about = key & general(frozenset((*quantity.concepts, *quantity.words)))
        if (
            quantity.origin == origin
            and len(about) * 2 > len(key)
            and same_printed(quantity.value, entry.value)
        ):
            return BaseRow(sides[0].quantity(quantity), _SAME)
    return None


def _governing(
    entry: LookupEntry, theirs: Sequence[LookupEntry], of_old: Concepts, of_new: Concepts
) -> LookupEntry | None:
    """The entry of the base whose key is the widest part of this one's, or shares with it key and value;
    else the one for all others, whose key names nothing."""
    key = of_new(" ".join(entry.key))
    near = [
        (of_old(" ".join(o.key)), o)
        for o in theirs
        if o.lookup == entry.lookup
        and (not o.column or not entry.column or level(o.column) == level(entry.column))
    ]
    inside = [(len(k), -n, o) for n, (k, o) in enumerate(near) if k and k <= key]
    if inside:
        return max(inside, key=lambda each: each[:2])[2]
    shared = next((o for k, o in near if k & key and same_printed(o.value, entry.value)), None)
    return shared or next((o for k, o in near if not k), None)


def _entry_side(
    old: LookupEntry | None, new: LookupEntry, left: Sequence[LookupEntry], sides: Describers, own: bool
) -> BaseRow | None:
    if old is None:
        return None
    found: tuple[Difference, ...] = ()
    if not same_printed(old.value, new.value):
        found = (Difference("value", old.value, new.value),)
    elif own and any(new.key) and not sides[1].concepts(" ".join(new.key)):
        swallowed = [e for e in left if e.lookup == new.lookup]  # "all others" are more where fewer are told
        if swallowed:
            named = (e.key[0] if len(e.key) > 1 else f"{e.key[0]} {e.value}" for e in swallowed)
            apart = ", ".join(dict.fromkeys(named))  # behind a name stand pieces of what its sentence says
            found = (Difference("scope", f"apart: {apart}", "—"),)
    return BaseRow(sides[0].entry(old), Verdict(found))
