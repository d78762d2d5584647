"""Texts about the rules: a law over quotations of the bundled editions, and an answer with right and wrong
claims.

The law takes sentences of an edition and quotes them in many forms: as they stand, in other typography,
with a number, a sign or a denial changed, and under another section's number; the verdict must say which.
The list `tests/lists/citing/answer.md` is written as an assistant answers, twelve of its claims being
wrong; which they are stands in `answer.tsv`, by hand.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from thoroughness import examples

from vfdoc import pipeline
from vfdoc.model import Section, text_of
from vfdoc.pipeline.foreign_citations import check_against
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.verdicts.sentence_verdicts import sentence_spans

LISTS = Path(__file__).parent / "lists" / "citing"
FORMS = (
    '"{q}" ({n})',
    "According to {n}, “{q}”",
    "{n} says: «{q}»",
    '**{n}** "{q}"',
    "> {q}\n>\n> — {e} {n}",
    "In {n} one reads: „{q}“",
    '- {n}: "{q}"',
    "As {e} {n} puts it, “{q}”",
    '"{q}" ({f}, rule {n})',
    '[the rule](https://rules.example.org/{e}/9.0.html#{n}) says "{q}"',
)
EXCHANGED = {
    "sign": (("add ", "subtract "), ("subtract ", "add "), ("halve ", "double ")),
    "denial": (
        (" cannot ", " can "), (" not ", " "), (" no ", " a "), (" never ", " "), (" must ", " must not "),
        (" is ", " is not "), (" are ", " are not "), (" can ", " cannot "),
    ),
}  # fmt: skip
_PLAIN_NUMBER = re.compile(r"(?<![\w.(])\d+(?![\d.]*\.\d)")


class Quote(NamedTuple):
    """A quotation as the law makes it: what was done to the sentence, and the section that it is of."""

    kind: str
    section: Section
    words: str
    number: str
    form: str


@pytest.mark.parametrize("edition", ["vf-1e", "vf-2e"])
def test_every_quotation_has_the_right_verdict(edition: str, tmp_path: Path) -> None:
    base = _in_its_words(edition)
    quotes = list(_quotes(base, Random(19), examples(1600)))
    name = base.rulebook.edition.names[0]
    text, lines = "", []
    for quote in quotes:
        lines.append(text.count("\n") + 1)
        said = quote.form.format(q=quote.words, n=quote.number, e=edition, f=name)
        text += f"{said}\n\nOther words stand between.\n\n"
    path = tmp_path / "answer.md"
    path.write_text(text, encoding="utf-8")
    _, findings, judged = check_against(str(path), base)
    right, wrong = Counter[str](), []
    for quote, first, last in zip(quotes, lines, [*lines[1:], 10**9], strict=True):
        verdicts = [q.verdict for q in judged.quotations if first <= q.line < last]
        found = [f for f in findings if first <= f.line < last]
        if _is_right(quote, verdicts, [f.severity for f in found]):
            right[quote.kind] += 1
        else:
            wrong.append((quote, verdicts, [f.message for f in found]))
    made = Counter(quote.kind for quote in quotes)
    assert len(wrong) <= len(quotes) / 100, wrong[:3]
    assert right["number"] == made["number"] > 0, wrong[:3]


def _in_its_words(edition: str) -> LoadedRulebook:
    """A bundled edition as if its words were its authors'."""
    base = pipeline.read(edition)
    own = replace(base.rulebook.edition, restates=False)
    return replace(base, rulebook=replace(base.rulebook, edition=own))


def _is_right(quote: Quote, verdicts: list[str], severities: list[str]) -> bool:
    if quote.kind in ("exact", "typography"):
        return verdicts in (["exact"], ["levelled"]) and not severities
    if quote.kind == "elsewhere":
        return verdicts == ["misattributed"] and "error" in severities
    return verdicts == ["altered"] and "error" in severities


