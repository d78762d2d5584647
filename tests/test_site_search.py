"""The search: what is handed to it, and whether players' questions find the right section.

The questions of lists/search/questions.tsv were written from the rules before the ranking was; half of
them were held back while it was tuned. Those of third.tsv were written, section by section in players' words,
before the glossary was given more of these, and looked at while it was. Nothing was fitted to later.tsv.
Those of table.tsv (60 of each language) were written before the ranking was looked at, and the glossary was
given words for them afterwards; when fresh.tsv was written that was done, and nothing was fitted to it.
unseen.tsv was written from the originals and measured once (English .72 in the first three, .58 first; French
.97, .77); then the glossary was given words. blind.tsv was written by another from the rules alone, opened
once when asked.toml was there (English .967, .800 first; French .983, .900), and stands as it was found;
since then what questions like one another count was set by all lists together, this one among them.
latest.tsv was written from the headings and measured once (English .80 in the first three of 20, .65 first;
French 1, 1); then topics were given what was missed.
once.tsv was written by another from the rules alone: 30 and 20 questions looked at once, then 60 of each
opened once at the end (English .983, .950 first; French 1, .867); nothing was fitted to the latter.
last.tsv was written by another, blind: the first 60 of each language looked at once (English .967, .950
first; French .933, .817, a row counted as found by that row or, where the list says so, by its table), then
asked.toml was given what stands in the texts' sections; the other 60 of each opened once at the end (English
1, .983 first; French 1, .800).
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from site_reader import EDITIONS, RULESETS, VERSION, shelf, shelf_files, shelf_of, written
from test_site_browser import Reader

from vfdoc import pipeline
from vfdoc.model import InputError
from vfdoc.reading.asked import read_asked
from vfdoc.site.search import tokens
from vfdoc.site.whole import Published, site

pytest_plugins = ["site_window"]

LISTS = Path(__file__).parent / "lists" / "search"
FIRST, ENOUGH = 3, 0.95
SEEN = 0.96  # of questions that were in view when the players' own were written down
BLIND, BLIND_FIRST = 0.95, 0.8  # of questions that nobody had seen


def questions(name: str = "questions") -> list[dict[str, str]]:
    """The questions of players in a list, with the sections that answer each."""
    with (LISTS / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def whole(edition: str, anchor: str) -> str:
    """The section that an anchor is one of, or one of a part of."""
    (known,) = (e.graph.sections.keys() for e in shelf() if e.rulebook.edition.id == edition)
    return anchor if anchor in known else anchor.rpartition("~")[0]


def data(script: bytes) -> dict[str, Any]:
    """The value that a script hands to the page."""
    found = re.fullmatch(rb"vfdocIndex\((.*)\);\n", script, re.DOTALL)
    assert found
    value: dict[str, Any] = json.loads(found[1])
    return value


# What is handed over


def test_the_questions_are_many_and_their_sections_exist() -> None:
    found = questions()
    third = questions("third")
    assert len(found) >= 60
    assert len(third) >= 40
    assert {row["language"] for row in found} == {row["language"] for row in third} == {"en", "fr"}
    assert min(Counter(row["held"] for row in found).values()) >= len(found) // 2
    known = {e.rulebook.edition.id: e.graph.sections.keys() for e in shelf()}
    for row in (*found, *third):
        assert set(row["sections"].split()) <= known[row["edition"]], row


def test_every_section_can_be_found() -> None:
    for edition in shelf():
        name = edition.rulebook.edition.id
        listed = data(shelf_files()[f"{name}/search.js"])["sections"]
        found = [unquote(section[0].partition("#")[2]) for section in listed]
        wanted = [s.anchor for s in edition.rulebook.sections() if s.kind not in ("contents", "index")]
        assert found[: len(wanted)] == wanted
        assert {whole(name, part) for part in found[len(wanted) :]} <= set(wanted)


def test_words_are_compared_without_case_accents_and_ligatures() -> None:
    assert tokens("Mêlée, l’ASSAUT : Manœuvre 4+") == ["melee", "l", "assaut", "manoeuvre", "4"]


def test_citations_are_no_words_and_code_stays_text(tmp_path: Path) -> None:
    text = "## 1.0 One </script>\n\nFire (2.1) and \u2028 {{ x }}.\n\n### 2.1 Two\n\nWords.\n"
    script = site([written(tmp_path / "e", rules=text)], VERSION)["e/search.js"]
    assert b"</script" not in script
    assert "\u2028".encode() not in script
    found = data(script)
    assert found["sections"][0][2] == "One </script>"
    assert {"fire", "x"} <= found["words"].keys()
    assert "2" not in found["words"]


def test_the_index_grows_with_the_text(tmp_path: Path) -> None:
    def size(chapters: int) -> int:
        text = "\n".join(f"## {n}.0 Chapter\n\nUnits move {n} and fire.\n" for n in range(1, chapters + 1))
        files = site([written(tmp_path / f"e{chapters}", rules=text)], VERSION)
        return len(files[f"e{chapters}/search.js"])

    assert size(80) - size(40) < 2.3 * (size(40) - size(20))


# What is found


class Asked:
    """The search's own page of an edition, asked through its script."""

    def __init__(self, reader: Reader) -> None:
        self.page = reader.opens("vf-2e/search.html")
        for edition in EDITIONS:
            for name in ("search", "asked", "said"):
                self.page.evaluate("of => vfdocLoad('../' + of + '.js')", f"{edition}/{name}")

    def find(self, question: str, *editions: str) -> list[str]:
        """The anchors found, the best first; of several editions each with its edition."""
        found = self.page.evaluate(
            "([asked, ids]) => vfdocFind.find(asked, ids, 12).map(f => [f.edition.id, f.section[0]])",
            [question, list(editions)],
        )
        anchors = [(id, unquote(address.partition("#")[2])) for id, address in found]
        return [f"{id}:{anchor}" if len(editions) > 1 else anchor for id, anchor in anchors]

    def says(self, question: str, edition: str) -> list[str]:
        """What is shown of what is found."""
        script = (
            "([asked, id]) => vfdocFind.find(asked, [id], 12).map(f => vfdocFind.sentence(asked, f, true))"
        )
        said: list[str] = self.page.evaluate(script, [question, edition])
        return said

    def sections(self, question: str, edition: str) -> list[str]:
        """The sections found, be it by a part of theirs."""
        return [whole(edition, anchor) for anchor in self.find(question, edition)]


