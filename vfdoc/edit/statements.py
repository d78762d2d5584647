"""What is stated of a text written anew: after a look at what has changed, or after sections were renumbered.

TOML comes in and goes out with its comments and order as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

_OF_SECTIONS = ("sections", "chapters", "without", "gather", "omit", "new")


class Acceptance(NamedTuple):
    """What an entry says anew: its table and its place in it (of `[fingerprints]` the anchor), the keys to be
    set; `wording` is the one of several words that is set."""

    table: str
    at: int | str
    values: Mapping[str, str]
    wording: int = 0


def accepted(text: str, acceptances: Iterable[Acceptance]) -> str:
    """The text of a TOML file with these values set in its entries."""
    import tomlkit

    document: Any = tomlkit.parse(text)
    for acceptance in acceptances:
        if isinstance(acceptance.at, str):
            table = document.get(acceptance.table)
            if table is None:
                document.add(tomlkit.nl())
                document.add(acceptance.table, tomlkit.table())
                table = document[acceptance.table]
            table[acceptance.at] = acceptance.values["fingerprint"]
            continue
        entry = document[acceptance.table][acceptance.at]
        for key, value in acceptance.values.items():
            key = "text" if key == "words" and "text" in entry else key
            if key == "words" and not isinstance(entry.get(key), str):
                entry[key][acceptance.wording] = value
            else:
                entry[key] = value
    return str(tomlkit.dumps(document))


def carried(text: str, renamed: Callable[[str], str]) -> str:
    """The text of a TOML file of an edition whose sections have moved: whatever names one (its anchor) names
    it as `renamed` has it. The words quoted stay as they are."""
    import tomlkit

    document: Any = tomlkit.parse(text)

    def step(told: str) -> str:
        anchor, colon, rest = told.partition(":")
        return renamed(anchor) + colon + rest

    for entry in (
        each for table in ("row", "test", "fact", "fault", "lesson") for each in document.get(table, ())
    ):
        for key in ("section", "cap"):
            _set(entry, key, renamed)
        _each(entry, "also", renamed)
        for place in entry.get("replaces", ()):
            if not isinstance(place, str):
                _set(place, "section", renamed)
    for phase in document.get("phases", ()):
        _each(phase, "steps", step)
    for pair in document.get("pair", ()):
        _each(pair, "new", renamed)
    _carry_sheet(document.get("sheet", {}), renamed)
    for table in (document.get("about", {}), document.get("fingerprints", {})):
        _rename_keys(table, renamed)
    for anchors in document.get("about", {}).values():
        for place, anchor in enumerate(anchors):
            anchors[place] = renamed(anchor)
    _each(document, "forward", renamed)
    return str(tomlkit.dumps(document))


def _carry_sheet(sheet: Any, renamed: Callable[[str], str]) -> None:
    _each(sheet, "omit", renamed)
    for panel in sheet.get("panels", ()):
        for key in _OF_SECTIONS:
            _each(panel, key, renamed)
        tables = panel.get("tables", ())
        for row in (*panel.get("rows", ()), *(line for table in tables for line in table.get("rows", ()))):
            _each(row, "sections", renamed)


def _set(entry: Any, key: str, change: Callable[[str], str]) -> None:
    if isinstance(entry.get(key), str) and change(entry[key]) != entry[key]:
        entry[key] = change(entry[key])


def _each(entry: Any, key: str, change: Callable[[str], str]) -> None:
    """Every text in a list, or value of a table, changed in its place."""
    told = entry.get(key)
    if told is None:
        return
    for place in list(told) if isinstance(told, dict) else range(len(told)):
        if isinstance(told[place], str) and change(told[place]) != told[place]:
            told[place] = change(told[place])


def _rename_keys(table: Any, renamed: Callable[[str], str]) -> None:
    """All keys of a table at once, so that 8.1 can become 8.2 and 8.2 become 8.3."""
    pairs = [(renamed(key), value) for key, value in table.items()]
    if [key for key, _ in pairs] == list(table):
        return
    for key in list(table):
        del table[key]
    for key, value in pairs:
        table[key] = value
