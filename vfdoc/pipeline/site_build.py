"""The site build: editions made ready to publish together, each with its findings, its terms, what changed
since those it builds on, and its sheet.

Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from vfdoc.compare.histories import Histories
from vfdoc.formats.files import OutputFiles
from vfdoc.model import Edition, Glossary, InputError
from vfdoc.model.comparison import Comparison
from vfdoc.model.logs import steps
from vfdoc.model.session import in_session
from vfdoc.model.sheet import Sheet, SheetPlan
from vfdoc.model.wording import Wording
from vfdoc.pipeline import check, glossary, overlaid_rulebook, with_quantities, wording
from vfdoc.pipeline.cached_stages import CachedStages
from vfdoc.pipeline.comparing import diff
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.pipeline.playing import result_sentences
from vfdoc.pipeline.sheets import base_of, plan_of, sheet
from vfdoc.reading.armies import read_armies
from vfdoc.reading.asked import read_asked
from vfdoc.site import whole
from vfdoc.site.editions import edition_name
from vfdoc.site.page_cache import CachedPage, PageCache
from vfdoc.site.sheets import fit_in_type, set_in_type
from vfdoc.site.whole import Overlay, Published, SiteEdition

_BEHIND = ("amends", "translates")  # whose texts the checks and the sheet of an edition read


def site(reads: Sequence[LoadedRulebook], version: str, address: str = "") -> OutputFiles:
    """The site of these editions, as `whole.site` makes it; the files of an edition to which nothing has
    happened, nor to one near it, are those of the last time."""
    return whole.bound([r.rulebook for r in reads], _files(reads, version, lambda id: True), version, address)


def part_of_site(reads: Sequence[LoadedRulebook], id: str, version: str) -> OutputFiles:
    """Of the site of these editions the part of one of them, and the pictures that all share."""
    made = _files(reads, version, lambda other: other == id)[id]
    return {**whole.icons(), **{f"{id}/{name}": file for name, file in made.items()}}


def _files(
    reads: Sequence[LoadedRulebook], version: str, wanted: Callable[[str], bool]
) -> dict[str, OutputFiles]:
    """The files of the editions that are wanted, by id, among all of these."""
    stages = CachedStages()
    reads = [replace(read, document=None) for read in reads]
    books = [read.rulebook for read in reads]
    whole.refuse_names(books)
    build = _Build(reads, stages)
    edition_ids = whole.as_listed(books)

    def files_of(read: LoadedRulebook) -> OutputFiles:
        id = read.rulebook.edition.id
        ids = whole.near(read.rulebook, books)
        beside = [other for other in reads if other.rulebook.edition.id in ids]
        same_game = whole.same_game(read.rulebook, books)
        pages = _Pages(read, ids, build, edition_ids, version, same_game)
        words = (*edition_ids, *(word for e in same_game for word in (e.id, edition_name(e), e.language)))
        # Where others have changed, the pages are still those of the last time if these say the same.
        said, compared = (
            stages.of("beside", (read, *beside), pages.beside, _BEHIND, words, noted=True)
            if ids[1:]
            else ("", {})
        )
        amended = tuple(id for id in edition_ids if id == read.rulebook.edition.amends)  # whether it is there
        own = stages.of("pages", (read,), pages.own, _BEHIND, (*words, said), noted=True)
        return {
            **{name: page for name, (_, page) in (*own.items(), *compared.items())},
            **stages.of("own", (read,), lambda: whole.own_files(build.site_edition(id)), _BEHIND, amended),
        }

    asked = [read for read in reads if wanted(read.rulebook.edition.id)]
    return {read.rulebook.edition.id: files_of(read) for read in steps("editions", asked)}


@in_session
def published(reads: Sequence[LoadedRulebook]) -> list[Published]:
    """The editions, whole, in the order given; one is compared with those it builds on that are published
    with it."""
    build = _Build(reads, CachedStages())
    return [build.published(read.rulebook.edition.id) for read in reads]


class _Build:
    """The editions of one build, by id, each made whole and made ready when it is first asked for."""

    def __init__(self, reads: Sequence[LoadedRulebook], stages: CachedStages) -> None:
        self.stages = stages
        self._reads = {read.rulebook.edition.id: read for read in reads}
        self._wholes: dict[str, LoadedRulebook] = {}
        self._published: dict[str, Published] = {}
        self._site_editions: dict[str, SiteEdition] = {}

    def whole(self, id: str) -> LoadedRulebook | None:
        """The edition of that id with all its documents, its mechanics, and the words that it is worded with;
        None where it is not published too."""
        if id in self._reads and id not in self._wholes:
            self._wholes[id] = _whole(self._reads[id], self.stages)
        return self._wholes.get(id)

    def published(self, id: str) -> Published:
        """The edition with its findings, comparisons and sheet."""
        if id not in self._published:
            self._published[id] = _published(id, self)
        return self._published[id]

    def compared(self, old: str, new: str) -> Comparison:
        """What changed from one edition to another that builds on it."""
        return next(found for found in self.published(new).comparisons if found.old == old)

    def histories(self, id: str) -> Histories:
        """How the rules of an edition came to be, among those published with it."""
        return Histories(id, {id: read.rulebook for id, read in self._reads.items()}, self.compared)

    def site_edition(self, id: str) -> SiteEdition:
        """The edition made ready for its pages."""
        if id not in self._site_editions:
            own = self.published(id)
            base = own.rulebook.edition.amends or ""
            self._site_editions[id] = whole.prepare_edition(
                own, self.published(base) if base in self._reads else None
            )
        return self._site_editions[id]


class _Pages:
    """What makes the pages of an edition, from those of the last time where nothing is to be made anew."""

    def __init__(
        self,
        read: LoadedRulebook,
        ids: Sequence[str],
        build: _Build,
        edition_ids: Sequence[str],
        version: str,
        same_game: Sequence[Edition],
    ) -> None:
        self._read, self._ids, self._build, self._same_game = read, ids, build, same_game
        self._edition_ids, self._version = edition_ids, version
        self._cache: PageCache | None = None
        self._made: whole.EditionPages | None = None

    def own(self) -> dict[str, CachedPage]:
        """The pages of an edition that speak of no other than was said."""
        return self._cached(self._pages().pages())

    def beside(self) -> tuple[str, dict[str, CachedPage]]:
        """What hangs on the editions near one: what they have to say on its pages, and the pages that
        compare."""
        return self._pages().beside(), self._cached(self._pages().compared())

    def _pages(self) -> whole.EditionPages:
        if self._made is None:
            stages, read = self._build.stages, self._read
            if stages.on:
                own, compared = stages.last("pages", read), stages.last("beside", read)
                self._cache = PageCache(own, *(compared if isinstance(compared, tuple) else ()))
            site_editions = {id: self._build.site_edition(id) for id in self._ids}
            id = read.rulebook.edition.id
            self._made = whole.EditionPages(
                id,
                site_editions,
                self._edition_ids,
                self._version,
                self._cache,
                same_game=self._same_game,
            )
        return self._made

    def _cached(self, pages: Iterable[tuple[str, bytes]]) -> dict[str, CachedPage]:
        """Pages, each with what it was made of."""
        made = self._cache.made if self._cache is not None else {}
        return {name: made.get(name, ("", page)) for name, page in pages}


def _published(id: str, build: _Build) -> Published:
    read, stages = build.whole(id), build.stages
    assert read is not None
    found, plan = _sheet(read, build.whole(read.rulebook.edition.amends or ""), stages)
    return Published(
        rulebook=read.rulebook,
        graph=read.graph,
        findings=cache(lambda: stages.of("findings", (read,), lambda: check(read), _BEHIND)),
        glossary=read.rulebook.glossary or Glossary(),
        wording=read.rulebook.wording or Wording(),
        comparisons=tuple(_comparisons(read, build)),
        sheet=found,
        sheet_plan=plan,
        printed=lambda: stages.by_value("printed", (found, plan), lambda: _printed(found, plan, stages)),
        overlay=_overlay(read, build),
        armies=read_armies(read.words, read.rulebook).armies,
        history=build.histories(id).of,
        asked=read_asked(read.words),
        follows=cache(lambda: stages.of("following", (read,), partial(result_sentences, read), ("amends",))),
    )


def _whole(read: LoadedRulebook, stages: CachedStages) -> LoadedRulebook:
    read = replace(read, document=None)
    # With its quantities, for which comparing and the sheet ask.
    mechanics = stages.of("mechanics", (read,), lambda: with_quantities(read).rulebook.mechanics)
    found = replace(read, rulebook=replace(read.rulebook, mechanics=mechanics))
    book = replace(found.rulebook, glossary=glossary(found), wording=wording(found))
    return replace(found, rulebook=book)


def _comparisons(read: LoadedRulebook, build: _Build) -> Iterator[Comparison]:
    edition = read.rulebook.edition
    for id in dict.fromkeys((edition.supersedes, edition.translates, edition.amends)):
        base = build.whole(id) if id is not None and id != edition.id else None
        if base is not None:
            yield build.stages.of("comparison", (base, read), partial(diff, base, read))


def _overlay(read: LoadedRulebook, build: _Build) -> Overlay | None:
    """What is in force at the table, of an edition that amends another."""
    amends = read.rulebook.edition.amends
    base = (build.whole(amends) or base_of(read, amends)) if amends else None
    if base is None or base.rulebook.edition.id == read.rulebook.edition.id:
        return None
    return Overlay(base.rulebook.edition, overlaid_rulebook(replace(base, document=None), read))


def _sheet(
    read: LoadedRulebook, base: LoadedRulebook | None, stages: CachedStages
) -> tuple[Sheet | None, SheetPlan]:
    """The sheet; none where the text holds nothing that belongs on one. `base` is what the edition amends,
    where that is published too."""
    plan = plan_of(read, base)

    def made() -> Sheet | None:
        try:
            found = sheet(read, plan, known=base)
        except InputError:
            return None
        return found if found.panels else None

    return stages.of("sheet", (read,), made, behind=("amends",)), plan


def _printed(found: Sheet | None, plan: SheetPlan, stages: CachedStages) -> bytes:
    """The sheet set in type. Each edit of the rules changes its fingerprint; how it fits seldom changes."""
    unmarked = None if found is None else replace(found, fingerprint="")
    fit = stages.by_value("fit", (unmarked, plan), lambda: fit_in_type(unmarked, plan))
    return set_in_type(found, plan, fit)
