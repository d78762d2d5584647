"""Numbers at the heads of lines that were read as no sections, and findings that stand on them.

What was misread is no fault of the author. Evidence: a number that is cited, listed or left out stands at
the head of a line that was read as no section (a whole number that is cited does not count: items have
them), or the citation is such a line's own number. Where more than three findings of a document are of that
kind, they are held back: they become notes, and one note more says so, with the first such line and what to
do. A citation that leads nowhere and is less sure than even (what it cites looks like another work's, or
hardly any number of its form is a section here) is held back by itself, unless a link leads from it to a
section here, or it is the only such one behind a word behind which every other number is a section's,
among which it would have its place, and no name follows it: then it is the slip of a clean text. Where
numbers stand twice or out of order at more than twelve places, and more than at each twentieth section, they
begin again in a way that was not understood: one note says so, and those findings are held back; in a text
of a game that nobody describes those that the numbers beside them do not show to be slips, and all of them
where more than three numbers stand twice, but for those whose own row goes on without one of the two, or
with the number that is missing for one. A citation that leads nowhere among several in its line that are
held back as another work's is held back with them. Of what
tells how sentences, lists and names are set, an author errs singly, and a reader in kinds: in a text of a
game that nobody describes more than four findings in the same words, and more than at each hundredth
section, are held back behind one note, as are citations that lead nowhere of a form of which a good part
does. Where lines of that look abound, and none or fewer were read as numbered sections, a warning says so
before everything else: the other checks had nothing to look at. So a note does of items of lists that the
text cites as sections, and whose lists do not count on.

Bad:  "Sec 4-2 Quorum" in twenty lines, and no section read
Good: "Section 4.2. Quorum" or "## 4.2 Quorum", which is read
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from types import ModuleType

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Document, Finding, Key, LeftOut, Reference, Rulebook, Section, Severity, Target
from vfdoc.verdicts.printed_title import linked_section
from vfdoc.verdicts.series import siblings

RULE = "doubtful-reading"
SURE = 0.5  # a citation or section that is less sure than that may be none
_HELD = ("dangling-reference", "contents-mismatch", "index-mismatch", "numbering-gap")
_OF_SECTIONS = ("duplicate-number", "numbering-gap", "out-of-order", "empty-section")
_OF_ORDER = ("duplicate-number", "numbering-gap", "out-of-order", "ambiguous-reference")
_OF_PLACE = ("numbering-gap", "out-of-order", "ambiguous-reference")
_OF_SETTING = (
    "cut-sentence", "self-reference", "contents-mismatch", "index-mismatch", "unknown-name", "numbering-gap",
    "repeated-text", "mixed-term", "empty-section", "undefined-term",
)  # fmt: skip
_OF_READING = (
    "dangling-reference", "misdirected-reference", "duplicate-number", "numbering-gap", "out-of-order",
    "ambiguous-reference", "empty-section", "repeated-text", "contents-mismatch", "index-mismatch",
)  # fmt: skip
_LOOK = "look at one of them; where it is a slip, look at the others too"
_KIND, _KIND_SHARE = 4, 0.01  # more findings of one check than that, by sections: they have one cause
_FLOOD, _FLOOD_SHARE = 12, 0.05  # more findings of order than that, by sections: no author errs so often
_CUT, _CUT_SHARE = 10, 0.05  # headings out of the middle of sentences, at least, by sections
_MARKED = re.compile(r"\(?\w{1,4}\)")  # "ii) The grid is left." says with its mark that it is whole
_THRICE = 3
_FEW = 3  # so many doubted findings of a document are no pattern yet
_MANY_BESIDE = 6  # times as many citations of a section are held back as stand: they are alike
_WITHIN, _MANY_READ = 4, 10  # blanks before an item within another; sections read
_SUM = 3  # figures behind the last dot of a number that is none of a section
_CITED = 2  # items of lists that the text cites as sections
_LONG = 600  # characters of a section on the whole where little was read
_ABOUND = 5  # lines with a number that were read as none, and more than were read
_SHOWN = 80
_ITEM = re.compile(r"[ \t>]*(?:[-*+•]|\d{1,3}[.)])[ \t]")
_RISING = 0.6  # share of them that count on from the one before: a list of dates or scores does not
_OWN = re.compile(r'"[^"]*"|[\w.~()]*\d[\w.~()]*')  # what a message says of its own place
_OWN_WORD = re.compile(r"[^\W\d_]{3,}|§+")
_WORD_BEFORE = re.compile(r"(?:[^\W\d_]{3,}|§+)(?=[ \xa0]?\[?$)")
_NAME_BEHIND = re.compile(r"(?:[ \xa0]\([^()]{1,12}\)|[ \xa0][^\W\d_.;:!?]+){0,3}[ \xa0][A-ZÀ-Ý]")
_USUAL = 3  # citations behind a word, all of sections
_FIGURES, _LETTERS = re.compile(r"\d+"), re.compile(r"[^\W\d_]+")
_BEYOND = 10  # sections behind the last that a slip may name


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """A warning for each document in which lines with numbers abound and most were read as no section; a note
    where items of lists are cited as sections, and are none."""
    for document in rulebook.documents:
        items = [line for line in document.left_out if line.form == "cited"]
        if len(items) >= _CITED:
            fact = f"{len(items)} items of lists are cited as sections, and were read as none"
            yield _finding(rulebook, document, items[0], "note", fact)
        read = sum(section.key is not None for section in document.sections)
        lines = [
            line
            for line in document.left_out
            if line.form not in ("whole", "inside", "cited", "counted")
            and not (read and _counts_apart(document, line, read))
        ]
        sparse = len(document.source.text) > _LONG * (read + 1)
        for line, fact in _abounding()(document, read) if sparse else ():
            yield _finding(rulebook, document, line, "warning", f"{fact}: what follows says little")
        if len(lines) < max(_ABOUND, read + 1):
            continue
        rising = sum(one.keys[0] < other.keys[0] for one, other in pairwise(lines) if _alike(one, other))
        if rising >= _RISING * (len(lines) - 1):
            fact = f"{len(lines)} lines begin with a number and were read as no section"
            others = f"only {read} were read" if read else "none was read"
            yield _finding(
                rulebook, document, lines[0], "warning", f"{fact}, {others}: what follows says little"
            )


def hold_back(rulebook: Rulebook, graph: ReferenceGraph, findings: Sequence[Finding]) -> list[Finding]:
    """The findings, those that stand on lines which may have been misread as notes, with one note for each
    document that says so. None of them is certain, however few they are."""
    out = list(findings)
    for document in rulebook.documents:
        likely = sorted(document.left_out, key=lambda line: (line.form == "number", -line.line))
        places = {key: line for line in likely for key in line.keys}
        lines = {line.line: line for line in document.left_out if line.form != "inside"}
        unsure = {section.line: section for section in document.sections if section.confidence < SURE}
        doubted: dict[int, LeftOut | Section] = {
            at: line
            for at, finding in enumerate(out)
            if finding.document == document.id
            and (line := _own_number(finding, lines) or _line_of(finding, places)) is not None
        }
        doubted |= {
            at: unsure[finding.line]
            for at, finding in enumerate(out)
            if finding.document == document.id
            and finding.rule in _OF_SECTIONS
            and finding.line in unsure
            and not finding.acknowledged
        }
        warned = any((f.rule, f.severity, f.document) == (RULE, "warning", document.id) for f in findings)
        many = len(doubted) > _FEW or warned
        for at, what in doubted.items():  # a section that may be none is no error
            held = many or (isinstance(what, Section) and out[at].severity != "note")
            out[at] = replace(out[at], held_back=held, certain=False)
            out[at] = replace(out[at], severity="note") if held else out[at]
        doubted = {at: what for at, what in doubted.items() if out[at].held_back}
        _hold(out, _standing(document, out, _OF_READING) if warned else ())
        if rulebook.is_undescribed():
            out += _cut_headings(rulebook, document, out)
        if (flood := _flood(rulebook, document, out)) is not None:
            out.append(flood)
        if rulebook.is_undescribed():
            out += _kinds(rulebook, document, out)
        elsewhere = _unsure(document, graph)
        for at, finding in enumerate(out):
            if (
                finding.rule == "numbering-gap"
                and finding.document == document.id
                and not finding.acknowledged
            ):
                place = _unread().where_missing_stands(document, finding)
                if place is not None:
                    message = f"{finding.message}; {place}"
                    out[at] = replace(
                        finding, severity="note", held_back=True, certain=False, message=message
                    )
        foreign = [
            at
            for at in _standing(document, out, ("dangling-reference",))
            if (out[at].line, out[at].column) in elsewhere
        ]
        _hold(out, foreign)
        if rulebook.is_undescribed():
            beyond = _of_another(document, graph, out, beyond=True)
            if _unread().amends(document, rulebook.forms.amends):  # numbers of what it amends
                beyond = _standing(document, out, ("dangling-reference",))
            _hold(out, beyond)  # no number of a form that is lost
            out += _lost(rulebook, document, graph, out)
            foreign += beyond + _of_another(document, graph, out)
        _hold(out, foreign)
        if foreign:
            out.append(_elsewhere(out[foreign[0]], len(foreign)))
        if rulebook.is_undescribed():
            _hold_beside(document, out, doubted)
            _often(document, out)
        if _standing(document, out, _HELD):
            _hold(out, _told_twice()(document, out))
        if doubted and not warned:
            example = doubted[min(doubted, key=lambda at: out[at].line)]
            counts = Counter(out[at].rule for at in doubted)
            named = ", ".join(f"{count} {rule}" for rule, count in sorted(counts.items()))
            n = len(doubted)
            fact = f"{n} findings stand on numbers that begin lines which were read as no section"
            if any(isinstance(line, Section) for line in doubted.values()):
                fact = f"{n} findings stand on numbers that may have been misread"
                fact = fact if n > 1 else "a finding stands on a number that may have been misread"
            fact += f", and {_held(n)}: {named}"
            out.append(_finding(rulebook, document, example, "note", fact))
    return out


def _hold(out: list[Finding], places: Iterable[int]) -> None:
    """Holds back the findings at these places."""
    for at in places:
        out[at] = replace(out[at], severity="note", held_back=True, certain=False)


def _counts_apart(document: Document, line: LeftOut, read: int) -> bool:
    """Whether a line counts other things in a text that numbers its headings: a cell of a table, a step, a
    sum ("3.564"), an item of a list within another where sections abound."""
    last = line.number.rpartition(".")[2]
    indent = line.column - 1 if document.source.lines[line.line - 1][: line.column - 1].isspace() else 0
    cell = line.form == "counted" or line.text.startswith("|")
    return cell or (last.isdecimal() and len(last) >= _SUM) or (indent >= _WITHIN and read >= _MANY_READ)


def _unread() -> ModuleType:
    """What tells where a number stands that was not read: asked of faults, and loaded for these."""
    from vfdoc.verdicts import unread

    return unread


def _told_twice() -> Callable[[Document, Sequence[Finding]], list[int]]:
    from vfdoc.verdicts.told_twice import told_twice

    return told_twice


def _abounding() -> Callable[[Document, int], Iterator[tuple[LeftOut, str]]]:
    from vfdoc.verdicts.unread_heads import abounding

    return abounding


def _hold_beside(document: Document, out: list[Finding], misread: Container[int]) -> None:
    """Holds back a citation that leads nowhere among several in its line that are held back and were not
    `misread`: it is of the list of another work's sections that they are of; so is one that the same citation
    names, or one of three items beside it; and the few of a section in which many are, as where it tells what
    was amended, by the numbers of that time."""
    dangling = [
        at
        for at, finding in enumerate(out)
        if finding.rule == "dangling-reference"
        and finding.document == document.id
        and not finding.acknowledged
    ]
    beside = [out[at] for at in dangling if out[at].held_back and at not in misread]
    held, within = Counter(f.line for f in beside), Counter(f.section for f in beside)
    items = {f.line for f in beside if _ITEM.match(document.source.lines[f.line - 1])}
    told = Counter(out[at].section for at in dangling if not out[at].held_back)
    places = {(f.line, f.column) for f in beside}
    for at in dangling:
        many = within[out[at].section] > _MANY_BESIDE * told[out[at].section]
        listed = (out[at].line, out[at].column) in places
        if _ITEM.match(document.source.lines[out[at].line - 1]) is not None:
            listed = (
                listed or len(items.intersection(range(out[at].line - _FEW, out[at].line + _FEW))) >= _FEW
            )
        if listed or held[out[at].line] > _FEW or (many and within[out[at].section] > _MANY_BESIDE):
            _hold(out, [at])


def _flood(rulebook: Rulebook, document: Document, out: list[Finding]) -> Finding | None:
    """The note that the numbers of a document were not understood, where what is found of them is too much
    for an author; the findings themselves are held back in `out`."""
    if rulebook.is_undescribed():  # what stands as an error is a slip by what is beside it
        places = [at for at in _found(document, out, _OF_ORDER) if out[at].severity == "note"]
        doubled = _standing(document, out, ("duplicate-number",))  # a slip beside what was not understood
        again = sum(out[at].rule == "duplicate-number" for at in places)
        if len(doubled) > _FEW or again > _MANY_BESIDE * len(doubled):
            doubled = _not_shown(rulebook, document, out, doubled, again)
        else:
            doubled = []
        places = places + _standing(document, out, _OF_PLACE) if len(places) > _FEW else []
        places = list(dict.fromkeys(places + doubled + _of_words(document, out)))
    else:
        places = _standing(document, out, _OF_ORDER)
        if len(places) <= max(_FLOOD, _FLOOD_SHARE * _numbered(document)):
            places = _of_words(document, out)
    if not places:
        return None
    places += [at for at in _of_doubles(document, out) if at not in places]
    counts = Counter(out[at].rule for at in places)
    named = ", ".join(f"{count} {rule}" for rule, count in sorted(counts.items()))
    fact = "numbers begin again in a way that was not understood, and what stands on it is held back"
    return _behind_one(rulebook, document, out, places, "note", f"{fact}: {named}")


def _not_shown(
    rulebook: Rulebook, document: Document, out: Sequence[Finding], doubled: Sequence[int], again: int
) -> list[int]:
    """Of the places of numbers that stand twice those that the sections beside them do not show to be slips
    by themselves; few sections show it where most of what stands twice, with `again` that are notes, is shown
    by more."""
    beside = siblings(next(each for each in rulebook.hierarchies() if document in each))
    borne = {section.anchor: section for section in document.sections}

    def count(finding: Finding) -> int:
        section = borne.get(finding.section or "")
        earlier = borne.get(finding.related[0].section or "") if finding.related else None
        return 0 if section is None or earlier is None else beside.beside_doubled(section, earlier)

    shown = {at: count(out[at]) for at in doubled}
    rest = [at for at in doubled if shown[at] <= _FEW]
    return [at for at in rest if not shown[at]] if 2 * len(rest) + again < len(doubled) else rest


def _of_doubles(document: Document, out: Sequence[Finding]) -> Iterator[int]:
    """The places of findings that one section says again what another of its number says."""
    keys = {section.anchor: section.key for section in document.sections if section.key is not None}
    for at in _standing(document, out, ("repeated-text",)):
        key = keys.get(out[at].section or "")
        if key is not None and any(keys.get(other.section or "") == key for other in out[at].related):
            yield at


def _cut_headings(rulebook: Rulebook, document: Document, out: list[Finding]) -> list[Finding]:
    """The note that what stands on the reading is held back, as in `out`, in a text whose headings begin or
    break off in the middle of a sentence: a conversion made them of its lines."""
    titles = [s.title for s in document.sections if s.key is None and s.title and not _MARKED.match(s.title)]
    cut = sum(title.endswith((",", ";", "-", ".", ":")[: 5 if title[0].islower() else 3]) for title in titles)
    places = _standing(document, out, _OF_READING)
    if cut < max(_CUT, _CUT_SHARE * len(document.sections)) or not places:
        return []
    fact = f"{cut} headings are lines out of sentences, as conversions make them, and this is held back"
    return [_behind_one(rulebook, document, out, places, "note", fact)]


def _of_words(document: Document, out: Sequence[Finding]) -> list[int]:
    """The places of what is found of the numbers of words of which one stands three times, and half of them
    twice ("Schedule 1" of one act and of another): nobody errs so."""
    counts: dict[str, Counter[Key]] = {}
    words: dict[str, str] = {}
    for section in document.sections:
        word = next((piece for piece in section.key or () if isinstance(piece, str) and len(piece) > 2), "")
        words[section.anchor] = word or words.get(section.parent or "", "")
        if word and section.key and len(section.key) == 2:
            counts.setdefault(word, Counter())[section.key] += 1
    restless = {
        word
        for word, keys in counts.items()
        if max(keys.values()) >= _THRICE and 2 * (keys.total() - len(keys)) >= len(keys)
    }
    rules = (*_OF_ORDER, "empty-section", "contents-mismatch", "dangling-reference", "repeated-text")

    def concerns(finding: Finding) -> bool:
        anchors = (finding.section or "", *(other.section for other in finding.related))
        said = finding.quote.split()[:1]
        if finding.rule == "dangling-reference":
            return bool(said) and said[0].casefold() in restless
        return any(words.get(anchor) in restless for anchor in anchors)

    return [at for at in _standing(document, out, rules) if restless and concerns(out[at])]


def _often(document: Document, out: list[Finding]) -> None:
    """Makes one finding, in `out`, of many citations of a number that no section bears: what is lost is one
    section, and who cites it is no fault of its own."""
    cited: dict[str, list[int]] = {}
    for at in _standing(document, out, ("dangling-reference",)):
        cited.setdefault(out[at].target or "", []).append(at)
    for first, *others in (places for places in cited.values() if len(places) > _FEW):
        more = f"{out[first].message}; it is cited {len(others)} times more"
        out[first] = replace(out[first], message=more)
        _hold(out, others)


def _kinds(rulebook: Rulebook, document: Document, out: list[Finding]) -> list[Finding]:
    """The notes, one for each kind of which a check finds more than an author errs, notes among them, that
    these findings are held back, as they are in `out`."""
    most = max(_KIND, _KIND_SHARE * _numbered(document))
    kinds: dict[tuple[str, str], list[int]] = {}
    for at in _found(document, out, _OF_SETTING):
        kinds.setdefault((out[at].rule, _OWN.sub("", out[at].message)), []).append(at)
    told = set(_standing(document, out, _OF_SETTING))
    fact = "so many of one kind are rather how the text is set, or was read, and are held back"
    return [
        _behind_one(rulebook, document, out, standing, "note", f"{len(places)} {rule}: {fact}", _LOOK)
        for (rule, _), places in kinds.items()
        if len(places) > most and (standing := [at for at in places if at in told])
    ]


def _lost(rulebook: Rulebook, document: Document, graph: ReferenceGraph, out: list[Finding]) -> list[Finding]:
    """The note that citations are held back, as in `out`, of a form ("4(b)", "§ 13" beside sections "40-13")
    of which a good part leads nowhere: sections of that form were not read, or are another work's. So are
    those of numbers or clauses that stand at the head of a line, of clauses of a number that stands twice,
    and of what is of a section below which others count anew ("(2.1)" in § 5)."""
    standing = {
        (out[at].line, out[at].column, out[at].target): at
        for at in _standing(document, out, ("dangling-reference",))
    }
    text = _unread().Unread(document, graph, SURE)
    unread: list[int] = []
    found: dict[tuple[str, ...], set[Key]] = {}
    lost: dict[tuple[str, ...], dict[Key, list[int]]] = {}
    for reference in document.references if standing else ():
        first: Key = ()
        for target in reference.targets:
            at = standing.get((reference.line, reference.column, target.number))
            doubtful = at is not None and (
                target.key in text.heads
                or _is_doubled(graph, target)
                or text.counts_anew(target)
                or text.stands(reference, target)
            )
            if at is not None and doubtful:
                unread.append(at)
            elif at is not None and out[at].suggestion is None:  # else a title says what is meant
                first = first if target.clause and first[:-1] == target.key[:-1] else target.key
                lost.setdefault(_form(target), {}).setdefault(first, []).append(at)  # "3(b) or (c)" is one
            elif at is None and target.number is not None and graph.resolve(target):
                found.setdefault(_form(target), set()).add(target.key)
    places = unread + [
        at
        for form, targets in lost.items()
        for at in sorted(
            at for key in _unread().many_lost(graph, targets, found.get(form, ())) for at in targets[key]
        )
    ]
    if not places:
        return []
    if len(places) == len(unread):
        count = f"{len(places)} citations lead" if len(places) > 1 else "a citation leads"
        fact = f"{count} to what stands in the text, though it was read as no section, and"
        return [_behind_one(rulebook, document, out, places, "note", f"{fact} {_held(len(places))}")]
    fact = "of the numbers cited in such a form many were read nowhere: these are held back"
    return [_behind_one(rulebook, document, out, places, "note", f"{len(places)} dangling-reference: {fact}")]


def _is_doubled(graph: ReferenceGraph, target: Target) -> bool:
    """Whether what a clause is of stands twice, or more often: its own text may be that of the other."""
    above = (target.key[:parts] for parts in range(len(target.key) - 1, 0, -1))
    hosts = next((graph.numbers[key] for key in above if key in graph.numbers), ())
    return bool(target.clause) and len(hosts) > 1


def _form(target: Target) -> tuple[str, ...]:
    """What a number looks like: its word, digits and letters part by part, how it is set."""
    word = next((part for part in target.key if isinstance(part, str) and len(part) > 2), "")
    number = _FIGURES.sub("0", target.number or "")
    return word, _LETTERS.sub("a", "".join(number.split())), "clause" if target.clause else ""


def _found(document: Document, out: Sequence[Finding], rules: Sequence[str]) -> list[int]:
    """The places of what some checks find in a document that nothing speaks against yet."""
    return [
        at
        for at, finding in enumerate(out)
        if finding.document == document.id
        and finding.rule in rules
        and not (finding.acknowledged or finding.held_back)
    ]


def _standing(document: Document, out: Sequence[Finding], rules: Sequence[str]) -> list[int]:
    """Of these the errors and warnings."""
    return [at for at in _found(document, out, rules) if out[at].severity != "note"]


def _numbered(document: Document) -> int:
    return sum(section.key is not None for section in document.sections)


def _behind_one(
    rulebook: Rulebook, document: Document, out: list[Finding], places: Sequence[int], severity: Severity,
    fact: str, remedy: str = "",
) -> Finding:  # fmt: skip
    """What stands for the findings at these places, at the first of them; they are held back in `out`."""
    first = min((out[at] for at in places), key=lambda finding: finding.line)
    _hold(out, places)
    text = document.source.lines[first.line - 1].strip()[:_SHOWN]
    line = LeftOut(first.line, first.column, first.quote, (), text, "number")
    found = _finding(rulebook, document, line, severity, fact)
    return replace(found, remedy=remedy) if remedy else found


def _unsure(document: Document, graph: ReferenceGraph) -> frozenset[tuple[int, int]]:
    """The places of citations that may be none of this text; one whose link leads to a section is of it, or
    beside which the title of one stands."""
    unsure = [r for r in document.references if r.confidence < SURE and linked_section(graph, r) is None]
    lost = [r for r in unsure if not all(map(graph.resolve, r.targets))]
    titled = {r for r in lost if _unread().is_entitled(graph, r)}
    unsure, lost = ([r for r in each if r not in titled] for each in (unsure, lost))
    if len(lost) == 1 and _is_slip(document, graph, lost[0]):
        return frozenset()
    text = _unread().Unread(document, graph, SURE) if lost else None
    own = {r for r in lost if text is not None and text.lacks(r)}
    return frozenset((r.line, r.column) for r in unsure if r not in own)


def _of_another(
    document: Document, graph: ReferenceGraph, out: Sequence[Finding], *, beyond: bool = False
) -> list[int]:
    """The places of citations that lead nowhere whose number is one of another work that the text cites;
    `beyond` of those of what the text does not hold."""
    standing = {
        (out[at].line, out[at].column, out[at].target): at
        for at in _standing(document, out, ("dangling-reference",))
        if out[at].suggestion is None or (out[at].target or "").isdecimal()
    }
    text = _unread().Unread(document, graph, SURE)
    return [
        at
        for reference in (document.references if standing else ())
        for target in reference.targets
        if (at := standing.get((reference.line, reference.column, target.number))) is not None
        and (text.is_beyond(target) if beyond else text.is_elsewhere(reference, target))
    ]


def _is_slip(document: Document, graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether a citation that leads nowhere stands behind a word behind which every other number of the text
    is a section's, near which it would stand, with no name behind it."""
    line = document.source.lines[reference.line - 1]
    word = _word_before(line, reference)
    target = next(target for target in reference.targets if not graph.resolve(target))
    *above, last = target.key
    beside = [key[-1] for key in graph.numbers if key[:-1] == tuple(above) and graph.numbers[key]]
    counted = [number for number in beside if isinstance(number, int)]
    if not word or target.clause or not isinstance(last, int) or not counted:
        return False
    if last > max(counted) + _BEYOND or (above and not graph.numbers.get(tuple(above))):
        return False
    if _NAME_BEHIND.match(line, reference.column - 1 + len(reference.text)):
        return False
    others = [
        other
        for other in document.references
        if other is not reference and _word_before(document.source.lines[other.line - 1], other) == word
    ]
    return len(others) >= _USUAL and all(graph.resolve(t) for other in others for t in other.targets)


