"""A text about the rules and the editions that it may cite: what is asked of either while it is judged."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import accumulate, pairwise
from typing import Any

from vfdoc.model import Document, Edition, Finding, Key, Section, Target, text_of
from vfdoc.model.finding import Severity
from vfdoc.model.place import called
from vfdoc.pipeline.paths import LoadedRulebook, read
from vfdoc.reading.numbering import Numbering, key_of, numbering
from vfdoc.verdicts.citing.mentions import EditionCitation, KnownEditions, known_names
from vfdoc.verdicts.citing.quotation_verdicts import EditionWords, entry_of
from vfdoc.verdicts.citing.stated_values import StatedValue, values
from vfdoc.verdicts.citing.text_index import TextIndex

_DOTTED = re.compile(r"\d\.\d|[A-Z]\.\d")
_WORD = re.compile(r"[^\W\d_]+")
_SHOWN = 160  # characters of the edition's words in a message
_STEPS = 2  # citations from a rule to those on which its values rest
MOST = 4
"""Exchanges, values in a message."""

NOWHERE = frozenset({""})
"""The scope of a citation that leads nowhere."""


class CitedEdition:
    """An edition as texts about its rules are held against it; what they need of it is worked out once, and
    only when it is needed."""

    def __init__(self, edition: Edition, folder: str = "", own: LoadedRulebook | None = None) -> None:
        self.edition = edition
        self._folder, self._own = folder, own
        self._stated: dict[str, list[StatedValue]] = {}

    @classmethod
    def of(cls, own: LoadedRulebook) -> CitedEdition:
        """An edition that was read already."""
        return cls(own.rulebook.edition, own=own)

    @cached_property
    def read(self) -> LoadedRulebook:
        """The edition, read."""
        return self._own or read(self._folder)

    @cached_property
    def wording(self) -> EditionWords:
        """Its words, by which quotations are found."""
        forms = self.read.rulebook.forms
        texts = ((s.anchor, f"{s.title}\n{text_of(s.blocks)}") for s in self.read.rulebook.sections())
        return EditionWords(
            self.edition.id, TextIndex(entry_of(anchor, text, forms) for anchor, text in texts)
        )

    @cached_property
    def _below(self) -> Mapping[str, Sequence[str]]:
        """The sections right below each, and the notes that are about it."""
        found: dict[str, list[str]] = defaultdict(list)
        for section in self.read.rulebook.sections():
            if section.parent is not None:
                found[section.parent].append(section.anchor)
        for note, rules in self.read.rulebook.about.items():
            for rule in rules:
                found[rule].append(note)
        return found

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {anchor: place for place, anchor in enumerate(self.read.graph.sections)}

    def scope(self, cited: Iterable[EditionCitation]) -> frozenset[str]:
        """The anchors of the sections that are cited, and of all below them; `NOWHERE` where there is
        none."""
        graph = self.read.graph
        anchors: list[str] = []
        for mention in cited:
            if mention.anchor is not None and mention.anchor in graph.sections:
                anchors.append(mention.anchor)
                continue
            ends = [s.anchor for _, key in mention.numbers for s in graph.resolve(Target(None, key))]
            if mention.range and len(ends) > 1:
                first, last = sorted((self._order[ends[0]], self._order[ends[-1]]))
                ends = [anchor for anchor, place in self._order.items() if first <= place <= last]
            anchors += ends
        return self._with_below(anchors) or NOWHERE

    def beyond(self, anchors: frozenset[str]) -> frozenset[str]:
        """The sections on which some rest: those that they cite, and those that these do."""
        found, last = set(anchors), set(anchors)
        for _ in range(_STEPS):
            last = {link.target for anchor in last for link in self.read.graph.cites(anchor)}
            last = set(self._with_below(last)) - found
            found |= last
        return frozenset(found - anchors)

    def values(self, anchors: frozenset[str]) -> list[StatedValue]:
        """The values that some sections state, in the order of the text."""
        known = self.read.graph.sections
        found: list[StatedValue] = []
        for anchor in sorted((a for a in anchors if a in known), key=self._order.__getitem__):
            if anchor not in self._stated:
                self._stated[anchor] = values(text_of(known[anchor].blocks), self.read.rulebook.forms)
            found += self._stated[anchor]
        return found

    def called(self, anchor: str) -> str:
        """A section as messages call it."""
        return called(self.read.graph.sections[anchor])

    def _with_below(self, anchors: Iterable[str]) -> frozenset[str]:
        left, found = list(anchors), set[str]()
        while left:
            anchor = left.pop()
            if anchor not in found:
                found.add(anchor)
                left += self._below.get(anchor, ())
        return frozenset(found)


class AboutText:
    """A text about the rules, the edition that it is about, and the others of the game."""

    def __init__(self, document: Document, base: CitedEdition, others: Sequence[CitedEdition]) -> None:
        self.base = base
        self.editions = {each.edition.id: each for each in (*others, base)}
        self._texts = [each for each in others if each is not self.editions[each.edition.id]]
        self.forms = base.read.rulebook.forms
        self.source = document.source
        self.starts = [
            at + line for line, at in enumerate(accumulate(map(len, self.source.lines), initial=0))
        ]
        self.read = document
        self.document = _renamed(document, {d.id for d in base.read.rulebook.documents})
        self.numbered = _numbers_itself(document, base)
        own = {s.key for s in document.sections if s.key is not None}
        self.own = own - {*base.read.graph.numbers, *base.read.graph.meant} if self.numbered else set[Key]()
        self._lines = [s.line for s in self.document.sections]
        self._headings = {s.line: s for s in document.sections}
        cited = ((self.starts[r.line - 1] + r.column - 1, r.text) for r in document.external)
        self._elsewhere = sorted((start, start + len(words)) for start, words in cited)

    @cached_property
    def known(self) -> KnownEditions:
        """What is known of the editions where a text cites them."""
        graph, data = self.base.read.graph, self.base.read.data
        borne = {**graph.meant, **graph.numbers}
        titles = {key: found[0].title.casefold() for key, found in borne.items()}
        names: dict[str, str] = {}
        for each in (self.base, *(e for e in self.editions.values() if e is not self.base)):
            edition = each.edition
            for name in (edition.id, edition.title, edition.version or "", *edition.names):
                if len(plain := " ".join(name.split()).casefold()) > 1:
                    names.setdefault(plain, edition.id)
        how = numbering(data.numbering if data is not None else ())
        headed = self._headed(how)

        @cache
        def words(key: Key) -> frozenset[str]:
            said = (text_of(s.blocks) for s in graph.of_key(key))
            return frozenset(_WORD.findall(" ".join(said).casefold()))

        return KnownEditions(set(borne), titles, names, known_names(names), how.key, words, headed)

    def _headed(self, how: Numbering) -> re.Pattern[str] | None:
        """A number behind a word by which the edition heads sections ("Rule 7"): whoever writes so cites,
        whether or not a section bears the number."""
        lines = {d.id: d.source.lines for d in self.base.read.rulebook.documents}
        said = {
            before.split()[-1].upper()
            for s in self.base.read.rulebook.sections()
            if s.key is not None and len(s.key) == 1 and s.line <= len(lines[s.document])
            if (before := lines[s.document][s.line - 1][: s.column - 1].strip(" #*_")).strip()
        }
        words = "|".join(re.escape(word) for word in sorted(said & how.by_word.keys()))
        pattern = rf"(?<!\w)(?i:{words})[ \xa0]?(?P<number>\d{{1,4}})(?![\w(]|\.\d)"
        return re.compile(pattern) if words else None

    def more(
        self, found: Sequence[EditionCitation], apart: Sequence[tuple[int, int]]
    ) -> list[EditionCitation]:
        """The citations that the reader finds by words of the numbering ("Part 7"), outside of quotations."""
        taken = sorted([*apart, *((m.start, m.end) for m in found)])
        firsts = [start for start, _ in taken]
        besides = []
        for reference in self.read.references:
            start = self.starts[reference.line - 1] + reference.column - 1
            end = start + len(reference.text)
            at = bisect_right(firsts, end - 1) - 1
            if _DOTTED.search(reference.text) or (at >= 0 and taken[at][1] > start):
                continue
            numbers = tuple((self._number(t), t.key) for t in reference.targets if t.number is not None)
            bracket = self.source.text[start - 1 : start] in ("(", "[")
            if numbers:
                form: Any = "bracket" if bracket else "sentence"
                besides.append(EditionCitation(start, end, numbers, None, form, reference.range))
        return besides

    def _number(self, target: Target) -> str:
        """A cited number as it is told: with what it stands under, where numbers begin again there."""
        borne = self.base.read.graph.numbers.get(target.key, ())
        begun = bool(borne) and len(target.key) > len(key_of(target.number or "")) + 1
        return borne[0].anchor if begun else target.number or ""

    def counts(self, mention: EditionCitation) -> bool:
        """Whether a citation is one of an edition, and not a number of the text's own, nor of another
        work ("§ 26 BGB")."""
        if mention.edition is not None or not mention.numbers:
            return True
        at = bisect_right(self._elsewhere, (mention.start, len(self.source.text))) - 1
        if at >= 0 and mention.start < self._elsewhere[at][1]:
            return False
        if all(key in self.own for _, key in mention.numbers):
            return False
        line = bisect_right(self.starts, mention.start)
        section = self._headings.get(line)
        if not self.numbered or section is None or section.key != mention.numbers[0][1]:
            return True
        return _is_titled(section, self.base)

    def section(self, line: int) -> str | None:
        """The section of the text in which a line stands, by its anchor."""
        at = bisect_right(self._lines, line) - 1
        return self.document.sections[at].anchor if at >= 0 else None

    def place(self, start: int) -> tuple[int, int]:
        """The line and column, from 1, of a place in the text."""
        line = bisect_right(self.starts, start)
        return line, start - self.starts[line - 1] + 1

    def cited(self, mentions: Sequence[EditionCitation], named: str | None = None) -> CitedEdition:
        """The edition that some citations name, else the one that the sentence does."""
        edition = next((m.edition for m in mentions if m.edition is not None), None)
        if edition is None and not mentions:
            edition = named
        return self.editions.get(edition or "", self.base)

    def texts_of(self, cited: CitedEdition) -> list[CitedEdition]:
        """The further texts of an edition, such as the original that it restates."""
        return [each for each in self._texts if each.edition.id == cited.edition.id]


# What findings say


def finding_at(
    text: AboutText, rule: str, severity: Severity, start: int, end: int, message: str, remedy: str
) -> Finding:
    """A finding at a place of the text, up to the end of its line."""
    line, column = text.place(start)
    words = text.source.text[start:end].partition("\n")[0].rstrip()
    return Finding(
        rule=rule,
        severity=severity,
        edition=text.base.edition.id,
        document=text.document.id,
        file=text.source.file,
        line=line,
        column=column,
        section=text.section(line),
        quote=words,
        message=message,
        remedy=remedy,
    )


def numbers_of(by: Sequence[EditionCitation]) -> str:
    """The citations as messages name them."""
    numbers = list(dict.fromkeys(number for m in by for number, _ in m.numbers)) or [
        m.anchor or "" for m in by
    ]
    return " and ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1] if numbers else "")))


def short(words: str) -> str:
    """Words in one line, no longer than a message takes."""
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN].rpartition(' ')[0]} …"


# The text's own numbers


def _numbers_itself(document: Document, base: CitedEdition) -> bool:
    """Whether a text numbers what it says: most of its numbers follow one another, and hardly one bears the
    title that it has in the edition."""
    numbered = [section for section in document.sections if section.key]
    follow = sum(_follows(one.key or (), other.key or ()) for one, other in pairwise(numbered))
    titled = sum(_is_titled(section, base) for section in numbered)
    return 2 * follow >= max(len(numbered) - 1, 2) and 2 * titled < len(numbered)


def _follows(one: Key, other: Key) -> bool:
    if len(other) > 1 and other[:-1] == one:
        return True
    last = one[-1:], other[-1:]
    return (
        one[:-1] == other[:-1]
        and all(isinstance(n, int) for part in last for n in part)
        and _next(one, other)
    )


def _next(one: Key, other: Key) -> bool:
    first, second = one[-1], other[-1]
    return isinstance(first, int) and isinstance(second, int) and second - first == 1


def _is_titled(section: Section, base: CitedEdition) -> bool:
    """Whether a section of the text has the title that its number has in the edition."""
    known = base.read.graph.resolve(Target(section.number, section.key or ()))
    title = section.title.casefold()
    return any(s.title and title.startswith(s.title.casefold()) for s in known)


def _renamed(document: Document, taken: set[str]) -> Document:
    """The document beside those of the edition: no section of it bears a number or anchor of theirs."""
    name = document.id
    while name in taken:
        name += "~"
    sections = tuple(
        s._replace(
            anchor=f"{name}/{s.anchor}",
            parent=f"{name}/{s.parent}" if s.parent is not None else None,
            document=name,
            number=None,
            key=None,
            kind="note",
        )
        for s in document.sections
    )
    return replace(document, id=name, sections=sections, references=())
