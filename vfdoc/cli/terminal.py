"""What every command shares: options, and reading a path."""

from __future__ import annotations

import re
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


def read(path: str, as_edition: str | None) -> Any:
    """What a path names, as `pipeline.Read`; what it was taken for is said."""
    from vfdoc import pipeline

    found = pipeline.read(path, as_edition)
    say(found.notes)
    return found
