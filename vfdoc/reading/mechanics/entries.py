"""What the glossary says of lookups, conventions, opposed rolls and of how tests are described.

In goes the glossary (TOML, already joined with an edition's own); out come phrases by which a
sentence is known, and the forms of values that sentences state. A phrase is compared word by word,
without case and punctuation; "…" in it stands for any words of the same sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from vfdoc.language.typography import levelled
from vfdoc.model.conditions import Condition
from vfdoc.model.session import memoized_few
from vfdoc.reading.mechanics.told import condition_of
from vfdoc.reading.mechanics.vocabulary import glossary, glossary_texts, stems

_SIGNS = str.maketrans({"'": "", **dict.fromkeys(".,;:!?()[]{}-•…", " ")})


class Folded(NamedTuple):
    """A sentence for comparing: its words in lower case between single blanks, and as a set."""

    text: str
    words: frozenset[str]


class Phrases(NamedTuple):
    """Phrases and what they stand for, by the longest word of each: only sentences with it are asked."""

    by_word: dict[str, tuple[tuple[tuple[str, str], tuple[str, ...]], ...]]

    def heard(self, sentence: Folded) -> Heard:
        """What the phrases in a sentence stand for. Of conventions the longer phrase counts: "one third
        rounding down" is no rule for all that is rounded down."""
        found: dict[str, dict[str, list[tuple[str, ...]]]] = {}
        for word in self.by_word.keys() & sentence.words:
            for (kind, id), parts in self.by_word[word]:
                if _stands(parts, sentence.text):
                    found.setdefault(kind, {}).setdefault(id, []).append(parts)
        said = found.get("convention", {})
        for id in [id for id in said if _within(said[id], [p for o in said if o != id for p in said[o]])]:
            del said[id]
        return Heard({kind: tuple(sorted(ids)) for kind, ids in found.items() if ids})


def _within(phrases: Sequence[tuple[str, ...]], others: Sequence[tuple[str, ...]]) -> bool:
    """Whether each of some phrases is a stretch of a longer one."""
    longer = [part for parts in others for part in parts]
    return all(
        len(parts) == 1 and any(parts[0] != part and parts[0].strip() in part for part in longer)
        for parts in phrases
    )


class Heard(NamedTuple):
    """What a sentence says, by kind: the ids of the phrases in it, each once and sorted."""

    found: dict[str, tuple[str, ...]]

    def of(self, kind: str) -> tuple[str, ...]:
        """The ids of one kind: "convention", "test" …"""
        return self.found.get(kind, ())


class Form(NamedTuple):
    """How sentences state values: those of `value` (an expression) where one of `has` stands.

    The key of a value is its group `key`, else the next of `keys`, else the words `side` of it, from
    behind `start` to before `end`. `lead` are phrases of which the lead-in of the list has one.
    """

    id: str
    value: re.Pattern[str]
    side: str
    keys: tuple[str, ...]
    start: re.Pattern[str] | None
    end: re.Pattern[str] | None
    lead: tuple[str, ...]
    column: str


class Titles(NamedTuple):
    """By which titles, headings and row labels (as stems) tables are known, and how they are laid out.

    `worded` have values in words; in those of `turned` the cells are keys and the headings values.
    """

    tables: dict[tuple[str, ...], str]
    rows: dict[tuple[str, ...], str]
    worded: frozenset[str]
    turned: frozenset[str]


class KeyWords(NamedTuple):
    """Words (as stems) of the keys of a lookup, and what they ask; `others`: all that no other row is of;
    `apart`: what is no unit."""

    words: tuple[str, ...]
    when: Condition | None
    others: bool
    apart: bool


class OpposedEntry(NamedTuple):
    """An opposed roll as the glossary describes it; see its [opposed]."""

    id: str
    name: str
    of: tuple[str, ...]
    quality: str | None
    margin: str | None
    strength: str | None
    arm: str | None
    effects: tuple[tuple[str, tuple[str, ...]], ...]
    states: tuple[tuple[str, str | None, tuple[str, ...]], ...]
    cuts: re.Pattern[str]
    either: tuple[str, ...]
    ignored: tuple[str, ...]
    enemies: str | None
    rounds: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """Everything that the glossary says of one edition's lookups, conventions, tests and contests; equal to
    itself alone."""

    titles: Titles
    forms: tuple[Form, ...]
    phrases: Phrases
    targets: dict[str, re.Pattern[str]]
    described_tests: frozenset[str]
    dice: dict[str, str]
    contests: tuple[OpposedEntry, ...]
    keys: dict[str, tuple[KeyWords, ...]]


def folded(text: str) -> Folded:
    """A sentence for comparing with phrases."""
    words = levelled(text.lower()).translate(_SIGNS).split()
    return Folded(f" {' '.join(words)} ", frozenset(words))


def entries(language: str, folder: Path | None = None, *, copy: bool = False) -> Entries:
    """The entries of `language`, with what the edition's folder adds in its own glossary.toml; for a `copy`,
    with its hints too (see vocabulary.py)."""
    return _entries(language, glossary_texts(folder, copy))


