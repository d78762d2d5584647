"""The keys of an edition's own `glossary.toml`, each with the phrases by which a text would use it.

An edition's folder and its language come in. What lies in a game's glossary serves many texts and is not
asked about; nor are tables whose keys are found by more than phrases (lookups, opposed rolls, captions).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from vfdoc.model.glossary import OwnWord
from vfdoc.reading.editions import decode, place_in
from vfdoc.reading.glossary import FILE
from vfdoc.reading.mechanics.vocabulary import glossary, glossary_texts
from vfdoc.reading.sources import read_source

_SAID = ("terms", "tests", "values", "words", "per", "changes", "conventions", "remarks")
_NAMED = ("tests", "values", "words", "per")  # what a fact's `says` names

_Use = tuple[tuple[str, ...], ...]


def own_words(folder: Path, language: str) -> tuple[OwnWord, ...]:
    """The keys of the glossary in an edition's folder, in its order; none where it holds no glossary."""
    path = folder / FILE
    if not path.is_file():
        return ()
    source, whole = read_source(path), glossary(glossary_texts(folder))
    lines = source.text.split("\n")
    found = []
    for table, entries in decode(path, dict[str, Any]).items():
        for id in entries if isinstance(entries, dict) else ():
            entry = whole[table][id]
            uses: tuple[_Use, ...]
            if table in _SAID and isinstance(entry, dict):
                phrases = tuple(_phrases(entry, language))
                if not phrases and table == "terms":  # it is there for the search
                    continue
                uses = ((phrases,),)
            elif table == "facts":
                uses = tuple(_fact(entry, whole, language))
            else:
                continue
            line = int(place_in("", source.text, f"{table}.{id}").rpartition(":")[2] or 1)
            quote = lines[line - 1].strip()
            column = lines[line - 1].index(quote) + 1
            found.append(OwnWord(f"{table}.{id}", uses, source.file, line, column, quote))
    return tuple(found)


def _fact(entry: Mapping[str, Any], whole: Mapping[str, Any], language: str) -> Iterator[_Use]:
    """Of each list of concepts that says a fact, the phrases of each; whom it is said of goes without
    saying."""
    says = entry["says"]
    roles = {each.get("self") for table in _NAMED for each in whole.get(table, {}).values()}
    for concepts in says if says and isinstance(says[0], list) else [says]:
        named = [(each, [whole.get(table, {}).get(each, {}) for table in _NAMED]) for each in concepts]
        yield tuple(
            tuple(phrase for entry in entries for phrase in _phrases(entry, language))
            for concept, entries in named
            if concept not in roles and not any(entry.get("subject") for entry in entries)
        )


def _phrases(entry: Mapping[str, Any], language: str) -> Iterator[str]:
    """Every phrase that an entry gives in that language: its names, and those of the tables in it
    (`labels`, `states`, `saying`)."""
    for key, value in entry.items():
        if key == language:
            yield from (phrase for phrase in value if isinstance(phrase, str))
        elif isinstance(value, dict):
            yield from _phrases(value, language)
            if key == "saying":
                yield from (phrase for said in value.values() for phrase in said)
