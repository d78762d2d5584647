"""Where the dots, arcs and words of the maps stand, in the units of their SVG: 360 across, as on a phone.

Names and counts come in; places and paths come out. What is shown and where it leads is decided
elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

WIDTH = 360
ROW = 50  # as high as a thumb asks, on the narrowest of phones too
_LINE, _NAME, _EDGE = 208, 46, 354  # the line of dots; where titles begin; the right-hand edge
_LETTERS_TITLE, _LETTERS_ALONE, _LETTERS_SIDE = 21, 27, 17
_QUOTES = 2
_CAPITAL = 1.3  # of a letter
_LEFT, _RIGHT, _MIDDLE = 122, 238, 180  # the inner ends of the neighbours' names; the section between them


class Dot(NamedTuple):
    """A chapter or section on the line: where it leads, how often it cites itself, and the words of its
    faulty citations."""

    href: str
    number: str
    title: str
    within: int
    faults: tuple[str, ...]

    @property
    def called(self) -> str:
        """Its number, else its title."""
        return self.number or self.title


class Arc(NamedTuple):
    """Citations from one dot to another (places on the line), their number, whether one leads astray."""

    source: int
    target: int
    times: int
    astray: bool
    told: str


class Neighbour(NamedTuple):
    """A section beside the one in hand."""

    href: str
    number: str
    title: str
    times: int
    astray: bool = False


class PlacedArc(NamedTuple):
    """An arc as it is drawn."""

    path: str
    width: str
    astray: bool
    told: str


class PlacedDot(NamedTuple):
    """A dot as it is drawn, with its words, and the arcs that leave it."""

    href: str
    number: str
    title: str
    whole: str
    top: int
    y: int
    title_x: int
    radius: str
    faults: str
    arcs: tuple[PlacedArc, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Dots on a line with arcs beside it; `told` says in words what is to be seen."""

    height: int
    line: int
    first: int
    last: int
    dots: tuple[PlacedDot, ...]
    told: str


class PlacedNeighbour(NamedTuple):
    """A neighbour as it is drawn, and the curve between it and the section."""

    href: str
    number: str
    title: str
    whole: str
    top: int
    y: int
    path: str
    width: str
    astray: bool


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A section between those that cite it and those that it cites."""

    height: int
    y: int
    called: str
    incoming: tuple[PlacedNeighbour, ...]
    outgoing: tuple[PlacedNeighbour, ...]
    told: str


def arcs_beside(dots: Sequence[Dot], arcs: Sequence[Arc], told: str) -> Picture:
    """Dots one below the other in order; an arc reaches the further out the further it leads, and the way
    back lies inside the way there."""
    ys = [ROW * place + ROW // 2 for place in range(len(dots))]
    far = max((abs(arc.source - arc.target) for arc in arcs), default=1)
    leaving: list[list[PlacedArc]] = [[] for _ in dots]
    for arc in sorted(arcs):
        leaving[arc.source].append(_placed_arc(arc, ys, far))
    placed = []
    for dot, y, own in zip(dots, ys, leaving, strict=True):
        letters = _LETTERS_TITLE if dot.number else _LETTERS_ALONE
        more = f" +{len(dot.faults) - _QUOTES}" if len(dot.faults) > _QUOTES else ""
        placed.append(
            PlacedDot(
                href=dot.href,
                number=dot.number,
                title=shortened(dot.title, letters),
                whole=f"{dot.number} {dot.title}".strip(),
                top=y - ROW // 2,
                y=y,
                title_x=_NAME if dot.number else 0,
                radius=f"{3.5 + 1.5 * sqrt(dot.within):.1f}",
                faults=", ".join(dot.faults[:_QUOTES]) + more,
                arcs=tuple(own),
            )
        )
    return Picture(ROW * len(dots), _LINE, ys[0], ys[-1], tuple(placed), told)


def neighbours(
    called: str, incoming: Sequence[Neighbour], outgoing: Sequence[Neighbour], told: str
) -> Neighbours:
    """Who cites a section on the left, what it cites on the right, each in order from the top."""
    rows = max(len(incoming), len(outgoing), 1)
    middle = ROW * rows // 2
    return Neighbours(
        ROW * rows,
        middle,
        shortened(called, 9),
        tuple(
            _placed(found, place, len(incoming), rows, middle, True) for place, found in enumerate(incoming)
        ),
        tuple(
            _placed(found, place, len(outgoing), rows, middle, False) for place, found in enumerate(outgoing)
        ),
        told,
    )


def shortened(words: str, letters: int) -> str:
    """Words cut to the width of so many small letters, at the end of one where that leaves enough."""
    widths = list(accumulate(_CAPITAL if letter.isupper() else 1.0 for letter in words))
    if not widths or widths[-1] <= letters:
        return words
    cut = words[: sum(width <= letters - 1 for width in widths)]
    whole = cut.rsplit(" ", 1)[0]
    return (whole if 3 * len(whole) >= 2 * len(cut) else cut).rstrip(" ,;:.–-&") + "…"


def _placed_arc(arc: Arc, ys: Sequence[int], far: int) -> PlacedArc:
    start, end = ys[arc.source], ys[arc.target]
    down = end > start
    reach = 16 + (_EDGE - _LINE - 30) * abs(arc.source - arc.target) / far - (0 if down else 5)
    path = f"M{_LINE} {start}A{reach:.0f} {abs(end - start) // 2} 0 0 {1 if down else 0} {_LINE} {end}"
    return PlacedArc(path, _width(arc.times), arc.astray, arc.told)


def _placed(
    found: Neighbour, place: int, count: int, rows: int, middle: int, incoming: bool
) -> PlacedNeighbour:
    top = ROW * place + ROW * (rows - count) // 2
    y = top + ROW // 2
    start, end = (
        ((_LEFT + 4, y), (_MIDDLE - 30, middle)) if incoming else ((_MIDDLE + 30, middle), (_RIGHT - 4, y))
    )
    half = (start[0] + end[0]) // 2
    path = f"M{start[0]} {start[1]}C{half} {start[1]} {half} {end[1]} {end[0]} {end[1]}"
    whole = f"{found.number} {found.title}".strip()
    title = shortened(found.title, _LETTERS_SIDE)
    return PlacedNeighbour(
        href=found.href,
        number=found.number,
        title=title,
        whole=whole,
        top=top,
        y=y,
        path=path,
        width=_width(found.times),
        astray=found.astray,
    )


def _width(count: int) -> str:
    return f"{min(1 + 0.6 * (count - 1), 6):.1f}"
