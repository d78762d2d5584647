"""The order of the stages from findings to corrected files: checked, corrected, encoded as before.

Nothing here prints or writes.
"""

from __future__ import annotations

import codecs
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vfdoc.edit.edits import applied, difference
from vfdoc.edit.fixes import fixes
from vfdoc.model import InputError
from vfdoc.model.edit import Edit
from vfdoc.pipeline import check
from vfdoc.pipeline.choosing import chosen
from vfdoc.pipeline.paths import Read
from vfdoc.reading.sources import read_source

_MARKS = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}


class Fixed(NamedTuple):
    """A file with its certain corrections: its name, its bytes, what differs, and how many there are."""

    file: str
    data: bytes
    difference: str
    edits: int


def fixed(
    reads: Sequence[Read],
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    baseline: str | None = None,
) -> tuple[Fixed, ...]:
    """The files of these texts that have certain corrections, each with them.

    `select`, `ignore` and `baseline` say which findings are wanted, as `chosen` has it.
    A text is read anew, because what was set aside as no part of the rules must stay in the file.
    InputError for one that cannot be written back as it came.
    """
    by_file: dict[str, list[Edit]] = defaultdict(list)
    wanted = chosen((f for read in reads for f in check(read)), select, ignore, baseline=baseline)
    for edit in dict.fromkeys(fixes(wanted)):
        by_file[edit.file].append(edit)
    return tuple(_fixed(file, edits) for file, edits in by_file.items())


def _fixed(file: str, edits: Sequence[Edit]) -> Fixed:
    source = read_source(Path(file))
    before, after = applied(source, ()), applied(source, edits)
    data = Path(file).read_bytes()
    for mark, encoding in ((b"", source.encoding), *((mark, name) for name, mark in _MARKS.items())):
        try:
            if mark + before.encode(encoding) == data:
                return Fixed(file, mark + after.encode(encoding), difference(source, edits), len(edits))
        except UnicodeEncodeError:
            continue
    raise InputError(file, "cannot be written back in its encoding", "save it as UTF-8 first")
