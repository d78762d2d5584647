"""One thing under one name: rows whose values are said in several inflections, and ids of their own.

In: tests, rows and statements as they were read. Out: the same, each value with one name ("hit rolls", "to
hit" and "hit" are one), each row, test and statement with an id that no other has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from vfdoc.language.stems import phrase_form
from vfdoc.mechanics.attribution import key_of
from vfdoc.mechanics.lexicon import Lexicon, lexicon
from vfdoc.mechanics.proposed_rows import BEFORE
from vfdoc.mechanics.rolls import slug
from vfdoc.model.fingerprint import told_apart
from vfdoc.model.mechanics import Modifier, ProposedStatement, Test

_NAME = 40  # characters of an id that are taken from words


def as_one_thing(
    found: list[Modifier],
    tests: Sequence[Test],
    aimed: Mapping[str, str],
    values: Mapping[str, str],
    words: Lexicon,
) -> Iterator[Modifier]:
    """Rows whose values have one name each: that of the test that it is ("hit rolls", "to hit"), else the
    shortest of its inflections. What is a value of a thing is no test of the same name."""
    language = words.language
    own = {_stemmed(value, language) for value in values}
    targets = {part for test in tests for part in _stemmed(test.target or "", language).split()}
    ids = {test.id for test in tests}
    by_test = {
        stem: test.id
        for test in reversed(tests)
        if test.name and (stem := _stemmed(test.name, language)) not in own | targets
    }
    by_test |= {
        stem: id for aim, id in aimed.items() if (stem := _stemmed(aim, language)) not in own | targets
    }
    names: dict[str, str] = {}
    for row in sorted(found, key=lambda row: len(row.of or "")):
        if row.of is not None:
            names.setdefault(_of_roll(row.of, words), row.of)
    for row in found:
        of = row.of
        one = None
        if of is not None and of not in ids:
            one = by_test.get(_stemmed(of, language)) or names.get(_of_roll(of, words))
        yield row if one is None or one == of else replace(row, of=one)


def _of_roll(name: str, words: Lexicon) -> str:
    """A name by its stems, without the word at its end that says that there is a roll: "spot checks"."""
    *front, last = name.split("-")
    rolled = bool(front) and last in words.kinds.get("tested", ()) and front not in (["all"], ["every"])
    return inflected("-".join(front) if rolled else name, words.language)


def _stemmed(name: str, language: str) -> str:
    """A name by the stems of what is particular in it."""
    return inflected(key_of(name.replace("-", " "), lexicon(language)), language)


def inflected(name: str, language: str) -> str:
    """A name by the stems of its words."""
    return " ".join(phrase_form(word, language) for word in name.replace("-", " ").split())


def tests_apart(tests: list[Test]) -> Iterator[Test]:
    """Tests with ids of their own, in the order of the text."""
    taken: dict[str, int] = {}
    for test in tests:
        taken[test.id] = taken.get(test.id, 0) + 1
        yield test if taken[test.id] == 1 else replace(test, id=f"{test.id}~{taken[test.id]}")


def identified_rows(found: list[Modifier]) -> Iterator[Modifier]:
    """Rows with ids of their value, their section and their words."""
    before: Modifier | None = None
    said = [slug(row.condition)[:_NAME].strip("-") for row in found]
    keys = ((row.of or row.operation, row.section) for row in found)
    names = [".".join(filter(None, (*key, words))) for key, words in zip(keys, said, strict=True)]
    contents = [f"{row.operation} {row.amount} {row.condition}" for row in found]
    for id, row in zip(told_apart(zip(names, contents, strict=True)), found, strict=True):
        known = replace(row, id=id)
        if known.replaces == (BEFORE,):
            known = _in_the_place_of(known, before)
        yield known
        before = known


def _in_the_place_of(row: Modifier, before: Modifier | None) -> Modifier:
    """A row that says "instead": of the row right before it, where both are of one value; else no claim."""
    if before is None or (before.of, before.section, before.operation) != (
        row.of,
        row.section,
        row.operation,
    ):
        return replace(row, replaces=(), claimed=False, doubt=f"{row.doubt}; it stands instead of another")
    return replace(row, replaces=(before.id,))


def identified_statements(found: list[ProposedStatement]) -> Iterator[ProposedStatement]:
    """Statements with ids of their own."""
    ids = told_apart((each.id, each.text) for each in found)
    return (each._replace(id=id) for id, each in zip(ids, found, strict=True))
