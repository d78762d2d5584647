"""The checks, one file a fault, and the errata that acknowledge what they find.

A check is a function of a rulebook and its graph that yields findings. It repairs nothing, prints
nothing and knows no other check. Its code is its file's name in kebab case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from vfdoc.checks import (
    ambiguous_reference,
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
    unknown_fact,
    unknown_name,
    unread_mechanics,
    unused_word,
    wrong_total,
)
from vfdoc.graph import ReferenceGraph
from vfdoc.model import Fault, Finding, Rulebook
from vfdoc.model.place import placed

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
    "mixed-term": mixed_term.check,
    "wrong-total": wrong_total.check,
    "misplaced-block": misplaced_block.check,
    "cut-sentence": cut_sentence.check,
    "repeated-text": repeated_text.check,
    "sheet-disagrees": sheet_disagrees.check,
    "rules-disagree": rules_disagree.check,
    "never-applies": never_applies.check,
    "contradicting-row": contradicting_row.check,
    "duplicate-row": duplicate_row.check,
    "limit-never-met": limit_never_met.check,
    "unread-mechanics": unread_mechanics.check,
    "unknown-fact": unknown_fact.check,
    "stale-field": stale_field.check,
    "doubtful-reading": doubtful_reading.check,
    "unused-word": unused_word.check,
}


def run_checks(rulebook: Rulebook, graph: ReferenceGraph) -> tuple[Finding, ...]:
    """What all checks find, in the order of the text, doubts of the reading first; an edition's errata
    acknowledge its own faults.

    A finding is acknowledged where an erratum names its rule, its section and its words. An
    erratum that matches nothing is a finding itself (`stale-erratum`), unless no check of that
    name is built yet, or it says that a reader found it.
    """
    found = placed((f for check in ALL_CHECKS.values() for f in check(rulebook, graph)), rulebook)
    if rulebook.own:
        known = {(fault.rule, fault.section, fault.text) for fault in rulebook.faults}
        found = [replace(f, acknowledged=(f.rule, f.section, f.quote) in known) for f in found]
        met = {(f.rule, f.section, f.quote) for f in found}
        found += [
            _stale(rulebook, fault)
            for fault in rulebook.faults
            if fault.rule in ALL_CHECKS
            and not fault.by_reading
            and (fault.rule, fault.section, fault.text) not in met
        ]
    found = doubtful_reading.hold_back(rulebook, found)
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


def _stale(rulebook: Rulebook, fault: Fault) -> Finding:
    message = f"the erratum on {fault.section} ({fault.rule} {fault.text!r}) matches no finding"
    return Finding(
        rule="stale-erratum",
        severity="warning",
        edition=rulebook.edition.id,
        document="errata",
        file=fault.file,
        line=fault.line,
        column=1,
        section=fault.section,
        quote=fault.text,
        message=message,
        remedy="remove it, or set its section and text right",
    )
