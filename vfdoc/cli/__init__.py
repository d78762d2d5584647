"""The command line: arguments, printing, exit codes, writing files. Nothing else does these.

Exit codes: 0 nothing found, 1 findings, 2 unusable input or arguments. Heavy packages are imported
inside the commands that need them, because start-up is paid at every save.
"""

from __future__ import annotations

from typing import Any

import click

from vfdoc.cli import authoring, checking, comparing, playing, publishing, reading, serving, sheets


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
    edition (vf-1e/sheet); PATH@REV is what it was at a git revision.
    """


_COMMANDS = (
    reading.parse,
    checking.check,
    reading.graph,
    reading.show,
    sheets.sheet,
    reading.tables,
    playing.roll,
    playing.odds,
    comparing.diff,
    comparing.history,
    comparing.recite,
    comparing.rebase,
    authoring.new,
    reading.list_editions,
    publishing.build,
    serving.serve,
    reading.schema,
)
for _command in _COMMANDS:
    main.add_command(_command)
