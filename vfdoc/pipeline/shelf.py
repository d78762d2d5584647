"""Editions made ready to publish together: each with its findings, its terms, what changed since those it
builds on, and its sheet.

Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache as once
from typing import TypeAlias

from vfdoc.formats.files import OutputFiles
from vfdoc.model import Finding, Glossary, InputError
from vfdoc.model.comparison import Comparison
from vfdoc.model.sheet import Sheet, SheetPlan
from vfdoc.model.wording import Wording
from vfdoc.pipeline import check, glossary, laid, with_quantities, wording
from vfdoc.pipeline.comparing import compare
from vfdoc.pipeline.kept import keeping, kept, kept_of, last, look_anew
from vfdoc.pipeline.paths import Read
from vfdoc.pipeline.sheets import base_of, plan_of, sheet
from vfdoc.site import whole
from vfdoc.site.drafts import Draft, Drafts
from vfdoc.site.sheets import fit_in_type, set_in_type
from vfdoc.site.whole import Laid, Published, SiteEdition

_BEHIND = ("amends", "translates")  # whose texts the checks and the sheet of an edition read


def site(reads: Sequence[Read], version: str, address: str = "") -> OutputFiles:
    """The site of these editions, as `whole.site` makes it; the files of an edition to which nothing has
    happened, nor to one near it, are those of the last time."""
    look_anew()
    reads = [replace(read, document=None) for read in reads]
    books = [read.rulebook for read in reads]
    whole.refuse_names(books)
    volume_of, shelf = _volumes(reads), tuple(book.edition.id for book in books)

    def files_of(read: Read) -> OutputFiles:
        id = read.rulebook.edition.id
        ids = whole.near(read.rulebook, books)
        beside = [other for other in reads if other.rulebook.edition.id in ids]
        pages = once(lambda: _pages(read, {other: volume_of(other) for other in ids}, shelf, version))
        # Where others have changed, the pages are still those of the last time if these say the same.
        said, compared = (
            kept("beside", (read, *beside), lambda: _beside(*pages()), _BEHIND, shelf, noted=True)
            if ids[1:]
            else ("", {})
        )
        own = kept("pages", (read,), lambda: _own(*pages()), _BEHIND, (*shelf, said), noted=True)
        return {
            **{name: page for name, (_, page) in (*own.items(), *compared.items())},
            **kept("own", (read,), lambda: whole.own_files(volume_of(id)), _BEHIND),
        }

    return whole.bound(books, {read.rulebook.edition.id: files_of(read) for read in reads}, version, address)


def published(reads: Sequence[Read]) -> list[Published]:
    """The editions, whole, in the order given; one is compared with those it builds on that are published
    with it."""
    whole_of = _wholes(reads)
    return [_published(read.rulebook.edition.id, whole_of) for read in reads]


_Drafted: TypeAlias = tuple[whole.EditionPages, Drafts | None]


def _pages(read: Read, volumes: Mapping[str, SiteEdition], shelf: Sequence[str], version: str) -> _Drafted:
    """What makes the pages of an edition, and the drafts that it makes them from: those of the last time."""
    drafts = None
    if keeping():
        own, compared = last("pages", read), last("beside", read)
        drafts = Drafts(own, *(compared if isinstance(compared, tuple) else ()))
    id = read.rulebook.edition.id
    return whole.EditionPages(id, volumes, shelf, version, drafts), drafts


def _drafted(pages: Iterable[tuple[str, bytes]], drafts: Drafts | None) -> dict[str, Draft]:
    """Pages, each with what it was made of."""
    made = drafts.made if drafts is not None else {}
    return {name: made.get(name, ("", page)) for name, page in pages}


def _own(pages: whole.EditionPages, drafts: Drafts | None) -> dict[str, Draft]:
    """The pages of an edition that speak of no other than was said."""
    return _drafted(pages.pages(), drafts)


def _beside(pages: whole.EditionPages, drafts: Drafts | None) -> tuple[str, dict[str, Draft]]:
    """What hangs on the editions near one: what they have to say on its pages, and the pages that compare."""
    return pages.beside(), _drafted(pages.compared(), drafts)


Wholes = Callable[[str], Read | None]
"""The edition of that id, whole, if it is published too."""


def _wholes(reads: Sequence[Read]) -> Wholes:
    """Each edition is made whole when it is first asked for."""
    by_id = {read.rulebook.edition.id: read for read in reads}
    return once(lambda id: _whole(by_id[id]) if id in by_id else None)


def _volumes(reads: Sequence[Read]) -> Callable[[str], SiteEdition]:
    """Each edition is made ready when a page is first made that asks for it."""
    whole_of = _wholes(reads)
    published_of = once(lambda id: _published(id, whole_of))

    def made(id: str) -> SiteEdition:
        own = published_of(id)
        base = own.rulebook.edition.amends or ""
        return whole.volume(own, published_of(base) if whole_of(base) is not None else None)

    return once(made)


def _published(id: str, whole_of: Wholes) -> Published:
    read = whole_of(id)
    assert read is not None
    return Published(
        read.rulebook,
        read.graph,
        _findings(read),
        read.rulebook.glossary or Glossary(),
        read.rulebook.wording or Wording(),
        tuple(_comparisons(read, whole_of)),
        *_sheet(read, whole_of(read.rulebook.edition.amends or "")),
        _laid(read, whole_of),
    )


def _whole(read: Read) -> Read:
    """The edition with all its documents, its mechanics, and the words that it is worded with."""
    found = _with_mechanics(replace(read, document=None))
    book = replace(found.rulebook, glossary=glossary(found), wording=wording(found))
    return replace(found, rulebook=book)


def _with_mechanics(read: Read) -> Read:
    # With its quantities, for which comparing and the sheet ask.
    made = kept("mechanics", (read,), lambda: with_quantities(read).rulebook.mechanics)
    return replace(read, rulebook=replace(read.rulebook, mechanics=made))


def _findings(read: Read) -> tuple[Finding, ...]:
    return kept("findings", (read,), lambda: check(read), _BEHIND)


def _comparisons(read: Read, whole_of: Wholes) -> Iterator[Comparison]:
    edition = read.rulebook.edition
    for id in dict.fromkeys((edition.supersedes, edition.translates, edition.amends)):
        base = whole_of(id) if id is not None and id != edition.id else None
        if base is not None:
            yield kept("comparison", (base, read), lambda base=base: compare(base, read))  # type: ignore[misc]


def _laid(read: Read, whole_of: Wholes) -> Laid | None:
    """What is in force at the table, of an edition that amends another."""
    amends = read.rulebook.edition.amends
    base = (whole_of(amends) or base_of(read, amends)) if amends else None
    if base is None or base.rulebook.edition.id == read.rulebook.edition.id:
        return None
    return Laid(base.rulebook.edition, laid(replace(base, document=None), read))


def _sheet(read: Read, base: Read | None) -> tuple[Sheet | None, SheetPlan, bytes]:
    """The sheet, also set in type; none where the text holds nothing that belongs on one. `base` is what
    the edition amends, where that is published too."""
    plan = plan_of(read, base)

    def made() -> Sheet | None:
        try:
            found = sheet(read, plan, known=base)
        except InputError:
            return None
        return found if found.panels else None

    found = kept("sheet", (read,), made, behind=("amends",))
    return found, plan, kept_of("printed", (found, plan), lambda: _printed(found, plan))


def _printed(found: Sheet | None, plan: SheetPlan) -> bytes:
    """The sheet set in type. Each edit of the rules changes its fingerprint; how it fits seldom changes."""
    unmarked = None if found is None else replace(found, fingerprint="")
    fit = kept_of("fit", (unmarked, plan), lambda: fit_in_type(unmarked, plan))
    return set_in_type(found, plan, fit)
