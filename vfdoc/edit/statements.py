"""What is stated of a text written anew, after a look at what has changed.

TOML comes in and goes out with its comments and order as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


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
