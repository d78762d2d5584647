"""Changes that several items state together: pairs, second numbers, values set.

Each function takes the items of a clause and gives them back with such forms read as one change.
"""

from __future__ import annotations

from vfdoc.reading.mechanics.tokens import ChangeToken, ClauseToken, ComparedNumber
from vfdoc.reading.mechanics.vocabulary import Vocabulary

_PARTS_CLAUSES = ("CHANGE", "COMMA", "IF", "UNLESS", "EXCEPT", "STOP", "OPEN", "CLOSE")
_BEFORE_A_NUMBER = ("VALUE", "TEST", "EQUALS", "NATURAL", "OPEN", "AND")


def with_forms(items: list[ClauseToken], vocabulary: Vocabulary) -> list[ClauseToken]:
    """The items of a clause with every such form as a change."""
    items = _with_bonuses(_with_repeats(_with_passives(items)))
    items = _with_dice(_with_seconds(_with_pairs(items, vocabulary)), vocabulary)
    return _with_settings(items, vocabulary)


def _with_passives(items: list[ClauseToken]) -> list[ClauseToken]:
    """ "1 is then subtracted from the roll": the number before the verb is the change, and the nearest one of
    the same clause that compares nothing."""
    out: list[ClauseToken] = []
    for item in items:
        sign = -1 if item.kind == "SUBTRACTED" else 1 if item.kind == "ADDED" else 0
        at = _added_before(out) if sign else None
        if at is not None:
            number = out[at].value
            change = ChangeToken("add", sign * number.value, False, number.unit)
            out[at] = ClauseToken("CHANGE", change, out[at].start, out[at].end)
        elif item.kind not in ("ADDED", "SUBTRACTED"):
            out.append(item)
    return out


def _added_before(items: list[ClauseToken]) -> int | None:
    """Where the number stands that a verb behind these items adds or takes away."""
    for n in range(len(items) - 1, -1, -1):
        item = items[n]
        if item.kind in _PARTS_CLAUSES or (item.kind == "QUANTITY" and item.value.op != "="):
            return None
        if item.kind == "QUANTITY" and isinstance(item.value.value, int):
            return n
    return None


def _with_repeats(items: list[ClauseToken]) -> list[ClauseToken]:
    """ "An officer adds 1, as does a flag, for a bonus of 2": the change again, and no change for the sum."""
    out: list[ClauseToken] = []
    change: ClauseToken | None = None
    for item in items:
        if out and out[-1].kind == "TOTAL" and item.kind in ("CHANGE", "QUANTITY"):
            out[-1] = ClauseToken("NOISE", "total", out[-1].start, item.end)
            continue
        change = item if item.kind == "CHANGE" else change
        if item.kind == "LIKEWISE" and change is not None:
            out.append(ClauseToken("STOP", "stop", item.start, item.start))
            out.append(ClauseToken("CHANGE", change.value, item.start, item.end))
            continue
        out.append(item)
    return out


def _with_bonuses(items: list[ClauseToken]) -> list[ClauseToken]:
    """ "Charge bonus movement after a test (…) is 2"/3"": what a bonus of a distance is, is added to it."""
    for i, item in enumerate(items):
        if item.kind != "BONUSES":
            continue
        value = next((k for k in (i + 1, i + 2, i - 1) if 0 <= k < len(items) and _moves(items[k])), None)
        depth = 0
        for n in range(i + 1, len(items) if value is not None else 0):
            depth += (items[n].kind == "OPEN") - (items[n].kind == "CLOSE")
            if depth == 0 and items[n].kind == "CHANGE":
                break
            quantity = items[n].value
            if depth == 0 and items[n].kind == "QUANTITY" and quantity.unit and quantity.op == "=":
                change = ChangeToken("add", quantity.value, False, quantity.unit)
                named = items[value]._replace(start=items[n].start, end=items[n].start)  # type: ignore[index]
                placed = ClauseToken("CHANGE", change, items[n].start, items[n].end)
                pair = [it for it in items[n + 1 : n + 2] if it.start - items[n].end == 1]
                rest = items[n + 1 + len(pair) :]
                return [*items[:i], *items[i + 1 : n], placed, *pair, named, *rest]
    return [item for item in items if item.kind != "BONUSES"]