def _word_before(line: str, reference: Reference) -> str:
    """The word behind which a citation's number stands, of one as of several."""
    before = line[max(0, reference.column - 1 - _SHOWN) : reference.column - 1]
    found = _OWN_WORD.match(reference.text) or _WORD_BEFORE.search(before)
    return found.group().casefold().removesuffix("s") if found is not None else ""


def _elsewhere(finding: Finding, count: int) -> Finding:
    """The note that says which citations seem to be another work's."""
    many = f"{count} citations lead nowhere and seem" if count > 1 else "a citation leads nowhere and seems"
    about = replace(finding, rule=RULE, severity="note", held_back=False, target=None, suggestion=None)
    return replace(
        about, missing=(), related=(), acknowledged=False, certain=False,
        message=f"{many} to be no citation of this text, and {_held(count)}: "
        f'{"the first is " if count > 1 else ""}"{finding.quote}"',
        remedy="name the work under [[cites]] in an edition.toml, or cite a section that exists",
    )  # fmt: skip


def _held(count: int) -> str:
    return "are held back" if count > 1 else "is held back"


def _own_number(finding: Finding, lines: dict[int, LeftOut]) -> LeftOut | None:
    """The line whose own number was taken for a citation, which is the finding's."""
    line = lines.get(finding.line)
    if line is None or finding.acknowledged or not finding.rule.endswith("-reference"):
        return None
    within = finding.column <= line.column < finding.column + len(finding.quote)
    return line if within and line.form == "number" else None


