"""Conditions and rows compared by what they mean: equivalence, implication, respects of a difference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from modifiers import modifier

from vfdoc.model.conditions import condition_of, condition_text
from vfdoc.model.mechanics import (
    All,
    Any,
    Choice,
    Condition,
    Flag,
    HalfOf,
    Limit,
    Modifier,
    Not,
    Number,
    Test,
)
from vfdoc.verdicts.conditions import differences, equivalent, holds, implies, normal
from vfdoc.verdicts.pairs import pair_statements
from vfdoc.verdicts.rewritten import alternatives, any_of
from vfdoc.verdicts.row_verdicts import Known, row_statements, verdict

SHAKEN, OUTFLANKED = Flag("attacker.shaken"), Flag("attacker.outflanked")
FIRE, MELEE = Choice("attack", "fire"), Choice("attack", "melee")
KNOWN = Known(
    kinds={"fire-value": "attack-value", "melee-value": "attack-value"},
    implies={"fire-value": (("attack", "fire"),), "melee-value": (("attack", "melee"),)},
    domains={"attack": frozenset({"fire", "melee"})},
)


def near(op: str, inches: float) -> Number:
    return Number("unit.enemy_distance", op, inches, "in")  # type: ignore[arg-type]


def row(
    of: str, amount: float | HalfOf | None, when: Condition | None = None, *, operation: str = "add",
    per: str | None = None, limit: Limit | None = None, line: int = 1,
) -> Modifier:  # fmt: skip
    return modifier(
        id=f"m{line}",
        of=of,
        operation=operation,
        amount=amount,
        per=per,
        limit=limit,
        when=when,
        section="1",
        line=line,
    )


@pytest.mark.parametrize(
    "said",
    [
        All((Any((SHAKEN, OUTFLANKED)), Not(MELEE), near("<=", 12))),
        Not(All((SHAKEN, Number("units", "in", (3, 4))))),
        Any((Flag("unit.has(a-rule)"), All((FIRE, Number("losses", ">", 0))))),
    ],
)
def test_a_condition_is_read_again_as_it_is_written(said: Condition) -> None:
    assert condition_of(condition_text(said)) == said


def test_other_words_are_no_condition() -> None:
    assert [condition_of(text) for text in ("?", "—", "Two units", "one and Two", "a > b", "")] == [None] * 6


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (near(">", 12), Not(near("<=", 12))),
        (Number("units", ">=", 5), Number("units", ">", 4)),
        (Number("losses", "=", 0), Not(Number("losses", ">", 0))),
        (Number("losses", ">=", 1), Number("losses", ">", 0)),
        (Number("units", "in", (3, 4)), Any((Number("units", "=", 3), Number("units", "=", 4)))),
        (All((SHAKEN, OUTFLANKED)), All((OUTFLANKED, All((SHAKEN,))))),
        (Not(Any((SHAKEN, OUTFLANKED))), All((Not(SHAKEN), Not(OUTFLANKED)))),
        (None, None),
    ],
)
def test_the_same_in_other_forms(one: Condition | None, other: Condition | None) -> None:
    assert equivalent(one, other)
    assert differences(one, other) == ()


@pytest.mark.parametrize(
    ("old", "new", "aspects"),
    [
        (near("<", 12), near("<=", 12), {"boundary"}),
        (near(">", 12), near(">", 18), {"threshold"}),
        (Number("losses", ">", 0), Number("losses", "=", 0), {"polarity"}),
        (SHAKEN, Not(SHAKEN), {"polarity"}),
        (SHAKEN, All((SHAKEN, MELEE)), {"scope"}),
        (Choice("cover", "hard"), Any((Choice("cover", "hard"), Choice("cover", "soft"))), {"scope"}),
        (None, SHAKEN, {"scope"}),
        (SHAKEN, OUTFLANKED, {"condition"}),
    ],
)
def test_respects_of_a_difference(old: Condition | None, new: Condition | None, aspects: set[str]) -> None:
    assert {found.aspect for found in differences(old, new)} == aspects


def test_a_distance_is_not_a_count() -> None:
    assert not equivalent(near(">=", 5), near(">", 4))


def test_a_closed_choice_is_exhausted() -> None:
    assert not equivalent(Any((FIRE, MELEE)), None)
    assert equivalent(Any((FIRE, MELEE)), None, {"attack": frozenset({"fire", "melee"})})


def test_a_narrower_condition_implies_the_wider() -> None:
    assert implies(All((SHAKEN, MELEE)), SHAKEN)
    assert not implies(SHAKEN, All((SHAKEN, MELEE)))
    assert implies(near("<=", 6), near("<", 12))


LEAVES = st.one_of(
    st.sampled_from([SHAKEN, OUTFLANKED, FIRE, MELEE]),
    st.builds(Number, st.just("losses"), st.sampled_from(["<", "<=", "=", ">=", ">"]), st.integers(0, 4)),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(All, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(Any, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)


@given(TREES, st.booleans(), st.booleans(), st.sampled_from(["fire", "melee", "x"]), st.integers(0, 5))
def test_the_normal_form_holds_where_the_condition_does(
    tree: Condition, shaken: bool, outflanked: bool, attack: str, losses: int
) -> None:
    state = {SHAKEN.fact: shaken, OUTFLANKED.fact: outflanked, "attack": attack, "losses": losses}
    assert holds(normal(tree), state) == holds(tree, state)
    assert holds(any_of(list(alternatives(tree))), state) == holds(tree, state)
    assert normal(normal(tree)) == normal(tree)


@given(TREES)
def test_a_condition_is_equivalent_to_itself_and_not_to_its_denial(tree: Condition) -> None:
    assert equivalent(tree, tree)
    assert not equivalent(tree, Not(tree))
    assert differences(tree, tree) == ()


def test_a_boundary_is_a_note() -> None:
    found = verdict(row("rally", 1, near("<", 12)), row("rally", 1, near("<=", 12)))
    assert found.note
    assert not found.same


@pytest.mark.parametrize(
    ("old", "new", "aspect"),
    [
        (row("valour", 2), row("valour", 1), "amount"),
        (row("fire-value", -1), row("fire-value", None, operation="halve"), "amount"),
        (row("hit", 1), row("attack-value", 1), "value"),
        (
            row("melee-value", 2, per="melee_supporter", limit=Limit("units", 3)),
            row("melee-value", 2, per="melee_supporter", limit=Limit("amount", 3)),
            "limit",
        ),
    ],
)
def test_verdicts(old: Modifier, new: Modifier, aspect: str) -> None:
    assert [found.aspect for found in verdict(old, new).differences] == [aspect]


def test_a_limit_in_units_is_one_in_amount() -> None:
    units = row("fire-value", 1, per="fire_supporter", limit=Limit("units", 3))
    amount = row("fire-value", 1, per="fire_supporter", limit=Limit("amount", 3))
    assert verdict(units, amount).same


def test_dice_are_a_value_of_dice() -> None:
    assert verdict(row("fire-value", 1, SHAKEN), row("fire-value", 1, SHAKEN, operation="dice")).same


def test_targets() -> None:
    tests = [
        Test(
            id="hit",
            name="hit test",
            dice=dice,
            target=target,
            section="1",
            document="rules",
            line=1,
            origin="rules",
        )
        for dice, target in (("1d6", "4+"), (None, "4 +"), ("1d6", "3+"))
    ]
    assert verdict(tests[0], tests[1]).same
    assert [d.aspect for d in verdict(tests[0], tests[2]).differences] == ["target"]


def test_one_row_meets_two() -> None:
    whole = row_statements([row("hit", 1, OUTFLANKED)])
    parts = row_statements(
        [row("hit", 1, All((OUTFLANKED, FIRE))), row("hit", 1, All((OUTFLANKED, MELEE)), line=2)]
    )
    (pair,) = pair_statements(whole, parts, KNOWN)
    assert pair.verdict.same
    assert len(pair.new) == 2


def test_alternatives_meet_each_for_itself() -> None:
    column, garrison = Choice("attacker.formation", "attack-column"), Flag("attacker.garrison")
    infantry = Choice("attacker.arm", "infantry")
    old = row_statements(
        [row("fire-value", -1, column), row("fire-value", -1, All((garrison, infantry)), line=2)]
    )
    new = row_statements([row("fire-value", -1, Any((column, garrison)))])
    same, narrower = pair_statements(old, new, KNOWN)
    assert same.verdict.same
    assert [(d.aspect, d.old) for d in narrower.verdict.differences] == [("scope", "attacker.arm = infantry")]


def test_a_value_of_fire_attacks_is_narrower_than_the_attack_value() -> None:
    found = verdict(row("attack-value", 1, SHAKEN), row("fire-value", 1, SHAKEN), KNOWN)
    assert [(d.aspect, d.new) for d in found.differences] == [("scope", "attack = fire")]
    assert verdict(row("melee-value", 1, All((MELEE, SHAKEN))), row("melee-value", 1, SHAKEN), KNOWN).same
