"""The line lexer: every line of a text becomes a token of the document grammar, or none.

One compiled alternation says what a line looks like; what stands before it (a blank line, a table
row, a sentence that has not ended) says what it is. Blank lines make no token. Nesting (quotations,
deeper list items) becomes open and close tokens, so that it is the grammar's affair. This room
knows nothing of sections and parents: it says "here a number opens something", no more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from vfdoc.model import TextLine
from vfdoc.reading.headings import Heading, marked_heading, underlined_heading
from vfdoc.reading.line_classes import LINE, PLAIN, Fenced, counts_on, fenced_lines, is_wrapped, shouts
from vfdoc.reading.tokens import Hints, LineToken, TableLines
from vfdoc.reading.words import LanguageWords

_STAR_REFERRED = re.compile(r"[\w)]\*(?![*\w])")
_PIPE_RULE = set("|:- \t>")  # what the line below the header of a pipe table is made of
_CAPTION_WORDS = 7
_LISTING = 30  # characters of words that head a contents list
_LONGEST_TITLE = 120
_TABBED = 1000  # added to the columns of tab-separated rows, so that they differ from piped ones
_DEEPEST = 12  # list levels; deeper ones stay at this one
_FIGURES, _LETTERS = re.compile(r"\d+[a-z]?"), re.compile(r"(?<![\d\w])[a-z]+")
_IN_BRACKETS = "(1)"  # a mark that Markdown has not: what is marked otherwise below it is within it
_FIRST = ("1", "a", "i")
_QUOTED = 8  # quotations in one another; deeper marks are text


class LineLexer:
    """Turns lines into tokens. One instance a text; `tokens` may be called once."""

    def __init__(
        self, words: LanguageWords, hints: Hints, texts: Sequence[str], numbered: Mapping[int, Heading]
    ) -> None:
        """`numbered` are the headings that the chain of numbers found, by their lines."""
        self._words, self._hints, self._numbered = words, hints, numbered
        # A text that marks its headings does not shout them as well.
        self._has_marks = hints.markdown or any(
            h.mark and texts[line - 1].startswith("#") for line, h in numbered.items()
        )
        self._joins = self._has_marks or is_wrapped(texts)
        self._texts = texts
        self._fences = fenced_lines(texts)
        self._out: list[LineToken | Heading] = []
        self._blank = True  # nothing stands directly above
        self._indents: list[int] = []
        self._forms: list[str] = []  # of the marks of the open lists: "(1)", "1.", "-"
        self._depth = 0  # quotation marks open
        self._columns = 0  # cells of the row above, 0 where there is none
        self._starred = False  # a word above carries a footnote star

    def tokens(self) -> list[LineToken | Heading]:
        """The tokens of the whole text, open and close tokens balanced."""
        tables, skip = self._hints.tables, 0
        for number, text in enumerate(self._texts, start=1):
            if number <= skip:
                continue
            if number in tables:
                skip = self._flat_table(tables[number])
            elif text and not text.isspace():
                self._line(number, text)
                if number in self._numbered:
                    skip = number + self._numbered[number].lines - 1
            else:
                self._blank = True
        self._close()
        self._quote(0, len(self._texts))
        return self._out

    def _line(self, number: int, text: str) -> None:
        fence = self._fences.get(number)
        if text[:2].isalpha() and not (self._depth or fence or number in self._numbered):
            return self._words_first(number, text)
        match = LINE.match(text)
        assert match is not None
        kind = match.lastgroup
        offset, depth = 0, 0
        deepest = fence.depth if fence else _QUOTED  # code may begin with a mark, too
        while kind == "quote" and depth < deepest:
            depth += 1
            offset = match.end() + (text[match.end() : match.end() + 1] == " ")
            match = LINE.match(text, offset) if depth < _QUOTED else PLAIN.match(text, offset)
            assert match is not None
            kind = match.lastgroup
        heading = self._numbered.get(number)
        if depth != self._depth and (depth or kind != "text" or self._blank or heading):
            self._quote(depth, number)
        if fence:
            self._fence(number, text, offset, fence)
        elif heading is not None:
            self._head(heading)
        elif kind == "blank":
            self._blank = True
        elif kind == "text" or kind is None:
            self._text(number, text, offset)
        else:
            _CLASSES[kind](self, number, text, offset, match)

    def _words_first(self, number: int, text: str) -> None:
        """A line that begins with a word, as most do."""
        plain = self._blank and len(text) > _LONGEST_TITLE and not (self._indents or self._hints.openings)
        if plain and text[0] not in self._words.mark_letters and "*" not in text and "\t" not in text:
            self._emit("TEXT", number, 1, text.rstrip(), "", "begins a paragraph")
        else:
            self._text(number, text, 0)

    # One method a class of line; each may fall back to `_text`.

    def _hash(self, number: int, text: str, offset: int, match: re.Match[str]) -> None:
        if "#" in self._hints.marks:
            return self._text(number, text, offset)
        level = match.group().count("#")
        self._head(marked_heading(number, text, match.end(), level, self._words))

    def _head(self, heading: Heading) -> None:
        self._close()
        self._out.append(heading)
        self._starred, self._columns = False, 0
        self._blank = heading.run is None

    def _rule(self, number: int, text: str, offset: int, match: re.Match[str]) -> None:
        above = self._out[-1] if self._out and not self._blank else None
        mark = match.group().strip()[0]
        if mark in "=-*~" and isinstance(above, LineToken) and above.line == number - 1:
            title = self._texts[number - 2]
            # Stars, waves, and what is below an item, are a rule, unless they are as long as what is above.
            kinds = ("TEXT", "ORDERED") if len(text.strip()) >= len(title.strip()) else ("TEXT",)
            if above.type in kinds and (mark in "=-" or len(kinds) > 1):
                self._out.pop()
                return self._head(underlined_heading(above.line, title, mark, self._words))
        self._blank = True

    def _foot(self, number: int, text: str, offset: int, match: re.Match[str]) -> None:
        mark = match.group().strip().replace("\\", "")
        self._close()
        self._emit("NOTE", number, match.end() + 1, text[match.end() :], mark, "begins with a footnote mark")

    def _bullet(self, number: int, text: str, offset: int, match: re.Match[str]) -> None:
        mark = match.group().strip()
        if mark in self._hints.marks or (mark == "*" and self._starred):
            return self._foot(number, text, offset, match)
        if "\t" in text[match.end() + 1 :].strip() or (mark in "-–+" and self._columns and "\t" in text):
            return self._row(number, text, offset)
        self._item("BULLET", number, text, offset, match, mark)

    def _ordered(self, number: int, text: str, offset: int, match: re.Match[str]) -> None:
        if text.strip() in self._hints.headings or (
            self._shouts(number, text[match.end() :].strip()) and ")" in match.group()
        ):
            return self._numbered_phase(number, text)
        if self._columns and "\t" in text:
            return self._row(number, text, offset)
        alone = match.end() == len(text.rstrip())
        if alone and not (self._blank and "".join(self._texts[number : number + 1]).strip()):
            return self._text(number, text, offset)
        if counts_on(match.group().strip(), text):
            return self._prose(number, text, offset, text[offset:].strip())
        self._item("ORDERED", number, text, offset, match, match.group().strip())

    def _numbered_phase(self, number: int, text: str) -> None:
        """ "(2) FIRE" numbers a phase: a heading in capitals, and no section number."""
        stripped = text.strip()
        reason = "capitals behind the number of a phase"
        self._head(Heading.plain(number, text.index(stripped) + 1, stripped, self._words, reason))

    def _item(self, kind: str, number: int, text: str, offset: int, match: re.Match[str], mark: str) -> None:
        indent = _width(text[: match.end() - len(mark)]) - offset
        self._close(indent)
        form = _FIGURES.sub("1", _LETTERS.sub("a", mark)) if kind == "ORDERED" else "-"
        deeper = len(self._indents) < _DEEPEST
        if not self._indents or (
            deeper and (indent > self._indents[-1] + 1 or self._begins_within(indent, form, mark))
        ):
            self._open(number, indent, form)
        start = match.end() + 1
        self._emit(kind, number, start + 1, text[start:], mark, "begins with a list marker")

    def _begins_within(self, indent: int, form: str, mark: str) -> bool:
        """Whether a mark set in no further than that of the open list begins one within its last item: "1."
        below "(2)", "a)" below "1."; closes the lists within that which it goes on with."""
        beside = [at for at, each in enumerate(self._indents) if indent <= each + 1]
        going_on = next((at for at in reversed(beside) if self._forms[at] == form), None)
        if going_on is not None:
            while len(self._indents) > going_on + 1:
                self._shut()
            return False
        above = self._forms[-1]
        return bool(beside) and (above == _IN_BRACKETS or (above != "-" and mark.strip("().") in _FIRST))

    def _row(self, number: int, text: str, offset: int) -> None:
        if "|" in text and "--" in text and set(text[offset:]) <= _PIPE_RULE:
            cells = self._columns
        else:
            piped = text.lstrip(" >").startswith("|") or ("|" in text and "\t" not in text)
            cells = text.count("|") if piped else text.count("\t") + _TABBED
        # A blank line ends a pipe table; one of tabs goes on where the count of columns is the same.
        goes_on = self._columns and (not self._blank or _TABBED <= cells == self._columns)
        if not goes_on:
            self._close()
            self._caption()
        self._emit("ROW" if goes_on else "FIRST", number, offset + 1, text[offset:], "", "a table row")
        self._columns = cells or self._columns
        if not self._starred and "*" in text and _STAR_REFERRED.search(text):
            self._starred = True

    def _is_barred(self, number: int) -> bool:
        """Whether a line with a bar inside, and none in front, is a row: of the table above, or over a line
        of dashes and bars ("a | b" over "---|---")."""
        below = self._texts[number].strip() if number < len(self._texts) else ""
        heads = "|" in below and "--" in below and set(below) <= _PIPE_RULE
        return heads or bool(self._columns and not self._blank and self._columns < _TABBED)

    def _flat_table(self, table: TableLines) -> int:
        self._close()
        self._caption()
        self._out += table.rows
        self._columns, self._blank = 0, True
        self._starred = True
        return table.end

    def _caption(self) -> None:
        """The short unmarked line above a table is its caption."""
        if not self._out or not isinstance(above := self._out[-1], LineToken) or above.type != "TEXT":
            return
        words = above.text.split()
        if len(words) <= _CAPTION_WORDS and not above.text.rstrip().endswith((".", "!", "?", "…", ";", ",")):
            self._out[-1] = above._replace(type="TITLE", reason="a short line above a table: its caption")

    def _fence(self, number: int, text: str, offset: int, fence: Fenced) -> None:
        if fence.code:
            kind = "TEXT" if self._blank else "CONT"
            self._emit(kind, number, offset + 1, text[offset:], "", "inside a fence")
        else:
            self._blank = True

    def _text(self, number: int, text: str, offset: int) -> None:
        stripped = text[offset:].strip()
        if not stripped:  # blanks that are no ASCII blanks, behind a quotation mark
            self._blank = True
            return
        hints = self._hints
        if (named := self._named(number, text, stripped)) is not None:
            return self._head(named)
        if hints.marks and stripped[:1] in hints.marks:
            reason = "begins with a footnote mark of this edition"
            note, end = stripped[1:].lstrip(), len(text.rstrip())
            return self._emit("NOTE", number, end - len(note) + 1, note, stripped[0], reason)
        if "\t" in text and ("\t" in text.lstrip() or self._columns):
            return self._row(number, text, offset)
        if "|" in text and self._is_barred(number):
            return self._row(number, text, offset)
        short = self._blank and len(stripped) < _LISTING
        contents = short and self._words.heading_kind(stripped) == "contents"
        below = self._texts[number] if number < len(self._texts) else ""
        back = short and not below.strip() and self._words.back.fullmatch(stripped) is not None
        first = text[offset : offset + 1]
        if contents or back or (self._shouts(number, stripped) and not self._goes_on_above(number, first)):
            reason = "capitals after a blank line or a heading"
            reason = "words that head a contents list" if contents else reason
            reason = "words of what stands behind the rules" if back else reason
            return self._head(Heading.plain(number, text.index(stripped) + 1, stripped, self._words, reason))
        self._prose(number, text, offset, stripped)

    def _prose(self, number: int, text: str, offset: int, stripped: str) -> None:
        """A line that opens nothing: a question, an answer, a paragraph or more of one."""
        column = len(text) - len(text[offset:].lstrip()) + 1
        if stripped[0] in self._words.mark_letters:
            if self._words.asks.match(stripped):
                return self._labelled("QUESTION", number, column, stripped, self._words.asks)
            if self._words.answers.match(stripped):
                return self._labelled("ANSWER", number, column, stripped, self._words.answers)
        if not self._starred and "*" in stripped and _STAR_REFERRED.search(stripped):
            self._starred = True
        if not self._blank and self._continues(stripped):
            return self._emit("CONT", number, column, stripped, "", "goes on from the line above")
        indent = _width(text[: column - 1]) - offset
        if self._indents and not (self._blank and indent > self._indents[-1] + 1):
            self._close()
        elif 0 < len(self._indents) < _DEEPEST and self._out[-1].type in ("BULLET", "ORDERED", "CONT"):
            self._open(number, indent, "")
        self._emit("TEXT", number, column, stripped, "", "begins a paragraph")

    def _named(self, number: int, text: str, stripped: str) -> Heading | None:
        """The heading that the edition's data see in this line; behind an opening its text runs in."""
        reason = "the edition's data name it as a heading"
        column = text.index(stripped) + 1
        depth = self._hints.headings.get(stripped)
        if depth is not None:
            return Heading.plain(number, column, stripped, self._words, reason, depth)
        for opening, depth in self._hints.openings:
            if stripped.startswith(opening):
                heading = Heading.plain(number, column, opening, self._words, reason, depth)
                rest = stripped[len(opening) :].lstrip()
                run = TextLine(number, column + len(stripped) - len(rest), rest) if rest else None
                return heading._replace(run=run, type="RUN" if run else "HEAD")
        return None

    def _labelled(self, kind: str, number: int, column: int, text: str, mark: re.Pattern[str]) -> None:
        self._close()
        found = mark.match(text)
        assert found is not None
        rest, printed = text[found.end() :].strip("*"), found.group().strip(" *")
        self._emit(
            kind, number, column + found.end(), rest, printed, "begins with a question's or answer's mark"
        )

    def _shouts(self, number: int, text: str) -> bool:
        """Capitals open a section after a blank line or a heading."""
        return self._blank and not self._has_marks and shouts(text, self._texts[number : number + 1])

    def _goes_on_above(self, number: int, first: str) -> bool:
        """Whether capitals only go on from above: the second line of a title, or part of a list item."""
        above = self._out[-1] if self._out else None
        subtitle = isinstance(above, Heading) and above.number is None and above.line == number - 1
        return subtitle or bool(self._indents and first.isspace())

    def _continues(self, text: str) -> bool:
        if not self._out or self._columns or self._out[-1].type in ("HEAD", "FIRST", "ROW"):
            return False
        if self._out[-1].type == "ORDERED" and not self._out[-1].text:
            return True  # the mark stands on a line of its own
        if self._joins:
            return True
        return text[0].islower()

    def _emit(self, kind: str, number: int, column: int, text: str, mark: str, reason: str) -> None:
        self._out.append(LineToken(kind, number, column, text, mark, reason))
        self._blank = False
        if kind not in ("FIRST", "ROW"):
            self._columns = 0

    def _close(self, indent: int = -1) -> None:
        """Closes the list levels deeper than `indent`; without it, the whole list."""
        while len(self._indents) > 1 and self._indents[-1] > indent:
            self._shut()
        if indent < 0:
            self._indents.clear()
            self._forms.clear()

    def _open(self, number: int, indent: int, form: str) -> None:
        """Opens a list, or what stands within an item."""
        if self._indents:
            self._out.append(LineToken("_INDENT", number, 1, ""))
        self._indents.append(indent)
        self._forms.append(form)

    def _shut(self) -> None:
        self._indents.pop()
        self._forms.pop()
        self._out.append(LineToken("_DEDENT", 0, 1, ""))

    def _quote(self, depth: int, number: int) -> None:
        self._close()
        while self._depth < depth:
            self._out.append(LineToken("_QUOTE", number, 1, ""))
            self._depth += 1
        while self._depth > depth:
            self._out.append(LineToken("_ENDQUOTE", number, 1, ""))
            self._depth -= 1
        self._blank = True


# Not in the lexer itself: a circle would hold every token of a long text until somebody looks for it.
_CLASSES = {
    "hash": LineLexer._hash,
    "rule": LineLexer._rule,
    "pipe": lambda lexer, number, text, offset, match: lexer._row(number, text, offset),
    "foot": LineLexer._foot,
    "bullet": LineLexer._bullet,
    "ordered": LineLexer._ordered,
}


def _width(before: str) -> int:
    """How far in a line what stands behind its beginning is set, a tab being as wide as Markdown takes it."""
    return len(before.expandtabs(4)) if "\t" in before else len(before)
