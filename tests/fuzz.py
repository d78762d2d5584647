"""The fuzzer: `make fuzz`. Generated and mutated texts, each read, resolved and checked.

Whatever a text holds: nothing raises, anchors are unique, parents stand among the sections, citations
and findings stand where they say, and the time goes with the length. Input number N of a seed is
always the same text; what breaks a law is printed with its number and cut to the fewest lines and
characters that still do, to become a case. Without `make`: `python tests/fuzz.py --help`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random

from vfdoc import assets, checks
from vfdoc.graph import resolve
from vfdoc.model import Rulebook, SourceText
from vfdoc.reading.editions import EditionFile, Reading, edition_of, read_edition_file
from vfdoc.reading.outline import DocumentSpec
from vfdoc.reading.rulebook import read_copy, read_documents
from vfdoc.reading.sources import source_of

# How many times longer a text may take than a bundled one of its length (and so many characters more) takes
# on this machine now: it finds what grows faster than the text, and no machine that is busy.
LONGER, CHARACTERS_MORE = 30, 600

SNIPPETS = (
    "## 5.1 Range", "### 5.1.1 Long Range:", "**5.1.2 Cover:** Half.", "5.1 Range: far", "T.2.5 Woods",
    "# 7", "PART 7", "PART IV FIRE", "Part 7 says", "PLAY SHEET 2", "Article 12", "§ 4.2", "CONTENTS",
    "100. General", "100.1a So it is.", "[4.1] MOVE", "[4.11] Go on.", "[4.12] Halt (4.11).",
    "A1.1 Men (A1.2).", "APPENDIX A. Weapons", "(see 3)", "Rules 2 and 7", "1. Definitions.",
    "2. The Work. It is", "Table of Contents", "     1.1. Stop.", "see 8.2.1 for it, 9.1 for that", "a. one",
    "***", "------------",
    "INDEX", "1.1 Big   Guns", "1.1 Big  Gun",
    "FIRE", "(2) FIRE", "Designer's Comments", "Example:", "# Play Sheet", "Q: Why?", "A: So.",
    "R : Oui", "see 5.1", "(8.4)", "(see 6.6.1 & 6.7)", "Parts 3 and 4", "T.2.1–T.2.6", "rules 1.1 to 1.9",
    "voir 6.3", "at 12.5 inches", "version 2.3", "9.9.9", "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1",
    "999.999.999", "0.0", "00.00", "1.1a", "A.1", "I.2", "٣.٤", "１.２", "²", "1.²", "1..2", ".1", "1.", "..",
    "5.1.", "(5.1", "5.1)", "Part", "§", "- item", "  - deeper", "    - deepest", "1. first", "2) second",
    "(3) third", "a) letter", "* star", "+ plus", "-", "*", "1.\t", "> quote", "> > twice", ">>>>>>>>>>>>",
    "> - item", "> ## 5.2 Quoted", "> **Note:** words", "| a | b |", "|---|---|", "| 5.1 | x |", "|",
    "||||", "\\|", "a\tb\tc", "\t", "\t\t", "a\t", "Name\tMove", "x|y|z", "* footnote", "\\* footnote",
    "† dagger", "word* more", "***", "---", "===", "___", "Title\n=====", "Title\n---", "```", "~~~",
    "```text", "    code", "**bold", "*it*", "__", "**5.1", "***5.1 X***: y", "[5.1", "([5.1])", "(((",
    "<b>5.1</b>", "<script>alert(1)</script>", "<!-- 5.1 -->", "&amp;", "[link](5.1)", "![i](x)", "{{ x }}",
    "{% x %}", "#", "##", "####### seven", "# # #", "#5.1", "# 5.1 #", "[[fault]]", 'rule = "x"', "[a.b]",
    "\\", "\\\\", "%s", "\0", "2\nnd", "1\nst", "VALOUR & FORTITUDE", "INTRODUCTION", "word " * 30,
    "WORD " * 20, "x" * 300, "1." * 60, "5.1, " * 20, "(" * 50, "*" * 80, "> " * 40, "#" * 40, "| " * 60,
    "\t" * 40, " " * 200, "5.1 & " * 15, "Part 1, " * 12, ":" * 30,
)  # fmt: skip
CHARACTERS = (
    " \t\n\n\n.,:;()[]{}*_#>|-+=~`\"'&/\\§0123456789aAzZéß–—…"
    "“”‘’\xa0\u2003\u200b\u200e\u202e\ufeff\u2028\u2029\x85"
    "\x00\x01\x0b\x0c\x1b\x1c\x1f\x7fİıǅﬁΣς٣४Ⅳ①𝟙😀\U0010ffff\u0301"
)
ENDS = ("\n", "\r\n", "\r")


class Broken(AssertionError):
    """A law that a text broke."""


class Fuzzer:
    """Texts by number, made of lines of the bundled rulesets, of snippets and of odd characters."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        rulesets = assets.folder("rulesets")
        texts = [path.read_text(encoding="utf-8") for path in sorted(rulesets.glob("*/*.md"))]
        self.texts = [text.split("\n") for text in texts]
        self.editions = [read_edition_file(path.parent) for path in sorted(rulesets.glob("*/edition.toml"))]
        self.pace = self._pace()

    def text(self, number: int) -> str:
        """The text of that number."""
        random = Random(f"{self.seed}/{number}")
        lines = self._lines(random)
        for _ in range(random.choice((0, 1, 2, 3, 5, 8))):
            random.choice(MUTATIONS)(random, lines)
        ends = random.choice((("\n",), ("\n",), ENDS))
        return "".join(line + random.choice(ends) for line in lines)

    def _lines(self, random: Random) -> list[str]:
        if random.random() < 0.5:  # a stretch of a ruleset
            text = random.choice(self.texts)
            start = random.randrange(len(text))
            return text[start : start + random.randrange(1, 12)]
        lines = []
        for _ in range(random.randrange(1, 14)):
            parts = random.choices(SNIPPETS, k=random.choice((0, 1, 1, 1, 2, 3)))
            lines.append(" ".join(parts))
        return lines

    def hold(self, number: int, text: str) -> None:
        """Holds a text to the laws, read as one of five kinds; Broken or any exception where it fails."""
        source = source_of(text, name="fuzz.txt" if number % 2 else "fuzz.md", shown="fuzz")
        read, edition = READINGS[number % len(READINGS)], self.editions[number % len(self.editions)]
        for _ in range(4):  # one slow run may be the machine's fault
            start = time.process_time()
            hold_laws(read(source, edition))
            taken = time.process_time() - start
            if taken <= LONGER * self.pace * (CHARACTERS_MORE + len(text)):
                return
            self.pace = max(self.pace, self._pace())  # the machine may be slower now
        raise Broken(f"takes too long: {taken:.2f} s for {len(text)} characters")

    def _pace(self) -> float:
        """The seconds of the processor that a character of a bundled text takes, read like any other."""
        text = "\n".join(self.texts[0])[:8000]
        source, least = source_of(text, name="fuzz.md", shown="fuzz"), float("inf")
        for _ in range(3):
            start = time.process_time()
            hold_laws(_plain(source, self.editions[0]))
            least = min(least, time.process_time() - start)
        return least / len(text)


