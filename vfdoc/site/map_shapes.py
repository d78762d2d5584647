"""Where the dots, arcs and words of the maps stand, in the units of their SVG: 360 across, as on a phone.

Names and counts come in; places and paths come out. What is shown and where it leads is decided
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

WIDTH = 360
ROW = 50  # as high as a thumb asks, on the narrowest of phones too
_LINE, _NAME, _EDGE = 208, 46, 354  # the line of dots; where titles begin; the right-hand edge
_LETTERS_TITLE, _LETTERS_ALONE, _LETTERS_SIDE, _LETTERS_HAND = 21, 27, 17, 11
_BASE, _LEADING = 5, 15  # from the middle of a line of words to where it stands; from one line to the next
_QUOTES = 2
_CAPITAL = 1.3  # of a letter
_HANGING = " -–—/"  # what may stand out at a line's end
_BLANK = re.compile(r"\s+(?![-–—/]\s)")  # where a line may end: not before a dash
_LEFT, _RIGHT, _MIDDLE = 122, 238, 180  # the inner ends of the neighbours' names; the section between them
_HAND_NUMBER, _HAND_NAME = 56, 74  # the width of that section


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


class MapLine(NamedTuple):
    """A line of words as it is drawn."""

    words: str
    y: int


class PlacedDot(NamedTuple):
    """A dot as it is drawn, with its words, and the arcs that leave it."""

    href: str
    number: str
    title: tuple[MapLine, ...]
    whole: str
    top: int
    y: int
    title_x: int
    radius: str
    faults: str
    arcs: tuple[PlacedArc, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Dots on a line with arcs beside it, a `row` high each; `told` says in words what is to be seen."""

    height: int
    row: int
    line: int
    first: int
    last: int
    dots: tuple[PlacedDot, ...]
    told: str


class PlacedNeighbour(NamedTuple):
    """A neighbour as it is drawn, and the curve between it and the section."""

    href: str
    number: MapLine | None
    title: tuple[MapLine, ...]
    whole: str
    top: int
    path: str
    width: str
    astray: bool


