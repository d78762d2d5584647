"""The command line: arguments, printing, exit codes, writing files. Nothing else does these.

Exit codes: 0 nothing found, 1 findings, 2 unusable input or arguments. A command is imported when it is
asked for, and heavy packages inside the commands that need them: start-up is paid at every save.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import click

from vfdoc.cli.writing import answered, any_text
from vfdoc.model.garbage import gc_paused
from vfdoc.model.session import current_session

# The memory of a process that ends is given back whole: a last search for garbage in it costs as much as
# half of a bare interpreter's start.
atexit.register(gc.freeze)

_HOMES = {
    "build": "publishing:build",
    "check": "checking:check",
    "diff": "comparing:diff",
    "force": "forces:force",
    "graph": "reading:graph",
    "history": "comparing:history",
    "import": "authoring:import_",
    "list": "reading:list_editions",
    "lsp": "serving:lsp",
    "may": "playing:may",
    "new": "authoring:new",
    "odds": "playing:odds",
    "parse": "reading:parse",
    "rebase": "comparing:rebase",
    "recite": "comparing:recite",
    "renumber": "authoring:renumber",
    "roll": "playing:roll",
    "schema": "reading:schema",
    "serve": "serving:serve",
    "sheet": "sheets:sheet",
    "show": "reading:show",
    "tables": "reading:tables",
}
"""Every command, as "module:function" of this room."""


def _listen(context: click.Context, _: click.Parameter, verbose: bool) -> None:
    """Prints what the rooms say, until the command ends."""
    if not verbose:
        return
    import logging

    class Terminal(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            click.echo(f"{record.name}: {record.getMessage()}", err=True)

    rooms, handler = logging.getLogger("vfdoc"), Terminal()
    if context.find_root().meta.get(__name__):
        return  # told twice: vfdoc -v check -v
    context.find_root().meta[__name__] = True
    before = rooms.level
    rooms.addHandler(handler)
    rooms.setLevel(logging.INFO)

    def deaf() -> None:
        rooms.removeHandler(handler)
        rooms.setLevel(before)

    context.call_on_close(deaf)


_VERBOSE = click.Option(
    ["-v", "--verbose"],
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_listen,
    help="Say on standard error what is read, what the cache had, how long it took.",
)


class _Commands(Mapping[str, click.Command]):
    """The commands by name, each imported when it is asked for."""

    def __getitem__(self, name: str) -> click.Command:
        module, function = _HOMES[name].split(":")
        found: click.Command = getattr(import_module(f"{__name__}.{module}"), function)
        if all(option.name != _VERBOSE.name for option in found.params):
            found.params.append(_VERBOSE)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


class _Group(click.Group):
    """Runs each command in a session (its own, unless a program that calls it has one active), with no search
    for garbage unless it stays (`serve.changes`, `editor.run`); turns unusable input, and output that nobody
    can take, into exit code 2, whatever the command."""

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        any_text()
        with answered():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with answered(), current_session(), gc_paused():
            return super().invoke(ctx)


@click.group(
    cls=_Group,
    commands=_Commands(),
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
)
@click.version_option(package_name="vfdoc", message="vfdoc %(version)s")
def main() -> None:
    """Reads section-numbered rules texts and makes them checkable, comparable and playable.

    PATH is a text, an edition's folder, an edition's name (see `vfdoc list`) or one document of an
    edition (vf-1e/sheet); PATH@REV is what it was at a git revision.
    """


main.params.append(_VERBOSE)