def hold_laws(rulebook: Rulebook) -> None:
    """What is true of every rulebook, whatever its text."""
    graph = resolve(rulebook)
    findings = checks.run_checks(rulebook, graph)
    sections = list(rulebook.sections())
    if len(graph.sections) != len(sections):
        raise Broken("two sections have one anchor")
    for section in sections:
        parent = graph.sections[section.parent] if section.parent is not None else None
        if section.level != (parent.level + 1 if parent else 1):
            raise Broken(f"section {section.anchor} is at level {section.level}")
    for reference in rulebook.references():
        lines = rulebook.document(reference.document).source.lines
        if not lines[reference.line - 1].startswith(reference.text, reference.column - 1):
            raise Broken(f"citation {reference.text!r} does not stand at {reference.line}:{reference.column}")
        if reference.section not in graph.sections:
            raise Broken(f"citation {reference.text!r} stands in no section")
    for finding in findings:
        lines = rulebook.document(finding.document).source.lines
        line = lines[finding.line - 1] if 0 < finding.line <= len(lines) else None
        if line is None or not line.startswith(finding.quote, finding.column - 1):
            raise Broken(f"finding {finding.rule} {finding.quote!r} does not stand at its place")


# A text as people have it; rules Markdown; French Markdown; a copy of an edition; a sheet.


def _plain(source: SourceText, edition: EditionFile) -> Rulebook:
    return read_copy(source, None, "fuzz")


def _own(source: SourceText, edition: EditionFile) -> Rulebook:
    return _markdown(source, EditionFile(title="Fuzz"), DocumentSpec("rules", "rules"))


def _french(source: SourceText, edition: EditionFile) -> Rulebook:
    return _markdown(source, EditionFile(title="Fuzz", language="fr"), DocumentSpec("notes", "commentary"))


def _copy(source: SourceText, edition: EditionFile) -> Rulebook:
    return read_copy(source, edition, "fuzz")


def _sheet(source: SourceText, edition: EditionFile) -> Rulebook:
    hints = Reading(marks="*@#", headings=("FIRE",), subheadings=("Example:",))
    return read_copy(source, EditionFile(title="Fuzz", reading=hints), "fuzz")


def _markdown(source: SourceText, data: EditionFile, spec: DocumentSpec) -> Rulebook:
    return Rulebook(edition_of(data, "fuzz"), read_documents(source, data, (spec,)), own=True)


READINGS = (_plain, _own, _french, _copy, _sheet)


# Mutations: each changes the lines in place.


def _insert_snippet(random: Random, lines: list[str]) -> None:
    lines.insert(random.randrange(len(lines) + 1), random.choice(SNIPPETS))


