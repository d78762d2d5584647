"""Laws of reading clauses of games that nobody describes, with words that the program has never seen.

Every sentence is made of parts that are known as it is generated; what is read has to have the same parts.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from thoroughness import examples

from vfdoc import pipeline
from vfdoc.mechanics.clauses import StatedChange, stated_changes

ONSETS = ["br", "dr", "fl", "gl", "kr", "m", "n", "pl", "sk", "tr", "v", "z", "th", "qu"]
NUCLEI = ["a", "e", "i", "o", "u", "ea", "oo"]
CODAS = ["nk", "lt", "mp", "rd", "sk", "ft", "zz", "rn", "xt", "gg"]


def word(random_: random.Random) -> str:
    """A word of no language, of two or three syllables."""
    parts = random_.randint(2, 3)
    return "".join(random_.choice(ONSETS) + random_.choice(NUCLEI) for _ in range(parts)) + random_.choice(
        CODAS
    )


def condition(random_: random.Random, language: str) -> str:
    """A condition of such words."""
    one, other, third = (word(random_) for _ in range(3))
    if language == "fr":
        return random_.choice(
            [f"la {one} est {other}", f"une {one} {other} la {third}", f"elle {one} {other}"]
        )
    return random_.choice([f"the {one} is {other}", f"a {one} {other} the {third}", f"{one} {other} {third}"])


def read(text: str, language: str) -> list[StatedChange]:
    return list(stated_changes(text, language))


def spans(change: StatedChange) -> set[tuple[str, bool]]:
    return {(span.words, span.polarity) for span in change.spans}


def rounds() -> Iterator[random.Random]:
    yield from (random.Random(seed) for seed in range(examples(60)))


ONE = {
    "en": [
        ("Add {n} to the {v} roll if {c}.", 1, True),
        ("Subtract {n} from the {v} roll unless {c}.", -1, False),
        ("If {c}, subtract {n} from the {v} roll.", -1, True),
        ("When {c}, add {n} to its {v}.", 1, True),
        ("The {v} is reduced by {n} if {c}.", -1, True),
        ("+{n} to {v} when {c}", 1, True),
        ("-{n} if {c}", -1, True),
        ("{c} -{n}", -1, True),
        ("Deduct {n} from {v} rolls as long as {c}.", -1, True),
    ],
    "fr": [
        ("Ajoutez {n} au {v} si {c}.", 1, True),
        ("Soustrayez {n} du {v}, sauf si {c}.", -1, False),
        ("Si {c}, soustrayez {n} du {v}.", -1, True),
        ("-{n} si {c}", -1, True),
        ("{c} +{n}", 1, True),
    ],
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_condition_is_that_of_the_sentence(language: str) -> None:
    for random_ in rounds():
        for template, sign, polarity in ONE[language]:
            number, said, value = random_.randint(1, 9), condition(random_, language), word(random_)
            text = template.format(n=number, c=said, v=value)
            (change,) = read(text, language)
            assert change.change.amount == sign * number, text
            assert spans(change) == {(said, polarity)}, text
            if "{v}" in template:
                assert value in change.of, text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_word_is_dropped_or_said_twice(language: str) -> None:
    for random_ in rounds():
        for template, _, _ in ONE[language]:
            text = template.format(n=3, c=condition(random_, language), v=word(random_))
            (change,) = read(text, language)
            kept = " ".join((change.of, change.per, change.limit, *(s.words for s in change.spans)))
            made = [w for w in re.findall(r"[a-z]+", text) if len(w) > 5 and w.endswith(tuple(CODAS))]
            found = re.findall(r"[a-z]+", kept)
            assert [found.count(w) for w in made] == [text.count(w) for w in made], text


@pytest.mark.parametrize("conjunction", ["or", ", or"])
def test_an_amount_with_an_alternative_is_never_always(conjunction: str) -> None:
    for random_ in rounds():
        said = condition(random_, "en")
        first, second = read(f"Subtract 1 from the roll{conjunction and ', or'} 2 if {said}.", "en")
        assert spans(first) == {(said, False)}
        assert spans(second) == {(said, True)}
        assert first.remarks


@pytest.mark.parametrize("timed", ["after", "while it is", "once it was", "in"])
def test_what_is_said_behind_but_not_excludes(timed: str) -> None:
    for random_ in rounds():
        one, other = word(random_), word(random_)
        (change,) = read(f"Add 2 to the roll for a {one}, but not {timed} {other}.", "en")
        assert {polarity for said, polarity in spans(change) if other in said} == {False}
        assert {polarity for said, polarity in spans(change) if one in said} == {True}


def test_two_changes_keep_their_own_conditions() -> None:
    for random_ in rounds():
        one, other = condition(random_, "en"), word(random_)
        first, second = read(f"Subtract 2 if {one}, and 1 for every {other}.", "en")
        assert (first.change.amount, spans(first), first.per) == (-2, {(one, True)}, "")
        assert (second.change.amount, spans(second), second.per) == (-1, set(), other)


def test_rows_of_a_list_keep_their_own_labels() -> None:
    for random_ in rounds():
        labels = [f"{word(random_)} {word(random_)}" for _ in range(4)]
        found = read(", ".join(f"{label} +{n}" for n, label in enumerate(labels, 1)), "en")
        assert [(spans(change), change.change.amount) for change in found] == [
            ({(label, True)}, n) for n, label in enumerate(labels, 1)
        ]


NONE = [
    "Choose +0, +1 or +2 before the game.",
    "A {w} squad is 4-7-4, and odds of 13 to 5 are 2-1.",
    "The years 1931-1934 and the pages 3-4.",
    "A {w} costs +5 points, a {v} +10.",
    "On a roll of 5 or more the {w} is {v}.",
    "If more than half of the {w} is {v}, it stops.",
    "At -5 or worse the {w} is {v}.",
]


@pytest.mark.parametrize("template", NONE)
def test_what_is_no_change_is_none(template: str) -> None:
    for random_ in rounds():
        text = template.format(w=word(random_), v=word(random_))
        assert not [
            c for c in read(text, "en") if c.change.operation not in ("forbids", "permits", "counts")
        ], text


def test_nothing_is_executed_of_a_game_that_nobody_describes(tmp_path: Path) -> None:
    for random_ in list(rounds())[:10]:
        lines = [f"## {n}.0 {word(random_).title()}\n\nRoll 2d6. " for n in range(1, 6)]
        text = "\n\n".join(
            line
            + " ".join(t.format(n=2, c=condition(random_, "en"), v=word(random_)) for t, _, _ in ONE["en"])
            for line in lines
        )
        file = tmp_path / f"{word(random_)}.md"
        file.write_text(text, encoding="utf-8")
        found = pipeline.mechanics(pipeline.read(str(file)))
        assert found.modifiers
        assert "proposed" in {row.status for row in found.modifiers} <= {"proposed", "unread"}
        assert all(row.unread and row.when is None for row in found.modifiers)
        assert not found.statements


def test_a_language_without_a_word_list_gives_its_signed_cells(tmp_path: Path) -> None:
    found = read("-2 zibuk mrontar", "xx")
    assert [(change.change.amount, spans(change)) for change in found] == [(-2, {("zibuk mrontar", True)})]


OF_A_TEST = {
    "en": "Roll 2d6 to {v}: a player needs 8+. Subtract 1 from {v} rolls if {a}. "
    "Add 2 to the {v} test unless {b}.",
    "fr": "Lancez 2d6 pour {v} : il faut 8+. Soustrayez 1 aux jets de {v} si {a}. "
    "Ajoutez 2 au test de {v}, sauf si {b}.",
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_test_and_its_inflections_are_one_thing(tmp_path: Path, language: str) -> None:
    """Whatever a roll is called, its rows are of it, and the title above it is in no condition."""
    for n, random_ in enumerate(list(rounds())[:12]):
        title, value = word(random_).title(), word(random_)
        said = [condition(random_, language) for _ in range(2)]
        folder = tmp_path / f"{language}{n}"
        folder.mkdir()
        (folder / "edition.toml").write_text(
            f'title = "x"\nlanguage = "{language}"\n[[documents]]\nid = "rules"\nfile = "rules.md"\n',
            encoding="utf-8",
        )
        text = OF_A_TEST[language].format(v=value, a=said[0], b=said[1])
        (folder / "rules.md").write_text(f"## 1.0 {title}\n\n{text}\n", encoding="utf-8")
        found = pipeline.mechanics(pipeline.read(str(folder)))
        (test,) = found.tests
        rows = [row for row in found.modifiers if row.amount is not None]
        assert [row.of for row in rows] == [test.id, test.id], text
        wanted = [{(said[0], True)}, {(said[1], False)}]
        assert [{(s.words, s.polarity) for s in row.spans} for row in rows] == wanted, text


def test_whom_the_next_sentence_takes_out_is_an_exception(tmp_path: Path) -> None:
    """What a sentence takes back of the one before stands with it, as what excludes."""
    for random_ in list(rounds())[:12]:
        value, whom = word(random_).title(), f"{word(random_)}s"
        ends = random_.choice(["ignore this", "are not affected", "are exempt"])
        text = (
            f"Roll 2d6 for {value}. Subtract 1 from {value} if {condition(random_, 'en')}. Old {whom} {ends}."
        )
        file = tmp_path / f"{word(random_)}.md"
        file.write_text(f"## 1.0 {value}\n\n{text}\n", encoding="utf-8")
        (row,) = pipeline.mechanics(pipeline.read(str(file))).modifiers
        assert (f"Old {whom}", False) in {(span.words, span.polarity) for span in row.spans}, text
