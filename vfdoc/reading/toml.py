"""TOML files as plain data. What tomllib, which is slow, made of a long text is in the cache."""

from __future__ import annotations

import tomllib
from typing import Any

from vfdoc.store import disk

_SHORT = 4_000  # characters; a shorter text is read as fast as an entry of the cache


def parsed(text: str) -> dict[str, Any]:
    """The tables of a TOML text; tomllib.TOMLDecodeError where it is none."""
    key = disk.key_of("toml", [text], (), ()) if len(text) > _SHORT else None
    known = disk.load(key) if key is not None else None
    if isinstance(known, dict):
        return known
    made = tomllib.loads(text)
    if key is not None:
        disk.save(key, made)  # dates and times are not kept: JSON has none
    return made
