"""`translation.toml` of an edition's folder: the fingerprints of the sections that it translates."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from vfdoc.reading.editions import decode, hold_inside

_NAME = "translation.toml"


class TranslationFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of a `translation.toml`: the edition translated, and by its anchors the fingerprints."""

    of: str
    sections: Mapping[str, str] = {}


def read_translation(folder: Path) -> TranslationFile | None:
    """What a translation remembers of its original, None where it remembers nothing; InputError where
    the file is wrong."""
    path = folder / _NAME
    if not path.is_file():
        return None
    hold_inside(folder, _NAME, path, "is a link")
    found: TranslationFile = decode(path, TranslationFile)
    return found
