"""Findings of citations: those of the edition that lead nowhere, or to two sections, or elsewhere than the
title says that they print."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vfdoc import checks
from vfdoc.graph import resolve
from vfdoc.language.content_words import content_words
from vfdoc.model import Finding, Reference, Target, text_of
from vfdoc.model.place import called, gathered, placed
from vfdoc.pipeline.foreign.texts import AboutText, CitedEdition, finding_at
from vfdoc.verdicts.citation_candidates import above
from vfdoc.verdicts.citing.claims import Claims
from vfdoc.verdicts.citing.mentions import EditionCitation

# Whether a citation leads to the wrong rule is else judged by the words before other citations: those of the
# text itself would be taken for the edition's. A title printed with a number is held against it below.
_CHECKS = ("dangling-reference", "ambiguous-reference")


def of_citations(text: AboutText, said: Claims) -> Iterator[Finding]:
    """The citations of the edition that lead nowhere, to two sections, or to another section than the one
    whose title they print, and those of others that do."""
    base = text.base
    references = []
    for mention in said.mentions:
        cited = text.cited((mention,))
        yield from _of_another_title(text, mention, cited)
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


def _of_another_title(text: AboutText, mention: EditionCitation, cited: CitedEdition) -> Iterator[Finding]:
    """What says that a citation prints the title of a section that it does not cite: sure, unless the cited
    one, or what it lies in or is divided into, speaks of that, too."""
    if mention.title is None or len(mention.numbers) != 1 or mention.numbers[0][1] in text.own:
        return
    graph, forms = cited.read.graph, cited.read.rulebook.forms
    number, key = mention.numbers[0]
    targets = graph.resolve(Target(number, key))
    titled = [s for s in graph.sections.values() if " ".join(s.title.split()).casefold() == mention.title]
    meant = [s for s in titled if s.key is not None]
    kin = {*cited.scope((mention,)), *(anchor for s in targets for anchor in above(graph, s.anchor))}
    if not targets or not meant or any(s.anchor in kin for s in titled):
        return
    words = content_words(forms)
    said = {stem for s in targets for stem in words(f"{s.title} {text_of(s.blocks)}")}
    speaks = set(words(mention.title)) <= said
    message = f"{called(targets[0])} is cited by the title of {' and of '.join(map(called, meant))}"
    remedy = "cite the number of the section that is meant, or its title"
    place = mention.start, mention.end
    found = finding_at(text, "misdirected-reference", "note" if speaks else "error", *place, message, remedy)
    yield replace(found, target=number)


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
