"""Lines that open a section: numbered ones, marked ones, shouted ones.

A heading ends with its line, or runs into its text after a colon ("1.2.1 Formations: A unit …").
Which of the two is decided here; which numbers open sections, by the chain; where a section belongs, by the
outline.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.model import Key, SectionKind, TextLine
from vfdoc.reading.line_classes import NAMED, is_titled
from vfdoc.reading.numbering import counted
from vfdoc.reading.words import LanguageWords

if TYPE_CHECKING:
    from vfdoc.reading.candidates import HeadingCandidate

TOP = -1  # the depth of a heading that an edition's data put at the top, whatever its words
SUBHEADING = 7  # the depth of a heading that hangs under the number above it, whatever its depth
_RUN_IN_COLON = 90  # characters within which a title's colon must stand
_TITLE_LENGTH = 120
_TITLE_WORDS = 18
_INDENT = 8  # of a number that is centred
_LINES = 2  # of a title below its number, at most
_CHAPTER_WORDS = 10  # of a chapter's title that a full stop ends
_TAIL = re.compile(r"[ \t]+#+[ \t]*$")
_PAGE = re.compile(r"\t+\d{1,4}\s*$")
_PLAIN = re.compile(r"[^*_\\:<{]*")
# <a id="x"></a>, {#x}: what names a place or sets the type. What else stands in angles is said: List<Word>.
_TAGS = re.compile(
    r"</?(?:a|abbr|b|big|code|em|font|i|kbd|mark|s|small|span|strong|su[bp]|u)(?:\s+[\w:-]+\s*=[^<>]*)?\s*/?>"
    r"|\{[#.:][^{}]*\}[ \t]*$",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"^\*\*[ ]\*\*[ ]?(?=[^*\s])")  # emphasis around nothing, as converters leave it
_BREAKS = re.compile(r"[ \t]*<br[ ]?/?>[ \t]*", re.IGNORECASE)  # "ARTICLE VII<br>Dues"
_EMPHASISED = re.compile(  # behind empty emphasis, as converters leave it
    r"(?:[ \t]*\*\*(?=[ \t]+\*\*[ \t])[ \t]+\*\*)*"
    r"[ \t]*(?P<mark>[*_]{1,2})(?:\\\*)?(?P<title>[^*_\s][^*_]{1,70}?)[.:]?[ \t]?(?P=mark)[.:]?(?=\s)"
)
# The stop behind a title, from which the blank may be lost: "3.1 Stacking Limits.Up to two …".
_STOPPED = re.compile(r"\.(?: |(?<=[a-zà-ÿ]{2}\.)(?=[A-ZÀ-Ý][a-zà-ÿ]*[ ][a-zà-ÿ]))")
_DASHES = tuple(":–—-")
_TAGGED = re.compile(  # a title between tags, and a stop, or nothing behind it
    r"[ \t]*<(?P<tag>a|b|em|i|span|strong|u)\b[^<>]{0,200}>"
    r"(?P<title>[^<>]{1,90}?)(?:[.:]</(?P=tag)>(?=[ \t])|[.:]?</(?P=tag)>[ \t]*$)"
)
_CLOSING = ']"”’»'  # what may stand behind the stop of a sentence
_DASH = re.compile(r"^[ \t\xa0]*(?:[:–—-](?=[ \t\xa0])|[–—](?=\w)|&[mn]dash;)")
_GOES_ON = re.compile(r"[a-zà-ÿ].*[,;] [^\W\d_A-Z]{1,4}$")  # "… to the next, or", with another below
_SEPARATOR = re.compile(r"[ \t\xa0]*(?:[:–—-][ \t\xa0]+|[–—](?=\w)|&[mn]dash;)?")


class Heading(NamedTuple):
    """A line that opens a section, as a token of the document grammar.

    `mark` is the depth of its heading mark, 0 where it has none; `kind` what its words or its
    number make of it; `run` the text that follows its title on the same line; `confidence` how sure it is
    that a section opens here.
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
    confidence: float = 1.0
    lines: int = 1  # that it takes: its title may stand below the number
    composed: bool = False  # its number begins again under each heading above
    within: bool = False  # composed, and printed whole below the first of its numbers: 1.2.1 below 1.2
    item: bool = False  # of a list: a heading mark behind it divides what it stands in
    inserted: bool = False  # 87k stands beside 87
    entry: bool = False  # an entry of a contents list or an index, which opens nothing
    also: Key | None = None  # of a second number, which its title begins with: "10. Appendix A: Lamps"

    @property
    def text(self) -> str:
        """What a line below may continue: the text that runs in, else the title."""
        return self.run.text if self.run is not None else self.title

    def of_list(self, text: str) -> Heading:
        """This heading as an item of a list; of a line that is a sentence, or leads to what follows ("The
        warden may:"), the words are no title."""
        rest = text.rstrip()
        start = text.find(self.title) if self.title and self.run is None else -1
        if start < 0 or not rest.endswith((".", ":")):
            return self._replace(item=True)
        return self._replace(
            title="", run=TextLine(self.line, start + 1, rest[start:]), type="RUN", item=True
        )

    @classmethod
    def plain(
        cls, line: int, column: int, title: str, words: LanguageWords, reason: str, mark: int = 0
    ) -> Heading:
        """A heading without a number; `title` as printed, with its marks."""
        bare = bare_title(title)
        column += max(title.find(bare), 0)
        return cls(line, column, None, None, bare, mark, words.heading_kind(bare), None, reason)


