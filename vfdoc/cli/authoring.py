"""The commands that begin an edition: new, and import for one that exists as a document."""

from __future__ import annotations

import os

import click

from vfdoc.cli.terminal import format_option
from vfdoc.cli.writing import one_line, say, write

_TEXTS = (".md", ".markdown", ".txt")


@click.command()
@click.argument("folder")
@click.option("--title", metavar="TITLE", help="What the edition is called.")
@click.option("--amends", metavar="EDITION", help="Begin house rules for this edition.")
@click.option("--translates", metavar="EDITION", help="Begin a translation of this edition.")
@click.option("--language", metavar="XX", help="The language of the new edition, as en or fr.")
def new(
    folder: str, title: str | None, amends: str | None, translates: str | None, language: str | None
) -> None:
    """Begin an edition: a folder that checks clean, with what publishes it on GitHub Pages.

    A translation begins as the original's skeleton: numbers, tables, and the terms that the glossary
    knows. Its translation.toml remembers what each section translates, so that `vfdoc check` tells
    what is untranslated and what the original has changed since.
    """
    from vfdoc.cli.folders import fill_folder
    from vfdoc.pipeline import authoring

    if amends is not None and translates is not None:
        raise click.UsageError("--amends and --translates exclude one another")
    if translates is not None and language is None:
        raise click.UsageError("--translates needs --language")
    files = authoring.new_edition(folder, title, amends, translates, language)
    fill_folder(folder, files)
    first = authoring.first_file(files)
    click.echo(one_line(f"{folder}: {len(files)} files; edit {first}, then `vfdoc check {folder}`"))


@click.command("import")
@click.argument("file")
@click.option(
    "--out",
    type=click.Path(),
    metavar="DIR",
    help="Write a new edition's folder, or one text where the name ends in .md or .txt.",
)
@click.option("--title", metavar="TITLE", help="What the edition is called.")
@click.option("--language", metavar="XX", help="The language of the edition, as en or fr.")
@format_option("text", "json")
def import_(file: str, out: str | None, title: str | None, language: str | None, form: str) -> None:
    """Make rules Markdown of a document: Word, OpenDocument, RTF, HTML, PDF, or a text in any encoding.

    Without --out the text is printed, and on standard error what was dropped, joined or is doubtful; with
    it a folder is written that `vfdoc check` takes. The document is left as it is.
    """
    from vfdoc.formats import writer
    from vfdoc.pipeline import importing

    report = importing.import_file(file)
    files: tuple[str, ...] = ()
    if out is not None and out.lower().endswith(_TEXTS):
        write(report.source.text.encode("utf-8", "replace"), out)
        files = (out,)
    elif out is not None:
        from vfdoc.cli.folders import fill_folder

        made = importing.imported_edition(report, out, title, language)
        fill_folder(out, made)
        files = tuple(os.path.join(out, path) for path in made)
    told = writer("import", form)
    if form == "json":
        write(told(report, files), None, form)
    elif out is None:
        write(report.source.text.encode("utf-8", "replace"), None, "text")
        say(told(report).decode().splitlines())
    else:
        write(told(report), None, "text")
        said = f"{len(files)} files; look them through" if len(files) > 1 else "written"
        click.echo(one_line(f"{out}: {said}, then `vfdoc check {out}`"))
