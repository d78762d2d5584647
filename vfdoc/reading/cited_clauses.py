"""Clauses cited by themselves: "(c)" of the section in which it stands, "paragraph 2 of Article 5".

The marks at the heads of a section's lines make a tree of its clauses: (1) with (a) and (b) in it, "1." with
"a)", lists of Markdown that count on from one "1." to the next. Where a list begins anew at one depth nobody
can say which of its items a citation means: such a section has no tree, a paragraph with a number in brackets
in which one does no clauses.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, takewhile
from typing import NamedTuple

from vfdoc.model import Key
from vfdoc.model.passage import ROMANS
from vfdoc.reading.citation_evidence import words_before
from vfdoc.reading.citation_forms import Forms
from vfdoc.reading.citation_lists import ListedNumber, clause_key, end_of_clauses
from vfdoc.reading.edited_lines import EditedLines
from vfdoc.reading.marked_numbers import LetteredItems, parts_of
from vfdoc.reading.numbering import key_of

_OF_NUMBER = re.compile(r"(?:\d[a-z]?\)?|[§)]),?[ \xa0]$")  # "§ 3 Absatz 1" is of § 3
# "(3) Absatz 1 gilt", "2     Absatz 1 gilt": the mark of its own line
_MARKED = re.compile(r"[ \t>*_-]*(?:\(?\w{1,4}\)[ \t\xa0]+|\d{1,2}[ \t]{3,})")
# "4. _(d)_ …": Markdown numbers the item, and the text marks it
_LISTED = r"(?:\d{1,3}\.[ \t]+(?=[*_]{1,3}\(\w{1,5}\)[*_]))?"
_CLAUSE_LINE = re.compile(
    rf"^[ \t>*_-]{{0,12}}+{_LISTED}[*_]{{0,3}}\((?P<clause>[a-z]|[ivx]{{2,4}}|\d{{1,2}})\)", re.MULTILINE
)

_MARK = re.compile(
    rf"^(?P<indent>[ \t>]{{0,24}}+)(?:[-*+][ \t]+)?{_LISTED}[*_]{{0,3}}"
    r"(?:(?P<open>\()(?P<inside>[a-z]|[ivx]{2,5}|\d{1,3}[a-z]?)\)"
    r"|(?P<plain>\d{1,3}|[a-z]|[ivx]{2,5})(?P<end>[.)])(?=[ \t*_]))",
    re.MULTILINE,
)
_BEHIND_HEAD = re.compile(
    r"\d{1,4}[A-Z]{0,2}\.?[*_]{0,3}(?:[ \xa0][^\n()]{1,100}[.:—–-])?[ \xa0]?[*_]{0,3}"
    r"\((?P<mark>1)\)(?=[ \xa0])"
)
_RUN_IN = re.compile(r"(?:^|[.;:!?–—])[\s>*_#-]{0,12}+\(?(?P<number>\d{1,2})[).](?=\s)", re.MULTILINE)
_AROUND, _BEFORE = 300, 80  # characters before a citation; those in which its paragraph may be told
_FEWEST = 2  # items of a list
_DEEP = 3  # clauses told before a section, one of the other
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TAB = 4


# "(3) (b)": what stands apart is of it where it begins no list of its own, "(3) (a) by day, (b) by night"
_DEEPER = re.compile(
    r"[ \xa0](?P<clause>\((?!(?:a|i|1)\))(?:[a-z]{1,2}|[ivx]{1,4}|\d{1,2})\))(?=[ \xa0,.;)])"
)


_LETTER = re.compile(r"[a-z]\)?")
_FURTHER_LETTER = re.compile(r"(?P<number>[a-z]\)?)(?![\w.’'])")
_THROUGH_LETTER = re.compile(r"(?P<number>[a-z]\)?)(?!\w)")
# A clause of a number or a letter, and what joins another to it; the end of a sentence, no "Abs."
_GOES_ON = re.compile(
    r"\w\(\w{1,4}\)(?:\(\w{1,4}\))*,?[ \xa0](?:[^\W\d_]{1,3}[ \xa0])?$|[^\W\d_]{7,}\.[ \xa0]$"
)


class CitedClauses:
    """Asked of one text. `section_of` says in which section (by anchor) a line stands, None where it is no
    text; `numbers` are the sections' numbers as printed, by anchor, with their keys."""

    def __init__(
        self,
        text: str,
        starts: Sequence[int],
        headings: Collection[int],
        section_of: Callable[[int], str | None],
        forms: Forms,
        known: Collection[Key],
        numbers: Mapping[str, tuple[str, Key]],
    ) -> None:
        self._text, self._starts, self._headings, self._section_of = text, starts, headings, section_of
        self._forms, self._known, self._numbers = forms, known, numbers
        self.items = LetteredItems(text, starts, section_of, headings, forms)
        self.parts = parts_of(text, starts, section_of, forms, numbers)

    @cached_property
    def lettered(self) -> Mapping[str, frozenset[str]]:
        """The letters and numbers in brackets that begin lines, by the anchor of their section."""
        found: dict[str, set[str]] = {}
        for match in _CLAUSE_LINE.finditer(self._text):
            section = self._section_of(bisect_right(self._starts, match.start("clause")))
            if section is not None:
                found.setdefault(section, set()).add(match.group("clause"))
        return {anchor: frozenset(clauses) for anchor, clauses in found.items()}

    @cached_property
    def trees(self) -> Mapping[str, ClauseTree]:
        """The clauses that mark their lines, as a tree, by the anchor of their section."""
        headed = {mark.line: mark for mark in self._behind_heads}
        lines = {self._line_at(at) for at in self._headings}
        found = [mark for mark in marks(self._text, self._line_at) if mark.line not in lines]
        return clause_trees(sorted((*found, *headed.values())), self._section_of)

    @cached_property
    def _behind_heads(self) -> Sequence[LineMark]:
        """The first marks of sections that stand behind their numbers, "5. (1) Every …", or their titles: "5.
        Notice.—(1) Every …"."""
        heads = ((at, _BEHIND_HEAD.match(self._text, at)) for at in sorted(self._headings))
        return [LineMark(self._line_at(at), 0, "(", head["mark"]) for at, head in heads if head is not None]

    def carries(self, before: CitedClauses, changed: Iterable[EditedLines]) -> bool:
        """Whether the lines of a text are marked as they were before some of them changed."""
        return (
            self.lettered == before.lettered
            and (self.parts and self.parts.unread) == (before.parts and before.parts.unread)
            and [mark.value for mark in self._behind_heads] == [m.value for m in before._behind_heads]
            and self.items.carries(before.items)
            and all(_as_marked(each.old_text) == _as_marked(each.new_text) for each in changed)
            and ("_run_in" not in before.__dict__ or self._run_in == before._run_in)
        )

    def beside(self, start: int, end: int) -> tuple[ListedNumber, ...]:
        """Clauses of the section in which they are cited behind the word of a part: "subsections (3) and
        (4)", "Absatz 4"; those that are read there, none where one of them is not."""
        if self.parts is not None and (told := self.parts.at(start)):
            return told
        text, forms = self._text, self._forms
        line = bisect_right(self._starts, start)
        section = self._section_of(line)
        own = self._numbers.get(section) if section is not None else None
        if section is None or own is None:
            return ()
        bare = forms.relative.match(text, start) if text[start] != "(" else None
        if bare is not None and bare["number"][0].isalpha():
            found = self._lettered_beside(bare, own[1]) or self.items.cited(bare, section, own[0])
            return found if start not in self._headings else ()
        before = words_before(text, start)
        if self._of_another_text.search(before):
            return ()
        of_number = _OF_NUMBER.search(before) and not _MARKED.fullmatch(text, self._starts[line - 1], start)
        if (
            of_number
            or forms.of_work_before.search(before)
            or (bare is None and forms.part_word.search(before) is None)
        ):
            return ()
        places: list[tuple[int, int]] = []
        cited: list[Sequence[str]] = []
        through: set[int] = set()
        at = bare.start("number") if bare is not None else start
        pattern = forms.relative_number if bare is not None else forms.clauses
        while (piece := pattern.match(text, at)) is not None:
            parts = re.findall(r"\w+", piece.group())
            last = cited[-1] if cited else []
            if len(parts) < len(last) and parts[0].isdecimal() == last[-1].isdecimal():
                parts = [*last[: -len(parts)], *parts]  # "(2)(a) or (b)"
            letters = self._letters_within(piece.end()) if bare is not None else ()
            inner = [[*parts, letter["number"][0]] for letter in letters]
            if not (inner and self._addressed([*cited, *inner], section, own, line)):
                letters, inner = (), [parts]
            ends = [letter.start("number") + 1 for letter in letters] or [piece.end()]
            begins = [at if places else start, *(letter.start("number") for letter in letters[1:])]
            places += zip(begins, ends, strict=True)
            cited += inner
            through |= {place.start("number") for place in letters if place.re is _THROUGH_LETTER}
            step = forms.step.match(text, ends[-1])
            if step is None or step.group("sign"):
                break
            at = step.end()
        if not places:
            return ()
        end = places[-1][1]
        if self._is_of_another(end):
            return ()
        host = self._host(own)
        numbers = self._addressed(cited, section, own, line) or self._lacked(cited, section, own, start, end)
        return tuple(
            ListedNumber(number, *place, host=host, ends_range=place[0] in through)
            for number, place in zip(numbers, places, strict=False)
        )

    def _letters_within(self, end: int) -> Sequence[re.Match[str]]:
        """The letters that are told behind a paragraph that ends at a place, by the word of a part: of "Abs.
        2 lit. a–c" and "alinéa 2, lettres a et b"."""
        found: list[re.Match[str]] = []
        letter = self._forms.part.match(self._text, end)
        while letter is not None and _LETTER.fullmatch(letter["number"]):
            found.append(letter)
            step = self._forms.step.match(self._text, letter.end())
            through = step is not None and (step["through"] or step["dash"])
            form = _THROUGH_LETTER if through else _FURTHER_LETTER
            letter = form.match(self._text, step.end()) if step is not None else None
        return found

    def _is_of_another(self, end: int) -> bool:
        """Whether a clause that ends at a place is said to be of another section: "paragraphe 5) de l'article
        2"."""
        forms = self._forms
        while (chain := forms.of_part.match(self._text, end)) is not None:
            end = chain.end()  # "clause (c) of sub-section (2) of section 10"
        behind = end + self._text.startswith(")", end)
        return bool(forms.belonging.match(self._text, behind)) and not forms.within.match(self._text, behind)

    def _is_enumerated(self, clause: str, start: int, before: str) -> bool:
        """Whether a clause goes on from the one before it over other words: "upon (1) recording, and (2)
        mailing"; none behind the word of a part, or what cites."""
        inside, forms = clause[1:-1], self._forms
        if forms.part_word.search(before) or forms.cue.search(before):
            return False
        last = str(int(inside) - 1) if inside.isdecimal() else chr(ord(inside[0]) - 1) + inside[1:]
        at = self._text.rfind(f"({last})", max(0, start - _AROUND), start)
        return at >= 0 and forms.step.fullmatch(self._text, at + len(last) + 2, start) is None

    def with_told_before(self, number: ListedNumber, start: int, key: Key) -> ListedNumber:
        """The number of a section, with its key, whose citation begins at a place, with the clause that is
        told before it: 2(5) of "paragraphe 5) de l'article 2", 1(2)(b) of "point (b) of clause 1(2)"; with
        its words where no line is marked so, "deuxième alinéa de l'article 2"."""
        told: list[str] = []
        said: list[str] = []
        at = start
        while len(told) < _DEEP:
            found = self._forms.paragraph_before.search(self._text, max(0, at - _BEFORE), at)
            if found is None:
                break
            told.append(found["number"])
            said.append(found.group()[: found.end("number") - found.start()].strip(" (>'’\n\xa0"))
            at = found.start() + (not found.group()[0].isalpha())
        within = re.findall(r"\w+", number.number.partition("(")[2])
        for count in range(len(told), 0, -1):  # "clause (c) of sub-section (2) of section 10"
            if self.has(key[: len(key) - len(within)], [*within, *told[:count]]):
                clause = "".join(f"({part})" for part in told[:count])
                return (
                    number._replace(number=number.number + clause)
                    if within
                    else number._replace(clause=clause)
                )
        if said and any(anchor in self.trees for anchor in self._anchors.get(key, ())):
            return number
        if not said and (nth := self._forms.nth_before.search(self._text, max(0, start - _BEFORE), start)):
            said = [nth["part"]]
        return number if within or not said else number._replace(part=", ".join(said))

    def greatest(self, number: ListedNumber, part: str) -> int:
        """The greatest paragraph that is told right behind a number, 4 of "§ 3 Absatz 2 und 4 Satz 1"; "§ 218
        und Absatz 4" has none."""
        found, at, most = self._forms.relative.match(part), 0, 0
        between = self._text[number.end : self._text.find(part.split()[0], number.end)]
        own = found["number"] if found is not None and not between.strip(" ,\n\xa0>") else ""
        while found is not None and own.isdecimal():
            at, most = found.end(), max(most, int(own))
            step = self._forms.step.match(part, at)
            found = self._forms.relative_number.match(part, step.end()) if step is not None else None
            own = found.group() if found is not None else ""
        return most

    def parted(self, start: int, end: int) -> tuple[ListedNumber, ...] | None:
        """A clause of the section itself with what is within it, cited by a number without brackets, "subrule
        3(i)", where the section that bears the number has no such clause and its own has it, or the item that
        it is in; None where another section is said before it, "rule 30, subrule 3(i)"."""
        text, forms = self._text, self._forms
        number = text[start:end]
        inside = forms.clauses.match(text, end) if text.startswith("(", end) and number.isdecimal() else None
        before = words_before(text, start) if inside is not None else ""
        if inside is None or forms.part_word.search(before) is None:
            return ()
        if self._of_section.search(before):
            return None
        line = self._line_at(start)
        section = self._section_of(line)
        tree = self.trees.get(section) if section is not None else None
        within = re.findall(r"\w+", inside.group())
        if section is None or tree is None or self.has(forms.numbering.key(number), within):
            return ()
        own = self._numbers.get(section)
        paths = tree.paths([[number, *within]], line) if own is not None else ()
        if own is not None and not paths:  # "3. … may— 1. remove …; 2. elect": its items are in its line
            paths = tree.paths([[number]], line)
        return tuple(
            ListedNumber(own[0] + p, start, inside.end(), host=self._host(own)) for p in paths if own
        )

    @cached_property
    def _anchors(self) -> Mapping[Key, Sequence[str]]:
        """The sections of each key, by their anchors."""
        found: dict[Key, list[str]] = {}
        for anchor, (_, key) in self._numbers.items():
            found.setdefault(key, []).append(anchor)
        return found

    @cached_property
    def _of_section(self) -> re.Pattern[str]:
        forms = self._forms
        return re.compile(
            rf"{forms.word.pattern}(?:{forms.number.pattern}),[ \xa0](?:{forms.words.parts})[ \xa0]$",
            re.IGNORECASE,
        )

    @cached_property
    def _of_another_text(self) -> re.Pattern[str]:
        """What says before a clause that it is of an earlier text, or another: "Original Subsection (5)"."""
        words = self._forms.words
        return re.compile(
            rf"(?<!\w)(?:{words.works.others})[ \xa0\n](?:(?:{words.parts})[ \xa0])?$", re.IGNORECASE
        )

    def has(self, key: Key, within: Sequence[str]) -> bool:
        """Whether a section with a key has a clause, by its parts; a part of them may be a section itself."""
        whole = (*key, *clause_key("".join(f"({part})" for part in within)))
        if whole in self._known:
            return "(" in self._printed.get(whole, "(")  # 3.3.1 is no "item 1 of Section 3.3"
        if len(within) == 1 and within[0].isupper():  # "A.", "B." at the heads of its lines
            return any(within[0] in self.items.letters.get(at, ()) for at in self._anchors.get(key, ()))
        for deeper in range(len(within)):
            above = whole[: len(whole) - deeper] if deeper else key
            inside = within[len(within) - deeper :] if deeper else within
            trees = (self.trees.get(anchor) for anchor in self._anchors.get(above, ()))
            if any(tree is not None and tree.paths([inside], 0) for tree in trees):
                return True
        return False

    def _lettered_beside(self, cited: re.Match[str], own: Key) -> tuple[ListedNumber, ...]:
        """The sections with letters below a heading that are cited in one of them, or right below that:
        "subsection A", "subsections A and B"; none where one of them is not read."""
        text, forms = self._text, self._forms
        found: list[ListedNumber] = []
        letter, start, end, through = cited["number"], cited.start(), cited.end(), False
        host = next((host for host in (own, own[:-1]) if (*host, letter) in self._known), ())
        while host in self._printed and (*host, letter) in self._known:
            number = f"{self._printed[host]}({letter})"
            found.append(ListedNumber(number, start, end, ends_range=through))
            step = forms.step.match(text, end)
            further = forms.relative_number.match(text, step.end()) if step and not step["sign"] else None
            if further is None or not further.group().isalpha():
                return () if self._is_of_another(end) else tuple(found)
            letter, (start, end) = further.group(), further.span()
            through = bool(step and (step["through"] or step["dash"])) and not through
        return ()

    @cached_property
    def divided(self) -> bool:
        """Whether sections stand below others by a letter: A of Article III."""
        return any(key[:-1] in self._printed and _is_capital(key[-1]) for key in self._printed)

    @cached_property
    def _printed(self) -> Mapping[Key, str]:
        """The sections' numbers as printed, by their keys."""
        return {key: number for number, key in self._numbers.values()}

    def _addressed(
        self, cited: Sequence[Sequence[str]], section: str, own: tuple[str, Key], line: int
    ) -> Sequence[str]:
        """The addresses of clauses of a section that are cited in one of its lines, each by its parts; none
        where one of them is not read."""
        number = own[0]
        base, *inside = number.replace(")", "").split("(")
        key = (*self._host(own), *self._forms.numbering.key(base))
        for count in range(len(inside) + 1) if cited[0][0].isdecimal() else range(len(inside), -1, -1):
            above = "".join(f"({part})" for part in inside[:count])
            within = [above + "".join(f"({part})" for part in parts) for parts in cited]
            if all((*key, *clause_key(each)) in self._known for each in within):
                return [base + each for each in within]
        tree = self.trees.get(section)
        return [number + path for path in tree.paths(cited, line)] if tree is not None else ()

    def _host(self, own: tuple[str, Key]) -> Key:
        """What of a section's key its number does not say: the part under which it counts anew."""
        number, key = own
        printed = self._forms.numbering.key(number.partition("(")[0])
        depth = len(key) - number.count("(") - len(printed)
        return key[:depth] if depth > 0 and key[depth : depth + len(printed)] == printed else ()

    def _lacked(
        self, cited: Sequence[Sequence[str]], section: str, own: tuple[str, Key], start: int, end: int
    ) -> Sequence[str]:
        """The addresses of clauses that a section has not, cited in it at a place: its marks run from (1) on
        and end before. None where the paragraph names another section or work, whose clauses they may be."""
        tree = self.trees.get(section)
        if tree is None or not tree.lacks(cited):
            return ()
        before = self._text[max(0, start - _AROUND) : start].rpartition("\n\n")[2]
        if self._others.search(before) or self._others.match(self._text, end + 1):
            return ()
        if not self._run_in.get(section, frozenset()).isdisjoint(parts[0] for parts in cited):
            return ()  # "… in May. (4) The warden …"
        return [f"{own[0]}({parts[0]})" for parts in cited]

    @cached_property
    def _run_in(self) -> Mapping[str, frozenset[str]]:
        """The numbers in brackets that begin a sentence within a line, or stand at the head of a line in any
        form, by the anchor of their section: marks of clauses that were not read as such."""
        found: dict[str, set[str]] = {}
        headed = {mark.line: mark.value for mark in marks(self._text, self._line_at)}
        for each in _RUN_IN.finditer(self._text):
            line = self._line_at(each.start("number"))
            section = self._section_of(line)
            if section is not None and headed.get(line) != each["number"]:
                found.setdefault(section, set()).add(each["number"])
        return {anchor: frozenset(numbers) for anchor, numbers in found.items()}

    def _line_at(self, at: int) -> int:
        return bisect_right(self._starts, at)

    @cached_property
    def _others(self) -> re.Pattern[str]:
        """What names a section, a work or its abbreviation: "§ 5", "Act", "BGB"."""
        forms = self._forms
        works = f"{forms.words.works.works}|{forms.words.works.rules}"
        return re.compile(
            rf"(?<!\w)(?:{forms.word.pattern}(?:{forms.number.pattern})|(?i:{works})(?!\w)|[A-ZÄÖÜ]{{2,}}|[A-Z]\w*[A-Z](?!\w))"
        )

    def cited(self, start: int, end: int) -> tuple[ListedNumber, ...]:
        """A clause cited by itself, "(c)", as a number of the section in which it stands; none where it is
        none, or is the mark of its own line."""
        text = self._text
        line = bisect_right(self._starts, start)
        section = self._section_of(line)
        marks = (start, start + 1)
        if section is None or text[start] != "(" or any(at in self._headings for at in marks):
            return ()
        own = self._numbers.get(section)
        mark = _CLAUSE_LINE.match(text, self._starts[line - 1], end)
        if own is None or (mark is not None and mark.end() == end):
            return ()
        clause = text[start:end]
        within = self._forms.within.match(text, end) is not None
        before = words_before(text, start)
        if self._of_another_text.search(before):
            return ()
        if not within and not (
            self._forms.cue.search(before)
            or self._forms.weak_cue.search(before)
            or self._forms.part_word.search(before)
        ):
            return ()
        if self._is_of_another(end_of_clauses(text, end, self._forms)) or _GOES_ON.search(before):
            return ()  # "(i) to (iv) of Section 4.1", "Subsection A(1) and (2)", "gelten entsprechend. (3)"
        if not within and self._is_enumerated(clause, start, before):
            return ()
        number, key = own
        further = _DEEPER.match(text, end) if self._forms.part_word.search(before) else None
        deeper = further["clause"] if further is not None else ""
        end += len(further.group()) if further is not None else 0
        base, host = number.split("(")[0], self._host(own)
        mine = self.lettered.get(section, frozenset())
        above = (*host, *self._forms.numbering.key(base))
        if "(" in number and (*above, *key_of(clause[1:-1])) in self._known:
            return (ListedNumber(base + clause + deeper, start, end, host=host),)
        if clause[1:-1] in mine or (*key, *key_of(clause)) in self._known or (within and mine):
            return (ListedNumber(number + clause + deeper, start, end, host=host),)
        return ()