def marked_heading(line: int, text: str, start: int, level: int, words: LanguageWords) -> Heading:
    """The heading without a number behind `#` marks, of `level`; `start` is the offset behind the marks."""
    body = text[start:].strip()
    column = text.index(body, start) + 1
    return Heading.plain(line, column, _TAIL.sub("", body), words, "a heading mark", level)


def numbered_heading(
    one: HeadingCandidate, text: str, goes_on: bool, kind: SectionKind | None = None
) -> Heading:
    """The heading that a line makes whose number opens a section; `goes_on` says that the line below seems to
    go on from this one, which is then no title unless it is set like one."""
    kind = kind or (one.scheme.kind if one.scheme and one.scheme.kind != "rule" else None)
    column, number, key = one.start + 1, one.number, one.key
    if one.level and not one.underlined:
        body = _TAIL.sub("", text[one.end :].rstrip())
        title = _DASH.sub("", body.lstrip()).strip()
        title = title.removesuffix(one.emphasis) if one.emphasis else title
        reason = "a heading mark before a number"
        return Heading(
            line=one.line,
            column=column,
            number=number,
            key=key,
            title=bare_title(title),
            mark=one.level,
            kind=kind,
            run=None,
            reason=reason,
        )
    if one.emphasis:
        return _bold_heading(one, text, kind)
    if (tagged := _TAGGED.match(text, one.end)) is not None:
        run_text = text[tagged.end() :].strip()
        run = TextLine(one.line, text.index(run_text, tagged.end()) + 1, run_text) if run_text else None
        title, form = bare_title(tagged["title"]), "RUN" if run else "HEAD"
        reason = f"the number {number}, its title between tags"
        return Heading(
            line=one.line,
            column=column,
            number=number,
            key=key,
            title=title,
            mark=0,
            kind=kind,
            run=run,
            reason=reason,
            type=form,
        )
    if (named := _EMPHASISED.match(text, one.end)) is not None and _is_named(named):
        return _named_heading(one, text, named, kind)
    separator = _SEPARATOR.match(text, one.end)
    rest_at = separator.end() if separator is not None else one.end
    behind_colon = ":" in text[one.end - 1 : rest_at]  # "9.2: Tag: Date": the next one stands in the title
    rest = text[rest_at:].rstrip()
    if one.carrier == "cell":
        rest_at += len(rest) - len(rest.lstrip("| \t"))
        rest = text[rest_at:].rstrip("| \t")
    if not rest:
        return Heading(
            line=one.line,
            column=column,
            number=number,
            key=key,
            title="",
            mark=one.level,
            kind=kind,
            run=None,
            reason=f"the number {number} alone",
        )
    if one.underlined:
        return Heading(
            line=one.line,
            column=column,
            number=number,
            key=key,
            title=bare_title(rest),
            mark=one.level,
            kind=kind,
            run=None,
            reason="underlined",
        )
    word = one.word.strip("§")
    # "Section 4. Dues: Each member …" runs in where its line is a sentence's, or goes on below.
    runs_in = one.closer == "." and not one.listed and (goes_on or rest.endswith((".", ",")) or ". " in rest)
    whole = one.listed and not goes_on and not rest.endswith(".")  # "Attack I: A Flood", so in the contents
    whole = whole or _is_step(rest)
    colon = 0 if behind_colon or whole or (word and not runs_in) else _title_colon(rest)
    if word and not colon and one.closer == "." and (". " in rest or rest.endswith(".")) and not one.listed:
        # "Section 7.1. Notice. The secretary …": a full stop behind the number, and the text runs in.
        return numbered_paragraph(one.line, rest_at, rest, column, number, key, kind)
    if colon:
        title, run_text = rest[:colon].strip(), rest[colon + 1 :].strip()
        run = (
            TextLine(one.line, text.index(run_text, rest_at + colon + 1) + 1, run_text) if run_text else None
        )
        reason = f"the number {number}, and a colon that ends the title"
        form = "RUN" if run else "HEAD"
        return Heading(
            line=one.line,
            column=column,
            number=number,
            key=key,
            title=bare_title(title),
            mark=0,
            kind=kind,
            run=run,
            reason=reason,
            type=form,
        )
    goes_on = goes_on and not word and not is_titled(rest, _TITLE_WORDS)
    chapter = (one.own and is_titled(rest.removesuffix("."), _CHAPTER_WORDS)) or (
        one.listed and rest.endswith(".") and ". " not in rest
    )
    stopped = rest.rstrip(_CLOSING).endswith((".", ",", ";")) or _GOES_ON.match(rest) is not None
    if not chapter and (not _is_title(rest) or stopped or goes_on):
        return numbered_paragraph(one.line, rest_at, rest, column, number, key, kind)
    reason = f"the number {number}, then a short line without a full stop"
    title = bare_title(rest.removesuffix(".") if chapter else rest)
    return Heading(
        line=one.line,
        column=column,
        number=number,
        key=key,
        title=title,
        mark=0,
        kind=kind,
        run=None,
        reason=reason,
    )


