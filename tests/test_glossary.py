"""The glossary: what its file may say, and which words of a text are terms."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vfdoc import pipeline
from vfdoc.language.terms import Matcher
from vfdoc.model import Glossary, InputError, Term
from vfdoc.reading.glossary import read_glossary, shared_glossary

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"


def of(language: str = "en", **words: list[str]) -> Matcher:
    """A matcher of these terms."""
    terms = (Term(name.replace("_", "-"), {language: tuple(listed)}) for name, listed in words.items())
    return Matcher(Glossary(tuple(terms)), language)


def found(matcher: Matcher, text: str) -> list[tuple[str, str]]:
    """The words that are terms, and whose."""
    return [(text[said.start : said.end], said.term.id) for said in matcher.find(text)]


ENGLISH = of(
    line=["in line", "line formation"],
    sight=["line of sight", "LOS", "CICs"],
    loss=["loss"],
    rank=["rank"],
    charge=["charge"],
    counter_charge=["counter-charge"],
    fire=["fire", "fire/shooting attack", "fire attack"],
    enemy=["enemy", "enemies"],
    leader=["the brigade's leader"],
)
FRENCH = of(
    "fr",
    sheet=["feuille d'armée", "feuilles d’armée"],
    shaken=["secoué", "ébranlé"],
    unit=["unité"],
    square=["carré"],
    melee=["mêlée"],
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The longest words win, also over those that begin before them.
        ("in line of sight", ["line of sight"]),
        ("in line, of sight", ["in line"]),
        ("a fire/shooting attack", ["fire/shooting attack"]),
        # Regular plurals; case does not count.
        ("Ranks, losses and Lines of sight", ["Ranks", "losses"]),
        ("RANK and Rank", ["RANK", "Rank"]),
        # Never inside a word, joined by a hyphen or not.
        ("frank ranking rank_1 1rank front-rank rank-and-file", []),
        ("counter-charge, charge, re-charge", ["counter-charge", "charge"]),
        ("rank--and rank's ‘rank’ (rank)", ["rank", "rank", "rank", "rank"]),
        # Words of capitals stand as they are, plurals too.
        ("LOS, los, Los, LOSes, LOSS", ["LOS", "LOSS"]),
        ("CICs CICS cics", ["CICs"]),
        # Spaces and apostrophes of any sort.
        ("line  of\nsight, line\xa0of sight", ["line  of\nsight", "line\xa0of sight"]),
        ("the brigade’s leader and the brigade's leaders", ["the brigade’s leader", "the brigade's leaders"]),
        ("", []),
    ],
)
def test_english_words(text: str, expected: list[str]) -> None:
    assert [words for words, _ in found(ENGLISH, text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("La feuille d’armée, les feuilles d'armée", ["feuille d’armée", "feuilles d'armée"]),
        ("l'unité, l’Unité, d'unités", ["unité", "Unité", "unités"]),
        ("secouée, secoués, secouées, Ébranlées", ["secouée", "secoués", "secouées", "Ébranlées"]),
        ("melee, mêlées, carrément, désunité", ["mêlées"]),
    ],
)
def test_french_words(text: str, expected: list[str]) -> None:
    assert [words for words, _ in found(FRENCH, text)] == expected


def test_a_language_without_words_finds_nothing() -> None:
    assert found(Matcher(shared_glossary(), "de"), "die Brigade") == []
    assert found(Matcher(Glossary(), "en"), "the brigade") == []


def test_capitals_name_another_term_than_small_letters() -> None:
    assert found(ENGLISH, "LOS and LOSS") == [("LOS", "sight"), ("LOSS", "loss")]


WORDS = st.lists(st.sampled_from(["in", "line", "of", "sight", "lines", "s", "LINE", "a-line"]), max_size=12)


@given(WORDS, st.lists(st.sampled_from([" ", "  ", ", ", "-", "'s ", "\n"]), min_size=12, max_size=12))
def test_what_is_found_obeys_the_laws(words: list[str], gaps: list[str]) -> None:
    """Apart and in order; whole words; and no longer term lies over any that is found."""
    matcher = of(a=["in line"], b=["line of sight"], c=["line"], d=["sight"])
    text = "".join(word + gap for word, gap in zip(words, gaps, strict=False))
    said = matcher.find(text)
    assert all(before.end <= after.start for before, after in pairwise(said))
    for one in said:
        assert not re.search(r"\w\Z|\w-\Z", text[: one.start])
        assert not re.match(r"\w|-\w", text[one.end :])
    for longer in re.finditer(r"(?<![\w-])line\s+of\s+sights?(?![\w-])", text):
        assert any((one.start, one.end) == longer.span() for one in said)


@given(st.text(max_size=200))
def test_any_text_gives_stretches_of_itself(text: str) -> None:
    for said in Matcher(shared_glossary(), "fr").find(text) if len(text) % 50 == 0 else ENGLISH.find(text):
        assert 0 <= said.start < said.end <= len(text)


def test_the_time_is_linear() -> None:
    """Texts that would drown a pattern which goes back: this ends, or the run does not."""
    matcher = Matcher(shared_glossary(), "en")
    for text in ("in " * 60_000, "line" + " " * 200_000, "commander-in-" * 20_000, "in\n" + "e" * 200_000):
        matcher.find(text)


# The file


def folder_with(folder: Path, text: str) -> Path:
    """An edition's folder with that glossary of its own."""
    (folder / "glossary.toml").write_text(text, encoding="utf-8")
    return folder