class PlacedHand(NamedTuple):
    """The section in hand as it is drawn: a box with its number or else its title."""

    lines: tuple[MapLine, ...]
    numbered: bool
    whole: str
    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A section between those that cite it and those that it cites, a `row` high each."""

    height: int
    row: int
    hand: PlacedHand
    incoming: tuple[PlacedNeighbour, ...]
    outgoing: tuple[PlacedNeighbour, ...]
    told: str


def arcs_beside(dots: Sequence[Dot], arcs: Sequence[Arc], told: str) -> Picture:
    """Dots one below the other in order; an arc reaches the further out the further it leads, and the way
    back lies inside the way there."""
    names = [in_lines(dot.title, _LETTERS_TITLE if dot.number else _LETTERS_ALONE, 3) for dot in dots]
    row = max(ROW, _LEADING * max(map(len, names), default=0) + 20)
    ys = [row * place + row // 2 for place in range(len(dots))]
    far = max((abs(arc.source - arc.target) for arc in arcs), default=1)
    leaving: list[list[PlacedArc]] = [[] for _ in dots]
    for arc in sorted(arcs):
        leaving[arc.source].append(_placed_arc(arc, ys, far))
    placed = []
    for dot, name, y, own in zip(dots, names, ys, leaving, strict=True):
        more = f" +{len(dot.faults) - _QUOTES}" if len(dot.faults) > _QUOTES else ""
        placed.append(
            PlacedDot(
                href=dot.href,
                number=dot.number,
                title=_placed_lines(name, y),
                whole=f"{dot.number} {dot.title}".strip(),
                top=y - row // 2,
                y=y,
                title_x=_NAME if dot.number else 0,
                radius=f"{3.5 + 1.5 * sqrt(dot.within):.1f}",
                faults=", ".join(dot.faults[:_QUOTES]) + more,
                arcs=tuple(own),
            )
        )
    return Picture(row * len(dots), row, _LINE, ys[0], ys[-1], tuple(placed), told)


def neighbours(
    number: str, title: str, incoming: Sequence[Neighbour], outgoing: Sequence[Neighbour], told: str
) -> Neighbours:
    """Who cites a section on the left, what it cites on the right, each in order from the top."""
    rows = max(len(incoming), len(outgoing), 1)
    most = max((len(_words_beside(one)) for one in (*incoming, *outgoing)), default=0)
    row = max(ROW, _LEADING * most + 20)
    middle = row * rows // 2
    hand = _placed_hand(number, title, middle)
    left, right = hand.left - 2, hand.left + hand.width + 2
    return Neighbours(
        row * rows,
        row,
        hand,
        tuple(_beside(incoming, rows, row, (left, middle))),
        tuple(_beside(outgoing, rows, row, (right, middle))),
        told,
    )


def in_lines(words: str, letters: int, most: int) -> tuple[str, ...]:
    """Words in at most so many lines of the width of so many small letters; what has no room there is cut
    at the end of a word, and within one only where that alone is too wide."""
    found: list[str] = []
    line, each = "", _BLANK.split(words.strip())
    for place, word in enumerate(each, 1):
        longer = f"{line} {word}".strip()
        if line and _width_of(longer.rstrip(_HANGING)) > letters and len(found) < most - 1:
            found.append(line)
            longer = word
        if _width_of(longer.rstrip(_HANGING)) > letters:
            return (*found, _shortened(" ".join((longer, *each[place:]))[: 2 * letters], letters))
        line = longer
    return (*found, line) if line else tuple(found)


def _width_of(words: str) -> float:
    return sum(_CAPITAL if letter.isupper() else 1.0 for letter in words)


def _shortened(words: str, letters: int) -> str:
    if _width_of(words) <= letters:
        return words
    cut = words[: sum(_width_of(words[: count + 1]) <= letters - 1 for count in range(len(words)))]
    whole = cut if words[len(cut)] == " " else cut.rpartition(" ")[0]
    return (whole or cut).rstrip(" ,;:.–-&") + "…"


def _placed_lines(lines: Sequence[str], middle: int) -> tuple[MapLine, ...]:
    """Lines of words about the middle of their row."""
    first = middle + _BASE - _LEADING * (len(lines) - 1) // 2
    return tuple(MapLine(words, first + _LEADING * place) for place, words in enumerate(lines))


def _placed_arc(arc: Arc, ys: Sequence[int], far: int) -> PlacedArc:
    start, end = ys[arc.source], ys[arc.target]
    down = end > start
    reach = 16 + (_EDGE - _LINE - 30) * abs(arc.source - arc.target) / far - (0 if down else 5)
    path = f"M{_LINE} {start}A{reach:.0f} {abs(end - start) // 2} 0 0 {1 if down else 0} {_LINE} {end}"
    return PlacedArc(path, _width(arc.times), arc.astray, arc.told)


def _placed_hand(number: str, title: str, middle: int) -> PlacedHand:
    lines = (number,) if number else in_lines(title, _LETTERS_HAND, 2)
    width, height = _HAND_NUMBER if number else _HAND_NAME, _LEADING * len(lines) + 11
    return PlacedHand(
        lines=_placed_lines(lines, middle),
        numbered=bool(number),
        whole=f"{number} {title}".strip(),
        left=_MIDDLE - width // 2,
        top=middle - height // 2,
        width=width,
        height=height,
    )


def _words_beside(found: Neighbour) -> tuple[str, ...]:
    """The lines of a neighbour: its number, and its title."""
    return (*((found.number,) if found.number else ()), *in_lines(found.title, _LETTERS_SIDE, 2))


def _beside(
    side: Sequence[Neighbour], rows: int, row: int, hand: tuple[int, int]
) -> Iterator[PlacedNeighbour]:
    """The neighbours of one side. `hand` is the place at the box of the section in hand from which, or to
    which, their curves lead."""
    for place, found in enumerate(side):
        top = row * place + row * (rows - len(side)) // 2
        y = top + row // 2
        start, end = ((_LEFT + 4, y), hand) if hand[0] < _MIDDLE else (hand, (_RIGHT - 4, y))
        half = (start[0] + end[0]) // 2
        lines = _placed_lines(_words_beside(found), y)
        yield PlacedNeighbour(
            href=found.href,
            number=lines[0] if found.number else None,
            title=lines[1:] if found.number else lines,
            whole=f"{found.number} {found.title}".strip(),
            top=top,
            path=f"M{start[0]} {start[1]}C{half} {start[1]} {half} {end[1]} {end[0]} {end[1]}",
            width=_width(found.times),
            astray=found.astray,
        )


def _width(count: int) -> str:
    return f"{min(1 + 0.6 * (count - 1), 6):.1f}"
