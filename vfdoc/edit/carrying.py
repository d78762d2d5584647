"""The sections that an edition's TOML files name, carried to other anchors: nothing else changes by a byte.

Text comes in and goes out; which keys of which file name a section is said here, once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from typing import NamedTuple

from vfdoc.edit.toml_strings import TomlString, toml_strings

NUMBER = re.compile(r"(?<![\w.])(?:[A-Z]\.?)?\d+(?:\.\d+)+[a-z]?(?!\w)(?!\.\w)")
_ID_PART = re.compile(r"[.~]")
_OF_SECTIONS = ("sections", "chapters", "without", "gather", "omit")
_QUOTING = ("text", "words", "before", "after")
_NOTES = ("should", "why")


def _as_it_is(number: str) -> str:
    return number


class Carrying(NamedTuple):
    """What has become of an edition's sections: the anchors that are `known`, what each is `renamed` to; the
    `fingerprints` of their words before and now, by anchor as it was before; the numbers that were `replaced`
    in each section, how any number is `printed` now, and the id of the `edition`."""

    known: Container[str]
    renamed: Callable[[str], str]
    fingerprints: Mapping[str, tuple[str, str]] = {}
    replaced: Mapping[str, Mapping[str, str]] = {}
    printed: Callable[[str], str] = _as_it_is
    edition: str = ""


def carried(text: str, file: str, carrying: Carrying) -> str:
    """The text of one of an edition's TOML files (its `file` name), whatever names a section naming it as it
    is now: nothing else changes by a byte."""
    strings = list(toml_strings(text))
    sections = {s.path[:-1]: s.text for s in strings if s.path[-1] == "section" and not s.key}
    out, done = [], 0
    for string in strings:
        new = _carried(string, file, sections, carrying)
        if new != string.text:
            out += [text[done : string.start], new]
            done = string.end
            if string.key and not re.fullmatch(r"[\w-]+", new) and text[string.start - 1] not in "\"'":
                out[-1] = f'"{new}"'
    return "".join(out) + text[done:]


def _carried(
    string: TomlString, file: str, sections: Mapping[tuple[str | int, ...], str], carrying: Carrying
) -> str:
    match string.path:
        case ("about" | "fingerprints", str()) if file == "edition.toml" and string.key:
            return carrying.renamed(string.text)
        case ("fingerprints", str(anchor)) if file == "edition.toml":
            was, now = carrying.fingerprints.get(anchor, (string.text, string.text))
            return now if string.text == was else string.text
        case _ if string.key:
            return string.text
        case ("about", str(), int()) | ("forward", str()) if file == "edition.toml":
            return carrying.renamed(string.text)
        case ("phases", int(), "steps", int()) if file == "edition.toml":
            anchor, colon, rest = string.text.partition(":")
            known = anchor.rstrip()
            return carrying.renamed(known) + anchor[len(known) :] + colon + rest
        case ("sheet", *_, str(key), int()) if file == "edition.toml" and key in _OF_SECTIONS:
            return carrying.renamed(string.text)
        case ("pair", int(), "new", int()) if file == "concordance.toml":
            return carrying.renamed(string.text)
        case ("lesson", int(), "also", int()):
            return carrying.renamed(string.text)
        case (str(), "sections", str(edition), int()) if file == "asked.toml":
            return _address(string.text, carrying) if edition == carrying.edition else string.text
        case (*_, "section") if file != "edition.toml":
            return carrying.renamed(string.text)
        case (*_, "cap" | "id") | (*_, "replaces", int()):
            return _row_id(string.text, carrying)
        case (*entry, str(key)) | (*entry, str(key), int()) if key in _QUOTING:
            replaced = carrying.replaced.get(sections.get(tuple(entry), ""), {})
            return NUMBER.sub(lambda found: replaced.get(found.group(), found.group()), string.text)
        case (*_, str(key)) if key in _NOTES:
            return NUMBER.sub(lambda found: carrying.printed(found.group()), string.text)
    return string.text


def _address(address: str, carrying: Carrying) -> str:
    """The address of a section, or of a row or note of one ("sheet~elan"), as it is now."""
    anchor, mark, rest = address.rpartition("~")
    if address in carrying.known or anchor not in carrying.known:
        return carrying.renamed(address)
    return carrying.renamed(anchor) + mark + rest


def _row_id(id_: str, carrying: Carrying) -> str:
    """The id of a row as it is now."""
    anchor = _of_row(id_, carrying.known)
    of, dot, rest = id_.partition(".")
    return of + dot + carrying.renamed(anchor) + rest[len(anchor) :] if anchor else id_


def _of_row(id_: str, anchors: Container[str]) -> str:
    """The section that stands in the id of a row ("melee-value.8.2.2.supporters"), empty where it is none of
    these."""
    _, _, rest = id_.partition(".")
    ends = sorted({len(rest), *(found.start() for found in _ID_PART.finditer(rest))}, reverse=True)
    return next((rest[:end] for end in ends if rest[:end] in anchors), "")


def named_by_another(
    text: str, file: str, edition: str, moved: Mapping[str, str], own: Container[str] | None
) -> Iterator[tuple[int, str]]:
    """The sections of an edition (its id) that have moved (anchors before and now) and that a TOML file of
    another one names: each with its line. `own` are the anchors of the other one itself, None where it is
    neither an amendment nor a translation of this one, and names its sections only with its id."""
    strings = list(toml_strings(text))
    values = {s.path: s.text for s in strings if not s.key}
    for string in strings:
        anchor, sure = _of_another(string, file, edition, values, moved)
        if anchor in moved and (sure or (own is not None and anchor not in own)):
            yield text.count("\n", 0, string.start) + 1, anchor


def _of_another(
    string: TomlString,
    file: str,
    edition: str,
    values: Mapping[tuple[str | int, ...], str],
    moved: Mapping[str, str],
) -> tuple[str, bool]:
    """The section that a string names, and whether it can be no section of the file's own edition."""
    match string.path:
        case ("about", str(), int()) if file == "edition.toml" and not string.key:
            anchor = string.text.removeprefix(f"{edition}:")
            return anchor, anchor != string.text
        case ("phases", int(), "steps", int()) if file == "edition.toml":
            return string.text.partition(":")[0].rstrip(), False
        case ("sheet", *_, str(key), int()) if file == "edition.toml" and key in _OF_SECTIONS:
            return string.text, False
        case ("pair" | "lesson", int(), "old", int()):
            return string.text, values.get((*string.path[:2], "against"), edition) == edition
        case (str(), "sections", str(named), int()) if file == "asked.toml" and named == edition:
            whole = string.text in moved
            return string.text if whole else string.text.rpartition("~")[0] or string.text, True
        case ("sections", str(anchor)) if file == "translation.toml" and string.key:
            return anchor, values.get(("of",)) == edition
        case (*_, "replaces", int()) if not string.key:
            return _of_row(string.text, moved), False
    return "", False


def numbers_in_notes(text: str) -> Iterator[tuple[int, str]]:
    """The numbers that the explanations in a TOML file name, each with its line."""
    for string in toml_strings(text):
        if not string.key and string.path[-1] in _NOTES:
            line = text.count("\n", 0, string.start) + 1
            for found in NUMBER.finditer(string.text):
                yield line, found.group()
