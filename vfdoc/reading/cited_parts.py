"""Parts that are told by letters, where they are cited: "Rule 7 D(6)", "Rule 83 E, F(4) and H(2)", "sections
B through K of this rule", "subsections (3) and (4) of section B of Rule 58".

What such a citation is of stands before its letters, or behind them, else it is that in which it stands. One
that is of nothing known here is left to others, or unread. A part that does not exist is told only where all
letters of its section were read: from A on without a gap, and no line begins with another.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from vfdoc.model import Key
from vfdoc.model.passage import ROMANS
from vfdoc.reading.citation_forms import SPACE, Forms
from vfdoc.reading.citation_lists import ListedNumber
from vfdoc.reading.item_numbers import CLAUSES, PART, PART_NUMBER, label_at

_WHOLE = r"\d{1,3}(?:\.\d{1,3})*"
_NAME = re.compile(r"[^\W\d_.:;][,]?[ \xa0\n][A-ZÀ-Ý]\w+[ \xa0\n]$")
_FEWEST = 3  # letters of a section, at least, of which one may be missing
_MOST = 20  # parts of one list
_NEAR = 40  # characters of a section's word and number before a part


class _Item(NamedTuple):
    """One of a list: the number of a section before it, its parts, where it stands, whether it ends a range,
    whether a word stands before it, whether it begins with a bracket."""

    of: str
    parts: tuple[str, ...]
    start: int
    end: int
    through: bool
    worded: bool
    inside: bool


class CitedParts:
    """Asked of one text. `section_of` says in which section (by anchor) a line stands; `numbers` are the
    sections' numbers as printed, by anchor, with their keys."""

    def __init__(
        self,
        text: str,
        starts: Sequence[int],
        section_of: Callable[[int], str | None],
        forms: Forms,
        numbers: Mapping[str, tuple[str, Key]],
    ) -> None:
        self._text, self._starts, self._section_of = text, starts, section_of
        self._forms, self._numbers = forms, numbers

    def found(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Where citations of parts begin and end, between two offsets."""
        at = begin
        while self._keys and (head := self._head.search(self._text, at, end)) is not None:
            numbers = self.at(head.start())
            at = numbers[-1].end if numbers else head.end()
            if numbers:
                yield head.start(), numbers[-1].end

    def at(self, start: int) -> tuple[ListedNumber, ...]:
        """The numbers of the parts that a word before them at a place cites; none where it cites no such."""
        head = self._head.match(self._text, start) if self._keys else None
        items = list(self._items(head)) if head is not None else []
        if head is None or not any(item.parts for item in items):
            return ()
        if items[0].of:
            return self._of_named(start, items) if head["section"] else ()
        if not items[0].inside:
            of, end = self._told_of(start, items[-1].end)
            return self._numbered(start, end, [item._replace(of=of) for item in items]) if of else ()
        return self._below_part(start, items)

    def _of_named(self, start: int, items: Sequence[_Item]) -> tuple[ListedNumber, ...]:
        """ "Rule 83 E, F(4) and H(2)", "Rule 39 C(6) or 40 A": up to the last that is of such a section."""
        of, whole = "", list[_Item]()
        for item in items:
            if item.worded and not item.of:
                break  # "Rule 23 or section A of this rule"
            of = item.of or of
            whole.append(item._replace(of=of))
        while whole and not whole[-1].parts:
            whole.pop()
        if not whole or self._is_of_another(whole[-1].end) or self._is_named(start):
            return ()
        return self._numbered(start, whole[-1].end, whole)

    def _below_part(self, start: int, items: Sequence[_Item]) -> tuple[ListedNumber, ...]:
        """ "subsections (3) through (6) of section B of this rule"."""
        above = self._of_part.match(self._text, items[-1].end)
        if above is None:
            return ()
        parts = tuple(re.findall(r"\w+", above["part"]))
        of, end = self._told_of(start, above.end())
        within = [item._replace(of=of, parts=(*parts, *item.parts)) for item in items]
        return self._numbered(start, end, within) if of else ()

    def _items(self, head: re.Match[str]) -> Iterator[_Item]:
        """The parts of a list that begins behind a word, each with all of its parts: "C(1) through (7)"."""
        at, through, worded = head.end(), False, False
        before: tuple[str, ...] = ()
        for _ in range(_MOST):
            found = self._item.match(self._text, at)
            if found is None:
                return
            parts = tuple(re.findall(r"\w+", found["part"] or found["alone"] or found["inside"] or ""))
            if found["inside"] and len(parts) < len(before):
                parts = (*before[: -len(parts)], *parts)
            elif found["inside"] and before and before[0].isupper():
                return
            yield _Item(found["of"] or "", parts, at, found.end(), through, worded, bool(found["inside"]))
            step = self._forms.step.match(self._text, found.end())
            if step is None or step["sign"]:
                return
            again = self._head.match(self._text, step.end())
            before, through, worded = parts, bool(step["through"] or step["dash"]), again is not None
            at = again.end() if again is not None else step.end()

    def _told_of(self, start: int, end: int) -> tuple[str, int]:
        """The number of the section whose parts are cited between two places, and where the citation ends
        with it: "of Rule 20", "of this rule", "Rule 7, section D", else that in which they are; none where
        they are of another."""
        own = self._own(start)
        if (within := self._forms.within.match(self._text, end)) is not None:
            return (own if self._is_own_word(within["word"]) else ""), end
        named = self._of_section.match(self._text, end)
        before = self._before.search(self._text, max(0, start - _NEAR), start)
        if named is not None or before is None:
            of, stop = (named["of"], named.end()) if named is not None else (own, end)
        else:
            of, stop = before["of"], end
        known = of in self._letters and not self._is_of_another(stop if named is not None else end)
        return (of if known else ""), stop

    def _own(self, at: int) -> str:
        """The number of the section with letters in which a place stands."""
        section = self._section_of(bisect_right(self._starts, at))
        number = self._numbers.get(section or "", ("", ()))[0]
        base = PART_NUMBER.match(number)
        own = base["base"] if base is not None else number
        return own if own in self._letters else ""

    def _is_own_word(self, word: str) -> bool:
        """Whether "of this section" may mean the section whose parts have letters: where these have a word,
        that, else any that counts, or that heads nothing ("this bylaw", which has no parts but its
        sections')."""
        scheme = self._forms.scheme_of(word)
        return scheme is None or (scheme.kind == "rule" and (not self._words or scheme.name in self._words))

    def _is_named(self, start: int) -> bool:
        """Whether a name stands before the word of a section: "Uniform Trial Court Rule 2 A"."""
        return _NAME.search(self._text, max(0, start - _NEAR), start) is not None

    def _is_of_another(self, end: int) -> bool:
        return self._forms.belonging.match(self._text, end) is not None

    def _numbered(self, start: int, end: int, items: Sequence[_Item]) -> tuple[ListedNumber, ...]:
        """The numbers of parts that are cited together; none where one of them is not known to be one, or to
        be missing."""
        found: list[ListedNumber] = []
        for item in items:
            number = self._known(item)
            if number is None:
                return ()
            host = self._hosts.get(item.of, ())
            place = (start if not found else item.start, item.end)
            found.append(ListedNumber(number, *place, ends_range=item.through and bool(found), host=host))
        found[-1] = found[-1]._replace(end=end)
        return tuple(found)

    def _known(self, item: _Item) -> str | None:
        """The number of a part, as far as sections bear it; whole where it is missing among those that were
        all read; None where nobody can say."""
        if not item.parts:
            return item.of if item.of in self._bases else None
        if item.of not in self._letters:
            return None
        for depth in range(len(item.parts), 0, -1):
            if (number := _number(item.of, item.parts[:depth])) in self._keys:
                missing = depth < len(item.parts) and self._lacks(item.of, item.parts[: depth + 1])
                return _number(item.of, item.parts) if missing else number
        return _number(item.of, item.parts[:1]) if self._lacks(item.of, item.parts[:1]) else None

    def _lacks(self, of: str, parts: Sequence[str]) -> bool:
        """Whether a part is missing among those beside it, of which all were read."""
        if _number(of, parts) in self._below:
            return False  # F stands in F(1) and F(2) alone
        beside = self._below.get(_number(of, parts[:-1]), ())
        rows = [sorted(int(each) for each in beside if each.isdecimal())]
        rows += [[ROMANS.index(each) + 1 for each in beside if each in ROMANS]]
        rows += [[ord(each.upper()) - ord("A") + 1 for each in beside if len(each) == 1 and each.isalpha()]]
        whole = any(len(row) == len(beside) and row == list(range(1, len(row) + 1)) for row in rows)
        return whole and len(beside) >= _FEWEST and of not in self.unread and parts[-1] not in "AI"

    @cached_property
    def unread(self) -> frozenset[str]:
        """The numbers of sections in which a line begins with a letter that was not read as a part."""
        found: set[str] = set()
        for line, start in enumerate(self._starts, start=1):
            label = label_at(self._text, start) if self._keys else None
            if label is None or label == "A":
                continue
            number = self._numbers.get(self._section_of(line) or "", ("", ()))[0]
            base = PART_NUMBER.match(number)
            parts = "".join(f"({part})" for part in re.findall(r"\w+", label))
            if base is None or number != base["base"] + parts:
                found.add(base["base"] if base is not None else number)
        return frozenset(found)

    @cached_property
    def _keys(self) -> Mapping[str, Key]:
        """The numbers of the parts, with their keys."""
        return {number: key for number, key in self._numbers.values() if PART_NUMBER.match(number)}

    @cached_property
    def _bases(self) -> Mapping[str, Key]:
        return {number: key for number, key in self._numbers.values() if "(" not in number}

    @cached_property
    def _below(self) -> Mapping[str, Sequence[str]]:
        """By number the parts right below it, in their order."""
        found: dict[str, list[str]] = defaultdict(list)
        for number in self._keys:
            above, _, last = number.rpartition("(")
            found[above].append(last.rstrip(")"))
        return found

    @cached_property
    def _letters(self) -> frozenset[str]:
        """The numbers of sections whose parts have letters."""
        return frozenset(base["base"] for number in self._keys if (base := PART_NUMBER.match(number)))

    @cached_property
    def _hosts(self) -> Mapping[str, Key]:
        """What of the key of such a section its number does not say."""
        return {
            number: key[: len(key) - len(self._forms.numbering.key(number))]
            for number, key in self._bases.items()
            if number in self._letters
        }

    @cached_property
    def _words(self) -> frozenset[str]:
        """The schemes of the words that stand before the numbers of such sections."""
        forms = self._forms
        found: set[str] = set()
        for head in re.finditer(
            rf"^[ \t>#*_]*{forms.word.pattern}(?P<number>{forms.number.pattern})", self._text, re.MULTILINE
        ):
            scheme = forms.scheme_of(head["word"])
            if scheme is not None and head["number"] in self._letters:
                found.add(scheme.name)
        return frozenset(found)

    @cached_property
    def _named(self) -> str:
        """A word before a number or a letter: of a section, or of a part of one."""
        words = sorted((word for word in self._forms.numbering.by_word if word.isalpha()), key=len)
        named = "|".join(reversed(words))
        return rf"(?<!\w)(?i:(?P<section>(?:{named})s?)|(?:{self._forms.words.parts})){SPACE}"

    @cached_property
    def _head(self) -> re.Pattern[str]:
        return re.compile(rf"{self._named}(?=\d|\(|{PART})")

    @cached_property
    def _item(self) -> re.Pattern[str]:
        number = rf"(?P<of>{_WHOLE})(?![\w(]|\.\w)(?:[ \xa0](?P<part>{PART}))?"
        return re.compile(rf"{number}|(?P<alone>{PART})|(?P<inside>{CLAUSES})")

    @cached_property
    def _of_part(self) -> re.Pattern[str]:
        return re.compile(rf"{SPACE}(?:{self._forms.words.works.of}){SPACE}{self._named}(?P<part>{PART})")

    @cached_property
    def _of_section(self) -> re.Pattern[str]:
        of = self._forms.words.works.of
        return re.compile(rf"{SPACE}(?:{of}){SPACE}{self._named}(?P<of>{_WHOLE})(?![\w(]|\.\w)")

    @cached_property
    def _before(self) -> re.Pattern[str]:
        return re.compile(rf"{self._named}(?P<of>{_WHOLE}),?{SPACE}$")


def _number(of: str, parts: Sequence[str]) -> str:
    return of + "".join(f"({part})" for part in parts)
