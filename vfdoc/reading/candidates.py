"""Candidates: the places of a text at which a number may open a section, each with what speaks for it.

Every line that begins with a number counts, behind whatever carries it: a heading mark, emphasis, a list
marker, a table cell, a bracket, a word such as "Article". Nothing is decided here and nothing is ruled out:
what stands around a number is a score, and the chain (chain.py) weighs the scores of the whole text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from vfdoc.model import Key
from vfdoc.model.session import constant
from vfdoc.reading.full_paths import NumberAtHead, successors
from vfdoc.reading.line_classes import (
    breaks_off,
    counts_on,
    counts_words,
    defines,
    fenced_lines,
    is_open,
    is_titled,
    is_wrapped,
    leads_to_a_page,
    lists_sections,
    names_range,
    range_behind,
    repeats,
    runs_on,
)
from vfdoc.reading.numbering import (
    LETTERED,
    NUMBER,
    HeadingWeights,
    Numbering,
    Scheme,
    is_date,
    is_put_in,
    is_roman,
    key_of,
    put_in_behind,
    roman_value,
    weights,
)
from vfdoc.reading.words import LanguageWords

Path = tuple[int, ...]  # the parts of a number as ranks: letters above the integers, capitals above those
_SMALL, _CAPITAL = 10**7, 2 * 10**7
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
(?(mark)(?P<several>[sS](?![^\W_])))?(?P<gap>\.?[^\S\n]*+)(?<![A-Za-z]))?)
(?P<number>NUMBER|(?<=[^\W\d_][ \t\xa0])ORDINALS(?!\w))
(?(word)(?>(?:(?<=[\dI])(?:er|re|ère|ème|st|nd|rd|th|[º°])(?!\w))?)))
(?>(?:\\(?=[.)])|[ ](?=\.[ ]{1,3}[A-Z]))?)(?P<close>[.:)\]]{0,2}+)(?>(?:(?<=\])\(\#[^()\s]{1,200}\))?)
(?P<emend>[*_]{0,3}+)(?P<late>[.:]?+)
(?(mark)(?(word),?+))(?(several)(?:(?<=:)(?=[ \t])|(?=[ \t]*[–—-][ \t]+[^\W\d_])))
(?=[\s\xa0|]|<(?i:br)[ ]?/?>|(?<=\d\.)[A-ZÀ-Ý][a-zà-ÿ]|(?<=\([a-z]\))[A-ZÀ-Ý][a-zà-ÿ]{2}
|(?(word)(?<=\d:)[A-ZÀ-Ý]|(?!))|[–—-][\s\xa0]|$|(?:[–—]|&[mn]dash;)[^\W\d])
"""
_BEHIND = re.compile(r"\s*+(?:[:–—|-][ \t\xa0]++|[–—](?=\w)|&[mn]dash;)?(?:\|[ \t]*+)?[*_]{0,3}")
_MARK_INSIDE = re.compile(r"[ \t]{1,4}(?P<mark>#{1,6})(?=[ \t])")  # "1. ### Title", an item
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_CLOSED = re.compile(r"</([a-z]{1,6})>$")
_NAMED_SO = re.compile(r"[a-z]{1,2}[A-Z][a-z]")  # a name with a small letter before it: iCalendar
_UNDERLINE = re.compile(r"[ ]{0,3}([=~*-])\1{2,}[ \t]*$")
_BAND = re.compile(r"\d{1,2}(?:-\d{1,2})?")  # a row of a table of results
_FROM_NONE = re.compile(r"0-\d{1,2}")  # "0-2" of them
_ASIDE = re.compile(r"\([^()]{1,40}\)[,;]")  # "4.7 (third sentence), 4.10": a list of what is cited
# "1.1 Banks 4.4 Barns 4.7 Land"
_ROW = re.compile(r"(?:[^\W\d_][\w' -]{2,40} \d{1,3}\.\d{1,3} (?=[A-Z])){2}")
_SMALLER = re.compile("[ivx]{1,5}")
_SMALLS = "abcdefghijklmnopqrstuvwxyz"
_SAYS_SO = re.compile(r"\([^()]{1,40}\)[ ](?=[a-z])")  # "Section One (this section) provides …"
_YEAR = range(1000, 2200)
_OPENED = re.compile(r"\((?:[^\W\d_]|[ \xa0§.]){0,24}[ \t]*$")  # a bracket that goes on in the next line
_OF_A_LAW = re.compile(r"(?:[A-Z]{2,5}|[A-Z][a-zäöü]{1,9}[A-Z][A-Za-z]{0,6})[ \xa0](?=[^\W\dA-ZÀ-Ý])")
_TITLE_WORDS = 10  # of a chapter without a mark
_DEEPEST = 16  # parts of a number: what has more numbers nothing
_SPACED = re.compile(r"(?P<mark>#{0,6})[ ]{0,3}(?P<number>[A-Z]{1,2}[ \xa0]\d{1,2})[ \t\xa0]+(?=[^\W\d_a-z])")
_FOREIGN = 3  # times as strange: parts set off by dashes, where others of the text are by stops
_SEVERAL = 2  # numbers of three parts joined by dashes, more than these
_AGAIN = 8  # times that letters begin again from A, at least, where they are items
_REACH = 12  # candidates among which a whole number's own sections are sought


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
        shape = tuple(part >= _SMALL for part in self.path)
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
        return min(part, _SMALL - 1)
    if roman and _SMALLER.fullmatch(part):
        return _SMALL + roman_value(part.upper())
    value = 0
    for letter in part[:3].lower().rstrip("'"):
        value = value * 26 + max(ord(letter) - 96, 1) if letter.isascii() else value
    return (_SMALL if part.islower() else _CAPITAL) + value


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
        _score(found, texts, words, weights(), numbering.carriers)
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
    heads = {one.path[:2] for one in found if not one.word and len(one.path) > 2 and one.path[0] >= _CAPITAL}
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
                line=line,
                start=chapter.start("number"),
                end=chapter.end("number"),
                carrier="mark" if level else "line",
                level=level,
                indent=0,
                word="",
                scheme=None,
                number=chapter.group("number"),
                closer="",
                key=key,
                path=path_of(key),
                rest=text[chapter.end() :].rstrip(),
                blank=line == 1 or not texts[line - 2].strip(),
            )
        )
    return sorted((*found, *spaced), key=lambda one: one.line) if spaced else found


