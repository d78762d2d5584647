"""The checks, one file a fault; the errata that acknowledge what they find, and what of it follows from what.

A check is a function of a rulebook and its graph that yields findings. It repairs nothing, prints
nothing and knows no other check. Its code is its file's name in kebab case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from vfdoc.checks import (
    ambiguous_reference,
    broken_bands,
    broken_limit,
    contents_mismatch,
    contradicting_row,
    cut_sentence,
    dangling_reference,
    doubtful_reading,
    duplicate_number,
    duplicate_row,
    empty_section,
    index_mismatch,
    limit_never_met,
    misdirected_reference,
    misplaced_block,
    mixed_term,
    never_applies,
    numbering_gap,
    out_of_order,
    repeated_text,
    rules_disagree,
    self_reference,
    sheet_disagrees,
    stale_field,
    stale_statement,
    undefined_term,
    unfounded_amount,
    unknown_fact,
    unknown_language,
    unknown_name,
    unread_mechanics,
    unused_word,
    wrong_example,
    wrong_total,
)
from vfdoc.graph import ReferenceGraph
from vfdoc.language.word_list import has_words
from vfdoc.model import Fault, Finding, Key, Related, Rulebook, Section
from vfdoc.model.extract import extracts
from vfdoc.model.logs import steps
from vfdoc.model.place import placed
from vfdoc.model.session import in_session, passing_memos

Check = Callable[[Rulebook, ReferenceGraph], Iterator[Finding]]

ALL_CHECKS: dict[str, Check] = {
    "dangling-reference": dangling_reference.check,
    "misdirected-reference": misdirected_reference.check,
    "ambiguous-reference": ambiguous_reference.check,
    "self-reference": self_reference.check,
    "duplicate-number": duplicate_number.check,
    "numbering-gap": numbering_gap.check,
    "out-of-order": out_of_order.check,
    "empty-section": empty_section.check,
    "contents-mismatch": contents_mismatch.check,
    "index-mismatch": index_mismatch.check,
    "unknown-name": unknown_name.check,
    "undefined-term": undefined_term.check,
    "mixed-term": mixed_term.check,
    "wrong-total": wrong_total.check,
    "broken-bands": broken_bands.check,
    "wrong-example": wrong_example.check,
    "misplaced-block": misplaced_block.check,
    "cut-sentence": cut_sentence.check,
    "repeated-text": repeated_text.check,
    "sheet-disagrees": sheet_disagrees.check,
    "rules-disagree": rules_disagree.check,
    "never-applies": never_applies.check,
    "contradicting-row": contradicting_row.check,
    "duplicate-row": duplicate_row.check,
    "limit-never-met": limit_never_met.check,
    "broken-limit": broken_limit.check,
    "unread-mechanics": unread_mechanics.check,
    "unknown-fact": unknown_fact.check,
    "stale-field": stale_field.check,
    "doubtful-reading": doubtful_reading.check,
    "unknown-language": unknown_language.check,
    "unused-word": unused_word.check,
    "stale-statement": stale_statement.check,
    "unfounded-amount": unfounded_amount.check,
}

_BY_NUMBERS = {name: check for name, check in ALL_CHECKS.items() if name in unknown_language.OF_NUMBERS}

# One slip is told once: what may follow from a number that two sections bear.
_OF_DOUBLED = (
    "ambiguous-reference", "out-of-order", "repeated-text", "contents-mismatch", "index-mismatch",
    "empty-section",
)  # fmt: skip
_LISTS = ("contents-mismatch", "index-mismatch")
_BELOW = 4  # lines in which the next section begins


@in_session
def run_checks(rulebook: Rulebook, graph: ReferenceGraph) -> tuple[Finding, ...]:
    """What all checks find, in the order of the text, doubts of the reading first; an edition's errata
    acknowledge its own faults.

    A finding is acknowledged where an erratum names its rule, its section and its words, and these stand
    where it says. An erratum that matches nothing is a finding itself (`stale-statement`), unless no check
    of that name is built yet, or it says that a reader found it and its words still stand there.
    """
    extracts(rulebook.documents)  # once, for all of them
    asked = ALL_CHECKS if has_words(rulebook.edition.language) else _BY_NUMBERS
    checks = steps("checks", asked.values())
    found = placed((f for check in checks for f in _found_by(check, rulebook, graph)), rulebook)
    if asked is _BY_NUMBERS:
        found = [replace(f, severity="note") if f.rule in unknown_language.DOUBTED else f for f in found]
    if rulebook.own:
        found = _acknowledged(rulebook, found)
    if rulebook.is_undescribed():
        found = _of_doubled(graph, found)
    found = doubtful_reading.hold_back(rulebook, graph, found)
    if rulebook.is_undescribed():
        found = _told_once(found)
    order = {document.id: place for place, document in enumerate(rulebook.documents)}
    found.sort(
        key=lambda f: (
            order.get(f.document, len(order)),
            f.rule != doubtful_reading.RULE,
            f.line,
            f.column,
            f.rule,
        )
    )
    return tuple(found)


def _found_by(check: Check, rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """What one check finds; what it asks of itself again and again is forgotten behind it."""
    with passing_memos():
        yield from check(rulebook, graph)


def _acknowledged(rulebook: Rulebook, found: list[Finding]) -> list[Finding]:
    """The findings, with those acknowledged that an erratum names, and one for each erratum that is stale."""
    known: dict[tuple[str, str | None, str], list[Fault]] = {}
    for fault in rulebook.faults:
        known.setdefault((fault.rule, fault.section, fault.text), []).append(fault)
    counts = Counter((f.rule, f.section, f.quote) for f in found)
    out, met = [], set()
    for finding in found:
        key = (finding.rule, finding.section, finding.quote)
        for fault in known.get(key, ()):
            here = fault.binding.covers(finding.section or "", finding.line, finding.column)
            if fault.holds and (here or counts[key] == 1 or fault.binding.state == "ambiguous"):
                finding = replace(finding, acknowledged=True)
                met.add(fault)
        out.append(finding)
    for fault in rulebook.faults:
        if fault.rule not in ALL_CHECKS or fault in met or (fault.by_reading and fault.holds):
            continue
        out.append(stale_statement.erratum(rulebook, fault))
    return out


def _told_once(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, those that only follow from another as notes with its place beside theirs: who mends the
    other mends them too.

    From a number that two sections bear follow the citations of it, its entry in a list, the order of what
    stands around it, the copied text under it; from a section out of its order the gap that it leaves; from
    a number that is missed that it is missed at another place too, and the section without text right before
    it, which may bear a wrong one; from an entry that gives a title another's number the section of that
    title without an entry.
    """
    causes = [finding for finding in findings if _stands(finding)]
    doubled: dict[str, Finding] = {}
    for finding in findings:
        if finding.rule == "duplicate-number" and not finding.acknowledged:
            for anchor in _anchors(finding):
                doubled.setdefault(anchor, finding)
    moved = [finding for finding in causes if finding.rule == "out-of-order"]
    gaps = {
        (finding.document, finding.line): finding for finding in causes if finding.rule == "numbering-gap"
    }
    missed: dict[tuple[str, tuple[str, ...]], Finding] = {}
    listed = {(finding.document, finding.line): finding for finding in causes if finding.rule in _LISTS}
    out = []
    for finding in findings:
        cause: Finding | None = None
        if not _stands(finding):
            pass
        elif finding.rule in _OF_DOUBLED:
            cause = next((doubled[anchor] for anchor in _anchors(finding) if anchor in doubled), None)
        elif finding.rule == "numbering-gap":
            cause = next((one for one in moved if _is_between(one, finding)), None)
            cause = cause or missed.setdefault((finding.document, finding.missing), finding)
        if cause is None and finding.rule == "empty-section" and _stands(finding):
            lines = range(finding.line, finding.line + _BELOW)
            cause = next((gaps[key] for n in lines if (key := (finding.document, n)) in gaps), None)
        if cause is None and finding.rule in _LISTS and _stands(finding):
            others = (listed.get((other.document or "", other.line)) for other in finding.related)
            cause = next((one for one in others if one is not None and one.severity == "error"), None)
        out.append(finding if cause is None or cause is finding else _following(finding, cause))
    return out


