"""Lines that open a section: numbered ones, marked ones, shouted ones.

A heading ends with its line, or runs into its text after a colon ("1.2.1 Formations: A unit …").
Which of the two is decided here; where the section belongs is the outline's affair.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vfdoc.model import Key, SectionKind, TextLine
from vfdoc.reading.numbering import Numbering, comes_next
from vfdoc.reading.words import Words

TOP = -1  # the depth of a heading that an edition's data put at the top, whatever its words
SUBHEADING = 7  # the depth of a heading that hangs under the number above it, whatever its depth
_RUN_IN_COLON = 90  # characters within which a title's colon must stand
_TITLE_LENGTH = 120
_TITLE_WORDS = 18
_NAMED = 6  # words of a title that a full stop ends
_SHORT = 4  # letters of a word that has no capital in a title
_TAIL = re.compile(r"[ \t]+#+[ \t]*$")
_BOLD = re.compile(r"(\*{1,3}|_{1,3})(?=\S)")
_PAGE = re.compile(r"\t+\d{1,4}\s*$")
_PLAIN = re.compile(r"[^*_\\:]*")
_DASHES = tuple(":–—-")
_DASH = re.compile(r"^[ \t]*[:–—-](?=[ \t])")
_LEADERS = re.compile(r"(?:\.[ \t]?){3}")  # the dots before a page number
_SEPARATOR = re.compile(r"[ \t\xa0]*(?:[:–—-][ \t\xa0]+)?")


class Heading(NamedTuple):
    """A line that opens a section, as a token of the document grammar.

    `mark` is the depth of its heading mark, 0 where it has none; `kind` what its words or its
    number make of it; `run` the text that follows its title on the same line.
    """

    line: int
    column: int
    number: str | None
    key: Key | None
    title: str
    mark: int
    kind: SectionKind | None
    run: TextLine | None
    reason: str
    type: str = "HEAD"  # RUN where text runs in behind the title

    @property
    def text(self) -> str:
        """What a line below may continue: the text that runs in, else the title."""
        return self.run.text if self.run is not None else self.title

    @classmethod
    def plain(cls, line: int, column: int, title: str, words: Words, reason: str, mark: int = 0) -> Heading:
        """A heading without a number; `title` as printed, with its marks."""
        bare = bare_title(title)
        column += max(title.find(bare), 0)
        return cls(line, column, None, None, bare, mark, words.heading_kind(bare), None, reason)


def marked_heading(
    line: int, text: str, start: int, level: int, numbering: Numbering, words: Words
) -> Heading:
    """The heading behind `#` marks, of `level`; `start` is the offset behind the marks."""
    body = text[start:].strip()
    column = text.index(body, start) + 1
    if body.endswith("#"):
        body = _TAIL.sub("", body)
    opening = _BOLD.match(body) if body[:1] in ("*", "_") else None
    found = numbering.marked.match(text, column - 1 + (len(opening.group()) if opening else 0))
    if found is None:
        return Heading.plain(line, column, body, words, "a heading mark", level)
    number, key, kind = _number(found, numbering)
    title = text[found.end() : column - 1 + len(body)].lstrip()
    if title[:1] in _DASHES:
        title = _DASH.sub("", title)
    if opening:
        title = title.rstrip().removesuffix(opening.group())
    reason = "a heading mark before a number"
    return Heading(line, _at(found), number, key, bare_title(title), level, kind, None, reason)


def plain_heading(
    line: int,
    text: str,
    start: int,
    numbering: Numbering,
    after_blank: bool,
    last: Key | None = None,
    goes_on: bool = False,
) -> Heading | None:
    """The heading that a line makes which begins with a number, or None where it is only text.

    `last` is the number that the text had before; `goes_on` says that the line below seems to go on from
    this one, which is then no title unless it is set like one.
    """
    begin = start
    while text[begin : begin + 1].isspace():
        begin += 1
    opening = _BOLD.match(text, begin) if text[begin : begin + 1] in ("*", "_") else None
    bracket = text[begin : begin + 1] == "["  # "[5.21] Movement"
    found = numbering.plain.match(text, begin + 1 if bracket else opening.end() if opening else begin)
    if found is None or (bracket and text[found.end() : found.end() + 1] != "]"):
        return None
    if opening:
        return _bold_heading(line, text, found, opening.group(), numbering)
    rest_at = _SEPARATOR.match(text, found.end() + bracket).end()  # type: ignore[union-attr]
    rest = text[rest_at:]
    if not rest and found.group("word") and found.group("word").isupper():
        number, key, kind = _number(found, numbering)
        return Heading(line, _at(found), number, key, "", 0, kind, None, f"the number {number} and its word")
    if not rest or rest[0].islower() or rest[0] in ".,;)|&":
        return None
    number, key, kind = _number(found, numbering)
    next_one = comes_next(last, key)
    colon = _title_colon(rest)
    word = (found.group("word") or "").strip("§")  # the mark stands before sentences as well as titles
    stops = found.group().endswith(".") and (". " in rest or rest.rstrip().endswith("."))
    if word and "." in number and stops and (after_blank or next_one):
        # "Section 7.1. Notice. The secretary …": a full stop behind the number, and the text runs in.
        return numbered_paragraph(line, rest_at, rest.rstrip(), _at(found), number, key, kind)
    if word:
        # "Part 7 says …" is a sentence; a part's heading stands apart, or shouts.
        if (
            not (word.isupper() or after_blank or next_one)
            or not _is_title(rest)
            or rest.rstrip().endswith(".")
        ):
            return None
        colon = 0
    if colon:
        title, run_text = rest[:colon].strip(), rest[colon + 1 :].strip()
        run = TextLine(line, text.index(run_text, rest_at + colon + 1) + 1, run_text) if run_text else None
        reason = f"the number {number}, and a colon that ends the title"
        return Heading(line, _at(found), number, key, title, 0, kind, run, reason, "RUN" if run else "HEAD")
    goes_on = goes_on and not word and not is_titled(rest, _TITLE_WORDS)
    if not _is_title(rest) or rest.rstrip().endswith((".", ",", ";")) or goes_on:
        sentence = rest.rstrip().endswith((".", "!", "?", ";", ":"))
        opens = next_one or (after_blank and (sentence or goes_on))
        if not opens or word or rest[0].isdigit() or _LEADERS.search(rest):
            return None
        return numbered_paragraph(line, rest_at, rest.rstrip(), _at(found), number, key, kind)
    reason = f"the number {number}, then a short line without a full stop"
    return Heading(line, _at(found), number, key, bare_title(rest), 0, kind, None, reason)


def _title_colon(text: str) -> int:
    """Where the colon stands that ends a title, 0 where there is none."""
    colon = text.find(":", 0, _RUN_IN_COLON)
    ends = colon > 0 and _is_title(text[:colon]) and text.count("(", 0, colon) == text.count(")", 0, colon)
    if ends and len(text[:colon].split()) > _NAMED:  # a sentence, unless it is set like a title
        ends = is_titled(text[:colon], _TITLE_WORDS)
    return colon if ends and (text[colon + 1 : colon + 2] in ("", " ", "\t")) else 0


def numbered_paragraph(
    line: int, start: int, text: str, column: int, number: str, key: Key, kind: SectionKind | None
) -> Heading:
    """The heading of a paragraph that a number opens: the words before its first full stop where they are set
    like a title ("3.1 Stacking Limits. Up to two …"), else none.

    `text` begins at the offset `start` of its line, `column` is the number's.
    """
    stop = text.find(". ", 0, _RUN_IN_COLON)
    title = text[:stop] if stop > 0 else text.removesuffix(".")
    if is_titled(title):
        rest = text[len(title) + 1 :].strip()
        run = TextLine(line, start + text.index(rest, len(title)) + 1, rest) if rest else None
        reason = f"the number {number}, and a full stop that ends the title"
        form = "RUN" if run else "HEAD"
        return Heading(line, column, number, key, bare_title(title), 0, kind, run, reason, form)
    run = TextLine(line, start + 1, text)
    reason = f"the number {number} at the head of a paragraph, which has no title"
    return Heading(line, column, number, key, "", 0, kind, run, reason, "RUN")


def is_titled(text: str, most: int = _NAMED) -> bool:
    """Whether words, so many at most, are set like a title: with capitals, save short ones between them."""
    words = text.split()
    if not 0 < len(words) <= most or not (_is_capital(words[0]) and _is_capital(words[-1])):
        return False
    return all(_is_capital(word) or (len(word) <= _SHORT and word.isalpha()) for word in words)


def _is_capital(word: str) -> bool:
    return word[0].isupper() or not word[0].isalpha()


def underlined_heading(line: int, text: str, mark: str, numbering: Numbering, words: Words) -> Heading:
    """The heading made by a line of `=`, `*`, `-` or `~` under a title, which is the text of its line."""
    start = len(text) - len(text.lstrip())
    heading = marked_heading(line, text, start, 1 if mark in "=*" else 2, numbering, words)
    return heading._replace(reason="underlined")


def bare_title(text: str) -> str:
    """A title without emphasis marks and final colon."""
    if "\t" in text:  # a page number set off by a tab, as in a contents list
        text = _PAGE.sub("", text)
    title = " ".join(text.split())
    if _PLAIN.fullmatch(title):
        return title
    title = title.rstrip(":").rstrip()
    while len(title) > 2 and title[0] in "*_" and title[-1] == title[0]:
        title = title[1:-1].strip().rstrip(":").rstrip()
    return title.replace("\\", "")


def _bold_heading(
    line: int, text: str, found: re.Match[str], mark: str, numbering: Numbering
) -> Heading | None:
    close = text.find(mark, found.end())
    if close < 0:
        return None
    number, key, kind = _number(found, numbering)
    title = _DASH.sub("", text[found.end() : close]).rstrip(".")
    after = close + len(mark)
    if text[after : after + 1] == ":":
        after += 1
    if not title.strip(" :.") and ":" in text[after : after + _RUN_IN_COLON]:
        colon = text.index(":", after)
        title, after = text[after:colon], colon + 1
    run_text = text[after:].strip()
    run = TextLine(line, text.index(run_text, after) + 1, run_text) if run_text else None
    reason = f"the number {number} in bold, its title with it"
    return Heading(
        line,
        _at(found),
        number,
        key,
        bare_title(title),
        0,
        kind,
        run,
        reason,
        "RUN" if run else "HEAD",
    )


def _number(found: re.Match[str], numbering: Numbering) -> tuple[str, Key, SectionKind | None]:
    word, number, alone = found.group("word", "number", "alone")
    scheme = numbering.scheme_of(word) if word else None
    if scheme is None:
        return alone or number, numbering.key(alone or number), None
    return number, numbering.key(number, scheme.series), None if scheme.kind == "rule" else scheme.kind


def _at(found: re.Match[str]) -> int:
    """The column of the number, which may stand behind a word."""
    return max(found.start("number"), found.start("alone")) + 1


def _is_title(text: str) -> bool:
    """Short, of few words, and no sentence has ended in it."""
    return len(text) <= _TITLE_LENGTH and ". " not in text.strip() and len(text.split()) <= _TITLE_WORDS
