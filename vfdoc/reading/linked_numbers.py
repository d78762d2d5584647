"""Whole numbers that are the words of a link, behind a word that cites: "Section [2](#fees)", "sub-rules
[13(1)](https://…) and [31](https://…)(4)".

A link within the text is cited as it shows. One that leads out does where its page is this very text, as it
is published: several numbers are linked to it, nearly all of them sections' here and none said to be "of the
Act", and nothing else is linked to it by a name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from functools import cached_property

from vfdoc.model import Key
from vfdoc.reading.citation_forms import Forms
from vfdoc.reading.numbering import key_of

LONGEST_CUE = 40
"""Characters before a citation in which the words that introduce it stand."""
_CLAUSES = r"(?:\((?:\d{1,3}[a-z]?|[a-z]{1,2}|[ivx]{1,5}|[A-Z])\))"
_TAIL = r"\]\((?:#|https?://)[^()\s]{0,300}(?:[ ]\"[^\"\n]{0,300}\")?\)"
_LINKED = re.compile(
    rf"(?<=[ \xa0[])\d{{1,4}}[a-z]?(?=(?P<inside>{_CLAUSES}{{0,4}})\]\((?:#|(?P<page>https?://[^()\s#]*)))"
)
_END = re.compile(rf"{_CLAUSES}{{0,4}}{_TAIL}{_CLAUSES}{{0,4}}")
_CLAUSE_BEHIND = re.compile(rf"{_TAIL}(?P<clause>{_CLAUSES}{{1,4}})(?!\w)")
_LEADING_OUT = re.compile(r"\[(?P<shown>[^\[\]\n]{1,120})\]\((?P<page>https?://[^()\s#]+)")
_NUMBER_SHOWN = re.compile(rf"(?:(?P<word>[^\W\d_]+)\.?[ \xa0])?(?P<number>\d+[\w.]*){_CLAUSES}{{0,4}}")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_SEVERAL, _NEARLY_ALL = 3, 0.8  # numbers by which a page is known to be this text, and share of sections'


class LinkedNumbers:
    """Asked of one text. `headings` are the offsets of its headings' own numbers, `known` the keys of its
    sections; `cites` says whether a number behind a word is wrong where no section bears it."""

    def __init__(
        self,
        text: str,
        headings: Collection[int],
        forms: Forms,
        known: Collection[Key],
        cites: Callable[[str], bool],
    ) -> None:
        self._text, self._headings, self._forms, self._known, self._cites = (
            text, headings, forms, known, cites
        )  # fmt: skip

    def found(
        self, matches: Callable[[re.Pattern[str]], Iterator[re.Match[str]]]
    ) -> Iterator[tuple[int, int]]:
        """Where such numbers stand that cite, of those that are matched."""
        behind = -1  # the end of the link before it that cites
        for found in matches(_LINKED):
            at, end = found.span()
            if at in self._headings or (found["page"] is not None and found["page"] not in self.own_pages):
                continue
            before = self._text[max(0, at - LONGEST_CUE) : at]
            if any(map(str.isdigit, before.rpartition("[")[2])):
                continue  # "[Section 4.2 requirement 2](#r2)" is of 4.2
            before = before.removesuffix("[")
            known, opens = key_of(found.group()) in self._known, self._text[at - 1] == "["
            goes_on = behind >= 0 and opens and self._goes_on(behind, at - 1)
            introduced = known and (goes_on or self._forms.cue.search(before) is not None)
            if introduced or (opens and self._is_headed(before)):
                whole = _END.match(self._text, end)
                behind = whole.end() if whole is not None else -1
                yield at, end

    def _goes_on(self, end: int, opening: int) -> bool:
        """Whether a list goes on between two links of one line."""
        step = self._forms.step.match(self._text, end, opening)
        return step is not None and step.end() == opening and "\n" not in step.group()

    def _is_headed(self, before: str) -> bool:
        """Whether a word stands before a number behind which one that no section bears is wrong."""
        last = _LAST_WORD.search(before.rstrip(" \xa0").casefold())
        return last is not None and last.group() in self._forms.heads and self._cites(last.group())

    def clause_behind(self, end: int) -> str:
        """The clause that stands behind the link of which a number is the last word: "[35](#notice)(5)"."""
        found = _CLAUSE_BEHIND.match(self._text, end)
        return found["clause"] if found is not None else ""

    def is_own(self, address: str) -> bool:
        """Whether an address is of a page that is this text."""
        return address.partition("#")[0] in self.own_pages

    @cached_property
    def own_pages(self) -> frozenset[str]:
        """The pages outside that are this text."""
        if "](http" not in self._text:
            return frozenset()
        told: dict[str, dict[str, bool]] = defaultdict(dict)
        named: set[str] = set()
        for link in _LEADING_OUT.finditer(self._text):
            number = _NUMBER_SHOWN.fullmatch(link["shown"])
            word = (number["word"] or "").casefold() if number is not None else ""
            if number is None or (word and word not in self._forms.heads):
                named.add(link["page"])
                continue
            before = self._text[max(0, link.start() - LONGEST_CUE) : link.start()]
            last = _LAST_WORD.search(before.rstrip(" \xa0").casefold())
            if word or (last is not None and last.group() in self._forms.heads):
                whole = _END.match(self._text, link.end("shown"))
                others = whole is not None and self._forms.belonging.match(self._text, whole.end())
                borne = key_of(number["number"].rstrip(".")) in self._known
                told[link["page"]][link["shown"]] = borne and not others
        return frozenset(
            page
            for page, shown in told.items()
            if page not in named and sum(shown.values()) >= max(_SEVERAL, _NEARLY_ALL * len(shown))
        )
