"""What words say decides whether a rule changed: one decisive word exchanged, put in or taken out is seen.

tests/lists/compare/one-word.tsv: one-word exchanges in both bundled editions, chosen by reading. Each makes
its rule `changed`, with its words in every output, and stands in the summary. The law says it of any word of
any text: never the same, nor proved to be the same in other words. So it is said of texts of other styles,
and of what their second versions are known to change.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from generated import read_text
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html
from thoroughness import THOROUGH, examples, few, sparing

from vfdoc import pipeline
from vfdoc.compare.changes import section_changes
from vfdoc.compare.concordance import concordance
from vfdoc.formats.comparison import diff_json
from vfdoc.formats.comparison.amendments import amendments
from vfdoc.formats.comparison.html import diff_html
from vfdoc.formats.comparison.markdown import diff_markdown
from vfdoc.formats.comparison.text import diff_text
from vfdoc.model.comparison import Comparison, SectionChange
from vfdoc.pipeline import comparing
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.reading.words import words as language_words
from vfdoc.verdicts.normalised import is_number, normaliser
from vfdoc.verdicts.sentence_verdicts import sentence_pairs, sentence_spans, sentence_verdict, text_verdict

REPOSITORY = Path(__file__).parent.parent
RULESETS = REPOSITORY / "rulesets"
LIST = Path(__file__).parent / "lists" / "compare" / "one-word.tsv"
ENGLISH = language_words("en").forms


def listed() -> list[dict[str, str]]:
    with LIST.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def text_of(edition: str) -> str:
    return (RULESETS / edition / "rules.md").read_text(encoding="utf-8")


@cache
def edition(name: str) -> LoadedRulebook:
    return pipeline.read(str(RULESETS / name / "rules.md"), name)


def exchanged(row: dict[str, str]) -> str:
    """The rules of an edition with the word of a row exchanged."""
    before = text_of(row["edition"])
    assert before.count(row["phrase"]) == 1, row
    phrase = re.sub(rf"(?<!\w){re.escape(row['old'])}(?!\w)", row["new"], row["phrase"], count=1)
    assert phrase != row["phrase"], row
    return before.replace(row["phrase"], phrase)


def compared(name: str, text: str, folder: Path) -> tuple[Comparison, LoadedRulebook, LoadedRulebook]:
    file = folder / "rules.md"
    file.write_text(text, encoding="utf-8")
    old, new = edition(name), pipeline.read(str(file), name)
    return comparing.diff(old, new), old, new


def test_the_list_has_forty_of_all_sorts() -> None:
    rows = listed()
    assert len(rows) >= 40
    assert {row["edition"] for row in rows} == {"vf-1e", "vf-2e"}
    sorts = {"modal", "negation", "quantity", "actor", "order", "time", "number", "result"}
    assert {row["sort"] for row in rows} == sorts


@pytest.mark.parametrize("row", few(listed()), ids=lambda row: f"{row['edition']} {row['old']} {row['new']}")
def test_one_word_of_one_rule_is_seen(row: dict[str, str], tmp_path: Path) -> None:
    comparison, old, new = compared(row["edition"], exchanged(row), tmp_path)
    # One rule changed; another that hands it a sentence or takes one of it (a split) did not.
    differing = [change for change in comparison.sections if change.verdict != "same"]
    (change,) = (change for change in differing if change.verdict == "changed" and change.sentences)
    (sentence,) = change.sentences
    assert sentence.exchanges == ((row["old"], row["new"]),)
    words = {(w.kind, w.text.strip(" .,;:")) for w in change.words if w.kind != "kept"}
    assert change.at.relation != "one" or words == {("removed", row["old"]), ("added", row["new"])}
    # The summary has the rule first, and the words in it; a value may tell them.
    told = json.loads(diff_json(comparison, old.rulebook, new.rulebook))["entries"][0]
    assert change.at.new[0] in told["new_sections"]
    said = f"{row['old']} → {row['new']}"
    assert any(said in point for point in told["points"]), told


@pytest.mark.parametrize("name", sparing(["vf-1e", "vf-2e"]))
def test_the_words_stand_in_every_output(name: str, tmp_path: Path) -> None:
    """All exchanges of the list in one text."""
    text, rows = text_of(name), [row for row in listed() if row["edition"] == name]
    for row in rows:
        phrase = re.sub(rf"(?<!\w){re.escape(row['old'])}(?!\w)", row["new"], row["phrase"], count=1)
        text = text.replace(row["phrase"], phrase) if row["phrase"] in text else text
    comparison, *reads = compared(name, text, tmp_path)
    books = [read.rulebook for read in reads]
    printed = "".join(run.text for run in diff_text(comparison, books[0], books[1]))
    release = diff_markdown(comparison, books[0], books[1]).decode()
    page = lxml_html.fromstring(diff_html(comparison, books[0], books[1]).decode())
    gone = {" ".join(found.text_content().split()).strip(".,;:") for found in page.iter("del")}
    come = {" ".join(found.text_content().split()).strip(".,;:") for found in page.iter("ins")}
    flat = " ".join(printed.split())
    for row in rows:
        if row["phrase"] in text:  # another row has changed the phrase
            continue
        assert re.search(rf"\[-{row['old']}[^\w\s]*-\] {{\+{row['new']}[^\w\s]*\+}}", flat), row
        assert re.search(rf"~~{row['old']}[^\w\s~]*~~ \*\*{row['new']}[^\w\s*]*\*\*", release), row
        assert row["old"] in gone, row
        assert row["new"] in come, row
    assert "other words" not in printed + release
    assert not [change for change in comparison.sections if change.kind == "unverified"]


# By-laws

BYLAWS = """## 1 Officers

