"""Foreign citations: those of a text about the rules, held against the edition that it cites; and its
quotations and values."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from vfdoc import checks
from vfdoc.graph import resolve
from vfdoc.model import (
    Document,
    Edition,
    Finding,
    Key,
    Reference,
    Related,
    Section,
    SourceText,
    Target,
    text_of,
)
from vfdoc.model.about import Judged, JudgedQuotation, JudgedValue
from vfdoc.model.comparison import Exchange
from vfdoc.model.finding import Severity
from vfdoc.model.place import called, placed
from vfdoc.model.session import in_session
from vfdoc.pipeline.documents import in_documents
from vfdoc.pipeline.paths import Read, edition_folders, read, read_about
from vfdoc.reading.editions import EditionFile, described_by, edition_of
from vfdoc.reading.numbering import Numbering, numbering
from vfdoc.verdicts.citing.claims import Claims, Quoted, Stated, claims
from vfdoc.verdicts.citing.mentions import EditionCitation, KnownEditions, known_names
from vfdoc.verdicts.citing.quotation_verdicts import EditionWords, Judgement, entry_of, judge
from vfdoc.verdicts.citing.stated_values import StatedValue, contradicted, values
from vfdoc.verdicts.citing.text_index import TextIndex

# Whether a citation leads to the wrong rule is judged by the words before other citations: those of the
# text itself would be taken for the edition's.
_CHECKS = ("dangling-reference", "ambiguous-reference")
_DOTTED = re.compile(r"\d\.\d|[A-Z]\.\d")
_LONG = 6  # words that are quoted on purpose
_FEW = 4
_SHOWN = 160  # characters of the edition's words in a message
_MOST = 4  # exchanges, values in a message
_STEPS = 2  # citations from a rule to those on which its values rest
_NOWHERE = frozenset({""})  # the scope of a citation that leads nowhere


@in_session
def check_against(
    path: str, base: Read, besides: Sequence[Read] = ()
) -> tuple[SourceText, tuple[Finding, ...], Judged]:
    """The text at `path`, what is wrong with its citations, quotations and values, whose numbers are those
    of `base`, and what was judged. Words may also stand in the other editions of the game, and in `besides`.

    A number that the text itself bears and the edition does not is a citation of the text's own, where the
    text numbers what it says.
    """
    [found] = check_all_against([path], base, besides)
    return found


@in_session
def check_all_against(
    paths: Sequence[str], base: Read, besides: Sequence[Read] = ()
) -> list[tuple[SourceText, tuple[Finding, ...], Judged]]:
    """`check_against` for several texts; what they need of the editions is worked out once."""
    cited = _Cited.of(base)
    others = [*(_Cited.of(each) for each in besides), *_of_one_game(base)]
    return [_checked(path, base, cited, others) for path in paths]


def _checked(
    path: str, base: Read, cited: _Cited, others: Sequence[_Cited]
) -> tuple[SourceText, tuple[Finding, ...], Judged]:
    found = read_about(path, base)
    text = _Text(found.rulebook.documents[0], cited, others)
    said = claims(text.source.text, text.known, text.forms, text.more, text.counts)
    quotations = [_judged(text, quoted) for quoted in said.quoted]
    stated = [_held(text, each) for each in said.stated]
    findings = [*_of_citations(text, said)]
    findings += [finding for each in quotations if (finding := _of_quotation(text, each)) is not None]
    findings += [_of_value(text, each) for each in stated if each.instead]
    judged = _summary(text, said, quotations, stated)
    if not judged.citations and all(each.verdict == "unjudged" for each in judged.quotations):
        message = f"no citation of {base.rulebook.edition.id} was recognised in this text"
        remedy = "nothing was checked; cite sections by their numbers"
        findings.append(_finding(text, "no-citation", "warning", 0, 0, message, remedy))
    findings.sort(key=lambda f: (f.line, f.column, f.rule))
    return text.source, in_documents(tuple(findings), found.rulebook), judged


class _Cited:
    """An edition as texts about its rules are held against it; what they need of it is worked out once, and
    only when it is needed."""

    def __init__(self, edition: Edition, folder: str = "", own: Read | None = None) -> None:
        self.edition = edition
        self._folder, self._own = folder, own
        self._stated: dict[str, list[StatedValue]] = {}

    @classmethod
    def of(cls, own: Read) -> _Cited:
        return cls(own.rulebook.edition, own=own)

    @cached_property
    def read(self) -> Read:
        return self._own or read(self._folder)

    @cached_property
    def wording(self) -> EditionWords:
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
        """The anchors of the sections that are cited, and of all below them; `_NOWHERE` where there is
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
        return self._with_below(anchors) or _NOWHERE

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


