"""A baseline: findings that are known and not to be told again, as `check --write-baseline` wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from vfdoc.model import InputError
from vfdoc.model.finding import Fingerprint
from vfdoc.reading.sources import content

_REMEDY = "write one with --write-baseline"


class _KnownEntry(Struct, frozen=True):
    rule: str
    edition: str
    document: str
    section: str | None
    quote: str
    target: str | None = None


class _BaselineFile(Struct, frozen=True, rename={"schema_": "schema"}):
    findings: list[_KnownEntry]
    schema_: Literal["vfdoc.baseline/1"]


def read_baseline(path: str) -> Iterator[Fingerprint]:
    """The fingerprints in a baseline, one for each time that it holds them. InputError for any other file."""
    try:
        data = msgspec.json.decode(content(Path(path), path), type=_BaselineFile)
    except OSError as error:
        raise InputError(path, f"cannot be read ({error.strerror})", _REMEDY) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(path, f"is no baseline ({error})", _REMEDY) from None
    for known in data.findings:
        yield Fingerprint(known.rule, known.edition, known.document, known.section, known.quote, known.target)
