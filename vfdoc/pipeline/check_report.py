"""The report of a check: what `check` prints about some texts. The store is asked first.

What is unchanged is not read again: nothing heavy is imported before the store has answered. A
report holds what is printed and not the findings, so that one out of the store is the same to the
byte and needs no reader, no checks and no writer of JSON.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from vfdoc.model.garbage import gc_paused
from vfdoc.model.session import in_session
from vfdoc.pipeline import cache_keys
from vfdoc.store import disk

if TYPE_CHECKING:
    from vfdoc.model.about import Judged


class CheckReport(NamedTuple):
    """What is printed: notes on what the texts were taken for, then stretches of text, each with its
    style; and whether a fault is open."""

    notes: tuple[str, ...]
    runs: tuple[tuple[str, str], ...]
    faulty: bool


class FindingFilter(NamedTuple):
    """Which findings are wanted: those of the rules in `select` (all where it is empty) and not in
    `ignore`, with or without notes, without those that the file `baseline` holds."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    notes: bool = True
    baseline: str | None = None


EVERYTHING = FindingFilter()


@in_session
def check_report(
    paths: Sequence[str],
    as_edition: str | None,
    form: str,
    against: Sequence[str] = (),
    choice: FindingFilter = EVERYTHING,
) -> CheckReport:
    """The report on what `paths` name, in that form (formats.ALL_FORMATS); InputError for unusable input.

    `against` names the edition that texts about its rules cite, and others in which their words may stand:
    then their citations, quotations and values alone are checked.
    """
    key = _key(paths, as_edition, form, against, choice)
    known = _known(disk.load(key)) if key is not None else None
    if known is not None:
        return known
    found = fresh_report(paths, as_edition, form, against, choice)
    if key is not None and key == _key(paths, as_edition, form, against, choice):  # nothing changed meanwhile
        disk.save(key, found)
    return found


def fresh_report(
    paths: Sequence[str], as_edition: str | None, form: str, against: Sequence[str], choice: FindingFilter
) -> CheckReport:
    """The report worked out anew, as `check_report` gives it, past the store."""
    with gc_paused():
        if against:
            return _report_against(paths, form, against, choice)
        return _report(paths, as_edition, form, choice)


def _report(paths: Sequence[str], as_edition: str | None, form: str, choice: FindingFilter) -> CheckReport:
    from vfdoc import pipeline

    reads = pipeline.read_all(paths, as_edition)
    checked = [(read, pipeline.check(read)) for read in reads]
    found = [finding for _, findings in checked for finding in findings]
    silent = [read.rulebook for read, findings in checked if not findings]
    notes = (*(note for read in reads for note in read.notes), *chain.from_iterable(map(_unnumbered, silent)))
    sources = {d.source.file: d.source for read in reads for d in read.rulebook.documents}
    files = {
        (read.rulebook.edition.id, section.anchor): document.source.file
        for read in (reads if form == "sarif" else ())
        for document in read.rulebook.documents
        for section in document.sections
    }
    return _printed(notes, found, sources, form, choice, files)


def _unnumbered(rulebook: Any) -> Iterator[str]:
    """Says of a text without numbered sections, without findings, that this shows little."""
    if rulebook.documents and rulebook.is_unnumbered():
        file = rulebook.documents[0].source.file
        yield f"{file}: no numbered section was read, so no citation could be held against one"


def _report_against(
    paths: Sequence[str], form: str, against: Sequence[str], choice: FindingFilter
) -> CheckReport:
    from vfdoc import pipeline
    from vfdoc.pipeline.foreign_citations import check_all_against

    base, *besides = [pipeline.read(edition) for edition in against]
    translations = [read for read in map(_edition, paths) if read is not None]
    texts = [path for path in paths if _edition(path) is None]
    checked = check_all_against(texts, base, besides)
    found = [finding for _, findings, _ in checked for finding in findings]
    sources = {source.file: source for source, _, _ in checked}
    for read in translations:
        from vfdoc.pipeline.translating import translation_faults

        found += translation_faults(read, base)
        sources |= {document.source.file: document.source for document in read.rulebook.documents}
    return _printed((), found, sources, form, choice, {}, tuple(judged for _, _, judged in checked))


def _edition(path: str) -> Any:
    """The edition that is to be held against another as its translation; None of a text about rules."""
    from vfdoc import pipeline
    from vfdoc.pipeline.paths import edition_folder

    if os.path.isfile(path) or (not os.path.isdir(path) and edition_folder(path) is None):
        return None
    return pipeline.read(path)


def _printed(
    notes: tuple[str, ...],
    found: list[Any],
    sources: dict[str, Any],
    form: str,
    choice: FindingFilter,
    files: dict[tuple[str, str], str],
    judged: tuple[Judged, ...] = (),
) -> CheckReport:
    from vfdoc.formats import writer
    from vfdoc.pipeline import finding_filter

    if choice != EVERYTHING:
        found = finding_filter.filtered(found, *choice)
    faulty = any(f.severity != "note" and not f.acknowledged for f in found)
    write: Any = writer("check", form)
    if form == "text":
        return CheckReport(notes, tuple(write(found, sources, judged)), faulty)
    if form == "html":
        printed = write(found, sources)
    elif form == "sarif":
        from importlib.metadata import version

        printed = write(found, finding_filter.rule_descriptions(), files, version("vfdoc"))
    elif form == "json":
        printed = write(found, judged)
    else:
        printed = write(found)
    return CheckReport(notes, ((printed.decode(), ""),), faulty)


def _known(value: Any) -> CheckReport | None:
    """The report that an entry of the store holds, None where it holds anything else."""
    match value:
        case [list(notes), list(runs), bool(faulty)] if all(isinstance(note, str) for note in notes):
            pairs = [tuple(run) for run in runs if isinstance(run, list)]
            if len(pairs) == len(runs) and all(list(map(type, pair)) == [str, str] for pair in pairs):
                return CheckReport(tuple(notes), tuple(pairs), faulty)
    return None


def _key(
    paths: Sequence[str],
    as_edition: str | None,
    form: str,
    against: Sequence[str] = (),
    choice: FindingFilter = EVERYTHING,
) -> str | None:
    """The key of a report, None where it has none (see `cache_keys`)."""
    said = (("as", as_edition), *(("against", edition) for edition in against))
    words = [form, *("" if name is None else f"{option} {name}" for option, name in said), *paths]
    words += [] if choice == EVERYTHING else ["", repr(tuple(choice))]
    return cache_keys.key("check", words, (*paths, as_edition, *against, choice.baseline))
