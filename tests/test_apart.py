"""Several that rows are counted by, told one by one: against every choice of units that may count.

The oracle knows the rules alone (8.2.1, 8.2.2 and the sheet of the 2nd edition): what each supporter adds, as
so many units, and that three units count.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner
from modifiers import modifier

import vfdoc
from vfdoc.cli import main
from vfdoc.model import InputError
from vfdoc.model.mechanics import Limit, Modifier, Restated
from vfdoc.pipeline import playing
from vfdoc.play.apart import shared
from vfdoc.play.evaluate import evaluate
from vfdoc.play.situation import Known, Situation, counted, told_by_table
from vfdoc.play.tables import Tables

FORMATIONS = ["attack-column", "line", "march-column", "open-order", "square"]


@cache
def tables() -> Tables:
    return playing.played("vf-2e").tables


def units_of(one: dict[str, object], attack: str) -> list[int]:
    """What each unit adds as which a supporter counts."""
    if one.get("formation") == "march-column" or (attack == "fire" and one.get("obscured")):
        return []
    near = attack == "melee" or (isinstance(far := one.get("target_distance"), int) and far <= 12)
    if one.get("traits") and near:
        return [2, 2] if attack == "melee" else [1, 1]
    if attack == "fire":
        return [1]
    return [1] if one.get("formation") == "open-order" else [2]


def by_every_choice(value: int, supporters: list[dict[str, object]], attack: str) -> int:
    """The most that three units come to, whichever are chosen."""
    units = [unit for one in supporters for unit in units_of(one, attack)]
    return value + max(sum(chosen) for n in range(4) for chosen in combinations(units, n))


def situations(many: int) -> Iterator[tuple[str, int, list[dict[str, object]]]]:
    rolled = random.Random(48)
    for _ in range(many):
        supporters: list[dict[str, object]] = []
        for _ in range(rolled.randint(1, 5)):
            one: dict[str, object] = {"formation": rolled.choice(FORMATIONS)}
            if rolled.random() < 0.3:
                one = {"traits": ["canister"], "target_distance": rolled.choice([6, 12, 13, 20])}
            if rolled.random() < 0.1:
                one["obscured"] = True
            supporters.append(one)
        yield rolled.choice(["fire", "melee"]), rolled.randint(1, 8), supporters


def told(attack: str, value: int, supporters: list[dict[str, object]]) -> dict[str, Known]:
    table: dict[str, object] = {f"{attack}-value": value, f"{attack}_supporter": supporters}
    return told_by_table(table, tables().names, "here")


def test_each_supporter_adds_its_own() -> None:
    for attack, value, supporters in situations(400):
        found = evaluate(tables(), f"{attack}-value", Situation(told(attack, value, supporters)))
        assert found.total == by_every_choice(value, supporters, attack), supporters


def test_alike_they_come_to_what_is_told_of_all() -> None:
    for formation in FORMATIONS:
        for number in range(1, 6):
            known = told("melee", 4, [{"formation": formation}] * number)
            of_all = {"melee-value": 4, "melee_supporter": number, "supporter.formation": formation}
            each = evaluate(tables(), "melee-value", Situation(known))
            every = evaluate(tables(), "melee-value", Situation(of_all))
            assert (each.total, each.rows) == (every.total, every.rows)
            assert bool(every.of_every) == (number > 1)
            assert not each.of_every


def test_the_other_side_has_its_own() -> None:
    """A column and an open order unit back one side (4 + 3), a battery the other (4 + 4)."""
    mine: dict[str, object] = {
        "melee-value": 4, "melee_supporter": [{"formation": "line"}, {"formation": "open-order"}],
        "target.melee-value": 4, "target.melee_supporter": [{"traits": ["canister"]}],
    }  # fmt: skip
    names = tables().names_for("fight")
    found = playing.odds(tables(), "fight", Situation(told_by_table(mine, names, "here"))).found  # type: ignore[union-attr]
    assert [found.step(id).chances for id in ("dice", "dice-back")] == [{7: 1}, {8: 1}]  # type: ignore[union-attr]


def test_the_script_of_the_site_answers_alike(tmp_path: Path, node: str) -> None:
    said = []
    for attack, value, supporters in situations(120):
        known = told(attack, value, supporters)
        found = evaluate(tables(), f"{attack}-value", Situation(known))
        wanted = {"total": float(found.total), "applied": sorted(found.rows)}
        said.append({"of": f"{attack}-value", "set": known, "expected": wanted})
    files = {"tables": tmp_path / "tables.json", "told": tmp_path / "told.json"}
    files["told"].write_text(json.dumps({"told": said}), encoding="utf-8")
    done = CliRunner().invoke(main, ["tables", "vf-2e", "--format", "json", "--out", str(files["tables"])])
    assert done.exit_code == 0, done.output
    script = [node, str(Path(__file__).parent / "play.mjs"), *map(str, files.values())]
    run = subprocess.run(script, capture_output=True, text=True, check=False)
    assert run.stdout == f"{len(said)} situations, 0 otherwise\n", run.stdout[:1500] + run.stderr[:500]


def test_a_program_tells_them_as_a_list() -> None:
    found = vfdoc.roll(
        "vf-2e", "melee-value", {"melee-value": 4, "melee_supporter": [{"formation": "open-order"}, {}]}
    )
    assert (found.outcome.total, found.unasked) == (7, ())


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({"melee_supporter": 1, "melee_supporter.2.formation": "line"}, "tell how many there are"),
        ({"melee_supporter.13.formation": "line"}, "no more than 12"),
    ],
)
def test_more_than_there_are_is_refused(known: dict[str, Known], said: str) -> None:
    with pytest.raises(InputError, match=said):
        counted(known)


# --- limits that several rows share ---


def limited(id: str, amount: int, limit: Limit | None) -> Modifier:
    return modifier(id=id, of="melee-value", operation="add", amount=amount, per="helper", limit=limit)


def test_rows_whose_limits_are_not_known_to_be_one_are_named() -> None:
    """At most three of the one, and no more than 5 in all of the other, which counts in its place."""
    rows = [limited("a", 2, Limit("units", 3)), limited("b", 4, Limit("amount", 5))]
    found = shared(rows, {"a": 2, "b": 1}, [Restated("b", "a")], {row.id: row for row in rows})
    assert (found.times, found.unclear) == ({"a": 2, "b": 1}, (rows[0],))


def test_a_part_of_one_counts_where_the_limit_is_an_amount() -> None:
    """Of two that count as two of three the second counts half: 6; what adds least has no place."""
    rows = [
        limited("a", 2, Limit("units", 3)),
        limited("b", 4, Limit("amount", 6)),
        limited("c", 1, Limit("units", 3)),
    ]
    replaces = [Restated("b", "a"), Restated("c", "a")]
    found = shared(rows[1:], {"b": 2, "c": 1}, replaces, {row.id: row for row in rows})
    assert found.times == {"b": 2, "c": 0}
    assert Fraction(4 * 2) > found.cut["b"].limit.most == 6  # type: ignore[union-attr]