class _Text:
    """A text about the rules, the edition that it is about, and the others of the game."""

    def __init__(self, document: Document, base: _Cited, others: Sequence[_Cited]) -> None:
        self.base = base
        self.editions = {each.edition.id: each for each in (*others, base)}
        self.forms = base.read.rulebook.forms
        self.source = document.source
        self.starts = [
            at + line for line, at in enumerate(accumulate(map(len, self.source.lines), initial=0))
        ]
        self.read = document
        self.document = _renamed(document, {d.id for d in base.read.rulebook.documents})
        self.numbered = _numbers_itself(document, base)
        own = {s.key for s in document.sections if s.key is not None}
        self.own = own - set(base.read.graph.numbers) if self.numbered else set[Key]()
        self._lines = [s.line for s in self.document.sections]
        self._headings = {s.line: s for s in document.sections}

    @cached_property
    def known(self) -> KnownEditions:
        """What is known of the editions where a text cites them."""
        graph, data = self.base.read.graph, self.base.read.data
        titles = {key: found[0].title.casefold() for key, found in graph.numbers.items()}
        names: dict[str, str] = {}
        for each in (self.base, *(e for e in self.editions.values() if e is not self.base)):
            edition = each.edition
            for name in (edition.id, edition.title, edition.version or "", *edition.names):
                if len(plain := " ".join(name.split()).casefold()) > 1:
                    names.setdefault(plain, edition.id)
        how = numbering(data.numbering if data is not None else ())
        headed = self._headed(how)
        return KnownEditions(set(graph.numbers), titles, names, known_names(names), how.key, headed)

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
            numbers = tuple((t.number, t.key) for t in reference.targets if t.number is not None)
            bracket = self.source.text[start - 1 : start] in ("(", "[")
            if numbers:
                form: Any = "bracket" if bracket else "sentence"
                besides.append(EditionCitation(start, end, numbers, None, form, reference.range))
        return besides

    def counts(self, mention: EditionCitation) -> bool:
        """Whether a citation is one of an edition, and not a number of the text's own."""
        if mention.edition is not None or not mention.numbers:
            return True
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

    def cited(self, mentions: Sequence[EditionCitation], named: str | None = None) -> _Cited:
        """The edition that some citations name, else the one that the sentence does."""
        edition = next((m.edition for m in mentions if m.edition is not None), None)
        if edition is None and not mentions:
            edition = named
        return self.editions.get(edition or "", self.base)


# Citations


def _of_citations(text: _Text, said: Claims) -> Iterator[Finding]:
    """The citations of the edition that lead nowhere, or to two sections, and those of others that do."""
    base = text.base
    references = []
    for mention in said.mentions:
        cited = text.cited((mention,))
        if mention.anchor is not None:
            if mention.anchor not in cited.read.graph.sections:
                yield _dangling(text, mention, cited, mention.anchor)
            continue
        if cited is not base:
            for number, key in mention.numbers:
                if not cited.read.graph.resolve(Target(number, key)):
                    yield _dangling(text, mention, cited, number)
            continue
        line, column = text.place(mention.start)
        targets = tuple(Target(number, key) for number, key in mention.numbers if key not in text.own)
        words = text.source.text[mention.start : mention.end]
        section = text.section(line)
        if targets and section is not None:
            references.append(
                Reference(
                    section=section,
                    document=text.document.id,
                    line=line,
                    column=column,
                    text=words,
                    targets=targets,
                    range=mention.range,
                )
            )
    document = replace(text.document, references=tuple(references))
    rulebook = replace(
        base.read.rulebook,
        documents=(*base.read.rulebook.documents, document),
        own=False,
        faults=(),
        mechanics=None,
    )
    graph = resolve(rulebook)
    wrong = [finding for check in _CHECKS for finding in checks.ALL_CHECKS[check](rulebook, graph)]
    yield from placed((finding for finding in wrong if finding.document == document.id), rulebook)


def _dangling(text: _Text, mention: EditionCitation, cited: _Cited, number: str) -> Finding:
    message = f"{cited.edition.id} has no {number}"
    remedy = "cite a section that exists, or none"
    return replace(
        _finding(text, "dangling-reference", "error", mention.start, mention.end, message, remedy),
        target=number,
    )


