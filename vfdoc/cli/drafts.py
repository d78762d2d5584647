"""Drafts of what a person states, written into a folder or printed: `tables --propose`, `diff --propose`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from vfdoc.cli.writing import refusing, save, say, write

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
    _write(folder, drafts(folder))


def begin_edition(path: str, out: str) -> None:
    """Writes the text at `path` into the folder `out` as an edition, where that holds none; says so where
    that holds another text."""
    from vfdoc.pipeline.begun import EDITION, begun_edition, other_texts

    folder = Path(out)
    with refusing(out, "choose another folder"):
        begun = (folder / EDITION).exists()
        folder.mkdir(parents=True, exist_ok=True)
    if begun:
        say(other_texts(path, folder))
    else:
        _write(folder, begun_edition(path, folder))


def _write(folder: Path, drafts: Sequence[DraftFile]) -> None:
    for draft in drafts:
        if draft.data != draft.before:
            save(draft.data, str(folder / draft.name), draft.before)
        click.echo(f"{folder / draft.name}: {draft.says}")
