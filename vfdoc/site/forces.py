"""The page that prices a force: what an edition says of prices for force.js, and its words for forces.js.

An edition made ready comes in; the page comes out, and a script that hands its scripts what `vfdoc force`
prints of the edition's prices, with the address of every section that is named.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from vfdoc.formats.forces import armies_json
from vfdoc.formats.phrases import Html
from vfdoc.model.force import Armies
from vfdoc.site.plan import FORCE, FORCE_DATA
from vfdoc.site.search import script
from vfdoc.site.site_edition import PageContent, SiteEdition
from vfdoc.site.tables import PanelLink

_FEWEST = 2  # units with a price that make a page
_UNASKED = frozenset(("document", "file", "line", "also", "schema", "not_held"))
_WORDS = (
    "total", "units", "over", "left", "keeps", "broken", "broken_limits", "kept", "open", "unlisted", "kind",
    "most", "alike", "at_least", "at_most", "apart", "less", "more",
)  # fmt: skip


def force_pages(own: SiteEdition) -> Iterator[PageContent]:
    """The page, where the edition states prices."""
    armies = _armies(own)
    if armies is not None:
        values = {
            "data": FORCE_DATA,
            "words": {name: own.labels[f"force_{name}"] for name in _WORDS},
            "lists": [(each.id, each.title) for each in armies.lists],
        }
        yield PageContent(FORCE, own.labels["force"], "force.html", values)


def force_files(own: SiteEdition) -> Iterator[tuple[str, bytes]]:
    """The script that the page reads, where there is one."""
    armies = _armies(own)
    if armies is not None:
        yield FORCE_DATA, script("vfdocForces", _told(own, armies))


def force_links(own: SiteEdition) -> Iterator[PanelLink]:
    """The link that leads to the page."""
    if _armies(own) is not None:
        yield PanelLink(FORCE, own.labels["force"])


def _armies(own: SiteEdition) -> Armies | None:
    found = own.armies
    return found if found is not None and len(found.units) >= _FEWEST else None


def _told(own: SiteEdition, armies: Armies) -> dict[str, Any]:
    told = _cut(json.loads(armies_json(armies)))
    named = {each.at.section for each in armies.units} | {each.at.section for each in armies.upgrades}
    named |= {each.at.section for each in armies.permits} | {each.at.section for each in armies.limits}
    if armies.only_listed is not None:
        named.add(armies.only_listed.section)
    sections = {section.anchor: section for section in own.rulebook.sections() if section.anchor in named}
    places = {
        anchor: [own.plan.address(anchor), section.number or str(Html(section.title))]
        for anchor, section in sorted(sections.items())
    }
    return {"armies": told, "places": places}


def _cut(value: Any) -> Any:
    """JSON without what the scripts do not ask."""
    match value:
        case dict():
            return {key: _cut(each) for key, each in value.items() if key not in _UNASKED}
        case list():
            return [_cut(each) for each in value]
    return value