# Quotations


class _JudgedQuotation(NamedTuple):
    """A quotation, where its words end, and what it comes to; `cited` is the edition it is quoted from."""

    quoted: Quoted
    end: int
    cited: _Cited
    judgement: Judgement


def _judged(text: _Text, quoted: Quoted) -> _JudgedQuotation:
    cited = text.cited(quoted.by, quoted.edition)
    scope = cited.scope(quoted.by) if quoted.by else frozenset[str]()
    others = [each.wording for each in text.editions.values() if each is not cited]
    printed = tuple(number for mention in quoted.by for number, _ in mention.numbers)
    found: list[tuple[int, Judgement]] = []
    for end in quoted.ends:
        words = text.source.text[quoted.start : end]
        found.append((end, judge(_unmarked(words), scope, printed, cited.wording, others, text.forms)))
        if found[-1][1].verdict in ("exact", "levelled"):
            return _JudgedQuotation(quoted, end, cited, found[-1][1])
    return _JudgedQuotation(quoted, found[0][0], cited, found[0][1])


def _unmarked(words: str) -> str:
    """The words of a quotation without the marks of quotation before its lines."""
    return re.sub(r"\n[ \t]*(?:>[ \t]?)+", "\n", words)


def _of_quotation(text: _Text, each: _JudgedQuotation) -> Finding | None:
    found, by = each.judgement, each.quoted.by
    where = text.editions[found.edition].called(found.anchor) if found.edition and found.anchor else ""
    printed = _short(found.printed)
    numbers = _numbers(by)
    if found.verdict in ("altered", "reworded"):
        severity: Severity = "error" if found.grave else "warning" if found.verdict == "altered" else "note"
        message = f"{where} is misquoted: {_differences(found.exchanges)}"
        if found.verdict == "reworded":
            message = f"{where} is quoted in other words, which say the same"
        return _at(text, each, "misquoted", severity, message, f'it says "{printed}"')
    if found.verdict == "misattributed":
        nowhere = each.cited.scope(by) == _NOWHERE
        message = f"these words stand in {where}" + ("" if nowhere else f", and not in {numbers}")
        return _at(text, each, "misattributed", "error", message, f"cite {_number(text, found)}")
    if found.verdict == "other-edition":
        of = found.edition or ""
        message = f"these words stand in {of}, {where}, and not in {each.cited.edition.id}"
        differs = f"; {numbers} differs: {_differences(found.exchanges)}" if found.exchanges else ""
        return _at(text, each, "other-edition", "error", message + differs, f"quote {each.cited.edition.id}")
    if found.verdict == "absent":
        severity = "error" if found.words >= _LONG else "warning" if found.words >= _FEW else "note"
        message = f"{numbers} has no such words, nor has another section of {each.cited.edition.id}"
        if each.cited.scope(by) == _NOWHERE:
            message = f"no section of {each.cited.edition.id} has these words"
        return _at(text, each, "absent-quotation", severity, message, "quote words that stand there")
    return None


def _at(
    text: _Text, each: _JudgedQuotation, rule: str, severity: Severity, message: str, remedy: str
) -> Finding:
    found = each.judgement
    finding = _finding(text, rule, severity, each.quoted.start, each.end, message, remedy)
    if found.anchor is None or found.edition is None:
        return finding
    section = text.editions[found.edition].read.graph.sections[found.anchor]
    document = text.editions[found.edition].read.rulebook.document(section.document)
    related = Related(section.anchor, section.line, _short(found.printed), document.id, document.source.file)
    number = section.number if found.edition == each.cited.edition.id else None
    target = each.quoted.by[0].numbers[0][0] if each.quoted.by and each.quoted.by[0].numbers else None
    return replace(
        finding, related=(related,), target=target, suggestion=number if rule == "misattributed" else None
    )


def _differences(exchanges: Sequence[Exchange]) -> str:
    """What differs: the quotation's words, and the edition's."""
    told = []
    for old, new in exchanges[:_MOST]:
        if old and new:
            told.append(f'"{_short(new)}" for "{_short(old)}"')
        elif new:
            told.append(f'"{_short(new)}" is put in')
        else:
            told.append(f'"{_short(old)}" is left out')
    more = len(exchanges) - _MOST
    return ", ".join(told) + (f", and {more} more" if more > 0 else "")


