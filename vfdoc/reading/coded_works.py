"""Citations of other works by numbers of their own form, which no section of this text bears.

Codes by their capitals, "ORS 443.590" and "RCW 35.21.750", where the text cites several numbers of one so;
articles with a letter and a hyphen, "articles L. 121-60"; a standard and its section in one pair of brackets,
"[RFC1035 4.2.2]".
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property

from vfdoc.model import Key
from vfdoc.reading.citation_forms import SPACE, Forms
from vfdoc.reading.listed_works import CitedWork
from vfdoc.reading.numbering import key_of
from vfdoc.reading.other_works import OtherWorks

_CODE = re.compile(
    r"(?<![\w.-])(?P<code>[A-Z]{2,6})[ \xa0](?:§{1,2}[ \xa0]?)?"
    r"(?P<number>\d{2,4}[A-Z]?\.(?:\d{3,5}|\d{2,3}\.\d{2,4}))(?!\w|[.,]\d)"
)
_WHOLE = r"(?<![\w.-]){code}[ \xa0]\d{{1,9}}(?!\w|\.\d)"  # "EUR 500": no code, and "EUR 10.000" none either
_SEVERAL = 2  # numbers of a code that show that it is one
_IN_BRACKETS = re.compile(
    rf"\[(?P<work>[A-Z]{{2,6}}[ -]?\d{{3,5}}){SPACE}(?P<number>\d{{1,3}}(?:\.\d{{1,3}})+)\]"
)
_LETTERED = re.compile(r"(?P<number>[LRDA]\.?[ \xa0]?\d{1,4}(?:-\d{1,4}){1,4})(?![\w-])")
_LETTER_AT = re.compile(r"[LRDA](?<=[ \xa0\n'’].)\.?[ \xa0]?\d{1,4}-")
_LONGEST_WORD = 12  # characters from the word before such an article to its number


class CodedWorks:
    """Asked of one text; `known` are the keys of its sections, `printed` their numbers."""

    def __init__(
        self, text: str, forms: Forms, known: Collection[Key], printed: Collection[str], works: OtherWorks
    ) -> None:
        self._text, self._forms, self._known, self._works = text, forms, known, works
        self._articles = not any(_LETTERED.match(number) for number in printed)

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of which the text cites several numbers, none of them its own."""
        told: dict[str, set[str]] = defaultdict(set)
        for found in _CODE.finditer(self._text):
            told[found["code"]].add(found["number"])
        return frozenset(
            code
            for code, numbers in told.items()
            if len(numbers) >= _SEVERAL
            and not all(number.endswith("00") for number in numbers)
            and not any(key_of(number) in self._known for number in numbers)
            and re.search(_WHOLE.format(code=code), self._text) is None
        )

    def found(self, begin: int, end: int) -> Iterator[tuple[int, int, CitedWork, str]]:
        """Such citations that begin between two offsets: start, end, the work, and the number there."""
        for found in _CODE.finditer(self._text, begin, end) if self.codes else ():
            if found["code"] in self.codes:
                yield (*found.span(), CitedWork(found["code"], ""), found["number"])
        for found in _IN_BRACKETS.finditer(self._text, begin, end):
            start, stop = found.start() + 1, found.end() - 1
            if "\n" in found.group():
                start = found.start("number")
            yield start, stop, CitedWork(found["work"], ""), found["number"]
        yield from self._lettered(begin, end) if self._articles else ()

    def _lettered(self, begin: int, end: int) -> Iterator[tuple[int, int, CitedWork, str]]:
        for at in _LETTER_AT.finditer(self._text, begin, end):
            number = _LETTERED.match(self._text, at.start())
            before = self._text[max(0, at.start() - _LONGEST_WORD) : at.start()]
            word = next((w for w in self._forms.word.finditer(before) if w.end() == len(before)), None)
            if number is None or word is None:
                continue
            start = at.start() - len(before) + word.start()
            name = self._works.cited(start, number.end(), word["word"]) or ""
            yield at.start(), number.end(), CitedWork(name, ""), number["number"]
