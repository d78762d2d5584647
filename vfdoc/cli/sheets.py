"""The command that makes quick-reference sheets, and audits those already printed."""

from __future__ import annotations

from functools import partial

import click

from vfdoc.cli.terminal import (
    NumberType,
    WholeNumberType,
    as_option,
    format_option,
    out_option,
    read,
    working,
)
from vfdoc.cli.writing import say, unusable, write
from vfdoc.model import InputError

_SEE = "see `vfdoc tables` for what was read"
_NAMES = "NAME,…"


@click.command()
@click.argument("path")
@as_option
@format_option("md", "html", "pdf", "json")
@click.option("--language", metavar="XX", help="The language of the sheet, by the glossary.")
@click.option("--paper", type=click.Choice(("a4", "letter")), help="The paper.")
@click.option("--landscape", is_flag=True, help="Set the paper on its long side.")
@click.option("--sides", type=WholeNumberType(1, 40), metavar="N", help="Fill so many sides.")
@click.option("--columns", type=WholeNumberType(1, 6), metavar="N", help="Columns on a side.")
@click.option("--type", "size", type=NumberType(8, 24), metavar="PT", help="The size of the type.")
@click.option("--panels", metavar=_NAMES, help="Only these panels, in this order.")
@click.option("--arm", metavar=_NAMES, help="Only what concerns these arms of service.")
@click.option("--phase", metavar=_NAMES, help="Only what concerns these phases.")
@click.option("--army", metavar="FILE", help="Only the special rules and profiles of these units.")
@click.option("--audit", metavar="FILE", help="Hold a printed sheet against the rules instead.")
@out_option
def sheet(
    path: str, as_edition: str | None, form: str, language: str | None, paper: str | None, landscape: bool,
    sides: int | None, columns: int | None, size: float | None, panels: str | None, arm: str | None,
    phase: str | None, army: str | None, audit: str | None, out: str | None,
) -> None:  # fmt: skip
    """Make the quick-reference sheet from the rules; every row cites its section.

    House rules are laid over their base and marked. With --audit, FILE (a text, an edition, or a PDF that
    vfdoc made) is held against the rules row by row: exit code 1 where it differs from them.
    """
    from vfdoc.pipeline import sheet_options, sheets

    found = read(path, as_edition)
    if audit is not None:
        if form not in ("md", "json"):
            raise unusable("--audit", f"has no form {form}", "choose md or json")
        held = sheets.audit(found, audit)
        say(held.notes)
        write(sheets.writer("audit", form)(held), out)
        if any(row.verdict not in ("agrees", "unverified") for row in held.rows):
            raise click.exceptions.Exit(1)
        return
    options = sheet_options.SheetOptions(
        paper=paper,  # type: ignore[arg-type]
        landscape=landscape,
        sides=sides,
        columns=columns,
        size=size,
        panels=panels,
        arm=arm,
        phase=phase,
        army=army,
    )
    plan = sheet_options.with_options(sheets.plan_of(found), options, partial(sheets.choices, found))
    with working("laying out the sheet"):
        made = sheets.sheet(found, plan, language)
    say(made.notes)
    if not made.panels:
        raise InputError(path, "states nothing that a sheet could hold: no test, no table", _SEE)
    if form != "pdf":
        write(sheets.writer("sheet", form)(made), out)
        return
    _pdf(made, plan, out)


def _pdf(made: object, plan: object, out: str | None) -> None:
    """Writes the PDF, and says what was done to make it fit. No terminal is given one."""
    import sys

    from vfdoc.pipeline import sheets

    if out is None and sys.stdout.isatty():
        raise unusable("a PDF", "is nothing for a terminal", "name a file with --out")
    with working("setting the sheet"):
        printed = sheets.printed(made, plan)  # type: ignore[arg-type]
    say(printed.notes)
    write(printed.pdf, out)