def _moves(item: ClauseToken) -> bool:
    return item.kind == "VALUE"


def _adds(item: ClauseToken) -> bool:
    return item.kind == "CHANGE" and item.value.operation == "add" and item.value.amount is None


def _with_pairs(items: list[ClauseToken], vocabulary: Vocabulary) -> list[ClauseToken]:
    """ "Add 2"/3" to their move": the first amount is one arm's, the second the other's."""
    out: list[ClauseToken] = []
    for i, item in enumerate(items):
        change = items[i - 1].value if i and items[i - 1].kind == "CHANGE" else None
        paired = item.kind == "QUANTITY" and item.value.unit and item.start - items[i - 1].end == 1
        if not (vocabulary.pairs and change is not None and paired and change.unit and change.amount):
            out.append(item)
            continue
        sign = -1 if change.amount < 0 else 1
        rest = [it for it in items[i + 1 :] if it.kind == "VALUE"][:1]
        first, second = (ClauseToken("CONCEPT", c, item.start, item.start) for c in vocabulary.pairs)
        out += [*rest, ClauseToken("COMMA", ",", item.start, item.start), first]
        out.append(
            ClauseToken("CHANGE", change._replace(amount=sign * item.value.value), item.start, item.end)
        )
        out += [*rest, ClauseToken("COMMA", ",", item.start, item.start), second]
    return out


def _with_seconds(items: list[ClauseToken]) -> list[ClauseToken]:
    """ "Subtract 2 from hit rolls … and 1 from hit rolls …": the second number is a change too."""
    out = list(items)
    sign = 0
    for i, item in enumerate(items):
        if item.kind == "CHANGE" and item.value.operation == "add" and item.value.amount:
            sign = -1 if isinstance(item.value.amount, int) and item.value.amount < 0 else 1
        counted = item.kind == "QUANTITY" and item.value.op == "=" and item.value.unit is None
        if not (sign and counted and 0 < i < len(items) - 1):
            continue
        if items[i - 1].kind in ("AND", "OR") and items[i + 1].kind in ("TEST", "VALUE", "IF", "WITH"):
            out[i] = ClauseToken("CHANGE", ChangeToken("add", sign * item.value.value), item.start, item.end)
    return out


def _with_dice(items: list[ClauseToken], vocabulary: Vocabulary) -> list[ClauseToken]:
    """ "Rolls an additional dice at …": what is added is one of what is named."""
    out = list(items)
    for i, item in enumerate(items[:-1]):
        if _adds(item) and items[i + 1].kind == "VALUE" and items[i + 1].value in vocabulary.dice_values:
            out[i] = item._replace(value=ChangeToken("dice", 1))
    return out


def _with_settings(items: list[ClauseToken], vocabulary: Vocabulary) -> list[ClauseToken]:
    """ "A melee value of 1", "Valeur de mêlée = 1", "morale 3+", "4 hits per stand": a value that is set."""
    out = list(items)
    for i, item in enumerate(items):
        if item.kind == "BONUS" and _halved(items[i + 1 :], vocabulary):
            out[i] = ClauseToken("CHANGE", ChangeToken("halve"), item.start, item.end)
        before = items[i - 1] if i else None
        behind = items[i + 1] if i + 1 < len(items) else None
        if before is not None and before.kind == "EQUALS":
            before = items[i - 2] if i > 1 and items[i - 2].kind == "VALUE" else None
        number = _set_to(item, before, behind, vocabulary)
        if number is None and item.kind == "QUANTITY":
            number = _set_beside(items, i, out, vocabulary)
        if number is not None:
            named_behind = behind is not None and behind.kind == "VALUE"
            first = before is not None and before.kind in _BEFORE_A_NUMBER and not named_behind
            out[i] = ClauseToken("CHANGE", ChangeToken("set", number, first), item.start, item.end)
    return out


