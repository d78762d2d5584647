"""Whether the rules allow an action in a situation: what forbids it, and what nobody understood."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from vfdoc.model import InputError, Rulebook, Section
from vfdoc.model.mechanics import ProposedStatement
from vfdoc.model.session import in_session
from vfdoc.pipeline import played_rulebook, playing
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.pipeline.spoken import fact_words, led_to, speaking, words_of
from vfdoc.play.asked_names import asked_by_action
from vfdoc.play.situation import Known
from vfdoc.play.statements import Permission, permission
from vfdoc.play.tables import tables
from vfdoc.play.undescribed import SaidOf
from vfdoc.reading.mechanics.prohibitions import (
    Prohibition,
    Surrounding,
    action_called,
    actor_of,
    naming,
    restrictions,
    surroundings,
    unexecuted,
)

_SHOWN = 12
"""So many sentences that speak of an action are shown, and all that decide it."""
_MISSPELT = 0.75
"""How alike to the name of an action a word must be to be that name, misspelt."""
_MOST = 6
"""So many sections that name an action are given at most, where no sentence limits it."""


class Allowed(NamedTuple):
    """What the rules say of an action: `permission` by those that are executed, and the sentences that forbid
    it too, or allow it under a condition, and are not; of a game that nobody describes, what was proposed.
    `unasked` are the facts that were told and that no rule which is executed asks of it, `led_to` the
    sections to which what was not understood leads: that it cites, or that stand below its own; `undescribed`
    that nobody describes the game, so that none of its rules was understood. Of the sentences so many come
    first that are `bearing` on what was told and is not asked, then those that decide, and last those of army
    lists, which are `remote` where they do not speak of anything that was told; before these, beyond a dozen,
    so many only name it `beside` something else. `ruled` are the actions, as readers call them, of which
    rules speak that were understood, where none does of this one; `said` is what a text says of it of which
    nobody stated anything."""

    edition: str
    action: str
    permission: Permission
    unread: tuple[Prohibition, ...]
    proposed: tuple[ProposedStatement, ...]
    unasked: tuple[tuple[str, Known], ...]
    led_to: tuple[Section, ...]
    undescribed: bool
    bearing: int = 0
    remote: int = 0
    beside: int = 0
    ruled: tuple[str, ...] = ()
    said: tuple[SaidOf, ...] = ()


@in_session
def allowed(
    read: LoadedRulebook, action: str, when: Iterable[str], settings: Iterable[str], file: str | None
) -> Allowed:
    """What the rules of an edition say of an action in a situation, told by its id or by its name in the
    text's language; InputError for an action that none of them names."""
    rulebook = played_rulebook(read)
    found = rulebook.mechanics
    assert found is not None
    action = action_called(rulebook, action, read.words)
    said = tuple(restrictions(rulebook, action, read.words))
    barred = {s.action for s in found.statements if s.kind in ("forbids", "obliges")}
    untested = {action.id for action in found.actions} - {test.id for test in found.tests}
    named = {a.id for a in found.actions if {*a.values} - untested or a.counts or a.id in barred}
    named |= {p.action for p in found.proposed} | ({action} if said else set())
    called = {a.id: f"{a.id} ({a.name})" if a.name else a.id for a in found.actions}
    due = {s.action for s in found.statements if s.kind == "due"}
    spoken = action in barred | due | {p.action for p in found.proposed} or bool(said)
    there = () if spoken else naming(rulebook, action, read.words)
    if action not in named and not there:
        near = get_close_matches(action, sorted(named), 3, _MISSPELT) or sorted(named)
        listed = ", ".join(called.get(each, each) for each in near)
        remedy = f"it has {listed}" if near else "see `vfdoc tables`"
        if found.undescribed and not get_close_matches(action, sorted(named), 3, _MISSPELT):
            # What a strange text forbids is called by words of its sentences: no list to choose from.
            there = speaking(read, action, "")
            remedy = f"the text may speak of it in {', '.join(there)}" if there else "see `vfdoc tables`"
        why = "no rule of this edition speaks of it by that name" if action in called else "no such action"
        raise InputError(f"{found.edition} {action}", why, remedy)
    played = tables(found)
    actor = actor_of(rulebook, action, read.words)
    situation = playing.situation([played], when, settings, file, action=action, actor=actor)
    played.hold_together(action, situation)
    answer = permission(played, action, situation)
    asked = asked_by_action(played, action)
    unasked = tuple((name, value) for name, value in situation.known.items() if name not in asked)
    around = surroundings(rulebook, action, read.words)
    silent, told = _Told.of(rulebook, unasked), _Told.of(rulebook, situation.known.items())
    # "A side gains control if …" has no word that permits or forbids: it speaks where the action is ruled.
    executed = (*answer.forbidden, *answer.others, *answer.obliging, *answer.obliging_elsewhere)
    ruled = {each.section for each in executed}
    ruling = {each.anchor for each in rulebook.sections() if each.anchor in ruled and each.kind != "sheet"}
    further = (
        each
        for each, there in around.items()
        if there.names and (silent.in_(each, there) or (there.limits and each.section in ruling))
    )
    left = unexecuted((*said, *further), action, executed)
    armies = {document.id for document in rulebook.documents if document.kind == "armies"}
    bearing = [each for each in left if silent.in_(each, around[each])]
    # What speaks of most of what was told is likeliest to decide.
    bearing.sort(key=lambda each: told.shared(each, around[each]), reverse=True)
    others = [each for each in left if each not in bearing]
    many = len(others) > _SHOWN  # a short list stays in the order of the text
    others.sort(
        key=lambda each: (
            not told.in_(each, around[each]),
            each.document in armies,
            many and not around[each].decides,
        )
    )
    untold = [each for each in others if not told.in_(each, around[each])]
    remote = [each for each in untold if each.document in armies]
    beside = [each for each in untold if each not in remote and not around[each].decides]
    beside = beside[max(0, _SHOWN - (len(others) - len(remote) - len(beside))) :]
    left = (*(silent.whole(each, around[each]) for each in bearing), *others)
    own = {(each.section, _level(each.text)) for each in executed}
    of_it = (p for p in found.proposed if p.action == action)
    proposed = tuple(p for p in of_it if (p.section, _level(p.text)) not in own)
    return Allowed(
        edition=found.edition,
        action=action,
        permission=answer,
        unread=left,
        proposed=proposed,
        unasked=unasked,
        led_to=(*(s for s in read.graph.sections.values() if s.anchor in there[:_MOST]), *led_to(read, left)),
        undescribed=found.undescribed and not (executed or answer.due),
        bearing=len(bearing),
        remote=len(remote),
        beside=len(beside),
        ruled=() if spoken else tuple(called[each] for each in sorted(barred | due) if each in called),
    )