@pytest.fixture(scope="module")
def asked(browser: Any, folder: Path) -> Asked:
    """The search of the bundled editions."""
    return Asked(Reader(browser, folder))


@pytest.mark.parametrize("held", ["no", "yes"])
def test_the_right_section_comes_among_the_first(asked: Asked, held: str) -> None:
    missed = [
        (row["edition"], row["question"], found[:FIRST])
        for row in questions()
        if row["held"] == held
        and not set(found := asked.sections(row["question"], row["edition"])[:FIRST])
        & {*row["sections"].split()}
    ]
    asked_of = sum(row["held"] == held for row in questions())
    assert len(missed) <= (1 - ENOUGH) * asked_of, missed


@pytest.mark.parametrize("name", ["third", "later", "table", "fresh", "unseen", "latest", "once", "last"])
def test_questions_that_came_later_are_answered_too(asked: Asked, name: str) -> None:
    listed = [row for row in questions(name) if row["edition"] in EDITIONS]
    met = [
        row
        for row in listed
        if set(asked.sections(row["question"], row["edition"])[:FIRST]) & {*row["sections"].split()}
    ]
    sys.stdout.write(f"{name} questions: {len(met)} of {len(listed)} in the first {FIRST}\n")
    assert len(met) >= SEEN * len(listed)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_questions_that_nobody_had_seen_are_answered(asked: Asked, language: str) -> None:
    listed = [r for r in questions("blind") if r["language"] == language and r["edition"] in EDITIONS]
    answers = [
        (asked.sections(row["question"], row["edition"]), {*row["sections"].split()}) for row in listed
    ]
    assert sum(bool({*found[:FIRST]} & right) for found, right in answers) >= BLIND * len(listed)
    assert sum(bool({*found[:1]} & right) for found, right in answers) >= BLIND_FIRST * len(listed)


@pytest.mark.thorough
def test_what_players_ask_names_sections_that_are_there() -> None:
    for edition in (*shelf(), *shelf_of([pipeline.read(str(RULESETS / "fortune-and-glory"))])):
        id = edition.rulebook.edition.id
        listed = {unquote(address) for address in _addresses(edition)}
        named = {anchor for topic in edition.asked for anchor in topic.sections.get(id, ())}
        assert named - listed == set(), id
        assert len(named) > 10, id


