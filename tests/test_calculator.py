"""The site's calculator: play.js plays as vfdoc does, and an edition's page answers what a player asks."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import jsonschema
import pytest
from site_reader import VERSION, shelf_files, written
from thoroughness import THOROUGH, some, sparing

from vfdoc import pipeline
from vfdoc.model import InputError
from vfdoc.model.mechanics import Opposed
from vfdoc.play.attacks import attack
from vfdoc.play.evaluate import evaluate
from vfdoc.play.odds import probability
from vfdoc.play.opposed import contest
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables, tables
from vfdoc.site.whole import site

if TYPE_CHECKING:
    from site_window import Visitor

pytest_plugins = ["site_window"]

EDITIONS = ("vf-1e", "vf-2e", "vf-fr-2.9", "vf-lwtv")
SITUATIONS = 1000 if THOROUGH else 80  # an edition


@cache
def played(edition: str) -> tuple[Tables, bytes]:
    """The tables of an edition as it is played, a base with what amends it, and as its page has them."""
    book = pipeline.played_rulebook(pipeline.read(edition))
    assert book.mechanics is not None
    page = shelf_files()[f"{edition}/calculator.js"].decode()
    told = json.loads(page.removeprefix("vfdocCalculator(").removesuffix(");\n"))
    return tables(book.mechanics), json.dumps(told["tables"]).encode()


def situations(game: Tables, random: Random) -> Iterator[dict[str, Known]]:
    """Situations in which a part of what the rules ask is told."""
    counted = sorted({row.per for row in game.stated if row.per})
    printed = sorted(id for id in game.values if id.endswith("-value"))
    while True:
        told: dict[str, Known] = {}
        share = random.choice((0.1, 0.3, 0.8))
        for name, fact in sorted(game.names.facts.items()):
            if random.random() > share:
                continue
            if fact.kind == "flag":
                told[name] = random.random() < 0.5
            elif fact.kind == "choice":
                told[name] = random.choice(("", *fact.values))
            else:
                told[name] = float(random.randrange(30 if fact.unit == "in" else 5))
        told |= {name: float(random.randrange(5)) for name in counted if random.random() < 0.5}
        told |= {name: float(random.randrange(1, 8)) for name in printed}
        told |= {
            name: float(random.randrange(2, 7))
            for roll in sorted(filter(None, {roll.quality for roll in game.opposed}))
            for name in (roll, f"enemy.{roll}")
            if random.random() < 0.9
        }
        told |= {f"{who}.tenacity": float(random.randrange(1, 6)) for who in ("target", "attacker", "unit")}
        told |= {"range": 12.0}
        told |= {"move-distance": 9.0} if random.random() < 0.3 else {}  # else it is looked up
        known = {*game.names.facts, *game.names.numbers}
        yield {name: value for name, value in told.items() if name in known}


def expected(game: Tables, of: str, told: dict[str, Known]) -> dict[str, Any]:
    """What a test or value comes to; where more has to be told, that there is no answer."""
    try:
        found = evaluate(game, of, Situation(told))
        chance = probability(found) if found.is_settled else None
    except InputError:
        return {"probability": None} if of in game.tests else {"total": None}
    unread = [row.row.id for row in found.not_computed]
    unread += [note.id for note in found.notes]
    return {
        "applied": sorted(found.rows),
        "assumed": [[name, value] for name, value in found.assumed],
        "total": float(found.total),
        "probability": None if chance is None else str(chance),
        "forbidden": [said.id for said in found.forbidden],
        "not_computed": [] if not found.is_test and found.forbidden else sorted(unread),
    }


def attacked(game: Tables, kind: str, told: dict[str, Known]) -> dict[str, Any]:
    """What an attack comes to; where more has to be told, that nothing is said of what follows."""
    try:
        found = attack(game, game.attacks[kind], Situation(told).seen_from("target"))
    except InputError:
        return {"fails": None, "brigade": None}
    return {
        "dice": float(found.value.total),
        "losses": [float(chance) for chance in found.losses],
        "fails": None if found.follow is None else float(found.follow.fails),
        "brigade": None if found.further is None else float(found.further.fails),
        "states": [float(chance) for _, chance in found.states],
        "forbidden": [said.id for said in found.forbidden],
    }


def contested(game: Tables, roll: Opposed, told: dict[str, Known]) -> dict[str, Any]:
    """What an opposed roll comes to; where more has to be told, that there is no answer."""
    try:
        found = contest(game, roll, Situation(told))
    except InputError:
        return {"wins": None}
    again = found.again
    return {
        "wins": float(found.wins),
        "draws": float(found.draws),
        "totals": [float(side.score.total) for side in found.sides],
        "margins": [n for margin, chance in found.margins.items() for n in (float(margin), float(chance))],
        "befall": [
            n
            for side in found.befall
            for each in sorted(side, key=lambda each: (each.effects, each.sections))
            for n in (float(len(each.effects)), float(each.chance))
        ],
        "again": None if again is None else float(again.wins),
        "in_doubt": float(found.in_doubt),
        "one_of": found.one_of,
        "next_round": None if found.next_round is None else float(found.next_round.wins),
        "hanging": sorted(row.id for row, _, _ in found.hanging),
    }


def with_a_second(
    known: dict[str, Known], other: dict[str, Known], roll: Opposed, random: Random
) -> dict[str, Known]:
    """A situation in which the unit may meet a second enemy too, told as the enemy of another situation is;
    some of it of the unit itself as it meets that one."""
    if roll.several is None or random.random() < 0.7:
        return known
    second = {
        f"second.{name}": value
        for name, value in other.items()
        if name.startswith("enemy.") or random.random() < 0.05
    }
    return known | second


def in_a_page(page: Any, edition: str) -> str:
    """Where a page opened from a file has it otherwise than vfdoc, else nothing."""
    game, told_tables = played(edition)
    asked = sorted(id for id, test in game.tests.items() if test.target)
    told: list[tuple[str, dict[str, Known]]] = []
    wanted: list[list[Any]] = []
    made = situations(game, Random(f"page {edition}"))
    for number, known in zip(range(SITUATIONS // 4), made, strict=False):
        of = asked[number % len(asked)]
        found = expected(game, of, known)
        told.append((of, known))
        wanted.append([found["probability"], found.get("forbidden")])
    got = page.evaluate(
        """([tables, told]) => {
            const game = vfdocPlay(JSON.parse(tables));
            const said = (chance) => chance && (chance[1] === 1 ? `${chance[0]}` : chance.join("/"));
            return told.map(([of, known]) => {
                const found = game.evaluate(of, known);
                return [said(found.probability), found.forbidden.map((one) => one.id)];
            });
        }""",
        [told_tables.decode(), told],
    )
    for asked_for, one, other in zip(told, wanted, got, strict=True):
        if one[0] != other[0] or (one[1] is not None and one[1] != other[1]):
            return f"{asked_for}: {one} here, {other} in the page"
    return ""


@pytest.mark.parametrize(
    "edition", [e if e == "vf-2e" else pytest.param(e, marks=pytest.mark.thorough) for e in EDITIONS]
)
def test_the_script_plays_in_a_page_as_vfdoc_does(edition: str, phone: Visitor) -> None:
    page = phone.opens("vf-2e/calculator.html")
    assert page.url.startswith("file:")
    assert in_a_page(page, edition) == ""


def many(game: Tables, roll: Opposed, random: Random) -> Iterator[dict[str, Known]]:
    """Situations of an opposed roll, of which some have a second enemy."""
    made = situations(game, random)
    for _ in range(SITUATIONS):
        yield with_a_second(next(made), next(made), roll, random)


def held_to_play(
    game: Tables, told_tables: bytes, seed: str, tmp_path: Path, node: str, least: int = SITUATIONS
) -> None:
    """Tests, values and attacks in situations of chance: the script under Node against vfdoc, which answers
    at least so many."""
    told: list[dict[str, Any]] = []
    attacks: list[dict[str, Any]] = []
    settled = {id for id, test in game.tests.items() if test.target}
    asked = sorted(settled | {id for id in game.values if game.rows(id)})
    for number, known in zip(range(SITUATIONS), situations(game, Random(seed)), strict=False):
        of = asked[number % len(asked)]
        told.append({"of": of, "set": known, "expected": expected(game, of, known)})
        attacks += [
            {"attack": kind, "set": known, "expected": attacked(game, kind, known)} for kind in game.attacks
        ]
    contests = [
        {"of": roll.id, "set": known, "expected": contested(game, roll, known)}
        for roll in {each.id: each for each in reversed(game.opposed) if each.results}.values()
        for known in many(game, roll, Random(f"{seed} {roll.id}"))
    ]
    settled_contests = sum(each["expected"]["wins"] is not None for each in contests)
    assert not contests or settled_contests > SITUATIONS
    answered = [one for one in (*told, *attacks) if len(one["expected"]) > 2]
    assert len(answered) >= least
    (tmp_path / "tables.json").write_bytes(told_tables)
    expecting = {"told": told, "attacks": attacks, "contests": contests}
    (tmp_path / "expected.json").write_text(json.dumps(expecting), encoding="utf-8")
    script = Path(__file__).parent / "play.mjs"
    run = subprocess.run(
        [node, script, tmp_path / "tables.json", tmp_path / "expected.json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = f"{len(told) + len(attacks) + len(contests)} situations, 0 otherwise\n"
    assert (run.returncode, run.stdout) == (0, said), run.stdout[:3000]


@pytest.mark.parametrize("edition", sparing(["vf-2e", "vf-1e", "vf-fr-2.9", "vf-lwtv"]))
def test_the_script_plays_as_vfdoc_does(edition: str, tmp_path: Path, node: str) -> None:
    held_to_play(*played(edition), edition, tmp_path, node)


# The page, in a browser


def tap(page: Any, *labels: str) -> None:
    for label in labels:
        page.locator("main button").filter(has_text=re.compile(f"^{re.escape(label)}$")).first.tap()


def keep(page: Any, name: str, which: str) -> None:
    if not page.locator(".units").evaluate("one => one.open"):
        page.locator(".units summary").tap()
    page.locator(".units input").fill(name)
    page.locator(".units form button").filter(has_text=which).tap()


def pick(page: Any, label: str, number: int) -> None:
    row = page.locator(".step").filter(has_text=re.compile(f"^{re.escape(label)}"))
    row.locator(f"button[data-by='{number}']").first.tap()


def test_does_this_attack_rout_them_is_four_taps_away(phone: Visitor) -> None:
    """Three dice at 4+ on a unit of tenacity 1: a loss beyond it is a valour test (9.2), 3+ with the +1 of
    the fire phase (9.2). Of 0, 1, 2, 3 losses (1, 3, 3, 1 in 8) none, none, one, two tests are taken:
    3/8 * 1/3 + 1/8 * (1 - 4/9) = 7/36."""
    page = phone.opens("vf-2e/index.html")
    page.locator("nav.bar a", has_text="Odds").tap()
    page.wait_for_url("**/calculator.html*")
    pick(page, "Fire value", 3)
    pick(page, "The target's tenacity is", 1)
    said = page.locator(".answer").inner_text()
    assert "1.5 on average" in said
    assert "the target is shaken: 88%" in said  # a loss or more of three dice at one half
    assert "valour test: fails 19%" in said
    row = page.locator(".step").filter(has_text=re.compile("^Fire value"))
    row.locator("button[data-by='-1']").tap()
    assert "2 dice" in page.locator(".answer").inner_text()


def test_what_is_tapped_is_answered_and_stands_in_the_address(phone: Visitor) -> None:
    """A shaken shooter against hard cover: 4+, -1 (8.3) and -2 (T.2.2) come to 7; a natural 6 hits still."""
    page = phone.opens("vf-2e/index.html")
    page.locator("nav.bar a", has_text="Odds").tap()
    page.wait_for_url("**/calculator.html*")
    assert "50%" in page.locator(".answer").inner_text()
    tap(page, "is shaken", "the target is in hard cover")
    assert "17% 1/6" in page.locator(".answer").inner_text()
    told = page.locator(".counted").inner_text()
    assert "8.3" in told
    assert "T.2.2" in told
    pick(page, "Fire value", 3)
    assert "0.5 on average" in page.locator(".answer").inner_text()
    address = page.evaluate("location.hash")
    assert "attacker.shaken=yes" in address
    again = phone.opens("vf-2e/calculator.html" + address)
    assert "3 dice" in again.locator(".answer").inner_text()


@pytest.mark.thorough
def test_the_same_in_the_first_edition_is_four_taps_away(phone: Visitor) -> None:
    """An attack column in melee: 1e adds a die (8.1), 2e does not; both need 4+ (shaken -1, no losses +1)."""
    page = phone.opens("vf-2e/index.html")
    page.locator("nav.bar a", has_text="Odds").tap()
    page.wait_for_url("**/calculator.html*")
    tap(page, "Melee", "attack column", "Valour & Fortitude, 1st edition")
    page.locator(".columns-2").wait_for()
    told = page.locator(".counted").inner_text()
    assert "Only in Valour & Fortitude, 1st edition" in told
    assert page.locator(".counted a[href='../vf-1e/8.0.html#8.1']").count() == 1
    tap(page, "Valour & Fortitude, 1st edition")
    assert page.locator(".columns-2").count() == 0
    assert "with=" not in page.evaluate("location.hash")


def test_what_cannot_be_settled_has_no_chance(phone: Visitor) -> None:
    """2nd edition: who won stands (9.2.1), a square that lost routs (sheet); told both, neither is said."""
    both = "unit.won_melee=yes&unit.lost_melee=yes&unit.formation=square"
    page = phone.opens(f"vf-2e/calculator.html#ask=valour&{both}")
    said = page.locator(".answer").inner_text()
    assert "Tell:" in said
    assert "the unit won its melee" in said
    assert "%" not in said
    assert "without a roll" not in said


def test_what_no_rule_asks_of_what_was_told_is_named(phone: Visitor) -> None:
    """Who won a melee is asked of valour, and not of a hit test; a fact that a rule asks is not named, though
    it changes nothing here; of an opposed roll too."""
    said = "Told, and asked by no rule here: "
    page = phone.opens("vf-2e/calculator.html#ask=hit&unit.won_melee=yes&attacker.shaken=yes&cover=none")
    assert said + "the unit won its melee" in page.locator(".counted").inner_text()
    page = phone.opens("vf-2e/calculator.html#ask=valour&unit.won_melee=yes")
    assert said not in page.locator(".counted").inner_text()
    page = phone.opens("vf-2e/calculator.html#ask=fire&fire-value=4&target.tenacity=4&attacker.shaken=yes")
    assert said not in page.locator(".counted").inner_text()


def test_all_losses_stand_in_the_distribution(phone: Visitor) -> None:
    page = phone.opens("vf-2e/calculator.html#ask=fire&fire-value=20")
    bars = page.locator(".spread li")
    assert bars.count() == 13
    assert bars.last.inner_text().startswith("12+")


def test_what_is_forbidden_is_said(phone: Visitor) -> None:
    """2nd edition, 8.1.1: a unit in march column does not fire."""
    page = phone.opens("vf-2e/calculator.html#ask=fire&fire-value=3&attacker.formation=march-column")
    said = page.locator(".answer").inner_text()
    assert "Not allowed" in said
    assert "8.1.1" in said
    assert "%" not in said


WET = """## 1.0 Shooting

