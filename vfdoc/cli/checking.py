"""The command that finds faults: check."""

from __future__ import annotations

import sys

import click

from vfdoc.cli.terminal import STYLES, as_option, colour, format_option, out_option, say, write


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@as_option
@format_option("text", "json")
@out_option
def check(paths: tuple[str, ...], as_edition: str | None, form: str, out: str | None) -> None:
    """Find faults. Exit code 0: none; 1: findings; 2: unusable input.

    Notes and faults that an edition's errata acknowledge do not count.
    """
    from vfdoc.verdicts import verdict

    found = verdict(paths, as_edition, form)
    say(found.notes)
    if form == "text" and out is None:
        styled = (
            click.style(text, **STYLES[style]) if style in STYLES else text for text, style in found.runs
        )
        click.echo("".join(styled), nl=False, color=colour())
    else:
        write("".join(text for text, _ in found.runs).encode(), out)
    if found.faulty:
        sys.exit(1)
