"""The picture of a distribution for a page: bars as SVG, readable without colour and without a script."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from vfdoc.play.attacks import Attack, Odds
from vfdoc.play.odds import Distribution, at_least, mean
from vfdoc.play.opposed import Contest

_ROW = 22
_LEFT, _BARS, _RIGHT = 40, 320, 130
_SHOWN = Fraction(1, 1000)


def odds_svg(edition: str, odds: Odds | Contest) -> bytes:
    """`odds --format svg`: the losses of an attack; empty of bars for what makes none."""
    found = odds.found if isinstance(odds, Odds) else None
    losses = found.losses if isinstance(found, Attack) else ()
    return picture(losses, f"{edition}: losses of the attack")


def picture(distribution: Distribution, title: str) -> bytes:
    """A bar for each number that has a chance of a thousandth or more, with its chance and the chance of
    that or more. Ink is the page's own colour; the words are text, and the title says it all aloud."""
    shown = [(count, chance) for count, chance in enumerate(distribution) if chance >= _SHOWN]
    more = at_least(distribution)
    top = max((chance for _, chance in shown), default=Fraction(1))
    height, width = _ROW * (len(shown) + 1) + 6, _LEFT + _BARS + _RIGHT
    told = "; ".join(f"{count}: {float(chance):.1%}" for count, chance in shown)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        ' font-family="system-ui, sans-serif" font-size="13" fill="currentColor">',
        f"<title>{escape(title)}, {float(mean(distribution)):.2f} on average. {told}</title>",
        f'<text x="{_LEFT + _BARS + 8}" y="14">exactly</text>',
        f'<text x="{width - 4}" y="14" text-anchor="end">or more</text>',
    ]
    for place, (count, chance) in enumerate(shown, 1):
        y = _ROW * place
        bar = float(chance / top * _BARS)
        out += [
            f'<text x="{_LEFT - 8}" y="{y + 15}" text-anchor="end">{count}</text>',
            f'<rect x="{_LEFT}" y="{y + 3}" width="{bar:.1f}" height="{_ROW - 6}" opacity="0.75"/>',
            f'<text x="{_LEFT + _BARS + 8}" y="{y + 15}">{float(chance):.1%}</text>',
            f'<text x="{width - 4}" y="{y + 15}" text-anchor="end">{float(more[count]):.1%}</text>',
        ]
    return ("\n".join([*out, "</svg>"]) + "\n").encode()