def _is_capital(part: int | str) -> bool:
    return isinstance(part, str) and len(part) == 1 and part.isupper()


def _as_marked(text: str) -> list[tuple[int, str, str]]:
    return [mark[1:] for mark in marks(text, lambda at: 0)]


class LineMark(NamedTuple):
    """A mark at the head of a line: the line (1-based), how far it is set in, its form ("(", ")" or "."), and
    what it counts: "a", "1", "iv"."""

    line: int
    indent: int
    form: str
    value: str


def marks(text: str, line_of: Callable[[int], int]) -> Iterator[LineMark]:
    """The marks at the heads of the lines of a text; `line_of` says in which line an offset stands."""
    for found in _MARK.finditer(text):
        indent = len(found["indent"].expandtabs(_TAB))
        form = found["open"] or found["end"]
        yield LineMark(line_of(found.end()), indent, form, found["inside"] or found["plain"])


@dataclass(slots=True)
class _MarkedList:
    """One list: what its items count in (digits, letters, Roman numerals), the last of them as printed and as
    it counts, and the item that holds it."""

    mark: LineMark
    kind: str
    last: int
    above: tuple[_Marked, ...]
    counted: bool = False
    items: dict[int | str, _Marked] = field(default_factory=dict)


@dataclass(slots=True)
class _Marked:
    inside: list[_MarkedList] = field(default_factory=list)
    of: _MarkedList | None = None
    number: int | str = 0
    doubtful: bool = False


