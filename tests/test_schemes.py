"""A law: whatever scheme numbers the sections of a text and whatever carries the numbers, they are found
again, with noise around them: lines broken to a width, lists inside, a contents list, numbers doubled and
left out, numbers in prose. What is not found is listed as left out.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from thoroughness import THOROUGH, some

from vfdoc.reading.rulebook import read_copy
from vfdoc.reading.sources import source_of

_WORDS = [
    "boat", "crew", "harbour", "rope", "tide", "keeper", "lamp", "storm", "sail", "anchor", "deck", "gull",
    "pier", "cargo", "voyage", "signal", "mast", "captain", "oar", "cabin", "chart",
]  # fmt: skip
_SEEDS = range(12) if THOROUGH else range(3)
_FOUND = 0.99


class Number(NamedTuple):
    """A number of a scheme: as printed without its word, the word before it, and how deep it stands."""

    number: str
    word: str
    depth: int


def decimal(draw: random.Random) -> Iterator[Number]:
    for chapter in range(1, 7):
        yield Number(str(chapter), "", 1)
        for section in range(1, draw.randint(3, 12)):
            yield Number(f"{chapter}.{section}", "", 2)
            for rule in range(1, draw.choice([1, 1, 3, 5])):
                yield Number(f"{chapter}.{section}.{rule}", "", 3)


def pointed(draw: random.Random) -> Iterator[Number]:
    for one in decimal(draw):
        yield one._replace(number=one.number + ".0") if one.depth == 1 else one


def worded(word: str) -> Callable[[random.Random], Iterator[Number]]:
    def numbers(draw: random.Random) -> Iterator[Number]:
        for one in decimal(draw):
            yield one._replace(word=word) if one.depth == 1 else one

    return numbers


def all_worded(word: str) -> Callable[[random.Random], Iterator[Number]]:
    def numbers(draw: random.Random) -> Iterator[Number]:
        for one in decimal(draw):
            if one.depth < 3:
                yield one._replace(word="Article" if one.depth == 1 else word)

    return numbers


def running(word: str) -> Callable[[random.Random], Iterator[Number]]:
    def numbers(draw: random.Random) -> Iterator[Number]:
        for number in range(1, draw.randint(20, 60)):
            yield Number(str(number), word, 1)

    return numbers


def hundreds(draw: random.Random) -> Iterator[Number]:
    for part in range(1, 5):
        for chapter in range(draw.randint(2, 5)):
            yield Number(str(100 * part + chapter), "", 1)
            for rule in range(1, draw.randint(3, 8)):
                yield Number(f"{100 * part + chapter}.{rule}", "", 2)
                for letter in "abcd"[: draw.choice([0, 0, 2, 4])]:
                    yield Number(f"{100 * part + chapter}.{rule}{letter}", "", 3)


def again(draw: random.Random) -> Iterator[Number]:
    for article in ("I", "II", "III", "IV", "V", "VI"):
        yield Number(article, "ARTICLE", 1)
        for section in range(1, draw.randint(3, 9)):
            yield Number(str(section), "Section", 2)


def lettered(draw: random.Random) -> Iterator[Number]:
    for letter in "ABCDE":
        for section in range(1, draw.randint(3, 7)):
            yield Number(f"{letter}.{section}", "", 2)
            for rule in range(1, draw.choice([1, 3])):
                yield Number(f"{letter}.{section}.{rule}", "", 3)


def in_turn(draw: random.Random) -> Iterator[Number]:
    for article in range(1, 8):
        yield Number(str(article), "Article", 1)
        for letter in "abcdefgh"[: draw.randint(2, 8)]:
            yield Number(f"{article}{letter}", "", 2)
            for digit in range(1, draw.choice([1, 1, 4])):
                yield Number(f"{article}{letter}{digit}", "", 3)


def dashed(draw: random.Random) -> Iterator[Number]:
    """Five parts and more, set off by dashes."""
    for chapter in range(1, 5):
        yield Number(str(chapter), "", 1)
        for section in range(1, draw.randint(3, 7)):
            number = f"{chapter}-{section}"
            yield Number(number, "", 2)
            for depth in range(3, draw.choice([3, 3, 5, 7])):
                for part in range(1, draw.randint(2, 4)):
                    yield Number(f"{number}-{part}", "", depth)
                number += f"-{part}"


def letter_and_digits(draw: random.Random) -> Iterator[Number]:
    """Rules of a letter that count through the chapters: G101, G102, G201."""
    for chapter in range(1, 6):
        yield Number(str(chapter), "", 1)
        for rule in range(1, draw.randint(3, 14)):
            yield Number(f"G{100 * chapter + rule}", "", 2)


def chapters(draw: random.Random) -> Iterator[Number]:
    """Whole numbers alone, few of them."""
    for number in range(1, draw.randint(7, 14)):
        yield Number(str(number), "", 1)


SCHEMES: dict[str, Callable[[random.Random], Iterator[Number]]] = {
    "decimal": decimal, "pointed": pointed, "rule": worded("Rule"), "part": worded("PART"),
    "section": all_worded("Section"), "paragraph": running("§"), "articles": running("Article"),
    "hundreds": hundreds, "again": again, "lettered": lettered, "in turn": in_turn,
    "dashed": dashed, "letter and digits": letter_and_digits,
}  # fmt: skip


def sentence(draw: random.Random) -> str:
    words = [draw.choice(_WORDS) for _ in range(draw.randint(5, 14))]
    return (" ".join(words) + ".").capitalize()


def title(draw: random.Random) -> str:
    return " ".join(draw.choice(_WORDS).title() for _ in range(draw.randint(1, 3)))


def mark(one: Number, name: str, text: str) -> list[str]:
    return [f"{'#' * min(one.depth + 1, 6)} {printed(one)} {name}", "", text]


def line(one: Number, name: str, text: str) -> list[str]:
    if one.word and one.depth > 1:
        return [f"{printed(one)}. {name}. {text}"]
    return [f"{printed(one)} {name}", "", text]


def run_in(one: Number, name: str, text: str) -> list[str]:
    return [f"{printed(one)}. {name}. {text}"]


def bold(one: Number, name: str, text: str) -> list[str]:
    return [f"**{printed(one)} {name}.** {text}"]


def item(one: Number, name: str, text: str) -> list[str]:
    if one.word:
        return mark(one, name, text)
    return [f"{'    ' * (one.depth - 2)}- {one.number}) {text}"]


def cell(one: Number, name: str, text: str) -> list[str]:
    if one.depth == 1:
        return mark(one, name, text)
    return ["| Rule | Why |", "|---|---|", f"| **{printed(one)}** {text} | {name} |"]


def bracket(one: Number, name: str, text: str) -> list[str]:
    return [f"[{printed(one)}] {name.upper()}", text]


def linked(one: Number, name: str, text: str) -> list[str]:
    if one.depth == 1:
        return mark(one, name, text)
    return [f"{'  ' * (one.depth - 2)}- [{one.number}](#{'-'.join(name.lower().split())}) {text}"]


def ordered(one: Number, name: str, text: str) -> list[str]:
    return [f"{one.number}. {name}", "", f"    {text}"]


def printed(one: Number) -> str:
    return f"{one.word} {one.number}".strip()


CARRIERS = {
    "mark": mark, "line": line, "run-in": run_in, "bold": bold, "item": item, "cell": cell,
    "bracket": bracket, "linked": linked,
}  # fmt: skip
# What nobody prints: words in brackets; whole numbers alone in items, which are items.
_NEVER = {
    (scheme, "bracket") for scheme in ("rule", "part", "section", "paragraph", "articles", "again", "in turn")
}
_NEVER |= {(scheme, "item") for scheme in ("decimal", "pointed", "hundreds", "again", "section", "paragraph")}
_NEVER |= {("again", "cell"), ("in turn", "run-in"), ("in turn", "line"), ("in turn", "bracket")}
_NEVER |= {(scheme, "linked") for scheme in ("rule", "part", "section", "paragraph", "articles", "again")}
_NEVER |= {("dashed", carrier) for carrier in ("item", "cell", "bracket")}
_NEVER |= {("letter and digits", carrier) for carrier in ("item", "cell", "bracket", "linked")}
PAIRS = [(s, c) for s in SCHEMES for c in CARRIERS if (s, c) not in _NEVER]


def written(scheme: str, carrier: str, seed: int) -> tuple[str, dict[int, str]]:
    """A text of that scheme and carrier, and its numbers by line."""
    draw = random.Random(f"{scheme} {carrier} {seed}")
    numbers = list(SCHEMES[scheme](draw))
    if seed % 3 == 1:  # one left out, one printed twice
        numbers.pop(draw.randrange(len(numbers) // 2, len(numbers)))
        at = draw.randrange(len(numbers) // 2)
        numbers.insert(at, numbers[at])
    lines = ["THE HARBOUR RULES", ""]
    names = [title(draw) for _ in numbers]
    if seed % 2 and carrier in ("mark", "line", "bracket") and len(set(numbers)) == len(numbers):
        lines += ["Contents", ""]
        lines += [f"{printed(one)} {name}" for one, name in zip(numbers, names, strict=True)] + ["", ""]
    found: dict[int, str] = {}
    for one, name in zip(numbers, names, strict=True):
        text = " ".join(sentence(draw) for _ in range(draw.randint(1, 4)))
        if draw.random() < 0.2:
            text += (
                f" It takes {draw.randint(1, 9)}.{draw.randint(1, 9)} hours in {draw.randint(2, 30)} cases."
            )
        block = CARRIERS[carrier](one, name, text)
        if seed % 3 == 2 and carrier in ("mark", "line", "run-in", "bold", "bracket"):
            block = [piece for row in block for piece in (textwrap.wrap(row, 72) or [""])]
        own = next(i for i, row in enumerate(block) if printed(one) in row or f"{one.number})" in row)
        found[len(lines) + own + 1] = one.number
        lines += [*block, ""] if carrier != "item" or one.word else block
        if draw.random() < 0.15 and carrier in ("mark", "bold", "bracket"):
            lines += [*(f"{n}. {sentence(draw)}" for n in range(1, draw.randint(3, 6))), ""]
        if draw.random() < 0.1 and carrier in ("mark", "bold"):
            lines += [*(f"{letter}) {draw.choice(_WORDS)};" for letter in "abc"), ""]
    return "\n".join(lines) + "\n", found


@pytest.mark.parametrize(("scheme", "carrier"), some(PAIRS), ids=lambda value: value)
def test_numbers_of_any_scheme_behind_any_carrier_are_found(scheme: str, carrier: str) -> None:
    printed_ones = found_ones = taken = 0
    lost: list[str] = []
    for seed in _SEEDS:
        text, numbers = written(scheme, carrier, seed)
        name = "text.txt" if carrier in ("line", "run-in", "bracket") else "text.md"
        document = read_copy(source_of(text, name=name), None, "text").documents[0]
        sections = {section.line: section.number for section in document.sections if section.number}
        listed = {left.line for left in document.left_out}
        missed = {at for at, number in numbers.items() if sections.get(at) != number}
        printed_ones += len(numbers)
        found_ones += len(numbers) - len(missed)
        taken += len(sections)
        rows = text.split("\n")
        lost += [f"{seed}:{at}: {rows[at - 1][:60]}" for at in sorted(missed - listed)]
    assert found_ones >= _FOUND * printed_ones, lost[:20]
    assert taken <= printed_ones / _FOUND
    assert len(lost) <= (1 - _FOUND) * printed_ones, f"neither read nor listed: {lost[:20]}"


FAULTS = ("doubled", "left out", "changed places", "far")
SHORT: dict[str, Callable[[random.Random], Iterator[Number]]] = {
    "chapters": chapters, "articles": lambda draw: (one._replace(word="Article") for one in chapters(draw)),
    "decimal": lambda draw: (one for one in decimal(draw) if one.depth < 3 and one.number < "4"),
    "dashed": lambda draw: (one for one in dashed(draw) if one.depth < 3 and one.number < "4"),
    "letter and digits": lambda draw: (one for one in letter_and_digits(draw) if one.depth > 1),
}  # fmt: skip
_SHORT_FOUND = 0.98


def with_fault(numbers: list[Number], fault: str, draw: random.Random) -> list[Number]:
    """The numbers with one slip."""
    at = draw.randrange(1, len(numbers) - 1)
    one, before, after = numbers[at], numbers[at - 1], numbers[at + 1]
    if fault == "doubled":
        return [*numbers[:at], one._replace(number=before.number), *numbers[at + 1 :]]
    if fault == "left out":
        return [*numbers[:at], *numbers[at + 1 :]]
    if fault == "changed places":
        return [*numbers[:at], after, one, *numbers[at + 2 :]]
    last = one.number[-1]
    return [*numbers[:at], one._replace(number=one.number[:-1] + "1" + last), *numbers[at + 1 :]]


@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_in_a_short_text_hides_no_number(fault: str) -> None:
    printed_ones = found_ones = taken = 0
    lost: list[str] = []
    carriers = {**{name: CARRIERS[name] for name in ("mark", "line", "run-in", "bold")}, "ordered": ordered}
    for scheme, carrier in ((s, c) for s in SHORT for c in carriers if c != "ordered" or s == "chapters"):
        for seed in _SEEDS:
            draw = random.Random(f"{fault} {scheme} {carrier} {seed}")
            numbers = with_fault(list(SHORT[scheme](draw)), fault, draw)
            lines, expected = ["# The Harbour Rules", ""], dict[int, str]()
            for one in numbers:
                expected[len(lines) + 1] = one.number
                text = " ".join(sentence(draw) for _ in range(draw.randint(1, 4)))
                lines += [*carriers[carrier](one, title(draw), text), ""]
            document = read_copy(source_of("\n".join(lines), name="text.md"), None, "text").documents[0]
            found = {section.line: section.number for section in document.sections if section.number}
            missed = [number for line, number in expected.items() if found.get(line) != number]
            lost += [f"{scheme}, {carrier}, {seed}: {number}" for number in missed]
            printed_ones += len(expected)
            found_ones += len(expected) - len(missed)
            taken += len(found)
    assert found_ones >= _SHORT_FOUND * printed_ones, lost
    assert taken <= printed_ones
