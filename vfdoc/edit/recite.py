"""Citations that follow the numbers from one edition to another.

In come a text's references, the graph of the edition that it cites, the sections of the other one and
the concordance of the two; out comes a Recital. Only what is certain is rewritten: a rule that was
split has several numbers now, one that was removed has none, and a human must say what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from pathlib import PurePath
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from vfdoc.edit.carrying import Carrying, carried
from vfdoc.graph import ReferenceGraph
from vfdoc.model import Key, Reference, Section, Target
from vfdoc.model.comparison import Concordance, Sameness, counterparts
from vfdoc.model.edit import CitationChoice, Edit, Left, Recital, Reworked, Why

CERTAIN = 0.5  # of a pair below that confidence half are wrong


Fits: TypeAlias = Callable[[Section, Section], float | None]
"""How alike the words of two sections are, 0 to 1."""


class Cited(NamedTuple):
    """A text about the rules: its file's name, its references, the keys of sections of its own, the id of
    its document."""

    file: str
    references: Sequence[Reference]
    own: Container[Key] = frozenset()
    document: str = ""


class _Targets(NamedTuple):
    """Where each section stands now, the pairs of whose counterpart that is not sure, and how alike two
    sections are."""

    ends: Mapping[str, tuple[str, ...]]
    doubtful: frozenset[tuple[str, str]]
    fits: Fits | None = None

    def lead(self, anchor: str, sections: Mapping[str, Section]) -> list[Section]:
        """The sections that a section became, the main one first."""
        return [sections[end] for end in self.ends.get(anchor, ()) if end in sections]


def recite(
    text: Cited,
    cited: ReferenceGraph,
    sections: Mapping[str, Section],
    concordance: Concordance,
    verdicts: Mapping[str, Sameness] = MappingProxyType({}),
    fits: Fits | None = None,
) -> Recital:
    """What becomes of the citations of `text`, whose numbers are those of the edition in `cited`;
    `sections` are those of the other edition by anchor, `concordance` leads from the one to the other.
    `verdicts` says of a section cited whether its rule is still the same, `fits` how alike two are."""
    known = _Targets(counterparts(concordance), _doubtful(concordance), fits)
    edits: list[Edit] = []
    reworked: list[Reworked] = []
    left: list[Left] = []
    kept = 0
    for reference in text.references:
        for target, column in _places(reference):
            found = _followed(text, target, column, reference.line, cited, sections, known)
            if isinstance(found, Edit):
                edits.append(found)
                rule = cited.resolve(target)[0]
                verdict = verdicts.get(rule.anchor, "same")
                if verdict in ("changed", "unverified"):
                    reworked.append(Reworked(found, rule.anchor, rule.title, verdict))
            elif isinstance(found, Left):
                left.append(found)
            else:
                kept += 1
    return Recital(
        old=concordance.old,
        new=concordance.new,
        edits=tuple(edits),
        left=tuple(left),
        kept=kept,
        document=text.document,
        reworked=tuple(reworked),
    )


def recite_statements(
    file: str,
    text: str,
    cited: Mapping[str, Section],
    sections: Mapping[str, Section],
    concordance: Concordance,
) -> tuple[Recital, str]:
    """What becomes of the sections (anchors in `cited`) that a TOML file of an edition names, and the
    text with those that are certain; the words that it quotes stay."""
    known = _Targets(counterparts(concordance), _doubtful(concordance))
    edits: dict[str, Edit] = {}
    left: dict[str, Left] = {}
    kept: set[str] = set()

    def followed(anchor: str) -> str:
        if anchor not in cited:
            return anchor
        line, column = _place_of(anchor, text)
        choices = known.lead(anchor, sections)
        if len(choices) == 1 and (anchor, choices[0].anchor) not in known.doubtful:
            new = choices[0].anchor
            if new == anchor:
                kept.add(anchor)
            else:
                edits[anchor] = Edit(file, line, column, anchor, new)
            return new
        chosen = tuple(CitationChoice(s.anchor, s.number, s.title) for s in choices)
        why: Why = "removed" if not choices else "split" if len(choices) > 1 else "unsure"
        left[anchor] = Left(
            file=file, line=line, column=column, text=anchor, why=why, section=anchor,
            title=cited[anchor].title, choices=chosen,
        )  # fmt: skip
        return anchor

    carried_text = carried(text, PurePath(file).name, Carrying(cited, followed))
    found = Recital(concordance.old, concordance.new, tuple(edits.values()), tuple(left.values()), len(kept))
    return found, carried_text


def _place_of(anchor: str, text: str) -> tuple[int, int]:
    """The line and column at which a TOML text first names an anchor."""
    found = re.search(rf"[\"']{re.escape(anchor)}[\"':]", text)
    at = found.start() + 1 if found else 0
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _followed(
    text: Cited,
    target: Target,
    column: int,
    line: int,
    cited: ReferenceGraph,
    sections: Mapping[str, Section],
    known: _Targets,
) -> Edit | Left | None:
    """What becomes of one number; None where it stays as it is with good reason."""
    printed = target.number or ""
    found = cited.resolve(target)

    def left(why: Why, choices: Sequence[Section] = ()) -> Left:
        fits = known.fits if found and why != "removed" else None
        chosen = tuple(
            CitationChoice(s.anchor, s.number, s.title, fits(found[0], s) if fits is not None else None)
            for s in choices
        )
        anchor, title = (found[0].anchor, found[0].title) if found else (None, "")
        return Left(text.file, line, column, printed, why, anchor, title, chosen)

    if not found:
        return None if target.key in text.own else left("dangling")
    choices = known.lead(found[0].anchor, sections)
    if target.key in text.own:
        return left("own", choices)
    if not choices:
        return left("removed", _nearby(found[0], cited, sections, known))
    if len(choices) > 1:
        return left("split", choices)
    if (found[0].anchor, choices[0].anchor) in known.doubtful:
        return left("unsure", choices)
    if choices[0].number is None:
        return left("unnumbered", choices)
    above = found[0].key != target.key and target.clause
    if above and not printed.endswith(target.clause):
        return left("unsure", choices)
    base = printed.removesuffix(target.clause) if above else printed
    new = _as_printed(base, found[0], choices[0].number) + printed[len(base) :]
    return Edit(text.file, line, column, printed, new) if new != printed else None


def _places(reference: Reference) -> Iterator[tuple[Target, int]]:
    """Each number that a reference names, and its column."""
    at = 0
    for target in reference.targets:
        if target.number is None:
            continue
        place = reference.text.find(target.number, at)
        if place >= 0:
            at = place + len(target.number)
            yield target, reference.column + place


def _doubtful(concordance: Concordance) -> frozenset[tuple[str, str]]:
    return frozenset(
        (old, new)
        for row in concordance.rows
        if row.confidence < CERTAIN
        for old in row.old
        for new in row.new
    )


def _nearby(
    section: Section,
    cited: ReferenceGraph,
    sections: Mapping[str, Section],
    known: _Targets,
) -> list[Section]:
    """Where the nearest section above one that was removed stands now."""
    seen = {section.anchor}
    parent = section.parent
    while parent is not None and parent not in seen:
        seen.add(parent)
        found = known.lead(parent, sections)
        if found:
            return found
        parent = cited.sections[parent].parent if parent in cited.sections else None
    return []


def _as_printed(printed: str, old: Section, number: str) -> str:
    """The new number in the manner of the old: "Part 8" for 8.0 becomes "Part 9" for 9.0."""
    if old.number is not None and old.number.endswith(".0") and not printed.endswith(".0"):
        return number.removesuffix(".0")
    return number