class ClauseTree:
    """The clauses of one section."""

    def __init__(self, found: Sequence[LineMark]) -> None:
        self._root = _Marked()
        self._at: list[tuple[int, tuple[_Marked, ...]]] = []
        self._sound = True
        way: list[_MarkedList] = []
        for mark in found:
            self._add(mark, way)

    def paths(self, cited: Sequence[Sequence[str]], line: int) -> Sequence[str]:
        """Clauses cited together in a line by their parts (["2", "a"]), as they are addressed in the section:
        "(2)(a)". Numbers are the section's own clauses where these are numbers, letters those of the list
        nearest about the line. None where one of them is not read."""
        if not self._sound:
            return ()
        at = bisect_right(self._at, line, key=lambda pair: pair[0])
        about = tuple(takewhile(lambda item: not item.doubtful, self._at[at - 1][1] if at else ()))
        within = [(self._root,), *((self._root, *about[: n + 1]) for n in range(len(about)))]
        digits = cited[0][0].isdecimal() and any(each.kind == "digit" for each in self._root.inside)
        for holders in within[:1] if digits else reversed(within):
            if all(self._has(holders[-1], parts, len(holders) - 1) for parts in cited):
                own = "".join(f"({_printed(item, depth)})" for depth, item in enumerate(holders[1:]))
                return [own + "".join(f"({part})" for part in parts) for parts in cited]
        return ()

    def lacks(self, cited: Sequence[Sequence[str]]) -> bool:
        """Whether the section's own clauses are one row of numbers in brackets, from (1) on without a gap,
        and some of those cited stand behind its end."""
        rows = self._root.inside if self._sound else []
        numbers = [int(parts[0]) if len(parts) == 1 and parts[0].isdecimal() else 0 for parts in cited]
        if len(rows) != 1 or rows[0].kind != "digit" or rows[0].mark.form != "(":
            return False
        counted = {number for number in rows[0].items if isinstance(number, int)}
        last = len(counted)
        whole = last >= _FEWEST and counted == set(range(1, last + 1))
        return whole and min(numbers) > 0 and max(numbers) > last

    def _has(self, item: _Marked, cited: Sequence[str], depth: int) -> bool:
        if not cited or item.doubtful:
            return not cited
        for one in item.inside:
            number = _number(cited[0], one, depth)
            if number in one.items and len(one.items) >= _FEWEST and 1 in one.items:
                return self._has(one.items[number], cited[1:], depth + 1)
        return False

    def _put_in(self, mark: LineMark, way: list[_MarkedList]) -> None:
        """Adds a paragraph put in between two, (2a), behind that after which it is counted."""
        after = int(mark.value[:-1])
        row = next((each for each in way if each.mark.form == mark.form and each.last == after), None)
        if row is not None:
            del way[way.index(row) + 1 :]
            item = row.items[mark.value] = _Marked(of=row, number=mark.value)
            self._at.append((mark.line, (*row.above, item)))

    def _add(self, mark: LineMark, way: list[_MarkedList]) -> None:
        if mark.value[-1:].isalpha() and mark.value[0].isdecimal():
            return self._put_in(mark, way)
        if mark.form != "(":
            while way and way[-1].mark.form != "(" and way[-1].mark.indent > mark.indent:
                way.pop()
        like = [one for one in way if one.mark.form == mark.form]
        beside = [one for one in like if one.mark.indent == mark.indent]
        going_on = next((one for one in reversed(beside) if _goes_on(one, mark)), None)
        if going_on is None and mark.form == "(":
            going_on = next((one for one in reversed(like) if _goes_on(one, mark)), None)
        if going_on is None and (kind := _begins(mark)) is not None:
            if any(one.kind == kind and (mark.form == "(" or one in beside) for one in like):
                if mark.form == "(" or (way[0].kind, way[0].mark.form) != ("digit", "("):
                    self._sound = False
                    return
                del way[1:]  # nobody can say which of its items is cited, but which paragraph
                paragraph = way[0].items[way[0].last]
                paragraph.doubtful = True
                self._at.append((mark.line, (paragraph,)))
                return
            above = tuple(one.items[one.last] for one in way)
            new = _MarkedList(mark, kind, 0, above)
            (above[-1] if above else self._root).inside.append(new)
            way.append(new)
            going_on = new
        if going_on is None:
            going_on = next(
                (one for one in reversed(beside) if (_value(mark.value, one.kind) or 0) > one.last), None
            )
        if going_on is None:
            return
        del way[way.index(going_on) + 1 :]
        again = going_on.last > 0 and mark.value == going_on.mark.value and mark.value == "1"
        going_on.counted |= again
        going_on.last = going_on.last + 1 if again else _value(mark.value, going_on.kind) or 0
        item = _Marked(of=going_on, number=going_on.last)
        going_on.items[going_on.last] = item
        self._at.append((mark.line, (*going_on.above, item)))


