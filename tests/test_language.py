"""What is done to natural language, once: typography, sentences, word forms, in Python and on the page.

`tests/lists/word-forms.tsv` holds the forms of words by hand. Python is held to every column, the search
of the pages (site/find.js) to the last.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
from pathlib import Path

import pytest

from vfdoc import assets
from vfdoc.language.sentences import (
    begun_sentences,
    ends_clause,
    ends_sentence,
    placed_sentences,
    sentence_ends,
    sentences,
)
from vfdoc.language.stems import phrase_form, search_form, stem
from vfdoc.language.typography import levelled, plain, straight, unaccented
from vfdoc.language.word_list import known, label_languages, languages, primary, word_forms, word_list
from vfdoc.model import InputError, TextLine

REPOSITORY = Path(__file__).parent.parent
TABLE = REPOSITORY / "tests" / "lists" / "word-forms.tsv"


def rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['language']} {row['word']}")
def test_forms_of_words(row: dict[str, str]) -> None:
    forms, word = word_forms(row["language"]), unaccented(row["word"])
    found = {
        **row,
        "unaccented": word,
        "stem": stem(word, forms),
        "phrase": phrase_form(row["word"], row["language"]),
        "search": search_form(word, forms),
    }
    assert found == row


def test_the_search_of_the_pages_has_the_same_forms(node: str) -> None:
    asked = [
        {
            "word": row["word"],
            "endings": word_forms(row["language"]).endings,
            "whole": word_forms(row["language"]).whole,
        }
        for row in rows()
    ]
    script = (
        "globalThis.window = globalThis;"
        + assets.text("site", "find.js")
        + f"console.log(JSON.stringify({json.dumps(asked)}.map("
        "(one) => window.vfdocFind.forms(one.word, one))));"
    )
    made = subprocess.run([node, "-"], input=script, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(made.stdout) == [[row["search"]] for row in rows()]


def test_every_language_is_two_files() -> None:
    assert set(languages()) == set(label_languages()) >= {"de", "en", "fr"}
    assert (primary("fr-CA"), known("DE-at"), known("tlh"), known("../de")) == ("fr", "de", "en", "en")


def test_a_word_list_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = assets.text("grammar", "de.toml")
    for key, said in (("weak_cues", "'weak_cues' in [citation]"), ("headings", "[headings]")):
        monkeypatch.setattr(assets, "text", lambda *_, key=key: whole.replace(key, "other"))
        with pytest.raises(InputError, match=re.escape(f"grammar/de.toml: has no {said}; copy it from")):
            word_list.__wrapped__("de")


def test_a_word_list_may_lack_all_else() -> None:
    """Nobody takes a table of it for granted: one that lacks it would break every text."""
    hard = re.compile(r"word_list\(\w+\)\[")
    sources = (REPOSITORY / "vfdoc").rglob("*.py")
    assert [path.name for path in sources if hard.search(path.read_text("utf-8"))] == []


def test_no_language_is_known_to_the_code() -> None:
    """But the one that stands in where a text does not say its own, in one place. (A code that is a word of
    ours, "it", is found in any sentence.)"""
    codes = set(languages()) - {"am", "as", "is", "it", "my", "no", "or", "so", "to"}
    named = re.compile(rf"""["'](?:{"|".join(codes)})["']""")
    found = {
        f"{path.relative_to(REPOSITORY).as_posix()}: {line.strip()}"
        for path in sorted((REPOSITORY / "vfdoc").rglob("*.py"))
        if "_data" not in path.parts
        for line in path.read_text(encoding="utf-8").splitlines()
        if named.search(line) and '"""' not in line
    }
    assert found == {'vfdoc/model/words.py: DEFAULT_LANGUAGE = "en"'}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“Hit”  on 4+ — always", '"Hit" on 4+ - always'),
        ("3″ or 3'' or 3\"", '3" or 3" or 3"'),
        ("**bold** and a soft\u00adhyphen", "bold and a softhyphen"),
        ("L’ennemi est à 6\u00a0”", "L'ennemi est à 6 \""),
        ("„Wurf“ und »Ziel«", '"Wurf" und "Ziel"'),
        ("2×6 …", "2x6 ..."),
    ],
)
def test_texts_that_differ_in_typography_alone_are_equal(text: str, expected: str) -> None:
    assert plain(text) == expected
    assert plain(expected) == expected


def test_levelling_keeps_every_place() -> None:
    text = "l’été – “ici” … ‑5 «là»"
    assert levelled(text) == 'l\'été - "ici" … -5 "là"'
    assert straight(text) == "l'été – “ici” … ‑5 «là»"
    assert len(levelled(text)) == len(straight(text)) == len(text)


def test_where_sentences_end() -> None:
    text = "First, e.g. this: that; and\nmore.\tA cell"
    assert sentences(text) == ["First, e.g.", "this:", "that;", "and", "more.", "A cell"]
    assert sentences(text, colon=False) == ["First, e.g.", "this: that;", "and", "more.", "A cell"]
    assert sentences("  \n") == []
    assert list(sentence_ends("One. Two")) == [4, 8]
    assert begun_sentences("See e.g. the table. “Then” stop. • Or go") == [
        "See e.g. the table.",
        "“Then” stop.",
        "• Or go",
    ]
    assert begun_sentences("If so: Run. Walk", ".!?") == ["If so: Run.", "Walk"]
    line = TextLine(4, 10, "One. (Two!) Three – four")
    assert [(s.line, s.column, s.text) for s in placed_sentences([line])] == [
        (4, 10, "One."),
        (4, 15, "(Two!)"),
        (4, 22, "Three –"),
        (4, 30, "four"),
    ]


@pytest.mark.parametrize(
    ("text", "sentence", "clause"),
    [("Done. ", True, True), ("“Done.”", True, True), ("so:", False, True), ("so,", False, False),
     ("", False, False), ("„Fertig.“", True, True)],
)  # fmt: skip
def test_whether_a_text_ends(text: str, sentence: bool, clause: bool) -> None:
    assert ends_sentence(text) is sentence
    assert ends_clause(text) is clause