Roll a D6 for a hit test. Add 1 to the roll if the attacker is shaken. Subtract 2 from the roll if the guns
are wet. On a 4+, the hit test is passed.
"""


def test_what_nobody_understood_is_applied_by_hand_alone(browser: Any, tmp_path: Path) -> None:
    from site_window import PHONE, Visitor

    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "edition.toml").write_text(
        'title = "T"\ngame = "valour-and-fortitude"\ndocuments = [{ id = "rules", file = "rules.md" }]\n'
    )
    (tmp_path / "e" / "rules.md").write_text(WET)
    for name, content in pipeline.site([pipeline.read(str(tmp_path / "e"))]).items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_bytes(content)
    page = Visitor(browser, tmp_path / "site", viewport=PHONE, has_touch=True, is_mobile=True).opens(
        "e/calculator.html"
    )
    assert "50%" in page.locator(".answer").inner_text()
    told = page.locator(".counted").inner_text()
    assert "Not computed" in told
    assert "guns are wet" in told
    tap(page, "Apply it by hand")
    assert "17%" in page.locator(".answer").inner_text()


@pytest.mark.thorough
def test_many_rows_that_are_not_computed_stand_behind_their_count(browser: Any, tmp_path: Path) -> None:
    """The same, of seven things that nobody understands: folded, and open as long as the reader wants."""
    from site_window import PHONE, Visitor

    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "edition.toml").write_text(
        'title = "T"\ngame = "valour-and-fortitude"\ndocuments = [{ id = "rules", file = "rules.md" }]\n'
    )
    guns = ("dirty", "hot", "old", "borrowed", "painted", "unlucky")
    more = "".join(f"Subtract 2 from the roll if the guns are {state}. " for state in guns)
    (tmp_path / "e" / "rules.md").write_text(WET.replace("On a 4+", f"{more}\nOn a 4+"))
    for name, content in pipeline.site([pipeline.read(str(tmp_path / "e"))]).items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_bytes(content)
    page = Visitor(browser, tmp_path / "site", viewport=PHONE).opens("e/calculator.html")
    folded = page.locator(".counted summary").filter(has_text="Not computed")
    assert "borrowed" not in page.locator(".counted").inner_text()
    folded.click()
    assert "borrowed" in page.locator(".counted").inner_text()
    page.locator(".counted button[aria-pressed=false]").last.click()
    assert "borrowed" in page.locator(".counted").inner_text()
    assert "17%" in page.locator(".answer").inner_text()


@pytest.mark.thorough
def test_house_rules_are_switched_on_and_off(phone: Visitor) -> None:
    """LWTV counts -1 to hit for a shaken shooter, which the 1st edition's text does too."""
    page = phone.opens("vf-1e/calculator.html#ask=fire&fire-value=4")
    switch = page.locator(".others button").filter(has_text="House rules")
    switch.tap()
    page.locator(".others [aria-pressed=true]").wait_for()
    assert "over=" in page.evaluate("location.hash")
    page.locator(".what button").filter(has_text="Valour").first.tap()
    hrefs = "all => all.map((one) => one.getAttribute('href'))"
    links = page.locator(".counted a").evaluate_all(hrefs)
    assert links
    assert all(link.startswith("../vf-lwtv/") for link in links)
    shared = page.evaluate("location.hash")
    again = phone.opens("vf-1e/calculator.html" + shared)
    again.locator(".others [aria-pressed=true]").wait_for()
    again.locator(".others button").filter(has_text="House rules").tap()
    assert "over=" not in again.evaluate("location.hash")
    page = phone.opens("vf-lwtv/calculator.html")
    assert page.locator(".others [aria-pressed=true]").all_inner_texts() == [
        "House rules: Valour & Fortitude, LWTV modified"
    ]