def clause_trees(found: Sequence[LineMark], section_of: Callable[[int], str | None]) -> dict[str, ClauseTree]:
    """The trees of the sections that have marks, by the sections' anchors."""
    placed = ((section, mark) for mark in found if (section := section_of(mark.line)) is not None)
    by_section: dict[str, list[LineMark]] = {}
    for section, group in groupby(placed, key=lambda pair: pair[0]):
        by_section.setdefault(section, []).extend(mark for _, mark in group)
    return {section: ClauseTree(own) for section, own in by_section.items()}


def _goes_on(one: _MarkedList, mark: LineMark) -> bool:
    if one.mark.form == "." and mark.value == "1" == one.mark.value and one.mark.indent == mark.indent:
        return one.counted or one.last == 1
    return _value(mark.value, one.kind) == one.last + 1


def _begins(mark: LineMark) -> str | None:
    return {"1": "digit", "a": "letter", "i": "roman"}.get(mark.value)


def _value(value: str, kind: str) -> int | None:
    if kind == "digit":
        return int(value) if value.isdecimal() else None
    if kind == "roman":
        return ROMANS.index(value) + 1 if value in ROMANS else None
    return _LETTERS.index(value) + 1 if len(value) == 1 and value in _LETTERS else None


def _number(cited: str, one: _MarkedList, depth: int) -> int | str | None:
    """Which item of a list a part of a citation counts; the items of a list of Markdown within another are
    letters where they are cited, or Roman numerals, as those within these are."""
    if depth and one.kind == "digit" and one.mark.form == "." and not cited.isdecimal():
        usual = _CITED[min(depth, 2)]
        found = [_value(cited, kind) for kind in (usual, *({"letter", "roman"} - {usual}))]
        return next((number for number in found if number in one.items), None)
    return cited if cited in one.items else _value(cited, one.kind)


_CITED = ("digit", "letter", "roman")


def _printed(item: _Marked, depth: int) -> str:
    assert item.of is not None
    if isinstance(item.number, str):
        return item.number
    kind = _CITED[min(depth, 2)] if item.of.counted else item.of.kind
    if kind == "letter" and item.number <= len(_LETTERS):
        return _LETTERS[item.number - 1]
    if kind == "roman" and item.number <= len(ROMANS):
        return ROMANS[item.number - 1]
    return str(item.number)