def _addresses(edition: Published) -> list[str]:
    """The anchors of what the search of an edition can find."""
    found = data(site([edition], VERSION)[f"{edition.rulebook.edition.id}/search.js"])["sections"]
    return [section[0].partition("#")[2] for section in found]


def test_a_question_like_one_of_the_players_finds_its_rule(tmp_path: Path, asked: Asked) -> None:
    """By words that the text has not, in another order, with an everyday word for another."""
    text = "## 1.0 Wind\n\nSails fill.\n\n## 2.0 Reefs\n\nHulls leak.\n\n## 3.0 Anchors\n\nShips lie.\n"
    folder = tmp_path / "sea"
    folder.mkdir()
    told = '[a]\nsections = { sea = ["2.0"] }\nen = ["when does my boat go under", "rocks near the shore"]\n'
    (folder / "asked.toml").write_text(told, encoding="utf-8")
    files = site([written(folder, rules=text)], VERSION)
    for name in ("search", "asked"):
        asked.page.evaluate(files[f"sea/{name}.js"].decode())
    for question in ("does my boat go under", "boat going under", "rocks close to the shore", "rocks"):
        assert asked.find(question, "sea")[0] == "2.0", question
    assert asked.find("sails", "sea") == ["1.0"]
    assert asked.find("thunder", "sea") == []


FIRE = """## 1.0 Hit Tests

Roll a D6 for a hit test. If the attacker is shaken, subtract 1 from the roll. A 4+ is passed. Add 1 to hit
tests if the band plays merrily and the piper is in tune.

## 2.0 Rations

| Troops | Bread | Water |
|---|---|---|
| Infantry | 3 | 4 |
| Cavalry | 5 | 6 |
"""


def test_what_answers_at_once_is_whole(tmp_path: Path, asked: Asked) -> None:
    """Rows of which nobody knows when they hold, lines of many columns, and tables that have but a section's
    title are left to the page of tables and to what is found."""
    made = site([written(tmp_path / "fire", rules=FIRE)], VERSION)["fire/search.js"]
    (hit,) = data(made)["answers"]
    assert hit[:2] == ["hit test", "4+"]
    assert hit[3] == [["−1", "the attacker is shaken", "1.0.html#1.0", "1.0"]]
    assert hit[4] == 2  # and one more on the page of tables
    asked.page.evaluate(made.decode())

    def answered(question: str, edition: str) -> str | None:
        found: str | None = asked.page.evaluate(
            "([asked, id]) => (vfdocFind.answer(asked, [id]) || {}).name || null", [question, edition]
        )
        return found

    assert answered("what do I need to hit", "fire") == "hit test"
    assert answered("hit and test", "fire") is None  # two things are asked for
    assert answered("rations", "fire") is None
    assert answered("fire and melee value", "vf-2e") == "attack value (fire and melee)"
    assert answered("cover", "vf-2e") is None  # sentences, and no value
    assert answered("cavalry", "vf-2e") is None  # not "cavalry against a square"
    assert answered("range", "vf-1e") is None  # not the distance of a move