def _without_words(found: list[HeadingCandidate]) -> list[HeadingCandidate]:
    """The candidates without the letters before a colon that go on from no other: "## Q: Why?", but not
    "### C: Ends" behind "### B. Middle"; without a mark those that have no sections of their own, C.1."""
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
    if opening and opening != {"]": "[", ")": "("}.get(match.group("close")[:1]):
        return
    if len(opening) == 1 and match.group("close")[1:] in (")", "]"):
        return  # "[7]).": a bracket closes that was opened in the line above
    if closer == ")" and not opening and "." in number and line > 1 and _OPENED.search(texts[line - 2]):
        return  # "(section" in the line above, "10.4) has it"
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
    if closer and not (mark or word) and (inside := _MARK_INSIDE.match(text, end)) is not None:
        mark, end = inside.group("mark"), inside.end()
    if value:  # a word as a number says nothing without the word that it counts
        start = match.start("spelt" if spelt else "word") - begin
        number = text[start : match.end("after" if spelt else "number") - begin]
    whole = number.isdecimal() and scheme is not None and scheme.inserted and words.letters_apart
    latin = bool(word) and words.inserts
    marked = bool(word and mark) and number[-1:].isdecimal()
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
    elif match.group("cell"):
        carrier = "cell"
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


def _score(
    found: Sequence[HeadingCandidate],
    texts: Sequence[str],
    words: LanguageWords,
    w: HeadingWeights,
    carriers: Sequence[str],
) -> None:
    from vfdoc.reading.copied_numbers import mark_announced

    wrapped = is_wrapped(texts)
    marked = {(c.word, c.path) for c in found if c.level}
    mark_announced(found)
    worded = {
        c.path
        for c in found
        if c.level
        or (c.scheme and not c.copy and _stands(c, texts))
        or not (
            c.number.isalnum() or is_date(c.number) or (c.number.endswith(".0") and not _titled(c, texts))
        )
    }
    brackets = (at for at, c in enumerate(found) if c.carrier == "bracket" and len(c.path) == 1)
    chapters = {found[at].path for at in brackets if _has_own(found, at)}
    bold = {c.path for c in found if c.carrier == "bold"}
    joins = wrapped or bool(marked)
    dotted = sum("." in c.number for c in found)
    stops = dotted > sum("-" in c.number or ":" in c.number for c in found)
    # 6-5-3-1 is no score: where numbers are joined so, parts set off by dashes are not strange.
    dashes = sum(c.number.count("-") > 1 and not is_date(c.number) for c in found) > max(dotted, _SEVERAL)
    fences, items = fenced_lines(texts), _letters_of_items(found)
    behind = Counter((c.word, c.path) for c in found if c.word)
    bare = [
        NumberAtHead(c.line, c.number, c.end) for c in found if not (c.word or wrapped) and c.closer == "."
    ]
    following = successors(bare, texts) if bare else frozenset()
    for at, one in enumerate(found):
        succeeds = not one.word and (one.line, one.number) in following
        s = w.carrier.get(one.carrier, 0.0)
        stated = one.scheme.carriers if one.scheme else () if one.word else carriers
        if stated:
            s = w.carrier["mark"] if one.carrier in stated else w.fence
        s += w.sentence if succeeds else _behind(one, texts, words, wrapped, w)
        above = texts[one.line - 2] if one.line > 1 else ""
        if one.blank:
            s += w.blank_above
            if one.line > 2 and breaks_off(texts[one.line - 3]):
                s += w.small * 2  # "… as described in section", and its number on a line of its own
        elif not (one.level or succeeds) and is_open(above) and not _is_next_item(found, at):
            if counts_words(above) or (one.carrier == "line" and _leads_on(above, words)):
                s += w.small  # "… a breach of Rule" goes on in "5.45 shall", "… told in" in "Article 4 (but"
            s += w.open_above if joins else w.open_above / 4
        closed = _CLOSED.search(one.rest)
        if closed is not None and f"<{closed.group(1)}" not in texts[one.line - 1]:
            s += w.small  # the last line of a cell: "Schedule 1 (item 245)</div>"
        lettered = one.path[0] >= _CAPITAL and not one.word and one.closed and one.closer == ":"
        if lettered and one.blank and defines(texts[one.line - 3 : one.line - 2]):
            s += w.fence  # "**X.509**: Means …" behind "**Wick**: Means …"
        if (one.line in fences or one.line in items) or (
            one.word and names_range(one.number, one.rest, words) and behind[one.word, one.path] > 1
        ):
            s += w.fence
        if one.scheme:
            s += w.word
        if one.carrier == "line" and one.indent >= 4 and not one.blank and (one.rest or not one.word):
            s += w.deep_inside
        whole = len(one.path) == 1 and one.path[0] < _SMALL and not one.word and one.number.isalnum()
        if whole and not one.level:
            again = one.path in worded or (one.path in chapters and one.carrier != "bracket")
            listed = again or counts_on(one.number + one.closer, texts[one.line - 1])
            one.own = not listed and _has_own(found, at)
            s += w.whole_with if one.own else w.whole_without
            s += w.marked_elsewhere if again else 0.0
        elif len(one.path) == 1 and one.path[0] >= _SMALL and not one.word and not one.level:
            one.own = _has_own(found, at)
            s += w.whole_with if one.own else w.letter_without
        below = texts[one.line] if one.line < len(texts) else ""
        title = one.rest.rstrip("*_ ")
        ends = title.endswith((".", ",", ";", ":", "!", "?")) and not is_titled(title[:-1], _TITLE_WORDS)
        set_off = (
            texts[one.line - 1].startswith("   ", one.end) and "  " not in title
        )  # "5     File structure"
        alone = set_off or not below.strip() or title.isupper() or one.headed
        alone = alone or (at + 1 < len(found) and found[at + 1].line == one.line + 1)
        one.alone = one.blank and alone and not ends and 0 < len(title.split()) <= _TITLE_WORDS
        head, _, run = one.rest.replace("*", "").partition(". ")
        one.told = bool(run) and is_titled(head)
        if whole and one.path[0] in _YEAR and not one.closer:
            s += w.year
        if "\t" in one.rest and (at and _in_row(texts, one.line)):
            s += w.tabbed
        strange = ":" in one.number or ("-" in one.number and not dashes)
        if strange and not (one.scheme and one.scheme.pattern):
            s += w.dashed * (_FOREIGN if stops else 1)
        if is_date(one.number):
            s += w.date
        doubled = one.alone and not one.number.isalnum() and not one.word  # a heading printed twice,
        doubled = doubled and texts[one.line - 1].lstrip()[:1] != ">"  # not a page's head, quoted
        known = (one.word, one.path) in marked or (
            bool(one.word) and not one.alone and ("", one.path) in marked
        )
        if not (one.level or doubled) and one.carrier != "bold" and known:
            s += w.marked_elsewhere
        elif one.carrier in ("line", "item", "cell") and not one.level and one.path in bold:
            s += w.bold_elsewhere
        one.score = s


