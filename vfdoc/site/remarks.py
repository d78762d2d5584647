"""Questions, comments and notes under the rules that they are about, in every edition published.

The graph says what each is about; here it is decided where it is shown. A box that stands right
below its rule is not shown there a second time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from vfdoc.formats.phrases import Html, printable
from vfdoc.graph import attachments
from vfdoc.model import Section
from vfdoc.site.citations import Address
from vfdoc.site.editions import edition_name
from vfdoc.site.site_edition import SiteEdition, seen_from

_ASIDES = ("note", "example", "question")


@dataclass(frozen=True, slots=True)
class Remark:
    """One question, comment or note as it stands under a rule."""

    href: str
    number: str
    title: Html
    text: Html


@dataclass(frozen=True, slots=True)
class Remarks:
    """Remarks of one kind under a rule. `edition` and `language` where they are another edition's."""

    label: Html
    edition: str
    language: str
    language_name: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class About:
    """A rule that a remark is about; the edition's name and language where it is another's."""

    href: str
    name: str
    edition: str = ""
    language: str = ""


class Attached:
    """Which remarks stand under which rules, among the editions published together."""

    def __init__(self, site_editions: Mapping[str, SiteEdition]) -> None:
        self._site_editions = site_editions
        self._under: dict[tuple[str, str], list[tuple[SiteEdition, Section]]] = defaultdict(list)
        self._about: dict[tuple[str, str], list[str]] = defaultdict(list)
        for own in site_editions.values():
            for found in attachments(own.graph):
                edition, _, anchor = found.rule.rpartition(":")
                if not edition and _host(own, found.note) == anchor:
                    continue
                if found.by != "citation":  # else its words say it already
                    self._about[own.edition.id, found.note].append(found.rule)
                self._under[edition or own.edition.id, anchor].append((own, own.graph.sections[found.note]))

    def under(self, own: SiteEdition, section: Section, address: Address) -> tuple[Remarks, ...]:
        """The remarks about a section of `own`, its own edition's first, on a page with these addresses."""
        groups: dict[tuple[bool, str, str, str], list[tuple[SiteEdition, Section]]] = defaultdict(list)
        for other, note in self._under.get((own.edition.id, section.anchor), ()):
            groups[other is not own, other.edition.id, note.document, note.kind].append((other, note))
        ordered = sorted(groups.items(), key=lambda group: group[0][0])
        return tuple(self._group(own, found, address) for _, found in ordered)

    def about(self, own: SiteEdition, section: Section, address: Address) -> Iterator[About]:
        """The rules that a section of `own` is about, where neither its place nor its words say so."""
        for rule in self._about.get((own.edition.id, section.anchor), ()):
            edition, _, anchor = rule.rpartition(":")
            other = self._site_editions.get(edition) if edition else own
            if other is None or anchor not in other.graph.sections:
                yield About("", f"{anchor}, {edition}" if edition else anchor)
                continue
            found = other.graph.sections[anchor]
            see, _ = seen_from(other, own, address)
            name = printable(f"{found.number} {found.title}" if found.number else found.title)
            if other is own:
                yield About(see(anchor), name)
            else:
                yield About(see(anchor), name, edition_name(other.edition), other.edition.language)

    def _group(self, own: SiteEdition, found: list[tuple[SiteEdition, Section]], address: Address) -> Remarks:
        other, first = found[0]
        see, root = seen_from(other, own, address)
        remarks: dict[tuple[Html, Html], Remark] = {}  # what a text prints twice is said once
        for _, note in found:
            title, text = other.section_html.plain_title(note), other.section_html.text(note, see, root=root)
            remarks.setdefault((title, text), Remark(see(note.anchor), note.number or "", title, text))
        said = tuple(remarks.values())
        label = _label(own, other, first)
        if other is own:
            return Remarks(label, "", "", "", said)
        language = other.edition.language
        spoken = own.labels.language_name(language) if language != own.edition.language else ""
        return Remarks(label, edition_name(other.edition), language, spoken, said)


def _label(own: SiteEdition, other: SiteEdition, note: Section) -> Html:
    """What remarks like this one are called; those of a document of their own bear its title."""
    if note.kind == "question":
        return Html(escape(own.labels["questions_about"]))
    if other is own and note.document not in {document.id for document in other.plan.rules}:
        return own.documents[note.document]
    return Html(escape(own.labels["comments_about"]))


def _host(own: SiteEdition, note: str) -> str | None:
    """The rule that a note follows in the text, if it stands among rules."""
    sections = own.graph.sections
    host = sections[note].parent
    while host is not None and host in sections and sections[host].kind in _ASIDES:
        host = sections[host].parent
    return host
