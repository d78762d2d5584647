"""Modifiers: each change of a passage with its value, amount, scope and condition.

What is changed is found along a chain: the change's own clause, its row's label, its column's
heading, the sentences before it, the headings above it. What the chain does not say is None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from vfdoc.model import Section
from vfdoc.model.mechanics import Condition, Flag, HalfOf, Limit, Modifier, Not, facts_of
from vfdoc.reading.mechanics.conditions import Found, both, read_condition
from vfdoc.reading.mechanics.effects import Effect, effects
from vfdoc.reading.mechanics.passages import Passage, plain
from vfdoc.reading.mechanics.tokens import Item, read_clause
from vfdoc.reading.mechanics.vocabulary import Vocabulary, stems

_TARGET = re.compile(r"\d\s?\+|[*#@†‡]+")


class RowReader:
    """Reads the modifiers of an edition's passages; knows the sections above each."""

    def __init__(self, sections: Mapping[str, Section], vocabulary: Vocabulary, title: str) -> None:
        self.sections, self.vocabulary = sections, vocabulary
        self.clauses: dict[str, list[Item]] = {}
        self.title = stems(title, vocabulary.language)

    def modifiers(self, passage: Passage) -> Iterator[Modifier]:
        """The modifiers that a passage states."""
        vocabulary = self.vocabulary
        if not vocabulary.patterns["effect"].search(passage.text):
            if passage.lead and vocabulary.patterns["effect"].search(passage.lead):
                yield from self._bullet(passage)
            return
        if passage.lead:
            yield from self._bullet(passage)
        text = self._clean(passage.text)
        items = self._read(text)
        found = effects(items, vocabulary, cell=passage.cell)
        if passage.text.rstrip().endswith(":") and any(e.change.operation in ("pass", "fail") for e in found):
            return
        convention = bool(found) and vocabulary.convention.search(passage.text) is not None
        for effect in found:
            effect = effect._replace(words=stems(text[effect.start : effect.end], vocabulary.language))
            if not effect.resource and (effect.of_named or not convention):
                yield from self._rows(effect, passage, text)

    def _bullet(self, passage: Passage) -> Iterator[Modifier]:
        """A list item whose lead-in states the change ("the following rout without a test: …")."""
        lead = self._clean(passage.lead).rstrip(" :")
        found = effects(self._read(lead), self.vocabulary)
        own = self._read(self._clean(passage.text))
        if len(found) != 1:
            return
        named = [item.value for item in own if item.kind == "TEST"]
        if found[0].change.operation == "reroll" and named:
            for of in dict.fromkeys(named):
                effect = found[0]._replace(of=of, of_named=True, behind=[], before=own, start=0)
                yield from self._rows(effect, passage._replace(lead=""), f"{lead}: {passage.text}")
            return
        if found[0].change.operation == "add" and found[0].of is None and own and own[0].kind == "TEST":
            effect = found[0]._replace(
                of=own[0].value, of_named=True, behind=[*found[0].behind, *own[1:]], start=0
            )
            yield from self._rows(effect, passage._replace(lead=""), f"{lead}: {passage.text}")
            return
        if found[0].change.operation not in ("pass", "fail") or effects(own, self.vocabulary):
            return
        comma = Item("COMMA", ",", 0, 0)
        effect = found[0]._replace(behind=[*found[0].behind, comma, *own], start=0)
        yield from self._rows(effect, passage._replace(lead=""), f"{lead}: {passage.text}")

    def _read(self, text: str) -> list[Item]:
        """A clause's items; headings, labels and lead-ins are asked for again and again."""
        known = self.clauses.get(text)
        if known is None:
            known = self.clauses[text] = read_clause(text, self.vocabulary)
        return known

    def _clean(self, text: str) -> str:
        blank = self.vocabulary.patterns["citation"]
        return blank.sub(lambda found: " " * len(found.group()), text)

    def _rows(self, effect: Effect, passage: Passage, text: str) -> Iterator[Modifier]:
        vocabulary = self.vocabulary
        of = self._of(effect, passage)
        game = self.vocabulary.games.get(of or "")
        if effect.change.operation in ("pass", "fail") and (game is None or not game.is_test):
            return
        if effect.change.operation in ("halve", "double") and of is None:
            return
        subject = game.self if game else "unit"
        label, trait = self._label(passage, subject)
        per, limit = self._scope(effect, passage)
        if per and self._counted(passage) == per:
            label = []
        of = self._narrowed(of, effect, passage, per, label)
        own = self._condition(effect, subject, trait)
        lead = read_condition(self._read(self._clean(passage.lead)), subject, trait, self.vocabulary)
        context = self._context(passage, subject, bool(game and game.is_test))
        test = game is not None and game.is_test
        if (
            effect.change.operation == "set"
            and own.when is None
            and not label
            and not (test or of in vocabulary.counts)
        ):
            return
        if effect.change.operation == "set" and of in vocabulary.quality_of:
            of = vocabulary.quality_of[of]
        if effect.change.operation == "add" and of in vocabulary.dice_values:
            effect = effect._replace(change=effect.change._replace(operation="dice"))
        if effect.change.operation == "dice" and of not in vocabulary.dice_values | set(
            vocabulary.panels.values()
        ):
            return
        if effect.change.operation == "reroll" and not effect.of_named:
            return
        said = set(facts_of(own.when))
        label = [a for a in label if not set(facts_of(a)) <= said]
        alternatives: list[Condition | None] = [*label] or [None]
        for alternative in alternatives:
            when = both(context, alternative, lead.when, own.when)
            if when is None and not per and passage.origin in ("rules", "sheet"):
                when = self._in_words(effect, text)
            yield self._modifier(effect, passage, of, per, limit, when, effect.said(text))

    def _modifier(
        self, effect: Effect, passage: Passage, of: str | None, per: str | None, limit: Limit | None,
        when: Condition | None, text: str,
    ) -> Modifier:  # fmt: skip
        change = effect.change
        line, column = passage.place(effect.start)
        amount = HalfOf(change.amount[1]) if isinstance(change.amount, tuple) else change.amount
        facts = tuple(dict.fromkeys(facts_of(when)))
        unit = change.unit or (self.vocabulary.units.get(of or "") if change.operation == "add" else None)
        return Modifier(
            "", of, change.operation, amount, unit, per, limit, " ".join(text.split()), when, facts,
            passage.section.anchor, passage.section.document, line, column, passage.origin,
        )  # fmt: skip

    def _condition(self, effect: Effect, subject: str, trait: str | None) -> Found:
        before = read_condition(effect.before, subject, trait, self.vocabulary)
        behind = read_condition(effect.behind, subject, trait, self.vocabulary)
        return Found(both(before.when, behind.when), before.unknown + behind.unknown)

    def _in_words(self, effect: Effect, text: str) -> Condition | None:
        """A condition of which no fact is known is a fact of its own, named from its words."""
        for part in (effect.behind, effect.before):
            opened = next((item for item in part if item.kind in ("IF", "UNLESS")), None)
            if opened is None:
                continue
            last = [item.end for item in part if item.kind != "COMMA"][-1]
            words = stems(text[opened.end : max(last, opened.end + 40)], self.vocabulary.language)[:6]
            fact = Flag("said." + "-".join(words))
            return Not(fact) if opened.kind == "UNLESS" else fact
        return None

    def _label(self, passage: Passage, subject: str) -> tuple[list[Condition], str | None]:
        """What a row's label says as conditions ("A or B" is two rows), and the trait it names."""
        if not passage.label:
            items = self._read(passage.title or passage.section.title)
            trait = next((i.value for i in items if i.value in self.vocabulary.traits), None)
            said = [i for i in items if i.value == trait] if passage.title and not passage.cell else []
            found = read_condition(said, subject, trait, self.vocabulary).when
            return ([found] if found is not None else []), trait
        items = self._read(self._clean(passage.label))
        trait = next((i.value for i in items if i.value in self.vocabulary.traits), None)
        plain_or = [n for n, i in enumerate(items) if i.kind == "OR"]
        opened = any(i.kind == "OPEN" for i in items)
        if plain_or and not opened:
            cut = plain_or[0]
            sides = [
                read_condition(part, subject, trait, self.vocabulary).when
                for part in (items[:cut], items[cut + 1 :])
            ]
            if all(sides):
                return [side for side in sides if side is not None], trait
        found = read_condition(items, subject, trait, self.vocabulary).when
        return ([found] if found is not None else []), trait

    def _context(self, passage: Passage, subject: str, is_test: bool) -> Condition | None:
        """What panel and column say of every test below them ("Melee Modifiers")."""
        arms: Condition | None = None
        if passage.cell and passage.column and (not passage.label or self._labelled(passage.label, "")):
            items = self._read(passage.column)
            arms = read_condition(items, subject, None, self.vocabulary).when
        if not is_test or subject != "attacker":
            return arms
        words = self._read(f"{passage.title}, {passage.column}")
        inherited = [i for i in words if i.kind == "CONCEPT" and i.value in self.vocabulary.contexts]
        return both(arms, read_condition(inherited, subject, None, self.vocabulary).when)

    def _scope(self, effect: Effect, passage: Passage) -> tuple[str | None, Limit | None]:
        per = effect.per
        if per == "supporter":
            narrowed = {
                v: k for k, v in reversed(self.vocabulary.narrows.items()) if k.endswith("_supporter")
            }
            per = self._counted(passage) or narrowed.get(self._panel(passage) or "", per)
        limit = Limit(*effect.limit) if effect.limit else None
        if limit is None and per:
            most = self._most(passage)
            limit = Limit("units", most) if most else None
        return per, limit

    def _counted(self, passage: Passage) -> str | None:
        """What the row's label says that its change is counted by ("Fire Support")."""
        return self.vocabulary.counted.get(stems(_TARGET.sub(" ", passage.label), self.vocabulary.language))

    def _most(self, passage: Passage) -> int | None:
        """A limit that stands elsewhere: before in the paragraph, in a footnote, in the section above."""
        texts = [*passage.before, *(n.split("\t")[1] for n in passage.notes)]
        above = self.sections.get(passage.section.parent or "")
        if above is not None and not passage.cell:
            from vfdoc.model import text_of

            texts.append(text_of(above.blocks))
        for text in texts:
            found = self.vocabulary.patterns["limit"].search(text)
            if found:
                word = found.group("most").lower()
                return int(word) if word.isdigit() else self.vocabulary.numbers.get(word)
        return None

    def _narrowed(
        self, of: str | None, effect: Effect, passage: Passage, per: str | None, label: list[Condition]
    ) -> str | None:
        if of != "attack-value":
            return of
        words = [per or "", *(i.value for i in (*effect.before, *effect.behind) if i.kind == "CONCEPT")]
        return next((self.vocabulary.narrows[w] for w in words if w in self.vocabulary.narrows), of)

    def _of(self, effect: Effect, passage: Passage) -> str | None:
        if effect.of_named:
            return effect.of
        if effect.change.operation == "dice":
            return self._panel(passage) or effect.of
        if effect.of is not None and not effect.weak:
            return effect.of
        if effect.change.operation in ("pass", "fail"):
            for word in effect.words:
                if (word,) in self.vocabulary.labels:
                    return self.vocabulary.labels[(word,)]
        found = self._labelled(passage.label, passage.column)
        if found:
            return found
        if effect.weak and (passage.paragraph or not passage.cell):
            said = self._said(passage, "TEST") if passage.lead else None
            return said or self._headed(passage, True) if self._is_condition(effect) else effect.of
        if any(item.kind == "ROLL" for item in effect.behind[:1]):
            return self._said(passage, "TEST") or self._headed(passage, True)
        return (
            self._said(passage, "TEST")
            or self._said(passage)
            or self._panel(passage)
            or self._headed(passage)
        )

    def _is_condition(self, effect: Effect) -> bool:
        """Whether the value named in a change's clause only belongs to the words that say when."""
        game = self.vocabulary.games.get(effect.of or "")
        return game is not None and not game.is_test

    def _said(self, passage: Passage, *kinds: str) -> str | None:
        """The test or value named last before this sentence, in its lead-in or paragraph."""
        for text in (passage.lead, *reversed(passage.before)):
            names = [
                i.value
                for i in self._read(self._clean(text))
                if i.kind in (kinds or ("TEST", "VALUE")) and i.value not in self.vocabulary.dice_values
            ]
            if names:
                return str(names[-1])
        return None

    def _labelled(self, label: str, column: str) -> str | None:
        """What a row's label or its column's heading names, whole or, failing that, among other words."""
        forms = [stems(_TARGET.sub(" ", text), self.vocabulary.language) for text in (label, column)]
        whole = next((self.vocabulary.labels[f] for f in forms if f in self.vocabulary.labels), None)
        return whole or self._within(forms[1]) or self._within(forms[0])

    def _within(self, words: tuple[str, ...], test: bool = False) -> str | None:
        """The longest label among these words."""
        for size in (4, 3, 2, 1):
            for at in range(len(words) - size + 1):
                found = self.vocabulary.labels.get(words[at : at + size])
                if found and (not test or self.vocabulary.games[found].is_test):
                    return found
        return None

    def _panel(self, passage: Passage) -> str | None:
        for title in (passage.title, plain(passage.section.title)):
            found = self.vocabulary.panels.get(stems(title, self.vocabulary.language))
            if found:
                return found
        return None

    def _headed(self, passage: Passage, test: bool = False) -> str | None:
        """The test or value that a heading names, the nearest first."""
        titles = [passage.title]
        section: Section | None = passage.section
        while section is not None:
            titles.append(section.title)
            section = self.sections.get(section.parent or "")
        for title in titles:
            words = stems(plain(title), self.vocabulary.language)
            if words == self.title:
                continue  # the game's own name is no test's
            if found := self._within(words, test):
                return found
        return None