def _level(words: str) -> str:
    """Words as they are compared, in whatever lines they stand."""
    return " ".join(words.split())


class _Told(NamedTuple):
    """What was told, each fact by its words."""

    rulebook: Rulebook
    facts: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, rulebook: Rulebook, told: Iterable[tuple[str, Known]]) -> _Told:
        return cls(rulebook, tuple(words_of(rulebook, fact_words(*each)) for each in told if each[1]))

    def in_(self, said: Prohibition, there: Surrounding) -> bool:
        """Whether a sentence, or what stands around it, has all words of one of them."""
        words = words_of(self.rulebook, f"{there.above} {there.before} {said.words}")
        return any(fact <= words for fact in self.facts)

    def shared(self, said: Prohibition, there: Surrounding) -> tuple[int, int]:
        """Of how many of them a sentence has all words, or what stands around it; and how many of their words
        it has itself."""
        own = words_of(self.rulebook, said.words)
        words = own | words_of(self.rulebook, f"{there.above} {there.before}")
        return sum(fact <= words for fact in self.facts), len(own & frozenset().union(*self.facts))

    def whole(self, said: Prohibition, there: Surrounding) -> Prohibition:
        """A sentence that says no word of them, with the one before where that does: it speaks of "they"."""
        own, before = (words_of(self.rulebook, text) for text in (said.words, there.before))
        alone = any(fact & own for fact in self.facts) or not any(fact & before for fact in self.facts)
        return said if alone else said._replace(words=f"{there.before} {said.words}")
