"""Numbers and letters that cite by what they look like: the words of a link, "Section B", R18, "Ziffer 3".

`LinkedNumbers`: whole numbers that are the words of a link, behind a word that cites: "Section [2](#fees)",
"sub-rules [13(1)](https://…) and [31](https://…)(4)". A link within the text is cited as it shows. One that
leads out does where its page is this very text, as it is published: several numbers are linked to it, nearly
all of them sections' here and none said to be "of the Act", and nothing else is linked to it by a name.
`LetteredSections`: "this Section B", where sections are headed A, B, C. `PrefixedNumbers`: R18, G01, T.3.
`JoinedNumbers`: 2-9, 311-2, what of them is a range, a number's head in the line above, or another work's.
`CuedNumbers`: "Ziffer 3", where that word cites and heads no sections.
`parts_of`: "Rule 7 D(6)", where parts have letters (`cited_parts`). `LetteredItems`: "Subsection A(1)".
`FurtherLabels`: "Appendix C", where A and B are the last.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from vfdoc.model import Key
from vfdoc.reading.citation_forms import Forms, are_pointed
from vfdoc.reading.citation_lists import ListedNumber, goes_down
from vfdoc.reading.item_numbers import is_part
from vfdoc.reading.numbering import LETTER_PARTS, key_of

if TYPE_CHECKING:
    from vfdoc.reading.cited_parts import CitedParts

_LABELS = 2  # letters that label sections, at least
_FURTHER = 2  # letters behind the last of them that a citation may name
LONGEST_CUE = 40
"""Characters before a citation in which the words that introduce it stand."""
_CLAUSES = r"(?:\((?:\d{1,3}[a-z]?|[a-z]{1,2}|[ivx]{1,5}|[A-Z])\))"
_TAIL = r"\]\((?:#|https?://)[^()\s]{0,300}(?:[ ]\"[^\"\n]{0,300}\")?\)"
_LINKED = re.compile(
    rf"(?<=[ \xa0[])\d{{1,4}}[a-z]?(?=(?P<inside>{_CLAUSES}{{0,4}})\]\((?:#|(?P<page>https?://[^()\s#]*)))"
)
_END = re.compile(rf"{_CLAUSES}{{0,4}}{_TAIL}{_CLAUSES}{{0,4}}")
_CLAUSE_BEHIND = re.compile(  # in the next line only what is no mark of an item: "(i)(j)", "(b),"
    rf"{_TAIL}(?:(?P<clause>{_CLAUSES}{{1,4}})|\n(?P<below>{_CLAUSES}{{2,4}}|{_CLAUSES}(?=[.,;)])))(?!\w)"
)
_LEADING_OUT = re.compile(r"\[(?P<shown>[^\[\]\n]{1,120})\]\((?P<page>https?://[^()\s#]+)")
_NUMBER_SHOWN = re.compile(rf"(?:(?P<word>[^\W\d_]+)\.?[ \xa0])?(?P<number>\d+[\w.]*){_CLAUSES}{{0,4}}")
_CAPITAL_LINE = re.compile(
    # a page that was taken apart has the letter in a line by itself
    r"^[ \t>]{0,24}[*_]{0,2}(?P<letter>[A-Z])\.[*_]{0,2}(?:[ \t]+(?=[\"“(\[*_]{0,3}[A-Z])|[ \t]*$)",
    re.MULTILINE,
)
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_SEVERAL, _NEARLY_ALL = 3, 0.8  # numbers by which a page is known to be this text, and share of sections'
_PRINTED = re.compile(r"([A-Z])(\.?)(\d{1,3})")
_FEWEST, _IN_ORDER = 5, 0.6  # sections of a letter, and the share of them with the next beside them
_TOLD, _NEARLY_ALL_TOLD = 8, 0.9  # tokens by which a further one is meant for a section; share of sections'
# "**R12.** No part …" opens what was not read as a section, "R12 is met by …" goes on.
_OPENS = re.compile(r"[.:)]?[*_]{0,3}[.:)]?[ \t]+[*_]{0,3}[A-ZÀ-Ý]")
_HEAD_OF_LINE = re.compile(r"(?:^|\n)[ \t>#*_|<(-]{0,24}$")
_LONGEST_HEAD = 25
_TORN = re.compile(r"-[ \t]*\n[ \t>]*\d")
_DASHED = 4  # numbers 2-9-1 that are a text's own form
_IN_A_ROW = 3  # letters that head sections, from A on
_LONGEST_WORD, _SHORTEST_WORD = 16, 5  # letters of a word that cites
_CITED = 2  # letters behind a word that cite, nearly all of sections


class JoinedNumbers:
    """Numbers joined with a hyphen, asked of one text: `known` are the keys of its sections, `printed` their
    numbers."""

    def __init__(self, text: str, forms: Forms, known: Collection[Key], printed: Collection[str]) -> None:
        self._text, self._forms, self._known, self._printed = text, forms, known, printed

    def end_of(self, at: int, end: int, *, several: bool = False) -> int:
        """The end of a number, behind its hyphen where a section bears the whole, 2-9, or one beside it, 2-8,
        or most are of its form; behind a word for several it may be a range of whole numbers that sections
        bear: "Rules 2-9", but no "articles 4-1", which goes down."""
        found = self._forms.short.match(self._text, at)
        if found is None:
            return end
        first, last = found.group().split("-")[0], found.group().rpartition("-")[2]
        rises = first.isdecimal() and last.isdecimal() and int(last) > int(first)
        if several and key_of(self._text[at:end]) in self._known:
            if first.isdecimal() and (rises or found.group() not in self._printed):
                return found.end() if goes_down(found.group()) else end
        elif not several and self.are_apart and not (rises and key_of(last) in self._known):
            return found.end()  # "§ 3-116 of the Act", where no section is numbered so
        beside = found.group().rpartition("-")[0] in self.beside and not several
        return found.end() if found.group() in self._printed or beside or self.are_usual else end

    def is_torn(self, at: int, end: int) -> bool:
        """Whether a number ends its line at a hyphen: "§ 681-", and 5 in the next."""
        return _TORN.match(self._text, end) is not None and self._text[at:end] in self.beside

    def is_of_code(self, at: int, end: int, *, several: bool) -> bool:
        """Whether a number joined with a hyphen is another work's, "article 145-4" of a code: no section has
        its first part, and most are numbered otherwise. Behind a word for several it may be a range."""
        found = self._forms.short.match(self._text, at)
        if found is None or self.are_usual or found.group() in self._printed:
            return False
        first, *others = found.group().split("-")
        rises = (
            len(others) == 1 and first.isdecimal() and others[0].isdecimal() and int(others[0]) > int(first)
        )
        return key_of(self._text[at:end]) not in self._known and not (several and rises)

    @cached_property
    def beside(self) -> frozenset[str]:
        """What stands before the last hyphen of sections' numbers: 2 of 2-8."""
        return frozenset(number.rpartition("-")[0] for number in self._printed if "-" in number)

    @cached_property
    def are_apart(self) -> bool:
        """Whether no section is numbered with a hyphen."""
        return not any("-" in number for number in self._printed)

    @cached_property
    def are_dashed(self) -> bool:
        """Whether sections are numbered 2-9-1."""
        return sum(number.count("-") > 1 for number in self._printed) >= _DASHED

    @cached_property
    def are_usual(self) -> bool:
        """Whether most sections are numbered so: 311-2."""
        return 2 * sum("-" in number for number in self._printed) > len(self._printed)


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
        return (found["clause"] or found["below"]) if found is not None else ""

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


