"""Editions made ready to publish together: each with its findings, its terms, what changed since those it
builds on, and its sheet.

Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from vfdoc.model import Finding, Glossary, InputError
from vfdoc.model.comparison import Comparison
from vfdoc.model.sheet import Sheet, SheetPlan
from vfdoc.model.wording import Wording
from vfdoc.output.site.sheets import set_in_type
from vfdoc.output.site.whole import Published
from vfdoc.pipeline import check, glossary, with_quantities, wording
from vfdoc.pipeline.comparing import compare
from vfdoc.pipeline.kept import kept, kept_of
from vfdoc.pipeline.paths import Read
from vfdoc.pipeline.sheets import plan_of, sheet


def published(reads: Sequence[Read]) -> list[Published]:
    """The editions, whole, in the order given; one is compared with those it builds on that are published
    with it."""
    whole = [_whole(read) for read in reads]
    known = {read.rulebook.edition.id: read for read in whole}
    return [
        Published(
            read.rulebook,
            read.graph,
            _findings(read),
            read.rulebook.glossary or Glossary(),
            read.rulebook.wording or Wording(),
            tuple(_comparisons(read, known)),
            *_sheet(read),
        )
        for read in whole
    ]


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
    return kept("findings", (read,), lambda: check(read), behind=("amends", "translates"))


def _comparisons(read: Read, known: Mapping[str, Read]) -> Iterator[Comparison]:
    edition = read.rulebook.edition
    for id in dict.fromkeys((edition.supersedes, edition.translates, edition.amends)):
        if id is not None and id in known and id != edition.id:
            base = known[id]
            yield kept("comparison", (base, read), lambda base=base: compare(base, read))  # type: ignore[misc]


def _sheet(read: Read) -> tuple[Sheet | None, SheetPlan, bytes]:
    """The sheet, also set in type; none where the text holds nothing that belongs on one."""
    plan = plan_of(read)

    def made() -> Sheet | None:
        try:
            found = sheet(read, plan)
        except InputError:
            return None
        return found if found.panels else None

    whole = kept("sheet", (read,), made, behind=("amends",))
    return whole, plan, kept_of("printed", (whole, plan), lambda: set_in_type(whole, plan))