def test_an_editions_own_glossary_lies_over_the_shared_one(tmp_path: Path) -> None:
    text = '[terms.rank]\nen = ["tier"]\ndefined = { house = "1.1" }\n[terms.banner]\nen = ["banner"]\n'
    own = {term.id: term for term in read_glossary(folder_with(tmp_path, text)).terms}
    shared = {term.id: term for term in shared_glossary().terms}
    assert own["rank"].words == {"en": ("tier",)}
    assert own["banner"].means == {}
    assert own["unit"] == shared["unit"]
    assert set(own) == {*shared, "banner"}


def test_other_tables_are_for_others(tmp_path: Path) -> None:
    text = '[tests.hit]\nanything = 1\n[facts]\n"a.b" = "c"\n'
    assert read_glossary(folder_with(tmp_path, text)) == shared_glossary()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[terms.line-up]\nen = ["x"]\ndefine = {}\n', "3: unknown key 'define' of the term 'line-up'; did"),
        ('[terms.x]\nen = "x"\n', "2: 'en' is no list of words; write"),
        ('[terms.x]\nfr = ["x", ""]\n', "2: 'fr' is no list of words; write"),
        ("[terms.x]\nalso = [1]\n", "2: 'also' is no list of words; write"),
        ('[terms.x]\ndefined = "1.0"\n', "2: 'defined' names no sections by edition; write"),
        ("[terms.x]\nmeans = []\n", "2: 'means' is no sentence; write"),
        ("[terms]\nx = 1\n", "2: 'x' is no table; write [terms.x]"),
        ('[terms."a b"]\n', "'a b' is no name of a term; write"),
        ("terms = 1\n", "1: 'terms' is no table; write [terms.ID]"),
        ('[terms.x]\nen = ["A b"]\n[terms.y]\nen = ["a  B"]\n', "4: 'a  B' is a word of the terms 'x' and"),
        ("[terms.x\n", "is not TOML"),
    ],
)
def test_a_wrong_file_gives_one_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        read_glossary(folder_with(tmp_path, text))
    message = str(error.value)
    assert "glossary.toml:" in message
    assert said in message
    assert "\n" not in message


def test_a_glossary_lies_in_its_folder(tmp_path: Path) -> None:
    outside = tmp_path / "outside.toml"
    outside.write_text("", encoding="utf-8")
    house = tmp_path / "house"
    house.mkdir()
    (house / "glossary.toml").symlink_to(outside)
    with pytest.raises(InputError, match="outside the edition's folder"):
        read_glossary(house)


def test_the_bundled_terms_are_defined_where_they_say() -> None:
    graphs = {
        folder.parent.name: pipeline.read(str(folder.parent)).graph
        for folder in RULESETS.glob("*/edition.toml")
        if pipeline.has_texts(folder.parent)
    }
    wrong = [
        (term.id, edition, anchor)
        for term in shared_glossary().terms
        for edition, anchor in term.defined.items()
        if edition in graphs and anchor not in graphs[edition].sections
    ]
    assert wrong == []
