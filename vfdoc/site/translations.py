"""A section's words in the other language: which sections of a translation correspond to it.

The editions made ready come in, each with the comparisons that the pipeline made; groups of remarks come out,
folded below the section like those of its comments.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from html import escape

from vfdoc.formats.phrases import Html
from vfdoc.model import Section
from vfdoc.model.comparison import Concordance
from vfdoc.site.citations import Address
from vfdoc.site.editions import edition_name
from vfdoc.site.remarks import Remark, Remarks
from vfdoc.site.site_edition import SiteEdition, seen_from


class Translations:
    """Which sections say the same in another language, among the editions published together."""

    def __init__(self, site_editions: Mapping[str, SiteEdition]) -> None:
        self._site_editions = site_editions
        self._beside: dict[tuple[str, str], dict[tuple[str, str], None]] = defaultdict(dict)
        for site_edition in site_editions.values():
            for compared in site_edition.comparisons:
                if compared.old == site_edition.edition.translates and compared.old in site_editions:
                    self._pair(compared.concordance)

    def of(self, own: SiteEdition, section: Section, address: Address) -> tuple[Remarks, ...]:
        """The sections of other languages that correspond to one of `own`, edition by edition."""
        found: dict[str, list[str]] = defaultdict(list)
        for edition, anchor in self._beside.get((own.edition.id, section.anchor), ()):
            if anchor in self._site_editions[edition].graph.sections:
                found[edition].append(anchor)
        return tuple(
            self._group(own, self._site_editions[edition], anchors, address)
            for edition, anchors in found.items()
        )

    def _pair(self, found: Concordance) -> None:
        for row in found.rows:
            for old in row.old:
                for new in row.new:
                    self._beside[found.old, old][found.new, new] = None
                    self._beside[found.new, new][found.old, old] = None

    def _group(self, own: SiteEdition, other: SiteEdition, anchors: list[str], address: Address) -> Remarks:
        see, root = seen_from(other, own, address)
        said = []
        for anchor in anchors:
            section = other.graph.sections[anchor]
            title, text = (
                other.section_html.plain_title(section),
                other.section_html.text(section, see, root=root),
            )
            said.append(Remark(see(anchor), section.number or "", title, text))
        language = other.edition.language
        label = own.labels.say("in_language", language=own.labels.language_name(language))
        return Remarks(Html(escape(label)), edition_name(other.edition), language, "", tuple(said))
