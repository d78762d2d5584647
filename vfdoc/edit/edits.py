"""Edits applied: a text and its corrections in, the corrected text out, or the difference to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from difflib import unified_diff

from vfdoc.model import SourceText
from vfdoc.model.edit import Edit


def applied(source: SourceText, edits: Iterable[Edit]) -> str:
    """The whole text with its corrections, line ends as they were.

    An edit whose words do not stand at its place, or that overlaps one before it, is passed over.
    """
    lines = _corrected(source, edits)
    return "".join(line + end for line, end in zip(lines, source.ends, strict=True))


def difference(source: SourceText, edits: Iterable[Edit]) -> str:
    """The corrections as a unified diff of the file, three lines of context."""
    name = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in source.file)
    found = unified_diff(source.lines, _corrected(source, edits), name, name, lineterm="")
    return "".join(line + "\n" for line in found)


def _corrected(source: SourceText, edits: Iterable[Edit]) -> list[str]:
    by_line: dict[int, list[Edit]] = defaultdict(list)
    for edit in edits:
        by_line[edit.line].append(edit)
    lines = list(source.lines)
    for number, found in by_line.items():
        if 0 < number <= len(lines):
            lines[number - 1] = _line(lines[number - 1], found)
    return lines


def _line(line: str, edits: list[Edit]) -> str:
    out, done = "", 0
    for edit in sorted(edits, key=lambda edit: edit.column):
        start = edit.column - 1
        if start >= done and line.startswith(edit.old, start):
            out += line[done:start] + edit.new
            done = start + len(edit.old)
    return out + line[done:]
