"""What is not computed: as its words were not understood (and what of it the player applies by hand), or as
nothing is named so."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.model import InputError, quoted
from vfdoc.model.mechanics import Modifier
from vfdoc.model.procedures import NamedSteps
from vfdoc.play.situation import naming

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


def not_stated(found: NamedSteps) -> tuple[str, str]:
    """Why steps that a text names in order are not played, and what to do."""
    missing = [f"step {n}: {step.missing}" for n, step in enumerate(found.steps, 1) if step.missing]
    said = f"; missing is {'; '.join(missing)}" if missing else ""
    return (
        f"{found.section} names its steps in order, and nobody stated them{said}",
        "`vfdoc tables --propose` drafts procedures.toml",
    )


def no_such(tables: Tables, id: str) -> tuple[str, str]:
    """Why nothing is computed under that name, and what was perhaps meant: another name like it, or the
    roll that leads to what is called so."""
    known = sorted({*tables.tests, *tables.values})
    if not known:
        return "states no test", "see `vfdoc tables`"
    if id in tables.procedures or any(each.id == id for each in tables.opposed):
        return "is played out, not rolled", f"ask its odds: vfdoc odds {tables.edition} {id}"
    for each in tables.opposed:
        if sections := dict.fromkeys(r.section for r in each.results if id in r.effects):
            what = f"is what {each.id} may lead to ({', '.join(sections)})"
            return what, f"ask its odds: vfdoc odds {tables.edition} {each.id}"
    near = get_close_matches(id, {*known, *tables.procedures}, 3)
    said = f"did you mean {', '.join(near)}? " if len(near) < len(known) and near else ""
    facts = naming(id, tables.names)
    told = f"; told of a test as a fact: {', '.join(facts)}" if facts else ""
    return "no such test or value", f"{said}it has {', '.join(known)}{told}"
