"""What a line looks like: one compiled alternation, its group names the classes of lines; and which lines
are fenced code."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from vfdoc.model.session import constant
from vfdoc.reading.numbering import schemes
from vfdoc.reading.words import LanguageWords

_LINE = r"""
 (?P<blank>[ \t]*$)
|(?P<quote>[ ]{0,3}>)
|(?P<hash>[ ]{0,3}\#{1,6}(?=[ \t]|$))
|(?P<pipe>[ ]{0,3}\|)
|(?P<rule>[ ]{0,3}(?:-{3,}|={3,}|\*{3,}|_{3,}|~{5,})[ \t]*$)
|(?P<foot>[ ]{0,3}(?:\\\*|\*\*|\\\#|\\@|\\†|†)(?:\\?\*)*[ \t])
|(?P<bullet>[ \t]*[-•‣◦▪·–*+](?=[ \t]+\S))
|(?P<ordered>[ \t]*(?:
    (?:\d{1,3}[.)]|\(\d{1,3}[a-z]?\)|\(?[a-z]\)|[a-h]\.)(?=[ \t]+\S)|\(\d{1,3}[a-z]?\)(?=[ \t]*$)
  ))
|(?P<text>)
"""
_TERM = re.compile(r"[ \t>*-]*(\*\*|__)[^*_\d\n]{2,80}\1:[ \t]")
_LEADERS = re.compile(r"(?:\.[ \t]?){3}|\t\d{1,4}[ \t]*$")
_HOST_BEFORE = re.compile(r"[ \xa0](?:\d{1,4}|[IVXLC]{1,7}),$")
_QUOTES = re.compile(r"(?:[ ]{0,3}>)*")
_FENCE = re.compile(r"(?P<quotes>(?:[ ]{0,3}>)*)[ ]{0,3}(?P<mark>`{3,}+|~{3,}+)(?P<info>.*)")
_WAVES = "~~~~~"
OPENING = frozenset("([\"'“‘«")
NAMED = 6  # words of a title that a full stop ends
_SHORT = 4  # letters of a word that has no capital in a title
_FULL = 55  # characters of a line that was broken because it was full
_WIDEST = 200  # numbers in a range of a heading
_SENTENCE_END = (".", "!", "?", ":", ";", '."', ".”", ")")
LINE = re.compile(_LINE, re.VERBOSE)  # every line matches, if only as text
PLAIN = re.compile(r"(?P<text>)")  # where marks nest too deep, a line is only text


class Fenced(NamedTuple):
    """A line of a fence: in how many quotations it stands, and whether it is code or the fence itself."""

    depth: int
    code: bool


_NAMED_NUMBER = re.compile(r"(§|\b[A-ZÀ-Ý][^\W\d_]{1,12}\.?)[ \xa0](\d{1,4})(?![\d.])")
_LISTED = 4  # sections in one line that make it a list


def fenced_lines(texts: Sequence[str]) -> dict[int, Fenced]:
    """The lines (1-based) of fences. A fence is closed by its own mark, as long at least, with nothing behind
    it, as CommonMark says, or where the quotation ends in which it stands."""
    found: dict[int, Fenced] = {}
    mark, depth = "", 0
    for line, text in enumerate(texts, start=1):
        if not mark and "```" not in text and "~~~" not in text:
            continue
        opens = _FENCE.match(text)
        info = opens.group("info").strip() if opens else ""
        if mark and depth and _QUOTES.match(text).group().count(">") < depth:  # type: ignore[union-attr]
            mark = ""
        if mark:
            closes = opens is not None and opens.group("mark").startswith(mark) and not info
            found[line] = Fenced(depth, not closes)
            mark = "" if closes else mark
        elif opens and not (opens.group("mark")[0] == "`" and "`" in info):
            if opens.group("mark").startswith(_WAVES) and not info:  # a line of waves, as below a title
                continue
            mark, depth = opens.group("mark"), opens.group("quotes").count(">")
            found[line] = Fenced(depth, False)
    return found


def is_wrapped(texts: Sequence[str]) -> bool:
    """Whether the lines were broken to a width, so that a paragraph takes several of them."""
    lengths = sorted(map(len, texts))
    begin, end = bisect_left(lengths, 50), bisect_right(lengths, 110)
    full, longer = end - begin, len(lengths) - end
    return full > 10 * longer and full >= 3


def is_open(text: str) -> bool:
    """Whether a sentence may go on below this line; a shouted one is a title and says no more."""
    text = text.rstrip()
    return not (text.endswith(_SENTENCE_END) or text.isupper())


def defines(above: Sequence[str]) -> bool:
    """Whether lines begin with a term in bold and a colon, as entries of a list of terms do."""
    return any(map(_TERM.match, above))


@constant
def _numbering_words() -> frozenset[str]:
    """The words before numbers, in capitals, without an S at their ends."""
    return frozenset(word.rstrip("S") for scheme in schemes() for word in scheme.words)


def counts_words(text: str) -> bool:
    """Whether a line ends with a word that stands before numbers: "… a breach of Rule"; or with its number
    and a comma, behind which that of a part follows: "… under Chapter 1,"."""
    last = _HOST_BEFORE.sub("", text.rstrip()).rsplit(None, 1)[-1:]
    return bool(last) and last[0].upper().rstrip("S") in _numbering_words()


def breaks_off(text: str) -> bool:
    """Whether a sentence stops behind such a word: "… as described in section"."""
    last = text.rsplit(None, 2)[-2:] if text[-1:].isalpha() or text[-1:].isspace() else []
    return all(map(str.islower, last)) and len(last) == 2 and last[1].upper() in _numbering_words()


def shouts(text: str, below: Sequence[str]) -> bool:
    """Whether a line is set in capitals as a title is: four letters at least, without an end, and not in a
    paragraph that shouts from one full line to the next (`below` holds that, where there is one)."""
    if len(text) > 90 or not text.isupper() or text.endswith((".", ",", ";", ":", "!")):
        return False
    if len(text) >= _FULL and any(line.isupper() for line in below):
        return False
    return sum(map(str.isalpha, text)) >= 4 and text[0].isalpha()


def runs_on(text: str, below: Sequence[str], wrapped: bool) -> bool:
    """Whether the line below seems to go on from this one: with a small letter, or in a wrapped text because
    this one is full. `below` holds it, where there is one."""
    first = below[0].lstrip(" >")[:1] if below else ""
    return first.islower() or (wrapped and len(text) >= _FULL and (first.isalpha() or first in OPENING))


def counts_on(marker: str, text: str) -> bool:
    """Whether a line holds the marker that follows its own: "1. Fate > 2. Fire" is a line, no item."""
    digits = marker.strip("().")
    return digits.isdecimal() and f" {marker.replace(digits, str(int(digits) + 1))} " in text


def is_titled(text: str, most: int = NAMED) -> bool:
    """Whether words, so many at most, are set like a title: with capitals, save short ones between them."""
    words = text.split()
    if not 0 < len(words) <= most or not (_is_capital(words[0]) and _is_capital(words[-1])):
        return False
    return all(_is_capital(word) or (len(word) <= _SHORT and word.isalpha()) for word in words)


def _is_capital(word: str) -> bool:
    return word[0].isupper() or not word[0].isalpha()


def repeats(text: str, above: str) -> bool:
    """Whether a line says no more than the heading with a mark right above it: "# Scope", "3. Scope"."""
    return above.startswith("#") and above.strip("# ").casefold() == text.strip().casefold() != ""


def lists_sections(text: str) -> bool:
    """Whether a line names sections one after another, by one word or sign and numbers that count on: a
    contents list whose lines were torn into one ("§ 17 Aim§ 18 Scope§ 19 …")."""
    last: dict[str, tuple[int, int]] = {}  # of each word, the last number and how many count up to it
    for word, number in _NAMED_NUMBER.findall(text):
        before, count = last.get(word, (0, 0))
        last[word] = (int(number), count + 1 if int(number) == before + 1 else 1)
        if last[word][1] >= _LISTED:
            return True
    return False


def leads_to_a_page(text: str) -> bool:
    """Whether dots or a tab lead to a page number, as in a contents list."""
    return _LEADERS.search(text) is not None


@constant
def _range_end(words: LanguageWords) -> re.Pattern[str]:
    joins = f"(?P<through>–|{words.through})|{words.joins}"
    above = r"(?P<above>(?:\d{1,5}\.){0,6})"
    return re.compile(rf"[ \xa0](?:{joins})[ \xa0]{above}(?P<last>\d{{1,5}})(?P<letter>[a-z]?)(?!\w|\.\d)")


def range_behind(behind: str, number: str, words: LanguageWords) -> str:
    """What follows a number that begins a range, " bis 70", " – 4.2.8", or goes on with the next, " und 71";
    nothing where none does."""
    ends = _range_end(words).match(behind)
    if ends is None:
        return ""
    above, stop, tail = number.rpartition(".")
    first, last = tail.rstrip("abcdefghijklmnopqrstuvwxyz"), ends.group("last")
    letter, end = tail[len(first) :], ends.group("letter")
    if not first.isdecimal() or len(letter) != len(end) or ends.group("above") != above + stop:
        return ""
    width = ord(end) - ord(letter) if end and first == last else 0 if end else int(last) - int(first)
    return ends.group() if 0 < width <= (_WIDEST if ends.group("through") else 1) else ""


def names_range(number: str, rest: str, words: LanguageWords) -> bool:
    """Whether a line says no more than from which number to which: the title of an excerpt."""
    return not number.isalnum() and _range_alone(words).search(f"{number} {rest}") is not None


@constant
def _range_alone(words: LanguageWords) -> re.Pattern[str]:
    return re.compile(rf"\d\w?[ \xa0](?:–|{words.through})[ \xa0][\w.-]{{0,12}}\d\w?[ \t]*$")
