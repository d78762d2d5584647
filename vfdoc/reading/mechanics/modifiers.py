"""Modifiers: each change of a passage with its value, amount, scope and condition.

In come passages; out come rows, each with the words of it that were not understood. Of
what a change is, `attribution` says; what its surroundings add to its condition, `contexts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model.mechanics import (
    All,
    Any,
    Condition,
    HalfOf,
    Limit,
    Modifier,
    Statement,
    StatementKind,
    facts_of,
    leaves_of,
)
from vfdoc.reading.mechanics.attribution import Surroundings, counted, most, panel_of, value_of
from vfdoc.reading.mechanics.conditions import Whose, both, not_held, read_condition, seen_as
from vfdoc.reading.mechanics.contexts import (
    Topics,
    column_condition,
    label_conditions,
    note_condition,
    unread_around,
)
from vfdoc.reading.mechanics.effects import Effect, effects
from vfdoc.reading.mechanics.passages import MechanicsPassage
from vfdoc.reading.mechanics.tokens import ClauseToken, read_clause
from vfdoc.reading.mechanics.unread import content, named_from, phrases, unread
from vfdoc.reading.mechanics.vocabulary import Vocabulary, stems

_COUNTING = re.compile(r"[\"”″]?\s+[^\W\d_]")  # a word right behind a number
_OPENING = frozenset(("IF", "UNLESS", "EXCEPT", "PER", "WITH", "AGAINST", "AND", "OR"))
_EXCEPTION = 40  # characters of a sentence by which it is known as one


class _Told(NamedTuple):
    """A passage without its citations, the items of it, and its changes."""

    text: str
    items: list[ClauseToken]
    found: list[Effect]


class RowReader:
    """Reads the modifiers of a section's passages, in their order; knows what stands above the section
    (`above` and `limit`, see Surroundings), and the title of the edition."""

    def __init__(self, vocabulary: Vocabulary, title: str, above: tuple[str, ...], limit: int | None) -> None:
        self.vocabulary = vocabulary
        self.clauses: dict[str, list[ClauseToken]] = {}
        self._last: tuple[MechanicsPassage | None, _Told | None] = None, None
        known = stems(title, vocabulary.language)
        self.around = Surroundings(vocabulary, known, above, limit, self._items, {})
        self.topics = Topics(self.around)

    def rows(self, passage: MechanicsPassage) -> Iterator[Modifier]:
        """The modifiers that a passage states."""
        vocabulary = self.vocabulary
        self.topics.pass_by(passage)
        told = self._told(passage)
        if told is None:
            if passage.lead and vocabulary.patterns["effect"].search(passage.lead):
                yield from self._bullet(passage)
            return
        if passage.lead:
            yield from self._bullet(passage)
        text, items, found = told
        if passage.text.rstrip().endswith(":") and any(e.change.operation in ("pass", "fail") for e in found):
            return
        convention = bool(found) and vocabulary.convention.search(passage.text) is not None
        for effect in found:
            effect = effect._replace(words=stems(text[effect.start : effect.end], vocabulary.language))
            if not effect.resource and (effect.of_named or not convention):
                yield from self._rows(effect, passage, text, items, found)

    def unheard(self, passage: MechanicsPassage) -> Iterator[Modifier]:
        """The row, not read, of a passage that names a test and a number, or a value and by how much, and has
        a word for a change, and of which nothing was read: that no change is silent."""
        stirs = self.vocabulary.patterns["stirs"].search(passage.text)
        if stirs is None or passage.origin not in ("rules", "sheet"):
            return
        items = self._items(passage.text)
        of = next((i for i in items if i.kind == "TEST" and i.value in self.vocabulary.games), None)
        number = next((i for i in items if i.kind == "QUANTITY" and i.value[::2] == ("=", None)), None)
        if of is None or number is None or _is_word(number, passage.text):
            of = _changed_by(items, self._clean(passage.text), self.vocabulary)
        if of is None:
            return
        text = " ".join(self._clean(passage.text).split())
        line, column = passage.place(0)
        yield Modifier(
            id="", of=of.value, operation="add", amount=None, unit=None, per=None, limit=None,
            condition=text, when=None, facts=(), section=passage.section.anchor,
            document=passage.section.document, line=line, column=column, origin=passage.origin,
            unread=(text,),
        )  # fmt: skip

    def condition(self, text: str, whose: Whose) -> Condition | None:
        """What a text says as a condition, None unless all its words that say something are understood."""
        items = self._items(text)
        found = read_condition(items, whose, self.vocabulary)
        known = [item for item in items if item.value not in found.unknown]
        silent = next(content(self._clean(text), 0, known, self.vocabulary), None)
        return found.when if silent is None and not found.unknown else None

    def opens(self, text: str) -> bool:
        """Whether a text begins with a word that opens a condition: "if", "when"."""
        items = self._items(text)
        return bool(items) and items[0].kind in ("IF", "UNLESS", "EXCEPT")

    def asks(self, text: str) -> bool:
        """Whether words of a text open a condition or an exception, or say against whom."""
        return any(item.kind in ("IF", "UNLESS", "EXCEPT", "WITH", "AGAINST") for item in self._items(text))

    def excepts(self, text: str) -> bool:
        """Whether a text begins with an exception to what stands before it: "However, …"."""
        items = self._items(text[:_EXCEPTION])
        return bool(items) and items[0].kind in ("STOP", "UNLESS", "EXCEPT") and items[0].start < 3

    def label(self, passage: MechanicsPassage, whose: Whose) -> Condition | None:
        """What the label of a passage's row says, "A or B" together; None where it says nothing known."""
        found, _ = label_conditions(passage, whose, self.around)
        return found[0] if len(found) == 1 else Any(tuple(found)) if found else None

    def says(self, text: str, of: str) -> list[tuple[str, object, frozenset[object]]]:
        """The changes that words state of a test or value: what is done, by how much, what it asks."""
        game = self.vocabulary.games[of]
        whose = Whose(game.self, game.foe)
        return [
            (e.change.operation, e.change.amount, frozenset(leaves_of(self._condition(e, whose, whose)[0])))
            for e in effects(self._items(text), self.vocabulary, cell=True)
        ]

    def results(self, passage: MechanicsPassage) -> Iterator[Statement]:
        """What a passage does to a result of play that no roll or value is ("halve its losses"), where the
        words that say when are known: such rules are named, and not computed."""
        told = self._told(passage) if passage.origin in ("rules", "sheet") else None
        if told is None:
            return
        text, _, found = told
        for effect in found:
            if not effect.resource or effect.change.operation not in ("halve", "double"):
                continue
            near = (*effect.before, *effect.behind)
            of = next((i.value for i in near if i.value in self.vocabulary.resources), "")
            whose = Whose("unit", "attacker")
            when = both(self.label(passage, whose), self._condition(effect, whose, whose)[0])
            if when is not None:
                yield statement("results", of, (), when, effect.said(text), passage, effect.start)

    def _told(self, passage: MechanicsPassage) -> _Told | None:
        """A passage as it is read for changes; None where it has no word or number by which rules change.
        Rows and results are asked of one passage after the other."""
        last, told = self._last
        if last is not passage:
            told = None
            if self.vocabulary.patterns["effect"].search(passage.text):
                text = self._clean(passage.text)
                items = self._read(text)
                told = _Told(text, items, effects(items, self.vocabulary, cell=passage.cell))
            self._last = passage, told
        return told

    def _bullet(self, passage: MechanicsPassage) -> Iterator[Modifier]:
        """A list item whose lead-in states the change ("the following rout without a test: …")."""
        lead = self._clean(passage.lead).rstrip(" :")
        led = self._read(lead)
        found = effects(led, self.vocabulary)
        if len(found) != 1:
            return
        text, shift = f"{lead}: {self._clean(passage.text)}", len(lead) + 2
        stated = self._read(self._clean(passage.text))
        own = [item._replace(start=item.start + shift, end=item.end + shift) for item in stated]
        for effect in self._led(found[0], own, stated):
            yield from self._rows(effect, passage._replace(lead=""), text, [*led, *own], [effect])

    def _led(self, effect: Effect, own: list[ClauseToken], stated: list[ClauseToken]) -> Iterator[Effect]:
        """The change of a lead-in as the changes of its item, whose words `own` are."""
        named = [item.value for item in own if item.kind == "TEST"]
        operation = effect.change.operation
        if operation == "reroll" and named:
            for of in dict.fromkeys(named):
                yield effect._replace(of=of, of_named=True, behind=[], before=own, start=0)
        elif operation == "add" and effect.of is None and own and own[0].kind == "TEST":
            behind = [*effect.behind, *own[1:]]
            yield effect._replace(of=own[0].value, of_named=True, behind=behind, start=0)
        elif operation in ("pass", "fail") and not effects(stated, self.vocabulary):
            comma = ClauseToken("COMMA", ",", effect.end, effect.end)
            yield effect._replace(behind=[*effect.behind, comma, *own], start=0)

    def _read(self, text: str) -> list[ClauseToken]:
        """A clause's items, what counts in titles only left out; some texts are asked for again and again."""
        known = self.clauses.get(text)
        if known is None:
            titles = self.vocabulary.titles
            known = self.clauses[text] = [
                item for item in read_clause(text, self.vocabulary) if item.value not in titles
            ]
        return known

    def _items(self, text: str) -> list[ClauseToken]:
        return self._read(self._clean(text))

    def _clean(self, text: str) -> str:
        blank = self.vocabulary.patterns["citation"]
        return blank.sub(lambda found: " " * len(found.group()), text)

    def _rows(
        self,
        effect: Effect,
        passage: MechanicsPassage,
        text: str,
        items: list[ClauseToken],
        found: list[Effect],
    ) -> Iterator[Modifier]:
        of = value_of(effect, passage, self.around)
        game = self.vocabulary.games.get(of or "")
        if effect.change.operation in ("pass", "fail") and (game is None or not game.is_test):
            return
        if effect.change.operation in ("halve", "double", "set") and of is None:
            return
        if effect.change.operation == "set" and effect.change.before and effect.of is None:
            return  # "reduced to one stand" sets nothing that is named
        subject, foe = (game.self, game.foe) if game else ("unit", "attacker")
        speaker = self._speaker(effect) or subject
        label, trait = label_conditions(passage, Whose(speaker, foe), self.around)
        whose = Whose(subject, foe, trait)
        per, limit, cap = self._scope(effect, passage)
        if per and counted(self.around, passage) == per:
            label = []
        of = self._narrowed(of, effect, per)
        own, idle = self._condition(effect, whose, whose._replace(subject=speaker))
        if effect.change.operation == "set" and own is None and not label and not self._settable(of):
            return
        settled = self._settled(effect, of)
        if settled is None:
            return
        effect, of = settled
        is_test = bool(game and game.is_test)
        around = both(
            column_condition(passage, whose, effect, is_test, self.around),
            self.topics.condition(passage, whose),
        )
        said = set(facts_of(own))
        lead = read_condition(self._items(passage.lead), whose, self.vocabulary).when
        lead = None if set(facts_of(lead)) <= said else lead  # "garrisons and those that attack one"
        last = both(own, note_condition(passage, whose, self.around))
        idle = [*idle, *_outside(items, found)]
        silent = unread(effect, items, idle, text, self.vocabulary)
        beyond = self._taken_back(passage)
        label = [a for a in label if not set(facts_of(a)) <= said]
        alternatives: list[Condition | None] = [*label] or [None]
        for alternative in alternatives:
            when = _without(both(around, alternative, lead, last, *silent.facts), self._outcomes(of))
            if when is None and effect.change.operation in ("pass", "fail"):
                when = named_from(effect.said(text), self.vocabulary)  # no test passes always
                silent = silent._replace(named=(effect.said(text),) if when is not None else ())
            if game is not None and effect.whose is not None and when is not None:
                when = seen_as(when, {subject: foe, foe: subject})  # what the other's value asks of both
            modifier = self._modifier(effect, passage, of, per, limit, when, effect.said(text))
            conditional = when is not None or per is not None
            around_it = unread_around(passage, whose, self.around, conditional=conditional)
            meant = () if conditional else self._meant(passage)
            words = (*silent.named, *silent.words, *around_it, *meant, *beyond)
            only = self.vocabulary.only(text, effect.start, effect.end)
            yield replace(modifier, unread=tuple(dict.fromkeys(words)), cap=cap, only=only)

    def _taken_back(self, passage: MechanicsPassage) -> tuple[str, ...]:
        """The sentence behind that takes back or narrows what a passage states ("This does not …"), and
        states no change itself, or one in its place ("… instead")."""
        patterns, after = self.vocabulary.patterns, self._clean(passage.after)
        instead, goes_on = patterns["instead"].search(after), patterns["goes_on"].search(after)
        if instead is None and goes_on is None:  # most sentences, which need not be read for this
            return ()
        found = instead if effects(self._read(after), self.vocabulary) else goes_on
        return (" ".join(passage.after.split()),) if found else ()

    def _meant(self, passage: MechanicsPassage) -> Iterator[str]:
        """The words of the sentence before that were not read, where a passage tells of "them"."""
        if passage.before and self.vocabulary.patterns["pronoun"].search(passage.text):
            yield from phrases(passage.before[-1], self._items(passage.before[-1]), self.vocabulary)

    def _speaker(self, effect: Effect) -> str | None:
        """Who "it" is, where a rule of one unit tells of others: "if it lends it melee support"."""
        known = self.vocabulary.speakers
        return next((known[i.value] for i in (*effect.before, *effect.behind) if i.value in known), None)

    def _settable(self, of: str | None) -> bool:
        """Whether a number set for it without a condition is a rule and no entry of a profile."""
        game = self.vocabulary.games.get(of or "")
        return bool(game and game.is_test) or of in self.vocabulary.counts

    def _settled(self, effect: Effect, of: str | None) -> tuple[Effect, str | None] | None:
        """The change and its value as they count in play; None where they are no change of a value."""
        vocabulary, operation = self.vocabulary, effect.change.operation
        if operation == "set" and of in vocabulary.quality_of:
            of = vocabulary.quality_of[of]
        if operation == "add" and of in vocabulary.dice_values:
            effect = effect._replace(change=effect.change._replace(operation="dice"))
        if effect.change.operation == "dice":
            known = vocabulary.dice_values | set(vocabulary.panels.values())
            return (effect, of) if of in known else None
        if operation == "reroll" and not effect.of_named and effect.behind[:1]:
            return (effect, of) if of is not None and effect.behind[0].kind == "ROLL" else None
        return None if operation == "reroll" and not effect.of_named else (effect, of)

    def _outcomes(self, of: str | None) -> frozenset[str]:
        """The facts that only the test's own outcome makes true."""
        return frozenset(fact.id for fact in self.vocabulary.facts if of in fact.after)

    def _modifier(
        self, effect: Effect, passage: MechanicsPassage, of: str | None, per: str | None, limit: Limit | None,
        when: Condition | None, text: str,
    ) -> Modifier:  # fmt: skip
        change = effect.change
        line, column = passage.place(effect.start)
        amount = HalfOf(change.amount[1]) if isinstance(change.amount, tuple) else change.amount
        facts = tuple(dict.fromkeys(facts_of(when)))
        unit = change.unit or (self.vocabulary.units.get(of or "") if change.operation == "add" else None)
        return Modifier(
            id="", of=of, operation=change.operation, amount=amount, unit=unit, per=per, limit=limit,
            condition=" ".join(text.split()), when=when, facts=facts, section=passage.section.anchor,
            document=passage.section.document, line=line, column=column, origin=passage.origin,
        )  # fmt: skip

    def _condition(
        self, effect: Effect, whose: Whose, opening: Whose
    ) -> tuple[Condition | None, list[ClauseToken]]:
        """What the sentence of a change says when, and the items of it that no fact holds."""
        before = read_condition(effect.before, opening, self.vocabulary)
        behind = read_condition(effect.behind, whose, self.vocabulary)
        parts = ((effect.before, before), (effect.behind, behind))
        idle = [item for region, found in parts for item in not_held(region, found, self.vocabulary)]
        return both(before.when, behind.when), idle

    def _scope(
        self, effect: Effect, passage: MechanicsPassage
    ) -> tuple[str | None, Limit | None, str | None]:
        """What a change is counted by, how often at most, and the section that says so of several rows."""
        named = (i.value for i in (*effect.before, *effect.behind) if i.value in self.vocabulary.counted_by)
        per = effect.per or next((self.vocabulary.counted_by[name] for name in named), None)
        if per == "supporter":
            narrowed = {
                v: k for k, v in reversed(self.vocabulary.narrows.items()) if k.endswith("_supporter")
            }
            per = counted(self.around, passage) or narrowed.get(panel_of(self.around, passage) or "", per)
        limit = Limit(*effect.limit) if effect.limit else None
        if limit is not None or not per:
            return per, limit, None
        known, shared = most(self.around, passage)
        return per, Limit("units", known) if known else None, shared if known else None

    def _narrowed(self, of: str | None, effect: Effect, per: str | None) -> str | None:
        """What a change is of: where its value covers others, the one that its words narrow it to."""
        game = self.vocabulary.games.get(of or "")
        if game is None or not game.covers:
            return of
        words = [per or "", *(i.value for i in (*effect.before, *effect.behind) if i.kind == "CONCEPT")]
        narrower = (self.vocabulary.narrows.get(word) for word in words)
        return next((value for value in narrower if value in game.covers), of)


