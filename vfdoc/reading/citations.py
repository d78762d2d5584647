"""Citations: which numbers in the text cite a section, and where they lead.

Candidates are found by one compiled expression over the whole text; what stands before and behind
decides whether a number is a citation (brackets, a cue such as "see", a word such as "Part") or a
measure, a version, a date, a count. What cites and what merely counts is decided by evidence of the whole
text too: which numbers are sections, which words stand before numbers that are ("Case 7.31"), which behind
counts ("9.7 cases", where two cases are counted elsewhere). A heading's own number cites nothing.

Each citation says how sure it is: by its form, and by how many citations of that form lead to a section of
this text. Those of other works are told apart (`other_works`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import merge
from typing import NamedTuple
from urllib.parse import quote

from vfdoc.model import NAMED, Key, Reference, Target
from vfdoc.reading.citation_forms import BLANKS, Forms
from vfdoc.reading.citation_forms import forms as forms_of
from vfdoc.reading.citation_lists import Listed, Number, listed
from vfdoc.reading.numbering import Numbering, key_of
from vfdoc.reading.other_works import Cites, Itself, OtherWorks, stated
from vfdoc.reading.words import Words

_LAST_WORD = re.compile(r"[^\W\d_]+$")
_GOES_ON = re.compile(r"[^.!?]+[,;][ \xa0\n]")
_BLANK_LINE = re.compile(r"\s*\n[ \t>]*")
_VERSION = re.compile(r"(?:[A-Za-z]/|(?<![A-Z])[A-Z]{2,}[ -]?)(\d{1,3}\.\d{1,3})(?![\w.]\w|\w)")
_BLANKS = re.compile(BLANKS)
_WORD_BEHIND = re.compile(r"[ \xa0\n]([^\W\d_]{3,20})(?!\w)")
_BEFORE_NAMED = re.compile(r"[^\W\d_]")
_CLAUSE_LINE = re.compile(r"^[ \t>*_-]{0,12}+\((?P<clause>[a-z]|[ivx]{2,4}|\d{1,2})\)", re.MULTILINE)
_TITLE_FOLLOWS = re.compile(r":[ \t\xa0]+[^\W\d_a-z]")
_OWN_LINE = re.compile(r"[#\s*_(\[>]*(?:\((?:[^\W\d_]+|[IVXLC]+)\)[ \xa0]?)?$")
_LONGEST_WORD = 16
_LONGEST_CUE = 40
_LONGEST_ADDRESS = 500
_THOUSAND = 1000
_NOT_BEHIND = ('"', "”", "″", "'", "’", "%", "°", "€")
# How sure a citation of a form is by itself, and how many others of its form weigh as much as that.
_EXTERNAL, _SUREST = 0.9, 0.99
_WORDED, _CUED, _BRACKETED, _WEAK, _ALONE, _NAMED = 0.97, 0.95, 0.9, 0.8, 0.75, 0.9
_WEIGHT = 8
_FAR, _FAR_SHARE = (
    20,
    0.4,
)  # beyond five times the highest first part and so many more a number is another work's
_LEARNED, _LEARNED_SHARE = (
    3,
    0.75,
)  # numbers that are sections behind a word that learns to cite, and their share
_DECIMALS, _DECIMALS_SHARE = 8, 0.9  # so many numbers with a dot, all but sections: one alone cites too
_LONGEST_TITLE = 60


_NOBODY = Itself()


class Place(NamedTuple):
    """Where a line belongs: the anchor of its section, and its document."""

    section: str
    document: str


@dataclass(frozen=True, slots=True)
class Sections:
    """What is known of the sections of a text where its citations are sought.

    `keys` of all; `numbers` as printed by anchor, with their keys; `titles` of the sections without
    number that may be cited by name; `itself` what the text is called; `cites` the works that its edition
    says it cites.
    """

    keys: Collection[Key]
    numbers: Mapping[str, tuple[str, Key]] = field(default_factory=dict)
    titles: frozenset[str] = frozenset()
    itself: Itself = _NOBODY
    cites: tuple[Cites, ...] = ()


class _Found(NamedTuple):
    """A citation before it is weighed: its place, numbers, the form by which it was known, how sure that
    is."""

    start: int
    place: Place
    line: int
    text: str
    targets: tuple[Target, ...]
    range: bool
    form: str
    sure: float


def citations(
    text: str,
    line_starts: Sequence[int],
    headings: Collection[int],
    place_of: Callable[[int], Place | None],
    numbering: Numbering,
    words: Words,
    sections: Sections,
) -> Iterator[Reference]:
    """The citations in `text`, in order, those of other works too.

    `line_starts` are the offsets at which the lines begin, `headings` those of the headings' own
    numbers; `place_of` says where a line (1-based) belongs, None where it is no text.
    """
    forms = forms_of(numbering, words, _digits(sections.keys))
    reader = _Reader(text, line_starts, headings, place_of, forms, sections)
    return reader.citations()


class _Reader:
    """The citations of one text."""

    def __init__(
        self,
        text: str,
        line_starts: Sequence[int],
        headings: Collection[int],
        place_of: Callable[[int], Place | None],
        forms: Forms,
        sections: Sections,
    ) -> None:
        self.text, self.starts, self.headings, self.place_of = text, line_starts, headings, place_of
        self.forms, self.sections, self.known = forms, sections, sections.keys
        self.headed = frozenset(self._headed())
        itself = sections.itself._replace(words=self.headed)
        self.works = OtherWorks(text, itself, forms.words)

    def citations(self) -> Iterator[Reference]:
        """All of them, weighed."""
        own: list[_Found] = []
        foreign: list[Reference] = []
        taken: list[tuple[int, int]] = []
        if self.sections.cites:
            for start, end, work, number in sorted(
                stated(self.text, self.sections.cites), key=lambda s: s[:2]
            ):
                if not taken or start >= taken[-1][1]:
                    taken.append((start, end))
                    foreign += self._of_stated(start, end, number, work)
        for found in self._found(taken):
            if isinstance(found, Reference):
                foreign.append(found)
            else:
                own.append(found)
        return merge(self._weighed(own), sorted(foreign, key=_at), key=_at)

    def _found(self, taken: Sequence[tuple[int, int]]) -> Iterator[_Found | Reference]:
        begins = [start for start, _ in taken]
        end = cited = 0
        for start, first, kind in self._candidates():
            if start < end:
                continue
            at = bisect_right(begins, first) - 1
            if at >= 0 and start < taken[at][1]:
                continue
            found = self._citation(start, first, kind, cited)
            if found is None:
                end = first
                continue
            numbers, end, form, sure, work = found
            if work is not None:
                for each in self._pieces(numbers, form, sure):
                    targets = tuple(Target(t.number, ()) for t in each.targets)
                    column = each.start - self.starts[each.line - 1] + 1
                    yield Reference(
                        each.place.section, each.place.document, each.line, column, each.text, targets,
                        each.range, _EXTERNAL, external=True, work=work or None,
                    )  # fmt: skip
                continue
            cited = numbers[-1].end
            yield from self._pieces(numbers, form, sure)

    def _citation(
        self, start: int, first: int, kind: str, cited: int
    ) -> tuple[tuple[Number, ...], int, str, float, str | None] | None:
        """The numbers of a citation, where all that belongs to it ends, its form and how sure that is, and
        the other work that it cites, if it does; None where the candidate is none."""
        text, forms = self.text, self.forms
        if kind == "named":
            return (Number("", start, first),), first, kind, _NAMED, None
        if kind == "clause":
            number = self._clause(start, first)
            return None if number is None else ((number,), first, kind, _WEAK, None)
        word = None
        if kind in ("worded", "unknown"):
            found = forms.word.match(text, start)
            word = found.group("word") if found is not None else None
        line = bisect_right(self.starts, start)
        plain = word is None and kind != "mixed" and text[start - 1] == "(" and text[first : first + 1] == ")"
        if plain:  # "(8.4)" needs no look around
            span, form, sure = Listed((Number(text[start:first], start, first),), first), "(", _BRACKETED
        else:
            form, sure, counted = (word or "").casefold(), _WORDED, False
            if word is None:
                # "See 8.2.1 for support, 9.1 for losses": what follows a citation goes on from it.
                again = (
                    0 < start - cited < _LONGEST_CUE and _GOES_ON.fullmatch(text, cited, start) is not None
                )
                # Before it is read: of a list that does not cite, each number is asked anew.
                introduced = self._introduces(start, first, self.starts[line - 1], again)
                if introduced is None:
                    return None
                form, sure, counted = introduced
            elif self._is_own_number(start, first, line):
                return None
            span = listed(text, start, first, word, forms, self.known, self.headings)
            if not span.numbers:
                return None
            last = span.numbers[-1].end
            if word is None and (self._is_measure(start, last) or (counted and self._counts(last))):
                return None
        numbers = self._sound(span.numbers, word)
        if not numbers:
            return None
        numbers = self._with_clause_before(numbers, start, span.end)
        work = self.works.cited(start, span.end, word)
        if work is None and word is not None and (inner := self._inner(span.end)) is not None:
            work = self.works.cited(start, inner.end, word)  # "Article 250 § 3 of the Companies Act"
            if work is None and not any(
                self._target(n.number, n.word or word).key in self.known for n in numbers
            ):
                return None
        if kind == "unknown" and work is None:  # "rule 7" where no section bears the number
            return None
        return numbers, max(span.end, numbers[-1].end), form, sure, work

    def _inner(self, end: int) -> Listed | None:
        """The list with which a citation of a part of a work goes on: "§ 3" of "Article 250 § 3"."""
        found = _BLANKS.match(self.text, end)
        at = found.end() if found is not None else end
        inner = self.forms.word.match(self.text, at)
        if inner is None or at == end:
            return None
        number = self.forms.number.match(self.text, inner.end())
        if number is None:
            return None
        first = inner.end() + len(number.group().partition("(")[0])
        return listed(self.text, at, first, inner.group("word"), self.forms, self.known, self.headings)

    def _sound(self, numbers: tuple[Number, ...], word: str | None) -> tuple[Number, ...]:
        """The numbers of a list, none where one of them is a letter or a Roman numeral that no section bears:
        "the part I like"."""
        said = None
        for number in numbers:
            said = number.word or said
            scheme = self.forms.scheme_of(said) if said is not None else None
            vague = number.number.isalpha() or getattr(scheme, "nested", False)
            if vague and self._target(number.number, said).key not in self.known:
                return ()
        return numbers

    def _is_own_number(self, start: int, end: int, line: int) -> bool:
        """Whether a number is that of the line at whose head it stands, though that was not read as numbered:
        "## (repealed) §§ 3 to 6", "Part 1: Latin alphabet"."""
        begin = self.starts[line - 1]
        if self.text[begin:start].isspace() or start == begin:
            return _TITLE_FOLLOWS.match(self.text, end) is not None
        return self.text[begin : begin + 1] == "#" and _OWN_LINE.match(self.text[begin:start]) is not None

    # Candidates

    def _candidates(self) -> Iterator[tuple[int, int, str]]:
        """Start, end and kind of every number or title that may cite, in order."""
        letters = frozenset(key[0] for key in self.known if isinstance(key[0], str))
        others = [*self._worded(), *self._chapters(), *self._mixed(), *self._clauses(), *self._titles()]
        others.sort(key=lambda found: (found[0], -found[1]))
        alone = self._alone(letters)
        return merge(others, alone) if others else alone

    def _worded(self) -> Iterator[tuple[int, int, str]]:
        text = self.text
        for found in self.forms.worded.finditer(text):
            start = found.start()
            if not text[start - 1 : start].isalnum() and found.start("number") not in self.headings:
                number = found.group("number")
                clause = number.find("(")
                yield start, found.end() if clause < 0 else found.start("number") + clause, "worded"

    def _heads(self) -> Iterator[tuple[str, re.Match[str], int]]:
        """Whole numbers behind a word such as "Rule" or "Article": the word, the number, where the word
        begins (-1 where none is there and brackets close behind it)."""
        text = self.text
        ends = {word[-1] for word in self.forms.heads}
        for number in self.forms.after_word.finditer(text):
            yield from self._head(number, ends)
        for number in _LINE_HEAD.finditer(text):
            yield from self._head(number, ends)

    def _head(self, number: re.Match[str], ends: Container[str]) -> Iterator[tuple[str, re.Match[str], int]]:
        text = self.text
        at = number.start("number") if "number" in number.re.groupindex else number.start()
        closes = text[number.end() : number.end() + 1] == ")"
        word_end = number.start() + 1 if "number" in number.re.groupindex else at - 1
        if not closes and text[word_end - 1].lower() not in ends:
            return
        before = text[max(0, word_end - _LONGEST_WORD) : word_end].casefold()
        last = _LAST_WORD.search(before) if before.endswith(self.forms.heads) else None
        if last is not None and last.group() in self.forms.heads:
            yield last.group(), number, word_end - len(last.group())
        elif closes and "number" not in number.re.groupindex:
            yield "", number, -1

    def _headed(self) -> Iterator[str]:
        """The words before the numbers of headings, in small letters."""
        for at in self.headings:
            before = self.text[max(0, at - _LONGEST_WORD - 1) : at].rstrip(" \xa0").casefold()
            if before.endswith("§"):
                yield "§"
            elif (last := _LAST_WORD.search(before)) is not None:
                yield last.group()

    def _chapters(self) -> Iterator[tuple[int, int, str]]:
        """Whole numbers behind such a word cite where a section bears the number, or where sections are
        headed
        by that word. Behind "see", at the end of brackets, they cite a section too."""
        for word, number, start in self._heads():
            at = number.start("number") if "number" in number.re.groupindex else number.start()
            if at in self.headings:
                continue
            key = key_of(self.text[at : number.end()])
            if start < 0:
                before = self.text[max(0, at - _LONGEST_CUE) : at]
                if self.forms.cue.search(before) and key in self.known:
                    yield at, number.end(), "alone"
            elif word in self.headed or word.removesuffix("s") in self.headed or key in self.known:
                yield start, number.end(), "worded"
            else:
                yield start, number.end(), "unknown"

    def _mixed(self) -> Iterator[tuple[int, int, str]]:
        """Numbers such as 1a1, where sections bear such."""
        shapes = {tuple(type(part) for part in key) for key in self.known if len(key) > 2}
        if not any(str in shape[1:] and shape[-1] is int for shape in shapes):
            return
        for found in self.forms.mixed.finditer(self.text):
            if found.start() not in self.headings:
                yield found.start(), found.end(), "mixed"

    def _clauses(self) -> Iterator[tuple[int, int, str]]:
        if self._lettered:
            for found in self.forms.clause_in.finditer(self.text):
                yield found.start(), found.end(), "clause"

    def _titles(self) -> Iterator[tuple[int, int, str]]:
        """Whole titles of sections without number, right behind "see" and its like."""
        titles: dict[str, list[str]] = {}
        for title in self.sections.titles:
            for shown in {title, title.title(), title.capitalize()} if title.isupper() else {title}:
                titles.setdefault(shown.split()[0], []).append(shown)
        if not titles:
            return
        for found in self.forms.named.finditer(self.text):
            at = found.end()
            stretch = self.text[at : at + _LONGEST_TITLE + 2]
            first = re.split(r"[\s,;:.!?)\]\"”“»*_]", stretch, maxsplit=1)[0]
            fit = [title for title in titles.get(first, ()) if _stands(stretch, title)]
            if fit:
                yield at, at + len(max(fit, key=len)), "named"

    def _alone(self, letters: Container[str]) -> Iterator[tuple[int, int, str]]:
        """Numbers that no word introduces; `letters` are those before the sections' own ("A12.3": "V2.9" is a
        version where no section begins with V)."""
        text, digits = self.text, self.forms.digits
        for found in self.forms.first_dot.finditer(text):
            start = dot = found.start()
            while dot - start < digits and text[start - 1].isdecimal() and start:
                start -= 1
            if start and "A" <= text[start - 1] <= "Z" and (start == dot or text[start - 1] in letters):
                start -= 1
            if (
                start in self.headings
                or start == dot
                or (start and ((before := text[start - 1]).isalnum() or before in "._$€£/#@=-"))
            ):
                continue
            yield start, found.end(), "alone"

    # What cites

    def _introduces(
        self, start: int, end: int, line_start: int, again: bool
    ) -> tuple[str, float, bool] | None:
        """The form by which what stands before the number at start:end, that no word introduces, makes it
        cite a section, how sure that is, and whether it does not where a counted word follows; None where it
        does not.

        It cites behind a cue such as "see", or as the first thing in brackets; behind a weak one such as
        "in", later in brackets, or with three components or a letter, where a section bears the number. Not
        in an address, or behind "version".
        """
        text, forms = self.text, self.forms
        before = self._before(start)
        if forms.not_before.search(before) or _in_address(text, line_start, start):
            return None
        if (cue := forms.cue.search(before)) is not None:
            return _last(cue.group()), _CUED, False
        inside = forms.bracket.search(before)
        if inside and not inside.group("words"):
            return "(", _BRACKETED, False
        named = self.works.capitals_before(before)
        if named is not None:
            introduced = named.rstrip(" \xa0").endswith(("(", "[")) or forms.cue.search(named)
            return ("", _WEAK, False) if introduced else None
        number = text[start:end]
        last = _last(before)
        known = forms.numbering.key(number) in self.known
        if last in self._learned and not known:
            return last, _WEAK, False
        if not known:
            return None
        counted = number.count(".") == 1 and not inside
        weak = forms.weak_cue.search(before)
        if again or number.count(".") > 1 or number[0].isalpha() or inside or weak or last in self._learned:
            return last, _WEAK, counted
        return (last, _ALONE, counted) if self._decimals_cite and number not in self._versions else None

    def _is_measure(self, start: int, end: int) -> bool:
        """Whether what follows a number makes it a measure or a part of something else."""
        behind = self.text[end : end + 12].lstrip("*_")
        if (
            behind[:1] in _NOT_BEHIND
            or (behind[:1] in ".:" and behind[1:2].isdigit())
            or behind[:1].isalnum()
        ):
            return True
        return self.forms.not_after.match(behind) is not None

    def _counts(self, end: int) -> bool:
        """Whether the word behind a number is one that this text counts elsewhere ("in 9.7 cases")."""
        found = _WORD_BEHIND.match(self.text, end)
        return found is not None and found.group(1).islower() and found.group(1) in self._counted

    def _before(self, start: int) -> str:
        """The words before a place without emphasis marks; a line end is a space, a blank line ends them."""
        before = self.text[max(0, start - _LONGEST_CUE) : start]
        if "\n" in before:
            before = _BLANK_LINE.sub(" ", before[before.rfind("\n\n") + 1 :])
        return before.replace("*", "").replace("_", "")

    @cached_property
    def _counted(self) -> frozenset[str]:
        stop = self.forms.words.forms.stop
        found = {match.group("word") for match in self.forms.counted.finditer(self.text)}
        return frozenset(word for word in found if word not in stop)

    @cached_property
    def _introduced(self) -> tuple[Counter[str], Counter[str], int, int]:
        """Of the words before numbers with one dot or more: how often what follows is a section, and how
        often
        it is not; and of all such numbers."""
        good: Counter[str] = Counter()
        bad: Counter[str] = Counter()
        letters = frozenset(key[0] for key in self.known if isinstance(key[0], str))
        sections = others = 0
        for start, end, _ in self._alone(letters):
            if self._is_measure(start, end):
                continue
            before = self._before(start)
            if self.forms.not_before.search(before):
                continue
            known = self.forms.numbering.key(self.text[start:end]) in self.known
            sections += known
            others += not known
            (good if known else bad)[_last(before)] += 1
        return good, bad, sections, others

    @cached_property
    def _learned(self) -> frozenset[str]:
        """Words that stand before citations in this text, though the language does not say so."""
        good, bad, _, _ = self._introduced
        stop = self.forms.words.forms.stop
        return frozenset(
            word
            for word, count in good.items()
            if len(word) > 2
            and count >= _LEARNED
            and count >= _LEARNED_SHARE * (count + bad[word])
            and word not in stop
        )

    @cached_property
    def _versions(self) -> frozenset[str]:
        """Numbers that are a version of something in this text: "HTTP/1.1", "TLS 1.3"."""
        return frozenset(found.group(1) for found in _VERSION.finditer(self.text))

    @cached_property
    def _decimals_cite(self) -> bool:
        """Whether numbers with a dot are hardly ever anything but sections in this text."""
        _, _, sections, others = self._introduced
        return sections >= _DECIMALS and sections >= _DECIMALS_SHARE * (sections + others)

    # Clauses

    @cached_property
    def _lettered(self) -> Mapping[str, frozenset[str]]:
        """The letters and numbers in brackets that begin lines, by the anchor of their section."""
        found: dict[str, set[str]] = {}
        for match in _CLAUSE_LINE.finditer(self.text):
            place = self.place_of(bisect_right(self.starts, match.start("clause")))
            if place is not None:
                found.setdefault(place.section, set()).add(match.group("clause"))
        return {anchor: frozenset(clauses) for anchor, clauses in found.items()}

    def _clause(self, start: int, end: int) -> Number | None:
        """A clause cited by itself, "(c)", as a number of the section in which it stands; None where it is
        none, or is the mark of its own line."""
        text = self.text
        line = bisect_right(self.starts, start)
        place = self.place_of(line)
        if place is None or start in self.headings or start + 1 in self.headings:
            return None
        own = self.sections.numbers.get(place.section)
        mark = _CLAUSE_LINE.match(text, self.starts[line - 1], end)
        if own is None or (mark is not None and mark.end() == end):
            return None
        clause = text[start:end]
        within = self.forms.within.match(text, end) is not None
        before = self._before(start)
        if not within and not (
            self.forms.cue.search(before)
            or self.forms.weak_cue.search(before)
            or self.forms.part_word.search(before)
        ):
            return None
        number, key = own
        base = number.split("(")[0]
        mine = self._lettered.get(place.section, frozenset())
        if "(" in number and (*self.forms.numbering.key(base), *key_of(clause[1:-1])) in self.known:
            return Number(base + clause, start, end)
        if clause[1:-1] in mine or (*key, *key_of(clause)) in self.known or (within and mine):
            return Number(number + clause, start, end)
        return None

    def _with_clause_before(self, numbers: tuple[Number, ...], start: int, end: int) -> tuple[Number, ...]:
        """A single number with the clause of it that stands before it: "paragraph 2 of Article 5"."""
        if len(numbers) > 1 or "(" in numbers[0].number:
            return numbers
        before = self.text[max(0, start - 60) : start]
        found = self.forms.part_before.search(before)
        clause = found.group("number").strip("()") if found else None
        if clause is None and (other := self.forms.clause_of.search(before)) is not None:
            clause = other.group("clause")[1:-1].replace(")(", ".")
        return (numbers[0]._replace(clause=clause),) if clause else numbers

    # What comes of it

    def _pieces(self, numbers: tuple[Number, ...], form: str, sure: float) -> Iterator[_Found]:
        """A list as citations, one a line of the text."""
        at = 0
        said: str | None = None
        while at < len(numbers):
            line = bisect_right(self.starts, numbers[at].start)
            last = at
            while last + 1 < len(numbers) and bisect_right(self.starts, numbers[last + 1].start) == line:
                last += 1
            group, at = numbers[at : last + 1], last + 1
            place = self.place_of(line)
            start = group[0].start
            if group[0].word is not None and group[0].word_start >= self.starts[line - 1]:
                start = group[0].word_start
            targets: list[Target] = []
            for number in group:
                said = number.word or said
                target = self._target(
                    number.number, said, number.clause, self.text[number.start : number.end]
                )
                if number.part and not target.clause:
                    target = target._replace(clause=" ".join(number.part.split()))
                if number is numbers[-1] and self.forms.following.match(self.text, number.end):
                    target = target._replace(following=True)
                targets.append(target._replace(ends_range=True) if number.ends_range and targets else target)
            if place is not None:
                text = self.text[start : group[-1].end]
                is_range = any(number.ends_range for number in group[1:])
                yield _Found(start, place, line, text, tuple(targets), is_range, form, sure)

    def _target(self, number: str, word: str | None, clause: str | None = None, name: str = "") -> Target:
        numbering = self.forms.numbering
        if not number:
            return Target(None, (NAMED, _plain_title(name)))
        scheme = self.forms.scheme_of(word) if word is not None else None
        series = scheme.series if scheme is not None and "." not in number else ""
        base, bracket, _ = number.partition("(")
        key = numbering.key(base, series)
        if bracket:
            inner = number[len(base) :]
            return Target(number, (*key, *_clause_key(inner)), inner)
        if clause:
            return Target(number, (*key, *_clause_key(clause)), clause)
        return Target(number, key)

    def _of_stated(self, start: int, end: int, number: str, work: Cites) -> Iterator[Reference]:
        """A citation of a work that the edition names, as far as it stands on its first line."""
        line = bisect_right(self.starts, start)
        place = self.place_of(line)
        if place is not None:
            stop = self.text.find("\n", start, end)
            text = self.text[start : end if stop < 0 else stop].rstrip()
            address = work.address.replace("{number}", quote(number)) or None
            column = start - self.starts[line - 1] + 1
            yield Reference(
                place.section, place.document, line, column, text, (Target(number, ()),),
                external=True, work=work.name, address=address,
            )  # fmt: skip

    def _weighed(self, found: Sequence[_Found]) -> Iterator[Reference]:
        """The citations with how sure each is: its form's own, weighed with how many of that form lead to a
        section."""
        good: Counter[str] = Counter()
        every: Counter[str] = Counter()
        for each in found:
            every[each.form] += 1
            good[each.form] += self._leads(each)
        firsts = [key[0] for key in self.known if isinstance(key[0], int)]
        far = 5 * max(firsts, default=0) + _FAR
        for each in found:
            share = (_WEIGHT * each.sure + good[each.form]) / (_WEIGHT + every[each.form])
            if self._leads(each):
                sure = 1 - (1 - each.sure) * (1 - share)
            else:
                first = each.targets[0].key[0] if each.targets[0].key else 0
                doubted = (isinstance(first, int) and first > far) or self.works.mentioned(each.start)
                sure = share * (_FAR_SHARE if doubted else 1)
            column = each.start - self.starts[each.line - 1] + 1
            yield Reference(
                each.place.section, each.place.document, each.line, column, each.text, each.targets,
                each.range, min(round(sure, 2), _SUREST),
            )  # fmt: skip

    def _leads(self, found: _Found) -> bool:
        return any(
            target.key in self.known
            or target.number is None
            or (len(target.key) > 1 and target.key[:-1] in self.known and isinstance(target.key[-1], str))
            for target in found.targets
        )


def _digits(known: Collection[Key]) -> int:
    """How many digits a part of a cited number may have: more than three only where a section has (§ 2385),
    as a year or a price would be taken for one elsewhere."""
    return 5 if any(isinstance(part, int) and part >= _THOUSAND for key in known for part in key) else 3


_NUMBER_FOLLOWS = re.compile(r"[^.;:!?\n]{0,24}\d")
_LINE_HEAD = re.compile(r"(?<=[A-Za-z])\n[ \t>]*(?P<number>\d{1,4}[a-z]?)(?!\w|\.\d)")


def _at(reference: Reference) -> tuple[int, int]:
    return reference.line, reference.column


def _last(before: str) -> str:
    """The last word before a place, in small letters, "" where none stands right there."""
    found = _LAST_WORD.search(before.rstrip(" \xa0.("))
    return found.group().casefold() if found is not None else ""


def _clause_key(clause: str) -> Key:
    return tuple(int(part) if part.isdigit() else part for part in re.findall(r"\d+|[A-Za-z]+", clause))


def _plain_title(title: str) -> str:
    return " ".join(title.split()).casefold()


def _stands(stretch: str, title: str) -> bool:
    """Whether a title stands at the head of a stretch of text, whole and by itself."""
    if not stretch.startswith(title):
        return False
    behind = stretch[len(title) :]
    if behind[:1].isalnum() or re.match(r"[-'’]\w", behind):
        return False
    following = behind.lstrip('*_"”“»').lstrip(" \xa0(")
    goes_on = behind[:1] in (" ", "\xa0") and (following[:1].isupper() or following[:1].isdigit())
    return not goes_on and _NUMBER_FOLLOWS.match(behind) is None


def _in_address(text: str, line_start: int, start: int) -> bool:
    """Whether a place lies in the address of a Markdown link, which shows its words and not that."""
    opening = text.rfind("](", max(line_start, start - _LONGEST_ADDRESS), start)
    return opening >= 0 and text.find(")", opening, start) < 0