@pytest.mark.thorough
def test_modifiers_of_ones_own_have_three_scopes(phone: Visitor) -> None:
    page = phone.opens("vf-2e/calculator.html#ask=fire&fire-value=3")
    page.locator("summary").filter(has_text="My own modifiers").tap()
    for scope in ("The situation", "The attacker", "Fire"):
        page.get_by_role("button", name=f"{scope} more by one", exact=True).tap()
    assert "83% 5/6" in page.locator(".answer").inner_text()  # 4+ with +3; a natural 1 misses
    tap(page, "Melee")
    told = page.locator(".counted").inner_text()
    assert "My own modifiers: The situation" in told
    assert "My own modifiers: Fire" not in told
    keep(page, "Guards", "Keep this unit")
    tap(page, "Start again")
    tap(page, "Guards")
    told = page.locator(".counted").inner_text()
    assert "My own modifiers: The attacker" in told
    assert "My own modifiers: The situation" not in told


def test_the_calculator_is_worked_by_keyboard(desk: Visitor) -> None:
    page = desk.opens("vf-2e/calculator.html")
    page.locator(".what button").first.focus()

    def reach(key: str, by: str | None = None) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            at = page.evaluate("({...document.activeElement.dataset})")
            if (at.get("key"), at.get("by")) == (key, by):
                return
        raise AssertionError(key)

    reach("number:fire-value", "3")
    page.keyboard.press("Enter")
    assert "3 dice" in page.locator(".answer").inner_text()
    assert page.evaluate("document.activeElement.dataset.key") == "step:fire-value"
    reach("flag:attacker.shaken")
    page.keyboard.press("Space")
    assert "needs 5+" in page.locator(".answer").inner_text()
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"


