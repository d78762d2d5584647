"""What pages say about an edition as a whole, and about its place among the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from vfdoc.formats.labels import Labels
from vfdoc.formats.phrases import Html
from vfdoc.model import Edition, Rulebook
from vfdoc.site.plan import Plan
from vfdoc.site.section_html import list_title

_DATE = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?")
_LINEAGE = (("supersedes", "superseded_by"), ("translates", "translated_by"), ("amends", "amended_by"))
OF_ITS_KIND = ("questions", "sheet", "armies", "scenarios")


@dataclass(frozen=True, slots=True)
class Relation:
    """What an edition is to another: the words, the other's name, its address or nothing."""

    label: str
    name: str
    href: str
    language: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionView:
    """An edition as pages name it; what is unknown is empty."""

    title: str
    version: str
    name: str
    language: str
    date: str
    facts: tuple[str, ...]
    language_name: str
    authors: str
    notice: str
    licence: str
    source: str
    source_href: str
    folder: str
    relations: tuple[Relation, ...]

    @property
    def dated(self) -> str:
        """Its name with its date, for what is read or copied away from its pages."""
        return " · ".join(filter(None, (self.name, self.date)))


def edition_view(
    rulebook: Rulebook, labels: Labels, others: Mapping[str, Edition], *, root: str
) -> EditionView:
    """What pages say about an edition; `others` are those that are published with it, below `root`.

    Only the edition's own files are the restatement that its notice speaks of: a copy of the original,
    read as that edition, is none.
    """
    edition = rulebook.edition
    notice = edition.notice or (labels["restated"] if edition.source else "")
    source = edition.source or ""
    is_address = source.startswith(("http://", "https://"))
    return EditionView(
        title=edition.title,
        version=_version(edition),
        name=edition_name(edition),
        language=edition.language,
        language_name=labels.language_name(edition.language),
        date=_date(edition.date, labels),
        facts=tuple(fact for fact in (_version(edition), _date(edition.date, labels)) if fact),
        authors=_listed(edition.authors, labels),
        notice=notice if rulebook.own else "",
        licence=edition.licence or "",
        source=re.sub(r"^https?://(?:www\.)?|/$", "", source),
        source_href=source if is_address else "",
        folder=quote(edition.id),
        relations=tuple(_relations(edition, labels, others, root)),
    )


def edition_name(edition: Edition) -> str:
    """Title and version in one line."""
    return ", ".join(part for part in (edition.title, _version(edition)) if part)


def _version(edition: Edition) -> str:
    """The version, where the title does not say it already."""
    version = edition.version or ""
    return "" if version in edition.title else version


def kind_label(kind: str, *, has_quick_sheet: bool) -> str:
    """The key of what a document of a kind is called. Beside the sheet that is made from an edition its own,
    which somebody printed, has another name: two things, two names."""
    return "document_sheet_printed" if kind == "sheet" and has_quick_sheet else f"document_{kind}"


def document_names(
    rulebook: Rulebook, plan: Plan, labels: Labels, *, has_quick_sheet: bool
) -> dict[str, Html]:
    """What menus call each document: the label of its kind where it is the only one of that kind,
    else its own title. A sheet's own title is mostly that of the game."""
    has_quick_sheet = has_quick_sheet or bool(plan.rules)
    kinds = [document.kind for document in rulebook.documents]
    names: dict[str, Html] = {}
    for document in rulebook.documents:
        alone = document.kind in OF_ITS_KIND and kinds.count(document.kind) == 1
        if document in plan.rules[:1] or alone or not document.sections:
            key = kind_label(document.kind, has_quick_sheet=has_quick_sheet)
            names[document.id] = Html(escape(labels[key]))
        else:
            names[document.id] = list_title(document.sections[0], document)
    return names


def _relations(
    edition: Edition, labels: Labels, others: Mapping[str, Edition], root: str
) -> Iterator[Relation]:
    """What the edition is to others, and what those published with it are to it."""
    for there, back in _LINEAGE:
        if other := getattr(edition, there):
            known = others.get(other)
            yield _relation(labels[there], known, root) if known else Relation(labels[there], other, "")
        for later in others.values():
            if getattr(later, there) == edition.id and later.id != edition.id:
                yield _relation(labels[back], later, root)


def _relation(label: str, other: Edition, root: str) -> Relation:
    return Relation(label, edition_name(other), f"{root}{quote(other.id)}/index.html", other.language)


def _date(date: str | None, labels: Labels) -> str:
    found = _DATE.fullmatch(date or "")
    if not found or not 1 <= int(found[2]) <= 12:
        return date or ""
    month = labels["months"].split()[int(found[2]) - 1]
    return f"{int(found[3])} {month} {found[1]}" if found[3] else f"{month} {found[1]}"


def _listed(names: tuple[str, ...], labels: Labels) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {labels['and']} {names[-1]}"
