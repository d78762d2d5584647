"""What was made of an edition the last time: values of the model, kept in the cache by content.

A stage that takes long asks here first. Its result is found again only where nothing that could change
it has changed: the files of its editions and of those that they build on, the glossaries, the program.
What the cache gives back equals what was kept; whatever is wrong with it, the stage works anew.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache as once
from typing import TYPE_CHECKING, Any, TypeVar

from vfdoc import cache, model
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
    *,
    noted: bool = False,
) -> _Value:
    """What `make` makes of these editions, from the cache where it is there. `kind` names the stage.

    `make` must depend on the editions alone, on those that they build on by the relations `behind`
    (amends, translates, supersedes), near or far, and on the `words`. What is `noted` is found by `last`,
    by the first of the editions.
    """

    def found_key() -> str | None:
        return _key(kind, reads, behind, words)

    def made() -> _Value:
        found = make()
        key, trail = found_key(), _trail(kind, reads[0]) if noted else None
        if key is not None and trail is not None:
            cache.store(trail, key)
        return found

    return kept_under(found_key, made)


def keeping() -> bool:
    """Whether anything is kept at all."""
    return _program() is not None


def last(kind: str, read: Read) -> Any:
    """What was noted of that kind and an edition the last time, whatever has changed since; None where that
    is not known."""
    trail = _trail(kind, read)
    key = cache.load(trail) if trail is not None else None
    if not isinstance(key, str) or not re.fullmatch(f"{kind}-[0-9a-f]+", key):
        return None
    try:
        return _unpacked(cache.load(key))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def _trail(kind: str, read: Read) -> str | None:
    """The key under which stands that of the last result of a kind."""
    program = _program()
    if program is None:
        return None
    return cache.key_of(f"last-{kind}", [program, os.getcwd(), str(read.folder)], (), ())


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
        files |= {file for read in reads for file in _words(read.words)}
        told = (*folders, *words, *map(_stamp, sorted(files)))
        return cache.key_of(kind, [program, os.getcwd(), *told], (), ())
    except (OSError, ValueError):
        return None


@once
def _words(folder: Path | None) -> tuple[str, ...]:
    """The files that say how the words of an edition are read and worded: its game's too."""
    from vfdoc.reading.games import layers

    try:
        return tuple(str(path) for name in ("glossary.toml", "wording.toml") for path in layers(folder, name))
    except model.InputError as error:
        raise ValueError(str(error)) from None


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
            described = _described(found, _stamp(str(found / "edition.toml")))
            waiting += [(found, base) for base in _bases(described, behind)]
        met.add(name)


def _bases(edition: Any, behind: Sequence[str]) -> list[str]:
    return [name for relation in behind if (name := getattr(edition, relation))]


@once
def _described(folder: Path, stamp: str) -> Any:
    """What an edition's file says, which bears that stamp."""
    from vfdoc.reading.editions import read_edition_file

    try:
        return read_edition_file(folder)
    except model.InputError as error:
        raise ValueError(str(error)) from None


def _stamp(path: str) -> str:
    """What tells a file's content from any other; OSError where it cannot be read."""
    about = os.stat(path)
    return _digest(path, (about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino))


@once
def _digest(path: str, state: tuple[int, ...]) -> str:
    """The same, of a file in that state: it is read once a build, though many stages ask."""
    found = cache.key_of("file", [], (path,), ())
    if found is None:
        raise OSError(f"{path} cannot be read")
    return found


def look_anew() -> None:
    """Lets go of what is known of files: of two builds, each reads them."""
    _digest.cache_clear()
    _described.cache_clear()
    _words.cache_clear()


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