@pytest.mark.parametrize(
    ("edition", "question", "rows"),
    [
        ("vf-1e", "how far does cavalry move", ['18" cavalry 6.6']),
        ("vf-2e", "how far does cavalry move", ['18" cavalry 6.3.1']),
        ("vf-2e", "infantry in line move", ['8" infantry in line 6.3.1']),
        ("vf-fr-2.9", "de combien bouge la cavalerie", ['18" Cavalerie DISTANCES DE MOUVEMENTS']),
        ("vf-fr-2.9", "distance infanterie en ligne", ['8" Infanterie en ligne DISTANCES DE MOUVEMENTS']),
        ("vf-1e", "how far do leaders move", ['36" leaders 6.6']),
        ("columns", "how far does cavalry move", [' Cavalry: Line 9" · March Column 21" 1.0']),
        ("vf-lwtv", "how far does cavalry move", ['12" All others Movement Distances']),
        ("vf-lwtv", "how far do horsemen move", ['12" All others Movement Distances']),
        ("vf-lwtv", "infantry in line move", ['6" Infantry in Line Movement Distances']),
        ("vf-lwtv", "how far do leaders move", []),  # not one of the arms that its other lines are of
        ("vf-lwtv", "how far do elephants move", []),
        ("vf-2e", "can cavalry move after firing", []),
        ("vf-2e", "how far do elephants move", []),
    ],
)
def test_a_line_of_a_table_answers_who_names_it(
    tmp_path: Path, asked: Asked, edition: str, question: str, rows: list[str]
) -> None:
    if edition == "columns":
        text = """## 1.0 Move Distances

| Troops | Line | March Column |
|---|---|---|
| Infantry | 6" | 12" |
| Cavalry | 9" | 21" |
"""
        asked.page.evaluate(
            site([written(tmp_path / "columns", rules=text)], VERSION)["columns/search.js"].decode()
        )
    found = asked.page.evaluate(
        "([asked, id]) => ((vfdocFind.answer(asked, [id]) || {}).rows || [])"
        ".map(r => `${r[0]} ${r[1]} ${r[3].replace('House rule ', '').replace(' (*LWTV MODIFIED)', '')}`)",
        [question, edition],
    )
    assert found == rows


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ('[x]\nen = ["a"]\n', "'x' names no sections; write sections = { vf-1e = [\"1.5\"] }"),
        ('[x]\nsections = { e = "1.0" }\n', "'sections' is no list of words"),
        ('[x]\nsections = { e = ["1.0"] }\nen = [1]\n', "'en' is no list of words"),
        ('[x]\nsections = { e = ["1.0"] }\nxx = ["a"]\n', "unknown key 'xx' of 'x'; known are sections, "),
        ("[x\n", "asked.toml"),
    ],
)
def test_what_nobody_can_ask_is_refused_in_one_line(tmp_path: Path, told: str, said: str) -> None:
    (tmp_path / "asked.toml").write_text(told, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read_asked(tmp_path)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("number", "first"),
    [
        ("8.2.1", "8.2.1"),
        ("8.2.1.", "8.2.1"),
        ("(8.2.1)", "8.2.1"),
        ("8", "8.0"),
        ("t.2.5", "T.2.5"),
        ("T2.5", "T.2.5"),
    ],
)
def test_a_number_finds_its_section(asked: Asked, number: str, first: str) -> None:
    assert asked.find(number, "vf-2e")[0] == first


def test_a_number_that_no_section_has_is_said_to_be_missing(asked: Asked) -> None:
    def missing(question: str, *editions: str) -> str:
        said: str = asked.page.evaluate(
            "([asked, ids]) => vfdocFind.missing(asked, ids)", [question, list(editions)]
        )
        return said

    assert missing("8.5", "vf-1e") == "8.5"
    assert [missing(q, "vf-1e") for q in ("8.4", "8", "rally", "18", "(6.5)")] == [""] * 5
    assert missing("(99.1)", "vf-1e", "vf-2e") == "99.1"


def test_a_number_finds_what_stands_below_it(asked: Asked) -> None:
    assert asked.find("8.2", "vf-2e")[:4] == ["8.2", "8.2.1", "8.2.2", "8.2.3"]
    assert all(anchor.startswith("8.2") for anchor in asked.find("8.2", "vf-2e"))


def test_a_title_comes_first(asked: Asked) -> None:
    for title, anchor in (
        ("retreat", "6.4"),
        ("Enfilade", "8.1.4"),
        ("fate deck", "2.4"),
        ("Hills", "T.1.3"),
    ):
        assert asked.find(title, "vf-2e")[0] == anchor, title


def test_accents_a_beginning_and_one_slip_do_not_matter(asked: Asked) -> None:
    assert asked.find("mêlée", "vf-fr-2.9") == asked.find("melee", "vf-fr-2.9")
    assert asked.find("enfil", "vf-2e")[0] == "8.1.4"
    for slip in ("enfillade", "enfilad", "enfialde", "enfikade"):
        assert asked.find(slip, "vf-2e")[0] == "8.1.4", slip


def test_little_words_may_stand_within_a_name(asked: Asked) -> None:
    said = asked.find("shoot into melee", "vf-2e")
    assert said[0] == "5.0"
    assert asked.find("can I shoot into a melee", "vf-2e")[:FIRST] == said[:FIRST]
    assert asked.find("who does a flank attack", "vf-2e")[0] == asked.find("flank attack", "vf-2e")[0]