### 1.1 Treasurer

The treasurer must sign every cheque.

### 1.2 Dues

Members pay their dues by 30 November of each year, before the annual meeting.

### 1.3 Debts

The officers are jointly liable for debts that all members have approved (1.1).

### 1.4 Quorum

A quorum is at least ten members, or any five in March.
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("treasurer must", "secretary must"), ("must sign", "may sign"), ("jointly", "severally"),
        ("30 November", "31 October"), ("before the", "after the"), ("all members", "any members"),
        ("at least", "at most"), ("March", "April"), ("ten", "nine"), ("sign every", "sign no"),
        ("pay their", "do not pay their"), ("are jointly", "are not jointly"),
    ],
)  # fmt: skip
def test_by_laws(old: str, new: str, tmp_path: Path) -> None:
    files = tmp_path / "old.md", tmp_path / "new.md"
    files[0].write_text(BYLAWS, encoding="utf-8")
    files[1].write_text(BYLAWS.replace(old, new), encoding="utf-8")
    read = [pipeline.read(str(file)) for file in files]
    comparison = comparing.diff(*read)
    (change,) = (change for change in comparison.sections if change.kind != "same")
    assert change.kind == "changed"
    words = {word for x in change.sentences for e in x.exchanges for side in e for word in side.split()}
    assert words == set(old.split()) ^ set(new.split())
    points = " ".join(json.loads(diff_json(comparison, *(r.rulebook for r in read)))["entries"][0]["points"])
    assert all(word in points for word in words)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("A range is 12\" - no more.", "A range is 12” – no more."),
        ("The unit’s leader doesn’t move", "the Unit's leader doesn't move."),
        ("**Roll** a _die_, then move", "Roll a die then move"),
    ],
)  # fmt: skip
def test_typography_is_no_change(old: str, new: str) -> None:
    assert sentence_verdict(old, new, ENGLISH).verdict == "same"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Units have to move up to six inches", "A unit must move no more than 6 inches"),
        ("Add 1 if 3 or more are near", "Add one if at least three are near"),
        ("You can not re-roll every die prior to a move", "You cannot reroll each die before the move"),
        ("Officers need not attend", "The officer does not have to attend"),
        ("Pick a target, provided that it is near", "However, choose the target if it is near"),
    ],
)
def test_the_closed_list_proves_the_same(old: str, new: str) -> None:
    assert sentence_verdict(old, new, ENGLISH).verdict == "reworded"
    assert sentence_verdict(new, old, ENGLISH).verdict == "reworded"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("It may not move", "It must not move"), ("It was near", "It is near"),
        ("May the unit fire", "Must the unit fire"),
        ("Roll 2D6+1", "Roll 2D6-1"), ("It is ≤ 3", "It is ≥ 3"), ("It costs £3", "It costs €3"),
        ("It can move", "It can't move"), ("Move if shaken", "Move unless shaken"), ("Infantry", "Cavalry"),
        ("With it", "Without it"), ("Roll 1D6", "Roll 1D8"), ("Moves 4\"", "Moves 4½\""),
        ("It is 3%", "It is 3"),
    ],
)  # fmt: skip
def test_what_the_closed_list_does_not_hold_decides(old: str, new: str) -> None:
    assert sentence_verdict(old, new, ENGLISH).verdict == "changed"
    assert sentence_verdict(new, old, ENGLISH).verdict == "changed"


