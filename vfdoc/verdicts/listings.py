"""A contents list or an index held against the sections that it lists.

In: the entries of a list, the sections of an edition. Out: pairs, each with what sets the two apart.
Case, quotes, kinds of dash and punctuation at the end do not count. No language is known here.

A contents list of a text whose game nobody describes may have been read otherwise than it was meant. There
only what stands alone in a list that agrees with the sections (four entries do for each that does not)
misleads for certain, and differs in number or in telling words: titles of which one abridges or misspells
the other do not, nor do entries and sections without a number, links to other files, or a section that
prints its title in its text, or sections that stand alone below their chapters, where none of those has an
entry. All else is a note.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import Literal, NamedTuple

from vfdoc.language.sequences import ratio
from vfdoc.language.typography import levelled
from vfdoc.model import Entry, Finding, Key, Related, Rulebook, Section, Severity, TextLine
from vfdoc.model.place import as_it_stands, at_words, called, gathered, line_at, related

_WORDS = re.compile(r"\w+")
_QUOTES = re.compile(r"[\"'*_]")
_NUMERAL = re.compile(r"([IVXLC]+|[A-Z]+)(?P<closer>[.):]?)[ \xa0]+(.+)")
_SIGNS = re.compile(r"[^\w\s]")
_OTHER_FILE = re.compile(r"\]\([^)#\s]+\)")
_LISTED = ("part", "rule", "sheet", "question", "note")
# Entries titled otherwise: so many have one cause, a list that abridges.
_OTHERWISE, _SHARE_OTHERWISE = 10, 0.25
_AGREED = 4  # entries that agree for each that does not
_MISSPELLED = 0.8  # likeness of two titles that are one, misspelled
_MOST_BETWEEN = 40  # sections looked at between two that are listed
_ORDERED = 0.8  # of neighbouring entries, the share in the order of the body
_MOST_LINES = 3  # of an entry, below its first
_PAGE = re.compile(r"(?: \.)* \d{1,4}$")  # "… Specification . 27"
_CUT = 25  # characters of a title that tell it from others
_FAR = 10  # numbers that lie between a section and those of the work, where it is of another
_LIKE = 0.34  # of the words of both titles, the share that speaks for one section

Fault = Literal["none", "sign", "title", "number", "section", "entry"]


class ListingPair(NamedTuple):
    """An entry and the section that it lists; either is None where it has no counterpart.

    `fault` is what sets them apart: none; sign (only signs inside the title do); title; number (an
    entry calls the section by another number); section (no section for the entry); entry (no entry
    for the section).
    """

    entry: Entry | None
    section: Section | None
    fault: Fault


def listed(rulebook: Rulebook, listing: Section) -> tuple[ListingPair, ...]:
    """Every entry of a list with its section, then the sections that should have an entry and have none.

    A section should have one where the list follows the order of the body and at least half of its
    kind have one: the numbered ones of its depth, those without a title for themselves, or the unnumbered
    ones below the same section. A list
    in which hardly an entry bears its section's title is one of key words: there, only a number that no
    section bears is a fault.
    """
    sections = [s for s in rulebook.sections() if s.kind in _LISTED and s.anchor != listing.anchor]
    listing = listing._replace(entries=tuple(_whole(listing.entries, sections)))
    pairs = _paired(rulebook, listing, sections)
    numbered = [pair for pair in pairs if pair.entry is not None and pair.entry.number is not None]
    by_title = [pair for pair in numbered if pair.fault in ("none", "sign", "number")]
    if 2 * len(by_title) < len(numbered):
        borne = {_bare(section.number) for section in sections if section.number is not None}
        strange = [p.entry for p in numbered if p.entry and _bare(p.entry.number or "") not in borne]
        return tuple(ListingPair(entry, None, "section") for entry in strange)
    return (*pairs, *(_without_entry(sections, pairs) if _in_order(rulebook, pairs) else ()))


def _whole(entries: Sequence[Entry], sections: Sequence[Section]) -> Iterator[Entry]:
    """The entries, one whose words go on in the lines below it as one: together they are the title of its
    section. A letter, a numeral or a word before a section's title is its number, where it bears that."""
    titles = {(_bare(s.number), plain(s.title)) for s in sections if s.number is not None}
    spelt = {number.rpartition(" ")[2]: number for number, _ in titles if " " in number}
    at = 0
    while at < len(entries):
        whole = entry = entries[at]
        at += 1
        if entry.number is None and (told := _NUMERAL.match(entry.title)) is not None:
            number, closer, title = told.groups()
            as_printed = spelt.get(number)
            if (_bare(number), plain(title)) in titles:  # "[I. Name](#article-i-name)"
                entry = whole = entry._replace(number=number, title=title)
            elif as_printed is not None and (closer or (as_printed, plain(title)) in titles):
                entry = whole = entry._replace(number=as_printed, title=title)  # "TWO: Members", ARTICLE TWO
        if entry.number is not None:
            below = takewhile(lambda e: e.number is None, entries[at : at + _MOST_LINES])
            for count, more in enumerate(below, start=1):
                if more.line != entry.line + count:
                    break
                whole = whole._replace(title=f"{whole.title} {more.title}")
                if (_bare(entry.number), plain(whole.title)) in titles:
                    entry, at = whole, at + count
                    break
        yield entry


