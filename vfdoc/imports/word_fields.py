"""Cross-reference fields of Word (REF, PAGEREF, NOTEREF): what the file shows, what their targets are now.

A field keeps the words that it showed when it was last brought up to date. Where its target is numbered
otherwise by now, the number of today stands in the text, and the field is told as stale.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from vfdoc.imports.blocks import TextSpan, shortened
from vfdoc.imports.word_numbers import ParagraphNumber
from vfdoc.model.text import StaleField

_WORD = re.compile(r'"[^"]*"|\S+')
CROSSINGS = ("REF", "PAGEREF", "NOTEREF")
_NO_DIGIT = re.compile(r"[^\d.()\-]+")
_ODD = dict.fromkeys(map(ord, "\u200e\u200f\u202a\u202c")) | {0xA0: " "}


@dataclass(slots=True)
class Field:
    """A field that is open: its code, whether its result has begun, the look of it, and what a
    cross-reference shows."""

    code: str
    shows: bool
    look: TextSpan
    shown: str = ""

    @property
    def is_crossing(self) -> bool:
        """Whether it refers to another place of the document."""
        return keyword(self.code) in CROSSINGS

    def code_is(self, kinds: tuple[str, ...]) -> bool:
        """Whether it is a field of one of these kinds."""
        return keyword(self.code) in kinds


@dataclass(slots=True)
class Bookmark:
    """Where a bookmark begins and ends: in which paragraph, after how many characters."""

    index: int
    start: int
    end_index: int = -1
    end: int = 0


class Crossing(NamedTuple):
    """A cross-reference in a paragraph: its code, what the file shows, and its look."""

    code: str
    text: str
    look: TextSpan

    @property
    def bookmark(self) -> str:
        """The bookmark that it names."""
        words = _words(self.code)
        return words[1] if len(words) > 1 else ""


class Answer(NamedTuple):
    """What stands in the text for a cross-reference, whether it is stale, and what is doubtful about it."""

    text: str
    stale: StaleField | None = None
    doubt: str = ""


def keyword(code: str) -> str:
    """What kind of field a code is."""
    words = code.split(None, 1)
    return words[0].upper() if words else ""


def resolved(
    crossing: Crossing,
    here: ParagraphNumber | None,
    target: ParagraphNumber | None,
    words: str,
    *,
    known: bool,
) -> Answer:
    """What a cross-reference says, in a paragraph numbered `here`, of a target with that number and those
    words; `known` says that its bookmark is there."""
    shown, switches = crossing.text, {word[:2].lower() for word in _words(crossing.code) if word[0] == "\\"}
    if keyword(crossing.code) != "REF":
        return Answer(shown)
    if not known:
        return Answer(shown, StaleField(0, 0, shown, None))
    if not switches & {"\\n", "\\r", "\\w"}:
        if not shown.strip():
            return Answer(words)
        same = _plain(shown) == _plain(words) or not words.strip()
        return Answer(
            shown, None, "" if same else f"a cross-reference whose target says {' '.join(words.split())!r}"
        )
    if target is None or target.bullet:
        return Answer(shown, None, "a cross-reference to the number of a paragraph that has none")
    alone, whole = target.text.rstrip("."), target.whole
    inside = here is not None and target.above and here.whole.startswith(target.above)
    relative = alone if inside else whole
    now = alone if "\\n" in switches else whole if "\\w" in switches else relative
    forms = {_plain(form) for form in (alone, whole, relative)}
    if "\\t" in switches:
        forms |= {_plain(_NO_DIGIT.sub("", form)) for form in (alone, whole, relative)}
        now = _NO_DIGIT.sub("", now) or now
    if not shown.strip():
        return Answer(now)
    if _plain(shown) in forms:
        return Answer(shown)
    before, after = shown[: len(shown) - len(shown.lstrip())], shown[len(shown.rstrip()) :]
    stale = StaleField(0, 0, shown.strip(), now, _title(words))
    return Answer(f"{before}{now}{after}", stale)


def _title(words: str) -> str:
    """By what a target is called: its words up to the colon that ends a title, or as many as fit."""
    return shortened(words.partition(": ")[0].strip(" :"))


def _plain(text: str) -> str:
    return " ".join(text.translate(_ODD).split()).rstrip(".").casefold()


def _words(code: str) -> list[str]:
    return [word.strip('"') or '""' for word in _WORD.findall(code)]