def _letters_of_items(found: Sequence[HeadingCandidate]) -> frozenset[int]:
    """The lines of letters without mark or word that begin again from A in one section after another, and of
    the numbers right below them: "A.", "A.1.", "B." of many sections, which are items of each."""
    plain = [c for c in found if c.path[0] >= _CAPITAL and not (c.level or c.word)]
    lines = {(c.path[0], c.line) for c in plain if len(c.path) == 1}
    often = Counter(letter for letter, _ in lines)
    items: set[int] = set()
    if min(often[_CAPITAL + 1], often[_CAPITAL + 2]) < _AGAIN:
        return frozenset()
    above = 0
    for one in plain:
        letter = one.path[0]  # the "F.3" behind "E." is F, and a footnote's sign
        above = letter if len(one.path) == 1 or above <= letter <= above + 1 else 0
        if above:
            items.add(one.line)
    return frozenset(items)


@constant
def _vacant(words: LanguageWords) -> re.Pattern[str]:
    """A title that says that nothing stands there, with an aside."""
    return re.compile(rf"(?:{words.forms.vacant or '(?!)'})(?:[ ]\([^()]{{1,60}}\))?", re.IGNORECASE)


@constant
def _part(words: LanguageWords) -> re.Pattern[str]:
    """A part of a section with its number: "Abs. 2"."""
    return re.compile(rf"(?:{words.parts})[ \xa0]?\d", re.IGNORECASE)