def mismatches(rulebook: Rulebook, kind: Literal["contents", "index"], rule: str) -> Iterator[Finding]:
    """A finding of that rule for each pair that is at fault, in the lists of that kind."""
    for listing in rulebook.sections():
        if listing.kind == kind and listing.entries:
            pairs = listed(rulebook, listing)
            calling = {p.section.anchor: p.entry for p in pairs if p.section and p.entry}
            bodies = {_bare(s.number): s for s in rulebook.sections() if s.number is not None}
            borne = Counter(_bare(s.number) for s in rulebook.sections() if s.number is not None)
            numbers: dict[str, int] = {}
            judged = kind == "contents" and rulebook.is_undescribed()
            agreeing = not judged or _agree(pairs, calling)
            lost = {_bare(line.number) for d in rulebook.documents for line in d.left_out if judged}
            heads = _lines_behind(rulebook, listing, pairs) if judged else frozenset()
            alone = _left_alone(rulebook.sections(), calling) if judged else frozenset()
            far = _far_off(bodies) if judged else frozenset()
            lines = rulebook.document(listing.document).source.lines
            passed = {
                entry.line
                for entry in listing.entries
                if _lists_itself(entry, listing) or _OTHER_FILE.search(lines[entry.line - 1])
            }
            titled: dict[Severity, list[Finding]] = {}
            strange: list[Finding] = []
            for pair in pairs:
                twice = None
                if _is_headed_wrong(pair, calling, borne) or (judged and _is_cut_short(pair, heads)):
                    continue
                if pair.entry is not None and pair.entry.number is not None:
                    twice = numbers.setdefault(pair.entry.number, pair.entry.line)
                    twice = None if twice == pair.entry.line else twice
                other = bodies.get(_bare(pair.entry.number or "")) if pair.entry is not None else None
                sure = agreeing and (not judged or _is_telling(pair, other, lost, rulebook.forms.stop))
                if pair.fault == "entry" and pair.section is not None:
                    sure = sure and pair.section.anchor not in alone and pair.section.key not in far
                    entry = calling.get(pair.section.anchor)
                    yield _missing(rulebook, listing, rule, pair.section, entry, sure=sure)
                elif pair.section is None and pair.entry is not None and pair.entry.line in passed:
                    continue
                elif pair.fault != "none" and pair.entry is not None:
                    wrong = _wrong(rulebook, listing, rule, pair, twice, other)
                    head = _words_of(f"{pair.entry.number or ''} {pair.entry.title}")
                    sure = sure and (pair.section is not None or head not in heads)
                    wrong = wrong if sure else replace(wrong, severity="note")
                    if kind == "contents" and pair.fault == "title":
                        titled.setdefault(wrong.severity, []).append(wrong)
                    elif pair.section is None:
                        strange.append(wrong)
                    else:
                        yield wrong
            most = max(_OTHERWISE, int(_SHARE_OTHERWISE * len(pairs)))
            name = listing.title.replace("{", "{{").replace("}", "}}")
            for alike in titled.values():
                yield from gathered(
                    alike, f"{{count}} entries of {name} have other titles than their sections", most
                )
            half = max(_OTHERWISE, len(listing.entries) // 2)  # beyond, list and sections were read otherwise
            yield from gathered(strange, f"{{count}} entries of {name} lead to no section", half)


def _is_cut_short(pair: ListingPair, heads: Container[str]) -> bool:
    """Whether an entry and its section are one but for what was read of either: a title that goes on in the
    next line, the page behind a leader of one sign, the rest of an entry below the head of a page, a heading
    without a number that stands behind the list and was read as none."""
    entry, section = pair.entry, pair.section
    if entry is not None and section is None and entry.number is None:
        return entry.title[:1].islower() or _words_of(entry.title) in heads
    if entry is None or section is None or pair.fault not in ("title", "sign") or not entry.number:
        return False
    said, called = plain(_PAGE.sub("", entry.title)), plain(section.title)
    bare = _bare(section.number or "").rpartition(".")[2] == _bare(entry.number).rpartition(".")[2]
    long = len(said) >= _CUT and (not called or len(called) >= _CUT)
    cut = long and entry.title.rstrip().endswith(",") and called.startswith(said)  # it ends on a number
    return bare and (said == called or cut or (long and said.startswith(called)))


def _left_alone(sections: Iterable[Section], listed: Container[str]) -> frozenset[str]:
    """The anchors of the sections that stand alone below their chapters, where a list leaves out several such
    and lists none: by intent."""
    numbered = [section for section in sections if section.number is not None]
    children = Counter(section.parent for section in numbered)
    alone = [section.anchor for section in numbered if section.parent and children[section.parent] == 1]
    return frozenset(alone) if len(alone) > 1 and not any(a in listed for a in alone) else frozenset()


def _far_off(sections: Mapping[str, Section]) -> frozenset[Key]:
    """The whole numbers of which neither the one before nor the one behind is borne, nor ten before: they are
    of what is quoted, or printed behind the work."""
    whole = {s.key[0] for s in sections.values() if s.key is not None and len(s.key) == 1}
    counted = {number for number in whole if isinstance(number, int)}
    return frozenset(
        (number,)
        for number in counted
        if counted.isdisjoint({*range(number - _FAR, number), number + 1}) and number > _FAR
    )


def _agree(pairs: Sequence[ListingPair], calling: Mapping[str, Entry]) -> bool:
    """Whether a list and the sections agree but for a slip; the two halves of one count once."""
    agreed = sum(pair.entry is not None and pair.fault in ("none", "sign") for pair in pairs)
    apart = sum(
        pair.fault != "entry" or (pair.section is not None and pair.section.anchor not in calling)
        for pair in pairs
        if pair.fault not in ("none", "sign")
    )
    return agreed >= _AGREED * apart


def _is_telling(pair: ListingPair, bears: Section | None, lost: Set[str], stop: frozenset[str]) -> bool:
    """Whether what sets an entry and its section apart leads a reader astray; `bears` is the section of the
    entry's number, `lost` are numbers that were read as no section's."""
    entry, section = pair.entry, pair.section
    if pair.fault == "entry":
        return section is not None and section.number is not None and bool(section.title)
    if entry is None or entry.number is None:
        return False
    said = set(plain(entry.title).split()) - stop
    if pair.fault in ("number", "section"):
        if _bare(entry.number) in lost:
            return False
        return bears is None or not (said <= set(plain(bears.title).split()) or not bears.title)
    called = set(plain(section.title).split()) - stop if section is not None else set()
    alike = section is not None and ratio(plain(entry.title), plain(section.title)) >= _MISSPELLED
    return not (said <= called or called <= said or alike)


def _lines_behind(rulebook: Rulebook, listing: Section, pairs: Iterable[ListingPair]) -> Set[str]:
    """What the lines behind a list say: one that is just an entry of it was a heading that was not read."""
    last = max((pair.entry.line for pair in pairs if pair.entry is not None), default=listing.line)
    lines = rulebook.document(listing.document).source.lines[last:]
    return set(map(_words_of, lines))


def _words_of(text: str) -> str:
    return " ".join(_WORDS.findall(text.casefold()))


def _is_headed_wrong(pair: ListingPair, calling: Mapping[str, Entry], borne: Mapping[str, int]) -> bool:
    """Whether a section bears the number of another, and the list calls it by one that is free: the heading
    is at fault, which another check tells, and not the list."""
    entry = pair.entry or (calling.get(pair.section.anchor) if pair.section is not None else None)
    if pair.section is None or entry is None or pair.fault not in ("number", "entry"):
        return False
    free = entry.number is not None and _bare(entry.number) not in borne
    return free and borne.get(_bare(pair.section.number or ""), 0) > 1


def _lists_itself(entry: Entry, listing: Section) -> bool:
    """Whether an entry is the list's own title."""
    return entry.number is None and plain(entry.title) == plain(listing.title)


def plain(title: str) -> str:
    """A title as it is compared: small letters, no quotes, one kind of dash, no signs at its end."""
    bare = _QUOTES.sub("", levelled(title.casefold()))
    return " ".join(bare.split()).strip(" .,:;!?-")


def _paired(rulebook: Rulebook, listing: Section, sections: Sequence[Section]) -> list[ListingPair]:
    """The entries in order, each with its section: the surest pairs are taken first."""
    found: dict[int, ListingPair] = {}
    free = _Free(rulebook, listing, sections)
    stop = rulebook.forms.stop
    counted = _counted(listing, free)
    entries = {
        at: free.counted(entry) if counted and (entry.number or "").isdecimal() else entry
        for at, entry in enumerate(listing.entries)
    }
    steps: tuple[tuple[Fault, str], ...] = (
        ("none", "same"), ("number", "title"), ("title", "number"), ("title", "like"),
    )  # fmt: skip
    for fault, how in steps:
        for place, entry in list(entries.items()):
            section = free.take(entry, how)
            if section is not None:
                kind = fault if fault == "number" else _title_fault(entry.title, section.title, stop)
                kind = "none" if kind == "title" and _prints(rulebook, section, entry) else kind
                found[place] = ListingPair(entry, section, kind)
                del entries[place]
    for place, entry in entries.items():
        section = free.between(entry, found.get(place - 1), found.get(place + 1))
        found[place] = ListingPair(entry, section, "section" if section is None else "title")
    return [found[place] for place in sorted(found)]


def _prints(rulebook: Rulebook, section: Section, entry: Entry) -> bool:
    """Whether the line of a heading ends in all words of an entry: "Attack I: Silencing", which may have been
    read as a title with text behind it."""
    said, called = plain(entry.title), plain(section.title)
    line = plain(line_at(rulebook.document(section.document), section.line))
    return bool(called) and said.startswith(f"{called}: ") and line.endswith(f" {said}")


def _counted(listing: Section, free: _Free) -> bool:
    """Whether the whole numbers of a list only count its entries: most of these are titles of sections that
    have no number, or one that ends so ("1.4" in a list within a list)."""
    whole = [entry for entry in listing.entries if (entry.number or "").isdecimal()]
    bare = 0
    for entry in whole:
        found = free.titles.get(plain(entry.title), [])
        numbers = [section.number for section in found]
        bare += bool(found) and all(n is None or n.endswith(f".{entry.number}") for n in numbers)
    return bool(whole) and 2 * bare > len(whole)


class _Free:
    """The sections that no entry has taken yet, by number and by title."""

    def __init__(self, rulebook: Rulebook, listing: Section, sections: Sequence[Section]) -> None:
        self.rulebook, self.listing = rulebook, listing
        self.numbers: dict[str, list[Section]] = defaultdict(list)
        self.titles: dict[str, list[Section]] = defaultdict(list)
        self.words: dict[str, list[Section]] = defaultdict(list)
        self.taken: set[str] = {listing.anchor}
        for section in rulebook.sections():
            if section.kind in ("contents", "index", "front"):
                self.titles[plain(section.title)].append(section)
        self.order = {section.anchor: order for order, section in enumerate(rulebook.sections())}
        self.unnumbered = [(self.order[s.anchor], s) for s in sections if s.number is None]
        for section in sections:
            if section.number is not None:
                self.numbers[_bare(section.number)].append(section)
            else:
                for word in dict.fromkeys(plain(section.title).split()):
                    self.words[word].append(section)
            self.titles[plain(section.title)].append(section)

    def counted(self, entry: Entry) -> Entry:
        """An entry that the list only counts, with its section's number: "1.4" for the fourth of 1."""
        found = self.titles.get(plain(entry.title), [])
        ends = [s.number for s in found if s.number is not None and s.number.endswith(f".{entry.number}")]
        return entry._replace(number=ends[0] if len(ends) == len(found) == 1 else None)

    def take(self, entry: Entry, how: str) -> Section | None:
        """The section that an entry means by that evidence, taken; None where there is none left."""
        for section in self._meant(entry, how):
            if section.anchor not in self.taken:
                self.taken.add(section.anchor)
                return section
        return None

    def between(self, entry: Entry, before: ListingPair | None, after: ListingPair | None) -> Section | None:
        """The one section without number left between those of the entries around, beside one of them."""
        ends = [pair.section for pair in (before, after) if pair is not None and pair.section is not None]
        if entry.number is not None or not ends:
            return None
        start = 0 if before is None else bisect_right(self.unnumbered, self.order[ends[0].anchor], key=_first)
        stop = len(self.order) if after is None or after.section is None else self.order[ends[-1].anchor]
        left = [
            section
            for order, section in self.unnumbered[start : start + _MOST_BETWEEN]
            if order < stop
            and section.anchor not in self.taken
            and section.parent in {end.parent for end in ends}
        ]
        if len(left) != 1:
            return None
        self.taken.add(left[0].anchor)
        return left[0]

    def _meant(self, entry: Entry, how: str) -> Sequence[Section]:
        same = self.numbers.get(_bare(entry.number), []) if entry.number is not None else []
        title = plain(entry.title)
        match how:
            case "same" if entry.number is not None:
                return [s for s in same if plain(s.title) == title]
            case "same":  # a list need not print the numbers
                found = self.titles.get(title, [])
                return [s for s in found if s.number is None] or (found if len(found) == 1 else [])
            case "title" if entry.number is not None and title:
                return [s for s in self.titles.get(title, []) if s.number is not None and s.kind != "sheet"]
            case "number":
                return same if len(same) < 2 else [s for s in same if self._called_alike(entry, s)]
            case "like" if entry.number is None:
                return self._like(title)
        return []

    def _called_alike(self, entry: Entry, section: Section) -> bool:
        """Whether the words before the two numbers are the same ("PLAY SHEET 2", "PLAY SHEET 2")."""
        document = self.rulebook.document(self.listing.document)
        before = line_at(document, entry.line).partition(entry.number or "")[0]
        named = line_at(self.rulebook.document(section.document), section.line)[: section.column - 1]
        return _unmarked(before) == _unmarked(named)

    def _like(self, title: str) -> list[Section]:
        """The unnumbered sections that share words with a title, the likest first."""
        words = set(title.split())
        shared: dict[str, int] = defaultdict(int)
        by_anchor: dict[str, Section] = {}
        for word in words:
            for section in self.words.get(word, ())[:20]:
                shared[section.anchor] += 1
                by_anchor[section.anchor] = section
        scored = [
            (2 * count / (len(words) + len(plain(by_anchor[anchor].title).split())), -by_anchor[anchor].line)
            for anchor, count in shared.items()
        ]
        order = sorted(zip(scored, by_anchor, strict=True), reverse=True)
        return [by_anchor[anchor] for (score, _), anchor in order if score >= _LIKE]


def _without_entry(sections: Sequence[Section], pairs: Sequence[ListingPair]) -> Iterator[ListingPair]:
    named = {p.section.anchor for p in pairs if p.section is not None}
    under = {p.section.anchor for p in pairs if p.section is not None and p.fault != "number"}
    groups: dict[object, list[Section]] = defaultdict(list)
    for section in sections:
        numbered = section.key is not None and section.kind != "note"
        kind = (len(section.key or ()), section.kind == "sheet", bool(section.title))
        groups[kind if numbered else section.parent].append(section)
    for group, members in groups.items():
        has = sum(section.anchor in named for section in members)
        if group is not None and has and 2 * has >= len(members):
            yield from (
                ListingPair(None, section, "entry") for section in members if section.anchor not in under
            )


def _in_order(rulebook: Rulebook, pairs: Sequence[ListingPair]) -> bool:
    """Whether a list goes through the body from top to bottom; one by the alphabet leaves out much."""
    order = {section.anchor: place for place, section in enumerate(rulebook.sections())}
    places = [order[pair.section.anchor] for pair in pairs if pair.section is not None]
    onward = sum(one < other for one, other in pairwise(places))
    return onward >= _ORDERED * (len(places) - 1)


def _title_fault(entry: str, section: str, stop: frozenset[str]) -> Fault:
    one, other = plain(entry), plain(section)
    if one == other:
        return "none"
    words = [[word for word in _SIGNS.sub("", title).split() if word not in stop] for title in (one, other)]
    return "sign" if not other or words[0] == words[1] else "title"


def _unmarked(words: str) -> str:
    """Words before a number without the marks of a heading or of a list item."""
    return plain(words.lstrip("#>+-* "))


def _first(pair: tuple[int, Section]) -> int:
    return pair[0]


def _bare(number: str) -> str:
    """A number without a zero at its end: a list may call the chapter 1.0 just 1."""
    return number.rstrip(".").removesuffix(".0")


def _missing(
    rulebook: Rulebook, listing: Section, rule: str, section: Section, entry: Entry | None, *, sure: bool
) -> Finding:
    """A section that the list leaves out, or calls by another number."""
    message = f"{called(section)} has no entry in {listing.title}"
    if entry is None:
        remedy, other = f"add it to {listing.title}", related(listing)
    else:
        message += f", where line {entry.line} gives its title the number {entry.number}"
        remedy = "give the entry the number of the section"
        text = line_at(rulebook.document(listing.document), entry.line)
        other = Related(listing.anchor, entry.line, as_it_stands(text, entry.number or entry.title)[1])
    line = line_at(rulebook.document(section.document), section.line)
    quote = section.title or section.number or ""
    place = TextLine(section.line, *as_it_stands(line, quote, section.column - 1))
    severity: Severity = "warning" if sure else "note"
    return at_words(rulebook, section, rule, severity, place, message, remedy=remedy, related=(other,))


def _wrong(
    rulebook: Rulebook,
    listing: Section,
    rule: str,
    pair: ListingPair,
    twice: int | None,
    bears: Section | None,
) -> Finding:
    """An entry that differs from its section, or has none; `bears` is the section of its number."""
    entry, section = pair.entry, pair.section
    assert entry is not None
    severity: Severity = "warning"
    quote, target, suggestion = entry.title, None, None
    if section is None and twice is not None:
        message = f"{listing.title} lists {entry.number} in line {twice} already"
        remedy, quote = "keep one of the two, or name the section that is meant", entry.number or ""
    elif section is None and bears is not None:
        message = f'{listing.title} lists "{entry.title}" as {entry.number}, which is "{bears.title}"'
        remedy, quote = "drop the entry, or give it its own number", entry.number or ""
        severity, target, section = "error", entry.number, bears
    elif section is None:
        name = entry.number if entry.number is not None else f'"{entry.title}"'
        message = f"{listing.title} lists {name}, which is no section"
        remedy = "drop the entry, or name the section that is meant"
        severity, quote, target = "error", entry.number or entry.title, entry.number
    elif pair.fault == "number":
        message = f'{listing.title} gives "{entry.title}" the number {entry.number}; it is {section.number}'
        remedy = f"write {section.number}"
        severity, quote = "error", entry.number or entry.title
        target, suggestion = entry.number, section.number
    else:
        name = f'is called "{section.title}"' if section.title else "prints no title"
        message = f'{listing.title} says "{entry.title}" where the section {name}'
        remedy = "give both the same title"
        severity = "note" if pair.fault == "sign" else "warning"
    if twice is not None and pair.fault == "number":
        message += f"; the number stands in line {twice} too"
    line = line_at(rulebook.document(listing.document), entry.line)
    place = TextLine(entry.line, *as_it_stands(line, quote))
    others = () if section is None else (related(section),)
    return at_words(
        rulebook, listing, rule, severity, place, message,
        remedy=remedy, target=target, suggestion=suggestion, related=others,
    )  # fmt: skip
