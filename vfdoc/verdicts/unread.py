"""Where what a citation that leads nowhere means may stand in a text, though it was read as nothing; and
which numbers are another work's.

In: a document, its graph, a citation and a target that no section bears. Out: whether the text shows that
the number is no fault of its author: the words of the citation, or the mark of its clause, stand at the head
of a line or in a list that runs on in the lines of the cited section; or the text cites another work by that
number, or in its chapter, which is none here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection
from functools import cached_property
from itertools import pairwise

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Document, Finding, Key, Reference, Section, Target
from vfdoc.model.place import line_at
from vfdoc.model.text import SCANNED
from vfdoc.verdicts.printed_title import section_entitled
from vfdoc.verdicts.unread_heads import run_in

_STOP = re.compile(r"[.!?;][ \n]+(?=[A-ZÀ-Ý(])|\n\s*\n")
_FIRST_LINES, _HEADS = 60, 12  # in which a text says that it amends another
_ON = 4  # lines in which a sentence goes on
_NEXT_SENTENCE = re.compile(r"\.[ \xa0][A-ZÀ-Ý]")
_TITLE = re.compile(
    r"(?:[ \xa0](?:[A-ZÀ-Ý][\w'’-]*|[a-z]{1,3}|[a-z]{4}(?=[ \xa0][A-ZÀ-Ý]))[,;]?){1,9}(?=\.[ \xa0])"
)
_SHORT_NAME = re.compile(r"\((?P<name>[A-Z]{1,3}\d{1,2})\)$")
_FRINGE = " \t\xa0#*_>|.:"
_ALONE = re.compile(r"[A-Z]{0,3}\.?\d+(?:\.\d+)+")
_WORD_BEFORE = re.compile(r"(?:[^\W\d_]{2,}\.?|§)[ \xa0]$")
_HEAD = re.compile(r"[\s#*_>]*(?P<number>\d{1,3}(?:\.\d{1,3})+)\.?[^\W\d_]{2,}")  # "13.4.sec="
_NAME = r"(?P<name>[A-Z][A-Za-zäöüß]{0,10}[A-Z][A-Za-zäöüß]{0,6})"
_NAME_BEFORE = re.compile(rf"(?<![\w.-]){_NAME}[ \xa0](?:[^\W\d_]{{3,12}}\.?[ \xa0]|§+[ \xa0]?)?[*_]{{0,2}}$")
_NAME_BEHIND = re.compile(
    rf"(?:[ \xa0][A-Z][a-z]{{0,5}}\.?[ \xa0]?\d{{1,3}}[a-z]?|\(\w{{1,4}}\))*[*_]{{0,2}}"
    rf"[ \xa0]{_NAME}(?![\w-])"
)
_NAMED_APART = re.compile(
    r"(?P<name>[A-ZÀ-Ý][\w’'-]*(?:[ \xa0][\w’'()-]+){0,6}[ \xa0][A-ZÀ-Ý][\w’'-]*)[ \xa0][–—-][ \xa0]"
    r"(?:[^\W\d_]{3,12}\.?[ \xa0])?$"
)
_NOUN_BEHIND = re.compile(  # "§ 6 Abs. 6 Rahmenordnung"
    r"(?:[ \xa0][A-Z][a-z]{0,5}\.?[ \xa0]?\d{1,3}[a-z]?(?:[ \xa0][a-z]{1,3}[ \xa0]\d{1,3})?)*[ \xa0]"
    r"(?P<name>[A-ZÄÖÜ][a-zäöüß]{7,})(?![\w-])"
)
_NUMBERED_TITLE = re.compile(
    r"(?<![\w.(])(?P<number>\d{1,3}(?:\.\d{1,3})*)[.:)]?[ \xa0]+(?=(?P<title>[A-ZÀ-Ý][^\n]{2,60}))"
)
_TITLE_BEHIND = re.compile(r"[ \xa0]\((?P<title>[A-ZÀ-Ý][^()\n]{2,60})\)")
_QUOTED_TITLE = re.compile(r',?[ \xa0]["“„«][^"“”»]{2,60}["”»],?[ \xa0](?:[^\W\d_]{3,12}[ \xa0])?')
_ITEM = re.compile(r"\s*\d{1,3}[.)]\s")
_LIST_MARK = re.compile(r"\s*[-*+•#|>]")
_LONE_MARK = re.compile(r"[ \t]*\(\w{1,3}\)[ \t]*")
_TORN = 2  # marks of paragraphs by themselves, with another next
_GAP = "   "  # what is left of a line break
_TITLED = re.compile(r"[.:]?[ \xa0]+[A-ZÀ-Ý]")
_HEADING = 90  # characters of a line that may be a heading
_HOST_BEFORE = re.compile(r"(?:^|[\s(])(?P<host>[IVXLC]{1,6})\.?,?[ \xa0](?:[^\W\d_]{2,}\.?|§+)?[ \xa0]?$")
_TWO, _SHARE = 2, 0.2  # numbers beside a name that lead nowhere, by those that lead somewhere
_LOST, _LOST_SHARE = 3, 0.2  # numbers of one form that no section bears, at least, by those that one does
_LIKE = 3  # sections beside a number, printed as it is
_SECOND, _ACT = 2, 20  # the first section that was read of an act of so many
_FIGURE = re.compile(r"\d+")
_PIECES = re.compile(r"\d+|[A-Za-z]+")


def is_entitled(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether beside a citation that leads nowhere the title of a section stands, of several words, whose
    number is of the same kind: "Section 22 (Spirit of the Game)", where that is 2, but no "Schedule 2"."""
    meant = section_entitled(graph, reference)
    if meant is None or " " not in (meant.title or "") or len(reference.targets) != 1:
        return False
    return tuple(map(type, meant.key or ())) == tuple(map(type, reference.targets[0].key))


