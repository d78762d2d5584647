"""What every command shares: options, reading a path, saying and writing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])
_MARK = ".vfdoc-site"
_INPUTS = (
    "path", "paths", "others", "old", "new", "house", "file", "single",
    "as_edition", "as_editions", "against", "baseline", "audit", "army",
)  # fmt: skip
"""The parameters of all commands that name what is read."""
STYLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow"},
    "note": {"fg": "cyan"},
    "faint": {"dim": True},
    "strong": {"bold": True},
    "added": {"fg": "green"},
}

as_option = click.option(
    "--as",
    "as_edition",
    metavar="EDITION",
    help="Read the text as a copy of this edition (a name, a folder or a TOML file).",
)
out_option = click.option(
    "--out", type=click.Path(), metavar="FILE", help="Write to FILE, not to standard output."
)


def format_option(*names: str) -> Callable[[_Command], _Command]:
    """The option `--format`, the first name its default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="The form of the output.",
    )


def read(path: str, as_edition: str | None) -> Any:
    """What a path names, as `pipeline.Read`; what it was taken for is said."""
    from vfdoc import pipeline

    found = pipeline.read(path, as_edition)
    say(found.notes)
    return found


def say(notes: Iterable[str]) -> None:
    """Says on standard error what is no result."""
    for note in notes:
        click.echo(f"vfdoc: {note}", err=True)


def write(data: bytes, out: str | None) -> None:
    """Writes a result to a file, else to standard output; InputError where that file is one to be spared."""
    if out is None:
        click.echo(data, nl=False)
        return
    spare(out)
    save(data, out)


def spare(out: str) -> None:
    """An InputError where a result would go over what the command reads or an edition's own file, or into
    a pipe, which nobody may read. What stands under /dev was named for that (/dev/stdout, /dev/null)."""
    if os.path.isfile(out):
        if any(_same(out, path) for path in _read_by_command()):
            raise unusable(out, "is the text itself", "name another file")
        if (folder := _edition_around(out)) is not None:
            from vfdoc.pipeline.paths import is_own  # asked only where there is an edition

            if is_own(folder, out):
                raise unusable(out, "is a file of an edition, not of results", "name another file")
    elif os.path.exists(out) and not os.path.isdir(out) and not os.path.abspath(out).startswith("/dev/"):
        raise unusable(out, "is a pipe or a device, not a file", "name another file")


def _read_by_command() -> Iterable[str]:
    """What the command that runs was told to read, as it was named; PATH@REV without the revision too."""
    told = click.get_current_context().params
    for value in (told.get(name) for name in _INPUTS):
        for path in value if isinstance(value, tuple) else (value,):
            if isinstance(path, str):
                yield from (path, path.rpartition("@")[0] or path)


def _same(out: str, path: str) -> bool:
    try:
        return os.path.samefile(out, path)
    except (OSError, ValueError):  # an edition's name, a revision
        return False


def _edition_around(out: str) -> str | None:
    """The nearest folder above a file that holds an edition."""
    folder = os.path.dirname(os.path.realpath(out))
    while not os.path.isfile(os.path.join(folder, "edition.toml")):
        if folder == (folder := os.path.dirname(folder)):
            return None
    return folder


def save(data: bytes, out: str) -> None:
    """Writes a file, whatever it was before."""
    try:
        with open(out, "wb") as file:
            file.write(data)
    except OSError as error:
        raise unusable(out, f"cannot be written ({error.strerror})", "choose another file") from None


def write_runs(runs: Iterable[tuple[str, str]], out: str | None) -> None:
    """Writes stretches of text, each with its style (a key of STYLES); coloured on a terminal only."""
    if out is not None:
        write("".join(text for text, _ in runs).encode(), out)
        return
    styled = (click.style(text, **STYLES[style]) if style in STYLES else text for text, style in runs)
    click.echo("".join(styled), nl=False, color=colour())


def fill_folder(name: str, files: Mapping[str, bytes]) -> None:
    """Writes files into a folder that is not there yet, or empty."""
    from pathlib import Path

    folder = Path(name)
    try:
        if folder.exists() and not folder.is_dir():
            raise unusable(name, "is a file", "name a folder")
        if folder.is_dir() and any(folder.iterdir()):
            raise unusable(name, "is not empty", "name another folder, or empty this one")
        for file, data in files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise unusable(name, f"cannot be written ({reason})", "choose another folder") from None


def replace_folder(name: str, files: Mapping[str, bytes]) -> None:
    """Writes the files beside the old folder, then swaps: a build that dies leaves the old one whole.

    Only a folder that vfdoc made (it holds a mark), or an empty one, is replaced.
    """
    import shutil
    from pathlib import Path

    folder = Path(os.path.abspath(name))
    if folder.exists() and not folder.is_dir():
        raise unusable(name, "is a file", "name a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).is_file():
        raise unusable(name, "holds files that vfdoc did not make", "name another folder, or empty this one")
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
        raise unusable(
            str(folder), f"cannot be written ({error.strerror})", "choose another folder"
        ) from None


def unusable(where: str, what: str, remedy: str) -> Exception:
    """An InputError; the model is loaded only where one is met."""
    from vfdoc.model import InputError

    return InputError(where, what, remedy)


def colour() -> bool | None:
    """What click is told of colours: never where NO_COLOR says so, else as the terminal is."""
    return False if os.environ.get("NO_COLOR") else None
