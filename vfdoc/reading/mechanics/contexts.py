"""What the surroundings of a change add to its condition: label, column, footnote, title, run-in head."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vfdoc.model.mechanics import Condition
from vfdoc.reading.mechanics.attribution import Surroundings, counted, labelled, labelled_words, panel_named
from vfdoc.reading.mechanics.conditions import Whose, both, not_held, read_condition
from vfdoc.reading.mechanics.effects import Effect
from vfdoc.reading.mechanics.passages import MechanicsPassage, heading
from vfdoc.reading.mechanics.tokens import ClauseToken, read_clause
from vfdoc.reading.mechanics.unread import phrases, turning
from vfdoc.reading.mechanics.vocabulary import Vocabulary, stems

_HEAD = re.compile(r"\s*(?P<head>[^–—:]{2,60}?)(?:\s?[–—]\s|\s-\s)")
_TARGET = re.compile(r"\d\s?\+|[*#@†‡]+")
_DASHED = re.compile(r"\s*[–—-]\s")
_SENTENCE = re.compile(r"\.\s?\)")  # the end of a bracket that is a sentence
_CALLED = re.compile(  # "-2 #", "add 1.†", "add 1[^a]"
    r"(?P<link>\[\^[^\]\s]{1,20}\])|(?P<mark>[*#@†‡§¹²³⁴-⁹]+)(?=[.,;:]?\s*$)"
)
_TERM = 4  # words of a term at most
_HEAD_WITHIN = 200  # characters of a paragraph in which a title before a dash may stand


def label_conditions(
    passage: MechanicsPassage, whose: Whose, around: Surroundings
) -> tuple[list[Condition], str | None]:
    """What a row's label says as conditions ("A or B" is two rows), and the trait it names."""
    vocabulary = around.vocabulary
    items = around.read(passage.label or passage.title or heading(passage.section))
    trait = next((i.value for i in items if i.value in vocabulary.traits), None)
    whose = whose._replace(trait=trait)
    if passage.label and stems(passage.label, vocabulary.language) in vocabulary.labels:
        return [], trait  # it names what is changed
    if not passage.label:
        said = [i for i in items if i.value == trait] if passage.title and not passage.cell else []
        found = read_condition(said, whose, vocabulary).when
        return ([found] if found is not None else []), trait
    cut = next((n for n, i in enumerate(items) if i.kind == "OR"), None)
    if cut is not None and not any(i.kind == "OPEN" for i in items):
        sides = [read_condition(part, whose, vocabulary).when for part in (items[:cut], items[cut + 1 :])]
        if all(sides):
            return [side for side in sides if side is not None], trait
    opened = next((n for n, i in enumerate(items) if i.kind == "OPEN"), len(items))
    if _SENTENCE.search(passage.label):  # "Scouts (They also have the loose order rule.)" tells more of them
        items = items[:opened]
    bracket, outer = items[opened:], [i for i in items[:opened] if i.value in vocabulary.subjects]
    own = any(i.value in vocabulary.subjects for i in bracket)
    inner = read_condition(bracket if own else [*outer, *bracket[1:]], whose, vocabulary).when
    if inner is not None and opened:
        return [inner], trait  # "Overlapped (attacker not visible)": the bracket says what the name means
    stop = next((n for n, i in enumerate(items) if i.kind == "STOP"), len(items))
    found = read_condition(items[:stop], whose, vocabulary).when
    return ([found] if found is not None else []), trait


def unread_around(
    passage: MechanicsPassage, whose: Whose, around: Surroundings, *, conditional: bool
) -> Iterator[str]:
    """The words around a change's sentence of which nothing is known, and which may say when: its row's
    label, its column's heading, its lead-in, its titles, its footnotes.

    The title of a rule is known where it is a term of the game, if the rule says itself when it holds
    (`conditional`); else the title alone may say so.
    """
    if passage.label and counted(around, passage) is None:
        yield from _unread_label(passage.label, whose, around)
    yield from _unread_label(passage.column, whose, around, title=True)
    yield from _unread_label(passage.lead, whose, around)
    announced = passage.before[:1] if passage.announced or passage.cell else ()
    for lead in (text for text in announced if text.rstrip().endswith(":")):
        yield from _unread_label(lead, whose, around)
    for title in dict.fromkeys((passage.title, heading(passage.section), *around.above)):
        own = set(stems(title, around.vocabulary.language)) <= set(around.title)  # the game's own name
        if not own and panel_named(around, title) is None:
            case = around.vocabulary.patterns["case"].search(title)
            yield from _unread_label(title, whose, around, known=conditional and not case, title=True)
    said = {*around.vocabulary.captions, *around.vocabulary.empty}  # heads that name no value: "Notes"
    for head, text in passage.beside:
        if head and said.issuperset(stems(head, around.vocabulary.language)):
            yield from _unread_label(text, whose, around)
    for mark, notes in _notes(passage):
        if not notes:
            yield mark  # what it calls was not found, and may say when
        for note in notes:
            yield from phrases(note, around.read(note), around.vocabulary)