def _of_doubled(graph: ReferenceGraph, findings: Sequence[Finding]) -> list[Finding]:
    """The findings, the citations of a number that is missing right behind one that two sections bear, or
    right before it, as notes: it is that of one of the two, and what tells of these tells of it."""
    out = list(findings)
    keys = {
        (r.document, r.line, r.column, target.number): target.key
        for r in graph.unresolved
        for target in r.targets
    }
    vain: dict[tuple[str, Key], list[int]] = {}
    for at, finding in enumerate(out):
        if finding.rule == "dangling-reference" and _stands(finding):
            key = keys.get((finding.document, finding.line, finding.column, finding.target), ())
            for depth in range(1, len(key) + 1):  # 6.4(d) is of 6.4
                vain.setdefault((finding.document, key[:depth]), []).append(at)
    for at, finding in enumerate(out) if vain else ():
        if finding.rule != "duplicate-number" or not (finding.severity == "error" and _stands(finding)):
            continue
        section = graph.sections.get(finding.section or "")
        for missing, number in _beside(section) if section is not None else ():
            places = vain.get((finding.document, missing), ())
            if not places or missing in graph.numbers:
                continue
            times = "once" if len(places) == 1 else f"{len(places)} times"
            remedy = f"give one of them another number: {number} is missing, and cited {times}"
            out[at] = replace(finding, remedy=remedy)
            for other in places:
                out[other] = _following(out[other], finding)
            break
    return out


def _beside(section: Section) -> Iterator[tuple[Key, str]]:
    """The numbers right behind a section's and right before it, with their keys: 6.4 and 6.2 of 6.3. Those of
    another article are none of them: Section 3 of Article X beside Section 2 of Article V."""
    mark = ":" if ":" in (section.number or "") else "."
    head, dot, last = (section.number or "").rpartition(mark)
    key = section.key or ()
    if last.isdecimal() and key and isinstance(key[-1], int):
        for by in (1, -1):
            yield (*key[:-1], key[-1] + by), f"{head}{dot}{int(last) + by}"


def _stands(finding: Finding) -> bool:
    """Whether a finding is told as a fault."""
    return finding.severity != "note" and not (finding.acknowledged or finding.held_back)


def _anchors(finding: Finding) -> Iterable[str]:
    """The sections that a finding is about: its own, but for a citation or an entry, and those beside it."""
    own = () if finding.rule == "ambiguous-reference" or finding.rule in _LISTS else (finding.section,)
    return [anchor for anchor in (*own, *(other.section for other in finding.related)) if anchor]


def _is_between(moved: Finding, gap: Finding) -> bool:
    """Whether a section out of its order stands between the neighbours of a gap."""
    before = max((other.line for other in gap.related), default=0)
    return moved.document == gap.document and 0 < before < moved.line < gap.line


def _following(finding: Finding, cause: Finding) -> Finding:
    place = Related(cause.section or "", cause.line, cause.quote, cause.document, cause.file)
    return replace(finding, severity="note", related=(*finding.related, place))