def _is_step(text: str) -> bool:
    """Whether a title begins with a word that counts no sections, its number and a colon, and is no sentence:
    "Step 1: Asking the Server"."""
    word, _, behind = text.partition(" ")
    number, colon, said = behind.partition(": ")
    counts = bool(colon) and number.isdecimal() and word.upper() in counted()
    return counts and ". " not in said and not said.endswith((".", ",", ";"))


def _title_colon(text: str) -> int:
    """Where the colon stands that ends a title, 0 where there is none."""
    colon = text.find(":", 0, _RUN_IN_COLON)
    ends = colon > 0 and _is_title(text[:colon]) and text.count("(", 0, colon) == text.count(")", 0, colon)
    if ends and len(text[:colon].split()) > NAMED:  # a sentence, unless it is set like a title
        ends = is_titled(text[:colon], _TITLE_WORDS)
    return colon if ends and (text[colon + 1 : colon + 2] in ("", " ", "\t")) else 0


def numbered_paragraph(
    line: int, start: int, text: str, column: int, number: str, key: Key, kind: SectionKind | None
) -> Heading:
    """The heading of a paragraph that a number opens: the words before its first full stop where they are set
    like a title ("3.1 Stacking Limits. Up to two …"), else none.

    `text` begins at the offset `start` of its line, `column` is the number's.
    """
    stop = _STOPPED.search(text, 0, _RUN_IN_COLON)
    title = text[: stop.start()] if stop is not None and stop.start() > 0 else text.removesuffix(".")
    if is_titled(title):
        rest = text[len(title) + 1 :].strip()
        run = TextLine(line, start + text.index(rest, len(title)) + 1, rest) if rest else None
        reason = f"the number {number}, and a full stop that ends the title"
        form = "RUN" if run else "HEAD"
        return Heading(
            line=line,
            column=column,
            number=number,
            key=key,
            title=bare_title(title),
            mark=0,
            kind=kind,
            run=run,
            reason=reason,
            type=form,
        )
    run = TextLine(line, start + 1, text)
    reason = f"the number {number} at the head of a paragraph, which has no title"
    return Heading(
        line=line,
        column=column,
        number=number,
        key=key,
        title="",
        mark=0,
        kind=kind,
        run=run,
        reason=reason,
        type="RUN",
    )


def underlined_heading(line: int, text: str, mark: str, words: LanguageWords) -> Heading:
    """The heading made by a line of `=`, `*`, `-` or `~` under a title, which is the text of its line."""
    start = len(text) - len(text.lstrip())
    heading = marked_heading(line, text, start, 1 if mark in "=*" else 2, words)
    return heading._replace(reason="underlined")


def bare_title(text: str) -> str:
    """A title without emphasis marks, tags and final colon."""
    if "\t" in text:  # a page number set off by a tab, as in a contents list
        text = _PAGE.sub("", text)
    if "<" in text:
        text = _BREAKS.sub(" ", text)
    title = " ".join(text.split())
    if _PLAIN.fullmatch(title):
        return title
    if "<" in title or "{" in title:
        title = _TAGS.sub("", title).strip() or title  # of tags alone nothing would be left
    title = _EMPTY.sub("", title.rstrip(":").rstrip())
    while len(title) > 2 and title[0] in "*_" and title[-1] == title[0]:
        title = title[1:-1].strip().rstrip(":").rstrip()
    return title.replace("\\", "")


