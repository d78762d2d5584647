"""Other works as lists and tables name them, where a line begins or at the head of a column, and as
an edition does under `[[cites]]`.

"- [RFC 9901] Selective Disclosure, section 4"; "| [NIST §](https://…) |" above a column of numbers.

`OtherDivisions`: a text of which no heading has "Chapter", and none of whose numbers those chapters are, has
no chapters: what is said to be of one ("Section 11A of Chapter 85") counts elsewhere, and so does the chapter
("Chapter 9, Acts of 1974"). So does another chapter of the code of which the whole text is one.

`SaidOfItself`, `society`: what a text calls itself, and those whose it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Protocol

from vfdoc.model import Key
from vfdoc.model.session import constant
from vfdoc.reading.citation_forms import SPACE, Forms
from vfdoc.reading.citation_lists import ListedNumber
from vfdoc.reading.numbering import key_of
from vfdoc.reading.words import LanguageWords

_OF_CODE = 100  # a chapter so high is a code's, of which an ordinance may quote a single section
_MOSTLY_OF_ONE = 0.9  # of the numbers of several parts, which are then of one chapter
_PARTED = re.compile(r"\w+\.|\d{1,4}-\d{1,3}(?!\d)")  # 111.008, 441-3; no "321-2022", which tells a year
_PADDED = re.compile(r"\.\d\d")  # 137.01, as codes print them
_CHAPTER = 10  # least number of a chapter that is a file by itself, and sections in it
_SEVERAL, _FEW = 2, 0.25  # divisions that show whose they are, and the share of them that may be this text's
_MOST = 20  # numbers of a list that are looked through
_REMARK = re.compile(r"[ \xa0\n]\([^()\d\n]{2,60}\)")
_NEAR = 10  # numbers behind the last that a slip may name
_CODE = re.compile(
    r"(?<![\w.-])(?P<code>[A-Z]{2,6})[ \xa0](?:§{1,2}[ \xa0]?)?"
    r"(?P<number>\d{2,4}[A-Z]?\.(?:\d{3,5}|\d{2,3}\.\d{2,4}))(?!\w|[.,]\d)"
)
_WHOLE_NUMBER = (
    r"(?<![\w.-]){code}[ \xa0]\d{{1,9}}(?!\w|\.\d)"  # "EUR 500": no code, and "EUR 10.000" none either
)
_NUMBERS_OF_CODE = 2  # numbers of a code that show that it is one
_IN_BRACKETS = re.compile(
    rf"\[(?P<work>[A-Z]{{2,6}}[ -]?\d{{3,5}}){SPACE}(?P<number>\d{{1,3}}(?:\.\d{{1,3}})+)\]"
)
_LETTER_ARTICLE = re.compile(r"(?P<number>[LRDA](?:\.\n|\.?[ \xa0]?)\d{1,4}(?:-\d{1,4}){1,4})(?![\w-])")
_LETTER_AT = re.compile(r"[LRDA](?<=[ \xa0\n'’].)(?:\.\n|\.?[ \xa0]?)\d{1,4}-")
_WORD_OF_ARTICLE = 12  # characters from the word before such an article to its number
# "§ 21D", "Sections 42A-F": a number into which a section was put, as statutes print it
_PUT_IN = re.compile(
    r"(?<=[ \xa0\n§])\d{1,4}[A-Z]{1,2}(?:-[A-Z])?(?:\([a-zA-Z\d]{1,4}\)){0,3}(?:½)?(?![\w-]|\.\w)"
)
_OF_STATUTE = re.compile(r"\d{1,4}(?:[A-Z]{1,2}(?:-[A-Z])?)?(?:\([a-zA-Z\d]{1,4}\)){0,3}(?:½)?(?![\w-]|\.\w)")
_HAS_PUT_IN = re.compile(r"\d[A-Z]")
LINK = re.compile(r"\[(?P<shown>[^\]]*)\]\((?P<address>[^)\s]*)[^)]*\)")
BRACKETED = re.compile(
    r"(?:\\?\[)?\\?\[(?P<name>(?=[^\]\n]*[^\W\d_])(?:[^\]\\\n]|\n(?![ \t]*\n)){2,60})\\?\]"
)
"""The name of a work in brackets, behind a citation of it; Markdown may escape these."""
BRACKET_BEFORE = re.compile(
    r"\[(?P<name>[A-Z\d][^\]\\\n]{1,40}|(?<=[^\W\d_][ ]\[)\d)\\?\]"
    r"(?:\\?\])?(?:\((?P<address>[^)\n]*)\))?(?:\\?\])?,?"
    r"(?:[ ]{1,3}|\n)$"
)
"""The same right before the word of a citation."""
_LISTED = re.compile(
    r"[ \t>]*(?:[-*+|][ \t]*)?\[(?P<name>[A-Z]{2,}[ /-]?\d[\w.:/-]*)\](?:\([^)\n]*\))?[ \t]*(?=[|:A-Z–—])"
)
# "4 § 106 BGB: Minors may …", a note that quotes a section of a law
_NOUN_BEFORE = re.compile(r"(?<![\w-])(?P<name>[A-ZÄÖÜ][^\W\d_]{3,})[ \xa0]\($")
_LAW_BEHIND = re.compile(r"[ \xa0][^,;()\n]{1,40}?(?P<name>[A-Z][a-zäöüß]{2,12}[A-Z])(?=[,;)])")
_QUOTED = re.compile(
    r"[ \t>*_^\[\](\d)]{0,9}(?:§{1,2}|(?i:art(?:icle|ikel)?)\.?)[ \xa0]?\d{1,4}[a-z]?"
    r"(?:[ \xa0][^:\n]{1,30})?[ \xa0](?P<name>[A-Z][A-Za-z]{0,8}[A-Z])[*_]{0,2}:"
)
_SIGNED = re.compile(r"[a-z,] (?P<name>[A-Z][A-Za-z-]+(?: [A-Z][A-Za-z-]{2,}){1,4}) $")
_NAME = 80  # characters of such a name, at most
_PLACE = re.compile(r"\]\((?P<file>[^()\s#?:]{1,80}\.[a-z]{2,5})#(?P<place>[^()\s]{1,200})\)")
_AMENDED = 1500  # characters before a citation that was amended, in which its work is named
_LEAD = 400  # characters before what leads to a list of changes in which the work is named
_SINCE_NUMBER = re.compile(
    r"[^\d]*$"
)  # "§§ 3 bis 9 gelten …": sections of this text, behind what else is named
_TITLE_ENDS = re.compile(r"[ \t*_]*(?:\n|$)")
_SENTENCES = re.compile(r"(?<=[^\W\d]\.)[ \n](?=[A-ZÀ-Ý])")
_NUMBER_OF_HEAD = re.compile(r"[*_]{0,3}(?:\d{1,3}\.|\(\w{1,3}\))[*_]{0,3}[ \t]+")
_ITEM_MARK = re.compile(r"[ \t>]*(?:[-*+•]|\(?(?:\d{1,3}|[a-z])[.)])(?=[ \t])")
# An item that begins with what is changed; else the numbers in a list may be this text's own.
_CHANGES = re.compile(
    r"^[ \t>]*(?:[-*+•]|\(?(?:\d{1,3}|[a-z])[.)])[ \t]+(?:[^\W\d_]{1,3}[ \xa0'’])?"
    r"(?:§{1,2}|[^\W\d_]{3,12})[ \xa0]\d",
    re.MULTILINE,
)
_AND_IN = re.compile(  # ", in the ", and the word of a clause
    r"(?P<name>[^.;:\n]{0,120}),[ ](?:(?P<small>[a-z]{2,6})[ ](?:[a-z]{2,3}[ ])?)?(?P<part>[a-zé-]{4,14})[ ]"
)
_SAID = re.compile(r"(?<![^\s])[^\W\d_]+(?:-[^\W\d_]+)*")  # a word, no "(c)"
_FIGURES = re.compile(r"\d+|(?<![^\W_])[a-z](?![^\W_])")
_WORDS = re.compile(r"\w+")
_ROW = re.compile(r"[ \t>]*\|")
_LINKED_WORDS = 200  # characters of a link before a citation in it
_RULE = re.compile(r"[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?[ \t]*$")
_CAPITALS = re.compile(r"(?<![\w-])[A-Z][A-Z-]*[A-Z]\d*(?![\w-])")
_LABEL = re.compile(  # a key and the beginning of what a list of works says of it
    r"^[ \t>*_#-]*\\?\[(?P<name>[^\]\\\n]{2,40})\\?\](?![(:\[])(?=(?P<entry>[^\[]{0,200}))", re.MULTILINE
)


class Columns(NamedTuple):
    """A table with columns that name works: where it begins and ends, the works by the bar before each."""

    start: int
    end: int
    works: dict[int, str]


def listed_work(text: str, start: int) -> str | None:
    """The work that the line of a citation at `start` describes, in a list of works."""
    found = _LISTED.match(text, text.rfind("\n", 0, start) + 1)
    return found.group("name") if found is not None else None


# a name begins with a capital, and no stop is in it
_EMPHASISED = re.compile(r"(?<![\w*_])(?P<mark>[*_]{1,3})(?P<name>[A-ZÀ-Ý][^*_.,;:()\d]{3,60}),?\s$")


def link_about(text: str, start: int, end: int) -> re.Match[str] | None:
    """The link whose words a citation at start:end stands in."""
    opening = text.rfind("[", max(0, start - _LINKED_WORDS), start)
    link = LINK.match(text, opening) if opening >= 0 else None
    return link if link is not None and link.end("shown") >= end else None


def emphasised_work(text: str, start: int, end: int) -> str | None:
    """The name of two words or more with which a citation is set in one emphasis: "*Guide to Sails 5.3*"."""
    found = _EMPHASISED.search(text, max(0, start - _LINKED_WORDS), start)
    name = " ".join(found["name"].split()) if found is not None else ""
    closed = found is not None and text.startswith(found["mark"], end)
    return name if closed and " " in name and name.split()[-1][0].isupper() else None


def linked_work(text: str, start: int, cue: re.Pattern[str]) -> str | None:
    """The name that stands before a citation, and what introduces that, in the words of a link to a page
    outside: "[Harbour Policy, § 5.2](https://…)"."""
    link = link_about(text, start, start)
    if link is None or "://" not in link["address"]:
        return None
    name = cue.sub("", text[link.start("shown") : start]).strip(" \xa0\n,;:*_")
    return name if any(word[:1].isupper() for word in name.split()) else None


def listed_labels(text: str, titles: Iterable[str]) -> frozenset[str]:
    """The labels of works, levelled, that stand in brackets at heads of lines with none of this text's own
    titles behind them."""
    own = [title.casefold() for title in titles if " " in title]
    return frozenset(
        levelled(found["name"])
        for found in _LABEL.finditer(text)
        if not any(title in " ".join(found["entry"].split()).casefold() for title in own)
    )


def levelled(label: str) -> str:
    """A label, or the place to which a link around it leads, as its letters and digits: "mqtt-v5.0"."""
    return "".join(filter(str.isalnum, label)).casefold()


def is_linked(text: str, name: str, listed: Collection[str]) -> bool:
    """Whether a name leads, where a text has it in brackets, to one of the works that it lists: "the [HIVE
    Specification](#hive-v10)"."""
    words = r"\s+".join(map(re.escape, name.split()))
    links = re.finditer(rf"\[{words}\]\(#(?P<address>[^()\s]+)\)", text) if words else ()
    return any(levelled(link["address"]) in listed for link in links)


def quoted_work(
    text: str, start: int, is_own: Callable[[str], bool], entitled: Mapping[str, str]
) -> str | None:
    """The law of which the line of a place quotes a section, "§ 106 BGB: Minors may … under § 107"; or the
    name of several words, of which the last is in no title of this text, right before the sign of a section:
    "as the Plant Life Bill § 5 says"."""
    found = _QUOTED.match(text, text.rfind("\n", 0, start) + 1)
    if found is not None and found.end() <= start:
        return found.group("name")
    named = _SIGNED.search(text, max(0, start - _NAME), start) if text[start : start + 1] == "§" else None
    noun = named["name"].split()[-1] if named is not None else ""
    if named is None or is_own(noun) or any(noun.casefold() in each.casefold() for each in entitled.values()):
        return None
    return named["name"]


def law_about(text: str, start: int, end: int, is_compound: Callable[[str], bool]) -> str | None:
    """The law that stands about a citation in brackets: the noun right before the bracket, "des Seegesetzes
    (§ 8 Abs. 7)", where it is made of two that name another work; or the abbreviation, used elsewhere too,
    before the next comma or the bracket's end, though what is between was misprinted: "(§ 21 Abs.5 zweiter
    Sat zSeeG, …)"."""
    before = _NOUN_BEFORE.search(text, max(0, start - _NAME), start)
    if before is not None and is_compound(before["name"]):
        return before["name"]
    behind = _LAW_BEHIND.match(text, end)
    return behind["name"] if behind is not None and text.count(behind["name"]) > 1 else None


def columns_of_works(text: str, is_own: Callable[[str], bool]) -> list[Columns]:
    """The tables of a text that have a column whose head names another work: capitals of another body,
    linked to a page outside. `is_own` tells the text's own name."""
    found: list[Columns] = []
    at = 0
    lines = text.splitlines(keepends=True) if "|" in text else []
    for above, line in pairwise(lines):
        at += len(above)
        if not (_ROW.match(above) and _RULE.match(line)):
            continue
        works: dict[int, str] = {}
        for bar, cell in enumerate(above.split("|")):
            link = LINK.search(cell)
            outside = link is not None and "://" in link.group("address")
            capitals = _CAPITALS.search(link.group("shown")) if link is not None and outside else None
            if capitals is not None and not is_own(capitals.group()):
                works[bar] = capitals.group()
        if works:
            end = text.find("\n\n", at)
            found.append(Columns(at, end if end >= 0 else len(text), works))
    return found


def work_of_column(text: str, tables: list[Columns], start: int) -> str | None:
    """The work that the head of the column names in which a citation at `start` stands; `tables` come from
    `columns_of_works`."""
    begin = text.rfind("\n", 0, start) + 1
    at = bisect_right(tables, begin, key=lambda table: table.start) - 1
    if at < 0 or begin >= tables[at].end or _ROW.match(text, begin) is None:
        return None
    bars = text.count("|", begin, start) - text.count("\\|", begin, start)
    return tables[at].works.get(bars)


class CitedWork(NamedTuple):
    """A work that an edition cites: its name, the pattern of its citations, where they are to be read."""

    name: str
    pattern: str
    address: str = ""


class CodedWorks:
    """Citations of other works by numbers of their own form, which no section of this text bears: codes by
    their capitals, "ORS 443.590" and "RCW 35.21.750", where the text cites several of one so; articles
    with a letter and a hyphen, "articles L. 121-60"; a standard and its section in one pair of brackets,
    "[RFC1035 4.2.2]"; numbers with a capital where the work is named, "MGL c. 40, § 21D". Asked of one text;
    `known` are the keys of its sections, `printed` their numbers, `cited` says which work is named around a
    citation."""

    def __init__(
        self,
        text: str,
        forms: Forms,
        known: Collection[Key],
        printed: Collection[str],
        cited: Callable[[int, int, str | None], str | None],
    ) -> None:
        self._text, self._forms, self._known, self._cited = text, forms, known, cited
        self._articles = not any(_LETTER_ARTICLE.match(number) for number in printed)
        self._plain = not any(_HAS_PUT_IN.search(number) for number in printed)

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of which the text cites several numbers, none of them its own."""
        told: dict[str, set[str]] = defaultdict(set)
        for found in _CODE.finditer(self._text):
            told[found["code"]].add(found["number"])
        return frozenset(
            code
            for code, numbers in told.items()
            if len(numbers) >= _NUMBERS_OF_CODE
            and not all(number.endswith("00") for number in numbers)
            and not any(key_of(number) in self._known for number in numbers)
            and re.search(_WHOLE_NUMBER.format(code=code), self._text) is None
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
        yield from self._with_capitals(begin, end) if self._plain else ()

    def _with_capitals(self, begin: int, end: int) -> Iterator[tuple[int, int, CitedWork, str]]:
        """Numbers with a capital behind a word, of a work that is named there: "MGL c. 40, § 21D", "Sections
        81C through 81J of the Planning Act", "Chapter 40A, Section 3 of the General Laws"."""
        text, word, last = self._text, self._forms.word, begin
        for at in _PUT_IN.finditer(text, begin, end):
            before = max(last, at.start() - _WORD_OF_ARTICLE)
            heads = [w for w in word.finditer(text, before, at.start()) if w.end() == at.start()]
            if at.start() < last or not heads:
                continue
            start, items = heads[0].start(), [at]
            while (step := self._forms.step.match(text, items[-1].end())) is not None:
                further = _OF_STATUTE.match(text, step.end())
                if further is None or len(items) > _MOST:
                    break
                items.append(further)
            last = items[-1].end()
            name = self._cited(start, last, heads[0]["word"])
            inner = word.match(text, last + 2) if name is None and text.startswith(", ", last) else None
            if inner is not None and (number := _OF_STATUTE.match(text, inner.end())) is not None:
                name = self._cited(start, number.end(), heads[0]["word"])
            if name is None:
                continue
            begins = at.start() if "\n" in heads[0].group() else start
            for item in items:
                yield begins if item is at else item.start(), item.end(), CitedWork(name, ""), item.group()

    def _lettered(self, begin: int, end: int) -> Iterator[tuple[int, int, CitedWork, str]]:
        for at in _LETTER_AT.finditer(self._text, begin, end):
            number = _LETTER_ARTICLE.match(self._text, at.start())
            before = self._text[max(0, at.start() - _WORD_OF_ARTICLE) : at.start()]
            word = next((w for w in self._forms.word.finditer(before) if w.end() == len(before)), None)
            if number is None or word is None:
                continue
            start = at.start() - len(before) + word.start()
            name = self._cited(start, number.end(), word["word"]) or ""
            yield at.start(), number.end(), CitedWork(name, ""), number["number"].replace("\n", " ")


def stated(text: str, cites: Iterable[CitedWork]) -> Iterator[tuple[int, int, CitedWork, str]]:
    """Where a text cites the works that its edition names: start, end, the work, and the number there."""
    for work in cites:
        for found in re.finditer(work.pattern, text, re.MULTILINE):
            if found.start() < found.end():
                groups = found.groupdict()
                number = (
                    groups.get("number") or (found.group(1) if found.re.groups else None) or found.group()
                )
                yield found.start(), found.end(), work, number


def own_files(text: str, titles: Collection[str]) -> frozenset[str]:
    """The files that are this text, by another name than it has here: most links to places in them name its
    titles (in small letters)."""
    counts: dict[str, list[int]] = {}
    slugs = {"-".join(_WORDS.findall(title)) for title in titles}
    for found in _PLACE.finditer(text):
        told = counts.setdefault(found["file"], [0, 0])
        told[found["place"].casefold().partition("-")[2] in slugs] += 1
    return frozenset(file for file, (other, own) in counts.items() if own > max(other, 1))


class NamedWorks(Protocol):
    """What tells which other work words name."""

    def work_named(self, before: str) -> str | None:
        """The noun of another work that the last sentence of a text names first."""

    def named_at(self, at: int, *, articled: bool) -> str | None:
        """The name of a work at a place."""

    def is_said_own(self, end: int) -> bool:
        """Whether words behind a citation say that it is of this text."""


class ModifiedWorks:
    """Asked of one text: the lists of what is changed in another work that applies, "The Harbour Act applies
    with the following modifications:", whose sections are that work's; or of one that is amended. `works`
    tells the noun of another work that a sentence names, and the work whose name begins at a place."""

    def __init__(self, text: str, words: LanguageWords, works: NamedWorks) -> None:
        self._text, self._works = text, works
        self._leads = _leads(words)
        self._says = _says(words)
        self._amended = re.compile(rf"{SPACE}(?:{words.works.amended.replace(' ', SPACE)})(?!\w)")
        self._amending = re.compile(rf"(?<!\w)(?:{words.works.amending or '(?!)'})(?!\w)[^.;:]*$")
        self._titles = re.compile(
            rf"[ \t#*_]*(?i:{words.works.amended_titles or '(?!)'})[ \xa0](?:[^\W\d_]+[ \xa0])?"
        )
        self._others = re.compile(
            rf"(?<!\w)(?:(?i:{words.works.others}))[ ](?:[^\W\d_]+[ ])?(?:(?i:{words.works.works}))(?!\w)"
        )
        self._words, self._part = words, re.compile(words.parts)
        self._joined = re.compile(rf"[ ](?:{words.joins})[ ]")
        self._subject = re.compile(  # "(2) The ", and the name of a work
            rf"(?:{_ITEM_MARK.pattern}[ \t]+)?(?:(?i:{words.works.the})[ ])?"
        )

    def goes_on(self, end: int, start: int) -> bool:
        """Whether a clause at a place is of another work's section, whose citation, or a clause of it, ends
        before it in its line: between them stand its name and small words alone, "section 8 of the Harbour
        Act, in sub-section ", or what joins two clauses."""
        between = _AND_IN.fullmatch(self._text, end, start) if end else None
        if between is None:
            joined = self._joined.fullmatch(self._text, end, start)
            return joined is not None and self._text[end - 1 : end] == ")"
        stop, joins = self._words.forms.stop, self._words.joins.split("|")
        if not self._part.fullmatch(between["part"]) or between["small"] in joins:
            return False
        said = filter(None, (between["small"], *_SAID.findall(between["name"])))
        return all(word[:1].isupper() or word in stop or self._part.fullmatch(word) for word in said)

    def work_at(self, start: int, end: int) -> str | None:
        """The work of the list in which a citation at start:end stands, that does not say itself of what it
        is, or which the sentence names whose section it says to have been amended: "the Harbour Act, of which
        section 5 was amended by"; None where it stands in none."""
        if self._amended.match(self._text, end) is not None:
            before = self._text[max(0, start - _AMENDED) : start]
            told = " ".join(before[before.rfind("\n\n") + 1 :].split()).split(". ")
            return next(filter(None, map(self._works.work_named, told)), None)
        if not self._works.is_said_own(end) and (name := self._amended_before(start, end)) is not None:
            return name
        if _TITLE_ENDS.match(self._text, end) and self._titles.fullmatch(
            self._text, self._text.rfind("\n", 0, start) + 1, start
        ):
            return ""  # "Amendment of section 3", above what says how
        at = bisect_right(self.lists, start, key=lambda each: each[0]) - 1
        if at < 0 or start >= self.lists[at][1] or self._says.match(self._text, end) is not None:
            return None
        return self.lists[at][2]

    def _amended_before(self, start: int, end: int) -> str | None:
        """The work of which the sentence that leads to a citation says that it is amended there: "The Harbour
        Act 1976 is amended in section 3", "The principal Act is amended by inserting after section 3"; no
        name of what a bracket in it says of another: "(inserted by section 8 of the Fees Act)"."""
        begin = self._text.rfind("\n\n", max(0, start - _LEAD), start) + 2
        *_, last = _SENTENCES.split(self._text[begin:start]) if begin > 1 else [""]
        begin, before = start - len(last), " ".join(last.split())
        said = self._amending.search(before)
        if said is None:
            return None
        if said.group().count("(") > said.group().count(")"):
            return "" if self._says.match(self._text, end) else None
        if (other := self._others.search(before, 0, said.start())) is not None:
            return other.group()
        head = _NUMBER_OF_HEAD.match(self._text, begin)
        at = head.end() if head is not None else begin
        the = re.compile(rf"(?i:{self._words.works.the})[ ]").match(self._text, at)
        return self._works.named_at(the.end() if the is not None else at, articled=the is not None)

    @cached_property
    def lists(self) -> list[tuple[int, int, str]]:
        """Where each list begins and ends, and of which work it is."""
        found: list[tuple[int, int, str]] = []
        for lead in self._leads.finditer(self._text):
            before = self._text[max(0, lead.start() - _LEAD) : lead.start()]
            said = _SINCE_NUMBER.search(before[before.rfind("\n\n") + 1 :])
            name = self._works.work_named(" ".join(said.group().split())) if said is not None else None
            head = self._subject.match(self._text, self._text.rfind("\n", 0, lead.start()) + 1)
            if name is None and head is not None:
                name = self._works.named_at(head.end(), articled=True)
            mark = _mark(head.group()) if head is not None else ""
            end = self._end_of_list(lead.end(), mark) if name is not None else 0
            changes = _CHANGES.search(self._text, lead.end(), max(end, lead.end()))
            if name is not None and changes is not None:
                found.append((lead.end(), end, name))
        return found

    def _end_of_list(self, at: int, above: str) -> int:
        """Where a list ends whose items begin behind a place: above the first line that is set in no further
        than the first and begins otherwise, or with a mark as the paragraph `above` the list."""
        first = ""
        end = at
        while at < len(self._text):
            stop = self._text.find("\n", at) + 1 or len(self._text) + 1
            line = self._text[at : stop - 1]
            mark = _mark(line)
            if not first and line.strip():
                first = mark
            deeper = len(line) - len(line.lstrip()) > len(first) - len(first.lstrip())
            other = mark.upper() != first.upper() or mark == above != first
            if line.strip() and (not first or (other and not deeper)):
                return end
            end, at = at + len(line), stop
        return end


def _mark(line: str) -> str:
    """The mark of an item at the head of a line, its number as I and its letter as i; "" where none is."""
    item = _ITEM_MARK.match(line)
    return _FIGURES.sub(lambda found: "i" if found.group().isalpha() else "I", item.group()) if item else ""


@constant
def _leads(words: LanguageWords) -> re.Pattern[str]:
    """What leads to such a list, up to its first line."""
    colon = r":[-–—]{0,2}[ \t]*\n"
    return re.compile(rf"(?<!\w)(?:{words.works.modified})(?!\w)[^.:;]{{0,80}}{colon}", re.IGNORECASE)


@constant
def _says(words: LanguageWords) -> re.Pattern[str]:
    """Words behind a citation that say of what it is."""
    return re.compile(rf"{SPACE}(?:{words.works.of}){SPACE}[^\W\d_]")


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

    def cited(self, word: str | None, end: int, works: Callable[[int, int, str], str | None]) -> str | None:
        """The division of another work that a citation behind `word` names, or behind which it says, from
        `end` on, that it is; "" where the citation is of it, None where it is of none. What stands behind a
        list of numbers each with words in brackets, as `works` tells it, is said of all."""
        if word is not None and (last := self._last_glossed(word, end)) is not None:
            return works(last[0], last[1], word)
        chapter = self._only_chapter  # "Article VIII of Chapter 844" in Chapter 629 of a code
        of_code = chapter >= _OF_CODE
        if word is None or not (self.foreign or of_code):
            return None
        if self._plain(word) in self.foreign:
            return ""
        behind = self._of.match(self._text, end)
        if behind is None:
            return None
        scheme, number = self._forms.scheme_of(behind["word"]), behind["number"] or ""
        chapters = of_code and scheme is not None and scheme.name == "chapter"
        other = chapters and number.isdecimal() and int(number) != chapter
        away = other or self._plain(behind["word"]) in self.foreign
        return " ".join(behind["name"].split()) if away else None

    def carries(self, before: OtherDivisions) -> bool:
        """Whether the text that was asked before some of its lines changed showed the same."""
        asked = before.__dict__
        return all(getattr(self, n) == asked[n] for n in ("foreign", "_names") if n in asked)

    def is_elsewhere(self, name: str | None) -> bool:
        """Whether a name behind citations, which has no noun of a work, is another's: several numbers of it
        are no section's here, "Section 2.7 of the Parent SOW"."""
        return name is not None and len(self._names.get(name, ())) >= _SEVERAL

    @cached_property
    def _names(self) -> dict[str, set[str]]:
        """The names behind "of the" and numbers of several parts, with those that no section bears."""
        works = self._forms.words.works
        told: dict[str, set[str]] = defaultdict(set)
        pattern = (
            r"(?<![\w.])(?P<number>\d{1,3}(?:\.\d{1,3}){1,4})(?:\(\w{1,4}\)){0,3}[*_]{0,3}"
            rf"(?:[ ]\([^()\n]{{2,80}}\)[*_]{{0,3}})?{SPACE}(?:{works.of}){SPACE}(?:{works.the}){SPACE}"
            r"(?P<name>[A-ZÀ-Ý][\w&-]*(?:[ \xa0\n][A-ZÀ-Ý][\w&-]*){0,3})(?![\w'’])"
        )
        for found in re.finditer(pattern, self._text):
            if key_of(found["number"]) not in self._known:
                told[" ".join(found["name"].split())].add(found["number"])
        return dict(told)

    def _last_glossed(self, word: str, end: int) -> tuple[int, int] | None:
        """Where the last number of a list begins, and its remark ends, whose numbers have the same word and a
        remark in brackets each: "Clause 7 (docking), Clause 11 (option) and Clause 9(a) (time)"; None where
        none is."""
        last = None
        for _ in range(_MOST):
            remark = self._forms.glossed.match(self._text, end)
            found = self._forms.word.match(self._text, remark.end()) if remark is not None else None
            number = self._forms.number.match(self._text, found.end()) if found is not None else None
            if found is None or number is None or self._plain(found["word"]) != self._plain(word):
                break
            last, end = (found.start(), number.end()), number.end()
        remark = _REMARK.match(self._text, end) if last is not None else None
        return (last[0], remark.end()) if last is not None and remark is not None else None

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
            if word in words and len(own) <= _FEW * len(numbers) and (far or len(numbers) >= _SEVERAL):
                foreign.add(word)
        return frozenset(foreign)

    @cached_property
    def _of(self) -> re.Pattern[str]:
        """What is of such a division, with its number; the figures of one may be letters: "Chapter l0l"."""
        works = self._forms.words.works
        heads = "|".join(map(re.escape, self._forms.heads)) or "(?!)"
        number = r"(?:(?P<number>\d{1,4}[A-Z]{0,2})|[lIO\d]{0,3}\d[lIO\d]{0,3})(?![\w.-]\w|\w)"
        return re.compile(
            r"[ \xa0\n](?:(?<=[\dIVX][ \xa0\n])|(?<=\d[\w)][ \xa0\n]))[ \t>]*"
            rf"(?:{works.of}){SPACE}(?:(?:{works.the}){SPACE})?(?P<name>(?P<word>{heads}){SPACE}{number})",
            re.IGNORECASE,
        )

    def _plain(self, word: str) -> str:
        return word.casefold().removesuffix("s")

    def are_of_another_chapter(self, numbers: tuple[ListedNumber, ...], word: str | None) -> bool:
        """Whether a text is one chapter of a code (151.001, 151.002 …), and numbers are of another: "Section
        111.008 of this code", "Chapter 321"."""
        chapter, scheme = self._only_chapter, self._forms.scheme_of(word) if word is not None else None
        if sum(len(key) > 1 for key in self._known) < _CHAPTER and not all(
            _PADDED.search(n.number) for n in numbers
        ):
            return False  # codes print two figures behind the point
        return chapter >= _CHAPTER and all(
            (_PARTED.match(n.number) or (scheme is not None and scheme.name == "chapter"))
            and key[0] != chapter
            for n in numbers
            for key in [self._key(n, word)]
        )

    @cached_property
    def _only_chapter(self) -> int:
        """The chapter of a code that the whole text is, by what all numbers begin with, or, of so high a one,
        nearly all; 0 where it is not."""
        # the articles within a chapter count by themselves
        parted = Counter(key[0] for key in self._known if len(key) > 1 and isinstance(key[0], int))
        chapter, count = parted.most_common(1)[0] if parted else (0, 0)
        nearly = count >= _MOSTLY_OF_ONE * parted.total()
        beside = any(len(key) == 1 and isinstance(key[0], int) and key[0] != chapter for key in self._known)
        of_code = chapter >= _OF_CODE and nearly and not beside
        return chapter if of_code or (len(parted) == 1 and count >= _CHAPTER) else 0