def amends(document: Document, words: str) -> bool:
    """Whether a text says at its head, in a title or in bold, that it amends another; `words` are the
    patterns by which one does ("An ordinance amending the Harbour Code")."""
    head = [text for text in document.source.lines[:_FIRST_LINES] if text.strip()][:_HEADS]
    said = re.compile(rf"[#*_> ]*(?:{words})(?!\w)", re.IGNORECASE)
    return any(said.match(text) and (text[0] in "#*" or text.isupper()) for text in head)


class Unread:
    """Asked of the citations of a document that lead nowhere."""

    def __init__(self, document: Document, graph: ReferenceGraph, sure: float) -> None:
        """`sure` is how sure a citation is at least that is one of this text."""
        self._document, self._graph, self._sure = document, graph, sure

    def stands(self, reference: Reference, target: Target) -> bool:
        """Whether what a citation means stands in the text, though it was not read as that."""
        before, number, _ = reference.text.casefold().partition(target.number or "")
        words = before + number
        headed = (
            line_at(self._document, section.line).lstrip(_FRINGE).casefold()
            for section in self._document.sections
            if section.number == target.number and len(number_key(target.number or "")) == len(target.key)
        )  # "Section 2" of Article VI is none of Article V
        if words[:1].isalpha() and any(
            line.startswith(words) and not line[len(words) : len(words) + 1].isalnum() for line in headed
        ):
            return True
        if self._stands_titled(reference, target) or self._is_below_named(reference, target):
            return True
        if words[:1].isalpha() and self._lines[words] > (reference.line in self._alone(words)):
            return True  # "SCHEDULE 2" in a line of its own
        *above, last = target.key
        if target in self._graph.lacking:  # of a section that stands, the paragraph is sought in it
            above, last = list(target.key), target.paragraph
        if target.key in self._inside or target.key in self._headed or self._is_hosted(reference, target):
            return True
        if (target.clause or target.paragraph) and self._marks_are_torn:
            return True
        if target.key[0] in self._lost_by_scanner:
            return True
        if self._opens_sentence(reference) and self._follows(reference, target):
            return True
        of_host = isinstance(last, str) or bool(target.paragraph or target.clause)
        hosts = [
            host for host in self._graph.numbers.get(tuple(above), ()) if host.document == self._document.id
        ]
        if not of_host:
            return any(self._has_row(host, str(last)) for host in hosts)
        return any(self._marks(host, str(last), paragraph=bool(target.paragraph)) for host in hosts)

    def _stands_titled(self, reference: Reference, target: Target) -> bool:
        """Whether the text prints a number with the title that stands beside it: "7 (Warranties)"."""
        end = reference.column - 1 + len(reference.text)
        beside = _TITLE_BEHIND.match(line_at(self._document, reference.line), end)
        title = beside["title"].casefold() if beside is not None else None
        printed = self._printed_titles.get(target.number or "", ()) if title is not None else ()
        return any(each.startswith(title or "") for each in printed)

    def _is_below_named(self, reference: Reference, target: Target) -> bool:
        """Whether a number is one below the section that is cited right before it, with its title in quotes
        between the two: 'By-law 5, "Elections," section 1.3' is 5.1.3."""
        line = line_at(self._document, reference.line)
        return any(
            _QUOTED_TITLE.fullmatch(line, other.column - 1 + len(other.text), reference.column - 1)
            and (*other.targets[-1].key, *target.key) in self._graph.numbers
            for other in self._document.references
            if other.line == reference.line and other.column < reference.column
        )

    @cached_property
    def _printed_titles(self) -> dict[str, list[str]]:
        """What stands behind each number that is printed with words behind it, in small letters."""
        found: dict[str, list[str]] = {}
        for text in self._document.source.lines:
            for each in _NUMBERED_TITLE.finditer(text):
                found.setdefault(each["number"], []).append(each["title"].casefold())
        return found

    def is_elsewhere(self, reference: Reference, target: Target) -> bool:
        """Whether the text cites another work by that number: a number of several parts, or one of such a
        chapter that is none here; a whole number in the same section; or beside a short name ("§ 4 PA", "HB
        Section 2.1") beside which a good part of the numbers leads nowhere."""
        key = target.key
        if (name := self._name_beside(reference)) and self._leads_away(name):
            return True
        if self._is_named_apart(reference):
            return True
        if target in self._graph.lacking:
            return self._leads_to_another(reference)
        if len(key) == 1:
            return (reference.section, key) in self._whole
        if not all(isinstance(part, int) for part in key[:2]):
            return False
        return key in self._foreign or (key[0] in self._chapters and not self._has_chapter(key[0]))

    def is_beyond(self, target: Target) -> bool:
        """Whether a number is of what this text does not print: it has several parts, and no section has; or
        it is of a chapter that is none here, of a text that begins with a later one, as an extract does (no
        act of many sections whose first alone was not read), or of one that has no head where most have
        theirs, as what an amendment quotes."""
        key = _figures(target.number)
        if not key or not all(isinstance(part, int) for part in key):
            return False
        chapters = self._chapters_here
        if not chapters:
            return not self._graph.numbers
        if key[0] not in chapters:
            whole = len(key) == 1 and min(chapters) == _SECOND and sum(chapters.values()) >= _ACT
            return (min(chapters) > 1 and not whole) or (len(key) > 1 and not self._prints_parts)
        if len(key) == 1:
            return False
        headed = 2 * sum(chapters.values()) >= len(chapters) and key[0] != self._only_chapter
        above = self._graph.numbers.get(key[:-1], ())
        counted = any(_ITEM.match(text) for host in above for text in self._lines_of(host))
        return not (self._prints_parts or counted) or (headed and not chapters[key[0]])

    @cached_property
    def _chapters_here(self) -> dict[int, bool]:
        """The chapters of the sections' numbers, each with whether a section bears its own."""
        found: dict[int, bool] = {}
        for key in self._graph.numbers:
            if key and isinstance(key[0], int):
                found[key[0]] = found.get(key[0], False) or len(key) == 1
        return found

    @cached_property
    def _only_chapter(self) -> int | str | None:
        """What all numbers of several parts begin with: of a text that is one chapter of a code."""
        parted = Counter(key[0] for key in self._graph.numbers if len(key) > 1)
        whole = sum(len(key) == 1 for key in self._graph.numbers)  # an ordinance has more
        return next(iter(parted)) if len(parted) == 1 and parted.total() > whole else None

    @cached_property
    def _prints_parts(self) -> bool:
        """Whether a number of several figures is a section's, stands at the head of a line, or leads to an
        item of a list."""
        borne = (section.number for section in self._graph.sections.values())
        led = (target.number for link in self._graph.links for target in link.reference.targets)
        return bool(self.heads) or any(
            len(_FIGURE.findall(number.partition("(")[0])) > 1 for number in (*borne, *led) if number
        )

    def lacks(self, reference: Reference) -> bool:
        """Whether a citation stands behind the short name of a part of the text, which its heading has in
        brackets ("2nd Addendum: Members (A2)", "A2 § 16"), and that part has no such section."""
        before = line_at(self._document, reference.line)[: reference.column - 1].split()
        part = self._parts.get(before[-1]) if before else None
        if part is None:
            return False
        within = {s.number for s in self._document.sections if s.parent == part.anchor}
        return bool(within) and all(target.number not in within for target in reference.targets)

    @cached_property
    def _parts(self) -> dict[str, Section]:
        """The parts without a number of their own that have a short name in their headings."""
        found = ((_SHORT_NAME.search(s.title), s) for s in self._document.sections if s.number is None)
        return {short["name"]: section for short, section in found if short is not None}

    @cached_property
    def heads(self) -> frozenset[Key]:
        """The numbers of several parts that stand alone in a line, or grown together with a word at its
        head, and cite nothing there: pages have one part; headings and entries of lists are read."""
        document = self._document
        citing = {(reference.line, reference.text[:1]) for reference in document.references}
        listed = {entry.line for section in document.sections for entry in section.entries}
        listed |= {section.line for section in document.sections}
        found: set[Key] = set()
        for at, text in enumerate(document.source.lines, start=1):
            head = _HEAD.match(text) if at not in listed and "." in text else None
            if head is not None and (at, head["number"][:1]) not in citing:
                found.add(number_key(head["number"]))
            elif "." in text and _ALONE.fullmatch(alone := text.strip(_FRINGE)):
                found.add(number_key(alone))
        return frozenset(found)

    def _leads_to_another(self, reference: Reference) -> bool:
        """Whether the sentence goes on to a citation of another work, which may have the paragraph: "des § 16
        Absatz 5 und des § 18a des Tierschutzgesetzes"."""
        lines = range(reference.line, reference.line + _ON)
        for other in (each for at in lines for each in self._external.get(at, ())):
            if (other.line, other.column) > (reference.line, reference.column):
                between = [line_at(self._document, at) for at in range(reference.line, other.line + 1)]
                between[-1] = between[-1][: other.column - 1]
                between[0] = between[0][reference.column - 1 + len(reference.text) :]
                return _STOP.search("\n".join(between)) is None
        return False

    @cached_property
    def _external(self) -> dict[int, list[Reference]]:
        """The citations of other works, by line."""
        found: dict[int, list[Reference]] = {}
        for reference in self._document.external:
            found.setdefault(reference.line, []).append(reference)
        return found

    def _is_named_apart(self, reference: Reference) -> bool:
        """Whether a name that is no title here stands before a citation and its word, behind a dash: "II.1
        Outdoor Races - Article C.5"."""
        line = line_at(self._document, reference.line)[: reference.column - 1]
        above = line_at(self._document, reference.line - 1).rstrip() if reference.line > 1 else ""
        text = line if _NAMED_APART.search(line) or _LIST_MARK.match(line) else f"{above} {line.lstrip()}"
        found = _NAMED_APART.search(text)
        return found is not None and found["name"].casefold() not in self._titled

    @cached_property
    def _titled(self) -> frozenset[str]:
        return frozenset(section.title.casefold() for section in self._document.sections)

    def _name_beside(self, reference: Reference) -> str:
        """The short name that stands right before a citation or its word, or right behind it, or behind a "§"
        any noun; "" for none."""
        line, start = line_at(self._document, reference.line), reference.column - 1
        end = start + len(reference.text)
        found = _NAME_BEHIND.match(line, end) or _NAME_BEFORE.search(line[:start])
        found = found or (_NOUN_BEHIND.match(line, end) if reference.text[:1] == "§" else None)
        return found["name"] if found is not None and found["name"].strip("IVXLC") else ""

    def _leads_away(self, name: str) -> bool:
        leading, lost = self._named.get(name, (set(), set()))
        return len(lost) >= max(_TWO, _SHARE * len(leading))

    @cached_property
    def _named(self) -> dict[str, tuple[set[Key], set[Key]]]:
        """The numbers beside each short name: those of other sections, and those that lead nowhere or
        elsewhere."""
        found: dict[str, tuple[set[Key], set[Key]]] = {}
        for own, references in ((True, self._document.references), (False, self._document.external)):
            for reference in references:
                if name := self._name_beside(reference):
                    leading, lost = found.setdefault(name, (set(), set()))
                    for target in reference.targets:
                        led = self._graph.resolve(target) if own else ()
                        if all(section.anchor != reference.section for section in led):
                            (leading if led else lost).add(target.key)
        return found

    def counts_anew(self, target: Target) -> bool:
        """Whether a number is of a section below which others count anew, and may be one of these; none is
        that which is printed whole as several beside it are."""
        return target.key[:1] in self._counting_anew and self._whole_beside[target.key[:-1]] < _LIKE

    @cached_property
    def _whole_beside(self) -> Counter[Key]:
        """How many sections of several parts, printed whole, each number has."""
        keys = (s.key for s in self._document.sections if s.number and s.key == number_key(s.number))
        return Counter(key[:-1] for key in keys if key and len(key) > 1)

    @cached_property
    def _counting_anew(self) -> frozenset[Key]:
        """The whole numbers behind which others of several parts go back, several times: "(2.1)" in § 5. Such
        as 6.2 behind 7, where others of 6 stand behind 6, are out of their place, and begin no count."""
        behind: Counter[tuple[Key, str | int]] = Counter()
        last: Key = ()
        for key in (section.key for section in self._document.sections if section.key):
            last = key if len(key) == 1 else last
            behind[last, key[0]] += len(key) > 1
        back: Counter[Key] = Counter()
        for (above, first), times in behind.items():
            if above and _goes_back(first, above[0]) and (first == 1 or not behind[(first,), first]):
                back[above] += times
        return frozenset(key for key, times in back.items() if times > 1)

    @cached_property
    def _inside(self) -> frozenset[Key]:
        """The numbers inside lines that succeed those of their sections, or stand with a title behind the
        end of a sentence or a gap, as where lines were run together, and cite nothing there."""
        inside = {k for line in self._document.left_out if line.form == "inside" for k in line.keys}
        citing = {
            (reference.line, reference.column + at)
            for reference in self._document.references
            for at in range(len(reference.text))
        }
        for at, text in enumerate(self._document.source.lines, start=1):
            for found in run_in(text) if "." in text else ():
                if (at, found.start("number") + 1) not in citing:
                    inside.add(number_key(found["number"]))
        return frozenset(inside)

    @cached_property
    def _headed(self) -> frozenset[Key]:
        """What stands at the head of a paragraph or an item, leads nowhere, and has a stop and a sentence
        behind it, or is the next of its row in a short line, or has a title, and a gap before it: headings
        that were read as citations, some of several numbers ("RULES 48 and 49 (Reserved)")."""
        return frozenset(
            target.key
            for reference in self._graph.unresolved
            if reference.document == self._document.id and self._is_head(reference)
            for target in reference.targets
        )

    def _is_head(self, reference: Reference) -> bool:
        line, start = line_at(self._document, reference.line), reference.column - 1
        end = start + len(reference.text)
        before = _WORD_BEFORE.sub("", line[:start]) if reference.text[:1].isdigit() else line[:start]
        if before.strip() and before.endswith(_GAP) and _TITLED.match(line, end):
            return True
        above = line_at(self._document, reference.line - 1) if reference.line > 1 else ""
        if before.strip(_FRINGE + "-•") or not (before.strip() or not above.strip()):
            return False
        titled = len(line) < _HEADING and line.rstrip()[-1:] not in ".;:,"
        return _NEXT_SENTENCE.match(line, end) is not None or (
            titled and self._follows(reference, reference.targets[0])
        )

    def _is_hosted(self, reference: Reference, target: Target) -> bool:
        """Whether a chapter that has that section stands before a citation, in Roman numerals: "II. § 6"."""
        found = _HOST_BEFORE.search(line_at(self._document, reference.line)[: reference.column - 1])
        if found is None:
            return False
        sections, number = self._document.sections, _FIGURE.findall(target.number or "")[:1]
        hosts = {host.anchor for host in sections if host.number == found["host"]}
        return any(section.parent in hosts and [section.number] == number for section in sections)

    @cached_property
    def _lost_by_scanner(self) -> range:
        """The whole numbers of a text whose marks a scanner misread: it may have lost any of them."""
        keys = (key[0] for key in self._graph.numbers if key and is_scanned(self._document))
        return range(1, max((key for key in keys if isinstance(key, int)), default=0) + 1)

    @cached_property
    def _marks_are_torn(self) -> bool:
        """Whether marks of paragraphs stand by themselves, one behind the other, away from their text."""
        lines = [text for text in self._document.source.lines if text.strip()]
        alone = [_LONE_MARK.fullmatch(text) is not None for text in lines]
        return sum(one and other for one, other in pairwise(alone)) >= _TORN

    @cached_property
    def _lines(self) -> Counter[str]:
        """What stands in lines of its own, in small letters."""
        return Counter(text.strip(_FRINGE).casefold() for text in self._document.source.lines)

    def _alone(self, words: str) -> set[int]:
        """The lines that citations take whole."""
        return {
            r.line
            for r in self._document.references
            if line_at(self._document, r.line).strip(_FRINGE).casefold() == words
        }

    @cached_property
    def _elsewhere(self) -> tuple[tuple[str, Key], ...]:
        """The numbers by which the text cites other works, each with the section that does."""
        return tuple(
            (reference.section, number_key(target.number))
            for reference in self._document.external
            for target in reference.targets
            if target.number is not None
        )

    @cached_property
    def _whole(self) -> frozenset[tuple[str, Key]]:
        return frozenset(each for each in self._elsewhere if len(each[1]) == 1)

    @cached_property
    def _foreign(self) -> frozenset[Key]:
        return frozenset(key for _, key in self._elsewhere if len(key) > 1)

    @cached_property
    def _chapters(self) -> frozenset[str | int]:
        """The chapters of other works, those among them that look so by what stands around their numbers."""
        unsure = (
            target.key
            for reference in self._document.references
            if reference.confidence < self._sure
            for target in reference.targets
        )
        return frozenset(key[0] for key in (*self._foreign, *unsure) if len(key) > 1)

    def _has_chapter(self, chapter: str | int) -> bool:
        return any(
            section.key is not None and section.key[0] == chapter for section in self._document.sections
        )

    def _opens_sentence(self, reference: Reference) -> bool:
        """Whether a citation stands behind the end of a sentence, with a stop and the beginning of another
        behind it or its title, as the heading of the next section does in the middle of a line: "… by day.
        Section 3. Nets …", "… by day. Section 3 Care of Nets. Nets …"."""
        line, start = line_at(self._document, reference.line), reference.column - 1
        end = start + len(reference.text)
        title = _TITLE.match(line, end)
        behind = _NEXT_SENTENCE.match(line, title.end() if title is not None else end)
        before = _WORD_BEFORE.sub("", line[:start]) if reference.text[:1].isdigit() else line[:start]
        return before.rstrip().endswith((".", "!", "?", '"', "”")) and behind is not None

    def _follows(self, reference: Reference, target: Target) -> bool:
        """Whether a number is the next behind its section's, or behind one that opens a sentence before it in
        its line."""
        *above, last = target.key
        section = self._graph.sections[reference.section]
        own = section.key or ()
        if "(" in (section.number or ""):
            own = own[: len(target.key)]  # 48 follows 47(H)
        if not isinstance(last, int) or not own or own[:-1] != tuple(above):
            return False
        if own[-1] == last - 1:
            return True
        return any(
            each.key == (*above, last - 1) and other.column < reference.column and self._opens_sentence(other)
            for other in self._document.references
            if other.line == reference.line
            for each in other.targets
        )

    def _has_row(self, host: Section, number: str) -> bool:
        """Whether a section with none below it has a table with a row of that number: "| 3. Contested |"."""
        row = re.compile(rf"[ \t]*\|[ \t]*{number}\\?[.)][ \t]")
        return any(map(row.match, self._lines_of(host)))

    def _lines_of(self, host: Section) -> tuple[str, ...]:
        """The lines of a section with none below it; of another none."""
        at = bisect_right(self._document.sections, host.line, key=lambda each: each.line)
        after = self._document.sections[at] if at < len(self._document.sections) else None
        if after is not None and after.parent == host.anchor:
            return ()
        end = after.line - 1 if after is not None else len(self._document.source.lines)
        return self._document.source.lines[host.line : end]

    def _marks(self, host: Section, mark: str, *, paragraph: bool = False) -> bool:
        """Whether a line between a section and the next that is not below it begins with a mark, or a list
        goes on with it in a line: "(y) the oil and (z) the wick". The item "4." is no paragraph where these
        are told by "(1)"."""
        key, sections = host.key or (), self._document.sections
        behind = (
            other.line
            for other in sections
            if other.line > host.line and other.key is not None and other.key[: len(key)] != key
        )
        end = next(behind, len(self._document.source.lines) + 1) - 1
        lines = self._document.source.lines[host.line : end]
        told = paragraph and any(line.lstrip("> *_").startswith("(1)") for line in lines)
        bare = "(?!)" if told else rf"{re.escape(mark)}\\?[.)]"
        head = re.compile(rf"[ \t\xa0>*_]*(?:\({re.escape(mark)}\)|{bare})[ \t\xa0*_]", re.IGNORECASE)
        within = re.compile(rf"(?:[;,:]|\s[^\W\d_]{{2,3}})\s+\({re.escape(mark)}\)\s", re.IGNORECASE)
        whole = "\n".join(self._document.source.lines[host.line - 1 : end])
        before = f"({chr(ord(mark[0]) - 1)})" if len(mark) == 1 else "("
        return any(map(head.match, lines)) or (before in whole and within.search(whole) is not None)


