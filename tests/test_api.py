"""What a program imports: the names of `vfdoc`, rolls and odds from Python, what happens said by logging."""

from __future__ import annotations

import doctest
import logging
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import vfdoc
from vfdoc.cli import main

ROOT = Path(__file__).parent.parent


def run(*arguments: str) -> tuple[str, str, int]:
    result = CliRunner().invoke(main, arguments, prog_name="vfdoc")
    return result.stdout, result.stderr, result.exit_code


def test_the_examples_of_the_package_run() -> None:
    found = doctest.testmod(vfdoc, optionflags=doctest.ELLIPSIS)
    assert found.attempted >= 5
    assert not found.failed


@pytest.mark.parametrize("name", vfdoc.__all__)
def test_every_name_is_there_and_described(name: str) -> None:
    assert getattr(vfdoc, name).__doc__


def test_importing_loads_nothing_heavy() -> None:
    code = "import sys, vfdoc; print(*sorted(m for m in sys.modules if m.split('.')[0] in {'vfdoc', 'lark'}))"
    made = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert made.stdout.split() == ["vfdoc"]


# The 1st edition: a hit takes 4+, 1 less where the attacker is shaken (8.3): 4 of 6 faces left of 5+ are 2.


def test_a_roll_is_exact_and_names_its_rows() -> None:
    rolled = vfdoc.roll("vf-1e", "hit", {"attack": "fire", "attacker.shaken": True})
    assert (rolled.edition, rolled.outcome.of, rolled.outcome.target) == ("vf-1e", "hit", 4)
    assert rolled.outcome.total == -1
    assert rolled.probability == Fraction(1, 3)
    assert [row.row.section for row in rolled.outcome.applied] == ["8.3"]
    # beside the row that asks: who may fire at all (8.1: no march column) and at whom (5.0: none in contact)
    forbidding = {"attacker.formation": "", "attacker.leader": False, "target.in_contact": False}
    forbidding |= {"attacker.attacked_this_phase": False, "target.other_closer": False}
    forbidding |= {"target.in_range": True, "target.visible": True}
    forbidding |= {"target.attacked_this_phase": False, "target.leader": False}
    forbidding |= {"target.line_near_overgrown": False, "target.line_near_unit": False}  # what hides it (5.2)
    sides = {"target.in_front_arc": True, "target.outflanked": False}
    assert dict(rolled.outcome.assumed) == sides | forbidding


def test_facts_may_be_told_by_unit_and_an_edition_as_it_was_read() -> None:
    by_name = vfdoc.roll("vf-1e", "hit", {"attacker.shaken": True})
    assert vfdoc.roll(vfdoc.read("vf-1e"), "HIT", {"attacker": {"shaken": True}}) == by_name
    assert vfdoc.roll(ROOT / "rulesets" / "vf-1e", "hit", {"attacker.shaken": True}) == by_name


def test_a_value_has_no_chance() -> None:
    rolled = vfdoc.roll("vf-1e", "fire-value", {"fire-value": 3})
    assert (rolled.outcome.total, rolled.probability) == (3, None)


def test_odds_of_an_attack_are_fractions() -> None:
    odds = vfdoc.odds("vf-1e", "fire", {"fire-value": 2, "attacker.shaken": True})
    assert isinstance(odds, vfdoc.Odds)
    assert odds.found.losses == (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9))
    assert [(worth.without, worth.with_it) for worth in odds.worth] == [(1, Fraction(2, 3))]


def test_what_no_rule_asks_is_named() -> None:
    """A trait of the wrong unit; of an opposed roll, who had the initiative."""
    trait = {"unit.has(elan)": True}
    assert vfdoc.roll("vf-2e", "hit", trait).unasked == (("unit.has(elan)", True),)
    odds = vfdoc.odds("vf-2e", "hit", trait)
    assert isinstance(odds, vfdoc.Odds)
    assert odds.unasked == (("unit.has(elan)", True),)
    assert vfdoc.roll("vf-2e", "hit", {"attacker.shaken": True}).unasked == ()
    fire = vfdoc.odds("vf-2e", "fire", {"fire-value": 3, "attacker.shaken": True, "objective.occupied": True})
    assert fire.unasked == (("objective.occupied", True),)
    numbers = {"combat-quality": 4, "enemy.combat-quality": 4, "army.had_initiative": True}
    contest = vfdoc.odds("fortune-and-glory", "combat", numbers)
    assert contest.unasked == (("army.had_initiative", True),)


