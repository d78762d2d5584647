"""The command that publishes: build."""

from __future__ import annotations

import os

import click

from vfdoc.cli.terminal import as_option, replace_folder, say


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--out",
    type=click.Path(),
    default="public",
    show_default=True,
    metavar="DIR",
    help="The folder to publish into.",
)
@as_option
def build(paths: tuple[str, ...], out: str, as_edition: str | None) -> None:
    """Publish the rules as a static site."""
    from vfdoc import pipeline

    reads = pipeline.read_all(paths, as_edition)
    say(note for read in reads for note in read.notes)
    files = pipeline.site(reads)
    replace_folder(out, files)
    size = sum(map(len, files.values()))
    click.echo(f"{out}: {len(files)} files, {size / 1000:.0f} kB; open {os.path.join(out, 'index.html')}")
