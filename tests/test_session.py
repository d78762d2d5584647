"""What a session remembers changes nothing but speed: a text checked after an edit gives what a fresh check
gives.

The edits are drawn at random and repeat from run to run. What was remembered of the state before is
still there when the edited text is checked, and is dropped before it is checked anew.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextvars import Context
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from thoroughness import THOROUGH, sparing

from vfdoc import assets, pipeline
from vfdoc.model import Document, Finding, InputError
from vfdoc.model.conditions import facts_of
from vfdoc.model.extract import BySection, Extract, extracts
from vfdoc.model.mechanics import Mechanics
from vfdoc.model.session import (
    Session,
    active_session,
)
from vfdoc.reading import numbers_again
from vfdoc.reading.edited_lines import (
    EditedLines,
    edited_lines,
    gone,
    joined,
    moved_by,
    stretch_about,
)
from vfdoc.reading.mechanics import sections
from vfdoc.reading.rulebook import read_copy
from vfdoc.reading.sources import read_source, source_of


@pytest.fixture(autouse=True)
def session() -> Iterator[Session]:
    """The session of a process that checks the same texts again."""
    with Session(resident=True).active() as session:
        yield session


def forget() -> None:
    """Drops all that is remembered."""
    session = active_session()
    assert session is not None
    session.drop()


_EDITS = 8 if THOROUGH else 2  # one after the other, each of the text that the last one left
_SHORT = 40  # characters of a line that is likely a title or a cell, on which others depend
_WORDS = (
    "Units add 2 to hit. ", "shaken ", "(8.5) ", "| 4+ ", "+1 if the target is in cover; ", "Valour Tests ",
    "Melee Modifiers ", "up to a maximum of 3. ",
)  # fmt: skip


def edited(lines: Sequence[str], random: Random) -> list[str]:
    """The lines with one of them changed, cut, put in, taken out, doubled or moved; every other time a
    short one, and every third with nothing but a line end."""
    out = list(lines)
    telling = [at for at, line in enumerate(out) if 0 < len(line) < _SHORT or line.startswith("#")]
    at = random.choice(telling) if telling and random.random() < 0.5 else random.randrange(len(out))
    to, words = random.randrange(len(out)), random.choice(_WORDS)
    match random.randrange(9):
        case 0 | 1:
            column = random.choice((0, len(out[at]), random.randint(0, len(out[at]))))
            out[at] = f"{out[at][:column]} {words}{out[at][column:]}"
        case 2:
            out[at] = out[at][: len(out[at]) // 2]
        case 3:
            out.insert(at, words)
        case 4:
            del out[at]
        case 5:
            out.insert(to, out.pop(at))
        case _:
            out.insert(at, "")
    return out or [""]


def checked(path: Path, as_edition: str | None = None) -> tuple[tuple[Finding, ...], Mechanics]:
    """What the checks find in a text or edition, and its mechanics."""
    read = pipeline.with_mechanics(pipeline.read(str(path), as_edition))
    return pipeline.check(read), pipeline.mechanics(read)


def assert_law(path: Path, seed: int, of: Path, as_edition: str | None = None) -> None:
    """Edits the text of `path` again and again, and holds what is found in `of` (that text, or the edition
    that it belongs to) against a fresh check."""
    random, lines = Random(seed), path.read_text(encoding="utf-8").split("\n")
    checked(of, as_edition)
    for _ in range(_EDITS):
        lines = edited(lines, random)
        path.write_text("\n".join(lines), encoding="utf-8")
        again = checked(of, as_edition)
        forget()
        assert again == checked(of, as_edition)


@pytest.mark.parametrize("seed", range(2 if THOROUGH else 1))
@pytest.mark.parametrize("edition", sparing(["vf-1e", "vf-2e", "vf-fr-2.9"]))
def test_an_edited_edition_is_checked_as_a_fresh_one(edition: str, seed: int, tmp_path: Path) -> None:
    folder = tmp_path / edition
    shutil.copytree(assets.folder("rulesets") / edition, folder)
    files = sorted(folder.glob("*.md"))
    assert_law(files[seed % len(files)], seed, folder)


@pytest.mark.parametrize("name", sparing(["vf-lwtv", "vf-1e", "vf-2e"]))
def test_an_edited_original_is_checked_as_a_fresh_one(name: str, originals: Path, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.txt"
    path.write_text(read_source(originals / f"{name}.txt").text, encoding="utf-8")
    assert_law(path, len(name), path, name)


_WORD = re.compile(r"\w+|\(\d[\d.]*\)")


def exchanged(lines: Sequence[str], random: Random, known: Sequence[str]) -> list[str]:
    """The lines with a word of one of them put in, taken out, or exchanged for another of the text."""
    at = random.choice([at for at, line in enumerate(lines) if line.strip()] or [0])
    words = lines[at].split(" ")
    place = random.randrange(len(words))
    match random.randrange(3):
        case 0:
            words.insert(place, random.choice(known))
        case 1:
            del words[place]
        case _:
            words[place] = random.choice(known)
    return [*lines[:at], " ".join(words), *lines[at + 1 :]]


@pytest.mark.parametrize("seed", range(4 if THOROUGH else 1))
def test_edit_after_edit_a_session_says_what_a_fresh_check_says(seed: int, tmp_path: Path) -> None:
    """What is carried from one check to the next is carried on and on: a text is edited again and again, and
    is what it was at first in between."""
    path, random = tmp_path / "rules.md", Random(seed)
    start = (assets.folder("rulesets") / "vf-2e" / "rules.md").read_text(encoding="utf-8").split("\n")
    known, lines = _WORD.findall("\n".join(start)), start
    path.write_text("\n".join(lines), encoding="utf-8")
    checked(path)
    for _ in range(60 if THOROUGH else 5):
        match random.randrange(10):
            case 0:
                lines = start
            case 1 | 2 | 3:
                lines = edited(lines, random)
            case _:
                lines = exchanged(lines, random, known)
        path.write_text("\n".join(lines), encoding="utf-8")
        again = checked(path)
        with Session().active():
            assert again == checked(path)


_PUT_IN = (
    "always", "see 8.2.", "(8.5)", "Rule 4.1", "in 9.7 cases", "HTTP/1.1", "of War", "of this Charter", "(a)",
    "Section 501 of the IRC", "see 1.1,", "## 4", ">", "12.", "",
)  # fmt: skip
_LINES_PUT_IN = (
    ["A line that was not there.", ""], [""], ["which goes on"], ["12. An item"], ["LOUD WORDS", ""],
    ["- See 8.2."], ["## 97 New", "", "It says so."], ["> A remark.", ""], ["(a) as 4.2"], ["```"],
    ["Contents", "", "1.1 One"],
)  # fmt: skip
_READ = ["vf-2e/rules.md", "vf-fr-2.9/sheet.md", "fortune-and-glory/rules.md"]


@pytest.mark.parametrize("text", sparing(_READ))
def test_about_an_edited_line_a_text_is_read_as_it_is_afresh(text: str, tmp_path: Path) -> None:
    """Headings and citations of a text of which words are edited, one place and then another; and lines put
    in and taken out."""
    path, random = tmp_path / "rules.md", Random(text)
    lines = (assets.folder("rulesets") / text).read_text(encoding="utf-8").split("\n")
    lines = lines[: 900 if THOROUGH else 400]
    kept = moved = 0
    for turn in range(120 if THOROUGH else 18):
        if turn % 3 == 2:
            at = random.randrange(len(lines))
            out = random.choice((0, 0, 0, 1, 2))
            lines = [*lines[:at], *([] if out else random.choice(_LINES_PUT_IN)), *lines[at + out :]]
        elif turn:
            at = random.choice([at for at, line in enumerate(lines) if line.strip()])
            words = lines[at].split(" ")
            words.insert(random.randrange(len(words) + 1), random.choice(_PUT_IN))
            lines = [*lines[:at], " ".join(words), *lines[at + 1 :]]
        path.write_text("\n".join(lines), encoding="utf-8")
        before = numbers_of(path)
        again = pipeline.read(str(path)).rulebook.documents
        now = numbers_of(path)
        kept += before is not None and now is before
        moved += before is not None and now is not before and now.numbering is before.numbering
        with Session().active():
            assert again == pipeline.read(str(path)).rulebook.documents, lines[at] if turn else ""
    assert kept  # the headings of the last pass, as they were
    assert moved  # and where they stand now


def test_items_are_sections_as_long_as_the_text_cites_them(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    cited = " ".join(f"See Section {n}.1." for n in range(1, 6))
    chapters = [f"{n}. Chapter\n\n    1. Something.\n    2. Nothing else." for n in range(1, 6)]
    text = f"# Rules\n\n{cited}\n\nThat is all.\n\n" + "\n\n".join(chapters) + "\n"
    for words, numbers in (("2.1", 15), ("2.9", 5), ("2.1", 15), ("2.1 and 2.2", 15), ("2.9 alone", 5)):
        path.write_text(text.replace("2.1", words), encoding="utf-8")
        again = pipeline.read(str(path)).rulebook.documents
        assert sum(section.number is not None for section in again[0].sections) == numbers
        with Session().active():
            assert again == pipeline.read(str(path)).rulebook.documents


def numbers_of(path: Path) -> Any:
    """The numbered headings that the session carries of a text."""
    session = active_session()
    assert session is not None
    carried = session._evolving.get(numbers_again._again.__wrapped__, {})  # type: ignore[attr-defined]
    found = next((read for (_, read) in carried.values() if read.of.name.endswith(path.name)), None)
    return None if found is None else found.found


def test_the_lines_that_an_edit_changed_and_the_paragraphs_about_them() -> None:
    old = ["One.", "", "Two two.", "three", "", "Four.", ""]
    new = ["One.", "", "Two, two.", "three", "", "Fore.", ""]
    assert edited_lines(old, new) == [
        EditedLines(2, 6, ("Two two.",), 2, 6, ("Two, two.",)),
        EditedLines(5, 22, ("Four.",), 5, 23, ("Fore.",)),
    ]
    assert edited_lines(old, old) == []
    more = [*old[:3], "two and", "a half", *old[3:5], "5", "6"]
    assert edited_lines(old, more) == [
        EditedLines(3, 15, (), 3, 15, ("two and", "a half")),
        EditedLines(5, 22, ("Four.", ""), 7, 37, ("5", "6")),
    ]
    assert edited_lines(old, old[1:]) == [EditedLines(0, 0, ("One.",), 0, 0, ())]
    assert edited_lines(["a"] * 200, ["b"] * 200) is None
    changed = edited_lines(more, old) or []
    assert gone(changed) == {4, 5, 8, 9}
    assert [moved_by(changed)(line) for line in (1, 3, 6, 7)] == [1, 3, 4, 5]
    assert stretch_about(old, 3, 1, 0) == (2, 4)
    assert stretch_about(old, 3, 10, 0) == (0, 4)
    assert stretch_about(old, 3, 1, 2) == (2, 6)
    assert stretch_about(old, 3, 1, 0, 0) == (2, 4)
    assert list(joined([(5, 7), (0, 2), (2, 4), (1, 3)])) == [(0, 4), (5, 7)]


def test_what_a_section_shows_is_asked_of_it_once(session: Session) -> None:
    asked: list[str] = []

    @BySection
    def long(extract: Extract, least: int) -> str:
        asked.append(extract.section.title)
        return extract.section.title if len(extract.section.title) >= least else ""

    def told(text: str, least: int) -> list[tuple[str, int]]:
        asked.clear()
        found = read_copy(source_of(text), None, "a").documents
        return [(said, placed.section.line) for placed, said in long.over(found, least)]

    text = "# Rules\n\n## 1 Moving\n\nOne.\n\n## 2 Fire\n\nTwo.\n"
    assert told(text, 5) == [("Rules", 1), ("Moving", 3)]
    assert asked == ["Rules", "Moving", "Fire"]
    assert told(text.replace("Two", "Three"), 5) == [("Rules", 1), ("Moving", 3)]
    assert asked == ["Fire"]
    assert told(text.replace("## 1", "Below.\n\n## 1"), 5) == [("Rules", 1), ("Moving", 5)]
    assert asked == ["Rules", "Fire"]  # the one that was edited, and the one that was edited before
    assert told(text, 4) == [("Rules", 1), ("Moving", 3), ("Fire", 7)]
    with Session().active():
        assert told(text, 5) == [("Rules", 1), ("Moving", 3)]


EDITION = (  # of a game whose words are known
    'title = "Rules"\nlanguage = "en"\ngame = "valour-and-fortitude"\n'
    'documents = [{{ id = "rules", file = "{}" }}]\n'
)
ABOVE = (
    ("## 5.0 Fire\n\n### 5.1 Losses\n\nAdd 1 if the unit is shaken.\n", "Fire", "Valour Tests"),
    (
        "## 5.0 Melee\n\nNo limit.\n\n### 5.1 Help\n\nAdd 1 to the melee value for each supporting unit.\n",
        "No limit",
        "Support adds up to a maximum of 3 units",
    ),
)


@pytest.mark.parametrize(("text", "old", "new"), ABOVE)
def test_what_stands_above_a_section_is_asked_again(text: str, old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "edition.toml").write_text(EDITION.format("rules.md"), encoding="utf-8")
    _, before = checked(tmp_path)
    path.write_text(text.replace(old, new), encoding="utf-8")
    again = checked(tmp_path)
    forget()
    assert again == checked(tmp_path)
    assert (again[1].modifiers, again[1].tests) != (before.modifiers, before.tests)


@pytest.mark.thorough
def test_a_cell_that_moves_within_its_table_is_found_again(originals: Path, tmp_path: Path) -> None:
    path = tmp_path / "fortune-and-glory.txt"
    lines = read_source(originals / "fortune-and-glory.txt").text.split("\n")
    path.write_text("\n".join(lines), encoding="utf-8")
    read = pipeline.with_mechanics(pipeline.read(str(path), "fortune-and-glory"))
    last = [x.rows[-1] for x in pipeline.mechanics(read).lookups if x.rows[-1].lines]
    assert last
    for row in last[: 3 if THOROUGH else 1]:
        at = row.lines[-1] - 1
        path.write_text("\n".join([*lines[:at], "", *lines[at:]]), encoding="utf-8")
        again = checked(path, "fortune-and-glory")
        forget()
        assert again == checked(path, "fortune-and-glory")
        path.write_text("\n".join(lines), encoding="utf-8")
        checked(path, "fortune-and-glory")


def test_a_line_put_in_above_everything_moves_what_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    text = (assets.folder("rulesets") / "vf-2e" / "rules.md").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    findings, mechanics = checked(path)
    path.write_text(f"\n\n{text}", encoding="utf-8")
    moved, same = checked(path)
    assert [f.line + 2 for f in findings] == [f.line for f in moved]
    assert [replace(m, line=m.line + 2) for m in mechanics.modifiers] == list(same.modifiers)


def counted(function: Callable[..., Any]) -> int:
    """How often a memoized function had to work a result out."""
    session = active_session()
    assert session is not None
    return session.worked(function)


def test_after_one_line_was_edited_only_its_section_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    text = (assets.folder("rulesets") / "vf-2e" / "rules.md").read_text(encoding="utf-8")
    lines = text.split("\n")
    prose = [at for at, line in enumerate(lines) if len(line) > 80 and line[0].isalpha()]
    forget()
    path.write_text(text, encoding="utf-8")
    checked(path)
    assert counted(sections._stated) > 50
    for at in prose[:: 9 if THOROUGH else 45]:
        before = counted(sections._stated)
        path.write_text("\n".join([*lines[:at], f"{lines[at]} Indeed.", *lines[at + 1 :]]), encoding="utf-8")
        checked(path)
        path.write_text("\n".join([*lines[:at], "", *lines[at:]]), encoding="utf-8")
        checked(path)
        # A section with a table below one another reads as far as a cell may stand.
        assert counted(sections._stated) - before <= 4


def document(text: str) -> Document:
    """The only document of a text."""
    return read_copy(source_of(text, name="rules.md"), None, "made").documents[0]


def test_equal_sections_are_one_extract_wherever_they_stand() -> None:
    first = document("## 1.0 One\n\nA unit moves.\n\n## 2.0 Two\n\n| a | b |\n|---|---|\n| c | 4+ |\n")
    second = document(
        "## 1.0 One\n\nA unit halts.\n\n\n## 2.0 Two\n\n| a | b |\n|---|---|\n| c | 4+ |\n\nMore.\n"
    )
    one, two = extracts((first,))
    other, more = extracts((second,))
    assert one.extract is not other.extract
    assert two.extract is not more.extract  # it has a paragraph more
    assert extracts((document("\n\n## 1.0 One\n\nA unit moves.\n"),))[0].extract is one.extract
    assert (one.above, two.above) == (0, 4)
    assert all(placed.extract.section.line == 1 for placed in (one, two, other, more))


@pytest.mark.thorough
def test_a_re_check_of_a_long_text_reads_one_section_again(tmp_path: Path) -> None:
    """However many sections a text has: one pass throws nothing out that the next one needs."""
    path = tmp_path / "rules.md"
    (tmp_path / "edition.toml").write_text(EDITION.format("rules.md"), encoding="utf-8")
    texts = [f"## {n // 100 + 1}.{n % 100 + 1} Rule {n}\n\nUnit {n} moves.\n" for n in range(9000)]
    path.write_text("\n".join(texts), encoding="utf-8")
    pipeline.with_mechanics(pipeline.read(str(tmp_path)))
    before = counted(sections._stated)
    assert before >= 9000
    texts[4000] = texts[4000].replace("moves", "halts")
    path.write_text("\n".join(texts), encoding="utf-8")
    pipeline.with_mechanics(pipeline.read(str(tmp_path)))
    assert counted(sections._stated) - before <= 4


NERVE = '[tests.nerve]\nen = ["nerve test"]\n'
WOUNDED = """[words.wounded]
en = ["wounded"]
[facts."unit.wounded"]
kind = "flag"
says = ["unit", "wounded"]
"""
DUEL = 'title = "Duel"\nlanguage = "en"\n[[documents]]\nid = "rules"\nfile = "rules.md"\n'


@pytest.mark.parametrize("resident", [False, True])
def test_an_edited_glossary_is_read_anew_in_the_same_process(
    resident: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "rulesets" / "duel"
    folder.mkdir(parents=True)
    (folder / "edition.toml").write_text(DUEL)
    text = "## 1.0 Nerve\n\nSubtract 1 from the nerve test if the unit is wounded.\n"
    (folder / "rules.md").write_text(text)
    monkeypatch.chdir(tmp_path)

    def facts() -> list[str]:
        def asked() -> list[str]:
            found = pipeline.with_mechanics(pipeline.read("rulesets/duel"))
            (row,) = pipeline.mechanics(found).modifiers
            return sorted(facts_of(row.when))

        return asked() if resident else Context().run(asked)

    (folder / "glossary.toml").write_text(NERVE)
    assert facts() == ["said.wounded"]
    (folder / "glossary.toml").write_text(NERVE + WOUNDED)
    assert facts() == ["unit.wounded"]
    (folder / "glossary.toml").write_text(NERVE + WOUNDED + 'follows = { "unit.losses" = true }\n')
    with pytest.raises(InputError, match=r"`follows` of unit\.wounded names choices, each in quotes"):
        facts()


def test_an_edited_common_glossary_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an author of the bundled editions edits it while the site is served."""
    rulesets = tmp_path / "rulesets"
    shutil.copytree(assets.folder("rulesets"), rulesets)
    folder = assets.folder
    monkeypatch.setattr(assets, "folder", lambda room: rulesets if room == "rulesets" else folder(room))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "edition.toml").write_text(EDITION.format("a.md"))
    (tmp_path / "a.md").write_text("## 1.0 Nerve\n\nSubtract 1 from the nerve test if the unit is giddy.\n")

    def terms() -> tuple[set[str], list[str]]:
        read = pipeline.with_mechanics(pipeline.read("."))
        known = {term.id for term in pipeline.glossary(read).terms}
        return known, [f for row in pipeline.mechanics(read).modifiers for f in facts_of(row.when)]

    before, asked = terms()
    assert asked == ["said.giddy"]
    more = WOUNDED.replace("wounded", "giddy") + '[terms.giddy]\nen = ["giddy"]\n'
    with (rulesets / "games" / "valour-and-fortitude" / "glossary.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{more}")
    after, asked = terms()
    assert after == before | {"giddy"}
    assert asked == ["unit.giddy"]


@pytest.mark.thorough
def test_doubtful_citations_are_carried_as_they_are_found_afresh(foreign: Path, tmp_path: Path) -> None:
    """Of a statute of many citations, word after word, a citation and a title put in."""
    text = (foreign / "bgb.md").read_text(encoding="utf-8")[:120_000]
    path, random, lines = tmp_path / "statute.md", Random(27), text.split("\n")
    known = _WORD.findall(text)
    path.write_text(text, encoding="utf-8")
    checked(path)
    for turn in range(12):
        lines = exchanged(lines, random, known) if turn % 4 else edited(lines, random)
        path.write_text("\n".join(lines), encoding="utf-8")
        again = checked(path)
        with Session().active():
            assert again == checked(path)
