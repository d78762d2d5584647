"""What every command shares: options, and reading a path."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, TypeVar

import click

from vfdoc.cli.writing import one_line, say

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
    """Shows on a terminal, on standard error, what is worked on and for how long, once that lasts over a
    second; nothing anywhere else, and nothing is left of it."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Event, Thread

    over = Event()

    def shows() -> None:
        for seconds in count(1):
            if over.wait(1):
                break
            click.echo(f"\r{one_line(words)} … {seconds} s", err=True, nl=False)

    showing = Thread(target=shows, daemon=True)
    begun = time.monotonic()
    showing.start()
    try:
        yield
    finally:
        over.set()
        showing.join()
        if time.monotonic() - begun > 1:
            click.echo("\r\x1b[K", err=True, nl=False)


def read(path: str, as_edition: str | None) -> Any:
    """What a path names, as `pipeline.Read`; what it was taken for is said."""
    from vfdoc import pipeline

    found = pipeline.read(path, as_edition)
    say(found.notes)
    return found
