"""The command that prices a list of units."""

from __future__ import annotations

import sys

import click

from vfdoc.cli.terminal import WholeNumberType, as_option, format_option, out_option, read
from vfdoc.cli.writing import say, unusable, write

_MOST_POINTS = 99_999


@click.command()
@click.argument("path")
@click.argument("file", required=False)
@click.option("--army", metavar="LIST", help="The army list, where FILE names none.")
@click.option("--points", type=WholeNumberType(0, _MOST_POINTS), help="The points that were agreed.")
@as_option
@format_option("text", "json")
@out_option
def force(
    path: str, file: str | None, army: str | None, points: int | None, as_edition: str | None, form: str,
    out: str | None,
) -> None:  # fmt: skip
    """Price a list of units by the edition's army lists, row by row.

    FILE holds items such as "4 Line Infantry, 1 Light; Foot Battery", behind the name of their army list
    ("France: …"); "-" is standard input. Each row says which sections its price comes from; then come the
    limits of the list, those that are broken first. Without FILE the prices and limits themselves. Exit code
    1 means that something is broken.
    """
    from vfdoc.formats import writer
    from vfdoc.pipeline import forces

    found = read(path, as_edition)
    say(found.notes)
    if file is None:
        if points is not None:
            raise unusable(f"--points {points}", "there is no list of units", "name its file")
        armies = forces.prices(found)
        named = forces.army_named(found, armies, army) if army is not None else None
        write(writer("force", f"prices-{form}")(armies, named), out, form)
        return
    text = _standard_input() if file == "-" else forces.force_text(file)
    counted = forces.force(found, text, file, army, points)
    said = (counted.armies, counted.force, counted.priced, counted.points)
    write(writer("force", form)(*said), out, form)
    from vfdoc.formats.forces import is_broken

    if is_broken(counted.force, counted.priced, counted.points):
        raise SystemExit(1)


def _standard_input() -> str:
    return sys.stdin.buffer.read().decode("utf-8-sig", "replace")
