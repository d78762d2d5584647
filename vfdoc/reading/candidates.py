"""Candidates: the places of a text at which a number may open a section, whatever speaks for it.

Every line that begins with a number counts, behind whatever carries it: a heading mark, emphasis, a list
marker, a table cell, a bracket, a word such as "Article". Nothing is decided here and nothing is ruled out:
what stands around a number is a score (candidate_scores.py), and the chain (chain.py) weighs those of the
whole text.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from vfdoc.model import Key
from vfdoc.model.session import constant
from vfdoc.reading.line_classes import (
    range_behind,
    repeats,
)
from vfdoc.reading.numbering import (
    LETTERED,
    NUMBER,
    Numbering,
    Scheme,
    is_put_in,
    is_roman,
    key_of,
    put_in_behind,
    roman_value,
)
from vfdoc.reading.words import LanguageWords

Path = tuple[int, ...]  # the parts of a number as ranks: letters above the integers, capitals above those
SMALL, CAPITAL = 10**7, 2 * 10**7
# A group that gives nothing back is an atomic one here: (?>(?:...)?), for (?:...)?+ is read wrongly by Python
# before 3.11.5.
_LEAD = r"""
^(?P<quote>(?>(?:[ ]{0,3}>[ ]?)*))(?P<indent>[ \t]*+)
(?>(?:(?P<mark>\#{1,9})(?>[ \t]++(?:\#{1,6}[ \t]++)?|(?=§))(?>(?:\([^\W\d_]{3,20}\)[ \t]++(?=§))?)
|(?P<bullet>[-*+•–‣▪◦·])[ \t]++|(?P<cell>\|)[ \t]*+)?)
(?>(?:<[^<>\n]{1,99}>[ \t]*+)*)
(?P<em>[*_]{0,3}+)(?>(?:\[(?=\()|\[\[[^\[\]|\n]{1,200}\|(?=[^\[\]\s]{1,24}\]\]))?)(?P<open>[\[(]?+)
(?:(?P<spelt>(?=[^\W\d_a-z])ORDINALS)[ \t\xa0]++(?P<after>WORDS)(?!\w)
|(?>(?:(?P<word>WORDS|[^\W\d_a-z][^\W\d_]{1,13}(?=\.?[ \xa0]BEGINS))
(?(mark)(?P<several>[sS](?![^\W_])))?(?P<gap>\.?[^\S\n]*+)(?:(?<![A-Za-z])|(?(mark)(?=\d)|(?!))))?)
(?(word)(?P<quoted>["“„](?=[A-Z\d]{1,2}["”“]))?)
(?P<number>NUMBER|(?<=[^\W\d_][ \t\xa0])ORDINALS(?!\w))(?(quoted)["”“])
(?(word)(?>(?:(?<=[\dI])(?:er|re|ère|ème|st|nd|rd|th|[º°])(?!\w))?)))
(?>(?:\\(?=[.)])|[ ](?=\.[ ]{1,3}[A-Z]))?)(?P<close>[.:)\]]{0,2}+)(?>(?:(?<=\])\(\#[^()\s]{1,200}\))?)
(?P<emend>[*_]{0,3}+)(?P<late>[.:]?+)
(?(mark)(?(word),?+))(?(several)(?:(?<=:)(?=[ \t])|(?=[ \t]*[–—-][ \t]+[^\W\d_])))
(?=[\s\xa0|]|<(?i:br)[ ]?/?>|(?<=\d\.)[A-ZÀ-Ý][a-zà-ÿ]|(?<=\([a-z]\))[A-ZÀ-Ý][a-zà-ÿ]{2}|(?<=\d\.)\(1\)[ ]
|(?(word)(?<=\d:)[A-ZÀ-Ý]|(?!))|(?(word)(?(mark)(?<=\d)[A-ZÀ-Ý][a-zà-ÿ]{3}|(?!))|(?!))|[–—-][\s\xa0]|$|(?:[–—]|&[mn]dash;)[^\W\d])
"""
_BEHIND = re.compile(r"\s*+(?:[:–—|-][ \t\xa0]++|[–—](?=\w)|&[mn]dash;)?(?:\|[ \t]*+)?[*_]{0,3}")
_MARK_INSIDE = re.compile(r"[ \t]{1,4}(?P<mark>#{1,6})(?=[ \t])")  # "1. ### Title", an item
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_UNDERLINE = re.compile(r"[ ]{0,3}([=~*-])\1{2,}[ \t]*$")
_BAND = re.compile(r"\d{1,2}(?:-\d{1,2})?")  # a row of a table of results
_FROM_NONE = re.compile(r"0-\d{1,2}")  # "0-2" of them
_SHORTENED = re.compile(r"[A-Z](?:\.[A-Z])+")
_SMALLER = re.compile("[ivx]{1,5}")
_SMALLS = "abcdefghijklmnopqrstuvwxyz"
_OPENED = re.compile(r"\((?:[^\W\d_]|[ \xa0§.]){0,24}[ \t]*$")  # a bracket that goes on in the next line
_DEEPEST = 16  # parts of a number: what has more numbers nothing
_SPACED = re.compile(r"(?P<mark>#{0,6})[ ]{0,3}(?P<number>[A-Z]{1,2}[ \xa0]\d{1,2})[ \t\xa0]+(?=[^\W\d_a-z])")


@dataclass(slots=True, eq=False)
class HeadingCandidate:
    """A number that may open a section: its place (line 1-based, offsets of the number, and of what follows
    number and closer), its carrier, the word before it, its key, and the score of what speaks for it."""

    line: int
    start: int
    end: int
    carrier: str
    level: int  # of the heading mark
    indent: int
    word: str
    scheme: Scheme | None
    number: str
    closer: str
    key: Key
    path: Path
    rest: str
    blank: bool
    score: float = 0.0
    prior: float = 0.0
    emphasis: str = ""  # the marks that open before the number
    closed: bool = False  # and close behind it
    underlined: bool = False
    copy: bool = False
    listed: bool = False  # a copy of it has its words
    own: bool = False  # its own sections follow
    alone: bool = False  # it stands like a title: between blank lines, or in capitals
    told: bool = False  # text runs in behind its title
    headed: bool = False  # a heading without number says the same right above

    bucket: tuple[object, ...] = field(init=False)

    def __post_init__(self) -> None:
        # What it looks like: numbers of one look are sections together, or none is.
        shape = tuple(part >= SMALL for part in self.path)
        self.bucket = (self.carrier, (min(self.indent, 12) + 3) // 4, shape, self.closer, self.word)

    @property
    def weight(self) -> float:
        """Its score, with what was learned of its kind."""
        return self.score + self.prior


@constant
def _pattern(numbering: Numbering, ordinals: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(
        re.escape(word).replace(r"\ ", r"[ \t\xa0]") + ("§?" if word == "§" else "")
        for word in sorted(numbering.by_word, key=len, reverse=True)
    )
    spelt = f"(?i:{'|'.join(ordinals)})" if ordinals else "(?!)"
    body = _LEAD.replace("WORDS", f"(?i:{words})" if words else "(?!)").replace("ORDINALS", spelt)
    own = "".join(f"(?-x:{pattern})|" for pattern in numbering.patterns)
    body = body.replace("NUMBER", f"(?:{own}{NUMBER})" if own else NUMBER).replace("BEGINS", numbering.begins)
    return re.compile(body, re.VERBOSE | re.MULTILINE)


def rank(part: int | str, roman: bool = False) -> int:
    """A part of a key as a rank: integers as they are, letters (a, b, … z, aa) above them, or, where they may
    be `roman`, what they count."""
    if isinstance(part, int):
        return min(part, SMALL - 1)
    if roman and _SMALLER.fullmatch(part):
        return SMALL + roman_value(part.upper())
    value = 0
    for letter in part[:3].lower().rstrip("'"):
        value = value * 26 + max(ord(letter) - 96, 1) if letter.isascii() else value
    return (SMALL if part.islower() else CAPITAL) + value


def path_of(key: Key, series: str = "") -> Path:
    """The path of a key, without its series; small Roman figures behind a letter count: 4.2.a.ii."""
    parts = key[1:] if series and key[:1] == (series,) else key
    below = (False, *(str(part).islower() for part in parts))
    return tuple(rank(part, roman) for part, roman in zip(parts, below, strict=False))


def candidates(
    texts: Sequence[str],
    numbering: Numbering,
    words: LanguageWords,
    skipped: Container[int] = (),
    marks: str = "",
    items: bool = False,
) -> list[HeadingCandidate]:
    """The candidates of a text, in order; `skipped` are lines (1-based) that are known for something else,
    `marks` characters that are no heading marks here. With `items` those that can only be items, "(1)" or
    "a)": clauses at most, never sections by themselves; they have no score.

    A number may be read in two ways (Roman "C", the letter C): it is there twice.
    """
    text = "\n".join(texts)
    found: list[HeadingCandidate] = []
    line, at = 1, 0
    for match in _pattern(numbering, words.ordinals).finditer(text):
        begin = match.start()
        line += text.count("\n", at, begin)
        at = begin
        number = match.group("number") or ""
        item = match.group("word") is None and (
            (number.isalpha() and number.islower())
            or (match.group("open") == "(" and number.rstrip(_SMALLS).isdecimal())
        )
        if item == items and line not in skipped and not (match.group("mark") and "#" in marks):
            found += _readings(match, line, begin, texts, numbering, words)
    found = _without_words(_without_bands(found))
    if not items:
        found = _with_spaced(found, texts, numbering, skipped)
    return found


def _without_bands(found: list[HeadingCandidate]) -> list[HeadingCandidate]:
    """The candidates without the rows of a table of results: "1-2", "3-4", "5", each from where the last
    ended; and without cells that say how many, none at least: "0-2" alone."""
    none = {id(one) for one in found if _FROM_NONE.fullmatch(one.number) and not (one.rest or one.level)}
    dropped = none | {
        id(one)
        for before, after in pairwise(found)
        if not (before.word or after.word)
        and _BAND.fullmatch(before.number)
        and _BAND.fullmatch(after.number)
        for (low, _, end), (begin, _, last) in [(before.number.partition("-"), after.number.partition("-"))]
        if (not end or int(low) < int(end)) and int(end or low) + 1 == int(begin) <= int(last or begin)
        for one in (before, after)
        if "-" in one.number
    }
    return [one for one in found if id(one) not in dropped] if dropped else found


def _with_spaced(
    found: list[HeadingCandidate], texts: Sequence[str], numbering: Numbering, skipped: Container[int]
) -> list[HeadingCandidate]:
    """The candidates, with the chapters whose letter and number stand apart where those of their sections do
    not: "S 1 GENERAL RULES" above "S1.1"."""
    heads = {one.path[:2] for one in found if not one.word and len(one.path) > 2 and one.path[0] >= CAPITAL}
    if not heads:
        return found
    spaced: list[HeadingCandidate] = []
    for line, text in enumerate(texts, start=1):
        chapter = _SPACED.match(text)
        key = numbering.key("".join(chapter.group("number").split())) if chapter else ()
        if chapter is None or line in skipped or path_of(key) not in heads:
            continue
        level = len(chapter.group("mark"))
        spaced.append(
            HeadingCandidate(
                line=line, start=chapter.start("number"), end=chapter.end("number"),
                carrier="mark" if level else "line", level=level, indent=0, word="", scheme=None,
                number=chapter.group("number"), closer="", key=key, path=path_of(key),
                rest=text[chapter.end() :].rstrip(), blank=line == 1 or not texts[line - 2].strip(),
            )
        )  # fmt: skip
    return sorted((*found, *spaced), key=lambda one: one.line) if spaced else found


def _without_words(found: list[HeadingCandidate]) -> list[HeadingCandidate]:
    """The candidates without the letters before a colon that go on from no other: "## Q: Why?", but not
    "### C: Ends" behind "### B. Middle"; without a mark those that have no sections of their own, C.1. And
    without abbreviations, "U.K. boats …": capitals below a letter that heads nothing, and no A."""
    shortened = {one.path for one in found if not one.word and _SHORTENED.fullmatch(one.number)}
    if shortened:
        heads = {one.path[0] for one in found if len(one.path) == 1}
        heads |= {path[0] for path in shortened if path[1] == CAPITAL + 1}
        none = {path for path in shortened if path[0] not in heads}
        found = [one for one in found if one.word or one.path not in none]
    letters = {(one.level, one.number) for one in found if one.level and one.number.isalpha()}
    heads = {one.path[0] for one in found if one.closer and not one.word and len(one.path) > 1}
    return [
        one
        for one in found
        if one.closer != ":"
        or one.word
        or len(one.number) > 1
        or not one.number.isalpha()
        or (one.level, chr(ord(one.number) - 1)) in letters
        or (not one.level and one.blank and one.path[0] in heads)
    ]


def _readings(
    match: re.Match[str],
    line: int,
    begin: int,
    texts: Sequence[str],
    numbering: Numbering,
    words: LanguageWords,
) -> Iterator[HeadingCandidate]:
    closer = (match.group("close") + match.group("late"))[:1]
    spelt = match.group("spelt")  # "First Schedule"
    number = spelt or match.group("number").replace("\\", "")  # an escaped stop is one: 1\.2
    if number.count(".") >= _DEEPEST and number.rstrip(".0").count(".") >= _DEEPEST:
        return  # of so many parts that it is not even taken apart
    word = " ".join((match.group("after" if spelt else "word") or "").upper().split())
    opening, mark = match.group("open"), match.group("mark")
    if opening == "[" and closer == "." and not match.group("late") and "](" not in texts[line - 1]:
        opening = ""  # "[18. The Bank …]": what was put in stands in brackets
    if opening and opening != {"]": "[", ")": "("}.get(match.group("close")[:1]):
        return
    if len(opening) == 1 and match.group("close")[1:] in (")", "]"):
        return  # "[7]).": a bracket closes that was opened in the line above
    if closer == ")" and not opening and "." in number and line > 1 and _OPENED.search(texts[line - 2]):
        return  # "(section" in the line above, "10.4) has it"
    counted = words.counted.match(texts[line - 1], match.end() - begin) if mark and closer == "." else None
    if counted is not None and not word and number.isdecimal():
        word, closer = counted["word"].upper(), ""  # "## 1. Abschnitt - Fees"
    if word.startswith("§"):
        word = "§"
    patterned = None if word else numbering.patterned(number)
    alpha = number.isalpha() and patterned is None
    value = words.ordinal(number) if alpha and len(number) > 1 and word else 0
    if alpha and len(number) > 1 and not value and not is_roman(number):
        return
    if alpha and not word and not (closer and (closer in ".)" or opening == "(" or closer == ":")):
        return
    if not (word or mark or alpha or closer or patterned) and number.isdecimal() and match.group("cell"):
        return
    if not (word or mark) and is_put_in(number):
        return  # "2ter Teil": an ordinal
    text = texts[line - 1]
    scheme = numbering.scheme_of(word) if word else patterned
    if word and scheme is None and word.casefold() in words.forms.stop:
        return  # "The 3.2 team": an article counts nothing
    if scheme is not None and scheme.nested and "." in number:  # "Abschnitt 2.1" says where it stands
        scheme = scheme._replace(series="", kind="rule", nested=False)
    series = scheme.series if scheme else ""
    blank = line == 1 or not texts[line - 2].strip(" \t>")
    start, end = match.start("number") - begin, match.end() - begin
    end = counted.end() if counted is not None else end
    if closer and not (mark or word) and (inside := _MARK_INSIDE.match(text, end)) is not None:
        mark, end = inside.group("mark"), inside.end()
    if value:  # a word as a number says nothing without the word that it counts
        start = match.start("spelt" if spelt else "word") - begin
        number = text[start : match.end("after" if spelt else "number") - begin]
    whole = number.isdecimal() and scheme is not None and scheme.inserted and words.letters_apart
    latin = bool(word) and words.inserts
    alone = blank and not any(map(str.strip, texts[line : line + 1]))
    marked = bool(word and (mark or alone)) and number[-1:].isdecimal()
    put_in = "" if closer else put_in_behind(text, end, latin=latin, letters=whole, marked=marked)
    number, end = number + put_in, end + len(put_in)
    keys = [numbering.key(str(value) if value else number, series)]
    if ((word and blank) or mark) and (ranged := range_behind(text[end:], number, words)):
        end += len(ranged)
        number += ranged
    # A closer that is a title's colon stays: "1.2: Title".
    rest = text[_BEHIND.match(text, end).end() :].rstrip()  # type: ignore[union-attr]
    headed = line > 1 and repeats(rest, texts[line - 2])
    if rest[:1] == "<":
        rest = _TAG.sub("", rest)
    if opening == "(" and not alpha and match.group("close")[:1] == ")":
        carrier = "round"
    elif opening == "[":
        carrier = "bracket"
    elif mark:
        carrier = "mark"
    elif match.group("em"):
        carrier = "boldcell" if match.group("cell") else "bolditem" if match.group("bullet") else "bold"
    elif match.group("cell") or (not word and text[end:].lstrip().startswith("|")):
        carrier = "cell"  # "1.1 | Lead 0.5 mg/l", a row without its first line
    elif match.group("bullet"):
        carrier = "item"
    else:
        carrier = "line"
    indent = len(match.group("indent").expandtabs(4))
    level = len(mark) if mark else 0
    underlined = False
    if carrier in ("line", "bold") and line < len(texts) and (under := _UNDERLINE.match(texts[line])):
        width = len(text.strip())
        underlined = under.group(1) in "=-" or len(under.group().strip()) >= width
        if underlined:
            carrier, level = "mark", 1 if under.group(1) in "=*" else 2
    if alpha and len(number) == 1 and is_roman(number):
        if series == LETTERED:
            keys.append((series, *key_of(number)))
        else:
            keys.append((series, number) if series else (number,))
    for key in keys:
        path = path_of(key, series)
        if 0 < len(path) <= _DEEPEST:
            yield HeadingCandidate(
                line=line, start=start, end=end, carrier=carrier, level=level, indent=indent, word=word,
                scheme=scheme, number=number, closer=closer, key=key, path=path, rest=rest,
                blank=blank or headed, headed=headed, score=0.0, prior=0.0, emphasis=match.group("em"),
                closed=bool(match.group("emend")), underlined=underlined,
            )  # fmt: skip
