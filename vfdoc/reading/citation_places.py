"""The places of a text at which something may cite: numbers behind a word, numbers alone, clauses, titles.

Found by compiled expressions over the whole text, each place with its kind; whether it cites is for others to
say (`citations`, `citation_evidence`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from functools import cached_property
from heapq import merge

from vfdoc.model import Key
from vfdoc.reading import marked_numbers
from vfdoc.reading.citation_forms import SPACE, Forms, ends_compound, is_long, spelt_number
from vfdoc.reading.marked_numbers import (
    LONGEST_CUE,
    CuedNumbers,
    JoinedNumbers,
    LetteredSections,
    LinkedNumbers,
    PrefixedNumbers,
)
from vfdoc.reading.numbering import GLUED, INSERTED, OUTLINED, is_roman, key_of, numeral_path

_LAST_WORD = re.compile(r"[^\W\d_]+$")
_LONGEST_WORD = 16
_YEAR = 4  # digits of a year
_LARGE = 3  # digits of a whole number that is a section's by itself behind "see"
_LONGEST_TITLE = 60
_NUMBER_FOLLOWS = re.compile(r"[^.;:!?\n]{0,24}\d")
_SHORT_AT = re.compile(r"\d(?:(?<=[A-Z]\d)|\d{0,3}(?:-\d|[a-z](?!\w)))")  # what 2k, A2, 2-9 have, and 1a1
_TITLED_AT = re.compile(r"\d(?:[ \xa0]\(|(?P<stop>\.)[ \xa0](?:\n\s*)?)(?=[^\W\d_a-z])")
_MIXED_AT = re.compile(r"\d[a-z]\d")
_LONGEST = 2000  # characters of what may cite, and of what is asked behind it
# "section VI.3.b" of Article VI, "Section IX(K)" of Article IX
_NUMERAL_PATH = re.compile(
    r"(?<!\w)[^\W\d_]{3,10}\.?[ \xa0\n](?P<path>[IVXL]{1,7}"
    r"(?:(?:\.\d{1,2}){1,2}(?!\w|\.\d)|(?=\((?P<part>[A-Z])\)|\.(?P<letter>[A-Z])(?!\w))))"
)
_LEADING = 3  # digits before those
_SEVERAL, _NEARLY_ALL = 4, 0.8  # numbers that show how the text numbers, and the share that are sections'
_NUMERALS = 3  # sections of a word with Roman numerals, by which a further one is meant for one
_TWO, _HALF = 2, 0.5  # such as leave it open
_ARTICLE = "article"  # the scheme of the numbers that another law counts where this one counts paragraphs
_NUMBER_HERE = re.compile(r"\w+(?:[.-]\w+)*")
# In another line, behind several blanks or "art."; "1. When …" below "2. Rules" is the first of a list.
_APART = re.compile(
    r"(?<=[A-Za-z])(?:\n[ \t>]*|[ \xa0]{2,4}|(?<=[A-Za-z]{2})\.[ \xa0]{0,2}(?:\n[ \t>]*)?)"
    rf"(?P<number>(?!(?<=[\n \t>])1[.)][ \t])\d{{1,4}}(?:{GLUED}|[a-z])?)(?!\w|\.\d)"
)

_NUMERAL_HEAD = re.compile(
    r"^[ \t>#*_|<(-]{0,24}(?:[^\W\d_]{3,12}[ \xa0])?([IVXL]{1,7}(?:\.\d{1,2}){1,5})", re.MULTILINE
)
_LINK_AT_HEAD = re.compile(
    r"^[ \t>*_]{0,12}\[\[[^\[\]|\n]{1,200}\|(?=(?P<shown>[\w.-]{1,24})\]\])", re.MULTILINE
)
PART_BEHIND = re.compile(r"-([A-Z])(?![\w-])")
"""The letter of a part behind such a number: R14-E."""
_SIGNED = re.compile(r"(?<!\])[ \xa0(]#$")  # "see #2.1", and no address, "](#2.1)"


class CitationPlaces:
    """Asked of one text. `headings` are the offsets of its headings' own numbers, `known` the keys of its
    sections, `printed` their numbers as printed, `titles` those of the sections that may be cited by name,
    `heads` words that head those sections in another text; `clauses` says whether its lines begin with
    clauses, `parts` where parts with letters are cited between two places."""

    def __init__(
        self,
        text: str,
        headings: Collection[int],
        forms: Forms,
        known: Collection[Key],
        printed: Collection[str],
        titles: Collection[str],
        heads: Iterable[str] = (),
        *,
        clauses: bool,
        parts: Callable[[int, int], Iterable[tuple[int, int]]] | None = None,
    ) -> None:
        self._text, self.headings, self._forms, self._known = text, headings, forms, known
        self.printed, self._titles_named, self._clauses_known = printed, titles, clauses
        self._parts = parts
        headed: dict[str, set[str]] = {word: set() for word in heads}
        for word, number in self._headed():
            headed.setdefault(word, set()).add(number)
        spelt = [found for each in printed if (found := spelt_number(each, forms.words)) is not None]
        self._spelling = {word.casefold() for word, _ in spelt}
        for word, number in spelt:
            headed.setdefault(word.casefold(), set()).add(str(forms.words.ordinal(number)))
        self.headed = {word: frozenset(numbers) for word, numbers in headed.items()}
        self.cued = CuedNumbers(text, headings, forms)
        self.joined = JoinedNumbers(text, forms, known, printed)
        self.prefixed = PrefixedNumbers(text, headings, printed)
        self.lettered = LetteredSections(text, headings, forms.heads, known, self.headed)
        self.linked = LinkedNumbers(text, headings, forms, known, self._cites)
        self._put_in = re.compile(INSERTED if forms.words.inserts else "(?!)")

    def carries(self, before: CitationPlaces) -> bool:
        """Whether what the text shows of them is what it showed before some of its lines changed."""
        return (
            self.headed == before.headed
            and ("at_heads" not in before.__dict__ or self.at_heads == before.at_heads)
            and self.lettered.words == before.lettered.words
            and ("citing" not in before.__dict__ or self.citing == before.citing)
            and (
                "own_pages" not in before.linked.__dict__ or self.linked.own_pages == before.linked.own_pages
            )
        )

    def candidates(self, begin: int = 0, end: int | None = None) -> Iterator[tuple[int, int, str]]:
        """Start, end and kind of every number or title that may cite, in order; those alone that are found
        between two offsets, where they are given."""
        within = begin, len(self._text) if end is None else end
        prefixed = [(at, stop, "prefixed") for at, stop in self.prefixed.found(*within)]
        others = [
            *prefixed,
            *self._worded(within),
            *self._chapters(within),
            *self._linked(within),
            *self._lettered(within),
            *((at, stop, "worded") for at, stop in self.lettered.found(*within)),
            *self._spelt(within),
            *self._graded(within),
            *((at, stop, "cued") for at, stop in self.cued.found(*within)),
            *self._mixed(within),
            *self._short(within),
            *self._titled(within),
            *self._own(within),
            *self._clauses(within),
            *((at, stop, "clause") for at, stop in (self._parts(*within) if self._parts else ())),
            *self._parted(within),
            *self._titles(within),
        ]
        others.sort(key=lambda found: (found[0], -found[1]))
        alone = self.alone(*within)
        if prefixed:
            taken = {at for at, _, _ in prefixed}
            alone = (found for found in alone if found[0] not in taken)
        found = merge(others, alone) if others else alone
        torn = self._torn_heads
        return (each for each in found if each[0] not in torn) if torn else found

    @cached_property
    def _torn_heads(self) -> frozenset[int]:
        """Where numbers begin that no section bears, and that a link at the head of a line shows: headings
        that were torn from their texts, and no citations."""
        heads = _LINK_AT_HEAD.finditer(self._text) if "[[" in self._text else ()
        number = self._forms.numbering.key
        return frozenset(each.end() for each in heads if number(each["shown"]) not in self._known)

    def _matches(self, pattern: re.Pattern[str], within: tuple[int, int]) -> Iterator[re.Match[str]]:
        """The matches that begin between two offsets."""
        begin, end = within
        for found in pattern.finditer(self._text, begin, end + _LONGEST):
            if found.start() >= end:
                return
            yield found

    def _worded(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        text = self._text
        for found in self._matches(self._forms.worded, within):
            start = found.start()
            own = start in self.headings or found.start("number") in self.headings
            number = found.group("number")
            glued = number[0].isalpha() and text[found.start("number") - 1].isalpha()  # PartG, a law's name
            glued = glued or ends_compound(text, start)
            if not (text[start - 1 : start].isalnum() or own or glued):
                clause = number.find("(")
                end = found.end() if clause < 0 else found.start("number") + clause
                if self.joined.is_torn(found.start("number"), end):
                    continue  # "§ 681-", and 5 in the next line
                if text[end : end + 1] == "-":
                    end = self.joined.end_of(found.start("number"), end)
                yield start, end, "worded"

    def _heads(self, within: tuple[int, int]) -> Iterator[tuple[str, re.Match[str], int]]:
        """Whole numbers behind a word such as "Rule" or "Article": the word, the number, where the word
        begins (-1 where none is there, and brackets close behind it, or it is of three digits)."""
        text = self._text
        ends = {word[-1] for word in self._forms.heads}
        for number in self._matches(self._forms.after_word, within):
            large = len(number.group()) >= _LARGE and key_of(number.group()) in self._known
            if large or text[number.start() - 2].lower() in ends or text.startswith(")", number.end()):
                yield from self._head(number, ends)
        for number in self._matches(_APART, within):
            yield from self._head(number, ends)

    def _head(self, number: re.Match[str], ends: Container[str]) -> Iterator[tuple[str, re.Match[str], int]]:
        text = self._text
        at = number.start("number") if "number" in number.re.groupindex else number.start()
        closes = text[number.end() : number.end() + 1] == ")" or len(text[at : number.end()]) >= _LARGE
        word_end = number.start() if "number" in number.re.groupindex else at - 1
        if not closes and text[word_end - 1].lower() not in ends:
            return
        before = text[max(0, word_end - _LONGEST_WORD) : word_end].casefold()
        last = _LAST_WORD.search(before) if before.endswith(self._forms.heads) else None
        if text[word_end] == "." and (last is None or last.group() not in self._forms.shortened):
            return
        if last is not None and last.group() in self._forms.heads:
            if not ends_compound(text, word_end - len(last.group())):
                yield last.group(), number, word_end - len(last.group())
        elif closes and "number" not in number.re.groupindex:
            yield "", number, -1

    @cached_property
    def _shortened(self) -> frozenset[str]:
        """The short words that cite with a stop behind them, "art. 3": where headings have one of the same
        scheme, for "Art. 2" in a law of paragraphs is of another, if that is named."""
        forms, headed = self._forms, self._schemes_headed
        return frozenset(w for w in forms.shortened if (s := forms.scheme_of(w)) and s.name in headed)

    def counts_otherwise(self, number: str, word: str | None) -> bool:
        """Whether a Roman numeral is of parts that no heading has: "Part IV" where sections are 4 and 5."""
        scheme = self._forms.scheme_of(word) if word is not None and is_roman(number) else None
        parts = scheme is not None and scheme.kind == "part" and scheme.name not in self._schemes_headed
        return parts and not any(map(is_roman, self.printed))

    def _headed(self) -> Iterator[tuple[str, str]]:
        """The words before the numbers of headings, in small letters, each with the number."""
        for at in self.headings:
            before = self._text[max(0, at - _LONGEST_WORD - 1) : at].rstrip(" \xa0.").casefold()
            last = _LAST_WORD.search(before)
            if before.endswith("§") or last is not None:
                number = _NUMBER_HERE.match(self._text, at)
                yield last.group() if last is not None else "§", number.group() if number is not None else ""

    def _chapters(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Whole numbers behind such a word cite where a section bears the number, or where sections are
        headed by that word. Behind "see", at the end of brackets or of three digits, they cite a section
        too."""
        for word, number, start in self._heads(within):
            at = number.start("number") if "number" in number.re.groupindex else number.start()
            if at in self.headings or self._is_of_a_list(word):
                continue
            end = number.end()
            if self._text[end : end + 1] == "-":
                if self.joined.is_torn(at, end):
                    continue  # "§ 681-", and 5 in the next line
                if word and self.joined.is_of_code(at, end, several=word.endswith("s")):
                    continue
                end = self.joined.end_of(at, end, several=word.endswith("s"))
            if (put_in := self._put_in.match(self._text, end)) is not None:  # "article 4 bis"
                end = put_in.end()
            key = key_of(self._text[at:end])
            if start < 0:
                before = self._text[max(0, at - LONGEST_CUE) : at]
                if self._forms.cue.search(before) and key in self._known:
                    yield at, end, "alone"
            else:
                known = key in self._known and not self._is_numeral_of_another(self._text[at:end], word)
                own = (known and not self.is_of_a_law(word)) or self._cites(word)
                own = own and (self._text[start + len(word)] != "." or word in self._shortened)
                yield start, end, "worded" if own else "unknown"

    def _is_of_a_list(self, word: str) -> bool:
        """Whether a whole number behind a word is no section's: with that word they are III.2.1, and no I."""
        numbers = self.headed.get(word) or self.headed.get(word.removesuffix("s"), frozenset())
        return self._forms.numbering.numerals and bool(numbers) and not any(map(is_roman, numbers))

    def _linked(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Whole numbers that are the words of a link (`marked_numbers`)."""
        for at, end in self.linked.found(lambda pattern: self._matches(pattern, within)):
            yield at, end, "alone"

    def _is_numeral_of_another(self, number: str, word: str) -> bool:
        """Whether only a heading with a Roman numeral behind another word counts so: "clause 2" is no
        "ARTICLE II"; but "Section 5" may be, where 5.1 stands below that."""
        if number in self._figures or key_of(number) not in self._numerals:
            return False
        scheme = self._forms.scheme_of(word)
        return scheme is None or scheme.name not in self._schemes_headed

    @cached_property
    def _figures(self) -> frozenset[str]:
        """What the numbers of sections begin with, as printed, before the first dot; no whole numbers where
        some count anew below headings."""
        anew = bool(self._forms.numbering.hosts)
        return frozenset(n.partition(".")[0] for n in self.printed if "." in n or not anew)

    @cached_property
    def _numerals(self) -> frozenset[Key]:
        """The keys of the Roman numerals that stand behind words in headings."""
        return frozenset(key_of(n) for numbers in self.headed.values() for n in numbers if is_roman(n))

    @cached_property
    def _schemes_headed(self) -> frozenset[str]:
        schemes = map(self._forms.scheme_of, self.headed)
        return frozenset(scheme.name for scheme in schemes if scheme is not None)

    def is_of_a_law(self, word: str) -> bool:
        """Whether a word is that of the articles of another law: where paragraphs are headed, § 5, and no
        article, one that the text does not say is its own is none of it."""
        scheme = self._forms.scheme_of(word)
        return scheme is not None and scheme.name == _ARTICLE and "§" in self.headed and not self._articles

    def begins_law(self, word: str | None, first: str | None) -> bool:
        """Whether a word in a list that begins otherwise is that of the articles of another law."""
        told = word is not None and self.is_of_a_law(word.casefold())
        return told and not self.is_of_a_law((first or "").casefold())

    @cached_property
    def _articles(self) -> bool:
        """Whether a heading has the word for an article."""
        return _ARTICLE in self._schemes_headed

    def _cites(self, word: str) -> bool:
        """Whether a number behind a word is wrong where no section bears it: headings have the word, or
        they begin again below headings, or nearly all numbers behind it are sections'."""
        one = word.removesuffix("s")
        if word in self.headed or one in self.headed or self._begins_again(word):
            return True
        return one in self.citing[0] and not self.is_of_a_law(word)

    def _begins_again(self, word: str) -> bool:
        scheme = self._forms.scheme_of(word)
        return scheme is not None and scheme.name in self._forms.numbering.hosts

    def may_cite(self, word: str) -> bool:
        """Whether a number behind a word may be wrong where no section bears it: half of those behind it, or
        more, are sections', though not nearly all; or there are but one or two."""
        one = word.removesuffix("s")
        open_ = one in self.citing[1] or self.is_rare(word)
        return open_ and not self._cites(word) and not self.is_of_a_law(word)

    def is_rare(self, word: str) -> bool:
        """Whether nothing can be shown of a word, as but one or two numbers stand behind it."""
        return word.removesuffix("s") in self.citing[2]

    @cached_property
    def citing(self) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        """Words behind which nearly all numbers of the text are sections', so that one that is none is wrong;
        those behind which half are; and those behind which too few stand, where sections count so."""
        told: dict[str, Counter[bool]] = defaultdict(Counter)
        for word, number, start in self._heads((0, len(self._text))):
            at = number.start("number") if "number" in number.re.groupindex else number.start()
            if start >= 0 and at not in self.headings:
                figures = self._text[at : number.end()]
                known = key_of(figures) in self._known and not self._is_numeral_of_another(figures, word)
                told[word.removesuffix("s")][known] += 1

        def often(fewest: int, share: float) -> frozenset[str]:
            found = ((word, known[True], known.total()) for word, known in told.items())
            return frozenset(word for word, good, all_ in found if good >= max(fewest, share * all_))

        few = frozenset(word for word, known in told.items() if known.total() <= _TWO and self._count_whole)
        return often(_SEVERAL, _NEARLY_ALL), often(_TWO, _HALF), few - often(_TWO, _HALF)

    @cached_property
    def _count_whole(self) -> bool:
        """Whether several sections have whole numbers."""
        return sum(number.isdecimal() for number in self.printed) >= _SEVERAL - 1

    def is_of_no_form(self, number: str) -> bool:
        """Whether sections have no such numbers: "Rule 2024", a year, where none has so many digits, "Section
        3-116", where none has a hyphen."""
        year = is_long(number) and self._forms.digits < _YEAR
        return year or ("-" in number and self.joined.are_apart)

    def _lettered(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Letters and Roman numbers behind a word that heads sections so: "Article B", "Article IV"; further
        numerals where the word heads several."""
        letters = sorted(n for n in self.printed if n.isupper() and (len(n) == 1 or is_roman(n)))
        heads = sorted(word for word in self.headed if word in self._forms.heads)
        further = any(sum(n.isdecimal() for n in self.headed[word]) >= _NUMERALS for word in heads)
        if further or (letters and any(map(self.has_numerals, (*heads, *self._heads_of_bare)))):
            letters.append(r"[IVXL]{2,7}|V|X")  # "Article V", where it is headed "Article 5", too
        heads += self._heads_of_bare
        if letters and heads:
            short = "|".join(map(re.escape, sorted(self._shortened))) or "(?!)"
            pattern = (
                rf"(?<!\w)(?i:(?:{'|'.join(map(re.escape, heads))})s?|(?:{short})\.)[ \xa0\n]"
                rf"(?P<letter>{'|'.join(letters)})(?!\w|\.(?![A-Z](?!\w))\w)"
            )
            for found in self._matches(re.compile(pattern), within):
                stray = found["letter"] == "I" and self._text[found.start("letter") - 2] in "sS"
                if stray and self._forms.step.match(self._text, found.end()) is None:
                    continue  # "the articles I like"
                if found.start("letter") not in self.headings:
                    yield found.start(), found.end(), "worded"
        if any(map(self.has_numerals, heads)):
            for found in self._matches(_NUMERAL_PATH, within):
                worded = self._forms.word.match(self._text, found.start())
                if worded is not None and self._is_path(found["path"], found["part"] or found["letter"]):
                    yield found.start(), found.end(), "worded"

    def _is_path(self, number: str, letter: str | None) -> bool:
        """Whether a number is of one that counts in Roman numerals and those that count anew below it: a
        section's, or one that is missing where others count so: "VI.3" in articles with sections. Of one with
        a letter below it only a section's."""
        key = numeral_path(number)
        if letter is not None:
            return (*key, letter) in self._known and key in self._known
        return key in self._known or (key[:1] in self._known and bool(self._forms.numbering.hosts))

    @cached_property
    def _heads_of_bare(self) -> list[str]:
        """The words behind which nearly all numerals are those of sections that no word heads: "Section IV"
        in a text that has "IV. Dues"."""
        bare = {n for n in self.printed if is_roman(n)}.difference(*self.headed.values())
        if len(bare) < _NUMERALS:
            return []
        words = "|".join(map(re.escape, self._forms.heads))
        told: dict[str, list[bool]] = defaultdict(list)
        for found in re.finditer(rf"(?<!\w)({words})[ \xa0\n]([IVXLC]{{1,7}})(?![\w.]\w)", self._text, re.I):
            if found[2].isupper() and found.start(2) not in self.headings:
                told[found[1].casefold()].append(found[2] in bare)
        return sorted(w for w, good in told.items() if sum(good) >= max(_TWO, _NEARLY_ALL * len(good)))

    def has_numerals(self, word: str) -> bool:
        """Whether a word heads several sections with Roman numerals, or cites such that no word heads."""
        return word in self._heads_of_bare or sum(map(is_roman, self.headed.get(word, ()))) >= _NUMERALS

    def _spelt(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Numbers in words behind a word that heads sections so, "ARTICLE TEN hereof"; behind one of any
        heading where a language says the first so, "l'article premier"."""
        worded = "|".join(map(re.escape, sorted(word for word in self.headed if word[:1].isalpha())))
        first = rf"(?<!\w)(?i:{worded or '(?!)'})s?{SPACE}(?P<number>{self._forms.words.first})(?!\w)"
        for found in self._matches(re.compile(first), within):
            if not any(at in self.headings for at in (found.start(), found.start("number"))):
                yield found.start(), found.end(), "worded"
        if self._spelling:
            heads = "|".join(map(re.escape, sorted(self._spelling)))
            ordinals = "|".join(self._forms.words.ordinals)
            pattern = rf"(?<!\w)(?i:{heads})[sS]?{SPACE}(?=[A-Z])(?P<number>(?i:{ordinals}))(?!\w)"
            for found in self._matches(re.compile(pattern), within):
                if not any(at in self.headings for at in (found.start(), found.start("number"))):
                    yield found.start(), found.end(), "worded"

    def _graded(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Numbers of what stands below a section, with the sign of an ordinal: "Article 15.5.2°"."""
        if not ("°" in self._text or "º" in self._text):
            return
        heads = "|".join(map(re.escape, sorted(word for word in self.headed if word[:1].isalpha())))
        pattern = rf"(?<!\w)(?i:{heads or '(?!)'})s?{SPACE}\d{{1,3}}(?:\.\d{{1,2}}){{1,3}}(?=[°º](?!\w))"
        for found in self._matches(re.compile(pattern), within):
            yield found.start(), found.end(), "worded"

    @cached_property
    def _are_short(self) -> bool:
        return any(self._forms.short.fullmatch(number) for number in self.printed)

    def _short(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Numbers of two parts without a dot that sections bear: 2k, A2, 2-9."""
        if self._are_short:
            for found in self._around(_SHORT_AT, self._forms.short, within):
                number = found.group()
                like = self.joined.are_dashed and (
                    number.count("-") > 1 or self._is_told(number, found.start())
                )
                if (like or number in self.printed) and found.start() not in self.headings:
                    yield found.start(), found.end(), "short"

    def _is_told(self, number: str, start: int) -> bool:
        """Whether words that tell where something stands lead to a number beside sections': "explained in
        5-4", where 5-3 is one."""
        if number.rpartition("-")[0] not in self.joined.beside:
            return False
        return self._forms.telling.search(self._text, max(0, start - LONGEST_CUE), start) is not None

    def _titled(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Whole numbers with what may be their title in brackets or behind a stop: "9 (Usage Rules)"."""
        for found in self._matches(_TITLED_AT, within):
            start = found.start()
            while (
                start > within[0] and found.start() - start < _LEADING and self._text[start - 1].isdecimal()
            ):
                start -= 1
            before = self._text[start - 1 : start]
            borne = found["stop"] or self._text[start : found.start() + 1] in self.printed
            own = start in self.headings or not borne
            if not (own or before.isalnum() or before in (".", "-", "§", "$")):
                yield start, found.start() + 1, "titled"

    def _around(
        self, digits: re.Pattern[str], number: re.Pattern[str], within: tuple[int, int]
    ) -> Iterator[re.Match[str]]:
        """The numbers of a form, sought by digits that it has: ten times as fast as by its beginning, before
        which something must not stand."""
        text, last = self._text, within[0]
        for found in self._matches(digits, within):
            start = found.start()
            while start > last and found.start() - start < _LEADING and text[start - 1].isdecimal():
                start -= 1
            if start > last and "A" <= text[start - 1] <= "Z":
                start -= 1
            whole = number.match(text, start) if start >= last else None
            if whole is not None:
                last = whole.end()
                yield whole

    def _own(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Numbers that look as a scheme of the edition says."""
        for found in self._matches(self._forms.own, within) if self._forms.own is not None else ():
            if found.start() not in self.headings and not self._may_head(*found.span()):
                yield found.start(), found.end(), "own"

    def _may_head(self, start: int, end: int) -> bool:
        """Whether a number with a Roman numeral or capitals before a stop that no section bears may be one's
        that was not read: it stands at the head of a line."""
        number = self._text[start:end]
        scheme = self._forms.numbering.patterned(number)
        if scheme is None or self._forms.numbering.key(number) in self._known:
            return False
        if scheme.numerals:
            return number in self.at_heads
        return scheme.name.endswith(OUTLINED) and marked_numbers.is_at_head(self._text, start)

    @cached_property
    def at_heads(self) -> frozenset[str]:
        """The numbers with a Roman numeral at the heads of lines, a word before them at most."""
        return frozenset(_NUMERAL_HEAD.findall(self._text))

    @cached_property
    def _are_mixed(self) -> bool:
        shapes = {tuple(type(part) for part in key) for key in self._known if len(key) > 2}
        return any(str in shape[1:] and shape[-1] is int for shape in shapes)

    def _mixed(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Numbers such as 1a1, where sections bear such."""
        for found in self._around(_MIXED_AT, self._forms.mixed, within) if self._are_mixed else ():
            if found.start() not in self.headings:
                yield found.start(), found.end(), "mixed"

    def _clauses(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        if self._clauses_known:
            for found in self._matches(self._forms.clause_in, within):
                yield found.start(), found.end(), "clause"
            for found in self._matches(self._forms.relative, within):
                yield found.start(), found.end(), "clause"

    def _parted(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Numbers of sections behind the word of a part, with that part: "subsection 15C(1)"; of other works,
        if one is named there: "subsection 314(6) of the Town Act"."""
        for found in self._matches(self._forms.parted, within):
            start, end = found.span("number")
            key = self._forms.numbering.key(found.group("number"))
            if start not in self.headings:
                yield start, end, "alone" if key in self._known else "unknown"

    @cached_property
    def _by_first_word(self) -> dict[str, list[str]]:
        titles: dict[str, list[str]] = {}
        for title in self._titles_named:
            for shown in {title, title.title(), title.capitalize()} if title.isupper() else {title}:
                titles.setdefault(shown.split()[0], []).append(shown)
        return titles

    def _titles(self, within: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Whole titles of sections without number, right behind "see" and its like."""
        titles = self._by_first_word
        for found in self._matches(self._forms.named, within) if titles else ():
            at = found.end()
            stretch = self._text[at : at + _LONGEST_TITLE + 2]
            first = re.split(r"[\s,;:.!?)\]\"”“»*_]", stretch, maxsplit=1)[0]
            fit = [title for title in titles.get(first, ()) if _stands(stretch, title)]
            if fit:
                yield at, at + len(max(fit, key=len)), "named"

    @cached_property
    def letters(self) -> frozenset[str]:
        """The letters with which numbers of sections begin ("A12.3": "V2.9" is a version where none begins
        with V)."""
        return frozenset(key[0] for key in self._known if isinstance(key[0], str))

    def alone(self, begin: int = 0, end: int | None = None) -> Iterator[tuple[int, int, str]]:
        """Numbers that no word introduces, whose first dot stands between two offsets."""
        text, digits, letters = self._text, self._forms.digits, self.letters
        within = begin, len(text) if end is None else end
        for found in self._matches(self._forms.first_dot, within):
            start = dot = found.start()
            while dot - start < digits and text[start - 1].isdecimal() and start:
                start -= 1
            if start and "A" <= text[start - 1] <= "Z" and (start == dot or text[start - 1] in letters):
                start -= 1
            before = text[start - 1 : start]
            if (
                start in self.headings
                or start == dot
                or (before and (before.isalnum() or before in "._$€£/@=-"))
                or (before == "#" and _SIGNED.search(text, max(0, start - 3), start) is None)
                or (start > 1 and text[start - 2] == "=" and before in "\"'")  # of a tag: <a name="1.1">
            ):
                continue
            yield start, found.end(), "alone"


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
