"""What makes a number cite that no word introduces: what stands before it and behind it, and the whole text.

A number and its place come in; how sure it is that it cites goes out. What cites and what merely counts is
decided by what the text does elsewhere: which numbers are sections, which words stand before numbers that
are ("Case 7.31"), which behind counts ("9.7 cases", where two cases are counted elsewhere).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

from vfdoc.model import Key
from vfdoc.model.session import incremental
from vfdoc.reading.citation_forms import Forms, letters_inside, own_forms
from vfdoc.reading.citation_places import CitationPlaces
from vfdoc.reading.edited_lines import EditedLines
from vfdoc.reading.full_paths import opens
from vfdoc.reading.marked_numbers import LONGEST_CUE
from vfdoc.reading.numbering import drawn, is_date
from vfdoc.reading.other_works import OtherWorks

_WIDE = re.compile(r"[ \xa0]{2,}")  # "Article  9.6"
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_BLANK_LINE = re.compile(r"\s*\n[ \t>]*")
_VERSION = re.compile(
    r"(?:[A-Za-z]/|(?<![A-Z])([A-Z]{2,})[ -]?)(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)(?![\w.]\w|\w)"
)
_NAME_BEFORE = re.compile(r"(?<![A-Z])([A-Z]{2,})[ -]$")
_IDIOM = 20  # characters of an idiom before its last word
_LONGEST_LIST = 200  # characters of a list of numbers before one
_PART_OF = re.compile(r"[\d)§]\w?[.,]?\s*$")  # "§ 3 Ziffer 2", "(2), Ziffer 1"
_EMPHASIS = 3  # words of one that ends behind a number, at most, where that cites
_WORD_BEHIND = re.compile(r"[ \xa0\n]([^\W\d_]{3,20})(?!\w)")
_TITLE_BEHIND = re.compile(r"(?::|[ \xa0][–—-])[ \t\xa0]+[^\W\d_a-z]")
_LONGEST_ADDRESS = 500
_NOT_BEHIND = ('"', "”", "″", "'", "’", "%", "°", "€")
_QUOTED = {'"': '"', "“": "”", "„": "“", "‘": "’"}  # marks before a number, each with its own behind it
_LEARNED, _LEARNED_SHARE = 3, 0.75  # numbers that are sections behind a word that learns to cite
_DECIMALS, _DECIMALS_SHARE = 8, 0.9  # so many numbers with a dot, all but sections: one alone cites too
# What the whole text shows.
_OF_THE_WHOLE = (
    "_counted", "_introduced", "_learned", "_versions", "_versioned", "_decimals_cite", "_own_form_cites",
    "_bare_cite", "_leading", "_often",
)  # fmt: skip
_LEARNED_OF_ALL = ("_learned", "_decimals_cite", "_own_form_cites", "_bare_cite", "_leading", "_often")
_POINTED = "."  # stands for the word before numbers with letters between their points
_Introduced: TypeAlias = tuple[tuple[str, bool], ...]
"""Words before numbers and, each behind a blank, those behind them, with whether that is a section's."""
_BEHIND = re.compile(r"[ \xa0]([^\W\d_]{3,20})(?:[ \xa0]([^\W\d_]{3,20}))?(?!\w)")
_BARE = 3  # times as often as not numbers beside a word are sections, where it says that they cite
_TWICE = 2
_MARKS = " \t\xa0>*_#-"  # before the first word of a line
_BARE_SHARE = 0.8  # of numbers behind words that are no section's word
# How sure a citation is by what introduces it.
_CUED, _BRACKETED, _WEAK, _ALONE = 0.95, 0.9, 0.8, 0.75
_BEYOND = 10  # numbers behind the last one at its place that a slip may name
_PARTS = 3  # of a number that is hardly anything but a section's
_LONGEST_TITLE = 60  # characters behind a number in which a title is sought
_DEEP = "-"  # the form of such
_MARKER = re.compile(r"\n(?P<lead>[ \t]*)(?P<number>\d{1,3})(?P<end>[.)])[ \t]")
_HEAD_OF_LINE = re.compile(r"[ \t>*_]*")
_UPWARDS = re.compile(r"\+(?!\w)")  # "(1.14+)": that version or a later one
_FACTOR = re.compile(r"[ \xa0][*×·÷=]\s")  # "(0.5 * the time of a lease)"


