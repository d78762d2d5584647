"""What is stated of a text written anew, after a look at what has changed.

TOML comes in and goes out with its comments and order as they were.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

_HEAD = re.compile(r"^[ \t]*\[(?:\[[ \t]*(?P<array>[\w-]+)[ \t]*\])?", re.MULTILINE)
_TRAIL = re.compile(r"(?:\n[ \t]*(?:#[^\n]*)?)*\n?\Z")  # blank lines and comments before the next heading


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

    left, whole = [], tomllib.loads(text)
    for acceptance in acceptances:
        set_alone = _entry_alone(text, acceptance, whole)
        if set_alone is None:
            left.append(acceptance)
        else:
            text = set_alone
    if not left:
        return text
    document: Any = tomlkit.parse(text)
    for acceptance in left:
        if isinstance(acceptance.at, str):
            table = document.get(acceptance.table)
            if table is None:
                document.add(tomlkit.nl())
                document.add(acceptance.table, tomlkit.table())
                table = document[acceptance.table]
            table[acceptance.at] = acceptance.values["fingerprint"]
            continue
        _set(document[acceptance.table][acceptance.at], acceptance)
    return str(tomlkit.dumps(document))


def _set(entry: Any, acceptance: Acceptance) -> None:
    for key, value in acceptance.values.items():
        key = "text" if key == "words" and "text" in entry else key
        if key == "words" and not isinstance(entry.get(key), str):
            entry[key][acceptance.wording] = value
        else:
            entry[key] = value


def _entry_alone(text: str, acceptance: Acceptance, whole: Mapping[str, Any]) -> str | None:
    """The text with the values set in an entry of an array of tables and nothing else moved (tomlkit gathers
    arrays whose entries alternate); None where the entry cannot be told by its heading. `whole` is what the
    text said before."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    if isinstance(acceptance.at, str):
        return None
    heads = list(_HEAD.finditer(text))
    own = [at for at, head in enumerate(heads) if head["array"] == acceptance.table]
    if acceptance.at >= len(own):
        return None
    at = own[acceptance.at]
    start, end = heads[at].start(), heads[at + 1].start() if at + 1 < len(heads) else len(text)
    core = _TRAIL.sub("", text[start:end])
    try:
        alone: Any = tomlkit.parse(core + "\n")
        entries, entry = whole[acceptance.table], alone[acceptance.table][0]
        if len(entries) != len(own) or any(entries[acceptance.at].get(key) != entry[key] for key in entry):
            return None
    except (TOMLKitError, KeyError):  # a heading that stands in a string
        return None
    _set(entry, acceptance)
    return text[:start] + tomlkit.dumps(alone).rstrip("\n") + text[start + len(core) :]
