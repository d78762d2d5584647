"""The command that begins an edition: new."""

from __future__ import annotations

import click

from vfdoc.cli.writing import one_line


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
