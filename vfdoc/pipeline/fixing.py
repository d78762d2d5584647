"""The order of the stages from findings to corrected files: checked, corrected, encoded as before.

Nothing here prints or writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vfdoc.edit.edits import applied, difference
from vfdoc.edit.fixes import fixes
from vfdoc.model import InputError
from vfdoc.model.edit import Edit
from vfdoc.pipeline import check
from vfdoc.pipeline.documents import only_texts
from vfdoc.pipeline.finding_filter import filtered
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.reading.sources import encoded, read_source


class Fixed(NamedTuple):
    """A file with its certain corrections: its name, its bytes as corrected and as read, what differs, and
    how many corrections there are."""

    file: str
    data: bytes
    before: bytes
    difference: str
    edits: int


def fixed(
    reads: Sequence[LoadedRulebook],
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    baseline: str | None = None,
) -> tuple[Fixed, ...]:
    """The files of these texts that have certain corrections, each with them.

    `select`, `ignore` and `baseline` say which findings are wanted, as `filtered` has it.
    A text is read anew, because what was set aside as no part of the rules must stay in the file.
    InputError for one that cannot be written back as it came.
    """
    only_texts((d.source for read in reads for d in read.rulebook.documents), "--fix")
    by_file: dict[str, list[Edit]] = defaultdict(list)
    wanted = filtered((f for read in reads for f in check(read)), select, ignore, baseline=baseline)
    for edit in dict.fromkeys(fixes(wanted)):
        by_file[edit.file].append(edit)
    return tuple(_fixed(file, edits) for file, edits in by_file.items())


def _fixed(file: str, edits: Sequence[Edit]) -> Fixed:
    source = read_source(Path(file))
    data = Path(file).read_bytes()
    if encoded(source, applied(source, ())) != data:
        raise InputError(file, "cannot be written back in its encoding", "save it as UTF-8 first")
    return Fixed(file, encoded(source, applied(source, edits)), data, difference(source, edits), len(edits))