def _unread_label(
    text: str, whose: Whose, around: Surroundings, *, known: bool = False, title: bool = False
) -> Iterator[str]:
    """The words of a label of which nothing is known. What names a test or value says nothing of when; nor
    do words that `title`s consist of ("notes"), nor the game's own name of a case, where the label says
    besides when that is, or it is `known`."""
    vocabulary = around.vocabulary
    words = stems(_TARGET.sub(" ", text), vocabulary.language)
    if not words or words in vocabulary.labels:
        return
    items = around.read(text)
    found = read_condition(items, whose, vocabulary)
    idle = list(not_held(items, found, vocabulary))
    silent = {*labelled_words(around, text), *vocabulary.empty, *(vocabulary.captions if title else ())}
    if known or found.when is not None:
        silent.update(_of_terms(words, vocabulary))
    read = [item for item in items if item not in idle]
    for word in turning(text, read):
        silent.update(stems(word, vocabulary.language))
    for phrase in phrases(text, read, vocabulary, idle=idle):
        if not silent.issuperset(stems(phrase, vocabulary.language)):
            yield phrase


def _of_terms(words: tuple[str, ...], vocabulary: Vocabulary) -> Iterator[str]:
    """Those of some words (as stems) that are terms of the game."""
    for size in range(1, _TERM + 1):
        for at in range(len(words) - size + 1):
            if words[at : at + size] in vocabulary.terms:
                yield from words[at : at + size]


def column_condition(
    passage: MechanicsPassage, whose: Whose, effect: Effect, is_test: bool, around: Surroundings
) -> Condition | None:
    """What panel and column say of every change below them ("Melee Modifiers", "Woods")."""
    vocabulary = around.vocabulary
    arms: Condition | None = None
    if passage.column and (not passage.label or labelled(around, passage.label, "")):
        spoken = next((i.value for i in effect.behind[:1] if i.value in vocabulary.subjects), None)
        about = Whose(spoken or whose.subject, whose.foe)
        arms = read_condition(around.read(passage.column), about, vocabulary).when
    if not is_test or whose.subject != "attacker":
        return arms
    words = around.read(f"{passage.title}, {passage.column}")
    inherited = [i for i in words if i.kind == "CONCEPT" and i.value in vocabulary.contexts]
    return both(arms, read_condition(inherited, Whose(whose.subject, whose.foe), vocabulary).when)


def note_condition(passage: MechanicsPassage, whose: Whose, around: Surroundings) -> Condition | None:
    """What a footnote says when: "-2 #", and below "# Unless …"."""
    read = [around.read(text) for _, notes in _notes(passage) for text in notes]
    opened = [items for items in read if items and items[0].kind in ("IF", "UNLESS", "EXCEPT")]
    return both(*(read_condition(items, whose, around.vocabulary).when for items in opened))


def _notes(passage: MechanicsPassage) -> Iterator[tuple[str, list[str]]]:
    """The marks of footnotes behind a passage, or inside its sentence, each with the footnotes it calls."""
    for called in _CALLED.finditer(passage.text):
        mark = called.group("link") or called.group("mark")[-1]
        notes = (note.partition("\t") for note in passage.notes)
        yield called.group(), [text for sign, _, text in notes if sign.startswith(mark)]


class Topics:
    """What titles say of all below them: the name of an asset, of a character, of a scenario.

    A title is a heading, or the words before a dash at the start of a paragraph; some of these hold
    until the next of their kind in the section.
    """

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.known: dict[str, list[ClauseToken]] = {}
        self.lasting: tuple[str, list[ClauseToken]] = ("", [])

    def pass_by(self, passage: MechanicsPassage) -> None:
        """Takes note of a paragraph's title that holds for the paragraphs behind it."""
        vocabulary = self.around.vocabulary
        if not vocabulary.lasting or passage.before or passage.cell:
            return
        lasting = [item for item in self._head(passage) if item.value in vocabulary.lasting]
        if lasting:
            self.lasting = (passage.section.anchor, lasting)

    def condition(self, passage: MechanicsPassage, whose: Whose) -> Condition | None:
        """What the titles above a passage say."""
        vocabulary = self.around.vocabulary
        if not vocabulary.topics:
            return None
        items = self._head(passage)
        if not items:
            items = self._titled(passage.title)
        if not items:
            headed = self._titled(heading(passage.section))
            items = [item for item in headed if item.value not in vocabulary.heads]
        if not items and self.lasting[0] == passage.section.anchor:
            items = self.lasting[1]
        return read_condition(items, whose, vocabulary).when

    def _head(self, passage: MechanicsPassage) -> list[ClauseToken]:
        text = (passage.paragraph or passage.text)[:_HEAD_WITHIN]
        found = _HEAD.match(f"{passage.title} {text}" if _DASHED.match(text) else text)
        return self._titled(found.group("head")) if found else []

    def _titled(self, title: str) -> list[ClauseToken]:
        if title not in self.known:
            vocabulary = self.around.vocabulary
            self.known[title] = [i for i in read_clause(title, vocabulary) if i.value in vocabulary.topics]
        return self.known[title]
