"""What the text says that a test's result leads to: the sentences on passing and failing it, and its bands.

In: a rulebook with its mechanics, and its links. Out: for each test that is executed the sentences of its own
sections, whole, and the short sections that these cite; of what a clause gives for totals of the roll ("on a
1-3, …") the totals. None of it is computed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from vfdoc.language.stems import phrase_form
from vfdoc.model import Reference, Rulebook
from vfdoc.model.document import text_of
from vfdoc.model.following import Following
from vfdoc.model.mechanics import Test
from vfdoc.reading.mechanics.passages import MechanicsPassage, sentences
from vfdoc.reading.mechanics.prohibitions import spoken
from vfdoc.reading.mechanics.vocabulary import WORD, Vocabulary, vocabulary

_SHORT = 400
"""The characters of a cited section that stands beside the sentence which cites it."""
_ASKED = 12
"""The characters behind "must" within which it is a test that is asked for: "must first pass"."""
_BANDS = 3
"""Of two bands the one is passing and the other failing."""
_BESIDE = re.compile(r"(?<=;)\s+")
_TOKEN = re.compile(r"\w+")


def followings(
    rulebook: Rulebook, folder: Path | None, cited: Iterable[tuple[str, Reference, str]]
) -> Iterator[Following]:
    """What follows the results of each test, in the order of its places; `cited` are the links of the text,
    each with the anchors of its source and its target."""
    assert rulebook.mechanics is not None
    known = vocabulary(rulebook.edition.language, folder, copy=not rulebook.own)
    there: dict[str, list[MechanicsPassage]] = defaultdict(list)
    for passage, _ in spoken(rulebook):
        there[passage.section.anchor].append(passage)
    links: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for source, reference, target in cited:
        links[source].append((reference.text, target))
    texts = {section.anchor: section for section in rulebook.sections()}
    taken: set[tuple[str, str]] = set()
    for test in rulebook.mechanics.tests:
        if test.proposed or test.origin not in ("rules", "sheet"):
            continue
        for each in _of_test(test, there[test.section], known):
            if (test.id, each.words) in taken:
                continue
            taken.add((test.id, each.words))
            yield each
            for number, target in links[test.section] if each.result else ():
                words = " ".join(text_of(texts[target].blocks).split()) if target in texts else ""
                stands = re.search(rf"(?<![\w.]){re.escape(number)}(?![\w]|\.\d)", each.words)
                if stands and 0 < len(words) <= _SHORT and (test.id, words) not in taken:
                    taken.add((test.id, words))
                    yield each._replace(words=words, section=target)


def _of_test(test: Test, there: Iterable[MechanicsPassage], known: Vocabulary) -> Iterator[Following]:
    """What one place of a test says of its results."""
    bands = []
    for passage in there:
        for part in _BESIDE.split(passage.text.strip()) if passage.place(0)[0] == test.line else ():
            found = known.patterns["banded"].match(part)
            if found is not None:
                least, most = int(found["least"]), int(found["most"] or found["least"])
                bands.append(_following(test, "", part, least, most))
    if len(bands) >= _BANDS:
        yield from bands
        return
    for result, said in (("pass", test.success), ("fail", test.failure)):
        words = set(_TOKEN.findall((said or "").casefold()))
        whole = (_whole(passage) for passage in there if words)
        sentence = next((each for each in whole if words <= set(_TOKEN.findall(each.casefold()))), None)
        if sentence is not None and _says(sentence, result, test, known):
            yield _following(test, result, sentence)


def _following(test: Test, result: str, words: str, least: int = 0, most: int = 0) -> Following:
    return Following(test.id, result, " ".join(words.split()), test.section, least, most)


def _says(sentence: str, result: str, test: Test, known: Vocabulary) -> bool:
    """Whether a sentence says more than that the test is passed or failed."""
    result_of = known.patterns["passed" if result == "pass" else "failed"]
    asked = known.patterns["demands"].finditer(sentence)
    if any(result_of.search(sentence, found.end(), found.end() + _ASKED) for found in asked):
        return False  # "it must pass a test" says when one is taken
    said = result_of.sub(" ", sentence)
    named = {phrase_form(word, known.language) for word in WORD.findall(test.name)}
    letters = (word for word in WORD.findall(said) if len(word) > 1)  # no D of "D6"
    words = {phrase_form(word, known.language) for word in letters}
    return bool(words - named - known.empty)


def _whole(passage: MechanicsPassage) -> str:
    """The sentence that a passage stands in, up to its stop, beyond semicolons."""
    whole, start = "", 0
    for at, part in sentences(passage.paragraph):
        if not whole:
            start = at
        whole = passage.paragraph[start : at + len(part)]
        if part.rstrip().endswith((";", ":")):
            continue
        if at + len(part) > passage.start:
            return whole
        whole = ""
    return whole or passage.text