class CitationEvidence:
    """Asked of the numbers of one text."""

    def __init__(
        self,
        text: str,
        forms: Forms,
        known: Collection[Key],
        places: CitationPlaces,
        works: OtherWorks,
        entitled: Mapping[str, str],
    ) -> None:
        self._text, self._forms, self._known, self._places, self._works = text, forms, known, places, works
        self._entitled = entitled
        self._asked: set[str] = set()  # the words of which `_is_beside` was asked

    def introduces(
        self, start: int, end: int, line_start: int, again: bool
    ) -> tuple[str, float, bool] | None:
        """The form by which what stands before the number at start:end, that no word introduces, makes it
        cite a section, how sure that is, and whether it does not where a counted word follows; None where it
        does not.

        It cites behind a cue such as "see", or as the first thing in brackets; behind a weak one such as
        "in", later in brackets, or with three components or a letter, where a section bears the number. Not
        in an address, or behind "version".
        """
        text, forms = self._text, self._forms
        before = words_before(text, start - 1 if _is_quoted(text, start, end) else start)
        signed = before.endswith("#")
        before = before.removesuffix("#")  # "rule #2.1", "see #2.1"
        if forms.not_before.search(before) or _in_address(text, line_start, start):
            return None
        if forms.listed_before.search(before) and forms.versions_before.search(
            words_before(text, start, _LONGEST_LIST)
        ):
            return None
        if (cue := forms.cue.search(before)) is not None:
            return _last(cue.group()), _CUED, False
        joined = self._places.joined
        dashed = joined.are_dashed or (joined.are_usual and text[start:end] in self._places.printed)
        if "-" in text[start:end] and dashed and forms.telling.search(before):
            return _last(before), _CUED, False  # "explained in 5-1"
        if text[end : end + 1] == "(" and "." not in text[start:end] and forms.part_word.search(before):
            return _last(before), _CUED, False  # "subsection 15C(1)"
        if text[start].isalpha() and text[start] not in self._places.letters:
            return None  # "(X.509 certificates)" where no section begins with X
        inside = forms.bracket.search(before)
        if inside and not inside.group("words"):
            return "(", _BRACKETED, False
        if self._is_deep(number := text[start:end]) and not self.is_measure(start, end):
            known = forms.numbering.key(number) in self._known
            weak = again or forms.weak_cue.search(before) or forms.telling.search(before)
            return (_DEEP, _BRACKETED, not known) if known or weak else None
        named = self._works.capitals_before(before)
        if named is not None:
            introduced = named.rstrip(" \xa0").endswith(("(", "[")) or forms.cue.search(named)
            return ("", _WEAK, False) if introduced else None
        if (name := _NAME_BEFORE.search(before)) is not None and name.group(1) in self._versioned:
            return None  # "XN 3.1.1", where XN 5.0 is told of too
        last = _last(before)
        if last.upper() in drawn():
            return None  # "Table 4.2" has a count of its own
        known = forms.numbering.key(number) in self._known
        if not known and (last in self._learned or self._is_entitled(start, end, line_start)):
            return last, _WEAK, False
        if not known and self.is_of_own_form(number) and not opens(text, start, end):
            told = again or inside or forms.telling.search(before) or forms.weak_cue.search(before)
            return (last, _WEAK, True) if told or self._own_form_cites else None
        if not known and forms.telling.search(before) and self._is_missing(number, end):
            return last, _WEAK, True
        as_others = not known and self._is_as_others(number, end, last, told=bool(inside or again))
        if as_others and not (opens(text, start, end) or self._opens_line(start, line_start, last)):
            return last, _WEAK, True
        if not known or (number.endswith(".0") and number not in self._places.printed):
            return None  # "Data Model 2.0" is a version where the section is printed 2
        counted = number.count(".") == 1 and not inside
        weak = signed or forms.weak_cue.search(before)
        if number in self._versions and not (inside and weak):
            return None  # "HTTP/1.0 and 1.1"
        lettered = not number.replace(".", "").isdecimal()
        if again or number.count(".") > 1 or lettered or inside or weak or last in self._learned:
            return last, _WEAK, counted
        if last in self._leading and number in self._places.printed:  # no "bis zu 9.000"
            return last, _ALONE, False
        return (last, _ALONE, counted) if self._decimals_cite else None

    def counts_apart(self, word: str, start: int, end: int) -> bool:
        """Whether a number is within the title of a work, "Mobile licences — Part 5: Application", or counts
        the pieces of what stands before it in brackets, "(harbour tour part 1)", where no section is headed
        so, or marks the next item of a list, behind a word that ends the one above ("… to both parties") or
        a heading ("## Amendments", "3.1 Amendments"), or counts what follows behind an idiom ("in der Regel
        15 Minuten"), or is an item's above in the list around it ("3. … by rule 1 or 2")."""
        text, forms = self._text, self._forms
        if forms.counted_behind.match(text, end) and forms.idiom.search(text[max(0, start - _IDIOM) : end]):
            return True
        opened = text.rfind("_", max(0, start - _LONGEST_LIST), start) if text.startswith("_", end) else -1
        if opened >= 0 and text.count(" ", opened, start) > _EMPHASIS:
            return True  # "_Harbour Signals 1.1 Part 2_" is a title
        if (marker := _MARKER.search(text, start, end + 2)) is not None:
            above = text.rfind("\n", 0, start) + 1
            item_above = f"{marker['lead']}{int(marker['number']) - 1}{marker['end']}"
            head = _HEAD_OF_LINE.match(text, above)
            if text.startswith((item_above, "#"), above) or (head and head.end() in self._places.headings):
                return True
        if self._places.is_rare(word.casefold()) and self._places.citing[0] and self._is_item(start, end):
            return True  # nothing shows that this word cites, and another does
        before = text[max(0, start - 2) : start].rstrip(" ")
        if before.endswith(("–", "—", " -", ";")) and _TITLE_BEHIND.match(text, end) is not None:
            return True
        scheme = forms.scheme_of(word)
        if scheme is None or scheme.kind != "part" or not word.islower() or text[end : end + 1] not in ")]":
            return False
        before = words_before(text, start)
        inside, last = forms.bracket.search(before), _last(before)
        named = inside is not None and inside.group("words").endswith(f"{last} ") and last != ""
        cues = forms.cue.search(before) or forms.weak_cue.search(before) or forms.telling.search(before)
        headed = any(each.casefold() in self._places.headed for each in scheme.words)
        return named and not cues and not headed and last not in forms.words.forms.stop

    def _is_item(self, start: int, end: int) -> bool:
        """Whether a citation stands in an item of a list, one above in which bears its number."""
        number = self._text[start:end].rpartition(" ")[2]
        count = 0
        for marker in reversed([*_MARKER.finditer(self._text, max(0, start - _LONGEST_LIST * 10), start)]):
            below, count = count, int(marker["number"])
            if marker.start("number") in self._places.headings or (below and count != below - 1):
                return False
            if marker["number"] == number:
                return below != 0
        return False

    def _is_deep(self, number: str) -> bool:
        """Whether a number has three parts or more, joined as the sections' are (6-5-3-1), is no deeper than
        theirs and of one of their chapters: it is hardly anything but a citation."""
        if number.count("-") < _PARTS - 1 or not self._places.joined.are_dashed or is_date(number):
            return False
        key = self._forms.numbering.key(number)
        return key[0] in self._firsts and len(key) <= self._deepest

    def is_of_own_form(self, number: str) -> bool:
        """Whether a number has letters between its points, as sections of its chapter have: 8.D.2."""
        key = self._forms.numbering.key(number)
        pointed = number.count(".") == len(key) - 1 and letters_inside(key)
        return pointed and tuple(map(type, key)) in self._own_forms and key[0] in self._firsts

    @cached_property
    def _own_forms(self) -> frozenset[tuple[type, ...]]:
        return own_forms(self._known)

    @cached_property
    def _own_form_cites(self) -> bool:
        """Whether numbers with letters between their points are hardly ever anything but sections here."""
        good, bad, _, _ = self._introduced
        return good[_POINTED] >= max(_DECIMALS, _DECIMALS_SHARE * (good[_POINTED] + bad[_POINTED]))

    @cached_property
    def _firsts(self) -> frozenset[int | str]:
        return frozenset(key[0] for key in self._known)

    @cached_property
    def _deepest(self) -> int:
        return max(map(len, self._known), default=0)

    def _is_entitled(self, start: int, end: int, line_start: int) -> bool:
        """Whether a number of several parts that no section bears has a whole title of several words behind
        it ("refer to 3.4.6 Keep Alive", where that is 3.1.6), within a line of text."""
        number = self._text[start:end]
        before, behind = self._text[max(line_start, start - LONGEST_CUE) : start], self._text[end : end + 1]
        if number.count(".") < _PARTS - 1 or number in self._versions or behind not in " \xa0":
            return False
        if self._forms.numbering.key(number)[0] not in self._firsts or not any(map(str.isalpha, before)):
            return False
        words = self._text[end : end + _LONGEST_TITLE].partition("\n")[0].split()
        for count in range(2, len(words) + 1):
            said = " ".join(words[:count])
            title, goes_on = said.rstrip(".,;:)"), words[count : count + 1]
            if title in self._titles and (title != said or not goes_on or not goes_on[0][0].isupper()):
                return True
        return False

    @cached_property
    def _titles(self) -> frozenset[str]:
        return frozenset(title for title in self._entitled.values() if " " in title)

    def _is_as_others(self, number: str, end: int, word: str, *, told: bool) -> bool:
        """Whether a number that no section bears has its place beside some that do, and stands as they are
        cited, in a text that cites by numbers alone: behind a word behind which they stand ("unless 16.5"),
        or, in brackets or a list, before one before which they do ("16.5 applies"). A word behind it that
        stands so nowhere else may be what it counts, but behind one that leads to others ("breaches 8.5")."""
        if not self._bare_cite or not self._has_place(number):
            return False
        found = _BEHIND.match(self._text, end)
        behind = [each.casefold() for each in found.groups() if each] if found is not None else []
        words, stop = self._forms.words.forms, self._forms.words.forms.stop
        goes_on = any(
            each in words.governing or self._is_beside(f" {each}") or re.fullmatch(words.tells, each)
            for each in behind
            if each not in stop
        )
        ends = not behind or behind[0] in stop or (word not in stop and self._introduced[0][word] >= _TWICE)
        return (goes_on or ends) and ((word != "" and self._is_beside(word)) or (told and goes_on))

    def _opens_line(self, start: int, line_start: int, word: str) -> bool:
        """Whether a word that leads to no citation by itself opens the line in which a number stands behind
        it: "Changed 1.2.4 to stand under 1.2.3", in a list of changes."""
        head = self._text[line_start:start].strip(_MARKS)
        return head[:1].isupper() and head.casefold() == word and word not in self._forms.words.forms.stop

    def _is_beside(self, word: str) -> bool:
        """Whether numbers beside a word, but one that is asked about, are sections' or nearly all are."""
        self._asked.add(word)
        good, bad, _, _ = self._introduced
        return good[word] > 0 and good[word] >= _BARE * (bad[word] - 1)

    @cached_property
    def _bare_cite(self) -> bool:
        """Whether the text cites by numbers alone: most numbers with a dot behind other words than "Section"
        are sections'."""
        good, bad, _, _ = self._introduced
        sections, others = (
            sum(
                count
                for word, count in each.items()
                if word[:1].isalpha() and not self._forms.scheme_of(word)
            )
            for each in (good, bad)
        )
        return sections >= max(_DECIMALS, _BARE_SHARE * (sections + others))

    def _is_missing(self, number: str, end: int) -> bool:
        """Whether a number that no section bears has its place beside some that do ("as set forth in 3.9"),
        and counts nothing."""
        behind = _WORD_BEHIND.match(self._text, end)
        if behind is not None and behind.group(1).casefold() not in self._forms.words.forms.stop:
            return False
        return self._has_place(number)

    def _has_place(self, number: str) -> bool:
        """Whether sections stand beside a number, which is not far beyond the last of them: 3.9, where 3.7 is
        the last of 3; or it counts an item of one with none below it, 3.2.1; and no version."""
        key = self._forms.numbering.key(number)
        last = self._last_beside.get(key[:-1], 0)
        near = len(key) > 1 and isinstance(key[-1], int) and key[-1] <= last + _BEYOND
        deep = _PARTS <= len(key) <= max(map(len, self._known), default=0)
        item = last == 0 and deep and key[:-1] in self._known
        return (last > 0 or item) and near and not number.endswith(".0") and number not in self._versions

    @cached_property
    def _last_beside(self) -> dict[Key, int]:
        """The last numbers below each number, of those that sections bear."""
        found: dict[Key, int] = {}
        for *above, last in self._known:
            if isinstance(last, int):
                found[tuple(above)] = max(last, found.get(tuple(above), 0))
        return found

    def is_measure(self, start: int, end: int) -> bool:
        """Whether what follows a number makes it a measure or a part of something else."""
        behind = self._text[end : end + 12].lstrip("*_")
        if _is_quoted(self._text, start, end):
            return False
        if (
            behind[:1] in _NOT_BEHIND
            or (behind[:1] in ".:" and behind[1:2].isdigit())
            or behind[:1].isalnum()
            or _FACTOR.match(behind) is not None
            or _UPWARDS.match(behind) is not None
        ):
            return True
        return self._forms.not_after.match(behind) is not None

    def is_measure_in_brackets(self, start: int, end: int, line_start: int) -> bool:
        """Whether a number in brackets says in figures what stands in words, "four and a half (4.5) feet", is
        a clause of a number right before it, "subsection 259(1.1)", of the address of a link, or a version:
        "the current version (3.0)"."""
        if self._text[start - 2 : start - 1].isdigit():
            return True
        counted = self._forms.not_after.match(self._text, end + 1) is not None
        return (
            (counted and self._text[end + 1 : end + 2] in " \xa0")
            or _in_address(self._text, line_start, start)
            or self._forms.not_before.search(words_before(self._text, start - 1)) is not None
        )

    def counts(self, end: int) -> bool:
        """Whether the word behind a number is one that this text counts elsewhere ("in 9.7 cases")."""
        found = _WORD_BEHIND.match(self._text, end)
        return found is not None and found.group(1).islower() and found.group(1) in self._counted

    @cached_property
    def _counted(self) -> frozenset[str]:
        stop = self._forms.words.forms.stop
        found = frozenset[str]().union(*(_counted(line, self._forms.counted) for line in self._lines))
        return frozenset(word for word in found if word not in stop)

    @cached_property
    def _introduced(self) -> tuple[Counter[str], Counter[str], int, int]:
        """Of the words before numbers with one dot or more: how often what follows is a section, and how
        often it is not; and of all such numbers."""
        good: Counter[str] = Counter()
        bad: Counter[str] = Counter()
        for word, known in self._introductions(0, len(self._text)):
            (good if known else bad)[word] += 1
        return good, bad, _in_all(good), _in_all(bad)

    def _introductions(self, begin: int, end: int) -> Iterator[tuple[str, bool]]:
        """Between two offsets: the word before each such number, and whether that is a section's; once more
        for one that has letters between its points, and for the words behind it."""
        for start, stop, _ in self._places.alone(begin, end):
            if self.is_measure(start, stop):
                continue
            before = words_before(self._text, start)
            if not self._forms.not_before.search(before):
                key = self._forms.numbering.key(self._text[start:stop])
                yield _last(before), key in self._known
                if letters_inside(key):
                    yield _POINTED, key in self._known
                if (behind := _BEHIND.match(self._text, stop)) is not None:
                    for word in filter(None, behind.groups()):
                        yield f" {word.casefold()}", key in self._known

    def carry(self, before: CitationEvidence, changed: Iterable[EditedLines]) -> bool:
        """Takes over what the whole text showed before some of its lines changed; False where these may show
        something else now."""
        known = {name: before.__dict__[name] for name in _OF_THE_WHOLE if name in before.__dict__}
        self.__dict__.update(known)
        same = self._shows_as(before, changed)
        same = same and ("said_own" not in before.__dict__ or self.said_own == before.said_own)
        for name in known if not same else ():
            self.__dict__.pop(name, None)
        return same

    def _shows_as(self, before: CitationEvidence, changed: Iterable[EditedLines]) -> bool:
        last = -1
        for line in changed:
            if before._said(line.old) != self._said(line.new) and not self._counts_as(before):
                return False
            was, ends = before._shown(line.old_start, line.old_text)
            now, _ = self._shown(line.start, line.new_text)
            if was != now and (line.old_start < last or not self._introduces_as(before, was, now)):
                return False
            last = max(last, ends)
        return True

    def _counts_as(self, before: CitationEvidence) -> bool:
        """Whether the whole text counts the same things and names the same versions."""
        for name in ("_counted", "_versions", "_versioned"):
            if self.__dict__.pop(name, None) is not None and getattr(self, name) != getattr(before, name):
                return False
        return True

    def _introduces_as(self, before: CitationEvidence, was: _Introduced, now: _Introduced) -> bool:
        """Counts words before numbers that are others now; whether what they show in all is the same."""
        if "_introduced" not in self.__dict__:
            return True  # nobody has asked yet
        good, bad = (counts.copy() for counts in self._introduced[:2])
        for words, by in ((was, -1), (now, 1)):
            for word, known in words:
                (good if known else bad)[word] += by
        asked = sorted(before._asked)
        was_beside = [before._is_beside(word) for word in asked]
        shown = tuple(getattr(before, name) for name in _LEARNED_OF_ALL)
        self.__dict__["_introduced"] = good, bad, _in_all(good), _in_all(bad)
        for name in _LEARNED_OF_ALL:
            self.__dict__.pop(name, None)
        same = shown == tuple(getattr(self, name) for name in _LEARNED_OF_ALL)
        return [self._is_beside(word) for word in asked] == was_beside and same

    def _shown(self, start: int, line: str) -> tuple[_Introduced, int]:
        """The words before the numbers of lines, and before those that they may stand right before; up to
        where these were sought."""
        end = start + len(line) + 2 * LONGEST_CUE
        return tuple(self._introductions(start, end)), end

    def _said(self, lines: Collection[str]) -> frozenset[tuple[str | None, str]]:
        """What some lines count, and which versions they name."""
        counted = {(None, word) for line in lines for word in _counted(line, self._forms.counted)}
        return frozenset[tuple[str | None, str]](counted).union(
            *(_versions(line, self._forms) for line in lines)
        )

    @cached_property
    def _learned(self) -> frozenset[str]:
        """Words that stand before citations in this text, though the language does not say so."""
        good, bad, _, _ = self._introduced
        stop = self._forms.words.forms.stop
        return frozenset(
            word
            for word, count in good.items()
            if len(word) > 2
            and word[0] != " "
            and count >= _LEARNED
            and count >= _LEARNED_SHARE * (count + bad[word])
            and word not in stop
        )

    @cached_property
    def _leading(self) -> frozenset[str]:
        """Words behind which all numbers are sections', small ones too, in a text that cites by numbers
        alone: "im Sinne von 1.4", "ergänzend zu 5.8"."""
        good, bad, _, _ = self._introduced
        often = (word for word, count in good.items() if word[:1].isalpha() and count >= _LEARNED)
        return frozenset(word for word in often if not bad[word]) if self._bare_cite else frozenset()

    def cites_whole(self, start: int, end: int) -> bool:
        """Whether a whole number that a section bears is cited behind a word that cites those with a dot all
        through the text, "Ziffer 3" where "Ziffer 3.1" is one; behind another number it counts parts."""
        before = words_before(self._text, start)
        cue = self._forms.cue.search(before)
        marked = self._text[end : end + 1] == ")" and before.rfind("(") <= before.rfind(")")
        if cue is None or marked or self._text[start:end] not in self._places.printed:
            return False  # "paragraphe 5) de l'article 2.3.6"
        return _last(before) in self._often and _PART_OF.search(before[: cue.start() + 1]) is None

    @cached_property
    def _often(self) -> frozenset[str]:
        """Words behind which many numbers with a dot stand, hardly any of them none of a section; or whole
        ones of this text, "paragraph 56 of this By-law", all of them sections'."""
        good, bad, _, _ = self._introduced
        often = (w for w, n in good.items() if n >= max(_DECIMALS, _DECIMALS_SHARE * (n + bad[w])))
        return frozenset(often) | self.said_own

    @cached_property
    def said_own(self) -> frozenset[str]:
        """Words behind which whole numbers stand, all of them sections', some said to be of this text."""
        text, forms, printed = self._text, self._forms, self._places.printed
        told: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
        for start, end in self._places.cued.found(0, len(text)):
            before = words_before(text, start)
            cue = forms.cue.search(before)
            if cue is None or _PART_OF.search(before[: cue.start() + 1]) is not None:
                continue
            if self._works.cited(start, end, _last(before)) is None:  # no "paragraph 9 of the Act"
                said = self._works.is_said_own(end)
                told[_last(before).removesuffix("s")].append((text[start:end] in printed, said))
        often = {
            word
            for word, each in told.items()
            if len(each) >= _LEARNED and all(known for known, _ in each) and sum(s for _, s in each) >= _TWICE
        }
        return frozenset(often | {f"{word}s" for word in often})

    @cached_property
    def _versions(self) -> frozenset[str]:
        """Numbers that are a version of something in this text: "HTTP/1.1", "TLS 1.3"."""
        return frozenset(number for _, number in self._named_versions if number.count(".") == 1)

    @cached_property
    def _versioned(self) -> frozenset[str]:
        """Names behind which several numbers stand in this text, one of them no section's: of versions."""
        numbers: dict[str, set[str]] = {}
        for name, number in self._named_versions:
            numbers.setdefault(name, set()).add(number)
        printed = self._places.printed
        return frozenset(n for n, each in numbers.items() if n and len(each) > 1 and each.difference(printed))

    @property
    def _named_versions(self) -> frozenset[tuple[str, str]]:
        return frozenset[tuple[str, str]]().union(*(_versions(line, self._forms) for line in self._lines))

    @cached_property
    def _lines(self) -> list[str]:
        return self._text.split("\n")

    @cached_property
    def _decimals_cite(self) -> bool:
        """Whether numbers with a dot are hardly ever anything but sections in this text."""
        _, _, sections, others = self._introduced
        return sections >= _DECIMALS and sections >= _DECIMALS_SHARE * (sections + others)