def _line_of(finding: Finding, places: dict[Key, LeftOut]) -> LeftOut | None:
    """The line that may bear a number whose lack a finding rests on."""
    if finding.rule not in _HELD or finding.acknowledged:
        return None
    numbers = finding.missing or ((finding.target,) if finding.target and finding.suggestion is None else ())
    if finding.rule == "dangling-reference" and finding.target:
        numbers = (finding.target,)
    found = [places.get(_unread().number_key(number)) for number in numbers]
    told_apart = any(line and line.form in ("whole", "inside", "cited") for line in found)
    if finding.rule == "dangling-reference" and told_apart:
        return None
    return found[0] if found and all(found) else None


def _alike(one: LeftOut, other: LeftOut) -> bool:
    """Whether the numbers of two lines can be compared: digits with digits, part by part."""
    return all(type(a) is type(b) for a, b in zip(one.keys[0], other.keys[0], strict=False))


def _finding(
    rulebook: Rulebook, document: Document, line: LeftOut | Section, severity: Severity, fact: str
) -> Finding:
    file = document.source.file
    text = line.text if isinstance(line, LeftOut) else document.source.lines[line.line - 1].strip()[:_SHOWN]
    number = line.number or ""
    section = next((s.anchor for s in reversed(document.sections) if s.line <= line.line), None)
    return Finding(
        rule=RULE,
        severity=severity,
        edition=rulebook.edition.id,
        document=document.id,
        file=file,
        line=line.line,
        column=line.column,
        section=section,
        quote=number,
        message=f'{fact}; the first is "{text}"',
        remedy=f"ask `vfdoc parse {file} --explain {line.line}` why; mark such lines as headings "
        f"(## {number} …), or name the numbering in an edition.toml and read the text --as it",
    )
