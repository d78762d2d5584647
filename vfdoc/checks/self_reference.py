"""A section that cites itself.

The reader looks up what lies before his eyes; often another number was meant. Evidence: the target
is the section in which the citation stands. None is a citation of the section above or below, of an
item of its list ("9.1(a)"), one of the whole in a clause of it ("(b) a notice under 9.1"), a part ("§ 9
Abs. 2" in § 9) or a step of it ("in step 4 of 9.1"), of a range that begins or ends with it, one that says
that it means its own section ("this section 9.1"), nor one behind the name of another work ("the Articles of
War, section 9").

A section may also speak of itself by its number ("nothing in Section 9.1 binds artillery"). In a text of a
game that nobody describes it sends the reader away, and is a warning, only where the citation stands alone
in brackets in the first paragraph of a section that has none below it: before it nothing stands to look at.
Else it is a note, or nothing where a letter in its number makes a name of it ("R12 is met by a bow"), where
it is one of a list, or what its sentence is about. More than three notes are one, with their number.

Bad:  9.1 Valour Tests: … must take one valour test (9.1)
Good: 9.1 Valour Tests: … must take one valour test
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import groupby

from vfdoc.graph import Link, ReferenceGraph
from vfdoc.model import Document, Finding, ItemList, Reference, Rulebook, Section, Severity
from vfdoc.model.document import first_line, last_line
from vfdoc.model.passage import words_of
from vfdoc.model.place import at_reference, called, line_at

_PART = re.compile(r"[ \xa0]?[A-Z][^\W\d_]{2,}[ \xa0]\d")  # "(Part B Table 3)" in Part B
_ITEM = re.compile(  # "9.1(a)", "[9.1](#sec9) (a)", "9.1, items (1) and (2)"
    r"(?:\](?:\([^()\s]{0,200}\)|\[[^\[\]]{0,80}\])?)?(?:,?[ \xa0][^\W\d_]{3,20})?[ \xa0]?\([^\W_]{1,4}\)"
    r"|[ \xa0][a-z][.)](?=[ \xa0)])"  # "4.7 b."
    r"|[ \xa0][A-Z](?:[,;)]|[ \xa0][a-z]{2,7}[ \xa0](?:\d[\d.]*[ \xa0])?[A-Z](?![\w'’]))"  # "3.3 A and B"
    r"|[ \xa0]?\\[\[(][^\W_]{1,4}\\[\])]"  # "5.8\[D\]"
)
_SAID = re.compile(r"[^\W_]+[ \xa0](?:[^\W_]+[ \xa0])?$")
_WORK = re.compile(
    r"(?P<name>(?:\b[A-Z][^\W_]*[ \xa0]+(?:of[ \xa0]+)?){1,8}[A-Z][^\W_]+|\b[A-Z]{2,8}), (?:[^\W_]+ )?$"
)
_BRACKET = re.compile(r"\((?:[^\W\d_]+[ \xa0]+){0,3}\[?$")  # "(see "
_CLOSED = re.compile(r"(?:\]\([^()\s]*\))?\)")
_LABEL_ENDS = re.compile(r"[*_)\]\u201d\" \t]*$")
_VERB = re.compile(r"(?:\]\([^()\s]*\))?[ \xa0](?:[^\W\d_]+)")
# "Rule 9.1", where the word, or the number, begins a sentence
_BEGINS = re.compile(r"(?:^|[.!?:])[\s>*_\[]*(?:[A-ZÀ-Ý][^\W\d_]+[ \xa0]\[?\d|[A-ZÀ-Ý§])$")
_HABIT = 3  # notes: who says so more often means it
_LONGEST = 200  # characters before a citation that are looked at


_STEP = re.compile(  # "in step 4 of Section"
    r"[^\W\d_]{3,20}[ \xa0]\d{1,3}[a-z]?[ \xa0](?:[^\W\d_]{1,5}[ \xa0]){1,2}(?:[^\W\d_]+[ \xa0])?$"
)


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each citation of the section in which it stands; a note where it has several, for
    nobody errs so twice, or where it may speak of itself."""
    found = list(_citing_themselves(rulebook, graph))
    times = Counter(link.source for link in found)
    parents = {section.parent for section in rulebook.sections()} if rulebook.is_undescribed() else None
    notes: list[Link] = []
    for link in found:
        section = graph.sections[link.source]
        sends = parents is None or (section.anchor not in parents and _sends_away(rulebook, section, link))
        if not sends and ((section.number or "")[:1].isalpha() or _speaks_of(rulebook, link.reference)):
            continue
        if sends and times[link.source] == 1:
            yield _finding(rulebook, link, section, "warning", f"{called(section)} cites itself")
        else:
            notes.append(link)
    for link in notes if len(notes) <= _HABIT else notes[:1]:
        section = graph.sections[link.source]
        message = f"{called(section)} cites itself"
        if len(notes) > _HABIT:
            message = f"{len(notes)} citations lead to the section in which they stand"
        yield _finding(rulebook, link, section, "note", message)


