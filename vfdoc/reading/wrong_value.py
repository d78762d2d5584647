"""A value of a TOML file that has not its shape, in plain words: which key, what it must be, the remedy.

What msgspec says of it comes in, with the shape; out come the two halves of a message.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

import msgspec

_KINDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
    "date": "a date",
    "datetime": "a date with a time",
    "time": "a time",
}
_REMEDIES = {
    "str": "write it in quotes",
    "int": "write it without quotes",
    "float": "write it without quotes",
    "bool": "write true or false, without quotes",
    "array": 'write it in brackets: ["…"]',
    "object": "write its keys under a heading of its own in brackets",
}
_AT = re.compile(r" - at `\$\.?([^`]*)`$")
_EXPECTED = re.compile(r"Expected `([^`]*)`(?:, got `([^`]*)`)?(.*)")
_BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}


def in_words(message: str, shape: type[Any]) -> tuple[str, str]:
    """What is wrong and what to do, of a message of msgspec's about a value that is no `shape`."""
    at = _AT.search(message)
    name = _called(at.group(1) if at else "")
    said = _AT.sub("", message)
    if missing := re.match(r"Object missing required field `([^`]*)`", said):
        where = f" in {name}" if name else ""
        return f"{missing.group(1)!r} is missing{where}", f"add {missing.group(1)} = …"
    if wrong := re.match(r"Invalid enum value (.*)", said):
        known = _choices(shape, name.strip("'"))
        near = get_close_matches(wrong.group(1).strip("'"), known, 1)
        remedy = f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(known)}"
        return f"{name} cannot be {wrong.group(1)}", remedy
    expected = _EXPECTED.match(said)
    if expected is None:
        return said, "see the README on edition.toml"
    wanted, got, more = expected.groups()
    kind = next(kind for kind in wanted.split(" | ") if kind != "null")
    if got is not None:
        must = f"{name or 'the file'} must be {_KINDS.get(kind, kind)}, and is {_KINDS.get(got, got)}"
        return must, _REMEDIES.get(kind, "see the README on edition.toml")
    return f"{name} must be {_KINDS.get(kind, kind)}{_bounds(more)}", "change it"


def _bounds(more: str) -> str:
    """` of length >= 2`, ` <= 24.0`, ` matching regex …` in words."""
    if " matching regex " in more:
        return " of letters, digits, '.', '_' and '-' that begins with a letter or digit"
    found = re.fullmatch(r"( of length)? ([<>]=?) ([\d.]+)", more)
    if found is None:
        return more
    bound = f"{_BOUNDS[found.group(2)]} {float(found.group(3)):g}"
    return f" of {bound} entries" if found.group(1) else f" of {bound}"


def _called(path: str) -> str:
    """The key at a path (`documents[1].kind`) as messages call it."""
    key = path.rpartition(".")[2] if not path.endswith("...]") else path
    bare, bracket, _ = key.rpartition("[")
    return f"an entry of {bare.rpartition('.')[2]!r}" if bracket else repr(key) if key else ""


def _choices(shape: type[Any], key: str) -> list[str]:
    """The words that a key may have, wherever it stands in a shape."""
    found: list[str] = []
    for part in msgspec.json.schema(shape).get("$defs", {}).values():
        told = part.get("properties", {}).get(key, {})
        for choice in (told, *told.get("anyOf", ())):
            found += [word for word in choice.get("enum", ()) if word is not None]
    return list(dict.fromkeys(found))
