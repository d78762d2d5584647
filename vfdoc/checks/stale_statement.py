"""A statement of the edition's files whose words are no longer where it says.

What a person states beside the text (errata, rows of mechanics, rows of the sheet, what a comment is about)
speaks of words that somebody has looked at; where they have changed it may be wrong, so it is neither
executed nor printed until it has been looked at again. Evidence: the words, levelled in typography and
citation numbers, do not stand in that section, stand there several times, or in a sentence of which the
fingerprint is not the reviewed one; an erratum besides where its words stand but no check finds the fault.
After a look `vfdoc check --accept` writes the words and the fingerprint anew.

Bad:  words = "adds 2", where 8.2.2 says "adds 1" now
Good: words = "adds 1", after the row has been put right
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Fault, Finding, Rulebook
from vfdoc.model.binding import Binding, TextQuote

RULE = "stale-statement"
_ACCEPT = "`vfdoc check --accept`"


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each statement that does not hold; a note for each file with statements that nobody has
    reviewed."""
    unreviewed: dict[str, list[int]] = {}
    for stated in rulebook.stated:
        if stated.binding.state == "holds":
            if stated.at >= 0 and stated.quotation.words and not stated.reviewed:
                unreviewed.setdefault(stated.file, []).append(stated.line)
            continue
        fact, remedy = _fault_and_remedy(stated.quotation, stated.binding)
        if stated.at < 0:
            remedy = "set its section and words right"
        yield _finding(rulebook, stated.file, stated.line, stated.quotation, f"{stated.name}: {fact}", remedy)
    for file, lines in unreviewed.items():
        count = f"{len(lines)} statement{'s' if len(lines) > 1 else ''}"
        message = f"{count} without a fingerprint of the sentence, so that nobody would see it change"
        remedy = f"look at the words, then {_ACCEPT} writes it"
        yield replace(_finding(rulebook, file, lines[0], TextQuote("", ()), message, remedy), severity="note")


def erratum(rulebook: Rulebook, fault: Fault) -> Finding:
    """The finding of an erratum that is stale: its words are not there, or no check finds its fault."""
    message = f"the erratum on {fault.section} ({fault.rule} {fault.text!r})"
    if fault.holds or fault.binding.state == "gone":
        message += " matches no finding"
        remedy = "remove it, or set its section and words right"
    else:
        fact, remedy = _fault_and_remedy(fault.quotation, fault.binding)
        message += f": {fact}"
    return _finding(rulebook, fault.file, fault.line, fault.quotation, message, remedy)


def _finding(
    rulebook: Rulebook, file: str, line: int, quotation: TextQuote, message: str, remedy: str
) -> Finding:
    return Finding(
        rule=RULE,
        severity="warning",
        edition=rulebook.edition.id,
        document=file.replace("\\", "/").rpartition("/")[2].removesuffix(".toml"),
        file=file,
        line=line,
        column=1,
        section=quotation.section or None,
        quote=quotation.words[0] if quotation.words else "",
        message=message,
        remedy=remedy,
    )


def _fault_and_remedy(quotation: TextQuote, binding: Binding) -> tuple[str, str]:
    """What is the matter with a statement, and what to do."""
    words = quotation.words[min(binding.wording, len(quotation.words) - 1)] if quotation.words else ""
    section = quotation.section
    if not quotation.words:
        return {
            "moved": (f"it is {binding.section} now", f"name {binding.section} in its place"),
            "changed": ("it has changed since it was last reviewed", f"look at it, then {_ACCEPT}"),
        }.get(binding.state, ("it is gone", "name another section, or none"))
    match binding.state:
        case "changed" if binding.difference:
            return f"its words have changed: {binding.difference}", f"look at it, then {_ACCEPT}"
        case "changed":
            told = f"the sentence around its words has changed: {binding.sentence!r}"
            return told, f"look at it, then {_ACCEPT}"
        case "moved":
            return f"its words stand in {binding.section} now", f"look at it, then {_ACCEPT}"
        case "ambiguous":
            remedy = "add before = or after = with the words around those that are meant"
            return f"which of the words {words!r} in {section} are meant is not certain", remedy
        case "not searched":
            return f"its words {words!r} are too many times in the text to be sought", "quote more of them"
    return f"its words {words!r} are gone from {section}", "remove it, or set its section and words right"
