"""`wording.toml` to Wording: what conditions, values and limits are called where people read them.

That of an edition's game comes in, and its own, which is laid over it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from vfdoc.language.word_list import languages
from vfdoc.model import InputError
from vfdoc.model.wording import Wording
from vfdoc.reading.editions import decode, place_in
from vfdoc.reading.games import layers
from vfdoc.reading.sources import read_source

FILE = "wording.toml"
KINDS = ("subjects", "values", "facts", "names", "per", "conventions", "steps")
_CLAUSES_AT_MOST = 2
_OF_FACTS = re.compile(r"[.=(]")


def shared_wording() -> Wording:
    """The wording for a text that is of no known edition."""
    return read_wording(None)


def read_wording(folder: Path | None) -> Wording:
    """The wording for an edition's folder: its game's, and its own over that where it has one.

    InputError where a file says what no wording can be, or where the edition's game is not known.
    """
    found = Wording({})
    for path in layers(folder, FILE):
        found = found.overlaid(_read(path))
    return found


def _read(path: Path) -> Wording:
    source = read_source(path)
    clauses: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for kind, entries in decode(path, dict[str, Any]).items():
        if kind not in KINDS or not isinstance(entries, dict):
            place = place_in(source.file, source.text, kind)
            raise InputError(place, f"{kind!r} is no part of a wording", f"known are {', '.join(KINDS)}")
        for name, entry in entries.items():
            if (other := _other_table(kind, name)) is not None:
                place = place_in(source.file, source.text, f"{kind}.{name}")
                raise InputError(place, f"{name!r} is no key of [{kind}]", f"it belongs under [{other}]")
            by_language = entry.items() if isinstance(entry, dict) else [("", None)]
            for language, value in by_language:
                said = _clauses(value)
                if language not in languages() or not said:
                    place = place_in(source.file, source.text, f"{kind}.{name}")
                    raise InputError(place, f"{name!r} has no wording", 'write { en = "…", fr = "…" }')
                clauses[kind, name, language] = said
    return Wording(clauses)


def _other_table(kind: str, name: str) -> str | None:
    """The table to which a key belongs by its form, where that is another than the one it stands under, where
    it would word nothing and nobody would see it. Values are "arm/infantry"; who a fact is about, names and
    conventions are plain ids, "attacker.arm" and "attack=fire" are facts."""
    if ("/" in name) != (kind == "values"):
        return "values" if "/" in name else "facts"
    return "facts" if kind in ("subjects", "names", "conventions") and _OF_FACTS.search(name) else None


def _clauses(value: Any) -> tuple[str, ...]:
    """One clause or two; empty where the value is neither."""
    listed = value if isinstance(value, list) else [value]
    fit = len(listed) <= _CLAUSES_AT_MOST and all(isinstance(one, str) and one.strip() for one in listed)
    return tuple(listed) if fit else ()
