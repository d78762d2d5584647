"""What every command shares: options, and reading a path."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from vfdoc.cli.writing import one_line, say
from vfdoc.model.logs import Progress, watched

_Command = TypeVar("_Command", bound=Callable[..., Any])

as_option = click.option(
    "--as",
    "as_edition",
    metavar="EDITION",
    help="Read the text as a copy of this edition (a name, a folder or a TOML file).",
)
out_option = click.option(
    "--out", type=click.Path(), metavar="FILE", help="Write to FILE, not to standard output."
)


_BETWEEN = 0.2  # seconds between two looks at how far the work is
_BAR = 20  # characters
_FIGURES = re.compile(r"[+-]?\d+(?:\.\d+)?", re.ASCII)


class WholeNumberType(click.IntRange):
    """A whole number within bounds; of figures only 0 to 9 count, as everywhere."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; a usage error where it is none, or out of bounds."""
        return super().convert(_in_figures(self, value, param, ctx), param, ctx)


class NumberType(click.FloatRange):
    """The same that may have a fraction."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; a usage error where it is none, or out of bounds."""
        return super().convert(_in_figures(self, value, param, ctx), param, ctx)


def _in_figures(
    kind: click.ParamType[Any], value: Any, param: click.Parameter | None, ctx: click.Context | None
) -> Any:
    if isinstance(value, str) and not _FIGURES.fullmatch(value):
        kind.fail(f"{value!r} is no number in the figures 0 to 9.", param, ctx)
    return value


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


@contextmanager
def working(words: str) -> Iterator[None]:
    """Shows on a terminal, on standard error, what is worked on, for how long and how far it is, once that
    lasts over a second; nothing anywhere else, and nothing is left of it."""
    if not sys.stderr.isatty():
        yield
        return
    from shutil import get_terminal_size
    from threading import Event, Thread

    over, begun = Event(), time.monotonic()

    def shows(progress: Progress) -> None:
        wait = 1.0
        while not over.wait(wait):
            wait = _BETWEEN
            took = int(time.monotonic() - begun)
            shown = f"{one_line(words)} … {took} s {_bar(*progress.stage)}".rstrip()
            click.echo(f"\r{shown[: get_terminal_size().columns - 1]}\x1b[K", err=True, nl=False)

    with watched() as progress:
        showing = Thread(target=shows, args=(progress,), daemon=True)
        showing.start()
        try:
            yield
        finally:
            over.set()
            showing.join()
            if time.monotonic() - begun > 1:
                click.echo("\r\x1b[K", err=True, nl=False)


def _bar(stage: str, done: int, of: int) -> str:
    """How far a stage is: "checks [######----] 12 of 38"; nothing where it has no steps."""
    filled = _BAR * done // of if of else 0
    return f"{stage} [{'#' * filled}{'-' * (_BAR - filled)}] {done} of {of}" if of else ""


def read(path: str, as_edition: str | None) -> Any:
    """What a path names, as `pipeline.Read`; what it was taken for is said."""
    from vfdoc import pipeline

    found = pipeline.read(path, as_edition)
    say(found.notes)
    return found
