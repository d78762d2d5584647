"""The command that finds faults: check."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from vfdoc.cli.terminal import as_option, format_option, out_option, working
from vfdoc.cli.writing import STYLES, colour, one_line, save, say, show_difference, spare, write, write_runs

if TYPE_CHECKING:  # nothing heavy before the store has answered
    from vfdoc.pipeline.check_report import FindingFilter


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@as_option
@format_option("text", "json", "html", "sarif", "github", "gcc")
@out_option
@click.option(
    "--against",
    metavar="EDITION",
    multiple=True,
    help="Hold texts about this edition's rules against it: citations, quotations, values. Further ones are "
    "those in which the words quoted may stand instead.",
)
@click.option("--fix", is_flag=True, help="Write the certain corrections of citations into the text.")
@click.option("--accept", is_flag=True, help="After a look: write what is stated anew, as the text has it.")
@click.option("--dry-run", is_flag=True, help="With --fix or --accept: show the changes, write nothing.")
@click.option("--watch", is_flag=True, help="Check again after every save, until interrupted.")
@click.option("--select", metavar="RULE,…", multiple=True, help="Only findings of these rules.")
@click.option("--ignore", metavar="RULE,…", multiple=True, help="No findings of these rules.")
@click.option("--notes/--no-notes", default=True, show_default=True, help="With notes, or without.")
@click.option("--quiet", "-q", is_flag=True, help="Without notes: the same as --no-notes.")
@click.option("--baseline", metavar="FILE", help="Only what this file, of an earlier run, does not hold.")
@click.option("--write-baseline", metavar="FILE", help="Write the findings to FILE as a baseline.")
@click.option("--explain", metavar="RULE", help="Say what a rule finds, by which evidence; check nothing.")
def check(
    paths: tuple[str, ...],
    as_edition: str | None,
    form: str,
    out: str | None,
    against: tuple[str, ...],
    fix: bool,
    accept: bool,
    dry_run: bool,
    watch: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    notes: bool,
    quiet: bool,
    baseline: str | None,
    write_baseline: str | None,
    explain: str | None,
) -> None:
    """Find faults. Exit code 0: none; 1: findings; 2: unusable input.

    Notes and faults that an edition's errata acknowledge do not count. --fix shows what it corrects as
    a diff, writes it, and then says what is left. --accept does so with the words and fingerprints of what an
    edition's files state (errata.toml, mechanics.toml, edition.toml).
    """
    from vfdoc.pipeline.check_report import FindingFilter, check_report

    if explain is not None:
        _explain(explain)
        return
    if dry_run and not (fix or accept):
        raise click.UsageError("--dry-run goes with --fix or --accept")
    if against and (fix or accept or as_edition is not None or not paths):
        raise click.UsageError(
            "--against goes with the texts to be checked, and with neither --as nor --fix nor --accept"
        )
    for target in (out, write_baseline):
        if target is not None:  # before --fix writes anything
            spare(target)
    if watch and (fix or accept or out or write_baseline or form not in ("text", "gcc")):
        raise click.UsageError("--watch prints text or gcc, and goes with nothing that writes")
    choice = FindingFilter(_rules(select), _rules(ignore), notes and not quiet, baseline)
    if watch:
        _watch(paths, as_edition, form, against, choice)
        return
    if fix:
        _fix(paths, as_edition, choice, dry_run=dry_run, aside=form != "text" or out is not None)
    if accept:
        _accept(paths, as_edition, dry_run=dry_run, aside=form != "text" or out is not None)
    if write_baseline is not None:
        kept = check_report(paths, as_edition, "baseline", against, choice)
        write("".join(text for text, _ in kept.runs).encode(), write_baseline)
        return
    with working("checking"):
        found = check_report(paths, as_edition, form, against, choice)
    say(found.notes)
    if form == "text":
        write_runs(found.runs, out)
    else:
        write("".join(text for text, _ in found.runs).encode(), out)
    if found.faulty:
        sys.exit(1)


def _watch(
    paths: tuple[str, ...], as_edition: str | None, form: str, against: Sequence[str], choice: FindingFilter
) -> None:
    """Prints what is found, and again after every save, each time between two lines that say so; what was
    read stays in memory."""
    from vfdoc.formats.problems import BEGINS, ENDS, unusable_gcc
    from vfdoc.model import InputError
    from vfdoc.model.session import Session
    from vfdoc.pipeline.check_report import fresh_report
    from vfdoc.pipeline.publishing import sources
    from vfdoc.serve import changes

    shown = ", ".join(paths) or "all editions"
    watched = sources((*paths, *against), as_edition)
    with Session(resident=True).active():
        try:
            for _ in changes(watched, armed=True):
                click.echo(one_line(f"{BEGINS} {shown}"))
                try:
                    found = fresh_report(paths, as_edition, form, against, choice)
                except InputError as error:
                    click.echo(one_line(unusable_gcc(error) if form == "gcc" else str(error)))
                else:
                    say(found.notes)
                    write_runs(found.runs, None)
                click.echo(one_line(f"{ENDS} {shown}"))
        except KeyboardInterrupt:  # how a reader ends it
            return


def _rules(named: Iterable[str]) -> tuple[str, ...]:
    """The rules of an option, however often it is given, each once, in any order."""
    return tuple(sorted({rule.strip() for each in named for rule in each.split(",")} - {""}))


def _explain(rule: str) -> None:
    """Prints what a rule finds."""
    from vfdoc.pipeline.finding_filter import rule_description

    style = {"Bad:": "error", "Good:": "added"}
    lines = rule_description(rule).split("\n")
    click.echo(click.style(f"{rule}\n", bold=True), color=colour())
    for line in lines:
        mark, _, rest = line.partition(" ")
        shown = f"{click.style(mark, **STYLES[style[mark]])} {rest}" if mark in style else line
        click.echo(shown, color=colour())


def _fix(
    paths: tuple[str, ...], as_edition: str | None, choice: FindingFilter, *, dry_run: bool, aside: bool
) -> None:
    """Shows the certain corrections (`aside`: on standard error), then writes them."""
    from vfdoc import pipeline
    from vfdoc.pipeline.fixing import fixed

    reads = pipeline.read_all(paths, as_edition)
    for file in fixed(reads, choice.select, choice.ignore, choice.baseline):
        show_difference(file.difference, aside=aside)
        count = f"{file.edits} citation{'s' if file.edits > 1 else ''}"
        if dry_run:
            say([f"{file.file}: {count} would be corrected"])
        else:
            save(file.data, file.file, file.before)
            say([f"{file.file}: {count} corrected"])


def _accept(paths: tuple[str, ...], as_edition: str | None, *, dry_run: bool, aside: bool) -> None:
    """Shows what is stated anew, then writes it."""
    from vfdoc import pipeline
    from vfdoc.pipeline.stating import accepted_files

    for file in accepted_files(pipeline.read_all(paths, as_edition)):
        show_difference(file.difference, aside=aside)
        count = f"{file.statements} statement{'s' if file.statements > 1 else ''}"
        if dry_run:
            say([f"{file.file}: {count} would be accepted"])
        else:
            save(file.data, file.file, file.before)
            say([f"{file.file}: {count} accepted"])