def _leads_on(text: str, words: LanguageWords) -> bool:
    """Whether a line ends with a word that no sentence ends with; not with the "or" between two items."""
    before, last = ["", "", *text.rsplit(None, 2)][-2:]
    return last in words.forms.stop and not before.endswith((";", ","))


def _stands(one: HeadingCandidate, texts: Sequence[str]) -> bool:
    """Whether no sentence goes on from the line above to a number, or behind it."""
    return not one.rest[:1].islower() and (one.blank or not is_open(texts[one.line - 2]))


def _titled(one: HeadingCandidate, texts: Sequence[str]) -> bool:
    """Whether a title may stand behind a number: something does, and it begins like one."""
    return _stands(one, texts) and one.rest.lstrip("*_ ")[:1].isupper()


def _is_next_item(found: Sequence[HeadingCandidate], at: int) -> bool:
    """Whether the line above is an item with a number, too: no sentence goes on from one into the next."""
    one, above = found[at], found[at - 1] if at else found[at]
    return one.carrier == above.carrier == "item" and above.line == one.line - 1


def _in_row(texts: Sequence[str], line: int) -> bool:
    """Whether a line (1-based) stands beside another one of cells."""
    return any(0 <= at < len(texts) and "\t" in texts[at].strip() for at in (line - 2, line))


def _behind(
    one: HeadingCandidate, texts: Sequence[str], words: LanguageWords, wrapped: bool, w: HeadingWeights
) -> float:
    """What the words behind a number say."""
    rest = one.rest
    if not rest.strip("*_| "):
        return w.nothing if not one.word else 0.0
    first = rest[0]
    if first.isdigit():
        return w.digit
    if counts_on(one.number + one.closer, texts[one.line - 1]):
        return w.unit
    if one.number.isdecimal() and not one.word and words.months.match(rest):
        return w.fence if words.months.fullmatch(rest) else w.unit  # a date: "5 February 2026"
    if one.carrier in ("line", "item") and words.unit.match(rest):
        return w.unit
    if one.word and _vacant(words).fullmatch(rest):
        return w.title  # "§ 29 repealed (transition)"
    if first.islower() and not _NAMED_SO.match(rest):
        if one.level or one.emphasis:
            return w.small / 6
        if one.word and not one.closer:
            return w.small * 2  # "Rule 1.2 says so": a sentence about a section
        return w.small / 3 if one.closer == ")" and not one.number.isdecimal() else w.small
    if one.word and not (one.closer or one.level) and _SAYS_SO.match(rest) and rest.endswith("."):
        return w.small * 2  # the same, with an aside before the verb
    if one.level and lists_sections(rest):
        return w.fence  # a torn contents list, in one line
    if first in ".,;)§|&=<>%/·•" or (first == "(" and _ASIDE.match(rest)):
        return w.punctuation
    if one.word and not (one.closer or one.level) and _part(words).match(rest):
        return w.small * 2  # "§ 29 Abs. 2 Satz 1": a citation, whose sentence began above
    if one.word == "§" and not (one.closer or one.level) and _OF_A_LAW.match(rest) and rest.endswith("."):
        return w.small * 2  # "§ 77 GenG verlangt eine Frist.": a sentence about a section of another law
    if leads_to_a_page(rest):
        return w.leaders
    if one.carrier == "line" and _ROW.match(rest):
        return w.tabbed
    short = len(rest) <= 90 and not rest.endswith((".", ",", ";"))
    if short and one.carrier == "line" and runs_on(rest, texts[one.line : one.line + 1], wrapped):
        return w.sentence
    return w.title if short or one.level or one.carrier == "bold" else w.sentence


def _has_own(found: Sequence[HeadingCandidate], at: int) -> bool:
    """Whether sections of a whole number's own follow it, before another of its kind."""
    one = found[at]
    for other in found[at + 1 : at + 1 + _REACH]:
        if other.line == one.line:
            continue
        if len(other.path) > 1 and other.path[:1] == one.path[:1] and not other.number.isalnum():
            return True
        alike = (len(other.path), other.carrier, other.word) == (len(one.path), one.carrier, one.word)
        if alike and other.indent <= one.indent:
            return False
    return False
