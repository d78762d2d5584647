"""The commands that begin an edition and move its numbers: new, import, renumber."""

from __future__ import annotations

import os

import click

from vfdoc.cli.terminal import as_option, format_option, working
from vfdoc.cli.writing import finish, one_line, save_all, say, show_difference, write

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

    with working("reading the document"):
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


@click.command()
@click.argument("path")
@click.argument("pairs", nargs=-1, metavar="[OLD=NEW]...")
@click.option("--insert", metavar="NUMBER", help="Leave a gap: it and what stands behind count up.")
@click.option("--remove", metavar="NUMBER", help="Close a gap: what stands behind that number counts down.")
@click.option("--dry-run", is_flag=True, help="Show what would change, write nothing.")
@as_option
def renumber(
    path: str,
    pairs: tuple[str, ...],
    insert: str | None,
    remove: str | None,
    dry_run: bool,
    as_edition: str | None,
) -> None:
    """Give sections other numbers; every citation in every text of the edition follows.

    A section moves with all below it; contents and index follow, and what the edition's TOML files name.
    The paragraphs stay where they stand, and nothing else changes. Several pairs hold at once: 5.1=5.2
    5.2=5.1 exchanges two. Where a number is taken, or the way back would be another, nothing is written.
    One that was interrupted is finished by the next, and until then nobody reads the edition.
    """
    from vfdoc.pipeline.renumbering import folder_of_texts, renumbered

    folder = folder_of_texts(path)
    if not dry_run and (done := finish(folder)):
        say([f"{path}: a renumbering that was interrupted is finished ({len(done)} files)"])
        return
    if sum((bool(pairs), insert is not None, remove is not None)) != 1:
        raise click.UsageError("name pairs OLD=NEW, or --insert, or --remove")
    found = renumbered(path, pairs, insert, remove, as_edition)
    for file in found.files:
        show_difference(file.difference)
    if not dry_run:
        save_all(((file.data, file.file, file.before) for file in found.files), folder)
    for file in found.files:
        count = f"{file.places} place{'s' if file.places > 1 else ''}"
        say([f"{file.file}: {count} {'would be ' if dry_run else ''}renumbered"])
    say(found.notes)
    if not found.files:
        say([f"{path}: nothing to renumber"])