def _bold_heading(one: HeadingCandidate, text: str, kind: SectionKind | None) -> Heading:
    """The heading of a number in bold, with its title within the marks or behind them."""
    mark = one.emphasis
    close = one.end if one.closed else text.find(mark, one.end)
    close = len(text.rstrip()) if close < 0 else close
    title = _DASH.sub("", text[one.end : close]).rstrip(".")
    after = close if one.closed else min(close + len(mark), len(text))
    if text[after : after + 1] == ":":
        after += 1
    untitled = not title.strip(" :.")
    if one.closed and untitled and (named := _EMPHASISED.match(text, after)):
        title, after = named.group("title"), named.end()
    elif untitled and ":" in text[after : after + _RUN_IN_COLON]:
        colon = text.index(":", after)
        title, after = text[after:colon], colon + 1
    run_text = text[after:].strip().strip("|").strip() if "cell" in one.carrier else text[after:].strip()
    run = TextLine(one.line, text.index(run_text, after) + 1, run_text) if run_text else None
    reason = f"the number {one.number} in bold, its title with it"
    form = "RUN" if run else "HEAD"
    return Heading(
        line=one.line,
        column=one.start + 1,
        number=one.number,
        key=one.key,
        title=bare_title(title),
        mark=0,
        kind=kind,
        run=run,
        reason=reason,
        type=form,
    )


def _is_named(named: re.Match[str]) -> bool:
    """Whether words in emphasis behind a plain number are its title, with a stop or a colon behind them:
    "7.1 **Dark lamps.** A lamp …"; a sentence is none, nor the first words of one."""
    words = named.group("title")
    stopped = named.group().rstrip("*_ \t").endswith((".", ":"))
    return stopped and (len(words.split()) <= NAMED or is_titled(words, _TITLE_WORDS))


def _named_heading(
    one: HeadingCandidate, text: str, named: re.Match[str], kind: SectionKind | None
) -> Heading:
    """The heading of a plain number with its title in emphasis, into which the text runs."""
    rest = (
        text[named.end() :].strip().strip("|").strip()
        if "cell" in one.carrier
        else text[named.end() :].strip()
    )
    run = TextLine(one.line, text.index(rest, named.end()) + 1, rest) if rest else None
    return Heading(
        line=one.line,
        column=one.start + 1,
        number=one.number,
        key=one.key,
        title=bare_title(named.group("title")),
        mark=0,
        kind=kind,
        run=run,
        reason=f"the number {one.number}, its title in emphasis",
        type="RUN" if run else "HEAD",
    )


def _is_title(text: str) -> bool:
    """Short, of few words, and no sentence has ended in it."""
    return len(text) <= _TITLE_LENGTH and ". " not in text.strip() and len(text.split()) <= _TITLE_WORDS


def is_title_below(texts: Sequence[str], line: int, sections: Container[int]) -> bool:
    """Whether the line below a number (1-based) is its title: in capitals or set like one, and no more, or
    the next number right below."""
    below = texts[line].strip() if line < len(texts) else ""
    after = line + 1 < len(texts) and texts[line + 1].strip() and line + 2 not in sections
    return (
        line + 1 not in sections
        and any(map(str.isalpha, below))
        and not after
        and (below.isupper() or is_titled(below))
        and below[-1] not in ".,;:>"
    )


def centred_title(texts: Sequence[str], line: int, indent: int) -> int:
    """How many lines below a number's (1-based) are its title: centred as it is, in capitals, above text that
    is not."""
    count = 0
    while indent >= _INDENT and count <= _LINES and line + count < len(texts):
        text = texts[line + count]
        if not text.isupper() or not text[:1].isspace() or text.rstrip()[-1] in ".,;:":
            break
        count += 1
    return count if count <= _LINES else 0


def title_beneath(texts: Sequence[str], at: int, *, shouted: bool = False) -> str:
    """The title that stands between blank lines below a line (0-based), or nothing; one in capitals heads a
    section itself, where the number's word is not `shouted` too ("TITRE II")."""
    blank, title, end, *_ = *map(str.strip, texts[at + 1 : at + 4]), "", "", ""
    set_apart = at + 3 < len(texts) and not blank and not end
    words = is_titled(title) and title[:1].isalpha() and title[-1].isalpha()
    return title if set_apart and words and (shouted or not title.isupper()) else ""


def is_title_apart(texts: Sequence[str], line: int, level: int) -> bool:
    """Whether the heading of the same mark that follows a number's line (1-based) is its title:
    "## Chapter 3", "## THE FIELD OF PLAY", in capitals."""
    if line + 1 >= len(texts) or texts[line].strip():
        return False
    below = texts[line + 1].strip()
    title = below.lstrip("#").strip()
    return below.startswith("#" * level + " ") and title.isupper() and not any(map(str.isdigit, title))