def statement(
    kind: StatementKind, action: str, sections: tuple[str, ...], when: Condition, text: str,
    passage: MechanicsPassage, at: int,
) -> Statement:  # fmt: skip
    """A statement of a passage, whose words begin so many characters in."""
    line, _ = passage.place(at)
    section = passage.section
    words = " ".join(text.split())
    return Statement(
        kind=kind,
        action=action,
        sections=sections,
        when=when,
        text=words,
        section=section.anchor,
        document=section.document,
        line=line,
        origin=passage.origin,
    )


def _changed_by(items: list[ClauseToken], text: str, vocabulary: Vocabulary) -> ClauseToken | None:
    """The value in front of "by" and a number that counts nothing: "reduce the fire value of all by 1", and
    not "lowered by 2 friends"."""
    for n, (by, number) in enumerate(pairwise(items)):
        if by.kind == "BY" and number.kind == "QUANTITY" and number.value.op == "=":
            after = items[n + 2] if n + 2 < len(items) else None
            counts = _COUNTING.match(text, number.end)
            opens = after is not None and counts is not None and after.start == counts.end() - 1
            if counts is None or (opens and after is not None and after.kind in _OPENING):
                values = (i for i in reversed(items[:n]) if i.kind == "VALUE" and i.value in vocabulary.games)
                return next(values, None)
    return None


