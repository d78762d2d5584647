"""What the checks say in French: every message and remedy that the bundled editions and the cases show."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from site_reader import VERSION, shelf, written

from vfdoc import assets
from vfdoc.checks import ALL_CHECKS
from vfdoc.formats.finding_words import finding_words
from vfdoc.site.whole import site

TESTS = Path(__file__).parent
SAID = re.compile(r"^\S+?:\d+(?::\d+)?: (?P<rule>[a-z-]+): (?P<words>.+)$")
KNOWN = re.compile(r" \((?:acknowledged|held back|note)\)$")


def french(text: str) -> str | None:
    """A message or remedy in French."""
    return finding_words(text, "fr", {})


def test_what_the_checks_say_of_the_bundled_editions_is_said_in_french() -> None:
    told = {said for e in shelf() for f in e.findings() for said in (f.message, f.remedy)}
    assert len(told) > 50
    assert [said for said in sorted(told) if french(said) is None] == []


def _shown() -> set[str]:
    """The findings of the cases, as a terminal prints them: message and remedy."""
    rules = set(ALL_CHECKS)
    lines = [line for path in (TESTS / "cases").glob("*.md") for line in path.read_text("utf-8").splitlines()]
    found = (SAID.match(line) for line in lines)
    whole = (each for each in found if each and each["rule"] in rules and "…" not in each[0])
    return {KNOWN.sub("", each["words"]) for each in whole}


def test_what_the_checks_say_in_the_cases_is_said_in_french() -> None:
    def is_said(words: str) -> bool:
        parts = words.split("; ")
        cuts = ("; ".join(parts[:n]) for n in range(1, len(parts) + 1))
        return any(
            french(message) is not None and french(words[len(message) + 2 :]) is not None for message in cuts
        )

    shown = _shown()
    assert len(shown) > 60
    assert [words for words in sorted(shown) if not is_said(words)] == []


@pytest.mark.parametrize("path", sorted((assets.folder("templates")).glob("findings.*.toml")), ids=str)
def test_every_template_is_of_words_that_a_check_says(path: Path) -> None:
    source = "\n".join(p.read_text("utf-8") for p in (TESTS.parent / "vfdoc").rglob("*.py"))
    source = re.sub(r"\"\s*\n\s*f?\"", "", source).replace('\\"', '"')
    for own, other in (pair for key in ("whole", "parts") for pair in tomllib.loads(path.read_text())[key]):
        counted = r"\b(?:stands?|statements?|is|are|changes?|seems?|prints)\b"
        runs = re.split(rf"\{{[a-z]\}}|[^a-zA-Z ']|{counted}", own)
        assert max(runs, key=len).strip() in source, own
        assert sorted(re.findall(r"\{[a-z]\}", own)) == sorted(re.findall(r"\{[a-z]\}", other)), own


def test_a_report_is_in_the_language_of_its_reader(tmp_path: Path) -> None:
    text = "## 1.0 Feu\n\nVoir 4.2.\n\n## 2.0 Charge\n"
    made = site([written(tmp_path / "e", rules=text, language="fr")], VERSION)["e/report.html"].decode()
    assert "cite 4.2, qui n’existe pas" in made
    assert "citer une section qui existe, ou aucune" in made
    assert "which does not exist" not in made


def test_what_has_no_words_in_a_language_is_said_to_be_english(tmp_path: Path) -> None:
    assert finding_words("the moon is full", "fr", {}) is None
    text = "## 1.0 Feuer\n\nSiehe 4.2.\n"
    made = site([written(tmp_path / "e", rules=text, language="de")], VERSION)["e/report.html"].decode()
    assert 'nur Englisch:</span> <span lang="en">' in made
