"""Where the strings of a TOML file stand: its text in, every key and every string with its path and span out.

A file that is changed by spans keeps its comments, its blanks, its line ends and its manner of quoting. The
text has been read as TOML before; what is none is scanned no further.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t]|\r?\n|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?P<many>(?:[^"\\]|\\.|"(?!""))*"{0,2})"""'
    r"|'''(?P<plain>(?:[^']|'(?!''))*'{0,2})'''"
    r'|"(?P<one>(?:[^"\\\n]|\\.)*)"'
    r"|'(?P<literal>[^'\n]*)'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\n]*")


class TomlString(NamedTuple):
    """A string of a TOML file, or a key: the path of its value, where its letters begin and end (within the
    quotes), and they as they are written."""

    path: Path
    start: int
    end: int
    text: str
    key: bool = False


def toml_strings(text: str) -> Iterator[TomlString]:
    """Every key and every string, in order; elements of arrays are counted from 0."""
    return _Scanner(text).strings()


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._counts: dict[Path, int] = {}

    def strings(self) -> Iterator[TomlString]:
        table: Path = ()
        self._skip(_BLANK)
        while self._at < len(self._text):
            begun = self._at
            if self._takes("[["):
                names = [key.text for key in self._keys(())]
                path = (*self._within(tuple(names[:-1])), *names[-1:])
                self._counts[path] = self._counts.get(path, -1) + 1
                table = (*path, self._counts[path])
                self._takes("]]")
            elif self._takes("["):
                keys = list(self._keys(()))
                table = self._within(tuple(key.text for key in keys))
                if keys:
                    yield keys[-1]._replace(path=table)
                self._takes("]")
            else:
                yield from self._pair(table)
            self._skip(_BLANK)
            if self._at == begun:  # no TOML
                return

    def _within(self, keys: tuple[str, ...]) -> Path:
        """The path of a table that is named, through the last element of each array on the way."""
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self._counts:
                path = (*path, self._counts[path])
        return path

    def _pair(self, table: Path) -> Iterator[TomlString]:
        keys = list(self._keys(table))
        yield from keys
        self._skip(_SPACE)
        if keys and self._takes("="):
            yield from self._value(keys[-1].path)

    def _keys(self, table: Path) -> Iterator[TomlString]:
        """The parts of a key, each with the path to it."""
        path = table
        while True:
            self._skip(_SPACE)
            found = _STRING.match(self._text, self._at) or _BARE.match(self._text, self._at)
            if found is None:
                return
            group = found.lastgroup or 0
            path = (*path, found[group])
            yield TomlString(path, found.start(group), found.end(group), found[group], key=True)
            self._at = found.end()
            self._skip(_SPACE)
            if not self._takes("."):
                return

    def _value(self, path: Path) -> Iterator[TomlString]:
        self._skip(_SPACE)
        if (found := _STRING.match(self._text, self._at)) is not None:
            group = found.lastgroup or 0
            self._at = found.end()
            yield TomlString(path, found.start(group), found.end(group), found[group])
        elif self._takes("["):
            place = 0
            self._skip(_BLANK)
            while self._at < len(self._text) and not self._takes("]"):
                begun = self._at
                yield from self._value((*path, place))
                self._skip(_BLANK)
                self._takes(",")
                self._skip(_BLANK)
                place += 1
                if self._at == begun:
                    return
        elif self._takes("{"):
            self._skip(_BLANK)
            while self._at < len(self._text) and not self._takes("}"):
                begun = self._at
                yield from self._pair(path)
                self._skip(_BLANK)
                self._takes(",")
                self._skip(_BLANK)
                if self._at == begun:
                    return
        else:
            self._skip(_SCALAR)

    def _takes(self, sign: str) -> bool:
        if self._text.startswith(sign, self._at):
            self._at += len(sign)
            return True
        return False

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        self._at = found.end() if found else self._at
