"""What was made of an edition the last time: values of the model, kept in the cache by content.

A stage that takes long asks here first. Its result is found again only where nothing that could change
it has changed: the files of its editions and of those that they build on, the glossaries, the program.
What the cache gives back equals what was kept; whatever is wrong with it, the stage works anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache as once
from typing import TYPE_CHECKING, Any, TypeVar

from vfdoc import assets, cache, model
from vfdoc.pipeline import grounds

if TYPE_CHECKING:
    from pathlib import Path

    from vfdoc.pipeline.paths import Read

_Value = TypeVar("_Value")
# The modules of the model whose values are kept.
_MODULES = (
    "comparison", "conditions", "document", "finding", "mechanics", "sheet", "text", "translation", "wording",
)  # fmt: skip


def kept(
    kind: str,
    reads: Sequence[Read],
    make: Callable[[], _Value],
    behind: Sequence[str] = (),
    words: Sequence[str] = (),
) -> _Value:
    """What `make` makes of these editions, from the cache where it is there. `kind` names the stage.

    `make` must depend on the editions alone, on those that they build on by the relations `behind`
    (amends, translates, supersedes), near or far, and on the `words`.
    """
    return kept_under(lambda: _key(kind, reads, behind, words), make)


def kept_of(kind: str, values: Sequence[Any], make: Callable[[], _Value]) -> _Value:
    """What `make` makes of values of the model alone, from the cache where it is there."""
    program = _program()
    try:
        said = json.dumps(_packed(tuple(values)), sort_keys=True)
    except (KeyError, TypeError, RecursionError):
        return make()
    key = cache.key_of(kind, [program, said], (), ()) if program is not None else None
    return kept_under(lambda: key, make)


def kept_under(found_key: Callable[[], str | None], make: Callable[[], _Value]) -> _Value:
    """What the cache has under a key, else what is made and kept there, if the key is still the same then:
    nothing has changed meanwhile."""
    key = found_key()
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
    if key == found_key():
        cache.store(key, packed)
    return made


def _key(kind: str, reads: Sequence[Read], behind: Sequence[str], words: Sequence[str]) -> str | None:
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
        return cache.key_of(kind, [program, os.getcwd(), *folders, *words], sorted(files), ())
    except (OSError, ValueError):
        return None


def _behind(read: Read, behind: Sequence[str]) -> Iterator[Path]:
    """The edition's folder, and those of the editions that it builds on."""
    from vfdoc.pipeline.paths import edition_folder

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
    except model.InputError as error:
        raise ValueError(str(error)) from None


@once
def _program() -> str | None:
    """The key of the program itself: its code, its grammars, its words."""
    return cache.key_of("program", [], (), grounds.program())


# Values as JSON: a list is a tuple, an object a class of the model by name, or a kind of collection.

_PLAIN = (str, int, float, bool, type(None))


def _packed(value: Any) -> Any:
    """KeyError where a value is none of the model's."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if kind is bytes:
        from base64 import b64encode
        from zlib import compress

        return {"bytes": b64encode(compress(value, 1)).decode()}
    if kind is tuple:
        return [_packed(each) for each in value]
    if isinstance(value, Mapping):
        return {"map": [[_packed(key), _packed(each)] for key, each in value.items()]}
    if kind is frozenset:
        return {"set": sorted(_packed(each) for each in value)}
    return {_name(kind): [_packed(getattr(value, part)) for part in _parts(kind)]}


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return tuple([_unpacked(each) for each in value])
    if not isinstance(value, dict):
        return value
    ((name, inner),) = value.items()
    if name == "map":
        return {_unpacked(key): _unpacked(each) for key, each in inner}
    if name == "bytes":
        from base64 import b64decode
        from zlib import decompress, error

        try:
            return decompress(b64decode(inner))
        except error as fault:
            raise ValueError(str(fault)) from None
    if name == "set":
        return frozenset(_unpacked(each) for each in inner)
    return _kind(name)(*[_unpacked(each) for each in inner])


@once
def _kind(name: str) -> Any:
    """The frozen value of the model of that name ("mechanics.Modifier"); its module alone is loaded."""
    module, _, own = name.partition(".")
    if module not in _MODULES:
        raise KeyError(name)
    kind = vars(model.module(module))[own]
    if not (is_dataclass(kind) or hasattr(kind, "_fields")):
        raise KeyError(name)
    return kind


@once
def _name(kind: type) -> str:
    name = f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
    if _kind(name) is not kind:
        raise KeyError(name)
    return name


@once
def _parts(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else kind._fields
