"""`glossary.toml` to a Glossary: that of an edition's game, and its own laid over it.

The tables beside [terms] say how rules about these words are read, and are read elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from vfdoc.language.terms import folded
from vfdoc.language.word_list import languages
from vfdoc.model import Glossary, InputError, Term, quoted
from vfdoc.model.session import constant, memoized_few, once_a_stage
from vfdoc.model.words import DEFAULT_LANGUAGE
from vfdoc.reading.editions import decode, place_in
from vfdoc.reading.games import layers
from vfdoc.reading.sources import read_source

FILE = "glossary.toml"
_LETTER = re.compile(r"\w")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def shared_glossary() -> Glossary:
    """The glossary of a text that is of no known edition."""
    return read_glossary(None)


@once_a_stage
def read_glossary(folder: Path | None) -> Glossary:
    """The glossary for an edition's folder: its game's, and its own over that where it has one.

    InputError where a file says what no glossary can be, or where the edition's game is not known.
    """
    found = Glossary()
    for path in layers(folder, FILE):
        found = found.overlaid(_read(path))
    return found


class _GlossaryFile(NamedTuple):
    """A glossary's file as messages point into it."""

    name: str
    text: str

    def wrong(self, path: str, what: str, remedy: str) -> InputError:
        return InputError(place_in(self.name, self.text, path), what, remedy)


def _read(path: Path) -> Glossary:
    try:
        return _known(path, path.read_bytes())
    except OSError:  # said in words where it is decoded
        return _known(path, b"")


@memoized_few
def _known(path: Path, data: bytes) -> Glossary:
    """What a file says, known again as long as it says the same."""
    source = read_source(path)
    file = _GlossaryFile(source.file, source.text)
    terms = decode(path, dict[str, Any]).get("terms", {})
    if not isinstance(terms, dict):
        raise file.wrong("terms", "'terms' is no table", "write [terms.ID]")
    found = Glossary(tuple(_term(file, name, entry) for name, entry in terms.items()))
    _hold_apart(file, found.terms)
    return found


def _term(file: _GlossaryFile, name: str, entry: Any) -> Term:
    if not isinstance(entry, dict):
        raise file.wrong(f"terms.{name}", f"{name!r} is no table", f"write [terms.{name}]")
    if not _ID.fullmatch(name):
        raise file.wrong(f"terms.{name}", f"{name!r} is no name of a term", "write letters, digits, - and .")
    parts: dict[str, dict[str, Any]] = {"words": {}, "also": {}, "means": {}}
    defined: dict[str, str] = {}
    keys = _keys()
    for key, value in entry.items():
        path = f"terms.{name}.{key}"
        if key == "defined":
            defined = _anchors(file, path, value)
        elif key not in keys:
            near = get_close_matches(key, [*keys, "defined"], 1)
            remedy = f"did you mean {near[0]!r}?" if near else f"known are {', '.join([*keys, 'defined'])}"
            raise file.wrong(path, f"unknown key {quoted(key)} of the term {name!r}", remedy)
        else:
            part, language = keys[key]
            parts[part][language] = (_sentence if part == "means" else _words)(file, path, value)
    return Term(name, parts["words"], parts["also"], defined, parts["means"])


@constant
def _keys() -> dict[str, tuple[str, str]]:
    """What a term may say, beside where it is defined: the part of a Term and the language of each key."""
    keys = {language: ("words", language) for language in languages()}
    for part in ("also", "means"):
        for language in languages():
            keys[part if language == DEFAULT_LANGUAGE else f"{part}_{language}"] = (part, language)
    return keys


def _words(file: _GlossaryFile, path: str, value: Any) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [None]
    if not all(isinstance(word, str) and _LETTER.search(word) for word in listed):
        raise file.wrong(path, f"{_last(path)} is no list of words", 'write ["one", "another"]')
    return tuple(listed)


def _sentence(file: _GlossaryFile, path: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise file.wrong(path, f"{_last(path)} is no sentence", "write one, or leave the key out")
    return value


def _anchors(file: _GlossaryFile, path: str, value: Any) -> dict[str, str]:
    if isinstance(value, dict) and all(isinstance(anchor, str) and anchor for anchor in value.values()):
        return value
    raise file.wrong(path, "'defined' names no sections by edition", 'write { vf-1e = "1.5" }')


def _last(path: str) -> str:
    return repr(path.rpartition(".")[2])


def _hold_apart(file: _GlossaryFile, terms: Iterable[Term]) -> None:
    """Refuses a word that belongs to two terms of a language: nobody could say which one is meant."""
    owners: dict[tuple[str, str], str] = {}
    for term in terms:
        for language, words in term.words.items():
            for word in words:
                other = owners.setdefault((language, folded(word)), term.id)
                if other != term.id:
                    what = f"{word!r} is a word of the terms {other!r} and {term.id!r}"
                    raise file.wrong(f"terms.{term.id}.{language}", what, "leave it to one of them")