def test_one_sentence_put_in_beside_others_that_stayed() -> None:
    old = "Guns fire first. Horse may charge once."
    for new, verdict in (
        ("Guns fire first. No gun fires twice. Horse may charge once.", "changed"),
        ("Horse may charge once.", "changed"),
        ("Horse may charge once. Guns fire first.", "changed"),
        ("Guns fire first. A single charge is open to riders, should they want it.", "unverified"),
    ):
        assert text_verdict(sentence_pairs(old, new, ENGLISH)) == verdict
        assert text_verdict(sentence_pairs(new, old, ENGLISH)) == verdict


# The law

OTHERS = [
    "must", "may", "not", "never", "all", "any", "before", "after", "first", "last", "enemy", "friendly",
    "won", "lost", "least", "most", "secretary", "April", "severally", "inside", "twice", "seven", "no",
    "only", "unless", "or", "without", "until", "half", "behind", "zebra",
]  # fmt: skip


@cache
def sentences(name: str) -> tuple[str, ...]:
    """The sentences of a text with at least three words that are not of the closed list."""
    folder = RULESETS / name
    text = (
        BYLAWS
        if name == "by-laws"
        else "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.md")))
    )
    forms = language_words("fr" if "fr" in name else "en").forms
    read = normaliser(forms)
    flat = [line.lstrip("#>*- ") for line in text.split("\n") if line.strip() and "|" not in line]
    found = (line[s.start : s.end].strip() for line in flat for s in sentence_spans(line))
    return tuple(sentence for sentence in found if len(read(sentence).keys) >= 3)


@given(st.sampled_from(["vf-1e", "vf-2e", "vf-fr-2.9", "by-laws"]), st.integers(0, 10_000).map(Random))
@settings(max_examples=examples(600), derandomize=True, deadline=None)
def test_one_content_word_of_any_sentence_decides(name: str, random: Random) -> None:
    """Exchanged, put in or taken out: never the same, and the words are shown."""
    forms = language_words("fr" if "fr" in name else "en").forms
    read = normaliser(forms)
    sentence = random.choice(sentences(name))
    tokens = [t for t in read(sentence).tokens if sentence[t.start : t.end].isalpha() or is_number(t.key)]
    token, word = random.choice(tokens), random.choice(OTHERS)
    if token.key == read(word).keys[0]:
        return
    before, here, after = sentence[: token.start], sentence[token.start : token.end], sentence[token.end :]
    how = random.choice(["exchanged", "put in", "taken out"])
    if how == "exchanged":
        other = f"{before}{word}{after}"
    else:
        other = f"{before}{here} {word}{after}" if how == "put in" else f"{before}{after}"
    found = sentence_verdict(sentence, other, forms)
    back = sentence_verdict(other, sentence, forms)
    assert found.verdict == back.verdict
    assert found.verdict not in ("same", "reworded"), (sentence, other)
    if found.verdict == "changed":
        shown = " ".join(part for exchange in found.exchanges for part in exchange)
        assert how == "taken out" or word in shown
        assert how == "put in" or here in shown
    else:  # a bare pronoun or preposition put in or taken out proves nothing, and is shown
        assert token.key in forms.same.weak or len(here) < 2, (sentence, other)


@given(st.sampled_from(["vf-1e", "vf-2e"]), st.integers(0, 10_000).map(Random))
@settings(max_examples=8 if THOROUGH else 2, derandomize=True, deadline=None)
def test_one_content_word_of_any_section_decides(name: str, random: Random) -> None:
    """The same in a whole edition: one section differs, and says so, wherever it stands."""
    text, read = text_of(name), normaliser(ENGLISH)
    sentence = random.choice([s for s in sentences(name) if text.count(s) == 1 and "(" not in s])
    tokens = [t for t in read(sentence).tokens if sentence[t.start : t.end].isalpha()]
    token, word = random.choice(tokens), random.choice(OTHERS)
    if token.key in (read(word).keys[0], *ENGLISH.same.weak):
        return
    other = text.replace(sentence, f"{sentence[: token.start]}{word}{sentence[token.end :]}")
    old, new = read_text(text), read_text(other)
    kinds = {change.kind for change in section_changes(old, new, concordance(old, new))}
    assert "reworded" not in kinds, (sentence, word)
    assert kinds - {"same"}, (sentence, word)


# Whole texts, a dozen edits in each

