"""Prices of a force: the example armies of a draft by its own lists, and the page that does the same."""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from thoroughness import THOROUGH

from vfdoc import pipeline
from vfdoc.edit.statements import Acceptance, accepted
from vfdoc.formats.forces import armies_json
from vfdoc.model import InputError, Paragraph
from vfdoc.model.force import Armies, Force, ForceEntry, ForceItem
from vfdoc.pipeline import forces
from vfdoc.play.force import priced
from vfdoc.reading.forces import read_force

pytest_plugins = ["site_window"]

EDITION = "fortune-and-glory"
FORCES = 2000 if THOROUGH else 300


class Example(NamedTuple):
    """An example army, worked out by hand: the section, its label there, the list it goes by, what its units
    cost, the sum that is printed, the prices that are printed wrongly (printed, right), and the limits and
    refusals that it breaks."""

    section: str
    label: str
    army: str
    total: int
    stated: int | None = 500
    prices: tuple[tuple[int, int], ...] = ()
    broken: tuple[str, ...] = ()


GENERIC = "11.4/generic-army-list-and-character-choices-for-use"
OTTOMAN = "11.4/ottoman-and-egyptian-1788-1815"
LATE = "11.4/prussia-1809-1815"
EARLY = "11.4/prussia-to-1808"
EXAMPLES = (
    Example(GENERIC, "Example Saxon or Bavarian", GENERIC, 500),
    Example(GENERIC, "Example of 1815, Dutch Belgian", GENERIC, 500),
    # The list names no permanent Loose Order, and Riflemen as Light Infantry alone.
    Example(
        GENERIC, "Example Brunswick 1815", GENERIC, 500, broken=("unlisted Loose Order", "kind Rifles")
    ),
    # Three Line Infantry are asked for.
    Example("11.4/austria", "Example 1800", "11.4/austria", 500, None, broken=("austria-core",)),
    Example("11.4/austria", "Example 1805", "11.4/austria", 500),
    Example("11.4/austria", "Example 1809", "11.4/austria", 500),
    Example("11.4/austria", "Example 1809", "11.4/austria", 500, broken=("austria-core",)),
    Example("11.4/france", "Example Army 1815", "11.4/france", 500),
    Example("11.4/france", "Example Army 1813", "11.4/france", 500),
    Example("11.4/france", "Example 1809", "11.4/france", 500, None),
    Example("11.4/great-britain", "Example 1815", "11.4/great-britain", 500),
    Example("11.4/great-britain", "Example 1812", "11.4/great-britain", 500),
    Example(EARLY, "Example 1806", EARLY, 500),
    Example(EARLY, "Example 1807", EARLY, 500),
    Example(EARLY, "Example 1807", EARLY, 500),
    Example(LATE, "Example 1813", LATE, 500),
    # A Large foot battery is 70 and 30; no unit is Strong; three 2nd Class Infantry are asked for.
    Example(
        LATE, "Example 1815", LATE, 490, prices=((110, 100),),
        broken=("prussia-1815-core", "unlisted Strong"),
    ),
    Example("11.4/russia", "Example 1805 Imperial Guard", "11.4/russia", 500),
    Example("11.4/russia", "Example 1813", "11.4/russia", 490, prices=((110, 100),)),
    Example("11.4/spain", "Example 1811", "11.4/spain", 490, prices=((50, 40),)),
    Example(OTTOMAN, "Example 1799", OTTOMAN, 500),
    Example(OTTOMAN, "Example 1807", OTTOMAN, 500),
    Example("game-set-up-example", "Austrian", "11.4/austria", 500),
    # The battery, and a Cossack unit of 40.
    Example("game-set-up-example", "Russian", "11.4/russia", 480, prices=((110, 100), (50, 40))),
)  # fmt: skip


@cache
def edition() -> pipeline.LoadedRulebook:
    return pipeline.read(EDITION)


@cache
def armies() -> Armies:
    return forces.prices(edition())


@cache
def printed() -> dict[tuple[str, str], list[str]]:
    """The example armies as they are printed, by section and label."""
    found: dict[tuple[str, str], list[str]] = {}
    for section in edition().rulebook.sections():
        for block in section.blocks:
            text = " ".join(line.text for line in block.lines) if isinstance(block, Paragraph) else ""
            label = re.match(r"(Example [^–-]*?|Austrian|Russian) [–-] ", text)
            if label and ("11.4/" in section.anchor or section.anchor == "game-set-up-example"):
                found.setdefault((section.anchor, label[1]), []).append(text)
    return found


def test_all_example_armies_are_listed() -> None:
    told = {(each.section, each.label) for each in EXAMPLES}
    assert told == set(printed())
    assert len(EXAMPLES) == 24 == sum(map(len, printed().values()))


