"""The order of the stages by which an edition begins: fresh, as house rules, or as a translation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from vfdoc import checks
from vfdoc.formats.files import is_portable
from vfdoc.formats.new import DocumentBegun, NewEdition, new_translation
from vfdoc.formats.new import new_edition as begun
from vfdoc.formats.skeleton import skeleton, terms_between
from vfdoc.graph import resolve
from vfdoc.model import Fault, InputError, Rulebook
from vfdoc.model.fingerprint import fingerprint
from vfdoc.model.session import in_session
from vfdoc.model.words import DEFAULT_LANGUAGE
from vfdoc.pipeline import glossary
from vfdoc.pipeline.paths import LoadedRulebook, read
from vfdoc.reading.editions import EditionFile
from vfdoc.reading.outline import DocumentSpec, EarlierTexts
from vfdoc.reading.rulebook import read_documents
from vfdoc.reading.sources import source_of

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")


@in_session
def new_edition(
    folder: str, title: str | None, amends: str | None, translates: str | None, language: str | None
) -> Mapping[str, bytes]:
    """The files of an edition that begins in `folder`, by path; InputError where the edition that it
    amends or translates is not known, where `language` is none, or where not every system can have the
    folder."""
    plan = planned(folder, title, language)
    named = translates if translates is not None else amends
    if named is None:
        return begun(plan)
    base = _edition(named)
    edition = base.rulebook.edition
    plan = plan._replace(
        title=title or edition.title,
        language=language or edition.language,
        numbering=base.data.numbering if base.data is not None else (),
    )
    if translates is None:
        return begun(plan._replace(amends=edition.id))
    plan = plan._replace(translates=edition.id, authors=edition.authors, source=edition.source)
    terms = terms_between(glossary(base), base.rulebook.edition.language, plan.language)
    documents = [
        DocumentBegun(d.id, d.kind, skeleton(d, terms, plan.language), d.continues)
        for d in base.rulebook.documents
    ]
    prints = {s.anchor: fingerprint(s) for s in base.rulebook.sections() if s.blocks}
    return new_translation(plan, documents, prints, _kept(base.rulebook, plan, documents))


def planned(folder: str, title: str | None, language: str | None) -> NewEdition:
    """An edition that begins in `folder`, known by its title and language; InputError for what is no language
    and for a folder that not every system can have."""
    if language is not None and not _LANGUAGE.fullmatch(language):
        raise InputError(f"--language {language}", "is no language code", "write it as en, fr or pt-BR")
    name = Path(folder).resolve().name
    if name and not is_portable(name):
        raise InputError(folder, "is a name that Windows refuses for a folder", "name another folder")
    id_ = None if _ID.fullmatch(name) else re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-._") or "edition"
    return NewEdition(title or name or "Rules", id_, language or DEFAULT_LANGUAGE)


def first_file(files: Mapping[str, bytes]) -> str:
    """The text that an author opens first."""
    texts = [file for file in files if file.endswith(".md")]
    return "rules.md" if "rules.md" in texts else texts[0]


def _edition(name: str) -> LoadedRulebook:
    found = read(name)
    if found.data is None or not found.rulebook.own:
        raise InputError(name, "is no edition", "name an edition, or its folder")
    return found


def _kept(original: Rulebook, plan: NewEdition, documents: list[DocumentBegun]) -> list[Fault]:
    """The known faults of the original that are there without its words too: gaps in its numbers."""
    data = EditionFile(title=plan.title, language=plan.language, numbering=plan.numbering)
    earlier = EarlierTexts()
    read_anew = tuple(
        document
        for d in documents
        for document in read_documents(
            source_of(d.text), data, (DocumentSpec(d.id, d.kind, None, d.continues),), earlier
        )
    )
    rulebook = replace(original, documents=read_anew, own=True, mechanics=None)
    found = checks.run_checks(rulebook, resolve(rulebook))
    met = {(f.rule, f.section, f.quote) for f in found if f.acknowledged}
    return [fault for fault in original.faults if (fault.rule, fault.section, fault.text) in met]
