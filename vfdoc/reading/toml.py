"""TOML files as plain data. What was made of a long text is in the cache."""

from __future__ import annotations

from typing import Any

import tomli

from vfdoc.model.session import memoized_few
from vfdoc.store import disk

_SHORT = 4_000  # characters; a shorter text is read as fast as an entry of the cache


@memoized_few
def parsed(text: str) -> dict[str, Any]:
    """The tables of a TOML text, which nobody changes (a glossary is asked for as words and as terms);
    tomli.TOMLDecodeError where it is none."""
    key = disk.key_of("toml", [text], (), ()) if len(text) > _SHORT else None
    known = disk.load(key) if key is not None else None
    if isinstance(known, dict):
        return known
    made = tomli.loads(text)
    if key is not None:
        disk.save(key, made)  # dates and times are not kept: JSON has none
    return made
