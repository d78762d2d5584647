"""Findings of quotations: what each comes to, held against the editions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from vfdoc.model import Finding, Related
from vfdoc.model.comparison import Exchange
from vfdoc.model.finding import Severity
from vfdoc.pipeline.foreign.texts import (
    MOST,
    NOWHERE,
    AboutText,
    CitedEdition,
    finding_at,
    numbers_of,
    short,
)
from vfdoc.verdicts.citing.claims import Quoted
from vfdoc.verdicts.citing.quotation_verdicts import Judgement, judge

_LONG = 6  # words that are quoted on purpose
_FEW = 4
_EXCHANGED = 2  # words of a restatement's sentence, at most, that a quotation of it has otherwise


_NEARER = ("exact", "levelled", "misattributed", "altered", "reworded", "other-edition", "absent", "unjudged")


class QuotationFound(NamedTuple):
    """A quotation, where its words end, and what it comes to; `cited` is the edition it is quoted from."""

    quoted: Quoted
    end: int
    cited: CitedEdition
    judgement: Judgement

    @property
    def restated(self) -> bool:
        """Whether the words of the edition that it is quoted from are not its authors', and cannot tell
        whether it is right."""
        return self.judgement.verdict == "unjudged" and bool(self.quoted.by) and self.cited.edition.restates

    def edition(self, text: AboutText) -> CitedEdition:
        """The edition in which its words stand, or nearly do."""
        own = self.judgement.edition == self.cited.edition.id
        return self.cited if own else text.editions[self.judgement.edition or ""]


def judged_quotation(text: AboutText, quoted: Quoted) -> QuotationFound:
    """What a quotation comes to, ended where it fits best; of an edition that is there in several texts, as
    a restatement and its original are, in the one that has its words."""
    cited = text.cited(quoted.by, quoted.edition)
    found = [_held(text, quoted, each) for each in (cited, *text.texts_of(cited))]
    best = min(found, key=lambda each: _NEARER.index(each.judgement.verdict))
    if not all(each.cited.edition.restates for each in found) or _is_told(best.judgement):
        return best
    return best._replace(judgement=Judgement("unjudged", words=best.judgement.words))


def _is_told(judgement: Judgement) -> bool:
    """Whether a restatement's words suffice for the verdict: they stand in it, or all but a word or
    two, of which one is a number, a sign or a denial."""
    if judgement.verdict != "altered":
        return judgement.verdict in ("exact", "levelled", "misattributed", "other-edition")
    single = all(max(len(old.split()), len(new.split())) <= 1 for old, new in judgement.exchanges)
    few = len(judgement.exchanges) <= min(_EXCHANGED, judgement.words // _FEW)
    return judgement.grave and single and few


def _held(text: AboutText, quoted: Quoted, cited: CitedEdition) -> QuotationFound:
    """A quotation beside one text of the edition that it is quoted from."""
    scope = cited.scope(quoted.by) if quoted.by else frozenset[str]()
    others = [each.wording for each in text.editions.values() if each.edition.id != cited.edition.id]
    printed = tuple(number for mention in quoted.by for number, _ in mention.numbers)
    found: list[tuple[int, Judgement]] = []
    for end in quoted.ends:
        words = text.source.text[quoted.start : end]
        found.append((end, judge(unmarked(words), scope, printed, cited.wording, others, text.forms)))
        if found[-1][1].verdict in ("exact", "levelled"):
            return QuotationFound(quoted, end, cited, found[-1][1])
    return QuotationFound(quoted, found[0][0], cited, found[0][1])


def of_restated(text: AboutText, found: Sequence[QuotationFound]) -> Iterator[Finding]:
    """One note for the quotations that a restatement cannot judge."""
    if not found:
        return
    first = found[0]
    many = f"{len(found)} quotations have" if len(found) > 1 else "this quotation has"
    message = (
        f"{many} other words than {first.cited.edition.id}, which restates its rules in words of its own"
    )
    remedy = "whether the authors' text has them is not known: name that too, by a second --against"
    yield _at(text, first, "absent-quotation", "note", message, remedy)


def unmarked(words: str) -> str:
    """The words of a quotation without the marks of quotation before its lines."""
    return re.sub(r"\n[ \t]*(?:>[ \t]?)+", "\n", words)


def of_quotation(text: AboutText, each: QuotationFound) -> Finding | None:
    """The finding of a quotation that is not as it should be."""
    found, by = each.judgement, each.quoted.by
    where = each.edition(text).called(found.anchor) if found.edition and found.anchor else ""
    printed = short(found.printed)
    numbers = numbers_of(by)
    if found.verdict in ("altered", "reworded"):
        severity: Severity = "error" if found.grave else "warning" if found.verdict == "altered" else "note"
        message = f"{where} is misquoted: {_differences(found.exchanges)}"
        if found.verdict == "reworded":
            message = f"{where} is quoted in other words, which say the same"
        return _at(text, each, "misquoted", severity, message, f'it says "{printed}"')
    if found.verdict == "misattributed":
        nowhere = each.cited.scope(by) == NOWHERE
        message = f"these words stand in {where}" + ("" if nowhere else f", and not in {numbers}")
        return _at(text, each, "misattributed", "error", message, f"cite {_number(text, each)}")
    if found.verdict == "other-edition":
        of = found.edition or ""
        message = f"these words stand in {of}, {where}, and not in {each.cited.edition.id}"
        differs = f"; {numbers} differs: {_differences(found.exchanges)}" if found.exchanges else ""
        return _at(text, each, "other-edition", "error", message + differs, f"quote {each.cited.edition.id}")
    if found.verdict == "absent":
        severity = "error" if found.words >= _LONG else "warning" if found.words >= _FEW else "note"
        message = f"{numbers} has no such words, nor has another section of {each.cited.edition.id}"
        if each.cited.scope(by) == NOWHERE:
            message = f"no section of {each.cited.edition.id} has these words"
        return _at(text, each, "absent-quotation", severity, message, "quote words that stand there")
    return None


def _at(
    text: AboutText, each: QuotationFound, rule: str, severity: Severity, message: str, remedy: str
) -> Finding:
    found = each.judgement
    finding = finding_at(text, rule, severity, each.quoted.start, each.end, message, remedy)
    if found.anchor is None or found.edition is None:
        return finding
    section = each.edition(text).read.graph.sections[found.anchor]
    document = each.edition(text).read.rulebook.document(section.document)
    related = Related(section.anchor, section.line, short(found.printed), document.id, document.source.file)
    number = section.number if found.edition == each.cited.edition.id else None
    target = each.quoted.by[0].numbers[0][0] if each.quoted.by and each.quoted.by[0].numbers else None
    return replace(
        finding, related=(related,), target=target, suggestion=number if rule == "misattributed" else None
    )


def _differences(exchanges: Sequence[Exchange]) -> str:
    """What differs: the quotation's words, and the edition's."""
    told = []
    for old, new in exchanges[:MOST]:
        if old and new:
            told.append(f'"{short(new)}" for "{short(old)}"')
        elif new:
            told.append(f'"{short(new)}" is put in')
        else:
            told.append(f'"{short(old)}" is left out')
    more = len(exchanges) - MOST
    return ", ".join(told) + (f", and {more} more" if more > 0 else "")


def _number(text: AboutText, each: QuotationFound) -> str:
    section = each.edition(text).read.graph.sections[each.judgement.anchor or ""]
    return section.number or f'"{section.title}"'
