"""TOML files as plain data. What tomllib, which is slow, made of a long text is in the cache."""

from __future__ import annotations

import tomllib
from typing import Any

from vfdoc.model.session import memoized_few
from vfdoc.store import disk

_SHORT = 4_000  # characters; a shorter text is read as fast as an entry of the cache


@memoized_few
def parsed(text: str) -> dict[str, Any]:
    """The tables of a TOML text, which nobody changes (a glossary is asked for as words and as terms);
    tomllib.TOMLDecodeError where it is none."""
    key = disk.key_of("toml", [text], (), ()) if len(text) > _SHORT else None
    known = disk.load(key) if key is not None else None
    if isinstance(known, dict):
        return known
    made = tomllib.loads(text)
    if key is not None:
        disk.save(key, made)  # dates and times are not kept: JSON has none
    return made
