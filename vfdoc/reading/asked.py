"""`asked.toml` to what players ask: questions in their own words, each with the sections that answer it; and
in `[akin]` the words that they use for one another.

That of an edition's game comes in, and its own, which is laid over it. The search alone asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vfdoc.language.word_list import languages
from vfdoc.model import InputError
from vfdoc.model.glossary import Topic
from vfdoc.reading.editions import decode, place_in
from vfdoc.reading.games import layers
from vfdoc.reading.sources import read_source

FILE = "asked.toml"
_SECTIONS = "sections"
_AKIN = "akin"


def read_asked(folder: Path | None) -> tuple[Topic, ...]:
    """What players ask of an edition, by topic: what its game says, and its own over that where it has one.

    InputError where a file says what nobody can ask, or where the edition's game is not known.
    """
    found: dict[str, Topic] = {}
    for path in layers(folder, FILE):
        found |= {topic.id: topic for topic in _read(path)}
    return tuple(found.values())


def _read(path: Path) -> tuple[Topic, ...]:
    source = read_source(path)

    def listed(where: str, value: Any, remedy: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
            place = place_in(source.file, source.text, where)
            raise InputError(place, f"{where.rpartition('.')[2]!r} is no list of words", remedy)
        return tuple(value)

    found = []
    for id, entry in decode(path, dict[str, Any]).items():
        known = [_SECTIONS, *languages()]
        if not isinstance(entry, Mapping) or (id != _AKIN and not isinstance(entry.get(_SECTIONS), Mapping)):
            place = place_in(source.file, source.text, id)
            raise InputError(place, f"{id!r} names no sections", 'write sections = { vf-1e = ["1.5"] }')
        for key in entry:
            if key not in known:
                place = place_in(source.file, source.text, f"{id}.{key}")
                raise InputError(place, f"unknown key {key!r} of {id!r}", f"known are {', '.join(known)}")
        sections = {
            edition: listed(f"{id}.{_SECTIONS}", anchors, f'write {edition} = ["1.5"]')
            for edition, anchors in entry.get(_SECTIONS, {}).items()
        }
        words = {
            language: listed(f"{id}.{language}", entry[language], 'write ["one", "another"]')
            for language in known[1:]
            if language in entry
        }
        found.append(Topic(id, sections, words))
    return tuple(found)