def _quotes(base: LoadedRulebook, random: Random, count: int) -> list[Quote]:
    rules = [s for s in base.rulebook.sections() if s.key is not None and s.kind == "rule"]
    texts = [(s, text_of(s.blocks)) for s in rules]
    sentences = [
        (section, words)
        for section, text in texts
        for span in sentence_spans(text)
        if len((words := text[span.start : span.end].strip()).split()) >= 6 and "\t" not in words
    ]
    said = Counter(words for _, words in sentences)
    found: list[Quote] = []
    while len(found) < count:
        section, words = random.choice(sentences)
        kind = random.choice(("exact", "typography", "number", "sign", "denial", "elsewhere"))
        changed = _changed(kind, words, random)
        other = random.choice(rules) if kind == "elsewhere" else section
        key, parent = section.key or (), other.key or ()
        if changed is None or said[words] > 1 or (kind == "elsewhere" and key[: len(parent)] == parent):
            continue
        number = other.anchor.partition("~")[0]
        found.append(Quote(kind, section, changed, number, random.choice(FORMS)))
    return found


def _changed(kind: str, words: str, random: Random) -> str | None:
    """The sentence with what the kind says changed; None where it has nothing of the kind."""
    if kind == "typography":
        words = words.replace("'", "’").replace("-", "‐").replace(" ", "\xa0", 1).rstrip(".")
        return re.sub(r'(\d)"', r"\1″", words[0].lower() + words[1:])
    if kind == "number":
        bare = re.sub(r"\([^()]*\)", lambda found: "(" * len(found.group()), words)
        numbers = list(_PLAIN_NUMBER.finditer(bare))
        if not numbers:
            return None
        start, end = random.choice(numbers).span()
        return f"{words[:start]}{int(words[start:end]) + random.choice((1, 2, 3))}{words[end:]}"
    for old, new in EXCHANGED.get(kind, ()):
        if old in words:
            return words.replace(old, new, 1)
    return words if kind in ("exact", "elsewhere") else None


def test_the_wrong_claims_of_an_answer_are_found_and_no_right_one_is_accused() -> None:
    with (LISTS / "answer.tsv").open(encoding="utf-8") as file:
        listed = {
            (row["line"], row["words"]): row["rule"]
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        }
    _, findings, judged = check_against(str(LISTS / "answer.md"), _in_its_words("vf-2e"))
    found = {(str(f.line), f.quote): f.rule for f in findings}
    assert found == listed
    assert (judged.citations, len(judged.quotations), len(listed)) == (36, 19, 12)


@pytest.mark.parametrize("edition", ["vf-1e", "vf-2e"])
def test_the_authors_words_are_no_error_of_those_who_quote_them(
    edition: str, originals: Path, tmp_path: Path
) -> None:
    """Held against the restatement, hardly one of the original's sentences is accused; against both, none
    is but where the original has a number in the sentence beside."""
    original = pipeline.read(str(originals / f"{edition}.txt"))
    text = ""
    count = 0
    for section in original.rulebook.sections():
        words_of = text_of(section.blocks)
        for span in sentence_spans(words_of) if section.key is not None else ():
            words = " ".join(words_of[span.start : span.end].split())
            if len(words.split()) >= 6 and '"' not in words:
                text += f'"{words}" ({section.number})\n\nOther words stand between.\n\n'
                count += 1
    path = tmp_path / "answer.md"
    path.write_text(text, encoding="utf-8")
    restated = pipeline.read(edition)
    _, alone, _ = check_against(str(path), restated)
    _, beside, judged = check_against(str(path), restated, [original])
    verdicts = Counter(quotation.verdict for quotation in judged.quotations)
    assert sum(f.severity != "note" for f in alone) <= count / 50
    assert [f for f in beside if f.severity != "note"] == []
    assert verdicts["exact"] + verdicts["levelled"] == count > 150


def test_claims_that_are_all_right_are_not_accused() -> None:
    _, findings, judged = check_against(str(LISTS / "right.md"), _in_its_words("vf-2e"))
    assert findings == ()
    assert judged.citations > 40


def test_four_times_the_text_has_four_times_the_findings(tmp_path: Path) -> None:
    base = _in_its_words("vf-2e")
    part = (LISTS / "answer.md").read_text(encoding="utf-8").partition("\n\n")[2]
    path = tmp_path / "answer.md"
    counts = []
    for times in (1, 4):
        path.write_text(f"# Answers\n\n{part * times}", encoding="utf-8")
        _, findings, judged = check_against(str(path), base)
        counts.append((len(findings), judged.citations, len(judged.quotations)))
    assert counts[1] == tuple(4 * count for count in counts[0])
