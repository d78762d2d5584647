"""The commands where editions meet: diff, history, recite, rebase."""

from __future__ import annotations

import os
import sys

import click

from vfdoc.cli.terminal import as_option, format_option, out_option, read, working
from vfdoc.cli.writing import say, unusable, write, write_runs


@click.command()
@click.argument("old")
@click.argument("new")
@click.option(
    "--as",
    "as_editions",
    multiple=True,
    metavar="EDITION",
    help="Read the texts as copies of these editions: once for both, or twice, in order.",
)
@format_option("text", "json", "md", "html", "tsv", "concordance", "concordance-tsv")
@click.option("--amendments", is_flag=True, help="Word the changes as 'strike …, insert …', by section.")
@click.option(
    "--propose", is_flag=True, help="Draft lessons.toml of the newer edition in its folder or --out."
)
@click.option("--results", is_flag=True, help="Sum up only what playing shows to come to another result.")
@out_option
def diff(
    old: str,
    new: str,
    as_editions: tuple[str, ...],
    form: str,
    amendments: bool,
    propose: bool,
    results: bool,
    out: str | None,
) -> None:
    """Compare two editions: what a player must learn, then every value, modifier and section.

    OLD and NEW are editions or texts; PATH@REV is a path at a git revision. A sheet of house rules is
    held against its base row by row, a translation against its original. The forms `concordance`
    (JSON) and `concordance-tsv` say only which sections correspond.

    With --amendments (a form of Markdown) the changes are worded for a meeting: what to strike and what
    to insert. With --propose what no lesson covers becomes entries of the newer edition's lessons.toml,
    each to be kept, mended or struck out; what a person has decided there stays. With --results the summary
    holds those changes alone of which a situation, played in both editions, shows another result; what is
    left out is counted.
    """
    if amendments and form not in ("text", "md"):
        raise unusable(f"--amendments --format {form}", "amendments are Markdown", "use --format md")
    from vfdoc.formats import writer
    from vfdoc.pipeline import comparing

    sides = [read(path, name) for path, name in zip((old, new), _named(old, new, as_editions), strict=True)]
    if form.startswith("concordance"):
        write(writer("diff", form)(comparing.concordance(*sides)), out)
        return
    if propose:
        from vfdoc.cli.drafts import write_drafts
        from vfdoc.pipeline.proposing import lesson_draft

        write_drafts(sides[1].folder, out, lambda folder: (lesson_draft(sides[0], sides[1], folder),))
        return
    one, other = map(comparing.shown, sides)
    with working("comparing"):
        found = comparing.diff(*sides)
    compared = found.only_results() if results else found, one, other
    if amendments:
        write(writer("diff", "amendments")(*compared), out)
    elif form == "text":
        from vfdoc.formats.comparison.text import diff_text

        write_runs(diff_text(*compared), out)
    else:
        write(writer("diff", form)(*compared), out)


@click.command()
@click.argument("path")
@click.argument("section")
@as_option
@format_option("text", "json")
@out_option
def history(path: str, section: str, as_edition: str | None, form: str, out: str | None) -> None:
    """Print one rule through all editions of its lineage, the oldest first."""
    from vfdoc import pipeline
    from vfdoc.formats import writer
    from vfdoc.pipeline import lineage

    found = read(path, as_edition)
    write(writer("history", form)(lineage.history(found, pipeline.find_section(found, section))), out, form)


@click.command()
@click.argument("file")
@click.option("--from", "old", required=True, metavar="OLD", help="The edition whose numbers the text cites.")
@click.option("--to", "new", required=True, metavar="NEW", help="The edition whose numbers it shall cite.")
@format_option("text", "json")
@out_option
def recite(file: str, old: str, new: str, form: str, out: str | None) -> None:
    """Rewrite the citations of any text about the rules from one edition's numbers to another's.

    Prints the text. What cannot be rewritten (a rule that was split or removed) stays as it is and is
    listed, with the choices. Exit code 0: all rewritten; 1: some left to you.
    """
    from vfdoc.formats import writer
    from vfdoc.pipeline import comparing

    found = comparing.recite(file, read(old, None), read(new, None))
    if form == "json":
        write(writer("recite", form)(found.recital, found.text), out)
    else:
        write(found.data, out)
        for note in writer("recite", form)(found.recital).decode().splitlines():
            click.echo(note, err=True)
    if found.recital.left:
        sys.exit(1)


@click.command()
@click.argument("house")
@click.option("--from", "old", required=True, metavar="OLD", help="The base edition that the rules amend.")
@click.option("--to", "new", required=True, metavar="NEW", help="The base edition that they shall amend.")
@as_option
@format_option("text", "json", "md")
@click.option(
    "--out",
    type=click.Path(),
    metavar="DIR",
    help="Write a new edition of the house rules here, and the list as rebase.md in it.",
)
def rebase(house: str, old: str, new: str, as_edition: str | None, form: str, out: str | None) -> None:
    """Say what a new base edition does to house rules, each rule once; nothing is dropped.

    A rule is unaffected, adopted by the base, changed by the base too (three values), left without
    the base's rule, or new. A new edition is written only where --out says so.
    """
    from vfdoc.formats import writer
    from vfdoc.pipeline import rebasing

    sides = [read(house, as_edition), read(old, None), read(new, None)]
    found = rebasing.rebase(*sides)
    write(writer("rebase", form)(found, *(side.shown for side in sides)), None, form)
    if out is not None:
        from vfdoc.cli.folders import fill_folder

        fill_folder(out, rebasing.rebased_edition(found, *sides))
        say([f"{out}: a new edition that amends {sides[2].rulebook.edition.id}"])


def _named(old: str, new: str, as_editions: tuple[str, ...]) -> tuple[str | None, str | None]:
    """What each side is read as. Said once, it is meant for the texts: an edition says itself what it is."""
    match as_editions:
        case ():
            return None, None
        case (one,):
            texts = [os.path.isfile(path) or os.path.isfile(path.rpartition("@")[0]) for path in (old, new)]
            first, second = texts if any(texts) else (True, True)
            return one if first else None, one if second else None
        case (first, second):
            return first, second
    raise click.UsageError("--as is given once for the texts, or twice, in order")
