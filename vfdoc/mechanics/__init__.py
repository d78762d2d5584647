"""Clauses of texts whose game nobody has described: tests, changes, statements, all of them proposed.

In: a rulebook. Out: its mechanics. Nothing in them is executable: a person keeps, mends or strikes out what
is proposed, in the edition's `mechanics.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from vfdoc.mechanics.attribution import key_of
from vfdoc.mechanics.lexicon import Lexicon, lexicon
from vfdoc.mechanics.passages import ClausePassage, passages
from vfdoc.mechanics.rolls import asked, by_first_word, default_dice, made, name_of, rolls, slug
from vfdoc.mechanics.rows import RowContext, rows, statements
from vfdoc.model.document import Rulebook, Section
from vfdoc.model.mechanics import Mechanics, Modifier, Origin, ProposedStatement, Test

__all__ = ["read_clauses"]

_ORIGINS: Mapping[str, Origin] = {
    "sheet": "sheet",
    "question": "question",
    "note": "note",
    "example": "example",
}
_OF_DOCUMENT: Mapping[str, Origin] = {"commentary": "note", "sheet": "sheet", "questions": "question"}
_NO_RULES = ("contents", "index")
_NAME = 40
_LONGEST_HEADING = 300


def read_clauses(rulebook: Rulebook) -> Mechanics:
    """The mechanics that the texts of a rulebook state, every row of them proposed."""
    words = lexicon(rulebook.edition.language)
    found = list(_stretches(rulebook, words))
    default = default_dice((p for _, _, own in found for p in own), words)
    stated = [
        (section, origin, own, list(_tests(section, origin, own, words, default)))
        for section, origin, own in found
    ]
    tests = [test for *_, own in stated for test in own]
    names = {test.name.casefold(): test for test in reversed(tests) if test.name and test.dice}
    named = {key_of(test.name, words): test.name for test in names.values()}
    askable = by_first_word(names.values())
    out: list[Modifier] = []
    invoked: list[Test] = []
    besides: list[ProposedStatement] = []
    for section, origin, own, mine in stated:
        test = mine[0].name if mine else None
        around = RowContext(section.anchor, section.document, origin, _headed(section.title), test, named)
        if mine:
            out += _values_added(mine, around)
        for passage in own:
            told = around._replace(origin="example") if passage.example else around
            out += rows(passage, told, words)
            besides += statements(passage, told, words)
            if not passage.example and origin in ("rules", "sheet"):
                for name, roll in asked(passage, askable, words):
                    title = name_of(section.title, words) or name
                    invoked.append(
                        replace(made(roll, title, section.anchor, section.document, origin), name=title)
                    )
    return Mechanics(
        rulebook.edition.id,
        tuple(_told_apart(tests + invoked)),
        tuple(_identified(out)),
        proposed=tuple(_numbered(besides)),
        undescribed=True,
    )


def _headed(title: str) -> str:
    """A title as the rows below it carry it; of one as long as a paragraph its beginning."""
    return title if len(title) <= _LONGEST_HEADING else f"{title[:_LONGEST_HEADING].rstrip()} …"


def _stretches(
    rulebook: Rulebook, words: Lexicon
) -> Iterator[tuple[Section, Origin, tuple[ClausePassage, ...]]]:
    for document in rulebook.documents:
        for section in document.sections:
            if section.kind not in _NO_RULES:
                origin = _ORIGINS.get(section.kind) or _OF_DOCUMENT.get(document.kind, "rules")
                yield section, origin, tuple(passages(section, words))


def _tests(
    section: Section, origin: Origin, own: tuple[ClausePassage, ...], words: Lexicon, default: str | None
) -> Iterator[Test]:
    if origin in ("example", "question", "note"):
        return
    title = name_of(section.title, words)[:_NAME]
    for roll in rolls(own, words, default):
        yield made(roll, title, section.anchor, section.document, origin)


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
