"""The command line: arguments, printing, exit codes, writing files. Nothing else does these.

Exit codes: 0 nothing found, 1 findings, 2 unusable input or arguments. Heavy packages are imported
inside the commands that need them, because start-up is paid at every save.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])
_MARK = ".vfdoc-site"
_STYLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow"},
    "note": {"fg": "cyan"},
    "faint": {"dim": True},
}


class _Commands(click.Group):
    """Turns unusable input into one clear line and exit code 2, whatever the command."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Exception as error:
            from vfdoc.model import InputError

            if not isinstance(error, InputError):
                raise
            click.echo(f"vfdoc: {error}", err=True)
            ctx.exit(2)


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="vfdoc", message="vfdoc %(version)s")
def main() -> None:
    """Reads section-numbered rules texts and makes them checkable, comparable and playable.

    PATH is a text, an edition's folder, an edition's name (see `vfdoc list`) or one document of an
    edition (vf-1e/sheet).
    """


_as = click.option(
    "--as",
    "as_edition",
    metavar="EDITION",
    help="Read the text as a copy of this edition (a name, a folder or a TOML file).",
)
_out = click.option("--out", type=click.Path(), metavar="FILE", help="Write to FILE, not to standard output.")


def _format(*names: str) -> Callable[[_Command], _Command]:
    return click.option(
        "--format",
        "form",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="The form of the output.",
    )


@main.command()
@click.argument("path")
@_as
@_format("text", "json")
@click.option(
    "--explain", type=click.IntRange(min=1), metavar="LINE", help="Say why this line was read as it was."
)
@_out
def parse(path: str, as_edition: str | None, form: str, explain: int | None, out: str | None) -> None:
    """Print the documents as read: sections, citations, tables."""
    from vfdoc import pipeline
    from vfdoc.output import writer

    found = _read(path, as_edition)
    if explain is not None:
        _write(pipeline.explain(found, explain).encode(), out)
    else:
        _write(writer("parse", form)(found.shown, found.graph), out)


@main.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@_as
@_format("text", "json")
@_out
def check(paths: tuple[str, ...], as_edition: str | None, form: str, out: str | None) -> None:
    """Find faults. Exit code 0: none; 1: findings; 2: unusable input.

    Notes and faults that an edition's errata acknowledge do not count.
    """
    from vfdoc.verdicts import verdict

    found = verdict(paths, as_edition, form)
    _say(found.notes)
    if form == "text" and out is None:
        styled = (
            click.style(text, **_STYLES[style]) if style in _STYLES else text for text, style in found.runs
        )
        click.echo("".join(styled), nl=False, color=_colour())
    else:
        _write("".join(text for text, _ in found.runs).encode(), out)
    if found.faulty:
        sys.exit(1)


@main.command()
@click.argument("path")
@_as
@click.option("--of", metavar="SECTION", help="Only this section and its neighbours.")
@_format("text", "json", "dot", "graphml")
@_out
def graph(path: str, as_edition: str | None, of: str | None, form: str, out: str | None) -> None:
    """Print the cross-reference graph."""
    from vfdoc import pipeline
    from vfdoc.output import writer

    found = _read(path, as_edition)
    anchor = pipeline.find_section(found, of).anchor if of is not None else None
    _write(writer("graph", form)(found.graph, anchor, found.document), out)


@main.command()
@click.argument("path")
@click.argument("section")
@_as
@_format("text", "json")
@_out
def show(path: str, section: str, as_edition: str | None, form: str, out: str | None) -> None:
    """Print one rule: its text, notes and citations both ways."""
    from vfdoc import pipeline
    from vfdoc.output import writer

    found = _read(path, as_edition)
    _write(writer("show", form)(found.graph, pipeline.find_section(found, section)), out)


@main.command()
@click.argument("path")
@_as
@_format("text", "json", "csv")
@_out
def tables(path: str, as_edition: str | None, form: str, out: str | None) -> None:
    """Print the tests, modifiers and lookups that the text states."""
    from vfdoc import pipeline
    from vfdoc.output import writer

    found = _read(path, as_edition)
    _write(writer("tables", form)(found.rulebook, pipeline.mechanics(found)), out)


@main.command("list")
@_format("text", "json")
@_out
def list_editions(form: str, out: str | None) -> None:
    """List the editions known."""
    from vfdoc import pipeline
    from vfdoc.output import writer

    _write(writer("list", form)(pipeline.editions()), out)


@main.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--out",
    type=click.Path(),
    default="public",
    show_default=True,
    metavar="DIR",
    help="The folder to publish into.",
)
@_as
def build(paths: tuple[str, ...], out: str, as_edition: str | None) -> None:
    """Publish the rules as a static site."""
    from vfdoc import pipeline

    reads = pipeline.read_all(paths, as_edition)
    _say(note for read in reads for note in read.notes)
    files = pipeline.site(reads)
    _replace_folder(out, files)
    size = sum(map(len, files.values()))
    click.echo(f"{out}: {len(files)} files, {size / 1000:.0f} kB; open {os.path.join(out, 'index.html')}")


@main.command()
@click.argument("name")
@_out
def schema(name: str, out: str | None) -> None:
    """Print the JSON Schema of a format: document, editions, findings, graph, section, tables."""
    from vfdoc.output.shapes import SCHEMAS, json_schema

    if name not in SCHEMAS:
        raise _unusable(f"schema {name}", "no such format", f"formats: {', '.join(SCHEMAS)}")
    _write(json_schema(name), out)


def _read(path: str, as_edition: str | None) -> Any:
    from vfdoc import pipeline

    found = pipeline.read(path, as_edition)
    _say(found.notes)
    return found


def _say(notes: Iterable[str]) -> None:
    for note in notes:
        click.echo(f"vfdoc: {note}", err=True)


def _write(data: bytes, out: str | None) -> None:
    if out is None:
        click.echo(data, nl=False)
        return
    try:
        with open(out, "wb") as file:
            file.write(data)
    except OSError as error:
        raise _unusable(out, f"cannot be written ({error.strerror})", "choose another file") from None


def _replace_folder(name: str, files: Mapping[str, bytes]) -> None:
    """Writes the files beside the old folder, then swaps: a build that dies leaves the old one whole.

    Only a folder that vfdoc made (it holds a mark), or an empty one, is replaced.
    """
    import shutil
    from pathlib import Path

    folder = Path(os.path.abspath(name))
    if folder.exists() and not folder.is_dir():
        raise _unusable(name, "is a file", "name a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).is_file():
        raise _unusable(name, "holds files that vfdoc did not make", "name another folder, or empty this one")
    fresh, old = (folder.with_name(f".{folder.name}.{state}") for state in ("new", "old"))
    try:
        for left in (fresh, old):
            if left.exists():
                shutil.rmtree(left)
        for file, data in files.items():
            path = fresh / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (fresh / _MARK).write_text("made by vfdoc build, which may replace this folder\n", encoding="utf-8")
        if folder.exists():
            folder.rename(old)
        fresh.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise _unusable(
            str(folder), f"cannot be written ({error.strerror})", "choose another folder"
        ) from None


def _unusable(where: str, what: str, remedy: str) -> Exception:
    """An InputError; the model is loaded only where one is met."""
    from vfdoc.model import InputError

    return InputError(where, what, remedy)


def _colour() -> bool | None:
    return False if os.environ.get("NO_COLOR") else None
