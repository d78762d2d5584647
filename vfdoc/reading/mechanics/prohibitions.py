"""Sentences that say that something may not be done, or only under a condition, whether understood or not.

In: a rulebook and an action of the game. Out: every sentence of its rules and sheet that forbids and names
the action, or that permits or demands something of it; which of them are executed, `statements.py` says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.model import Document, Rulebook, Section
from vfdoc.model.mechanics import Statement
from vfdoc.reading.mechanics.passages import MechanicsPassage, passages
from vfdoc.reading.mechanics.sections import origin_of
from vfdoc.reading.mechanics.vocabulary import WORD, Vocabulary, vocabulary

_NEAR = 4
"""Within how many words behind what forbids the action is named."""


_SPEAKING = ("forbids", "restricts", "demands", "permits")


class Prohibition(NamedTuple):
    """A sentence that forbids something, or allows it under a condition, with its place."""

    words: str
    section: str
    document: str
    file: str
    line: int


def actor_of(rulebook: Rulebook, action: str, folder: Path | None) -> str:
    """What the unit that carries out an action is called in the facts of its rules."""
    known = vocabulary(rulebook.edition.language, folder, copy=not rulebook.own)
    return next((each.self for each in known.actions if each.action.id == action), "unit")


def naming(rulebook: Rulebook, action: str, folder: Path | None) -> tuple[str, ...]:
    """The sections that name an action, in a title or a sentence, in the order of the texts."""
    names = _Names.of(rulebook, action, folder)
    said = ((passage.section, f"{passage.section.title}. {passage.text}") for passage, _ in spoken(rulebook))
    return tuple(dict.fromkeys(section.anchor for section, text in said if names.stand(text)))


def action_called(rulebook: Rulebook, told: str, folder: Path | None) -> str:
    """The id of the action that alone bears that name in the language of the text ("mouvement"), in whatever
    form; what is told where none does, or where the edition itself states an action of that id."""
    stated = rulebook.mechanics.actions if rulebook.mechanics is not None else ()
    if any(each.id == told for each in stated):
        return told
    known = vocabulary(rulebook.edition.language, folder, copy=not rulebook.own)
    form = tuple(phrase_form(found.group(), known.language) for found in WORD.finditer(told))
    named = {each.action.id for each in known.actions if form in each.forms}
    return told if told in {each.action.id for each in known.actions} or len(named) != 1 else named.pop()


def prohibitions(rulebook: Rulebook, action: str, folder: Path | None) -> Iterator[Prohibition]:
    """The sentences that forbid and name an action, in the order of the texts."""
    names = _Names.of(rulebook, action, folder)
    pattern = names.known.patterns["forbids"]
    for passage, document in spoken(rulebook):
        found = pattern.search(passage.text)
        if found is not None and names.stand(passage.text[found.end() :], _NEAR):
            yield _said(passage, document)


def restrictions(rulebook: Rulebook, action: str, folder: Path | None) -> Iterator[Prohibition]:
    """The sentences, and items of lists with their lead-in, that permit an action under a condition or demand
    something of it ("may charge only if", "can shoot if: …", "must"), in the order of the texts; what forbids
    and names it; and of a section that bears its name all that forbids, limits, demands or permits."""
    names = _Names.of(rulebook, action, folder)
    patterns = names.known.patterns
    for passage, document in spoken(rulebook):
        text, lead = passage.text, passage.lead
        limited = patterns["restricts"].search
        own = names.are(passage.section.title or "")
        if (own and any(patterns[kind].search(text) for kind in _SPEAKING)) or (
            names.forbidden(text)
            or (limited(text) and (names.permitted(text) or names.aimed(text)))
            or (patterns["demands"].search(text) and (names.alone(text) or names.alone(lead)))
            or (limited(lead) and names.permitted(lead))
        ):
            yield _said(passage, document)


def ruling(rulebook: Rulebook, folder: Path | None) -> tuple[tuple[Section, int], ...]:
    """The sections in which sentences forbid, limit, demand or permit something, in the order of the texts,
    and how many these are."""
    patterns = vocabulary(rulebook.edition.language, folder, copy=not rulebook.own).patterns
    found: dict[str, tuple[Section, int]] = {}
    for passage, _ in spoken(rulebook):
        if any(patterns[kind].search(passage.text) for kind in _SPEAKING):
            section, count = found.get(passage.section.anchor, (passage.section, 0))
            found[section.anchor] = (section, count + 1)
    return tuple(found.values())


class Surrounding(NamedTuple):
    """What stands around a sentence and says of what it speaks: the title, label and lead-in above it, and
    the sentence `before`; whether it `names` an action, and says under what (`limits`); whether it `decides`:
    forbids the action, or permits it under a condition."""

    above: str
    before: str
    names: bool
    limits: bool
    decides: bool


def surroundings(rulebook: Rulebook, action: str, folder: Path | None) -> dict[Prohibition, Surrounding]:
    """Every sentence of the rules and their sheet with what stands around it, and whether it names an
    action."""
    names = _Names.of(rulebook, action, folder)
    limited = names.known.patterns["restricts"].search
    found: dict[Prohibition, Surrounding] = {}
    for passage, document in spoken(rulebook):
        above = " ".join((passage.section.title or "", passage.label, passage.lead))
        before = "" if passage.cell else "".join(passage.before[-1:])
        named, limits = names.stand(passage.text), bool(limited(passage.text))
        decides = named and (names.forbidden(passage.text) or (limits and names.permitted(passage.text)))
        decides = decides or bool(limited(passage.lead) and names.permitted(passage.lead))
        said = Surrounding(above, " ".join(before.split()), named, limits, decides)
        found.setdefault(_said(passage, document), said)
    return found


def unexecuted(
    said: Iterable[Prohibition], action: str, statements: Iterable[Statement]
) -> tuple[Prohibition, ...]:
    """Those of the sentences of which no statement that forbids the action, or obliges to it, is made: of its
    words, or of part of them; each once."""
    executed: defaultdict[str, list[str]] = defaultdict(list)
    for statement in statements:
        if statement.action == action:
            executed[statement.section].append(_level(statement.text))
    found: dict[tuple[str, str], Prohibition] = {}
    for each in said:
        words = _level(each.words)
        if not any(done in words or words in done for done in executed[each.section]):
            found.setdefault((each.section, words), each)
    return tuple(found.values())


def _level(words: str) -> str:
    """Words as they are compared, without case, marks and the spaces of lines."""
    return " ".join(WORD.findall(words.casefold()))


def spoken(rulebook: Rulebook) -> Iterator[tuple[MechanicsPassage, Document]]:
    """The passages of the rules and their sheet."""
    for document in rulebook.documents:
        for section in document.sections:
            origin = origin_of(section, document.kind)
            if origin in ("rules", "sheet") and section.kind not in ("contents", "index"):
                for passage in passages(section, document.source.lines, origin):
                    if passage.origin == origin:
                        yield passage, document


def _said(passage: MechanicsPassage, document: Document) -> Prohibition:
    line, _ = passage.place(0)
    words = " ".join(passage.text.split())
    return Prohibition(words, passage.section.anchor, document.id, document.source.file, line)


class _Names(NamedTuple):
    """How an action is named in a text, and what others are."""

    known: Vocabulary
    forms: frozenset[tuple[str, ...]]
    own: frozenset[tuple[str, ...]]
    others: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, rulebook: Rulebook, action: str, folder: Path | None) -> _Names:
        known = vocabulary(rulebook.edition.language, folder, copy=not rulebook.own)
        forms = frozenset(form for each in known.actions if each.action.id == action for form in each.forms)
        others = frozenset(f for each in known.actions if each.action.id != action for f in each.forms)
        return cls(known, forms, forms - others, others - forms)

    def are(self, title: str) -> bool:
        """Whether a title is a name of the action, and nothing else."""
        words = (phrase_form(found.group(), self.known.language) for found in WORD.finditer(title))
        return tuple(words) in self.own

    def forbidden(self, text: str) -> bool:
        """Whether a text says of the action that it may not be done."""
        found = self.known.patterns["forbids"].finditer(text)
        return any(self.stand(text[each.end() :], _NEAR) for each in found)

    def permitted(self, text: str) -> bool:
        """Whether a text says of the action that it may be done."""
        found = self.known.patterns["permits"].finditer(text)
        return any(self.stand(text[each.end() :], _NEAR) for each in found)

    def aimed(self, text: str) -> bool:
        """Whether a text says what is done for the action's sake ("to fire, a unit can …")."""
        found = self.known.patterns["aims"].match(text)
        return found is not None and self.stand(text[found.end() :], 1)

    def alone(self, text: str) -> bool:
        """Whether a text names the action, and by a name that no other action has."""
        return self._replace(forms=self.own).stand(text)

    def stand(self, text: str, near: int | None = None) -> bool:
        """Whether a text names the action, among its first words if `near`: as no part of another action's
        name ("lend fire support")."""
        words = [phrase_form(found.group(), self.known.language) for found in WORD.finditer(text)]
        taken = _places(words, self.others, near)
        return any(
            not any(place[0] in other and len(other) > len(place) for other in taken)
            for place in _places(words, self.forms, near)
        )


def _places(words: Sequence[str], names: Collection[tuple[str, ...]], near: int | None) -> list[range]:
    """Where names stand that begin among so many first words, or anywhere."""
    return [
        range(at, at + len(name))
        for at in range(min(len(words) if near is None else near, len(words)))
        for name in names
        if tuple(words[at : at + len(name)]) == name
    ]
