"""Citations by numbers that begin again: which heading "Section 2" stands under.

Where Section 1 begins again in each article, "Section 2" alone says too little. The article stands before it
("Article IV, Sections 1 and 2"), behind it ("Section 2 of Article IV", "§ 2 der Finanzordnung" by its title),
or is that in which it is cited. So it is where no heading has the word "Section" at all, and the text says
that its numbers are those of articles ("section 2 of Article 13", "section 3 of this Article"). And where the
sections of Article 3 are written 3.6, "Article 3, Section 6" and "Section 6 of this Article" are 3.6.

`TitleLabels`: "3.1.1 Conformance Clause 1: Log File" and "10 Appendix A: Forms" have a label with a count of
its own in their titles. Where the text cites the label it cites that section; a bare "clause 1" says too
little.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.model import Key
from vfdoc.reading.citation_evidence import words_before
from vfdoc.reading.citation_forms import BLANKS, SPACE, Forms
from vfdoc.reading.citation_lists import Listed, ListedNumber

if TYPE_CHECKING:
    from vfdoc.reading.cited_annexes import CitedAnnexes

_ENTITLED = re.compile(
    r"\.[ \xa0](?:\n\s*)?(?P<title>[A-ZÀ-Ý][^.,;()\[\]\"“”\n\\]{3,80})(?=[.,;()\]\"“”\n\\])"
)
_LABEL = re.compile(
    r"(?P<before>(?:[^\W\d_]+[ ]){0,2})(?P<word>[^\W\d_]{3,})[ ](?P<number>\d{1,3}[a-z]?|[A-Z]|[IVX]{2,4})"
    r"(?::|[ ][–—-])[ ]"
)
_WORD = re.compile(r"(?P<before>(?:[^\W\d_]+[ ]){0,2})(?P<word>[^\W\d_]+)[ \xa0]$")
_TITLE = 8  # letters of a title at least by which a heading is named
_OFTEN = 2  # numbers of which a text says so
_JOINED, _NEARLY_ALL = 3, 0.75  # numbers that are so joined, and the share of them that show that all are
_TOLD = 600  # characters before "the said Article" in which it is named
_FARTHEST = 60  # characters of a heading's word and number, with what joins them


class CitedHosts:
    """Asked of one text. `key_of` says which key a number has behind a word, `known` are the keys of the
    sections, `numbers` their numbers and keys by their anchors, `titles` those of sections with their keys,
    `headed` says which words stand before which numbers of headings, in small letters."""

    def __init__(
        self,
        text: str,
        forms: Forms,
        known: Collection[Key],
        key_of: Callable[[str, str | None], Key],
        numbers: Mapping[str, tuple[str, Key]],
        titles: Iterable[tuple[str, Key]] = (),
        headed: Callable[[], Mapping[str, Collection[str]]] = dict,
    ) -> None:
        self._text, self._forms, self._known, self._key_of = text, forms, known, key_of
        self._numbers, self._titles, self._headed = numbers, titles, headed

    def _own(self, section: str) -> Key | None:
        """The key of a section."""
        return self._numbers[section][1] if section in self._numbers else None

    @cached_property
    def _above(self) -> Mapping[str, Key]:
        """By anchor the key of the heading under which a section stands that counts on through all such: of
        Chapter II of Title I; none where several headings have that key."""
        found: dict[str, Key] = {}
        counted = Counter(key for _, key in self._numbers.values())
        last = Key()
        for anchor, (_, key) in self._numbers.items():
            last = key if isinstance(key[0], str) else last
            if last and counted[last] == 1:
                found[anchor] = last
        return found

    @cached_property
    def _before(self) -> re.Pattern[str]:
        """The end of a text with a word and its number, and what joins them to a number behind."""
        forms = self._forms
        return re.compile(
            rf"{forms.word.pattern}(?P<number>{forms.number.pattern}),?{SPACE}"
            rf"(?:(?:{forms.words.works.of}|{forms.words.parts}){SPACE})?$"
        )

    @cached_property
    def _numbered(self) -> re.Pattern[str]:
        """A whole number that is of something. Sought before its word is: words are many, numbers few."""
        of = self._forms.words.works.of
        return re.compile(rf"(?<=[ \xa0\n])(?P<part>\d{{1,3}})(?={SPACE}(?:{of})(?!\w))", re.IGNORECASE)

    @cached_property
    def _of(self) -> re.Pattern[str]:
        return re.compile(rf"{SPACE}(?:{self._forms.words.works.of})(?!\w)", re.IGNORECASE)

    @cached_property
    def _inner(self) -> re.Pattern[str]:
        forms = self._forms
        return re.compile(rf",?{SPACE}{forms.word.pattern}(?P<number>{forms.number.pattern})")

    @cached_property
    def _behind(self) -> re.Pattern[str]:
        forms = self._forms
        of, the = forms.words.works.of, f"{forms.words.works.the}|{forms.words.works.this}"
        joint = rf"(?:,{BLANKS}|{SPACE})(?:(?:{of}){SPACE})?(?:(?:{the}){SPACE})?"
        return re.compile(rf"{joint}{forms.word.pattern}(?P<number>{forms.number.pattern})")

    def with_hosts(
        self, numbers: tuple[ListedNumber, ...], word: str | None, start: int, end: int, section: str | None
    ) -> Listed | None:
        """The numbers of a citation (from `start` to `end`, in a section), each with the key of the heading
        that it stands under, without the numbers that only name such a heading, and where the citation ends
        with it; None where nothing says which, no numbers where they are of none that is known."""
        begin_again = self._forms.numbering.hosts or self._forms.numbering.annexed
        if not (begin_again or word or numbers[0].word) and len(numbers) == 1:
            return Listed(numbers, end)  # of "(8.4)" nothing says more
        numbers = self._within_headings(self._without_headings(numbers, word), word)
        if (joined := self._joined(numbers, word)) is not None:
            return Listed(joined, end)
        word = word or self._dotted_word(numbers[0].number)
        scheme = self._forms.scheme_of(word) if word is not None else None
        if scheme is not None and scheme.name in self.within and all(n.number.isdecimal() for n in numbers):
            name, name_word, stop = self._told_host(end, section)
            told = self._key_of(name, name_word)
            if told not in self._known:
                return Listed((), stop)
            if scheme.name in self.joined or all(self._is_of(told, n.number) for n in numbers):
                return Listed(tuple(n._replace(host=told) for n in numbers), stop)
            part, last = self._text[start : numbers[-1].end], numbers[-1].end
            return Listed((numbers[0]._replace(number=name, word=name_word, end=last, part=part),), stop)
        last = max(
            (at for at, n in enumerate(numbers) if n.word and self._forms.scheme_of(n.word) is not scheme),
            default=0,
        )
        chapter, stop = self._chapter(numbers[last:], numbers[last].word or word, end, section)
        if chapter and last:  # "Article 2 and Section 1 of Article 3"
            return Listed((*numbers[:last], *(n._replace(host=chapter) for n in numbers[last:])), stop)
        if chapter or not begin_again:
            return Listed(tuple(n._replace(host=chapter) for n in numbers), stop)
        found: list[ListedNumber] = []
        above: Key | None = None  # the heading that the list names last, with all that it stands under
        for at, number in enumerate(numbers):
            word = number.word or word
            between = self._text[numbers[at - 1].end : number.word_start] if at and number.word else ""
            if between.strip(" ,\n\xa0"):
                above = None  # "Article II and Section 3"
            depth = self._depth(number.number, word)
            if above is not None and not number.word and self._is_letter(number.number, word):
                continue  # "Section 1.02, A" is a clause of it
            if not depth:
                annex = self._annex(number.number, word, above, start, section)
                if annex and annex == above and found and not found[-1].host:
                    found.pop()  # "Annex II, 1.1" cites 1.1
                above = above if annex else self._key_of(number.number, word)
                found.append(number._replace(host=annex))
                continue
            key = self._key_of(number.number, word)
            if above is None:
                host, stop = self._beside(depth, start, end, section)
                lost = stop <= end
                if lost and (annex := self._annex(number.number, word, above, start, section)):
                    above = annex  # cited within an annex, whose numbers no such heading has
                    found.append(number._replace(host=annex))
                    continue
                end = max(end, stop)
            else:  # a count that begins again inside a deeper one: "Section 1, Clause 2, Section 1"
                host = above if len(above) > depth + 1 and (*above, *key) in self._known else above[:depth]
                if found and above == host:
                    if host not in self._known:  # "Article IX, Section 2", where there is no Article IX
                        return Listed(tuple(found), found[-1].end)
                    found.pop()  # "Article IV, Section 2" cites the section
            if host is None or len(host) < depth or host not in self._known:
                return None
            above = (*host, *key)
            found.append(number._replace(host=host))
        inner = self._inner.match(self._text, end) if found and not found[-1].host else None
        if inner is not None and self._depth(inner.group("number"), inner.group("word")):
            found.pop()  # "Book 1 Chapter 2" cites the chapter
        return Listed(tuple(found), end)

    def are_told(self, start: int, end: int) -> bool:
        """Whether the heading under which a number counts is named right before its citation or behind it."""
        before = self._before.search(self._text, max(start - _FARTHEST, 0), start)
        return before is not None or self._behind.match(self._text, end) is not None

    def _without_headings(
        self, numbers: tuple[ListedNumber, ...], word: str | None
    ) -> tuple[ListedNumber, ...]:
        """The numbers of a list without those of headings right before one that says itself that it is of
        that heading: "Article II, Section 2.1" is 2.1."""
        found: list[ListedNumber] = []
        said = word
        for number in numbers:
            above = found[-1] if found and number.word else None
            beside = above and not self._text[above.end : number.word_start].strip(" ,\n\xa0")
            if above and number.word and beside and not (above.ends_range or number.ends_range):
                outer, inner = self._forms.scheme_of(said or ""), self._forms.scheme_of(number.word)
                host = self._key_of(above.number, said)
                key = self._key_of(number.number.partition("(")[0], number.word)
                if outer is not inner and host in self._known and len(key) > 1 and key[:-1] == host:
                    found.pop()
            said = number.word or said
            found.append(number)
        return tuple(found)

    def _within_headings(
        self, numbers: tuple[ListedNumber, ...], word: str | None
    ) -> tuple[ListedNumber, ...]:
        """The numbers of a list, those that are only said to be of the heading right before them as a part of
        it: "Article III, Sections 2 and 3", where no section bears such a number."""
        found: list[ListedNumber] = []
        said, begins = word, -1  # where the part of the last heading begins
        for at, number in enumerate(numbers):
            said = number.word or said
            scheme = self._forms.scheme_of(said) if said is not None else None
            if scheme is None or scheme.name not in self.within:
                begins = -1
            elif begins < 0 and found and self._adjoins(numbers, at):
                begins = number.word_start
            if begins < 0:
                found.append(number)
            else:
                end = self._behind_parts(number.end)
                found[-1] = found[-1]._replace(end=end, part=self._text[begins:end], ends_range=False)
        return tuple(found)

    def _behind_parts(self, end: int) -> int:
        """Where the parts end that are told behind the part of a heading: "Section B, Item 1"."""
        while self._text[end : end + 1] == "," and (part := self._forms.part.match(self._text, end)):
            end = part.end() - (part.group().count(")") > part.group().count("("))  # "(…, Item 1)"
        return end

    def _is_of(self, host: Key, number: str) -> bool:
        """Whether a number is one of those of a heading, whose number a section bears before it: 6, where 3.6
        is one; 3.2 says itself that it is of 3."""
        key = self._key_of(number.partition("(")[0], None)
        says = "." in number and key[: len(host)] == host
        return not says and (*host, *key) in self._known

    def _joined(self, numbers: tuple[ListedNumber, ...], word: str | None) -> tuple[ListedNumber, ...] | None:
        """The numbers of a list in which one stands right behind that of the heading whose own it is, with
        the key of that: "Article 3, Sections 6 and 7" are 3.6 and 3.7. None where no number is so."""
        found: list[ListedNumber] = []
        said, heading, host, inside = word, "", Key(), False
        for at, number in enumerate(numbers):
            said = number.word or said
            scheme = self._forms.scheme_of(said) if said is not None else None
            name = scheme.name if scheme is not None else ""
            if host and name not in (heading, *self._counted) and (inside or self._adjoins(numbers, at)):
                if self._is_of(host, number.number) or self._is_meant_so(name, number):
                    found = found if inside else found[:-1]
                    found.append(number._replace(host=host))
                    inside = True
                    continue
                if number.ends_range:
                    return None
            key = self._key_of(number.number, said) if name in self._heading else ()
            said_so = (key in self._known or bool(self.joined)) and not number.ends_range
            heading, host, inside = name, key if said_so else (), False
            found.append(number)
        return tuple(found) if any(number.host for number in found) else None

    def _adjoins(self, numbers: tuple[ListedNumber, ...], at: int) -> bool:
        """Whether a number of a list with a word of its own stands right behind the one before."""
        if at == 0 or not numbers[at].word:
            return False
        return not self._text[numbers[at - 1].end : numbers[at].word_start].strip(" ,\n\xa0")

    def _is_meant_so(self, scheme: str, number: ListedNumber) -> bool:
        """Whether a number that no section bears so is half of one all the same, as the text joins them."""
        return scheme in self.joined and number.number.partition("(")[0].isdecimal()

    @cached_property
    def joined(self) -> frozenset[str]:
        """The schemes of whose whole numbers behind that of a heading ("Article 3, Section 6") nearly all are
        sections' with that before them."""
        return frozenset(
            name
            for name, (bad, good) in self._beside_headings.items()
            if len(good) >= _JOINED and len(good) >= _NEARLY_ALL * (len(bad) + len(good))
        )

    @cached_property
    def _beside_headings(self) -> Mapping[str, tuple[set[Key], set[Key]]]:
        """By scheme the whole numbers right behind that of a heading: those that no section bears with that
        before them, and those that one does."""
        forms = self._forms
        outer = forms.word.pattern.replace("(?P<word>", "(?P<outer>", 1)
        over, part = r"(?P<over>\d{1,3}|[IVXL]{1,6})", r"(?P<part>\d{1,3}|[IVX]{1,5})(?!\w|\.\d)"
        # "articles 4, 5 and 6, § 3"
        others = rf"(?:\d{{1,3}}\w{{0,3}}(?:,|{SPACE}(?:{forms.words.joins})){SPACE}){{0,6}}"
        beside = rf"{outer}{others}{over},?{SPACE}{forms.word.pattern}{part}"
        told: dict[str, tuple[set[Key], set[Key]]] = defaultdict(lambda: (set(), set()))
        for found in re.finditer(beside, self._text) if self._heading else ():
            above, scheme = forms.scheme_of(found["outer"]), forms.scheme_of(found["word"])
            if above is None or above.name not in self._heading or scheme is None:
                continue
            if scheme.name not in (*self._heading, *self._counted):
                host = self._key_of(found["over"], found["outer"])
                good = self._is_of(host, found["part"])
                told[scheme.name][good].add((*host, *self._key_of(found["part"], None)))
        return told

    @cached_property
    def _counted(self) -> frozenset[str]:
        """The schemes whose numbers say not under which heading they stand: those that begin again, or that
        stand whole behind their words in headings; and no scheme."""
        whole = [
            scheme.name
            for word, numbers in self._headed().items()
            if (scheme := self._forms.scheme_of(word)) is not None and not all("." in n for n in numbers)
        ]
        return frozenset({"", *whole, *self._forms.numbering.hosts})

    @cached_property
    def _heading(self) -> dict[str, str]:
        """The schemes whose words stand before the numbers of headings, each with such a word."""
        return {s.name: word for word in self._headed() if (s := self._forms.scheme_of(word)) is not None}

    @cached_property
    def within(self) -> frozenset[str]:
        """The schemes whose words stand before no heading's number, and of whose numbers the text says that
        they are of what has such a word; none whose numbers are sections there ("Section 8 of Chapter 16",
        where 16.8 is one)."""
        told: Counter[str] = Counter()
        read: set[str] = set()
        for found in self._numbered.finditer(self._text) if self._heading else ():
            before = self._text[max(0, found.start() - _FARTHEST) : found.start()].split()
            scheme = self._forms.scheme_of(before[-1]) if before else None
            if scheme is None or scheme.name in self._heading:
                continue
            said = self._said_behind(found.end())
            told[scheme.name] += said is not None
            if said is not None and "number" in said.re.groupindex:
                host = self._key_of(said.group("number"), said.group("word"))
                if (*host, int(found.group("part"))) in self._known:
                    read.add(scheme.name)
        for name, (bad, good) in self._beside_headings.items():
            told[name] += len(bad)
            read |= {name} if good else set()
        sign = self._forms.scheme_of("§")  # "article 6, § III" needs no other
        once = sign.name if sign is not None else ""
        return frozenset(
            name for name, times in told.items() if times >= (_OFTEN, 1)[name == once] and name not in read
        )

    def _said_behind(self, end: int) -> re.Match[str] | None:
        """What a number is said to be of, right behind it: "of Article 13", "of this Article"."""
        for pattern in (self._behind, self._forms.within):
            found = pattern.match(self._text, end)
            scheme = self._forms.scheme_of(found.group("word")) if found is not None else None
            if scheme is not None and scheme.name in self._heading:
                return found
        return None

    def _told_host(self, end: int, section: str | None) -> tuple[str, str, int]:
        """The number and the word of what such a number is of, and where the citation ends with it: that
        which stands behind it, else that in which it is cited; empty where it is said to be of another."""
        said = self._said_behind(end)
        if said is not None and "number" in said.re.groupindex:
            return said.group("number"), said.group("word"), said.end()
        if said is None and (again := self._told_again(end)) is not None:
            return again
        own = self._own(section) if section is not None else None
        if own is None or (said is None and (len(self._heading) > 1 or self._of.match(self._text, end))):
            return "", "", end  # "section 10 of the said Article"
        word = said.group("word") if said is not None else next(iter(self._heading.values()))
        number = str(own[0])
        alike = self._key_of(number, word) == own[:1]
        return number if alike else "", word, end if said is None else said.end()

    def _told_again(self, end: int) -> tuple[str, str, int] | None:
        """The number and the word of the article that a paragraph names last before "of the said Article",
        and where that ends."""
        works = self._forms.words.works
        said = re.compile(rf"{SPACE}(?:{works.said or '(?!)'}){SPACE}(?P<noun>[^\W\d_]+)").match(
            self._text, end
        )
        scheme = self._forms.scheme_of(said["noun"]) if said is not None else None
        if said is None or scheme is None or scheme.name not in self._heading:
            return None
        before = self._text[max(0, end - _TOLD) : end].rpartition("\n\n")[2]
        named = re.finditer(rf"{self._forms.word.pattern}(?P<number>{self._forms.number.pattern})", before)
        told = [each for each in named if self._forms.scheme_of(each["word"]) is scheme]
        return (told[-1]["number"], told[-1]["word"], said.end()) if told else None

    def _chapter(
        self, numbers: tuple[ListedNumber, ...], word: str | None, end: int, section: str | None
    ) -> tuple[Key, int]:
        """The key of the chapter whose own sections whole numbers are, and where the citation ends with it:
        "section 8 of Chapter 16" is 16.8, where there is one, and so is "section 8 below" in Chapter 16,
        where Chapter 8 is above; none where nothing says so."""
        scheme = self._forms.scheme_of(word) if word is not None else None
        if scheme is None or scheme.name in self._forms.numbering.hosts:
            return (), end
        whole = all(n.number.isdecimal() for n in numbers)
        first = self._own(section) if section is not None else None
        hosts: list[tuple[Key, int]] = []
        if (behind := self._behind.match(self._text, end)) is not None:
            if self._forms.scheme_of(behind.group("word")) is not scheme:
                hosts.append((self._key_of(behind.group("number"), behind.group("word")), behind.end()))
        elif (within := self._forms.within.match(self._text, end)) is not None and first:
            word = within.group("word")
            other = self._forms.scheme_of(word)
            numbers_of = self._headed().get(
                word.casefold(), ()
            )  # "item 1 of this section" is not of Article 3
            another = numbers_of and first[:1] not in [self._key_of(n, word) for n in numbers_of]
            meant = other is not None and other is not scheme and not another
            hosts += [(first[:1], within.end())] if meant else []
        elif whole and first and isinstance(first[0], int):
            wholes = [int(n.number) for n in numbers]
            part = scheme.name in self.joined
            below = (part or max(wholes) < first[0]) and self._forms.below.match(self._text, end)
            above = (part or min(wholes) > first[0]) and self._forms.above.match(self._text, end)
            # "Section 9" is 3.9 in Article 3, not "ARTICLE 9", where "Article 3, Section 6" is 3.6
            heads = set[str]().union(*self._headed().values()) if part else set()
            apart = part and all(n.number in heads for n in numbers)
            hosts += [(first[:1], end)] if below or above or apart else []
        for host, stop in hosts:
            meant = stop > end and whole and scheme.name in self.joined
            if meant or all(self._is_of(host, n.number) for n in numbers):
                return host, stop
        return (), end

    def _annex(
        self, number: str, word: str | None, above: Key | None, start: int, section: str | None
    ) -> Key:
        """The key of the annex in which a number counts: the one named before it, else that in which it is
        cited, where a number of its count stands there, else the only one that has it; none for the numbers
        of the text itself."""
        if not self._forms.numbering.annexed:
            return ()
        keys = [self._key_of(each, word) for each in dict.fromkeys((number, number.partition("(")[0]))]
        hosts = [above] if above else []
        named = self._before.search(self._text, max(start - _FARTHEST, 0), start)
        if named is not None:
            hosts.append(self._key_of(named.group("number"), named.group("word")))
        own = self._own(section) if section is not None else None
        hosts += [own[:1], own[:2]] if own else []
        return self._annexes.host(hosts, keys, word, hosted=self._depth(number, word) > 0)

    @cached_property
    def _annexes(self) -> CitedAnnexes:
        from vfdoc.reading.cited_annexes import CitedAnnexes  # few texts have annexes that count anew

        return CitedAnnexes(self._text, self._forms, self._known, self._key_of)

    def _depth(self, number: str, word: str | None) -> int:
        """How long the key of a heading is under which such a number counts; 0 for one that counts through
        the whole text, or says itself where it stands."""
        scheme = self._forms.scheme_of(word) if word is not None else None
        if scheme is None or ("." in number) != (scheme.name in self._dotted):
            return 0
        return self._forms.numbering.hosts.get(scheme.name, 0)

    def _dotted_word(self, number: str) -> str | None:
        """The word of the only numbers with a dot that begin again, for one that stands alone: 1.02."""
        alone = len(self._dotted) == 1 and "." in number and self._key_of(number, None) not in self._known
        return next((self._heading[name] for name in self._dotted), None) if alone else None

    def _is_letter(self, number: str, word: str | None) -> bool:
        """Whether a letter is none of the numbers of a word, which have a dot and begin again."""
        scheme = self._forms.scheme_of(word) if word is not None else None
        return scheme is not None and scheme.name in self._dotted and number.isalpha()

    @cached_property
    def _dotted(self) -> frozenset[str]:
        """The schemes whose numbers begin again though they have a dot: Section 1.01 of each article."""
        return frozenset(
            scheme.name
            for word, numbers in self._headed().items()
            if (scheme := self._forms.scheme_of(word)) is not None
            and scheme.name in self._forms.numbering.hosts
            and numbers
            and all("." in number for number in numbers)
        )

    def _beside(self, depth: int, start: int, end: int, section: str | None) -> tuple[Key | None, int]:
        """The heading that stands right before or behind a citation, and where it ends; else that in which it
        is cited."""
        text = self._text
        line = max(start - _FARTHEST, 0)
        for found in (self._before.search(text, line, start), self._behind.match(text, end)):
            over = depth if found is None else self._depth(found.group("number"), found.group("word"))
            if found is None or over >= depth:
                continue
            key, stop = self._key_of(found.group("number"), found.group("word")), found.end()
            if over:  # "Clause 2 of Section 1", of the article that is named behind it, or is about it
                host, stop = self._beside(over, found.start(), stop, section)
                key = (*host, *key) if host is not None else ()
            if key:
                return key, stop
        if (titled := self._titled.match(text, end)) is not None:
            key = self._by_title[titled.group("title").casefold()]
            if len(key) == depth:
                return key, titled.end()
        own = self._own(section) if section is not None else None
        if own is not None and len(own) < depth and (within := self._forms.within.match(text, end)):
            # "Chapter II of this Title", said in an article, which counts on through the titles
            scheme, own = self._forms.scheme_of(within["word"]), self._above.get(section or "")
            said = scheme is not None and own is not None and own[depth - 2 : depth - 1] == (scheme.series,)
            return (own[:depth], within.end()) if said and own is not None else (None, end)
        return (own[:depth] if own is not None and len(own) >= depth else None), end

    @cached_property
    def _by_title(self) -> dict[str, Key]:
        """The headings under which numbers begin again, by titles that each has alone."""
        depths = set(self._forms.numbering.hosts.values())
        found: dict[str, list[Key]] = defaultdict(list)
        for title, key in self._titles:
            if len(title) >= _TITLE:
                found[title.casefold()].append(key)
        return {title: keys[0] for title, keys in found.items() if len(keys) == 1 and len(keys[0]) in depths}

    @cached_property
    def _titled(self) -> re.Pattern[str]:
        """Such a title behind a number."""
        of, the = self._forms.words.works.of, self._forms.words.works.the
        titles = "|".join(map(re.escape, sorted(self._by_title, key=len, reverse=True))) or "(?!)"
        return re.compile(
            rf"{SPACE}(?:(?:{of}){SPACE})?(?:(?:{the}){SPACE})?(?=[A-ZÀ-Ý])(?P<title>(?i:{titles}))(?!\w)"
        )


