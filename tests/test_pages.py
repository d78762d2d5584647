"""Heads and feet of pages: what marks a page is set aside, and never a line of the text.

Texts are made, torn into pages by rule and read: every line of the text stands afterwards as it was, whatever
lines it repeats; of what the tearing put between, nothing does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from vfdoc.model import SourceText
from vfdoc.reading.pages import without_page_marks

_NOUNS = (
    "boat",
    "quay",
    "lamp",
    "net",
    "rope",
    "bell",
    "sail",
    "mast",
    "keel",
    "oar",
    "berth",
    "slip",
    "tide",
)
_REPEATED = (  # what statutes say again and again, in whole paragraphs and in headings
    "Reserved.",
    "The fee is five crowns.",
    "Whoever breaks this rule loses the berth for a year.",
    "Fees",
    "General",
    "Any notice under this part is given in writing to the lodge and to the owner of the boat",
    "(repealed)",
    "Powers of the harbour master",
)


def _sentence(chance: random.Random) -> str:
    words = [chance.choice(_NOUNS) for _ in range(chance.randint(30, 60))]
    return f"The {' '.join(words)}."


def _statute(chance: random.Random, sections: int) -> list[str]:
    lines: list[str] = []
    for number in range(1, sections + 1):
        lines += [f"{number}. {chance.choice(_NOUNS).title()}", ""]
        for _ in range(chance.randint(1, 3)):
            words, line = _sentence(chance).split(), ""
            for word in words:
                if len(line) > 70:
                    lines.append(line)
                    line = ""
                line = f"{line} {word}".strip()
            lines += [line, ""]
            if chance.random() < 0.5:
                lines += [chance.choice(_REPEATED), ""]
    return lines


_Marks = Callable[[int, int], list[str]]
_MARKS: dict[str, _Marks] = {
    "of all": lambda page, last: [f"{page} of {last}"],
    "of all, with a word": lambda page, last: [f"Seite {page} von {last}"],
    "of all, below a head": lambda page, last: ["", "Rules of the Old Harbour", "", f"{page} / {last}", ""],
    "of a chapter": lambda page, _: ["", f"19-{page}", "", "1.10.14", "", "Harbour Code, 19"],
    "of a chapter, form feeds": lambda page, _: ["", f"19-{page}", "", "\fHarbour Code", "of the town", ""],
    "of all, above a head": lambda page, last: [f"Page {page} of {last}", "", "Harbour Rules, 2026 edition"],
}


def _torn(lines: Sequence[str], height: int, marks: _Marks) -> tuple[str, set[int]]:
    """A text torn into pages of so many lines, and which of its lines are the text's."""
    out: list[str] = []
    own: set[int] = set()
    last = -(-len(lines) // height)
    for page in range(1, last + 1):
        for line in lines[(page - 1) * height : page * height]:
            own.add(len(out))
            out.append(line)
        out += marks(page, last)
    return "\n".join(out), own


def _set_aside(text: str) -> SourceText:
    source = SourceText("torn.txt", "torn.txt", text, "utf-8", tuple(text.split("\n")))
    return without_page_marks(source)


@pytest.mark.parametrize("marks", _MARKS)
@pytest.mark.parametrize("seed", range(6))
def test_what_marks_pages_is_set_aside_and_nothing_else(seed: int, marks: str) -> None:
    chance = random.Random(seed)
    text, own = _torn(_statute(chance, 60), chance.randint(28, 44), _MARKS[marks])
    read = _set_aside(text)
    kept = []
    for at, (line, was) in enumerate(zip(read.lines, text.split("\n"), strict=True)):
        assert line == was or at not in own, (at + 1, was)
        kept += [line] if line.strip() and at not in own else []
    assert not kept or (len(kept) == 1 and "Harbour" in kept[0]), kept  # the first may be a heading


@pytest.mark.parametrize("seed", range(12))
def test_a_text_without_pages_loses_nothing(seed: int) -> None:
    text = "\n".join(_statute(random.Random(seed), 80))
    assert _set_aside(text).text == text


def test_a_sentence_that_recurs_and_goes_on_is_no_head_of_a_page() -> None:
    """As by-laws have it below title after title: "It is forbidden to leave a boat on", "the north quay"."""
    lines: list[str] = []
    for number in range(101, 125, 2):
        lines += [f"5.2.{number}   Terms in force", "", "It is forbidden to leave a boat on any quay of"]
        lines += [f"the {chr(number - 4)} side without a permit.", "", *["The permit is shown."] * 30]
        lines += [f"{chr(number - 4)} (Amended by section {number} of 1-21)", ""]
    text = "\n".join(lines)
    assert _set_aside(text).text == text
