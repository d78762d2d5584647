"""Old numbers that lead on: where an edition says what has taken the place of a number it no longer has.

The plan and what edition.toml says come in; by page the old numbers that had their place there come out,
each with the section that it leads to. A page that is gone altogether gets one of its own for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from vfdoc.formats.phrases import Html
from vfdoc.model import InputError
from vfdoc.site.citations import Address
from vfdoc.site.site_edition import SiteEdition


@dataclass(frozen=True, slots=True)
class Redirect:
    """An old number, and the section that it leads to."""

    number: str
    href: str
    to: str
    title: Html


def redirects(site_edition: SiteEdition, address: Address) -> Mapping[str, tuple[Redirect, ...]]:
    """By the file name of a page the old numbers of that page; InputError where one leads nowhere."""
    sections, found = site_edition.graph.sections, defaultdict[str, list[Redirect]](list)
    for old, new in site_edition.edition.forwards:
        if new not in sections:
            raise InputError(
                f"{site_edition.edition.id}/edition.toml",
                f"forward: {old!r} leads to {new!r}, which is no section",
                "see `vfdoc parse` for the anchors",
            )
        if old not in sections:  # a number that has come back is its own section's
            title = site_edition.section_html.plain_title(sections[new])
            found[_page(site_edition, old)].append(
                Redirect(old, address(new), sections[new].number or "", title)
            )
    return {page: tuple(listed) for page, listed in found.items()}


def _page(site_edition: SiteEdition, number: str) -> str:
    """The page on which a number would stand: that of its chapter, be it gone."""
    heads = [page.sections[0].number or "" for page in site_edition.plan.pages if page.role == "chapter"]
    pages = [page.name for page in site_edition.plan.pages if page.role == "chapter"]
    chapter = number.partition(".")[0]
    for head, page in zip(heads, pages, strict=True):
        if head.partition(".")[0] == chapter:
            return page
    zero = ".0" if any(head.endswith(".0") for head in heads) else ""
    return f"{chapter}{zero}.html"