@memoized_few
def _entries(language: str, texts: tuple[str, ...]) -> Entries:
    known = glossary(texts)
    lookups = known.get("lookups", {})
    forms = [(id, form) for id, entry in lookups.items() for form in entry.get("said", {}).get(language, ())]
    tests = known.get("tests", {})
    contests = {id: entry for id, entry in known.get("opposed", {}).items() if language in entry}
    return Entries(
        _titles(lookups, language),
        tuple(_form(id, form) for id, form in forms),
        _phrases(_sayings(known, forms, contests, language)),
        {
            id: re.compile(e["target"][language], re.I)
            for id, e in tests.items()
            if language in e.get("target", {})
        },
        frozenset(id for id, entry in tests.items() if language in entry.get("states", {})),
        {id: entry["dice"] for id, entry in tests.items() if "dice" in entry},
        tuple(_contest(id, entry, language) for id, entry in contests.items()),
        {id: tuple(_keys(entry, language)) for id, entry in lookups.items() if "keys" in entry},
    )


def _keys(entry: dict[str, Any], language: str) -> Iterator[KeyWords]:
    for told in entry["keys"].get(language, ()):
        when = condition_of(told.get("when"))
        for said in told["says"]:
            words = stems(said, language)
            yield KeyWords(words, when, told.get("others", False), told.get("apart", False))


def _sayings(
    known: dict[str, Any], forms: list[tuple[str, dict[str, Any]]], contests: dict[str, Any], language: str
) -> Iterator[tuple[str, str, Iterable[str]]]:
    """All phrases, with their kind and what they stand for."""
    for n, (_, form) in enumerate(forms):
        yield "form", str(n), form.get("has", ())
    for id, entry in known.get("lookups", {}).items():
        yield "list", id, entry.get("lists", {}).get(language, ())
    for id, entry in known.get("conventions", {}).items():
        yield "convention", id, entry.get(language, ())
    for id, entry in known.get("tests", {}).items():
        yield "test", id, entry.get("states", {}).get(language, ())
        yield "success", id, entry.get("success", {}).get(language, ())
        yield "failure", id, entry.get("failure", {}).get(language, ())
    for id, entry in contests.items():
        yield "rolled", id, entry[language].get("rolled", ())
        yield "several", id, entry[language].get("several", ())
        for side, said in entry[language].get("decided", {}).items():
            yield f"decided {id}", side, said
        for op, said in entry[language].get("margins", {}).items():
            yield f"margin {id}", op, said


def _phrases(listed: Iterable[tuple[str, str, Iterable[str]]]) -> Phrases:
    out: dict[str, list[tuple[tuple[str, str], tuple[str, ...]]]] = {}
    for kind, id, said in listed:
        for form in said:
            parts = tuple(folded(part).text for part in form.split("…"))
            words = [word for part in parts for word in part.split()]
            if words:
                out.setdefault(max(words, key=len), []).append(((kind, id), parts))
    return Phrases({word: tuple(found) for word, found in out.items()})


def _stands(parts: tuple[str, ...], text: str) -> bool:
    at = 0
    for part in parts:
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part) - 1
    return True


def _titles(lookups: dict[str, Any], language: str) -> Titles:
    def known(key: str) -> dict[tuple[str, ...], str]:
        listed: dict[tuple[str, ...], str] = {}
        for id, entry in lookups.items():
            said = entry.get(language, ()) if key == "titles" else entry.get(key, {}).get(language, ())
            for form in said:
                listed.setdefault(stems(form, language), id)
        return listed

    return Titles(
        known("titles"),
        known("rows"),
        frozenset(id for id, entry in lookups.items() if entry.get("worded")),
        frozenset(id for id, entry in lookups.items() if entry.get("turned")),
    )


def _form(id: str, form: dict[str, Any]) -> Form:
    def expression(key: str) -> re.Pattern[str] | None:
        return re.compile(form[key], re.IGNORECASE) if key in form else None

    return Form(
        id,
        re.compile(form["value"], re.IGNORECASE),
        form.get("side", "before"),
        tuple(form.get("keys", ())),
        expression("start"),
        expression("end"),
        tuple(folded(said).text for said in form.get("lead", ())),
        form.get("column", ""),
    )


def _contest(id: str, entry: dict[str, Any], language: str) -> OpposedEntry:
    said = entry[language]

    def each(listed: dict[str, list[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return tuple((id, tuple(folded(form).text for form in forms)) for id, forms in listed.items())

    return OpposedEntry(
        id=id,
        name=said.get("name", id),
        of=tuple(entry.get("of", (id,))),
        quality=entry.get("quality"),
        margin=entry.get("margin"),
        strength=entry.get("strength"),
        arm=entry.get("arm"),
        effects=each(said.get("effects", {})),
        states=tuple(
            (state["fact"], state.get("value"), tuple(folded(form).text for form in state["says"]))
            for state in said.get("states", ())
        ),
        cuts=re.compile(said.get("cuts", "(?!)"), re.IGNORECASE),
        either=tuple(folded(form).text for form in said.get("either", ())),
        ignored=tuple(folded(form).text for form in said.get("ignored", ())),
        enemies=entry.get("enemies"),
        rounds=entry.get("rounds"),
    )
