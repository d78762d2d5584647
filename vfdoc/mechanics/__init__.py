"""Clauses of texts whose game nobody has described: tests, changes, statements, all of them proposed.

In: a rulebook. Out: its mechanics. Nothing in them is executable: a person keeps, mends or strikes out what
is proposed, in the edition's `mechanics.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from vfdoc.mechanics.attribution import RowContext, key_of
from vfdoc.mechanics.lexicon import Lexicon, lexicon
from vfdoc.mechanics.restated import restating
from vfdoc.mechanics.rolls import asked, by_first_word, default_dice, kept_dice, made, name_of, rolls, slug
from vfdoc.mechanics.rows import rows, statements
from vfdoc.mechanics.section_passages import SectionPassages, section_passages
from vfdoc.mechanics.terminals import tells
from vfdoc.model.document import Rulebook
from vfdoc.model.mechanics import Mechanics, Modifier, ProposedStatement, Test

__all__ = ["read_clauses"]

_NAME = 40


def read_clauses(rulebook: Rulebook) -> Mechanics:
    """The mechanics that the texts of a rulebook state, every row of them proposed."""
    words = lexicon(rulebook.edition.language)
    found = list(section_passages(rulebook, words))
    language = words.language
    telling = [one for read in found for one in read.passages if tells(one.text, language)]
    default, kept = default_dice(telling, words), kept_dice(telling, words)
    stated = [(read, list(_tests(read, words, default))) for read in found]
    tests = [test for _, own in stated for test in own]
    names = {test.name.casefold(): test for test in reversed(tests) if test.name and test.dice}
    named = {key_of(test.name, words): test.name for test in names.values()}
    askable = by_first_word(names.values())
    chapters = _tests_of_chapters(stated)
    out: list[Modifier] = []
    invoked: list[Test] = []
    besides: list[ProposedStatement] = []
    for read, mine in stated:
        section, origin, own = read.section, read.origin, read.passages
        around = RowContext(
            section.anchor, section.document, origin, read.heading,
            mine[0].name if mine else None, named, chapters.get(read.chapter), kept,
        )  # fmt: skip
        if mine:
            out += _values_added(mine, around)
        for passage in own:
            told = around._replace(origin="example") if passage.example else around
            if tells(passage.text, language, kept):
                out += rows(passage, told, words)
                besides += statements(passage, told, words)
            if askable and not passage.example and origin in ("rules", "sheet"):
                for name, roll in asked(passage, askable, words):
                    title = name_of(read.heading, words) or name
                    invoked.append(
                        replace(made(roll, title, section.anchor, section.document, origin), name=title)
                    )
    identified = tuple(_identified(out))
    return Mechanics(
        rulebook.edition.id,
        tuple(_told_apart(tests + invoked)),
        identified,
        restated=tuple(restating(identified, words)),
        proposed=tuple(_numbered(besides)),
        undescribed=True,
    )


def _tests(read: SectionPassages, words: Lexicon, default: str | None) -> Iterator[Test]:
    if read.origin in ("example", "question", "note"):
        return
    section = read.section
    title = name_of(read.heading, words)[:_NAME]
    for roll in rolls(read.passages, words, default):
        yield made(roll, title, section.anchor, section.document, read.origin)


def _tests_of_chapters(stated: Iterable[tuple[SectionPassages, list[Test]]]) -> dict[str, str]:
    """By chapter the name of the one test that it states; none of a chapter that states several."""
    found: dict[str, set[str]] = {}
    for read, own in stated:
        found.setdefault(read.chapter, set()).update(test.name for test in own if test.dice)
    return {chapter: names.pop() for chapter, names in found.items() if len(names) == 1 and "" not in names}


def _values_added(tests: list[Test], around: RowContext) -> Iterator[Modifier]:
    """What a test adds to its dice that is a value of the game: "adds Quality"."""
    for test in tests:
        if test.adds:
            yield Modifier(
                id="",
                of=test.id,
                operation="add",
                amount=None,
                unit=None,
                per=None,
                limit=None,
                condition=f"adds {test.adds}",
                when=None,
                facts=(),
                section=test.section,
                document=test.document,
                line=test.line,
                column=test.column,
                origin=test.origin,
                unread=(test.adds,),
                doubt=f"the amount is a value of the game: {test.adds}",
            )


def _told_apart(tests: list[Test]) -> Iterator[Test]:
    """Tests with ids of their own, in the order of the text."""
    taken: dict[str, int] = {}
    for test in tests:
        taken[test.id] = taken.get(test.id, 0) + 1
        yield test if taken[test.id] == 1 else replace(test, id=f"{test.id}~{taken[test.id]}")


def _identified(found: list[Modifier]) -> Iterator[Modifier]:
    """Rows with ids of their value, their section and their words; twins are told apart by a number."""
    taken: dict[str, int] = {}
    for row in found:
        said = slug(row.condition)[:40].strip("-")
        id = ".".join(filter(None, (row.of or row.operation, row.section, said)))
        taken[id] = taken.get(id, 0) + 1
        yield replace(row, id=id if taken[id] == 1 else f"{id}~{taken[id]}")


def _numbered(found: list[ProposedStatement]) -> Iterator[ProposedStatement]:
    taken: dict[str, int] = {}
    for each in found:
        taken[each.id] = taken.get(each.id, 0) + 1
        yield each if taken[each.id] == 1 else each._replace(id=f"{each.id}~{taken[each.id]}")