class _Label(NamedTuple):
    """The words before the word of a label, in small letters, and the key of the section that has it, none
    where several have."""

    before: str
    key: Key


class TitleLabels:
    """Asked of the numbers that a text cites; `titles` are those of its sections, each with the section's
    key, `key_of` says which key a number has, with the word that goes before it, `known` are those
    of sections."""

    def __init__(
        self,
        text: str,
        titles: Iterable[tuple[str, Key]],
        key_of: Callable[[ListedNumber, str | None], Key],
        known: Container[Key],
    ) -> None:
        self._text, self._key_of, self._known = text, key_of, known
        self._labels: dict[tuple[str, str], _Label] = {}
        self._titles: set[str] = set()
        for title, key in titles:
            self._titles.add(title.strip("*_ ").casefold())
            if (found := _LABEL.match(title)) is not None:
                name = found["word"].casefold(), found["number"]
                key = key if name not in self._labels else ()
                self._labels[name] = _Label(found["before"].casefold(), key)

    def stands(self, end: int) -> bool:
        """Whether a stop and the whole title of a section stand behind a number: "(see 7. Card Battles)"."""
        behind = _ENTITLED.match(self._text, end)
        return behind is not None and behind["title"].rstrip().casefold() in self._titles

    def meant(self, numbers: tuple[ListedNumber, ...], word: str | None) -> tuple[ListedNumber, ...]:
        """The numbers of a citation up to the first of which nobody can say whether it is a label, each label
        with the key of its section."""
        if not self._labels:
            return numbers
        found: list[ListedNumber] = []
        before = name = ""
        for number in numbers:
            word = number.word or word
            if not found or number.word is not None:
                told = _WORD.search(words_before(self._text, number.start).casefold())
                name, before = (told["word"], told["before"]) if told is not None else ("", "")
            label, key = self._label(name, number.number), self._key_of(number, word)
            borne = key in self._known
            if label is None or (borne and isinstance(key[0], str)):  # a word's own: Appendix A
                found.append(number)
                continue
            called = bool(label.before) and before.endswith(label.before)
            if not label.key or not (called or (not label.before and not borne)):
                break
            found.append(number._replace(labelled=label.key))
        return tuple(found)

    def _label(self, word: str, number: str) -> _Label | None:
        return self._labels.get((word, number)) or self._labels.get((word.removesuffix("s"), number))
