"""A rule followed through all editions of its lineage: those that an edition supersedes, translates or
amends, and those that do so to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.model import Edition, Section
from vfdoc.model.comparison import ChangeKind, Comparison, SectionChange, counterparts
from vfdoc.model.history import History, Lineage, Stage
from vfdoc.model.session import in_session
from vfdoc.pipeline.comparing import diff
from vfdoc.pipeline.paths import Read, edition_folders, has_texts, read

_LINKS: tuple[Lineage, ...] = ("supersedes", "translates", "amends")


class _Link(NamedTuple):
    """One edition builds on another: the older and the newer id, and how."""

    old: str
    new: str
    relation: Lineage


@in_session
def history(start: Read, section: Section) -> History:
    """The rule of that section in every edition of the lineage, the oldest first."""
    known = {start.rulebook.edition.id: start}
    for found in _others(start):
        known.setdefault(found.rulebook.edition.id, found)
    links = _links(known, start.rulebook.edition.id)
    anchors: dict[str, tuple[str, ...]] = {start.rulebook.edition.id: (section.anchor,)}
    compared: dict[_Link, Comparison] = {}
    for link, back in _outward(links, start.rulebook.edition.id):
        compared[link] = diff(known[link.old], known[link.new])
        leads = counterparts(compared[link].concordance, back=back)
        here, there = (link.new, link.old) if back else (link.old, link.new)
        found_there = [end for anchor in anchors[here] for end in leads.get(anchor, ())]
        anchors[there] = tuple(dict.fromkeys(found_there))
    stages = tuple(
        _stage(known[id_], anchors, next((link for link in compared if link.new == id_), None), compared)
        for id_ in _oldest_first(anchors, links, known)
    )
    return History(start.rulebook.edition.id, section.anchor, stages)


def _others(start: Read) -> Iterator[Read]:
    """The editions known, those beside the one in hand first."""
    folders = edition_folders()
    if start.folder is not None:
        folders = [path.parent for path in sorted(start.folder.parent.glob("*/edition.toml"))] + folders
    for folder in dict.fromkeys(folder.resolve() for folder in folders):
        if has_texts(folder):
            yield read(str(folder))


def _links(known: Mapping[str, Read], start: str) -> list[_Link]:
    found = []
    for id_, each in known.items():
        edition: Edition = each.rulebook.edition
        for relation in _LINKS:
            base = getattr(edition, relation)
            if base in known and base != id_:
                found.append(_Link(base, id_, relation))
    return found


def _outward(links: Sequence[_Link], start: str) -> Iterator[tuple[_Link, bool]]:
    """The links by which every edition of the lineage is reached, and whether one leads back in time."""
    reached = [start]
    for id_ in reached:
        for link in links:
            for here, there, back in ((link.old, link.new, False), (link.new, link.old, True)):
                if here == id_ and there not in reached:
                    reached.append(there)
                    yield link, back


def _oldest_first(
    anchors: Mapping[str, object], links: Sequence[_Link], known: Mapping[str, Read]
) -> list[str]:
    """Each edition behind what it builds on, those of one base by date and name."""
    left = sorted(anchors, key=lambda id_: (known[id_].rulebook.edition.date or "", id_))
    done: list[str] = []
    while left:
        ready = [id_ for id_ in left if not any(x.new == id_ and x.old in left for x in links)]
        done.append((ready or left)[0])  # editions that build on one another in a circle: by date
        left.remove(done[-1])
    return done


def _stage(
    read: Read,
    anchors: Mapping[str, tuple[str, ...]],
    link: _Link | None,
    compared: Mapping[_Link, Comparison],
) -> Stage:
    edition, documents = read.rulebook.edition, read.rulebook.documents
    here = anchors[edition.id]
    sections = tuple(read.graph.sections[anchor] for anchor in here)
    if link is None:
        return Stage(edition, documents, sections)
    comparison, before = compared[link], anchors[link.old]

    def concerns(old: str | None, new: str | None) -> bool:
        return old in before or new in here

    change = _change(comparison.sections, before, here)
    rows = tuple(r for r in comparison.rows if concerns(r.old_section, r.new_section))
    again = tuple(r for r in comparison.same_rows if concerns(r.old_section, r.new_section))
    kind = change.kind if change else None
    if kind in (None, "unmentioned") and (told := [r for r in (*rows, *again) if r.new is not None]):
        # A sheet has no section for the rule, but rows that say it.
        kinds: tuple[ChangeKind, ...] = ("changed", "added", "unverified", "reworded")
        kind = next((k for k in kinds if any(row.kind == k for row in told)), "same")
        named = dict.fromkeys(row.new_section for row in told if row.new_section is not None)
        sections = sections or tuple(read.graph.sections[a] for a in named if a in read.graph.sections)
    return Stage(
        edition=edition,
        documents=documents,
        sections=sections,
        relation=link.relation,
        to=link.old,
        kind=kind,
        confidence=change.at.confidence if change and change.at.old and change.at.new else None,
        numbers=tuple(n for n in comparison.numbers if concerns(n.old_section, n.new_section)),
        rows=rows,
        sentences=change.sentences if change else (),
    )


def _change(
    changes: Sequence[SectionChange], before: Sequence[str], here: Sequence[str]
) -> SectionChange | None:
    """What became of the rule: the change between its main sections, else that of the one side it has."""
    for change in changes:
        if before[:1] and here[:1] and before[0] in change.at.old and here[0] in change.at.new:
            return change
    for change in changes:
        if (before and before[0] in change.at.old) or (not before and here and here[0] in change.at.new):
            return change
    return None