def many_lost(graph: ReferenceGraph, lost: Collection[Key], found: Collection[Key]) -> Collection[Key]:
    """Of the numbers of a form that no section bears those that are so many, by those that one does, that
    they are no slips; those of chapters that the text has are judged by themselves."""

    def many(keys: Collection[Key]) -> bool:
        return len(keys) >= _LOST and len(keys) >= _LOST_SHARE * len(found)

    here = [key for key in lost if len(key) == 1 or graph.of_key(key[:1])]
    return lost if many(here) else [key for key in lost if key not in here] if many(lost) else ()


def is_scanned(document: Document) -> bool:
    """Whether a scanner misread the marks of a text's sections."""
    return any(omitted.reason == SCANNED for omitted in document.source.omitted)


def where_missing_stands(document: Document, finding: Finding) -> str | None:
    """What is said of where a number that is missed may stand: in the middle of a line, at the head of a
    sentence, as in texts whose lines were run together; or between the sections about it behind the word of
    theirs, be it beside a column of its own: "Members    Article 4: Duties"."""
    if is_scanned(document):
        return "a scanner may have lost it"
    if len(finding.missing) != 1:
        return None
    inside = (each for each in document.left_out if each.form == "inside")
    here = next((each.line for each in inside if each.number == finding.missing[0]), None)
    if here is not None:
        return f"it may be the one in the middle of line {here}"
    if finding.related:
        for left in document.left_out:
            if left.number == finding.missing[0] and finding.related[0].line < left.line < finding.line:
                return f"it may be the one at the head of line {left.line}"
    missing, pieces = re.escape(finding.missing[0]), _PIECES.findall(finding.missing[0])
    # "B 6.1.2" for B.6.1.2, "2.5Splices"
    signed = re.compile(r"[#*_>`\s]*" + r"[^\w\n]".join(pieces) + r"(?!\d|[^\W\d_](?!\w)|[.-]\w)")
    between = range(finding.related[0].line + 1, finding.line) if finding.related and len(pieces) > 1 else ()
    for line in between:
        if signed.match(line_at(document, line)):
            return f"it may be the one at the head of line {line}"
    before = _WORD_BEFORE.search(line_at(document, finding.line)[: finding.column - 1])
    if before is not None and finding.related:
        # "Members    Article 4: Duties", and "… Boats§ 18 Oars", grown together with the line before
        begin = r"(?:^|\s{2}|(?<=[^\W\d_])(?=§))"
        headed = re.compile(rf"{begin}[#*_>]*\s?{re.escape(before.group())}{missing}(?![\w.]*\w)")
        for line in range(finding.related[0].line, finding.line):
            if (found := headed.search(line_at(document, line))) is not None:
                return (
                    f"it may be the one {'in the middle' if found.start() else 'at the head'} of line {line}"
                )
    if "." not in finding.missing[0]:
        # "Aht. 84.—The chair …", whose word was misread
        garbled = re.compile(rf"[#*_> ]{{0,9}}[A-ZÀ-Ý][^\W\d_]{{2,7}}\.? ?{missing}[.:]?[*_]{{0,3}}[ ]?[—–-]")
        figures = missing.replace("1", "[1Il]").replace("0", "[0O]")  # "I5."
        letters = re.compile(rf"[#*_> ]{{0,9}}(?!{missing}){figures}[.)][ \xa0]")
        for line in range(finding.related[0].line + 1, finding.line) if finding.related else ():
            if garbled.match(line_at(document, line)) or letters.match(line_at(document, line)):
                return f"it may be the one at the head of line {line}"
        return None
    within = re.compile(rf"[.;:)!?”\"] +{missing}\.? +(?=[^\W\d_a-z(]|\()")
    for at, text in enumerate(document.source.lines, start=1):
        if finding.missing[0] in text and within.search(text):
            return f"it may be the one in the middle of line {at}"
    return None


def number_key(number: str) -> Key:
    """A number as it is printed, as the key of what bears it: "4.2(a)" → 4, 2, a."""
    parts: list[str | int] = [int(p) if p.isdigit() else p for p in _PIECES.findall(number)]
    while len(parts) > 1 and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def _figures(number: str | None) -> Key:
    """A number without its clause, as a key."""
    return number_key((number or "").partition("(")[0])


def _goes_back(one: str | int, other: str | int) -> bool:
    return isinstance(one, int) and isinstance(other, int) and one < other
