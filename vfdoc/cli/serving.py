"""The commands that stay while a text is written: serve, lsp."""

from __future__ import annotations

from collections.abc import Mapping

import click

from vfdoc.cli.publishing import one_file, single_option
from vfdoc.cli.terminal import as_option
from vfdoc.cli.writing import say, unusable


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one."
)
@single_option
@as_option
def serve(paths: tuple[str, ...], port: int, single: str | None, as_edition: str | None) -> None:
    """Show the site on this machine, and again whenever a text changes.

    The page in the browser comes anew at the place where it was. PATH may be a single text too.
    """
    from vfdoc import pipeline
    from vfdoc.pipeline.publishing import preview, sources
    from vfdoc.serve import serve as served

    def build() -> Mapping[str, bytes]:
        if single is not None:
            return preview({"index.html": one_file(paths, single, as_edition)[1]})
        return preview(pipeline.site(pipeline.read_all(paths, as_edition)))

    from vfdoc.model.session import Session

    watched = sources((*paths, *((single,) if single is not None else ())), as_edition)
    with Session(resident=True).active():
        served(build, watched, port, lambda words: say([words]))


@click.command()
def lsp() -> None:
    """Serve an editor over the language server protocol, on standard input and output.

    Findings as one types, the rule that a citation means, who cites it, numbers that are renamed with all
    that cites them, an outline. How an editor is told of it stands in the README.
    """
    try:
        from vfdoc.editor import run
    except ModuleNotFoundError as error:
        raise unusable("vfdoc lsp", f"needs {error.name}", 'pip install "vfdoc[lsp]"') from None
    run()