def test_what_stands_above_is_asked_with_what_stands_below(tmp_path: Path, asked: Asked) -> None:
    hills = "### {0}.1 Hills\n\nAdd {0}.\n\n"
    text = f"## 1.0 Horse\n\n{hills.format(1)}## 2.0 Guns\n\nA howitzer fires.\n\n{hills.format(2)}"
    files = site([written(tmp_path / "below", rules=text)], VERSION)
    asked.page.evaluate(files["below/search.js"].decode())
    assert asked.find("howitzer hills", "below")[0] == "2.1"


def test_what_a_hit_shows_are_whole_sentences_as_they_are_written(tmp_path: Path, asked: Asked) -> None:
    long = "A unit in a wood " + "that stands still and " * 14 + "waits is not seen."
    half = "A unit that goes through a wood moves at half pace, and its guns stay behind (see 2.0)."
    edge = "It may fire out of the wood from its edge, as 2.0 says, not through it, e.g. at horse."
    text = (
        f"## 1.0 Woods\n\n{half} {edge}\n\n"
        f"## 2.0 Sight\n\n{long} More is in 1.0.\n\n"
        "## 3.0 Ends\n\nIt ends. So\ndoes the game:\n\n- at noon;\n- at six\n- else never\n\n"
        "## 4.0 Guns\n\nGuns never:\n\n- march by night;\n- swim rivers;\n- climb hills.\n\nHorses do.\n\n"
        "## 5.0 Loads\n\n| Beast | Load |\n|---|---|\n| Mule | 80 |\n| Camel | 200 |\n\n"
        "| Rule | Effect |\n|---|---|\n| Stubborn | Mules stop at noon. They eat. Camels go on. |\n"
    )
    files = site([written(tmp_path / "said", rules=text)], VERSION)
    for name in ("search", "said"):
        asked.page.evaluate(files[f"said/{name}.js"].decode())

    def says(question: str) -> str:
        return asked.says(question, "said")[0]

    assert says("1.0") == half
    assert says("fire from the edge") == edge
    assert says("sight").endswith(" …")
    assert long.startswith(says("sight").removesuffix(" …"))
    assert says("still stands seen") == long  # whole, however long
    assert says("ends") == "It ends. So does the game: at noon; at six · else never"
    assert says("swim rivers") == "Guns never: … swim rivers; …"
    assert says("how much does a camel carry") == "200"  # the row is what is found, and is called Camel
    assert says("what eats") == "They eat. Camels go on."


@pytest.mark.parametrize(
    ("edition", "question", "says"),
    [
        ("vf-2e", "who wins a tie", "Tied fights are won by the active side"),
        ("vf-2e", "who may charge", "Artillery units cannot assault"),
        ("vf-2e", "leave a building", 'wholly within 6"'),
        ("vf-2e", "form square", "neither moves nor retreats"),
        ("vf-2e", "which enemy must I charge", "is closest"),
        (
            "vf-2e",
            "what happens when the last unit of a brigade routs",
            "Its leader is then taken out of play",
        ),
        ("vf-2e", "when is a unit shaken", "equals its tenacity"),
        ("vf-1e", "who wins a tie", "Ties are won by the active side"),
        ("vf-fr-2.9", "quand une unité est-elle ébranlée", "égalent la ténacité"),
        ("vf-fr-2.9", "vergers", "aux vergers"),
        ("vf-fr-2.9", "combien de figurines au contact pour charger", "3 figurines"),
        ("vf-fr-2.9", "ordre des phases", "1. Destin > 2. Tir > 3. Action > 4. Mêlée"),
    ],
)
def test_a_rule_that_is_asked_shows_the_sentence_that_answers(
    asked: Asked, edition: str, question: str, says: str
) -> None:
    assert says in asked.says(question, edition)[0]


def test_the_words_of_the_other_language_lead_to_the_rule(asked: Asked) -> None:
    assert "9.1.1" in asked.find("ralliement", "vf-2e")[:FIRST]
    assert "sheet/tests" in asked.sections("messenger", "vf-fr-2.9")[:FIRST]


def test_all_editions_are_searched_at_once(asked: Asked) -> None:
    found = asked.find("8.2.1", "vf-1e", "vf-2e")
    assert found[:2] == ["vf-1e:8.2.1", "vf-2e:8.2.1"]


def test_nothing_is_found_for_nonsense(asked: Asked) -> None:
    for nonsense in ("", "   ", "zzzzqqqq", "()[]{}<>", "99.99.99", "the", "__proto__", "constructor"):
        assert asked.find(nonsense, "vf-2e") == [] or nonsense == "the", nonsense
