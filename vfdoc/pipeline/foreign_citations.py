"""Foreign citations: those of a text about the rules, held against the edition that it cites; and its
quotations and values. What a finding of each says is in `foreign/`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from vfdoc.model import Finding, SourceText
from vfdoc.model.about import Judged, JudgedQuotation, JudgedValue
from vfdoc.model.session import in_session
from vfdoc.pipeline.documents import in_documents
from vfdoc.pipeline.foreign.citations import of_citations
from vfdoc.pipeline.foreign.quotations import (
    QuotationFound,
    judged_quotation,
    of_quotation,
    of_restated,
    unmarked,
)
from vfdoc.pipeline.foreign.texts import AboutText, CitedEdition, finding_at
from vfdoc.pipeline.foreign.values import HeldValue, held_value, of_value
from vfdoc.pipeline.paths import LoadedRulebook, edition_folders, read_about
from vfdoc.reading.editions import EditionFile, described_by, edition_of
from vfdoc.verdicts.citing.claims import Claims, claims, quoted_values


@in_session
def check_against(
    path: str, base: LoadedRulebook, besides: Sequence[LoadedRulebook] = ()
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
    paths: Sequence[str], base: LoadedRulebook, besides: Sequence[LoadedRulebook] = ()
) -> list[tuple[SourceText, tuple[Finding, ...], Judged]]:
    """`check_against` for several texts; what they need of the editions is worked out once."""
    cited = CitedEdition.of(base)
    others = [*(CitedEdition.of(each) for each in besides), *_of_one_game(base)]
    return [_checked(path, base, cited, others) for path in paths]


def _checked(
    path: str, base: LoadedRulebook, cited: CitedEdition, others: Sequence[CitedEdition]
) -> tuple[SourceText, tuple[Finding, ...], Judged]:
    found = read_about(path, base)
    text = AboutText(found.rulebook.documents[0], cited, others)
    said = claims(text.source.text, text.known, text.forms, text.more, text.counts)
    quotations = [judged_quotation(text, quoted) for quoted in said.quoted]
    stated = [held_value(text, each) for each in said.stated]
    restated = [each for each in quotations if each.restated]
    for each in restated:
        words = unmarked(text.source.text[each.quoted.start : each.end])
        stated += [held_value(text, value) for value in quoted_values(each.quoted, words, text.forms)]
    findings = [*of_citations(text, said), *of_restated(text, restated)]
    findings += [finding for each in quotations if (finding := of_quotation(text, each)) is not None]
    findings += [of_value(text, each) for each in stated if each.instead]
    judged = _summary(text, said, quotations, stated)
    if not judged.citations and all(each.verdict == "unjudged" for each in judged.quotations):
        message = f"no citation of {base.rulebook.edition.id} was recognised in this text"
        remedy = "nothing was checked; cite sections by their numbers"
        findings.append(finding_at(text, "no-citation", "warning", 0, 0, message, remedy))
    findings.sort(key=lambda f: (f.line, f.column, f.rule))
    return text.source, in_documents(tuple(findings), found.rulebook), judged


def _summary(
    text: AboutText, said: Claims, quotations: Sequence[QuotationFound], stated: Sequence[HeldValue]
) -> Judged:
    base = text.base.edition.id
    return Judged(
        text.source.file,
        base,
        sum(max(len(m.numbers), 1) for m in said.mentions),
        tuple(
            JudgedQuotation(
                *text.place(each.quoted.start),
                " ".join(unmarked(text.source.text[each.quoted.start : each.end]).split()),
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


def _of_one_game(base: LoadedRulebook) -> Iterator[CitedEdition]:
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
        yield CitedEdition(edition_of(data, folder.name), str(folder))


def _akin(one: str, data: EditionFile, other: str, more: EditionFile) -> bool:
    """Whether two editions are of one game, or one builds on the other."""
    links = (data.supersedes, data.translates, data.amends), (more.supersedes, more.translates, more.amends)
    return other in links[0] or one in links[1] or (data.game is not None and data.game == more.game)
