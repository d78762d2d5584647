"""What a text forbids or permits besides what was stated of it: sentences that name a test or value of a game
that nobody describes, or of which a row is stated in part.

In: what was read of such a game. Out: those of its sentences that forbid or permit and are not executed, each
with the test or value beside whose answer it is named.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from vfdoc.mechanics.lexicon import lexicon
from vfdoc.model import Rulebook
from vfdoc.model.mechanics import Mechanics, ProposedStatement
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.pipeline.spoken import words_of
from vfdoc.play.not_computed import UnreadProhibition
from vfdoc.reading.mechanics.prohibitions import spoken

_KINDS = ("forbids", "permits")
_ORIGINS = ("rules", "sheet")
_WORD = re.compile(r"\w+")
_BESIDE = 2
"""Within so many words of "never" stands what is never done."""


def unstated(read: LoadedRulebook, rulebook: Rulebook, found: Mechanics) -> Iterator[UnreadProhibition]:
    """Those sentences, in the order of the text, of a game that nobody describes."""
    if not found.undescribed:
        return
    files = {document.id: document.source.file for document in rulebook.documents}
    stated = _stated(read, found)
    names = {id: words_of(rulebook, id.partition("~")[0].replace("-", " ")) for id in _asked(found)}
    rows = _own_rows(found)
    for said in found.proposed:
        if said.kind not in _KINDS or said.origin not in _ORIGINS or _is_stated(said, stated):
            continue
        action, text = words_of(rulebook, said.action), _level(said.text)
        of = [id for id, words in names.items() if words and words <= action]
        of += [id for id, words in rows.get(said.section, ()) if words in text]
        label = next((f"{span.words}: " for span in said.spans if span.place == "label"), "")
        for id in dict.fromkeys(of):
            where = said.section, said.document, files.get(said.document, ""), said.line
            yield UnreadProhibition(id, f"{label}{said.text}", *where, said.kind)
    yield from _only(rulebook, rows, stated)
    yield from _never(rulebook, {test.id: names[test.id] for test in found.tests}, stated)


def _only(
    rulebook: Rulebook,
    rows: Mapping[str, Sequence[tuple[str, str]]],
    stated: Mapping[str, Sequence[str]],
) -> Iterator[UnreadProhibition]:
    """The sentences that end in "only" ("Close range only.") in a section of which a row is stated, each
    beside what that changes."""
    only = lexicon(rulebook.edition.language).kinds.get("only", frozenset())
    for passage, document in spoken(rulebook) if rows else ():
        section = passage.section.anchor
        text = _level(passage.text)
        own = any(words in text for words in stated.get(section, ()))
        if own or text.rpartition(" ")[2] not in only:
            continue
        line, _ = passage.place(0)
        for id in dict.fromkeys(id for id, _ in rows.get(section, ())):
            yield UnreadProhibition(id, passage.text, section, document.id, document.source.file, line)


def _never(
    rulebook: Rulebook, tests: Mapping[str, frozenset[str]], stated: Mapping[str, Sequence[str]]
) -> Iterator[UnreadProhibition]:
    """The sentences that say of somebody that a test is never taken ("The Warden never tests."), each beside
    the test that they, or the titles above them, name, or beside the only one."""
    words = lexicon(rulebook.edition.language).kinds
    never, testing = words.get("never", frozenset()), words.get("testing", frozenset())
    titles = {each.anchor: (each.title or "", each.parent) for each in rulebook.sections()}
    for passage, document in spoken(rulebook) if tests and never else ():
        section, title = passage.section.anchor, passage.section.title or ""
        head = title if never.intersection(_level(title).split()) else ""  # a title before a colon
        whole = ": ".join(filter(None, (head, passage.label, passage.text.strip())))
        text = _level(whole)
        said = text.split()
        near = {
            other
            for at, word in enumerate(said)
            if word in never
            for other in said[max(at - _BESIDE, 0) : at + _BESIDE + 1]
        }
        by_name = {id for id, own in tests.items() if words_of(rulebook, " ".join(near)) & own}
        if not (near & testing or by_name) or any(own in text for own in stated.get(section, ())):
            continue
        above, parent = whole, section
        while parent in titles:
            title, up = titles[parent]
            above, parent = f"{above} {title}", up or ""
        named = [id for id, own in tests.items() if own and own <= words_of(rulebook, above)]
        line, _ = passage.place(0)
        for id in named or (list(tests) if len(tests) == 1 else ()):
            yield UnreadProhibition(id, whole, section, document.id, document.source.file, line)


def _asked(found: Mechanics) -> Iterator[str]:
    yield from dict.fromkeys(test.id for test in found.tests)
    yield from (value.id for value in found.values)


def _own_rows(found: Mechanics) -> dict[str, list[tuple[str, str]]]:
    """By section the tests and values of which a row is stated, each with its words; without rows of several,
    whose sentences speak of none of them alone."""
    by_words: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in found.modifiers:
        if row.stated == "edition" and row.of is not None:
            by_words[row.section, _level(row.condition)].add(row.of)
    own: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for (section, words), of in by_words.items():
        if len(of) == 1:
            own[section].append((next(iter(of)), words))
    return own


def _stated(read: LoadedRulebook, found: Mechanics) -> dict[str, list[str]]:
    """By section the words that the files of the game state."""
    if all(test.proposed for test in found.tests) and not found.values:
        return {}
    from vfdoc.pipeline.stating import stated

    words: dict[str, list[str]] = defaultdict(list)
    for each in stated(read):
        words[each.binding.section].extend(_level(said) for said in each.quotation.words)
    return words


def _is_stated(said: ProposedStatement, stated: dict[str, list[str]]) -> bool:
    """Whether stated words of the sentence hold what it forbids or permits."""
    text, action = _level(said.text), _level(said.action)
    return any(action in words and (words in text or text in words) for words in stated.get(said.section, ()))


def _level(words: str) -> str:
    """Words and numbers as they are compared, without case, marks and the spaces of lines."""
    return " ".join(_WORD.findall(words.casefold()))
