"""Drafts of what a person states, written into a folder or printed: `tables --propose`, `diff --propose`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vfdoc.cli.writing import refusing, save, write

if TYPE_CHECKING:
    from vfdoc.pipeline.proposing import DraftFile


def write_drafts(
    own: Path | None, out: str | None, drafts: Callable[[Path | None], Sequence[DraftFile]]
) -> None:
    """Writes the drafts into the edition's own folder, or the one that --out names; prints the first of them
    where there is neither, or --out is "-"."""
    if out == "-" or (own is None and out is None):
        write(drafts(own)[0].data, None)
        return
    folder = Path(out) if out is not None else own
    assert folder is not None
    with refusing(str(folder), "choose another folder"):
        folder.mkdir(parents=True, exist_ok=True)
    for draft in drafts(folder):
        if draft.data != draft.before:
            save(draft.data, str(folder / draft.name), draft.before)
        click.echo(f"{folder / draft.name}: {draft.says}")