class LetteredSections:
    """Letters behind a word that heads no section, where headings are a letter without a word, from A on, and
    nearly all letters behind that word are theirs: "this Section B". One that is none is wrong there.
    `words` are those of sections, `known` their keys, `headed` the words before the numbers of headings."""

    def __init__(
        self,
        text: str,
        headings: Container[int],
        words: Collection[str],
        known: Container[Key],
        headed: Container[str],
    ) -> None:
        self._text, self._headings = text, headings
        self._candidates = [word for word in words if word not in headed and not word.endswith("s")]
        self._known = known

    @cached_property
    def words(self) -> frozenset[str]:
        """Those words, in small letters."""
        if not all((chr(ord("A") + at),) in self._known for at in range(_IN_A_ROW)):
            return frozenset()
        told: dict[str, list[bool]] = defaultdict(list)
        for found in self._pattern.finditer(self._text):
            if found.start("letter") not in self._headings:
                told[found["word"].casefold()].append((found["letter"],) in self._known)
        return frozenset(
            word for word, good in told.items() if sum(good) >= max(_CITED, _NEARLY_ALL * len(good))
        )

    def are_behind(self, word: str | None) -> bool:
        """Whether letters behind a word are those of sections."""
        return word is not None and word.casefold().removesuffix("s") in self.words

    def found(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Where such a word and its letter stand, of those that begin between two offsets."""
        for found in self._pattern.finditer(self._text, begin) if self.words else ():
            if found.start() >= end:
                return
            if found["word"].casefold() in self.words and found.start("letter") not in self._headings:
                yield found.span()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = "|".join(word.capitalize() for word in self._candidates) or "(?!)"
        return re.compile(
            rf"(?<![\w-])(?P<word>{words})s?[ \xa0\n](?P<letter>[A-HJ-Z]|I(?=[*_]*[.,;:)]))(?![\w'’&-]|\.\w)"
        )


class PrefixedNumbers:
    """Numbers with a letter before them, which cite without a word: R18, G01, T.3. Where sections are
    numbered so and run in order, nothing else looks like them: each such token in the text is a citation of
    one. One that no section bears is meant for one where nearly all others are.

    Asked of one text. `headings` are the offsets of its headings' own numbers, `printed` the sections'
    numbers as printed."""

    def __init__(self, text: str, headings: Collection[int], printed: Collection[str]) -> None:
        self._text, self._headings = text, headings
        found: dict[str, set[int]] = defaultdict(set)
        for number in printed:
            if (each := _PRINTED.fullmatch(number)) is not None:
                found[each[1] + each[2]].add(int(each[3]))
        self._heads = sorted(head for head, numbers in found.items() if _runs(numbers))
        self._letters = rf"|{LETTER_PARTS}" if are_pointed(printed) else ""
        self._keys = frozenset(key_of(number) for number in printed) if self._heads else frozenset()

    @cached_property
    def _tokens(self) -> re.Pattern[str]:
        heads, part = "|".join(map(re.escape, self._heads)), rf"\d{{1,3}}{self._letters}"
        return re.compile(
            rf"(?<![\w.#/=$€£@-])({heads})\d{{1,3}}(?:\.(?:{part})){{0,6}}[a-z]?(?!\w|[.-]\d|-\w\w)"
        )

    def found(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Where such numbers stand that cite, of those that begin between two offsets."""
        if not self._heads:
            return
        for head, start, stop in self._all(begin, end):
            borne = key_of(self._text[start:stop]) in self._keys
            at_head = is_at_head(self._text, start)
            if (borne or head in self._sure) and not (
                at_head and (not borne or _OPENS.match(self._text, stop) is not None)
            ):
                yield start, stop

    def _all(self, begin: int, end: int) -> Iterator[tuple[str, int, int]]:
        for each in self._tokens.finditer(self._text, begin):
            if each.start() >= end:
                return
            if each.start() not in self._headings:
                yield each[1], *each.span()

    @cached_property
    def _sure(self) -> frozenset[str]:
        """What stands before the figures of tokens of which nearly all are sections'."""
        told: dict[str, list[bool]] = defaultdict(list)
        for head, start, stop in self._all(0, len(self._text)):
            told[head].append(key_of(self._text[start:stop]) in self._keys)
        return frozenset(
            head for head, good in told.items() if sum(good) >= max(_TOLD, _NEARLY_ALL_TOLD * len(good))
        )


def is_at_head(text: str, start: int) -> bool:
    """Whether only marks stand before a number in its line."""
    return _HEAD_OF_LINE.search(text, max(0, start - _LONGEST_HEAD), start) is not None


def _runs(numbers: Collection[int]) -> bool:
    """Whether numbers run in order: 1, 2, 3 … or 101, 102 … 201, 202 …"""
    followed = sum(number + 1 in numbers for number in numbers)
    return len(numbers) >= _FEWEST and followed >= _IN_ORDER * len(numbers)


class CuedNumbers:
    """Whole numbers behind a word that cites and heads no sections; whether they cite is for others to say.
    Asked of one text; `headings` are the offsets of its headings' own numbers."""

    def __init__(self, text: str, headings: Container[int], forms: Forms) -> None:
        self._text, self._headings, self._forms = text, headings, forms

    def found(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Where such numbers stand that begin between two offsets."""
        for number in self._forms.after_word.finditer(self._text, begin):
            at = number.start()
            if at >= end:
                return
            word = _LAST_WORD.search(self._text[max(0, at - _LONGEST_WORD) : at - 1])
            if word is None or word.group().casefold() not in self._cues or at in self._headings:
                continue
            if number.group().isdecimal() and self._text[number.end() : number.end() + 1] not in ("-", "("):
                yield at, number.end()

    @cached_property
    def _cues(self) -> frozenset[str]:
        """The words of a language that cite, and are of no scheme, in small letters."""
        cues = self._forms.words.cues.split("|")
        words = (word for word in cues if len(word) >= _SHORTEST_WORD and word.isalpha())
        return frozenset(word for word in words if not self._forms.scheme_of(word))


def parts_of(
    text: str,
    starts: Sequence[int],
    section_of: Callable[[int], str | None],
    forms: Forms,
    numbers: Mapping[str, tuple[str, Key]],
) -> CitedParts | None:
    """What reads the citations of parts that letters tell; None where a text has no such, as nearly all."""
    if not any(is_part(number) for number, _ in numbers.values()):
        return None
    from vfdoc.reading.cited_parts import CitedParts

    return CitedParts(text, starts, section_of, forms, numbers)


class LetteredItems:
    """Items with capitals at the heads of a section's lines, "A.", "B.", which are no sections: "Subsection
    A(1)" in it. Asked of one text; `section_of` says in which section (by anchor) a line stands."""

    def __init__(
        self,
        text: str,
        starts: Sequence[int],
        section_of: Callable[[int], str | None],
        headings: Container[int],
        forms: Forms,
    ) -> None:
        self._text, self._starts, self._section_of = text, starts, section_of
        self._headings, self._forms = headings, forms

    @cached_property
    def letters(self) -> Mapping[str, frozenset[str]]:
        """The letters of each section that run on from A."""
        found: dict[str, set[str]] = defaultdict(set)
        for item in _CAPITAL_LINE.finditer(self._text):
            section = self._section_of(bisect_right(self._starts, item.start("letter")))
            if section is not None and item.start("letter") not in self._headings:
                found[section].add(item["letter"])
        return {
            section: frozenset(told[:run])
            for section, letters in found.items()
            for told in ["".join(sorted(letters))]
            for run in [next((n for n, a in enumerate(told) if ord(a) != ord("A") + n), len(told))]
            if run > 1
        }

    def carries(self, before: LetteredItems) -> bool:
        """Whether the text that was asked before some of its lines changed has the same."""
        return "letters" not in before.__dict__ or self.letters == before.letters

    def cited(self, bare: re.Match[str], section: str, number: str) -> tuple[ListedNumber, ...]:
        """The items behind the word of a part, as clauses of the section in which it stands; none where one
        of them is none of its, or they are of another."""
        letters, forms = self.letters.get(section, frozenset()), self._forms
        found: list[ListedNumber] = []
        item, start, through = bare["number"], bare.start(), False
        end = bare.end()
        while item[0] in letters:
            found.append(ListedNumber(number, start, end, ends_range=through, clause=item))
            step = forms.step.match(self._text, end)
            further = (
                forms.relative_number.match(self._text, step.end()) if step and not step["sign"] else None
            )
            if step is None or further is None or not further.group()[0].isalpha():
                others = forms.belonging.match(self._text, end) and not forms.within.match(self._text, end)
                return () if others else tuple(found)
            item, (start, end) = further.group(), further.span()
            through = bool(step["through"] or step["dash"]) and not through
        return ()


class FurtherLabels:
    """Letters that label no section, though those before them do: "Appendix C", where A and B are the last.
    Asked of one text; `key_of` and `known` as above."""

    def __init__(
        self,
        text: str,
        key_of: Callable[[ListedNumber, str | None], Key],
        known: Container[Key],
    ) -> None:
        self._text, self._key_of, self._known = text, key_of, known
        self._opening: dict[tuple[str, str], bool] = {}

    def lacks(self, number: ListedNumber, word: str | None) -> bool:
        """Whether a letter is meant for such a label: the word is written as a name is, all letters before
        the last that it has are labels, and no line of the text begins with it, as one would that was not
        read."""
        letter = number.number
        if word is None or not word[0].isupper() or len(letter) != 1 or not "C" <= letter <= "Z":
            return False
        borne = [
            other
            for other in map(chr, range(ord("A"), ord(letter)))
            if self._key_of(ListedNumber(other, 0, 0), word) in self._known
        ]
        runs = borne == [chr(ord("A") + at) for at in range(len(borne))]
        near = len(borne) >= _LABELS and ord(letter) - ord(borne[-1]) <= _FURTHER
        return runs and near and not self._opens_line(word, letter)

    def _opens_line(self, word: str, letter: str) -> bool:
        if (told := self._opening.get((word, letter))) is None:
            one = re.escape(word.removesuffix("s"))
            opens = rf"^[^\w\n]*_{{0,2}}(?:{one}s?[ \xa0]+)?{letter}(?![\w-])"
            told = re.search(opens, self._text, re.IGNORECASE | re.MULTILINE) is not None
            self._opening[word, letter] = told
        return told
