"""An opposed roll on a terminal: both sides' factors, who wins, and what befalls them."""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.formats.outcomes import (
    applied_text,
    base_lines,
    left_out_lines,
    names_assumed,
    not_computed_lines,
    note_lines,
    passed_lines,
    rule_line,
    share,
    short,
    through_lines,
    untold_lines,
    wrapped,
)
from vfdoc.formats.row_words import amount_text
from vfdoc.play.opposed import OTHER, Befalls, Contest, OpposedSide
from vfdoc.play.situation import SECOND

_AGAIN = "one side, against the second"
_PASSED = "did not apply to"


def contest_lines(edition: str, found: Contest) -> list[str]:
    """The lines of an opposed roll; after a draw that is rolled again, that roll too."""
    opposed = found.opposed
    quality = f" + {opposed.quality.replace('-', ' ')}" if opposed.quality else ""
    out = [
        f"{edition}  {opposed.name}  {found.dice}{quality} + factors, on each side ({opposed.section})",
        "",
    ]
    for name, side in _named(found):
        out += _side(name, side)
    out += ["", *_chances(found)]
    befall = zip(_names(found), found.befall, strict=True)
    for name, befalls in ((name, each) for name, each in befall if name != _AGAIN):
        out += ["", f"what befalls {name}", *map(_befalls, befalls)]
    if found.again is not None:
        out += ["", "after a draw, rolled again:", *_chances(found.again)]
    out += [*_assumed(found), *_several_lines(found), *_round_lines(found)]
    return [*out, *not_computed_lines(found.not_computed), *note_lines(found.notes)]


def _names(found: Contest) -> tuple[str, ...]:
    if len(found.sides) == 2:
        return ("one side", "the other")
    return ("one side", "the first", _AGAIN, "the second")


def _named(found: Contest) -> Iterator[tuple[str, OpposedSide]]:
    yield from zip(_names(found), found.sides, strict=True)


def _several_lines(found: Contest) -> Iterator[str]:
    """What is open of a fight of two units against one."""
    section = found.opposed.several
    if found.one_of is not None:
        yield ""
        yield f"not computed: there is more than one ({section}): tell it, as in --set {SECOND}{OTHER}.…"
    if found.in_doubt:
        yield ""
        yield f"not computed: of {share(found.in_doubt)} of the dice {section} does not say who wins: the"
        yield "totals of one side differ, and the highest of all is not of who wins by the comparisons"
        yield "(counted here by the comparisons: one side wins where it wins both)"


def _round_lines(found: Contest) -> Iterator[str]:
    """What the roll after a draw comes to as a further round, which the text leaves open."""
    if found.next_round is None:
        return
    yield ""
    yield "not computed: the text does not say whether the roll after a draw is a further round; if it is,"
    for row, _, _ in found.hanging:
        yield from rule_line(amount_text(row), short(row.condition), row.section)
    yield from _chances(found.next_round)


def _assumed(found: Contest) -> Iterator[str]:
    """What did not apply, of all sides at once and of one of them, and what nobody told of either."""
    passed = []
    for side in found.sides:
        rows = (p for part in (*side.score.parts, side.score) for p in part.not_applied)
        passed.append({(p.row.id, p.why): p for p in rows})
    shared = set.intersection(*map(set, passed))
    of_all = (passed[0][key] for key in passed[0] if key in shared)
    yield from passed_lines(of_all, f"{_PASSED} any side", names_assumed(side.score for side in found.sides))
    for (name, side), each in zip(_named(found), passed, strict=True):
        own = (each[key] for key in each if key not in shared)
        yield from passed_lines(own, f"{_PASSED} {name}", names_assumed([side.score]))
    for name, side in _named(found):
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
    yield from through_lines(side.score)
    for fact, asked in side.hangs:
        are = "is" if len(asked) == 1 else "are"
        yield from wrapped(f"{fact} counts for nothing: {', '.join(asked)} {are} not told")
    yield f"  adds {float(side.score.total):g} to its dice"


def _chances(found: Contest) -> Iterator[str]:
    yield f"  one side wins  {share(found.wins)}"
    yield f"  a draw         {share(found.draws)}"
    other = "the other wins" if len(found.sides) == 2 else "the two win"
    yield f"  {other:<14} {share(found.loses)}"
    margins = "  ".join(
        f"{margin:+d} {float(chance):.0%}" for margin, chance in found.margins.items() if chance
    )
    yield f"  margins  {margins}".replace("-", "\N{MINUS SIGN}").replace("+0", "0")


def _befalls(found: Befalls) -> str:
    effects = ", ".join(effect.replace("-", " ") for effect in found.effects) or "nothing"
    cited = f"  ({', '.join(found.sections)})" if found.sections else ""
    return f"  {share(found.chance):>18}  {effects}{cited}"