def _number(text: _Text, found: Judgement) -> str:
    section = text.editions[found.edition or ""].read.graph.sections[found.anchor or ""]
    return section.number or f'"{section.title}"'


# Values


class _HeldValue(NamedTuple):
    """A value, the edition cited for it and what that states instead; `judged` where it states such
    values."""

    stated: Stated
    cited: _Cited
    judged: bool
    instead: tuple[StatedValue, ...] = ()


def _held(text: _Text, each: Stated) -> _HeldValue:
    cited = text.cited(each.by)
    scope = cited.scope(each.by)
    if scope == _NOWHERE:
        return _HeldValue(each, cited, judged=False)
    here = cited.values(scope)
    beyond = cited.values(cited.beyond(scope))
    instead = contradicted(each.value, each.said, here, beyond, each.sentence, text.forms)
    stated = any(v.kind == each.value.kind and v.amount == each.value.amount for v in here)
    return _HeldValue(each, cited, stated or bool(instead), instead)


def _of_value(text: _Text, each: _HeldValue) -> Finding:
    stated = each.stated
    words = list(dict.fromkeys(value.words for value in each.instead))
    states = ", ".join(words[:_MOST]) + (", …" if len(words) > _MOST else "")
    of = _numbers(stated.by)
    message = f'"{stated.value.words}" is not what {of} says: {states}'
    remedy = "say what it states, or cite the rule that states this"
    start = stated.start
    finding = _finding(
        text,
        "misstated-value",
        "error",
        start,
        start + stated.value.end - stated.value.start,
        message,
        remedy,
    )
    return replace(finding, target=stated.by[0].numbers[0][0] if stated.by[0].numbers else None)


# What is said of all


def _summary(
    text: _Text, said: Claims, quotations: Sequence[_JudgedQuotation], stated: Sequence[_HeldValue]
) -> Judged:
    base = text.base.edition.id
    return Judged(
        text.source.file,
        base,
        sum(max(len(m.numbers), 1) for m in said.mentions),
        tuple(
            JudgedQuotation(
                *text.place(each.quoted.start),
                " ".join(_unmarked(text.source.text[each.quoted.start : each.end]).split()),
                each.judgement.verdict,
                tuple(number for m in each.quoted.by for number, _ in m.numbers),
                each.judgement.edition,
                each.judgement.anchor,
            )
            for each in quotations
        ),
        tuple(
            JudgedValue(
                *text.place(each.stated.start),
                each.stated.value.words,
                "misstated" if each.instead else "stated" if each.judged else "unjudged",
                tuple(number for m in each.stated.by for number, _ in m.numbers),
            )
            for each in stated
        ),
    )


def _numbers(by: Sequence[EditionCitation]) -> str:
    """The citations as messages name them."""
    numbers = list(dict.fromkeys(number for m in by for number, _ in m.numbers)) or [
        m.anchor or "" for m in by
    ]
    return " and ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1] if numbers else "")))


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN].rpartition(' ')[0]} …"


def _finding(
    text: _Text, rule: str, severity: Severity, start: int, end: int, message: str, remedy: str
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


def _of_one_game(base: Read) -> Iterator[_Cited]:
    """The other editions of a game: those that name it, and those that build on one another."""
    folders = edition_folders()
    if base.folder is not None:
        folders = [path.parent for path in sorted(base.folder.parent.glob("*/edition.toml"))] + folders
    known: dict[str, tuple[Path, EditionFile]] = {}
    for folder in dict.fromkeys(folder.resolve() for folder in folders):
        data = described_by(folder)
        if data is not None and data.documents:
            known.setdefault(data.id or folder.name, (folder, data))
    own = base.rulebook.edition.id
    reached = [own] if own in known else []
    for id_ in reached:
        for other in known:
            if other not in reached and _akin(id_, known[id_][1], other, known[other][1]):
                reached.append(other)
    for id_ in reached[1:]:
        folder, data = known[id_]
        yield _Cited(edition_of(data, folder.name), str(folder))


def _akin(one: str, data: EditionFile, other: str, more: EditionFile) -> bool:
    """Whether two editions are of one game, or one builds on the other."""
    links = (data.supersedes, data.translates, data.amends), (more.supersedes, more.translates, more.amends)
    return other in links[0] or one in links[1] or (data.game is not None and data.game == more.game)


# The text's own numbers


def _numbers_itself(document: Document, base: _Cited) -> bool:
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


def _is_titled(section: Section, base: _Cited) -> bool:
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
