"""What every command shares: options, and reading a path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from vfdoc.cli.writing import say

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


def read(path: str, as_edition: str | None) -> Any:
    """What a path names, as `pipeline.Read`; what it was taken for is said."""
    from vfdoc import pipeline

    found = pipeline.read(path, as_edition)
    say(found.notes)
    return found