def _insert_characters(random: Random, lines: list[str]) -> None:
    if lines:
        at = random.randrange(len(lines))
        place = random.randrange(len(lines[at]) + 1)
        odd = "".join(random.choices(CHARACTERS, k=random.choice((1, 1, 2, 5, 20))))
        lines[at] = lines[at][:place] + odd + lines[at][place:]


def _insert_any_character(random: Random, lines: list[str]) -> None:
    character = chr(random.choice((random.randrange(0xD800), random.randrange(0xE000, 0x110000))))
    lines.insert(random.randrange(len(lines) + 1), character + random.choice(SNIPPETS) + character)


def _delete(random: Random, lines: list[str]) -> None:
    if lines:
        at = random.randrange(len(lines))
        start = random.randrange(len(lines[at]) + 1)
        lines[at] = lines[at][:start] + lines[at][start + random.randrange(1, 30) :]


def _swap(random: Random, lines: list[str]) -> None:
    if lines:
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]


def _repeat(random: Random, lines: list[str]) -> None:
    if lines:
        at = random.randrange(len(lines))
        lines[at:at] = [lines[at][:200]] * random.choice((1, 1, 2, 3, 12))


def _join(random: Random, lines: list[str]) -> None:
    if len(lines) > 1:
        at = random.randrange(len(lines) - 1)
        lines[at : at + 2] = [lines[at] + random.choice(("", " ", "\t", "|", ". ", "(")) + lines[at + 1]]


def _prefix(random: Random, lines: list[str]) -> None:
    mark = random.choice(("> ", ">", "    ", "  ", "\t", "- ", "1. ", "## ", "| ", "**", "* ", "(", "\ufeff"))
    start = random.randrange(len(lines) + 1)
    for at in range(start, min(start + random.randrange(1, 6), len(lines))):
        lines[at] = mark + lines[at]


def _change_digits(random: Random, lines: list[str]) -> None:
    if lines:
        at = random.randrange(len(lines))
        lines[at] = "".join(random.choice("0123456789.") if c.isdigit() else c for c in lines[at])


MUTATIONS = (
    _insert_snippet, _insert_snippet, _insert_characters, _insert_characters, _insert_any_character,
    _delete, _swap, _repeat, _join, _prefix, _change_digits,
)  # fmt: skip


def smallest(fuzzer: Fuzzer, number: int, text: str) -> str:
    """The fewest lines, then the fewest characters, that still fail in the same way."""
    kind = failure(fuzzer, number, text).split(":")[0]
    for cut in (lambda t: t.splitlines(keepends=True), list):
        size = max(len(cut(text)) // 2, 1)
        while size:
            at, shorter = 0, False
            while at < len(pieces := cut(text)):
                left = "".join(pieces[:at] + pieces[at + size :])
                if failure(fuzzer, number, left).split(":")[0] == kind:
                    text, shorter = left, True
                else:
                    at += size
            size = size if shorter and size == 1 else size // 2
    return text


def failure(fuzzer: Fuzzer, number: int, text: str) -> str:
    """How a text fails, in a line that begins with the kind; empty where it does not."""
    try:
        fuzzer.hold(number, text)
    except Exception as error:  # whatever it is, it is what is looked for
        return f"{type(error).__name__}: {error}"
    return ""


def failures(fuzzer: Fuzzer, numbers: range) -> Iterator[tuple[int, str, str]]:
    """Of the texts of those numbers those that fail: number, text cut to the smallest, how it fails."""
    for number in numbers:
        text = fuzzer.text(number)
        if failure(fuzzer, number, text):
            text = smallest(fuzzer, number, text)
            yield number, text, failure(fuzzer, number, text)


def main() -> int:
    """Runs the inputs, says how fast, and prints what failed; 1 where anything did."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--inputs", type=int, default=1_000_000, help="how many (default: a million)")
    arguments.add_argument("--first", type=int, default=0, help="the number of the first")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--commands", action="store_true", help="run the commands over them, one each")
    given = arguments.parse_args()
    if given.commands:
        return _commands(given.seed, range(given.first, given.first + given.inputs))
    fuzzer, start, kinds = Fuzzer(given.seed), time.monotonic(), set()
    for number, text, how in failures(fuzzer, range(given.first, given.first + given.inputs)):
        kinds.add(how)
        print(f"input {number} of seed {given.seed}: {how}\n    {text!r}", flush=True)
        if len(kinds) > 50:
            break
    taken = time.monotonic() - start
    size = sum(len(fuzzer.text(number)) for number in range(2000)) / 2000
    rate = f"{given.inputs / taken:.0f} a second"
    print(f"{given.inputs} inputs of {size:.0f} characters on average in {taken:.0f} s: {rate}")
    return 1 if kinds else 0


def _commands(seed: int, numbers: range) -> int:
    from fuzz_commands import command_failures

    failed = 0
    for number, command, how in command_failures(seed, numbers):
        failed += 1
        print(f"input {number} of seed {seed}, vfdoc {command}: {how}", flush=True)
        if failed > 50:
            break
    print(f"{len(numbers)} commands, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
