"""Rows in whose place another stands: "+1 in cover", and below it "+2 in a bunker, instead of 1".

In: the rows of a text in its order. Out: the same; a row that another replaces, and that does not say when it
is replaced, is no claim: both at once would be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vfdoc.mechanics.lexicon import Lexicon
from vfdoc.model.mechanics import Modifier

TAKES = "takes the place of another"
"""What is doubtful of a row that says so, and not in the place of which."""
_BESIDE = 3  # rows back and forth among which the other one stands


def without_partner(found: Sequence[Modifier], lexicon: Lexicon) -> Iterator[Modifier]:
    """The rows, those without a claim that another one may stand in the place of."""
    taking = [_replaces(row, lexicon) for row in found]
    for n, row in enumerate(found):
        near = range(max(n - _BESIDE, 0), min(n + _BESIDE + 1, len(found)))
        named = (k for k in near if k != n and taking[k] and (k == n + 1 or not found[k].replaces))
        others = (found[k] for k in named if found[k].section == row.section)
        replaced = any(_may_be(row, other) for other in others) and not taking[n]
        if not row.claimed or not replaced or any(not span.polarity for span in row.spans):
            yield row
            continue
        doubt = "another row stands in the place of one beside it"
        yield replace(row, claimed=False, doubt="; ".join(filter(None, (row.doubt, doubt))))


def _replaces(row: Modifier, lexicon: Lexicon) -> bool:
    """Whether a row says that it takes the place of another."""
    told = any(part.startswith(TAKES) for part in (row.doubt or "").split("; "))
    return bool(row.replaces) or told or lexicon.says("instead", row.condition)


def _may_be(row: Modifier, other: Modifier) -> bool:
    """Whether two rows are of one value, and one kind: the other may be in the place of this one."""
    same = row.of == other.of or other.of is None
    signs = [each.amount for each in (row, other) if isinstance(each.amount, float | int)]
    return same and row.operation == other.operation and len({amount > 0 for amount in signs}) < 2
