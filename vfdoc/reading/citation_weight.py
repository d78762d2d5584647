"""How sure a citation is: by its form, by whether its numbers lead to sections, by how many of its form do.

Citations before they are weighed (`FoundCitation`) come in, `Reference`s with their confidence go out. What a
number names that no section bears may be a slip, or count in another work: `CitedNumbers` says which.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge
from typing import NamedTuple

from vfdoc.model import Key, Reference, Target
from vfdoc.reading.citation_forms import Forms, own_forms
from vfdoc.reading.citation_lists import clause_key
from vfdoc.reading.citation_places import CitationPlaces
from vfdoc.reading.other_works import OtherWorks
from vfdoc.reading.work_forms import NAMED_ABOUT, SENTENCE_END, SERIAL_ABOUT

_SUREST = 0.99
_WEIGHT = 8  # so many others of its form weigh as much as a form's own
_SIGN, _MOSTLY = "§", 4  # by how many times more often it cites other works
_FAR, _FAR_SHARE = 20, 0.4
_LETTERED = 5  # letters of sections, behind which a slip may name the next but one
_MANY = 30  # sections of a text that shows where a number may have its place
_AROUND, _BLANK = 400, "\n\n"  # characters of a paragraph on either side of a citation, and what ends it
_CALLED = 20  # characters of the word for what something stands in
_NEAR = 10  # sections behind the last that a slip may name
_OFTEN, _OFTEN_SHARE = 8, 0.9  # citations behind a word that lead to sections, by all that are of this text
_TIMES = 10  # how many times the last number beside it one may be
_DAY = re.compile(r"0[1-9]\.(?:0[1-9]|1[0-2])|(?:[12]\d|3[01])\.0[1-9]")
_SECTIONS, _GAPS = 3, 0.3  # sections of a text, and the share of numbers between them that are missing
_SHARE = re.compile(r"0\.\d{1,5}")
_FACTOR = re.compile(r"\d+\.\d+x|\d+x\d+|0\.\d+m?s")  # "two and a half (2.5x)", "a matrix (4x4)", "(0.15s)"
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_PARTED = 4  # parts of an address
_IDENTIFIER = re.compile(r"[0-2](?:\.\d+){5,}")  # of an object, with a part of more than two digits
_TWO = 2
_NO_MEASURE = 3  # parts of a number that is no measure
_LIST, _LEAD = 450, 120  # characters of a list before a citation in it; of its lead
_ITEM = re.compile(r"[ \t>]*(?:[-*+•]|\(?(?:\d{1,3}|[a-z])[.)°])[ \t]")
_ENDS_ITEM = re.compile(r"[ \xa0]?[;.][ \t]*(?:\n|$)")
_HEAD = re.compile(r"^[^\w\n]{0,8}(\w+(?:[^\w\n]\w+){1,7})", re.MULTILINE)
# "7.4 Destroyed Units", above a line of text: a heading, whether it was read or not
_TITLED = re.compile(
    r"^[*\[( \t]{0,8}(?P<number>\d{1,3}(?:\.\d{1,3}){1,4})[.)\]]?[*]{0,2}[ \t]+"
    r"(?P<title>[A-ZÀ-Ý][^\n.:;]{2,70})(?<![\d,])[ \t*]*\n(?=[^\n\d]|\n+[^\n\d])",
    re.MULTILINE,
)
_LONG_WORD = re.compile(r"(?<![\w’'-])[^\W\d_]{4,}")
_FIGURES = re.compile(r"\w+")
_MARKS = " \t>*_|-\n"  # before the first word of a line
_FIGURES_READ = str.maketrans("oOlI", "0011")  # what a scanner reads for figures
_SHORT_SERIAL = re.compile(r"[A-Z][A-Z0-9]*[A-Z][A-Z0-9]*-\d{1,2}(?![\d.]*\d)")  # "UTF-8", "SHA-1"
_UNSHORTENED = re.compile(r"(?<!\w)[^\W\d_A-ZÄÖÜ]{3,}(?![\w.-])")
_STOPPED = re.compile(r"(?<!\w)([^\W\d_A-ZÄÖÜ]{3,})[.!?]\s+$")
_SENTENCE = re.compile(r"[^\W\d_]{3}\.\s+[A-ZÄÖÜ]")  # the end of one, no "31. Dezember"
_FIRST = ("1", "I", "A")
_GOES_ON = re.compile(r"-\d")
_WHOLE = re.compile(r"\d+(?!\w|\.\d)")


class LinePlace(NamedTuple):
    """Where a line belongs: the anchor of its section, and its document."""

    section: str
    document: str


class FoundCitation(NamedTuple):
    """A citation before it is weighed: its place, numbers, the form by which it was known, how sure that is,
    and where it leads."""

    place: LinePlace
    line: int
    column: int
    text: str
    targets: tuple[Target, ...]
    range: bool
    form: str
    sure: float
    leads: bool  # to a section
    far: bool  # it does not, and may count in another work
    odd: bool = False  # it does not, and may unless nearly all behind its word are sections


class CitedNumbers:
    """Asked of the targets of the citations in `text`, where sections with the keys `known` stand."""

    def __init__(
        self, text: str, known: Collection[Key], forms: Forms, places: CitationPlaces, works: OtherWorks
    ) -> None:
        self._text, self._known, self._forms, self._places, self._works = text, known, forms, places, works

    def is_lost(self, target: Target) -> bool:
        """Whether a number leads nowhere; one with a letter ("23a") is no clause of what bears it without."""
        lettered = target.number is not None and not target.clause and target.key not in self._known
        return lettered or not self.leads(target)

    def leads(self, target: Target) -> bool:
        """Whether a target is a section, a clause that one counts, or named without a number."""
        apart = target.clause[:1].isupper() or target.clause.startswith("(")  # 629-3A(2), 3(2)
        clause = len(clause_key(target.clause)) if apart else 0
        if clause and target.key[:-clause] in self._known:
            return True
        return (
            target.key in self._known
            or target.number is None
            or (len(target.key) > 1 and target.key[:-1] in self._known and isinstance(target.key[-1], str))
        )

    def is_value(self, number: str) -> bool:
        """Whether a number is a factor ("2.5x"), a share of one ("0.001"), a day ("01.04"), an address of
        four parts, where no section begins or is as deep so, an identifier ("2.16.840.1.101.3")."""
        if _FACTOR.fullmatch(number):
            return True
        if _SHARE.fullmatch(number):
            return not any(key[0] == 0 for key in self._known)
        if _DAY.fullmatch(number):
            return not any(len(key) > 1 and key[0] == int(number.partition(".")[0]) for key in self._known)
        if _IDENTIFIER.fullmatch(number) and any(len(part) > _TWO for part in number.split(".")):
            return True
        return _ADDRESS.fullmatch(number) is not None and self._deepest < _PARTED

    def is_marked(self, start: int, end: int) -> bool:
        """Whether a bracket that nothing opens closes behind a number: "paragraphs 11.42), 11.43)" are items
        that begin so."""
        before = self._text[max(0, start - _AROUND) : start].rpartition(_BLANK)[2]
        return self._text.startswith(")", end) and "(" not in before

    def may_be_meant(self, number: str, word: str) -> bool:
        """Whether a number that no section bears may be meant for one: behind a word of which the text leaves
        open whether it cites, and not far beyond the last section."""
        near = number.isdecimal() and int(number) <= self._last + _NEAR
        if near and self._forms.key(number) in self._known and self._places.is_rare(word.casefold()):
            return False  # "clause 2" of a list, where there is an Article II
        return near and self._places.may_cite(word.casefold())

    def is_far(self, target: Target, start: int, end: int, within: str) -> bool:
        """Whether a number that no section bears is far beyond theirs, of another chapter than the
        one that the text is, of a series that none of them has ("Annex 2" where the text has no
        annex) or one alone ("Chapter 4", which is the text), is that of a line that looks
        like its heading, bears a letter where none of theirs does
        ("Section 1a"), goes on in a way that was not read ("195-9B(1)"), or stands in a sentence that names
        another work: it may be that work's, or of a part that is left out. It stands in the section of the
        anchor `within`."""
        first = target.key[0] if target.key else 0
        if isinstance(first, int):
            far = first > self._farthest
        else:  # "Appendix C" behind A and B is as near
            near = len(target.key) == len(first) == 1 and self._is_near(first)
            far = first not in self._series and not near
        clause = target.clause[:1] == "(" or not f"{target.clause}aa"[1:2].isalpha()  # no "Absatz 2"
        lettered = len(target.key) == len("1a") and isinstance(target.key[-1], str) and not clause
        if (
            far
            or _GOES_ON.match(self._text, end)
            or self._is_printed(target)
            or (len(target.key) == 1 and first in self._gaps)
            or (lettered and not self._has_letters and not self._is_misread(target))
        ):
            return True
        if (
            self.is_past(end)
            or self._is_of_parts(start)
            or (self._is_said_here(start) and not self._stands_between_read(target.key, within))
        ):
            return True
        return self._is_mentioned(start, end, alone=len(target.key) > 1 and self._has_place(target))

    def _is_printed(self, target: Target) -> bool:
        """Whether a line looks like the heading of a number that no section bears: it was not read."""
        titled = tuple(_FIGURES.findall(target.number or "")) in self._titled
        return titled and target.key not in self._beside  # 5.0, where 5.1 was read

    @cached_property
    def _titled(self) -> frozenset[tuple[str, ...]]:
        """The numbers of lines that look like headings: with a title, of which all long words are capital."""
        return frozenset(
            tuple(found["number"].split("."))
            for found in _TITLED.finditer(self._text)
            if all(word[0].isupper() for word in _LONG_WORD.findall(found["title"]))
        )

    def is_past(self, end: int) -> bool:
        """Whether a sentence goes on behind a citation to say that an earlier text of this work is meant:
        "§ 13 in der bis zum 31. Dezember 2012 geltenden Fassung"."""
        behind = " ".join(self._text[end : end + _AROUND].partition(_BLANK)[0].split())
        found = self._past.search(behind)
        return found is not None and _SENTENCE.search(behind, 0, found.start()) is None

    @cached_property
    def _past(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{self._forms.words.past})")

    def _is_misread(self, target: Target) -> bool:
        """Whether a letter stands for a figure, as a scanner reads it, and a section bears that: "3o"."""
        number = (target.number or "").translate(_FIGURES_READ)
        return number.isdecimal() and (int(number),) in self._known

    def _is_near(self, letter: str) -> bool:
        """Whether a letter comes right behind one of sections, or behind the next where several have one."""
        back = range(1, 3 if len(self._series) >= _LETTERED else 2)
        return any(chr(ord(letter) - by) in self._series for by in back)

    @cached_property
    def _this(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{self._forms.words.works.this})[ \xa0\n]$", re.IGNORECASE)

    def _is_said_here(self, start: int) -> bool:
        """Whether a citation says that it stands in what it cites, "this Article VI": that is there, and was
        not read."""
        return self._this.search(self._text, max(0, start - _CALLED), start) is not None

    def _stands_between_read(self, key: Key, within: str) -> bool:
        """Whether the section `within` which a citation stands, or one that it is below, is as deep as what
        is cited, and the next behind that was read: none between them was left out, and "this Section 16" in
        11 is a slip."""
        own = self._forms.key(within.partition("~")[0])[: len(key)] if within[:1].isdigit() else ()
        if len(own) != len(key) or own[:-1] != key[:-1] or not isinstance(own[-1], int):
            return False
        return own in self._known and (*own[:-1], own[-1] + 1) in self._known

    def is_odd(self, target: Target, start: int, end: int, *, told: bool) -> bool:
        """Whether a number that no section bears has no place among many, stands behind a word behind which
        many are none, or beside what may name another work. It has its place where its article, which this
        text has, is `told` beside it: "Article II, Section 1"."""
        placed = told and target.key[:-1] in self._known
        displaced = not placed and self._is_displaced(target, start)
        return displaced or self._is_mentioned(start, end, loosely=True)

    def _is_displaced(self, target: Target, start: int) -> bool:
        return self._is_open(start) or (len(self._known) >= _MANY and not self._has_place(target))

    def may_be_slip(self, target: Target, form: str, start: int, end: int) -> bool:
        """Whether an odd number may be a slip all the same: one that is no clause, behind a word of sections,
        alone in brackets (no "(4.5)", which may be a measure) or behind the letter of theirs, no deeper than
        theirs and not far beyond the last, in a paragraph that names no other work unless it has its place;
        no line begins with its figures, whatever signs are between them: "5․1․2" was not read."""
        prefixed = form == "prefixed"
        whole = target.paragraph or not target.clause
        first = next(iter(target.key[prefixed:]), "") if whole else ""
        last = max(self._beside.get(target.key[:1], ()), default=0) if prefixed else self._last
        near = isinstance(first, int) and first <= last + _NEAR and len(target.key) <= self._deepest
        worded = prefixed or self._forms.scheme_of(form.removesuffix("s")) is not None
        worded = worded or (form == "(" and len(target.key) >= _NO_MEASURE)
        if self._is_displaced(target, start) and self._is_work_about(start, end):
            return False
        return near and worded and not self._heads_line(target)

    def _heads_line(self, target: Target) -> bool:
        figures = tuple(_FIGURES.findall(target.number or ""))
        return len(figures) > 1 and figures in self._line_heads

    @cached_property
    def _line_heads(self) -> frozenset[tuple[str, ...]]:
        """What lines begin with, as figures and words with one sign between them."""
        heads = (_FIGURES.findall(found[1]) for found in _HEAD.finditer(self._text))
        return frozenset(tuple(head[:count]) for head in heads for count in range(2, len(head) + 1))

    def _around(self, start: int, end: int) -> tuple[str, str]:
        """The paragraph of a citation before it and behind it, as far as it stands near."""
        before = self._text[max(0, start - _AROUND) : start].rpartition(_BLANK)[2]
        return before, self._text[end : end + _AROUND].partition(_BLANK)[0]

    def _is_work_about(self, start: int, end: int) -> bool:
        """Whether the paragraph of a citation names another work."""
        about = " ".join(self._around(start, end))
        return NAMED_ABOUT.search(about) is not None or any(
            map(self._works.names_work, SENTENCE_END.split(about))
        )

    @cached_property
    def _last(self) -> int:
        return max((key[0] for key in self._known if isinstance(key[0], int)), default=0)

    @cached_property
    def _deepest(self) -> int:
        return max(map(len, self._known), default=0)

    def _is_mentioned(self, start: int, end: int, *, loosely: bool = False, alone: bool = False) -> bool:
        """Whether the sentence in which a citation stands names another work, before it or behind it;
        `loosely` whether one may: by a short number ("UTF-8"), or in the sentence before one that begins with
        the sign §, behind what may be the stop of a shortened word. `alone` says that the items of a list
        about that of a citation do not count, nor lines below it."""
        before, behind = self._around(start, end)
        if alone and _ENDS_ITEM.match(self._text, end) and _ITEM.match(line := before.rpartition("\n")[2]):
            before, behind = line, ""
        if not loosely and self._begins_sentence(start):
            before = ""
        serials = SERIAL_ABOUT.finditer(SENTENCE_END.split(before)[-1])
        if any(loosely or not _SHORT_SERIAL.match(each.string, each.start()) for each in serials):
            return True
        if self._works.is_named_before(before):
            return True
        if before.rpartition("\n")[2].strip(_MARKS) == "" and self._is_row(before, behind):
            before, behind = "", behind.partition("\n")[0]  # one of a list of such lines
        behind = behind[: stop.start()] if (stop := SENTENCE_END.search(behind)) is not None else behind
        return any(map(self._works.names_work, (before, self._lead_in(start), behind)))

    def _begins_sentence(self, start: int) -> bool:
        """Whether the sign § stands at a place behind a stop that ends a sentence: the text has the word
        before it without one, too ("wird. § 5", but no "insbes. § 5")."""
        signed = self._text[start : start + 1] == _SIGN
        found = _STOPPED.search(self._text, max(0, start - _AROUND), start) if signed else None
        return found is not None and found[1] in self._unshortened

    @cached_property
    def _unshortened(self) -> frozenset[str]:
        """The words in small letters that stand in the text without a stop or a hyphen behind them."""
        return frozenset(_UNSHORTENED.findall(self._text))

    def _is_row(self, before: str, behind: str) -> bool:
        """Whether the line above that of a citation at its head, or that below, begins with one, too."""
        beside = before.rstrip(_MARKS).rpartition("\n")[2], behind.partition("\n")[2]
        return any(
            (word := self._forms.word.match(line.lstrip(_MARKS))) is not None
            and self._forms.number.match(line.lstrip(_MARKS), word.end()) is not None
            for line in beside
        )

    def _lead_in(self, start: int) -> str:
        """The end of what leads to the list in which a citation stands: "The following sections of the Act
        apply:"; nothing where it stands in none."""
        text = self._text
        if _ITEM.match(text, text.rfind("\n", 0, start) + 1) is None:
            return ""
        colon = text.rfind(":\n", max(0, start - _LIST), start)
        if colon < 0:
            return ""
        lines = filter(None, text[colon + 2 : start].split("\n"))
        if not all(line[:1].isspace() or _ITEM.match(line) for line in lines):
            return ""
        before = text[max(0, colon - _LEAD) : colon]
        return before[before.rfind("\n\n") + 1 :]

    def _is_of_parts(self, start: int) -> bool:
        """Whether a text is one part of a work, and not the first, by the word of a citation ("Chapter 13"):
        one section alone is headed by it."""
        numbers = self._places.headed.get(self._word_at(start), frozenset())
        return len(numbers) == 1 and numbers.isdisjoint(_FIRST)

    def _is_open(self, start: int) -> bool:
        """Whether a whole number stands at a place behind a word of which the text leaves open whether it
        cites ("Section 7")."""
        found = self._forms.word.match(self._text, start)
        whole = found is not None and _WHOLE.match(self._text, found.end()) is not None
        return whole and self._places.may_cite(self._word_at(start))

    def _word_at(self, start: int) -> str:
        """The word of the citation at a place, in small letters; "" where it has none."""
        found = self._forms.word.match(self._text, start)
        return found.group("word").casefold() if found is not None else ""

    def _has_place(self, target: Target) -> bool:
        """Whether sections stand about a number, or about that of which it is a clause: that above it, and
        others beside it, the last of which is at least a tenth of it; or, where the one above is missing,
        sections as deep beside that."""
        clause = len(clause_key(target.clause)) if target.clause.startswith("(") else 0
        above, last = (key := target.key[: len(target.key) - clause] or target.key)[:-1], key[-1]
        if not above and isinstance(last, str) and len(last) == 1:
            return self._is_near(last)
        beside = self._beside.get(above, ())
        if not beside and len(above) > 1 and above not in self._known and above[:-1] in self._known:
            beside, last = self._cousins.get(key[:-2], ()), last if isinstance(last, int) else 0
            return bool(beside) and last <= _TIMES * max(beside)
        if isinstance(last, str) or not beside:
            own = isinstance(last, str) or tuple(map(type, key)) in self._own_forms
            return own and (above in self._known or bool(beside))
        if above:
            return last <= _TIMES * max(beside) and (isinstance(above[0], str) or above in self._known)
        return min(beside) <= last and ("." not in (target.number or "") or last <= max(beside))

    @cached_property
    def _own_forms(self) -> frozenset[tuple[type, ...]]:
        return own_forms(self._known)

    @cached_property
    def _series(self) -> frozenset[str]:
        return frozenset(key[0] for key in self._known if isinstance(key[0], str))

    @cached_property
    def _has_letters(self) -> bool:
        return any(len(key) > 1 and isinstance(key[-1], str) for key in self._known)

    @cached_property
    def _farthest(self) -> int:
        firsts = [key[0] for key in self._known if isinstance(key[0], int)]
        return 5 * max(firsts) + _FAR if firsts else 0  # "5.7" where sections have letters alone

    @cached_property
    def _gaps(self) -> frozenset[int]:
        """The whole numbers that no section bears, between those that some do, where they are so many that
        nobody can say whether they were not written or not read: 2, 3 and 5 beside 1, 4, 6, 7 and 8."""
        known = {key[0] for key in self._known if len(key) == 1 and isinstance(key[0], int)}
        missing = frozenset(range(1, max(known, default=0) + 1)) - known
        few = len(known) < _SECTIONS or len(missing) < _GAPS * len(known | missing)
        return frozenset() if few else missing

    @cached_property
    def _cousins(self) -> dict[Key, set[int]]:
        """The last numbers of the sections two deeper than each."""
        found: dict[Key, set[int]] = defaultdict(set)
        for key in self._known:
            if len(key) > 2 and isinstance(key[-1], int):
                found[key[:-2]].add(key[-1])
        return found

    @cached_property
    def _beside(self) -> dict[Key, set[int]]:
        """The last numbers of the sections of each family."""
        found: dict[Key, set[int]] = defaultdict(set)
        for key in self._known:
            if isinstance(key[-1], int):
                found[key[:-1]].add(key[-1])
        return found