@pytest.mark.parametrize("at", range(len(EXAMPLES)))
def test_example_armies(at: int) -> None:
    example = EXAMPLES[at]
    same = [n for n, each in enumerate(EXAMPLES) if (each.section, each.label) == example[:2]]
    text = printed()[example[:2]][same.index(at)].partition(". An easy variant")[0]
    force = read_force(text, "example", armies(), edition().rulebook.forms, example.army)
    found = priced(armies(), force)
    assert found.total == example.total
    assert force.stated == example.stated
    assert tuple((item.stated, cost) for item, cost in found.mispriced) == example.prices
    broken = [judged.limit.id for judged in found.limits if not judged.holds]
    broken += [f"{refused.why} {refused.name}" for refused in found.refused]
    assert tuple(broken) == example.broken


def test_every_statement_holds() -> None:
    assert armies().unheld == ()
    assert len(armies().lists) == 9


# The page


def drawn(known: Armies, random: Random) -> Force:
    """A force of chance: any units of a list, with any upgrades."""
    army = random.choice(["", *(each.id for each in known.lists)])
    units = [unit for unit in known.units if unit.army in ("", army)]
    upgrades = sorted({each.id for each in known.upgrades})
    entries = [
        ForceEntry(
            random.choice((1, 1, 2, 3, 4, 6)),
            random.choice(units).id,
            tuple(random.sample(upgrades, random.choice((0, 0, 0, 1, 1, 2, 3)) if upgrades else 0)),
        )
        for _ in range(random.randrange(1, 8))
    ]
    return Force(army, tuple(ForceItem("", 1, 1, (entry,)) for entry in entries))


def answer(known: Armies, force: Force) -> dict[str, Any]:
    """What vfdoc makes of a force."""
    found = priced(known, force)
    return {
        "rows": [
            [row.name, row.cost, [[part.name, part.amount, part.at.section] for part in row.parts]]
            for row in found.rows
        ],
        "total": found.total,
        "limits": [[each.limit.id, each.holds, each.found, each.allowed] for each in found.limits],
        "refused": [
            [each.name, each.unit, each.why, each.at.section, each.found, each.allowed]
            for each in found.refused
        ],
        "open": [each.id for each in found.open],
    }


HILLS = """# Hills

## 1.0 Prices

| Unit | Cost |
|---|---|
| Young Spearmen | 20 |
| Old Spearmen | 30 |
| Riders | 40 |
"""


@pytest.mark.parametrize("text", [EDITION, "table"])
def test_the_page_prices_as_vfdoc_does(text: str, tmp_path: Path, node: str) -> None:
    if text == "table":
        (tmp_path / "hills.md").write_text(HILLS, encoding="utf-8")
        known = forces.prices(pipeline.read(str(tmp_path / "hills.md")))
    else:
        known = armies()
    random = Random(text)
    told = []
    for _ in range(FORCES if known.lists else 20):
        force = drawn(known, random)
        entries = [
            {"count": entry.number, "unit": entry.unit, "upgrades": list(entry.upgrades)}
            for item in force.items
            for entry in item.entries
        ]
        told.append({"army": force.army, "entries": entries, "answer": answer(known, force)})
    if known.lists:
        for kind in ("limits", "refused"):
            assert sum(bool(each["answer"][kind]) for each in told) > FORCES // 2
    (tmp_path / "armies.json").write_bytes(armies_json(known))
    (tmp_path / "forces.json").write_text(json.dumps(told), encoding="utf-8")
    script = Path(__file__).parent / "force.mjs"
    run = subprocess.run(
        [node, script, tmp_path / "armies.json", tmp_path / "forces.json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (0, f"{len(told)} forces, 0 otherwise\n"), run.stdout[:3000]


def test_what_is_accepted_leaves_the_order_of_a_file() -> None:
    """Arrays whose entries alternate, with comments between them."""
    text = (
        '# one\n[[unit]]\nname = "a"\nwords = ["x", "y"]\n\n# two\n[[list]]\nname = "b"\n\n'
        '[[unit]]\nname = "c"\n'
    )
    done = accepted(
        text, [Acceptance("unit", 1, {"fingerprint": "2"}), Acceptance("unit", 0, {"words": "z"}, 1)]
    )
    assert done == text.replace('"y"', '"z"') + 'fingerprint = "2"\n'


def test_any_text_is_a_force_or_one_line() -> None:
    random = Random("any")
    words = [
        "Light", "4", "Line", "Infantry", "one", ",", ";", "=", "500", "(", ")", "and", "-", ":", "points",
        "for", "Special", "Assets", "Heavy", "France", "\n", "é", "#", "10", "½", "\x00",
    ]  # fmt: skip
    texts = [" ".join(random.choices(words, k=random.randrange(1, 60))) for _ in range(200)]
    for text in [*texts, "Light " * 3000, "(" * 5000, "\n" * 500, "4 " * 500]:
        with suppress(InputError):
            read_force(text, "x", armies(), edition().rulebook.forms)