def _finding(rulebook: Rulebook, link: Link, section: Section, severity: Severity, message: str) -> Finding:
    remedy = "drop the citation, or cite the section that was meant"
    return at_reference(
        rulebook, link.reference, "self-reference", severity, message, remedy=remedy, target=section.number
    )


def _speaks_of(rulebook: Rulebook, reference: Reference) -> bool:
    """Whether a section speaks of itself, and sends nobody away: it is one of several in a list, or what its
    sentence is about ("Rule 9.1 does not apply to …")."""
    document = rulebook.document(reference.document)
    line, start = line_at(document, reference.line), reference.column - 1
    before = _before(document, reference)
    told = _VERB.match(line, start + len(reference.text)) is not None
    if len(reference.targets) > 1:
        return "(" not in before.rpartition(")")[2]
    return told and _BEGINS.search(before + line[start : start + 1]) is not None


def _citing_themselves(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Link]:
    """The citations that lead to where they stand, and say nothing of why."""
    clauses: dict[str, Collection[int]] = {}
    home = (link for link in graph.links if link.source == link.target)
    for _, of_one in groupby(home, key=lambda link: id(link.reference)):
        links = tuple(of_one)
        section, reference = graph.sections[links[0].source], links[0].reference
        ours = [target for target in reference.targets if target.key == section.key]
        if not ours or any(target.clause for target in ours) or reference.range:
            continue
        if section.anchor not in clauses:
            clauses[section.anchor] = _clause_lines(section)
        if reference.line not in clauses[section.anchor] and not _on_purpose(rulebook, section, reference):
            yield from links


def _sends_away(rulebook: Rulebook, section: Section, link: Link) -> bool:
    """Whether a citation stands alone in brackets in the first paragraph of its section, not at the end of
    what has no stop: the label of a figure."""
    reference = link.reference
    line, start = line_at(rulebook.document(reference.document), reference.line), reference.column - 1
    alone = len(reference.targets) == 1 and _CLOSED.match(line, start + len(reference.text)) is not None
    bracket = _BRACKET.search(line[max(0, start - _LONGEST) : start])
    first = last_line(section.blocks[0]) if section.blocks else 0
    if not alone or bracket is None or reference.line > first:
        return False
    end = start + len(reference.text)
    return reference.line < first or _LABEL_ENDS.match(line, end) is None


def _before(document: Document, reference: Reference) -> str:
    """The words before a citation, in its line and the one above, as far as they are looked at: of a line of
    a million characters no more is copied than that."""
    start = reference.column - 1
    above = line_at(document, reference.line - 1)[-_LONGEST:].strip()
    line = line_at(document, reference.line)[max(0, start - _LONGEST) : start].lstrip()
    return f"{above} {line}"[-_LONGEST:]


def _clause_lines(section: Section) -> Collection[int]:
    """The lines of the items of a section that count: a clause cites the whole that it is of."""
    lists = (block for block in section.blocks if isinstance(block, ItemList) and block.ordered)
    items = (item for found in lists for item in found.items if item.blocks)
    return {n for item in items for n in range(first_line(item.blocks[0]), last_line(item.blocks[-1]) + 1)}


def _on_purpose(rulebook: Rulebook, section: Section, reference: Reference) -> bool:
    """Whether an item of the section is meant, or the words before say whose section it is."""
    document = rulebook.document(reference.document)
    line, end = line_at(document, reference.line), reference.column - 1 + len(reference.text)
    if _ITEM.match(line, end) or _PART.match(line, end):
        return True
    before = _before(document, reference).replace("[", "")
    said = _SAID.search(before)
    if said is not None and not rulebook.forms.own.isdisjoint(said.group().casefold().split()):
        return True
    behind = words_of(line[end : end + _LONGEST].partition(")")[0])
    entitled = bool(behind) and line[end : end + 2] == " (" and behind == words_of(section.title)
    if entitled or _STEP.search(before):
        return True
    work = _WORK.search(before)
    if work is None:
        return False
    title = words_of(section.title)
    return not title or words_of(work["name"])[-len(title) :] != title
