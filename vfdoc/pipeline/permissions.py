"""Whether the rules allow an action in a situation: what forbids it, and what nobody understood."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from vfdoc.model import InputError, Section
from vfdoc.model.mechanics import ProposedStatement
from vfdoc.model.session import in_session
from vfdoc.pipeline import played_rulebook, playing
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.pipeline.spoken import led_to
from vfdoc.play.asked_names import asked_by_action
from vfdoc.play.situation import Known
from vfdoc.play.statements import Permission, permission
from vfdoc.play.tables import tables
from vfdoc.reading.mechanics.prohibitions import Prohibition, actor_of, restrictions, unexecuted


class Allowed(NamedTuple):
    """What the rules say of an action: `permission` by those that are executed, and the sentences that forbid
    it too, or allow it under a condition, and are not; of a game that nobody describes, what was proposed.
    `unasked` are the facts that were told and that no rule which is executed asks of it, `led_to` the
    sections to which what was not understood leads: that it cites, or that stand below its own; `undescribed`
    that nobody describes the game, so that none of its rules was understood."""

    edition: str
    action: str
    permission: Permission
    unread: tuple[Prohibition, ...]
    proposed: tuple[ProposedStatement, ...]
    unasked: tuple[tuple[str, Known], ...]
    led_to: tuple[Section, ...]
    undescribed: bool


@in_session
def allowed(
    read: LoadedRulebook, action: str, when: Iterable[str], settings: Iterable[str], file: str | None
) -> Allowed:
    """What the rules of an edition say of an action in a situation; InputError for an action that none of
    them names."""
    rulebook = played_rulebook(read)
    found = rulebook.mechanics
    assert found is not None
    said = tuple(restrictions(rulebook, action, read.words))
    barred = {s.action for s in found.statements if s.kind == "forbids"}
    untested = {action.id for action in found.actions} - {test.id for test in found.tests}
    named = {a.id for a in found.actions if {*a.values} - untested or a.counts or a.id in barred}
    named |= {p.action for p in found.proposed} | ({action} if said else set())
    known = sorted(named)
    if action not in known:
        near = get_close_matches(action, known, 3) or known
        remedy = f"it has {', '.join(near)}" if near else "see `vfdoc tables`"
        raise InputError(f"{found.edition} {action}", "no such action", remedy)
    played = tables(found)
    actor = actor_of(rulebook, action, read.words)
    situation = playing.situation([played], when, settings, file, action=action, actor=actor)
    answer = permission(played, action, situation)
    left = unexecuted(said, action, (*answer.forbidden, *answer.others))
    proposed = tuple(p for p in found.proposed if p.action == action)
    asked = asked_by_action(played, action)
    unasked = tuple((name, value) for name, value in situation.known.items() if name not in asked)
    return Allowed(
        found.edition, action, answer, left, proposed, unasked, led_to(read, left), found.undescribed
    )
