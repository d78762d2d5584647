"""Generated texts for the laws: odd ones, out of the characters that mean something to the reader and
out of damaged rules, and sound ones, a small tree of sections that cite one another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from vfdoc.model import Rulebook
from vfdoc.reading.editions import DocumentCut, EditionFile, Reading
from vfdoc.reading.rulebook import read_copy
from vfdoc.reading.sources import source_of

RULES = Path(__file__).parent.parent / "rulesets" / "vf-1e" / "rules.md"

# Odd texts

_PIECES = [
    "#", "##", "###### ", "# ", "*", "**", "***", "_", "__", "|", "|---|---|", "---", "===", ">", "> ",
    ">>>", "- ", "* ", "+ ", "1. ", "(1) ", "a) ", "\t", "  ", "    ", "```", "~~~", "<br>", "</ul>",
    "\\", "\\*", "\\|", "1.0", "1.1", "1.1.1", "2.", "12.10", "T.1", "T.1.2", "8.2.1a", "0.0", "1.0.0",
    "999.999", "1" * 30, ".1", "1..2", "PART 7", "Part IV", "PLAY SHEET 2", "Play Sheet 2", "§ 3",
    "Article 4", "Rule 1.1", "PARTIE 2", "PART MMXIV", " & ", ", ", " and ", " or ", "–", "-", " to ",
    "/", ";", "(", ")", "[", "]", "see ", "in ", '"', "”", "’", "%", ":", ": ", ".", "!", "?", "Q: ",
    "A: ", "**Q:** ", "Designer's Comments", "> **Designer's Comments**", "Contents", "INDEX", "Index",
    "Questions and Answers", "Example", "MOVEMENT", "a", "the unit moves", "Unit", "4+", '18"', "£2.50",
    "v2.3", "\u00a0", "\u2028", "\x0b", "\x0c", "\x85", "\ufeff", "é", "ß", "İ", "²", "٣", "１.１", "ǅ",
    "🎲", "\x00", "\x1b",
]  # fmt: skip
_LINE_ENDS = ["\n", "\n", "\n\n", "\r\n", "\r", "\n\r", ""]

pieces = st.lists(st.sampled_from(_PIECES), max_size=8).map("".join)
typed = st.lists(st.tuples(pieces, st.sampled_from(_LINE_ENDS)).map("".join), max_size=14).map("".join)
drawn = st.text(st.sampled_from("0123456789..##**__\t\t||>>--+\"'“”()[]:,;&§ABab \n\n\r\\"), max_size=160)
odd_texts = st.one_of(typed, drawn, st.text(max_size=80))


@cache
def rules_lines() -> list[str]:
    return RULES.read_text(encoding="utf-8").split("\n")


@st.composite
def damaged_rules(draw: st.DrawFn) -> str:
    """Some lines of a bundled edition: cut, doubled, moved, with odd pieces put in."""
    source = rules_lines()
    start = draw(st.integers(0, len(source) - 1))
    lines = [line[:240] for line in source[start : start + draw(st.integers(1, 24))]]
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        cut = draw(st.integers(0, len(line)))
        match draw(st.integers(0, 4)):
            case 0:
                lines[at] = line[:cut] + draw(st.sampled_from(_PIECES)) + line[cut:]
            case 1:
                lines[at : at + 1] = [line[:cut], line[cut:]]
            case 2:
                lines.insert(draw(st.integers(0, len(lines))), line)
            case 3:
                lines[at] = draw(st.sampled_from(["> ", "- ", "  ", "\t", "| ", "# "])) + line
            case _:
                lines[at] = line[:cut]
    return "\n".join(lines)


any_texts = st.one_of(odd_texts, damaged_rules())

_HINTS = EditionFile(
    title="Hinted",
    language="fr",
    reading=Reading(
        documents=(
            DocumentCut("rules"),
            DocumentCut("sheet", "sheet", "MOVEMENT"),
            DocumentCut("notes", "commentary", "Example"),
        ),
        headings=("Unit", "the unit moves"),
        marks="*#",
    ),
)


def read_text(text: str, name: str = "rules.md", data: EditionFile | None = None) -> Rulebook:
    return read_copy(source_of(text, name=name, shown=name), data, "tiny")


def readings(text: str) -> list[Rulebook]:
    """A text as rules Markdown, as an original, and as an original with hints."""
    return [read_text(text), read_text(text, "rules.txt"), read_text(text, "rules.txt", _HINTS)]


# Sound texts


@dataclass(frozen=True)
class Told:
    """A section of a sound text: its number, and sentences whose citations stand in braces."""

    number: tuple[int, ...]
    title: str
    sentences: tuple[str, ...]
    style: int


Made = tuple[list[Told], list[tuple[int, ...]]]

_TITLES = ["Losses", "Rally", "Move distances", "Fire & smoke", "Woods", "Hit test", "Deep woods", "Orders"]
_STYLES = ["## {name} {title}", "#### {name}. {title}", "**{name} {title}:** Now.", "{name} {title}"]
_SENTENCES = [
    "Units halt here.",
    "A unit rallies ({}).",
    "For losses see {}.",
    "Mark the losses ({} & {}).",
    "Woods slow all units ({}, {} and {}).",
    "All of this ({}–{}) is slow.",
    "Rule {} says so, and so does section {}.",
    'The base is 1.5" deep (2.5 cm), as in version 2.3.',
    "- a bullet ({})",
    "| Unit | Rule |\n|---|---|\n| Horse | see {} |\n| Foot | ({}) |",
    "> They go on ({}).",
]


@st.composite
def told(draw: st.DrawFn) -> Made:
    """Sections in any order, with gaps and duplicates, and the numbers that they cite, some missing."""
    number = st.one_of(
        st.tuples(st.integers(1, 9)),
        st.tuples(st.integers(1, 9), st.integers(1, 11)),
        st.tuples(st.integers(1, 9), st.integers(1, 3), st.integers(1, 12)),
    )
    sections = draw(
        st.lists(
            st.builds(
                Told,
                number,
                st.sampled_from(_TITLES),
                st.lists(st.sampled_from(_SENTENCES), max_size=3).map(tuple),
                st.integers(0, 3),
            ),
            min_size=1,
            max_size=12,
        )
    )
    if draw(st.booleans()):
        sections.sort(key=lambda section: section.number)
    cited = draw(
        st.lists(st.one_of(st.sampled_from(sections).map(lambda s: s.number), number), min_size=5, max_size=9)
    )
    return sections, cited


def printed(number: tuple[int, ...], shift: int) -> str:
    first, *rest = number
    return ".".join(map(str, (first + shift, *(rest or [0]))))


def set_in_type(sections: list[Told], cited: list[tuple[int, ...]], shift: int) -> str:
    """The sections as rules Markdown, every chapter's number raised by `shift`."""
    numbers = iter(cited * 200)
    out = []
    for section in sections:
        name = printed(section.number, shift)
        out.append(_STYLES[section.style].format(name=name, title=section.title))
        out += [re.sub(r"\{\}", lambda _: printed(next(numbers), shift), s) for s in section.sentences]
    return "\n\n".join(out) + "\n"