EXCHANGES = {
    "en": [
        ("must", "may"), ("may", "must"), ("can", "must"), ("cannot", "can"), ("not", ""),
        ("before", "after"), ("after", "before"), ("any", "all"), ("all", "any"), ("each", "one"),
        ("enemy", "friendly"),
        ("friendly", "enemy"), ("first", "last"), ("wins", "loses"), ("won", "lost"), ("least", "most"),
        ("more", "less"), ("only", ""), ("no", "every"), ("start", "end"), ("ends", "starts"),
        ("active", "inactive"), ("within", "beyond"), ("front", "rear"), ("attacking", "defending"),
        ("player", "opponent"), ("same", "next"), ("treasurer", "secretary"), ("officers", "members"),
    ],
    "fr": [
        ("doit", "peut"), ("peut", "doit"), ("avant", "après"), ("tous", "aucun"), ("plus", "moins"),
        ("pas", ""), ("unité", "brigade"), ("ennemie", "amie"), ("premier", "dernier"),
        ("jamais", "toujours"), ("commandant", "joueur"), ("chaque", "une"),
    ],
}  # fmt: skip
BUNDLED = {
    "vf-1e": ("vf-1e/rules.md", "vf-1e"), "vf-2e": ("vf-2e/rules.md", "vf-2e"),
    "vf-fr-2.9": ("vf-fr-2.9/comments.md", "vf-fr-2.9"), "vf-lwtv": ("vf-lwtv/sheet.md", None),
}  # fmt: skip
GAMES = {"salt-and-iron": "md", "ash-frontier": "txt", "the-long-table": "md"}
SEEDS = range(6 if THOROUGH else 1)  # 600 edits, or a hundred


def edited(text: str, random: Random, language: str) -> tuple[str, list[tuple[int, str, str]]]:
    """A text with a word of some lines exchanged or taken out, no two of them near, and which: the line
    (1-based), the word, and the one in its place."""
    lines, edits = text.split("\n"), list[tuple[int, str, str]]()
    order, pairs = list(range(len(lines))), list(EXCHANGES[language])
    random.shuffle(order)
    for n in order:
        near = any(abs(n + 1 - line) < 6 for line, _, _ in edits)
        if len(edits) == 18 or near or "|" in lines[n] or "\t" in lines[n] or lines[n].startswith("#"):
            continue
        random.shuffle(pairs)
        for old, new in pairs:
            found = list(re.finditer(rf"(?<![\w-]){old}(?![\w'’-])" + ("" if new else " ?"), lines[n]))
            if found:
                place = random.choice(found)
                lines[n] = lines[n][: place.start()] + new + lines[n][place.end() :]
                edits.append((n + 1, old, new))
                break
    return "\n".join(lines), edits


def held(path: Path, name: str | None, language: str, folder: Path) -> int:
    """How many edits of a text were seen, all of them: in the section, in every output, in the summary."""
    seen, text = 0, path.read_text(encoding="utf-8")
    old = pipeline.read(str(path), name)
    for seed in SEEDS:
        other, edits = edited(text, Random(seed), language)
        file = folder / path.name
        file.write_text(other, encoding="utf-8")
        new = pipeline.read(str(file), name)
        found, books = comparing.diff(old, new), (comparing.shown(old), comparing.shown(new))
        printed = " ".join("".join(run.text for run in diff_text(found, *books)).split())
        release = " ".join(diff_markdown(found, *books).decode().split())
        entries = json.loads(diff_json(found, *books))["entries"]
        summary = " ".join(point for entry in entries for point in entry["points"])
        sections = sorted(new.rulebook.sections(), key=lambda section: section.line)
        for line, was, now in edits:
            anchor = [section for section in sections if section.line <= line][-1].anchor
            verdicts = {change.verdict for change in found.sections if anchor in change.at.new}
            assert "changed" in verdicts, (seed, line, was, now, verdicts)
            for mark, word in (((r"\[-{}-\]", r"~~{}~~"), was), ((r"\{{\+{}\+\}}", r"\*\*{}\*\*"), now)):
                for form, output in zip(mark, (printed, release), strict=True):
                    words = form.format(rf"[^]}}]*?\b{word}\b[^]}}]*?")
                    assert not word or re.search(words, output), (seed, line, was, now)
            assert (f"{was} → {now}" if now else was) in summary, (seed, line, was, now)
        seen += len(edits)
    return seen


@pytest.mark.parametrize("name", sparing(list(BUNDLED)))
def test_a_dozen_words_of_a_whole_text(name: str, tmp_path: Path) -> None:
    path, edition_id = BUNDLED[name]
    assert held(RULESETS / path, edition_id, "fr" if "fr" in name else "en", tmp_path)