def _in_all(counts: Counter[str]) -> int:
    """How many numbers stand behind words, of what `_introduced` counts."""
    return sum(count for word, count in counts.items() if word != _POINTED and word[:1] != " ")


@incremental
def _counted(line: str, pattern: re.Pattern[str]) -> frozenset[str]:
    """The words behind the counts of a line."""
    return frozenset(found.group("word") for found in pattern.finditer(line))


def _versions(line: str, forms: Forms) -> frozenset[tuple[str, str]]:
    """The numbers of versions in a line, each with the name before it: "HTTP/1.1", "TLS 1.3"; "SECTION 1.3"
    is none."""
    return frozenset(
        (found.group(1) or "", found.group(2))
        for found in _VERSION.finditer(line)
        if found.group(1) is None
        or (forms.scheme_of(found.group(1)) is None and not forms.cue.search(f" {found.group(1)} "))
    )


def words_before(text: str, start: int, most: int = LONGEST_CUE) -> str:
    """The words before a place without emphasis marks, of so many characters; a line end is a space, a blank
    line ends them."""
    before = text[max(0, start - most) : start]
    if "\n" in before:
        before = _BLANK_LINE.sub(" ", before[before.rfind("\n\n") + 1 :])
    before = before.replace("*", "").replace("_", "")
    return _WIDE.sub(" ", before) if "  " in before else before


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether a number stands by itself in quotation marks: as in "9.3"."""
    return start > 0 and _QUOTED.get(text[start - 1]) == text[end : end + 1] != ""


def _last(before: str) -> str:
    """The last word before a place, in small letters, "" where none stands right there."""
    found = _LAST_WORD.search(before.rstrip(" \xa0.("))
    return found.group().casefold() if found is not None else ""


def _in_address(text: str, line_start: int, start: int) -> bool:
    """Whether a place lies in the address of a Markdown link, which shows its words and not that."""
    opening = text.rfind("](", max(line_start, start - _LONGEST_ADDRESS), start)
    return opening >= 0 and text.find(")", opening, start) < 0
