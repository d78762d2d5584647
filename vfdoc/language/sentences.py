"""Where sentences end: a text comes in, its sentences come out, in order and as printed.

Four readers are meant. `sentences` is for comparing: it cuts wherever one may end, for both texts are cut
alike. `begun_sentences` is for printing: it cuts only where the next one visibly begins, so that an
abbreviation never leaves half a sentence. `placed_sentences` is for pointing into a text: each knows its
line and column. `open_sentence` is for what stands before a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vfdoc import assets
from vfdoc.language.word_list import languages, word_list
from vfdoc.model import TextLine
from vfdoc.model.passage import Sentence
from vfdoc.model.session import constant

_CLOSING = "\"”“»«’')*]"  # a German quotation is closed by what opens an English one
_PLACED = re.compile(r"[.!?][\"”’')*]*[ \t]+|[ \t][–—-][ \t]")
_BEHIND = re.compile(r"[.!?](?=\s)|[\t|]")
_ORDINAL = re.compile(  # begins with a set of characters, which is sought fastest; few texts have one
    r"\d\.(?:(?<=[a-z][ \xa0]\d\.)|(?<=[a-z][ \xa0]\d\d\.)|(?<=[a-z][ \xa0]\d{3}\.))(?=\s+[^\W\d_]{3})"
)
_HELD = "\ue000"  # of the private use area, in the place of a stop that ends nothing
_STOPS, _PAUSES = (".", "!", "?"), (".", "!", "?", ":", ";", "…")


def sentences(text: str, *, colon: bool = True) -> list[str]:
    """The sentences, list items and cells of a text; none is empty. With `colon` one ends there too."""
    parts = _cut(text, _split(".;!?:" if colon else ".;!?"))
    return [part for part in parts if part and not part.isspace()]


def sentence_ends(text: str) -> Iterator[int]:
    """Where the sentences of a text end, as `sentences` cuts it, and where the text does."""
    yield from (found.start() for found in _split(".;!?:").finditer(without_ordinal_stops(text)))
    yield len(text)


def placed_sentences(lines: Iterable[TextLine]) -> Iterator[Sentence]:
    """The sentences that begin in these lines, a dash between blanks ending one too; one that a line end
    cuts is given up to the line end."""
    for line in lines:
        start = 0
        for stop in _PLACED.finditer(line.text):
            if line.text[start : stop.start()].strip():
                yield Sentence(line.line, line.column + start, line.text[start : stop.end()].rstrip())
            start = stop.end()
        if line.text[start:].strip():
            yield Sentence(line.line, line.column + start, line.text[start:].rstrip())


def begun_sentences(text: str, stops: str = ".!?:;") -> list[str]:
    """The stretches of a text between stops behind which a capital, a figure or a bullet stands."""
    return _cut(text, _begun(stops))


def open_sentence(text: str) -> str:
    """The sentence, or cell of a row, that a text breaks off: what stands behind the last end of one."""
    return _BEHIND.split(text)[-1]


def ends_sentence(text: str) -> bool:
    """Whether a text ends as a sentence does, be it within quotation marks or brackets."""
    return text.rstrip().rstrip(_CLOSING).endswith(_STOPS)


def ends_clause(text: str) -> bool:
    """Whether a text ends as a sentence or a part of one does: by a colon or semicolon too."""
    return text.rstrip().rstrip(_CLOSING).endswith(_PAUSES)


def _cut(text: str, ends: re.Pattern[str]) -> list[str]:
    held = without_ordinal_stops(text)
    parts = ends.split(held)
    return parts if held == text else [part.replace(_HELD, ".") for part in parts]


def without_ordinal_stops(text: str) -> str:
    """A text of the same length in which the stops of ordinals are none: "das 70. Lebensjahr" goes on."""
    if _ORDINAL.search(text) is None or _HELD in text:
        return text
    return _ordinal().sub(lambda found: f"{found['number']}{_HELD}", text)


@constant
def _ordinal() -> re.Pattern[str]:
    """A number with a stop behind a word that stands before ordinals, in any language that prints them so."""
    saying = (each for each in languages() if "before_ordinal" in assets.text("grammar", f"{each}.toml"))
    listed = (word_list(each).get("sentence", {}) for each in saying)
    words = {word for sentence in listed for word in sentence.get("before_ordinal", ())}
    return re.compile(rf"(?P<number>\b(?i:{'|'.join(sorted(words)) or '(?!)'})[ \xa0]\d{{1,3}})\.(?=\s)")


@constant
def _split(stops: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=[{stops}])\s+|\n|\t")


@constant
def _begun(stops: str) -> re.Pattern[str]:
    short = "".join(rf"(?<!\b[^\W\d_]{{{n}}}\.)" for n in range(1, 5))  # "(art. 5.5)" ends no sentence
    return re.compile(rf"(?<=[{stops}])(?:\s+(?=[«“„\"(]?[A-ZÀ-Ý0-9•])(?!\d+\.\d)|{short}\s+(?=\d+\.\d))")