def _is_word(number: ClauseToken, text: str) -> bool:
    return text[number.start : number.end].isalpha()


def _outside(items: list[ClauseToken], found: list[Effect]) -> Iterator[ClauseToken]:
    """The items of a sentence that say when, or how far, and belong to none of its changes."""
    spans = {(item.start, item.end) for effect in found for item in (*effect.before, *effect.behind)}
    spans |= {(effect.whose.start, effect.whose.end) for effect in found if effect.whose is not None}
    changes = [(effect.start, effect.end) for effect in found]
    faces = {effect.change.amount for effect in found if effect.change.operation == "reroll"}
    for n, item in enumerate(items):
        if item.kind not in ("CONCEPT", "QUANTITY") or (item.start, item.end) in spans:
            continue
        counted = n and items[n - 1].kind == "PER"
        if item.kind == "QUANTITY" and item.value.value in faces:
            continue
        if not counted and not any(start <= item.start < end for start, end in changes):
            yield item


def _without(condition: Condition | None, facts: frozenset[str]) -> Condition | None:
    """The condition without the parts that ask one of these facts."""
    if not facts or condition is None or not facts & set(facts_of(condition)):
        return condition
    if isinstance(condition, All):
        return both(*(_without(part, facts) for part in condition.parts))
    if isinstance(condition, Any):
        parts = [part for part in condition.parts if not facts & set(facts_of(part))]
        return parts[0] if len(parts) == 1 else Any(tuple(parts)) if parts else None
    return None