def test_odds_over_facts() -> None:
    odds = vfdoc.odds("vf-1e", "hit", over=["attacker.shaken"])
    assert isinstance(odds, vfdoc.Odds)
    assert isinstance(odds.found, vfdoc.Outcome)
    assert {dict(c.known)["attacker.shaken"]: c.probability for c in odds.table} == {
        True: Fraction(1, 3),
        False: Fraction(1, 2),
    }


@pytest.mark.parametrize(
    ("edition", "test", "facts", "message"),
    [
        ("vf-1e", "hit", {"attacker.shakn": True}, "facts: no rule of this edition asks 'attacker.shakn'"),
        ("vf-1e", "hit", {"attacker.shaken": 3}, "facts: attacker.shaken cannot be 3; it is true or false"),
        ("vf-1e", "hit", {"attacker.shaken": None}, "facts: attacker.shaken is neither a flag"),
        ("vf-1e", "nonsense", {}, "nonsense"),
        ("vf-9e", "hit", {}, "vf-9e: no such file, folder or edition"),
    ],
)
def test_what_is_not_known_is_refused(
    edition: str, test: str, facts: dict[str, object], message: str
) -> None:
    for asked in (vfdoc.roll, vfdoc.odds):
        with pytest.raises(vfdoc.InputError, match=re.escape(message)):
            asked(edition, test, facts)


# -v


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VFDOC_CACHE", str(tmp_path / "cache"))
    Path("rules.md").write_text("## 1.0 One\n\nSee 2.0.\n\n## 2.0 Two\n\nSee 1.0.\n", encoding="utf-8")


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("told", [["-v", "check", "rules.md"], ["check", "--verbose", "rules.md"],
                                  ["-v", "check", "-v", "rules.md"]])  # fmt: skip
def test_verbose_says_what_happens_on_standard_error(told: list[str]) -> None:
    quiet = run("check", "rules.md")
    assert quiet == ("no findings\n", "", 0)
    Path("rules.md").write_text("## 1.0 One\n\nSee 2.0.\n\n## 2.0 Two\n\nSee 1.0!\n", encoding="utf-8")
    out, said, code = run(*told)
    assert (out, code) == (quiet[0], 0)
    lines = said.splitlines()
    assert lines.count("vfdoc.reading: read rules.md: 43 bytes, utf-8") == 1
    assert any(line.startswith("vfdoc.pipeline: checks: ") and line.endswith(" ms") for line in lines)
    assert any(line.startswith("vfdoc.store: has no check-") for line in lines)
    again = run("-v", "check", "rules.md")
    assert any(line.startswith("vfdoc.store: had check-") for line in again[1].splitlines())
    assert "reading" not in again[1]
    assert run("check", "rules.md") == quiet  # it listens no longer


@pytest.mark.usefixtures("rules")
def test_a_program_hears_it_by_standard_logging(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "vfdoc"):
        vfdoc.check(vfdoc.read("rules.md"))
    assert "read rules.md: 43 bytes, utf-8" in caplog.messages
    assert {record.name for record in caplog.records} <= {"vfdoc.reading", "vfdoc.store", "vfdoc.pipeline"}


@pytest.mark.usefixtures("rules")
def test_python_m_vfdoc() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "vfdoc", "check", "rules.md"], capture_output=True, text=True, check=True,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    assert made.stdout == "no findings\n"
    asked = subprocess.run(
        [sys.executable, "-m", "vfdoc", "nonsense"], capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    assert asked.returncode == 2
    assert asked.stderr.startswith("Usage: vfdoc ")
