"""A value of a TOML file that has not its shape, in plain words: which key, what it must be, the remedy.

What msgspec says of it comes in, with the shape; out come the two halves of a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from vfdoc.model import quoted

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
        told = wrong.group(1).strip("'")
        near = get_close_matches(told, known, 1)
        remedy = f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(known)}"
        return f"{name} cannot be {quoted(told)}", remedy
    expected = _EXPECTED.match(said)
    if expected is None:
        return said, "see the README on edition.toml"
    wanted, got, more = expected.groups()
    kind = next(kind for kind in wanted.split(" | ") if kind != "null")
    if got is not None:
        must = f"{name or 'the file'} must be {_KINDS.get(kind, kind)}, and is {_KINDS.get(got, got)}"
        return must, _REMEDIES.get(kind, "see the README on edition.toml")
    return f"{name} must be {_KINDS.get(kind, kind)}{_bounds(more)}", "change it"


def unknown_key(key: str, path: str, shape: type[Any]) -> tuple[str, str]:
    """What is wrong and what to do, of a key that no table at a path (`documents[1]`) of a shape has."""
    plain = re.sub(r"\[[^\]]*\]", "[]", path)
    tables = dict(_tables(shape, ""))
    here = tables.get(plain, ())
    other = next((table for table in sorted(tables, key=len) if key in tables[table]), None)
    anywhere = [name for names in tables.values() for name in names]
    near = get_close_matches(key, here, 1) or get_close_matches(key, anywhere, 1)
    if key not in here and other is not None:
        name = other.replace("[]", "")
        table = f"[[{name}]]" if other.endswith("[]") else f"[{name}]"
        remedy = f"it belongs in {table}" if name else "it belongs at the top of the file"
    else:
        remedy = f"did you mean {near[0]!r}?" if near else "remove it"
    return f"unknown key {quoted(key)}", remedy


def _tables(shape: Any, path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every table of a shape by its path (`documents[]`), with its keys."""
    if get_origin(shape) in (Union, UnionType):
        for part in get_args(shape):
            yield from _tables(part, path)
    elif get_origin(shape) in (tuple, list, dict):
        yield from _tables([part for part in get_args(shape) if part is not Ellipsis][-1], f"{path}[]")
    elif isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        yield path, shape.__struct_encode_fields__
        hints = get_type_hints(shape)
        for field, key in zip(shape.__struct_fields__, shape.__struct_encode_fields__, strict=True):
            yield from _tables(hints[field], f"{path}.{key}".strip("."))


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
