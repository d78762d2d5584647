"""Findings of citations: those of the edition that lead nowhere, or to two sections."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vfdoc import checks
from vfdoc.graph import resolve
from vfdoc.model import Finding, Reference, Target
from vfdoc.model.place import called, gathered, placed
from vfdoc.pipeline.foreign.texts import AboutText, CitedEdition, finding_at
from vfdoc.verdicts.citing.claims import Claims
from vfdoc.verdicts.citing.mentions import EditionCitation

# Whether a citation leads to the wrong rule is judged by the words before other citations: those of the
# text itself would be taken for the edition's.
_CHECKS = ("dangling-reference", "ambiguous-reference")


def of_citations(text: AboutText, said: Claims) -> Iterator[Finding]:
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
    here = (finding for finding in wrong if finding.document == document.id)
    yield from _together(placed(here, rulebook), base)


def _together(found: Sequence[Finding], base: CitedEdition) -> Iterator[Finding]:
    """The findings, with those citations as one that the edition leaves open by bearing a number twice."""
    open_to: dict[str | None, list[Finding]] = defaultdict(list)
    for finding in found:
        if finding.rule == "ambiguous-reference":
            open_to[finding.target].append(replace(finding, remedy="say which by its title"))
        else:
            yield finding
    for number, alike in open_to.items():
        borne = " or ".join(called(s) for s in base.read.rulebook.sections() if s.number == number)
        told = f"citations of {number} may be of {borne}".replace("{", "{{").replace("}", "}}")
        yield from gathered(alike, f"{{count}} {told}")


def _dangling(text: AboutText, mention: EditionCitation, cited: CitedEdition, number: str) -> Finding:
    message = f"{cited.edition.id} has no {number}"
    remedy = "cite a section that exists, or none"
    return replace(
        finding_at(text, "dangling-reference", "error", mention.start, mention.end, message, remedy),
        target=number,
    )
