"""The stages of a build, each from the store where nothing that could change its result has changed.

That are the files of its editions and of those that they build on, the glossaries, the program. What the
store gives back equals what was kept; whatever is wrong with it, the stage works anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from vfdoc.model import InputError
from vfdoc.pipeline import cache_keys
from vfdoc.pipeline.paths import edition_folder
from vfdoc.reading.asked import FILE as ASKED
from vfdoc.reading.editions import EDITION, ORIGINAL, read_edition_file
from vfdoc.reading.games import layers
from vfdoc.reading.glossary import FILE as GLOSSARY
from vfdoc.reading.mechanics.procedures import FILE as PROCEDURES
from vfdoc.reading.wording import FILE as WORDING
from vfdoc.store import disk, stages
from vfdoc.store.values import FAULTS, unpacked

if TYPE_CHECKING:
    from pathlib import Path

    from vfdoc.pipeline.paths import LoadedRulebook

_Value = TypeVar("_Value")


class CachedStages:
    """The cached stages of one build: a file is read once for it, though many stages ask what it says."""

    def __init__(self) -> None:
        self._program = disk.key_of("program", [], (), cache_keys.program())
        self._stamps: dict[str, tuple[tuple[int, ...], str]] = {}
        self._described: dict[tuple[Path, str, str], Any] = {}
        self._layers: dict[Path | None, tuple[Path, ...]] = {}

    @property
    def on(self) -> bool:
        """Whether anything is kept at all."""
        return self._program is not None

    def of(
        self,
        kind: str,
        reads: Sequence[LoadedRulebook],
        make: Callable[[], _Value],
        behind: Sequence[str] = (),
        words: Sequence[str] = (),
        *,
        noted: bool = False,
    ) -> _Value:
        """What `make` makes of these editions, from the store where it is there. `kind` names the stage.

        `make` must depend on the editions alone, on those that they build on by the relations `behind`
        (amends, translates, supersedes), near or far, and on the `words`. What is `noted` is found by `last`,
        by the first of the editions.
        """

        def key_now() -> str | None:
            return self._key(kind, reads, behind, words)

        def made() -> _Value:
            found = make()
            key, trail = key_now(), self._trail(kind, reads[0]) if noted else None
            if key is not None and trail is not None:
                disk.save(trail, key)
            return found

        return stages.by_key(key_now, made)

    def by_value(self, kind: str, values: Sequence[Any], make: Callable[[], _Value]) -> _Value:
        """What `make` makes of values of the model alone, from the store where it is there."""
        return stages.by_value(kind, values, make, self._program)

    def last(self, kind: str, read: LoadedRulebook) -> Any:
        """What was noted of that kind and an edition the last time, whatever has changed since; None where
        that is not known."""
        trail = self._trail(kind, read)
        key = disk.load(trail) if trail is not None else None
        if not isinstance(key, str) or not re.fullmatch(f"{kind}-[0-9a-f]+", key):
            return None
        try:
            return unpacked(disk.load(key))
        except FAULTS:
            return None

    def _trail(self, kind: str, read: LoadedRulebook) -> str | None:
        """The key under which stands that of the last result of a kind."""
        if self._program is None:
            return None
        return disk.key_of(f"last-{kind}", [self._program, os.getcwd(), str(read.folder)], (), ())

    def _key(
        self, kind: str, reads: Sequence[LoadedRulebook], behind: Sequence[str], words: Sequence[str]
    ) -> str | None:
        """None where an edition has no folder of its own: then nothing is kept."""
        if self._program is None or any(read.folder is None or read.document is not None for read in reads):
            return None
        try:
            folders = [str(folder) for read in reads for folder in self._behind(read, behind)]
            files = {file for folder in folders for file in disk.files_below(folder)}
            files |= {str(path) for read in reads for path in self._words(read.words)}
            told = (*folders, *words, *map(self._stamp, sorted(files)))
            return disk.key_of(kind, [self._program, os.getcwd(), *told], (), ())
        except (OSError, ValueError):
            return None

    def _behind(self, read: LoadedRulebook, behind: Sequence[str]) -> Iterator[Path]:
        """The edition's folder, and those of the editions that it builds on."""
        assert read.folder is not None
        yield read.folder
        met = {read.rulebook.edition.id}
        waiting = [(read.folder, name) for name in _bases(read.rulebook.edition, behind)]
        while waiting:
            beside, name = waiting.pop()
            found = edition_folder(name, beside)
            if name not in met and found is not None:
                yield found
                waiting += [(found, base) for base in _bases(self._says(found), behind)]
            met.add(name)

    def _words(self, folder: Path | None) -> tuple[Path, ...]:
        """The files that say how the words of an edition are read and worded: its game's too."""
        if folder not in self._layers:
            try:
                files = (GLOSSARY, WORDING, PROCEDURES, ASKED)
                self._layers[folder] = tuple(path for file in files for path in layers(folder, file))
            except InputError as error:
                raise ValueError(str(error)) from None
        return self._layers[folder]

    def _says(self, folder: Path) -> Any:
        """What an edition's file says; ValueError where it says nothing that can be used."""
        apart = str(folder / ORIGINAL)
        key = folder, self._stamp(str(folder / EDITION)), self._stamp(apart) if os.path.isfile(apart) else ""
        if key not in self._described:
            try:
                self._described[key] = read_edition_file(folder)
            except InputError as error:
                raise ValueError(str(error)) from None
        return self._described[key]

    def _stamp(self, path: str) -> str:
        """What tells a file's content from any other; OSError where it cannot be read."""
        about = os.stat(path)
        state = about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino
        known = self._stamps.get(path)
        if known is None or known[0] != state:
            found = disk.key_of("file", [], (path,), ())
            if found is None:
                raise OSError(f"{path} cannot be read")
            known = self._stamps[path] = state, found
        return known[1]


def _bases(edition: Any, behind: Sequence[str]) -> list[str]:
    return [name for relation in behind if (name := getattr(edition, relation))]
