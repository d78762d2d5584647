"""Divisions of other works that are cited without the name of the work: "Section 11A of Chapter 85".

A text of which no heading has "Chapter", and none of whose numbers those chapters are, has no chapters: what
is said to be of one counts elsewhere, and so does the chapter ("Chapter 9, Acts of 1974"). So does another
chapter of the code of which the whole text is one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Container
from functools import cached_property

from vfdoc.model import Key
from vfdoc.reading.citation_forms import SPACE, Forms
from vfdoc.reading.citation_lists import ListedNumber
from vfdoc.reading.numbering import key_of

_CHAPTER = 10  # least number of a chapter that is a file by itself, and sections in it
_OFTEN, _FEW = 2, 0.25  # divisions that show whose they are, and the share of them that may be this text's
_NEAR = 10  # numbers behind the last that a slip may name


class OtherDivisions:
    """Asked of one text. `known` are the keys of its sections, `headed` the words before the numbers of
    headings, in small letters, `key_of_number` says which key a number has behind a word."""

    def __init__(
        self,
        text: str,
        forms: Forms,
        known: Collection[Key],
        headed: Container[str],
        key_of_number: Callable[[ListedNumber, str | None], Key],
    ) -> None:
        self._text, self._forms, self._known, self._headed = text, forms, known, headed
        self._key = key_of_number

    def cited(self, word: str | None, end: int) -> str | None:
        """The division of another work that a citation behind `word` names, or behind which it says, from
        `end` on, that it is; "" where the citation is of it, None where it is of none."""
        if word is None or not self.foreign:
            return None
        if self._plain(word) in self.foreign:
            return ""
        behind = self._of.match(self._text, end)
        return (
            " ".join(behind["name"].split())
            if behind and self._plain(behind["word"]) in self.foreign
            else None
        )

    @cached_property
    def foreign(self) -> frozenset[str]:
        """The words of divisions, for one, that are another work's: no heading has them, and hardly any of
        those that something is said to be of bears a number with which sections begin here."""
        words = [w for w in self._forms.heads if w not in self._headed and self._plain(w) not in self._headed]
        if not words:
            return frozenset()
        firsts = {key[0] for key in self._known}
        last = max((first for first in firsts if isinstance(first, int)), default=0)
        told: dict[str, set[str]] = defaultdict(set)
        for found in self._of.finditer(self._text):
            if found["number"] is not None:
                told[self._plain(found["word"])].add(found["number"])
        foreign: set[str] = set()
        for word, numbers in told.items():
            own = [number for number in numbers if key_of(number)[0] in firsts]
            far = all(number.isdecimal() and int(number) > last + _NEAR for number in numbers)
            if word in words and len(own) <= _FEW * len(numbers) and (far or len(numbers) >= _OFTEN):
                foreign.add(word)
        return frozenset(foreign)

    @cached_property
    def _of(self) -> re.Pattern[str]:
        """What is of such a division, with its number; the figures of one may be letters: "Chapter l0l"."""
        works = self._forms.words.works
        heads = "|".join(map(re.escape, self._forms.heads)) or "(?!)"
        number = r"(?:(?P<number>\d{1,4}[A-Z]{0,2})|[lIO\d]{0,3}\d[lIO\d]{0,3})(?![\w.-]\w|\w)"
        return re.compile(
            r"[ \xa0\n](?:(?<=\d[ \xa0\n])|(?<=\d[\w)][ \xa0\n]))[ \t>]*"
            rf"(?:{works.of}){SPACE}(?:(?:{works.the}){SPACE})?(?P<name>(?P<word>{heads}){SPACE}{number})",
            re.IGNORECASE,
        )

    def _plain(self, word: str) -> str:
        return word.casefold().removesuffix("s")

    def are_of_another_chapter(self, numbers: tuple[ListedNumber, ...], word: str | None) -> bool:
        """Whether a text is one chapter of a code (151.001, 151.002 …), and numbers are of another: "Section
        111.008 of this code", "Chapter 321"."""
        chapter, scheme = self._only_chapter, self._forms.scheme_of(word) if word is not None else None
        return (
            isinstance(chapter, int)
            and chapter >= _CHAPTER
            and all(
                ("." in n.number or (scheme is not None and scheme.name == "chapter")) and key[0] != chapter
                for n in numbers
                for key in [self._key(n, word)]
            )
        )

    @cached_property
    def _only_chapter(self) -> int | str:
        """The chapter of a code that the whole text is, by what all numbers begin with; 0 where it is not."""
        parted = [key[0] for key in self._known if len(key) > 1]
        return parted[0] if len(parted) >= _CHAPTER and len(set(parted)) == 1 else 0
