"""What was made of an edition the last time: values of the model, kept in the cache by content.

A stage that takes long asks here first. Its result is found again only where nothing that could change
it has changed: the files of its editions and of those that they build on, the glossaries, the program.
What the cache gives back equals what was kept; whatever is wrong with it, the stage works anew.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache as once
from pathlib import Path
from typing import Any, TypeVar

from vfdoc import assets, cache
from vfdoc.model import (
    InputError,
    comparison,
    conditions,
    document,
    finding,
    mechanics,
    sheet,
    text,
    translation,
    wording,
)
from vfdoc.pipeline.paths import Read, edition_folder

_Value = TypeVar("_Value")
# Whose values are kept.
_MODULES = (comparison, conditions, document, finding, mechanics, sheet, text, translation, wording)


def kept(kind: str, reads: Sequence[Read], make: Callable[[], _Value], behind: Sequence[str] = ()) -> _Value:
    """What `make` makes of these editions, from the cache where it is there. `kind` names the stage.

    `make` must depend on the editions alone, and on those that they build on by the relations `behind`
    (amends, translates, supersedes), near or far.
    """
    return _asked(_key(kind, reads, behind), make, lambda: _key(kind, reads, behind))


def kept_of(kind: str, values: Sequence[Any], make: Callable[[], _Value]) -> _Value:
    """What `make` makes of values of the model alone, from the cache where it is there."""
    program = _program()
    try:
        said = json.dumps(_packed(tuple(values)), sort_keys=True)
    except (KeyError, TypeError, RecursionError):
        return make()
    return _asked(cache.key_of(kind, [program, said], (), ()) if program is not None else None, make)


def _asked(
    key: str | None, make: Callable[[], _Value], now: Callable[[], str | None] | None = None
) -> _Value:
    """What the cache has under that key, else what is made and kept there, if the key is then what it is
    `now`: nothing has changed meanwhile."""
    if key is None:
        return make()
    entry = cache.load(key)
    if entry is not None:
        try:
            found: _Value = _unpacked(entry)
            return found
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            pass  # an entry of another shape: made anew
    made = make()
    try:
        packed = _packed(made)
    except (KeyError, TypeError, RecursionError):  # it holds what is no value of the model
        return made
    if now is None or key == now():
        cache.store(key, packed)
    return made


def _key(kind: str, reads: Sequence[Read], behind: Sequence[str]) -> str | None:
    """None where an edition has no folder of its own: then nothing is kept."""
    program = _program()
    if program is None or any(read.folder is None or read.document is not None for read in reads):
        return None
    try:
        folders = [str(folder) for read in reads for folder in _behind(read, behind)]
        files = {file for folder in folders for file in cache.files_below(folder)}
        for root in {"rulesets", assets.place("rulesets"), *map(os.path.dirname, folders)}:
            if os.path.isdir(root):
                files |= {entry.path for entry in os.scandir(root) if entry.name.endswith(".toml")}
        return cache.key_of(kind, [program, os.getcwd(), *folders], sorted(files), ())
    except (OSError, ValueError):
        return None


def _behind(read: Read, behind: Sequence[str]) -> Iterator[Path]:
    """The edition's folder, and those of the editions that it builds on."""
    assert read.folder is not None
    yield read.folder
    met = {read.rulebook.edition.id}
    waiting = [(read.folder, name) for name in _bases(read.rulebook.edition, behind)]
    while waiting:
        beside, name = waiting.pop()
        folder = beside.parent / name
        found = folder if (folder / "edition.toml").is_file() else edition_folder(name)
        if name not in met and found is not None:
            yield found
            waiting += [(found, base) for base in _bases(_described(found), behind)]
        met.add(name)


def _bases(edition: Any, behind: Sequence[str]) -> list[str]:
    return [name for relation in behind if (name := getattr(edition, relation))]


def _described(folder: Path) -> Any:
    from vfdoc.reading.editions import read_edition_file

    try:
        return read_edition_file(folder)
    except InputError as error:
        raise ValueError(str(error)) from None


@once
def _program() -> str | None:
    """The key of the program itself: its code, its grammars, its words."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return cache.key_of("program", [], (), (package, assets.place("grammar"), assets.place("templates")))


# Values as JSON: a list is a tuple, an object a class of the model by name, or a kind of collection.

_PLAIN = (str, int, float, bool, type(None))


def _packed(value: Any) -> Any:
    """KeyError where a value is none of the model's."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is bytes:
        return {"bytes": b64encode(value).decode()}
    if kind is tuple:
        return [_packed(each) for each in value]
    if isinstance(value, Mapping):
        return {"map": [[_packed(key), _packed(each)] for key, each in value.items()]}
    if kind is frozenset:
        return {"set": sorted(_packed(each) for each in value)}
    name = _names()[kind]
    if is_dataclass(value):
        return {name: [_packed(getattr(value, field.name)) for field in fields(value)]}
    return {name: [_packed(each) for each in value]}


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return tuple([_unpacked(each) for each in value])
    if not isinstance(value, dict):
        return value
    ((name, inner),) = value.items()
    if name == "map":
        return {_unpacked(key): _unpacked(each) for key, each in inner}
    if name == "bytes":
        return b64decode(inner)
    if name == "set":
        return frozenset(_unpacked(each) for each in inner)
    return _classes()[name](*[_unpacked(each) for each in inner])


@once
def _classes() -> Mapping[str, Any]:
    """The frozen values of the model, by module and name."""
    found: dict[str, Any] = {}
    for module in _MODULES:
        for name, kind in vars(module).items():
            own = isinstance(kind, type) and kind.__module__ == module.__name__
            if own and (is_dataclass(kind) or hasattr(kind, "_fields")):
                found[f"{module.__name__.rpartition('.')[2]}.{name}"] = kind
    return found


@once
def _names() -> Mapping[Any, str]:
    return {kind: name for name, kind in _classes().items()}
