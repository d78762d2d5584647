"""What moved into another section than the counterpart: each kind of evidence, in texts of a few rules.

A section of either edition has a counterpart of its own throughout; what is asked is the further pair.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from generated import read_text
from modifiers import modifier

from vfdoc.compare.concordance import concordance
from vfdoc.model import Rulebook
from vfdoc.model.comparison import Forced
from vfdoc.model.mechanics import Convention, Flag, Limit, Mechanics, Modifier, Quantity, Test
from vfdoc.verdicts.statements import at_odds, statements

DRUMS = "## 1.0 Drums\n\nA drummer beats the pace and stands beside his leader.{}\n\n"
FLAGS = "## 2.0 Flags\n\nEvery regiment carries two colours into battle.{}\n\n"
CAMPS = "## 3.0 Camps\n\nTents are pitched where the ground is dry and level.{}\n\n"
MOVED = " Captured standards are shown to the umpire before anybody rolls for weather."


def further(old: Rulebook, new: Rulebook, forced: tuple[Forced, ...] = ()) -> set[tuple[str, str]]:
    """The pairs beside those of equal numbers."""
    found = concordance(old, new, forced)
    return {(o, n) for row in found.rows for o in row.old for n in row.new if o != n}


def text(drums: str = "", flags: str = "", camps: str = "", more: str = "") -> Rulebook:
    return read_text(DRUMS.format(drums) + FLAGS.format(flags) + CAMPS.format(camps) + more)


# Sentences


def test_a_sentence_that_moved_makes_a_further_pair() -> None:
    assert further(text(drums=MOVED), text(camps=MOVED)) == {("1.0", "3.0")}
    assert further(text(camps=MOVED), text(drums=MOVED)) == {("3.0", "1.0")}


def test_a_sentence_in_other_words_does_too() -> None:
    other = " All captured standards are shown to the umpire before the weather is rolled for."
    assert further(text(drums=MOVED), text(camps=other)) == {("1.0", "3.0")}


def test_a_sentence_that_stayed_is_no_evidence() -> None:
    assert further(text(drums=MOVED), text(drums=MOVED, camps=MOVED)) == set()


def test_what_a_human_closed_stays_closed() -> None:
    closed = (Forced(("1.0",), ("1.0",)),)
    assert further(text(drums=MOVED), text(camps=MOVED), closed) == set()


# Remarks


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ("Every regiment carries its two colours (2.0).", {"2.0"}),
        ("Dice are thrown in a tray (2.0).", set()),  # it cites the rule and says something else
    ],
)
def test_a_reminder_meets_the_rule_that_it_cites(said: str, rules: set[str]) -> None:
    note = f"> **Designer's comments**\n>\n> {said}\n\n"
    old, new = text(more=note), text()
    anchor = next(s.anchor for s in old.sections() if s.kind == "note")
    assert further(old, new) == {(anchor, rule) for rule in rules}
    assert further(new, old) == {(rule, anchor) for rule in rules}


# Statements


def stating(book: Rulebook, **rows: tuple[object, ...]) -> Rulebook:
    return replace(book, mechanics=Mechanics(book.edition.id, **rows))  # type: ignore[arg-type]


def convention(section: str) -> Convention:
    return Convention("round-down", section, "rules", 1)


def row(section: str, fact: str, limit: int | None = None) -> Modifier:
    most = Limit("units", limit) if limit else None
    return modifier(
        id=f"m-{section}", limit=most, condition=fact, when=Flag(fact), facts=(fact,), section=section
    )


def quantity(section: str, number: float) -> Quantity:
    return Quantity(
        value=str(number),
        number=number,
        op="<=",
        unit=None,
        topic="",
        concepts=(),
        near=(),
        counted="unit",
        words=(),
        section=section,
        document="rules",
        line=1,
        column=1,
        origin="rules",
    )


def test_a_convention_that_stands_elsewhere_now() -> None:
    old = stating(text(), conventions=(convention("1.0"),))
    assert further(old, stating(text(), conventions=(convention("3.0"),))) == {("1.0", "3.0")}
    assert further(old, old) == further(old, text()) == set()
    both = stating(text(), conventions=(convention("1.0"), convention("3.0")))
    assert further(old, both) == {("1.0", "3.0")}  # it is said here and there now
    assert further(both, both) == set()


def test_a_modifier_that_stands_elsewhere_now() -> None:
    old = stating(text(), modifiers=(row("1.0", "attacker.shaken"),))
    moved = stating(text(), modifiers=(row("2.0", "attacker.shaken"),))
    other = stating(text(), modifiers=(row("2.0", "target.shaken"),))
    assert further(old, moved) == {("1.0", "2.0")}
    assert further(old, other) == set()


def test_a_count_said_of_a_chapter_and_now_of_its_sections() -> None:
    parts = "### 3.1 Cooks\n\nCooks light the fires at dusk.\n\n### 3.2 Smiths\n\nSmiths shoe the horses.\n\n"
    old = stating(text(more=parts), quantities=(quantity("3.0", 3),))
    new = stating(text(more=parts), modifiers=(row("3.1", "a", 3), row("3.2", "b", 3)))
    assert further(old, new) == {("3.0", "3.1"), ("3.0", "3.2")}
    assert further(new, old) == {("3.1", "3.0"), ("3.2", "3.0")}
    elsewhere = stating(text(more=parts), modifiers=(row("1.0", "a", 3),))
    assert further(old, elsewhere) == set()


def test_which_sections_rule_on_different_things() -> None:
    book = Mechanics(
        "made",
        modifiers=(row("1.0", "attacker.shaken"), row("2.0", "target.shaken")),
        tests=(
            Test(
                id="rally",
                name="Rally",
                dice="1d6",
                target="4+",
                section="3.0",
                document="rules",
                line=1,
                origin="rules",
            ),
        ),
        conventions=(convention("4.0"),),
    )
    said = statements(book)
    assert at_odds(said["1.0"], said["2.0"])
    assert at_odds(said["1.0"], said["3.0"])
    assert not at_odds(said["1.0"], said["1.0"])
    assert not at_odds(said["1.0"], said["4.0"])  # a convention holds whatever is tested
