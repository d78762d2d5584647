"""What is not computed, as its words were not understood, and what of it the player applies by hand."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.model import InputError, quoted
from vfdoc.model.mechanics import Modifier

if TYPE_CHECKING:
    from vfdoc.play.situation import Situation
    from vfdoc.play.tables import Tables


class NotComputed(NamedTuple):
    """A row that was not executed, as its words were not wholly understood; `file` is where it stands (""
    where nobody said). `against` is it where what was read of its condition does not hold here, by what was
    told or is taken for it."""

    row: Modifier
    file: str
    against: bool = False


class UnreadProhibition(NamedTuple):
    """A sentence that forbids (or, by `kind`, permits) an action, test or value and was not understood, with
    its place."""

    action: str
    words: str
    section: str
    document: str
    file: str
    line: int
    kind: str = "forbids"


def left_out(name: str, unread: Mapping[str, Modifier], tables: Tables) -> tuple[str, Modifier]:
    """The row that is named, of those that were not understood, with its id; InputError where none is."""
    if name in unread:
        return name, unread[name]
    where, remedy = f"--apply {name}", "see `not computed` under the answer"
    section, _, line = name.rpartition(":")
    there = [row for row in unread.values() if (row.section, str(row.line)) == (section, line)]
    if len(there) == 1:
        return there[0].id, there[0]
    if there:
        raise InputError(where, f"{len(there)} rows stand there", f"name {' or '.join(r.id for r in there)}")
    known = {row.id for row in tables.stated}
    if name in known:
        raise InputError(where, "the row is computed already", "tell the facts that it asks")
    near = get_close_matches(name, unread, 3)
    remedy = f"did you mean {', '.join(near)}?" if near else remedy
    raise InputError(where, f"no row that was not computed is named {quoted(name)}", remedy)


def by_hand(row: Modifier, situation: Situation) -> bool:
    """Whether a row whose words were not understood is applied by hand: facts are named from all of them,
    and each is told."""
    return row.can_be_told and all(fact in situation.known for fact in row.named)