def test_the_page_stays_where_it_is_while_it_fills(phone: Visitor) -> None:
    page = phone.opens("vf-2e/calculator.html#ask=fire&fire-value=3")
    moved = page.evaluate(
        """() => new Promise((done) => new PerformanceObserver((list) =>
            done(list.getEntries().reduce((sum, one) => sum + one.value, 0)))
            .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""
    )
    assert moved < 0.02


def test_programs_find_the_evaluator_and_the_schemas() -> None:
    """Each JSON of an edition fits the schema that the page for programs leads to."""
    files = shelf_files()
    page = files["programs.html"].decode()
    for name in ("document", "graph", "findings", "tables"):
        assert f'href="schemas/{name}.json"' in page
        schema = json.loads(files[f"schemas/{name}.json"])
        for edition in EDITIONS:
            jsonschema.validate(json.loads(files[f"{edition}/{name}.json"]), schema)
    assert 'href="assets/play.js"' in page
    assert 'href="programs.html"' in files["index.html"].decode()


@pytest.mark.parametrize(
    ("address", "answer", "besides"),
    [
        ("vf-2e/calculator.html#ask=rally", "needs 4+", ["What follows", "passed", "failed", "9.1.1"]),
        (
            "vf-1e/calculator.html#ask=melee&melee-value=4&target.tenacity=3&target.losses=2",
            "4 dice",
            ["setbacks caused: none 1%, one 37%, two 62%", "by this: needs 4+: 50%"],
        ),
        (
            "vf-2e/calculator.html#ask=fire&fire-value=4&target.has(light-infantry)=yes",
            "0.75 on average",
            [
                "hits that halving takes away: 1.25 on average",
                "can be reduced below 1; if not, on average: 1",
            ],
        ),
    ],
)
def test_the_page_says_what_stands_beside_an_answer(
    address: str, answer: str, besides: list[str], phone: Visitor
) -> None:
    page = phone.opens(address)
    page.locator(".counted", has_text=besides[0]).wait_for()
    assert answer in page.locator(".answer").inner_text()
    shown = page.locator(".counted").inner_text()
    assert not [said for said in besides if said not in shown]


def test_a_test_that_is_not_due_here_is_said_to_be_none(phone: Visitor) -> None:
    page = phone.opens("vf-2e/calculator.html#ask=messenger&unit.leader_distance=6")
    page.locator(".counted", has_text="not due here, only if").wait_for()
    assert "Not due here; where it is taken all the same:" in page.locator(".answer").inner_text()


def test_a_text_without_tests_has_no_calculator(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", rules="## 1.0 One\n\nWords.\n")], VERSION)
    assert not [name for name in files if "calculator" in name or "play.js" in name]
    for edition in EDITIONS:  # what it has to load is light
        parts = (f"{edition}/calculator.html", f"{edition}/calculator.js")
        assert sum(len(gzip.compress(shelf_files()[part])) for part in parts) < 15_000


@pytest.mark.thorough
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_what_was_tapped(browser: Any, folder: Path, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe")
    from site_window import PHONE, Visitor

    targets = [{"name": name, "known": {"tenacity": n}, "own": {}} for n, name in enumerate("ABC", 1)]
    reader = Visitor(browser, folder, viewport=PHONE, color_scheme=scheme)
    states = (
        f"ask=fire&fire-value=4&own.unit=1&against={quote(json.dumps(targets))}",
        "ask=fire&fire-value=4&with=../vf-1e/",
        "ask=fire&attacker.formation=march-column",
    )
    for state in some(states):
        page = reader.opens(f"vf-2e/calculator.html#{state}")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found = axe.Axe().run(page, options={"preload": False})
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reader.context.close()
