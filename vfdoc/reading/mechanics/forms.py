"""Changes that several items state together: halves of values, pairs, second numbers, values set.

Each function takes the items of a clause and gives them back with such forms read as one change.
"""

from __future__ import annotations

from vfdoc.reading.mechanics.tokens import Change, Item, Quantity
from vfdoc.reading.mechanics.vocabulary import Vocabulary


def with_forms(items: list[Item], vocabulary: Vocabulary) -> list[Item]:
    """The items of a clause with every such form as a change."""
    items = _with_pairs(_with_distances(_with_halves(items)), vocabulary)
    return _with_settings(_with_seconds(items), vocabulary)


def _with_halves(items: list[Item]) -> list[Item]:
    """ "Ajouter valeur de Tir/2": half of a value is what is added."""
    out: list[Item] = []
    for i, item in enumerate(items):
        out.append(item)
        change = item.value if item.kind == "CHANGE" else None
        if change is None or change.operation != "halve" or not change.before:
            continue
        value = items[i - 1] if i and items[i - 1].kind == "VALUE" else None
        following = items[i + 1] if i + 1 < len(items) else None
        leading = items[i - 2] if i > 1 else None
        for verb in (leading, following):
            if value is not None and verb is not None and _adds(verb):
                half = Item("CHANGE", Change("add", ("half", value.value)), value.start, item.end)
                kept = [it for it in out if it is not verb and it is not value]
                out = [*kept[:-1], half]
    return [it for i, it in enumerate(out) if not (_adds(it) and i and _is_half(out[i - 1]))]


def _adds(item: Item) -> bool:
    return item.kind == "CHANGE" and item.value.operation == "add" and item.value.amount is None


def _is_half(item: Item) -> bool:
    return item.kind == "CHANGE" and isinstance(item.value.amount, tuple)


def _with_distances(items: list[Item]) -> list[Item]:
    """ "Add a bonus charge distance of 2"": the amount stands behind the value."""
    for i, item in enumerate(items[:-2]):
        value = next((n for n in range(i + 1, min(i + 6, len(items) - 1)) if items[n].kind == "VALUE"), None)
        if value is None or not _adds(item) or items[value + 1].kind != "QUANTITY":
            continue
        amount: Quantity = items[value + 1].value
        if amount.unit and amount.op == "=":
            end = items[value + 1].end
            change = Item("CHANGE", Change("add", amount.value, False, amount.unit), item.start, end)
            pair = [it for it in items[value + 2 : value + 3] if it.start - end == 1]
            between, rest = items[i + 1 : value + 1], items[value + 2 + len(pair) :]
            return [*items[:i], change, *pair, *between, *rest]
    return items


def _with_pairs(items: list[Item], vocabulary: Vocabulary) -> list[Item]:
    """ "Add 2"/3" to their move": the first amount is one arm's, the second the other's."""
    out: list[Item] = []
    for i, item in enumerate(items):
        change = items[i - 1].value if i and items[i - 1].kind == "CHANGE" else None
        paired = item.kind == "QUANTITY" and item.value.unit and item.start - items[i - 1].end == 1
        if not (vocabulary.pairs and change is not None and paired and change.unit and change.amount):
            out.append(item)
            continue
        sign = -1 if change.amount < 0 else 1
        rest = [it for it in items[i + 1 :] if it.kind == "VALUE"][:1]
        first, second = (Item("CONCEPT", c, item.start, item.start) for c in vocabulary.pairs)
        out += [*rest, Item("COMMA", ",", item.start, item.start), first]
        out.append(Item("CHANGE", change._replace(amount=sign * item.value.value), item.start, item.end))
        out += [*rest, Item("COMMA", ",", item.start, item.start), second]
    return out


def _with_seconds(items: list[Item]) -> list[Item]:
    """ "Subtract 2 from hit rolls … and 1 from hit rolls …": the second number is a change too."""
    out = list(items)
    sign = 0
    for i, item in enumerate(items):
        if item.kind == "CHANGE" and item.value.operation == "add" and item.value.amount:
            sign = -1 if isinstance(item.value.amount, int) and item.value.amount < 0 else 1
        counted = item.kind == "QUANTITY" and item.value.op == "=" and item.value.unit is None
        if not (sign and counted and 0 < i < len(items) - 1):
            continue
        if items[i - 1].kind in ("AND", "OR") and items[i + 1].kind in ("TEST", "VALUE", "IF"):
            out[i] = Item("CHANGE", Change("add", sign * item.value.value), item.start, item.end)
    return out


def _with_settings(items: list[Item], vocabulary: Vocabulary) -> list[Item]:
    """ "A melee value of 1", "Valeur de mêlée = 1", "morale 3+", "4 hits per stand": a value that is set."""
    out = list(items)
    for i, item in enumerate(items):
        if item.kind == "BONUS" and _halved(items[i + 1 :], vocabulary):
            out[i] = Item("CHANGE", Change("halve"), item.start, item.end)
        before = items[i - 1] if i else None
        behind = items[i + 1] if i + 1 < len(items) else None
        if before is not None and before.kind == "EQUALS":
            before = items[i - 2] if i > 1 and items[i - 2].kind == "VALUE" else None
        number = _set_to(item, before, behind, vocabulary)
        if number is not None:
            first = before is not None and before.kind in ("VALUE", "TEST", "EQUALS")
            out[i] = Item("CHANGE", Change("set", number, first), item.start, item.end)
    return out


def _halved(behind: list[Item], vocabulary: Vocabulary) -> bool:
    """ "Half (rounding up) of their stands": half of what is counted."""
    named = next((item for item in behind if item.kind not in ("OPEN", "CLOSE")), None)
    return named is not None and named.kind == "VALUE" and named.value in vocabulary.counts


def _set_to(item: Item, before: Item | None, behind: Item | None, vocabulary: Vocabulary) -> int | None:
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