def weighed(
    own: Sequence[FoundCitation], foreign: Iterable[Reference], headed: Container[str] = ()
) -> Iterator[Reference]:
    """All citations of a text, those of other works too, each with how sure it is, in order; `headed` are the
    words before the numbers of its headings."""
    others = sorted(foreign, key=_at)
    signed = sum(each.text[:1] == _SIGN for each in others) if _SIGN not in headed else 0
    elsewhere = signed > _MOSTLY * sum(each.form[:1] == _SIGN for each in own)
    return merge(_weighed(own, elsewhere=elsewhere), others, key=_at)


def _weighed(found: Sequence[FoundCitation], *, elsewhere: bool) -> Iterator[Reference]:
    """The citations with how sure each is: its form's own, weighed with how many of that form lead to a
    section. `elsewhere` says that the sign § cites other works, as a rule."""
    good: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for each in found:
        every[each.form] += 1
        good[each.form] += each.leads
    usual, told = _usual(found), _told_own(found)
    for each in found:
        share = (_WEIGHT * each.sure + good[each.form]) / (_WEIGHT + every[each.form])
        if each.leads and not each.far:
            sure = 1 - (1 - each.sure) * (1 - share)
        else:
            odd = each.odd and not told.issuperset(target.key for target in each.targets)
            far = each.far or (odd and each.form.removesuffix("s") not in usual)
            sure = share * (_FAR_SHARE if far else 1)
        sure *= _FAR_SHARE if elsewhere and each.form[:1] == _SIGN else 1
        yield Reference(
            section=each.place.section, document=each.place.document, line=each.line, column=each.column,
            text=each.text, targets=each.targets, range=each.range,
            confidence=min(round(sure, 2), _SUREST),
        )  # fmt: skip


def _told_own(found: Sequence[FoundCitation]) -> frozenset[Key]:
    """The numbers of several parts that no section bears, and of which nothing leaves open at some place
    whether they are of this text: "Article VI, Section 2 of these bylaws" is "Art. VI, Sec. 2", too."""
    ours = (each for each in found if not (each.leads or each.far or each.odd))
    return frozenset(target.key for each in ours for target in each.targets if len(target.key) > 1)


def _usual(found: Sequence[FoundCitation]) -> frozenset[str]:
    """The words, of one section, behind which nearly all numbers that are of this text lead to sections."""
    leading: Counter[str] = Counter()
    ours: Counter[str] = Counter()
    for each in found:
        word = each.form.removesuffix("s")
        leading[word] += each.leads
        ours[word] += not each.far
    return frozenset(word for word in ours if leading[word] >= max(_OFTEN, _OFTEN_SHARE * ours[word]))


def _at(reference: Reference) -> tuple[int, int]:
    return reference.line, reference.column
