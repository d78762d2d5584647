"""An opposed roll on a terminal: both sides' factors, who wins, and what befalls them."""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.formats.outcomes import (
    applied_text,
    base_lines,
    left_out_lines,
    not_computed_lines,
    share,
    untold_lines,
)
from vfdoc.play.opposed import Befalls, Contest, OpposedSide


def contest_lines(edition: str, found: Contest) -> list[str]:
    """The lines of an opposed roll; after a draw that is rolled again, that roll too."""
    opposed = found.opposed
    quality = f" + {opposed.quality.replace('-', ' ')}" if opposed.quality else ""
    out = [
        f"{edition}  {opposed.name}  {found.dice}{quality} + factors, on each side ({opposed.section})",
        "",
    ]
    for name, side in zip(("one side", "the other"), found.sides, strict=True):
        out += _side(name, side)
    out += ["", *_chances(found)]
    for name, befalls in zip(("one side", "the other"), found.befall, strict=True):
        out += ["", f"what befalls {name}", *map(_befalls, befalls)]
    if found.again is not None:
        out += ["", "after a draw, rolled again:", *_chances(found.again)]
    return [*out, *_assumed(found), *not_computed_lines(found.not_computed)]


def _assumed(found: Contest) -> Iterator[str]:
    """What nobody told of either side."""
    for name, side in zip(("one side", "the other"), found.sides, strict=True):
        yield from untold_lines([side.score], head=f"not told of {name}, and taken for")
        yield from left_out_lines([side.score], head=f"not told of {name}, and its rows left out")


def _side(name: str, side: OpposedSide) -> Iterator[str]:
    yield name
    for quality in side.score.parts:
        yield from base_lines(quality)
        for applied in quality.applied:
            yield from applied_text(applied)
    for applied in side.score.applied:
        yield from applied_text(applied)
    yield f"  adds {float(side.score.total):g} to its dice"


def _chances(found: Contest) -> Iterator[str]:
    yield f"  one side wins  {share(found.wins)}"
    yield f"  a draw         {share(found.draws)}"
    yield f"  the other wins {share(found.loses)}"
    margins = "  ".join(
        f"{margin:+d} {float(chance):.0%}" for margin, chance in found.margins.items() if chance
    )
    yield f"  margins  {margins}".replace("-", "\N{MINUS SIGN}").replace("+0", "0")


def _befalls(found: Befalls) -> str:
    effects = ", ".join(effect.replace("-", " ") for effect in found.effects) or "nothing"
    cited = f"  ({', '.join(found.sections)})" if found.sections else ""
    return f"  {share(found.chance):>18}  {effects}{cited}"
