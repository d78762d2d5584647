"""The command that publishes: build."""

from __future__ import annotations

import os
from typing import Any

import click

from vfdoc.cli.terminal import as_option, working
from vfdoc.cli.writing import one_line, say, unusable, write

_SITE = "public"

single_option = click.option(
    "--single", metavar="EDITION", help="Write this edition as one file that reads without scripts."
)


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--out",
    type=click.Path(),
    metavar="DIR",
    help=f"The folder to publish into (without it: {_SITE}); with --single the file (EDITION.html).",
)
@single_option
@click.option(
    "--url", metavar="URL", help="Where the site will be read: previews of links and --single ask for it."
)
@as_option
def build(
    paths: tuple[str, ...], out: str | None, single: str | None, url: str | None, as_edition: str | None
) -> None:
    """Publish the rules as a static site, or one edition as one file."""
    address = _address(url)
    if single is not None:
        with working("building the file"):
            id_, page = one_file(paths, single, as_edition, address)
        name = os.path.join(out, f"{id_}.html") if out and os.path.isdir(out) else out or f"{id_}.html"
        write(page, name)
        click.echo(one_line(f"{name}: {len(page) / 1000:.0f} kB"))
        return
    from vfdoc import pipeline
    from vfdoc.cli.folders import publish_folder

    reads = pipeline.read_all(paths, as_edition)
    say(note for read in reads for note in read.notes)
    with working("building the pages"):
        files = pipeline.site(reads, address)
    out = _SITE if out is None else out
    publish_folder(out, files)
    size = sum(map(len, files.values()))
    door = os.path.join(out, "index.html")
    click.echo(one_line(f"{out}: {len(files)} files, {size / 1000:.0f} kB; open {door}"))


def one_file(
    paths: tuple[str, ...], single: str, as_edition: str | None, address: str = ""
) -> tuple[str, bytes]:
    """The id of an edition and the one file that it is published as, among what `paths` name."""
    from vfdoc.pipeline import publishing

    edition, reads = publishing.with_neighbours(single, paths, as_edition)
    say(note for read in reads for note in read.notes)
    return edition.rulebook.edition.id, publishing.single(edition, reads, address)


def _address(url: str | None) -> str:
    """The address of --url; an InputError where it is none of the web."""
    from urllib.parse import urlsplit

    if url is None:
        return ""
    parts: Any = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise unusable(f"--url {url}", "is no address of a site", "write it as https://example.org/rules/")
    return url