@pytest.mark.parametrize("name", sparing(list(GAMES)))
def test_a_dozen_words_of_a_text_of_another_style(name: str, games: Path, tmp_path: Path) -> None:
    assert held(games / f"{name}.{GAMES[name]}", None, "en", tmp_path) >= 15


def test_words_of_by_laws(tmp_path: Path) -> None:
    file = tmp_path / "laws" / "by-laws.md"
    file.parent.mkdir()
    file.write_text(BYLAWS, encoding="utf-8")
    assert held(file, None, "en", tmp_path)


# What the second versions of the games are known to change

DIFFER = ("value", "reversed")
LEVEL = ("typography", "renumbered")


def told(games: Path, name: str) -> Iterator[tuple[str, str, frozenset[SectionChange]]]:
    """The listed changes of a game, by kind, each with the section changes at its lines; at last those of
    sections of which the list says nothing ("unlisted")."""
    paths = [games / f"{name}{version}.{GAMES[name]}" for version in ("", "-2")]
    old, new = (pipeline.read(str(path)) for path in paths)
    sections = [sorted(side.rulebook.sections(), key=lambda s: s.line) for side in (old, new)]
    changes, known = comparing.diff(old, new).sections, set[SectionChange]()
    for row in json.loads((games / f"{name}.json").read_text(encoding="utf-8"))["changes"]:
        here = set[SectionChange]()
        for side, line in ((0, row["old_line"]), (1, row["new_line"])):
            anchor = next((s.anchor for s in reversed(sections[side]) if line and s.line <= line), None)
            here |= {c for c in changes if anchor is not None and anchor in (c.at.new if side else c.at.old)}
        both = {c for c in here if c.at.old and c.at.new}
        known |= here
        yield row["kind"], row["says"], frozenset(both or here)
    yield "unlisted", "", frozenset(set(changes) - known)


@pytest.mark.thorough
def test_the_labelled_changes_of_three_games(games: Path) -> None:
    """Values and reversals at least 0.97 changed, what is reworded at most 0.3; typography and numbers no
    change, and nothing else that is not listed."""
    counts, seen = Counter[str](), Counter[str]()
    for name in GAMES:
        rows = list(told(games, name))
        others = {c for kind, _, here in rows if kind not in (*LEVEL, "unlisted") for c in here}
        differ = {c for kind, _, here in rows if kind in DIFFER for c in here}
        for kind, says, here in rows:
            if kind == "reworded" and here & differ:
                continue  # another sentence of the section did change
            counts[kind] += kind != "unlisted"
            seen[kind] += any(c.verdict == "changed" for c in here - (others if kind in LEVEL else set()))
            if kind in (*LEVEL, "unlisted"):
                wrong = {c for c in here - others if c.verdict not in ("same", None)}
                assert not wrong, (name, kind, says, wrong)
    shares = {kind: seen[kind] / counts[kind] for kind in (*DIFFER, "reworded")}
    sys.stdout.write(
        "".join(f"{kind}: {seen[kind]} of {counts[kind]} changed\n" for kind in (*DIFFER, "reworded"))
    )
    assert all(shares[kind] >= 0.97 for kind in DIFFER), shares
    assert shares["reworded"] <= 0.3, shares


# Amendments

TOKENS = st.lists(
    st.sampled_from(["at", "least", "ten", "members", "may", "vote,", "30", "May", "of"]), min_size=1
)


@given(TOKENS, TOKENS)
@settings(max_examples=examples(400), derandomize=True, deadline=None)
def test_amendments_followed_give_the_new_sentence(old: list[str], new: list[str]) -> None:
    """What each says stands once in the old sentence, or at its beginning; done from the last to the first it
    makes one sentence the other."""
    words = [word.rstrip(",") for word in old]
    for step in reversed(amendments(" ".join(old), " ".join(new))):
        after, strike, insert = ([w.rstrip(",") for w in part.split()] for part in step[:3])
        here = [*after, *strike]
        before = [word.rstrip(",") for word in old]
        places = [n for n in range(len(before) - len(here) + 1) if before[n : n + len(here)] == here]
        assert step.begins or len(places) == 1, step
        at = (0 if step.begins else places[0]) + len(after)
        words[at : at + len(strike)] = insert
    assert words == [word.rstrip(",") for word in (new if amendments(" ".join(old), " ".join(new)) else old)]