def _set_beside(
    items: list[ClauseToken], i: int, out: list[ClauseToken], vocabulary: Vocabulary
) -> int | None:
    """The number that a value named farther off is set to: "only hit on a natural 6", "6" (3" if …)"."""
    quantity: ComparedNumber = items[i].value
    kinds = [item.kind for item in items[max(0, i - 2) : i + 2]]
    if quantity.op != "=" or not isinstance(quantity.value, int) or i == 0:
        return None
    if i > 1 and kinds[:2] == ["TEST", "NATURAL"]:
        return quantity.value
    opened = i + 1 < len(items) and items[i + 1].kind in ("IF", "WITH")
    near = [item.value for item in items[max(0, i - 5) : i] if item.kind == "VALUE"]
    if opened and quantity.unit and items[i - 1].kind == "OPEN":
        return quantity.value if near and near[-1] in vocabulary.units else None
    if opened and quantity.unit and items[i - 1].kind == "AND" and near and near[-1] in vocabulary.sets:
        return quantity.value if any(it.kind == "CHANGE" for it in out[max(0, i - 4) : i]) else None
    if quantity.value == 0 and quantity.unit and i + 1 < len(items) and items[i + 1].kind == "VALUE":
        return 0
    beside = i > 0 and items[i - 1].kind == "CONCEPT" and items[i].start - items[i - 1].end <= 1
    if beside and near and near[-1] in vocabulary.counts and quantity.unit is None:
        return quantity.value
    return None


def _halved(behind: list[ClauseToken], vocabulary: Vocabulary) -> bool:
    """ "Half (rounding up) of their stands": half of what is counted."""
    named = next((item for item in behind if item.kind not in ("OPEN", "CLOSE")), None)
    return named is not None and named.kind == "VALUE" and named.value in vocabulary.counts


def _set_to(
    item: ClauseToken, before: ClauseToken | None, behind: ClauseToken | None, vocabulary: Vocabulary
) -> int | None:
    """The number that a value is set to here, if it is."""
    named = ("VALUE", "TEST")
    if item.kind == "CHANGE" and item.value.operation == "add" and isinstance(item.value.amount, int):
        near = [n for n in (before, behind) if n is not None and n.value in vocabulary.qualities]
        beside = any(min(abs(item.start - n.end), abs(n.start - item.end)) <= 1 for n in near)
        return item.value.amount if beside and item.value.amount > 3 else None
    if item.kind == "QUANTITY" and item.value.op == "in" and before is not None and before.kind == "TEST":
        beside = item.start - before.end <= 1 and item.value.value[:1] == (1,)  # "removed on a roll of 1-3"
        return int(item.value.value[-1]) + 1 if beside else None
    if (
        item.kind == "QUANTITY"
        and item.value.op == "="
        and item.value.unit
        and isinstance(item.value.value, int)
    ):
        named_range = before is not None and before.kind == "VALUE" and before.value in vocabulary.sets
        return item.value.value if named_range else None
    if item.kind != "QUANTITY" or item.value.unit or not isinstance(item.value.value, int):
        return None
    if item.value.op == "=" and before is not None and before.kind == "VALUE":
        return int(item.value.value)
    if behind is not None and behind.kind == "VALUE" and behind.value in vocabulary.counts:
        return int(item.value.value)
    if item.value.op == ">=" and before is not None and before.kind in named and item.start - before.end <= 4:
        return int(item.value.value)
    if (
        item.value.op == ">="
        and behind is not None
        and behind.kind == "TEST"
        and behind.start - item.end <= 1
    ):
        return int(item.value.value)
    return None
