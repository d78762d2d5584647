"""Section numbers: what they look like (grammar/numbering.toml) and how they compare.

A key is the number's series, then its digits and letters apart, trailing zeros dropped: 8.0, 8 and
PART 8 are (8,); 10.0.1 is (10, 0, 1); T.2.5 is ("T", 2, 5); PLAY SHEET 2 is ("sheet", 2).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import tomli

from vfdoc import assets
from vfdoc.model import Key, SectionKind
from vfdoc.model.session import constant

_PIECES = re.compile(r"\d+|[A-Za-z]+'?")
# What Romance laws put in behind a number: "12 bis" counts as 12b does, and is another ("article 12b" may be
# its clause). In German "bis" joins a range.
_INSERTED = {
    "bis": "b",
    "ter": "c",
    "quater": "d",
    "quinquies": "e",
    "sexies": "f",
    "septies": "g",
    "octies": "h",
}
_LATIN = "|".join(_INSERTED)
_NO_RANGE = r"(?!\w)(?![ \xa0]§?[ \xa0]?\d)"
INSERTED = rf"[ \xa0](?:{_LATIN}){_NO_RANGE}"
_PUT_IN_BEHIND = re.compile(INSERTED, re.IGNORECASE)
GLUED = rf"(?:{_LATIN}){{1,2}}{_NO_RANGE}"
"""What they put in right behind it: 12bis, and 12bisbis behind that."""
APART = r"[ \xa0][a-z](?![\w)]|\.[ \xa0]?(?:[a-zß]|[A-Z]\.))"
"""A letter set apart from its number, "§ 19 a", where a language lets one stand so; no "a. F.", "s. auch"."""
_LETTER_BEHIND = re.compile(rf"{APART}(?=[ \t\xa0]*$|[ \t\xa0]+[^\W\d_a-zäöüß(])")
_CAPITAL_BEHIND = re.compile(r"[ \xa0](?:[A-HJ-UWYZ]|[A-F]{2})(?=[ \t\xa0]*$|[ \t\xa0]*[–—:-][ \t\xa0])")
# A printed number of any scheme, for headings and citations alike: 5, 8.2.1, T.2.5, A12.3, 702.19b, 69e, 1a1,
# A4b1, 4.2(a), 12(3)(a), 4-2, 1:1, IV, B, no 0x001; a stop may be escaped, as Markdown
# has it: 4\.2. To be embedded in an expression that is read with re.VERBOSE.
_CLAUSES = r"(?>(?:\((?:[a-z]{1,3}|\d{1,3}|[A-Z])\))*)"
_TWICE = "|".join(2 * letter for letter in "abcdefghijklmnopqrstuvwxyz")
_LETTERS = rf"(?:{GLUED}|{_TWICE}|[A-Z]{{2}}(?![A-Za-z\d])|[A-Za-z])(?![A-Za-z])"
LETTER_PARTS = r"(?<=[a-z]\.)[ivx]{2,5}(?![A-Za-z])|[A-Za-z](?![A-Za-z])"
"""What parts of a number may be besides figures, where they stand between points: 4.2.a.ii."""
_SUFFIX = rf"(?>(?:{_LETTERS}(?:\d{{1,3}}(?:[a-z](?![A-Za-z]))?)?)?)"
NUMBER = rf"""(?:
 (?:[A-Z]\d{{0,3}}|\d{{1,6}})(?>(?:\\?\.(?:\d{{1,5}}|{LETTER_PARTS})){{1,99}}){_SUFFIX}{_CLAUSES}
|[A-Z]?\d{{1,4}}(?:-\d{{1,4}}){{1,15}}(?:\.\d{{1,2}}(?!\d|\.\d))?|\d{{1,3}}:\d{{1,3}}
|\d{{1,4}}-[A-Z](?![\w-])
|(?!0x)[A-Z]?\d{{1,6}}{_SUFFIX}{_CLAUSES}
|[IVXLC]{{1,8}}(?!(?!er\b)[A-Za-z\d])|[A-Za-z](?![A-Za-z\d])
)"""
# Numbers of two parts at the head of a line; a 4.0 and its 4.01 count in parts.
_COUNTED = re.compile(r"\n[ \t]{0,8}[*_\[(]{0,3}([A-Z]?\d{1,2})\.([1-9]\d{0,3})(?![.\d])")
# A small letter and a number as a heading: t.12 of the book of technical rules; capitals and a number, as a
# heading, in bold or before a colon: OI-12, FR3. And how many of one, what share in order, make a count.
_LETTERED = re.compile(
    r"^(?:#{1,6}[ \t]+[*_]{0,3}|(?=[A-Z]{2,6}-?\d{1,4}(?::|(?:\.\d{1,4}){1,5}[:)]))|[*_]{2,3}(?=[A-Z]{2}))"
    r"([a-z]\.|[A-Z]{2,6}-?)(\d{1,4}(?:\.\d{1,4}(?=[.:)])){0,5})(?![\w-]|\.\w)",
    re.MULTILINE,
)
# Capitals and a full stop before a number at the head of a line, with what is below it: "### GR.1.4 Goals",
# "**GR.1.4.1** Teams …"; and how many of one show it, where another does.
_POINTED = re.compile(
    r"^(?:#{1,6}[ \t]+)?[*_]{0,3}([A-Z]{2,6}\.)(\d{1,4}(?:\.\d{1,4}){0,5})[.:)]?[*_]{0,3}[.:]?"
    r"(?=[ \t]*$|[ \t]+[\"“'(*_]{0,4}[A-ZÀ-Ý])",
    re.MULTILINE,
)
_FEWEST, _RISING, _FURTHER = 5, 0.8, 3
_KEYS = 4096  # keys that are remembered
_BELOW = rf"(?:\.(?:\d{{1,4}}|{LETTER_PARTS})){{0,9}}"  # of numbers below these: CE1.2.1.a
# The articles of a code, counted in its parts: "Article L. 111-1", "Article R*57", "Article LO 141".
_OF_CODE = r"[.*]{0,3}[ \xa0]?\d{1,4}(?:-\d{1,4}){0,15}"
_CODE = re.compile(
    rf"^(?:\#{{1,9}}[ \t]+)?[*_]{{0,3}}A(?i:rticle)[ \xa0]([A-Z]{{1,2}}){_OF_CODE}[*_]{{0,3}}[ \t]*$",
    re.MULTILINE,
)
_CODIFIED = re.compile(r"(\d{1,6})\.(\d{2,5})([A-Za-z(].*)?")
_CODES = re.compile(r"\n[ \t>]{0,8}(?:#{1,6}[ \t]+)?[*_\[(§]{0,3}[ ]?(\d{1,6})\.(\d{1,5})(?![.\d])")
# "#### Section III.2", "**III.2.1**": below Article III; and "1.2", with which those would be one
_ROMAN_PATHS = re.compile(
    r"^(?:#{1,6}[ \t]+)?[*_]{0,3}(?:[^\W\d_]{3,12}[ \xa0])?([IVXL]{1,7})\.(\d{1,2}(?:\.\d{1,2}){0,4})"
    r"(?![\w(]|\.\w)",
    re.MULTILINE,
)
_ROMAN_HEADS = re.compile(
    r"^(?:#{1,6}[ \t]+)?[*_]{0,3}[^\W\d_]{3,12}[ \xa0]([IVXL]{1,7})(?=[.:]?[*_]{0,3}(?:[ \t]|$))",
    re.MULTILINE,
)
_FIGURES = re.compile(
    r"^(?:#{1,6}[ \t]+[*_]{0,3}|[*_]{2,3})(?:[^\W\d_]{3,12}[ \xa0])?\d{1,2}\.\d", re.MULTILINE
)
# "#### 4.1-1 Purpose": below 4.1, which has a heading of its own or is cited
_DASHED = re.compile(
    r"^(?:#{1,6}[ \t]+[*_]{0,3}|[*_]{2,3})(\d{1,3})\.(\d{1,3})-(\d{1,2})"
    r"(?=[.:)]?[*_]{0,3}[ \t]+[\"“(*_]{0,3}[A-ZÀ-Ý])",
    re.MULTILINE,
)
_WIDTH = 2
_DEEPER = 2  # steps from 4.1 to 4.11 that show it
_TABLES = ("weights", "counted")  # of numbering.toml that are no schemes
LETTERED = "appendix"  # the series whose numbers are letters
OUTLINED = "."  # how the names of schemes end whose numbers are letters and parts: "GR.1.4", "II.A.1"
_DATE = re.compile(
    r"\d{1,2}[.-]\d{1,2}[.-](?:19|20)\d\d|[0-3]\d[.-][01]\d[.-]\d\d|\d{4}[.-]\d{1,2}[.-]\d{1,2}|\d{1,2}:\d\d"
)
_PUT_IN = re.compile(rf"(?:(?<=\d)|[ \xa0])(?:{_LATIN}){{1,2}}$", re.IGNORECASE)
_LATINS = re.compile(_LATIN)
_WELL_FORMED = re.compile(r"C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


class Scheme(NamedTuple):
    """One way to number sections, as an entry of numbering.toml says it."""

    name: str
    words: tuple[str, ...] = ()
    series: str = ""
    kind: SectionKind = "rule"
    digits: bool = False
    width: int = 0
    numerals: bool = False
    dashed: bool = False
    inserted: bool = False
    nested: bool = False
    alone: bool = False
    pattern: str = ""
    carriers: tuple[str, ...] = ()


class HeadingWeights(NamedTuple):
    """What each sign of a heading weighs: the table [weights] of numbering.toml, which explains them."""

    carrier: dict[str, float]
    title: float
    sentence: float
    nothing: float
    digit: float
    small: float
    punctuation: float
    unit: float
    leaders: float
    date: float
    year: float
    dashed: float
    tabbed: float
    blank_above: float
    open_above: float
    deep_inside: float
    fence: float
    word: float
    whole_with: float
    whole_without: float
    letter_without: float
    marked_elsewhere: float
    bold_elsewhere: float
    following: float
    gap: float
    orphan: float
    repeat: float
    forward: float
    back_within: float
    restart: float
    back: float
    first: float
    begin: float
    in_order: float
    odds: float
    join: float
    rescue: float
    rescue_share: float
    clear: float


@constant
def _tables() -> dict[str, Any]:
    return tomli.loads(assets.text("grammar", "numbering.toml"))


@constant
def counted() -> frozenset[str]:
    """Words before numbers that count what is no section: tables, figures, steps."""
    return frozenset(_tables()["counted"]["words"])


@constant
def drawn() -> frozenset[str]:
    """Words before the numbers of tables and figures, which cite no section."""
    return frozenset(_tables()["counted"]["drawn"])


@constant
def weights() -> HeadingWeights:
    """The weights of numbering.toml."""
    return HeadingWeights(**_tables()["weights"])


@constant
def schemes() -> tuple[Scheme, ...]:
    """All schemes, in the order of the file."""
    data = _tables()
    return tuple(
        Scheme(name, **{**entry, **{key: tuple(entry.get(key, ())) for key in ("words", "carriers")}})
        for name, entry in data.items()
        if name not in _TABLES
    )


class Numbering:
    """The schemes that a text may use.

    Without names it has every scheme but those that count in digits. `apart` are schemes whose words count
    on their own in this text ("Part 3" beside "Rule 3"), `learned` words that no scheme has, `unused`
    schemes that it has not, `own` those of its edition. `hosts` says of the words whose numbers begin again
    under each heading of another kind (Section 1 of each article) how long the keys of those headings are;
    `annexed` of which count (the scheme, or "") the numbers within annexes are, by their keys. `bare` says
    whether numbers may stand alone, `numerals` whether they begin with Roman ones (III.2), `dashed` whether
    the last part of some is set off by a dash (4.1-1), `begins` how one begins behind a word that no scheme
    has, `patterns` what numbers look like that are of no usual form, `carriers` what alone may carry those
    that stand alone (anything, where it is empty).
    """

    def __init__(
        self,
        names: tuple[str, ...] = (),
        apart: tuple[str, ...] = (),
        learned: tuple[str, ...] = (),
        unused: tuple[str, ...] = (),
        own: tuple[Scheme, ...] = (),
        hosts: tuple[tuple[str, int], ...] = (),
        annexed: tuple[tuple[Key, str], ...] = (),
    ) -> None:
        self.names, self.own, self.hosts, self.annexed = names, own, dict(hosts), dict(annexed)
        known = [s for s in schemes() if (s.name in names if names else _is_usual(s))]
        known = [s for s in (*known, *own) if s.name not in unused]
        known += [Scheme(word.lower(), (word,)) for word in learned]
        self.schemes = tuple(
            s._replace(series=s.name) if s.name in apart and not s.series else s for s in known
        )
        self.bare = any(not s.words for s in self.schemes)
        self._patterned = tuple((re.compile(s.pattern), s) for s in self.schemes if s.pattern)
        self.patterns = tuple(s.pattern for s in self.schemes if s.pattern)
        alone = (s for s in self.schemes if s.carriers and not (s.words or s.pattern))
        self.carriers = next((s.carriers for s in alone), ())
        self._digits = any(s.digits for s in self.schemes)
        self.numerals = any(s.numerals for s in self.schemes)
        self.dashed = any(s.dashed for s in self.schemes)
        self.begins = r"(?:\d|[IVXL]{1,7}\.\d)" if self.numerals else r"\d"
        self._width = max((s.width for s in self.schemes), default=0)
        self.by_word = {word: s for s in self.schemes for word in s.words}
        self._keys: dict[tuple[str, str], Key] = {}

    def key(self, number: str, series: str = "") -> Key:
        """The key of a printed number, as these schemes count; the same numbers are asked again and again."""
        found = self._keys.get((number, series))
        if found is None:
            if len(self._keys) >= _KEYS:
                self._keys.clear()
            found = self._keys[number, series] = self._counted(number, series)
        return found

    def _counted(self, number: str, series: str) -> Key:
        if self.numerals and is_roman(number.partition(".")[0]):
            first, dot, behind = number.partition(".")
            number = f"{roman_value(first)}.{behind}" if dot else number
        if self._digits and "." in number:
            whole, _, digits = number.partition(".")
            number = ".".join((whole, *digits))
        if self._width and (found := _CODIFIED.fullmatch(number)) is not None:
            chapter, behind, clause = found.group(1), found.group(2), found.group(3) or ""
            number = ".".join((chapter, behind[: self._width], *behind[self._width :])) + clause
        return key_of(number, series)

    def scheme_of(self, word: str | None) -> Scheme | None:
        """The scheme that prints `word` before its numbers; None for a number that stands alone."""
        return self.by_word.get(word.upper()) if word else None

    def patterned(self, number: str) -> Scheme | None:
        """The scheme whose own pattern a number is."""
        return next((s for pattern, s in self._patterned if pattern.fullmatch(number)), None)


numbering = constant(Numbering)
"""The numbering of those schemes (all where none is named), and of an edition's own."""


def numbering_of(text: str) -> tuple[str, ...]:
    """The schemes that a text uses which nobody named: all the usual ones (none named), or, where 4.1 is
    followed by 4.11 and 4.9 is not by 4.10, those that count in digits; or those of codes, where 335.02 is
    followed by 335.021; or those whose chapters alone have Roman numerals, III.2.1; or the usual ones and
    4.1-1, where headings count so."""
    if _is_in_numerals(text):
        return tuple(s.name for s in schemes() if s.numerals or s.words)
    steps = list(pairwise(_COUNTED.findall(text)))
    within = [(two, four) for (one, two), (three, four) in steps if one == three]
    deeper = sum(1 for two, four in within if len(two) == 1 and four == two + "1")
    tens = ("9", "10") in within
    if deeper >= _DEEPER and not tens:
        return tuple(s.name for s in schemes() if s.digits or s.words)
    if _is_codified(_CODES.findall(f"\n{text}")):
        return tuple(s.name for s in schemes() if s.width or s.words)
    dashed = [tuple(map(int, found)) for found in _DASHED.findall(text)]
    rising = sum(one < other for one, other in pairwise(dashed))
    if len(dashed) >= _FEWEST and rising >= _RISING * (len(dashed) - 1):
        return tuple(s.name for s in schemes() if s.dashed or _is_usual(s))
    return ()


def _is_usual(scheme: Scheme) -> bool:
    """Whether a text has a scheme that neither it nor its edition shows."""
    return not (scheme.digits or scheme.width or scheme.numerals or scheme.dashed)


def _is_in_numerals(text: str) -> bool:
    """Whether lines begin with III.1 and III.2.1 in order, most of them below a heading III of a word, and no
    headings with 3.1, which would be another."""
    found = [(first, tuple(map(int, behind.split(".")))) for first, behind in _ROMAN_PATHS.findall(text)]
    if len(found) < _FEWEST or not all(is_roman(first) for first, _ in found):
        return False
    keys = [(roman_value(first), *behind) for first, behind in found]
    heads = set(_ROMAN_HEADS.findall(text))
    long = {first for first, _ in found if len(first) > 1}
    hosted = sum(first in heads for first, _ in found)
    rising = sum(one < other for one, other in pairwise(keys))
    most = len(long) >= _DEEPER and hosted >= _RISING * len(found) and rising >= _RISING * (len(found) - 1)
    return most and _FIGURES.search(text) is None


def _is_codified(numbers: list[tuple[str, str]]) -> bool:
    """Whether numbers have two digits behind the dot (335.02), and where they have more, these are put in
    behind (335.021, then 335.03)."""
    chapters: dict[str, list[str]] = defaultdict(list)
    for chapter, behind in numbers:  # lines of a chapter may begin with numbers of another's, which are cited
        chapters[chapter].append(behind)
    put_in = sum(
        len(behind) > len(before) == _WIDTH and behind.startswith(before)
        for each in chapters.values()
        for before, behind in pairwise(each)
    )
    padded = [each for each in chapters.values() if any(b[0] == "0" and len(b) == _WIDTH for b in each)]
    several = sum(b[0] == "0" and len(b) == _WIDTH for each in padded for b in each) >= _DEEPER
    wide = all(len(b) >= _WIDTH for each in padded for b in each)  # "0.5 percent" is of no chapter
    return bool(put_in) and several and wide


def lettered(text: str) -> tuple[Scheme, ...]:
    """The schemes of headings that are a small letter (t.12), or capitals and a hyphen (OI-12) or a full stop
    (GR.1.4), and a number, which a text has in order, with those below them (CE1.2.1); and that of a code's
    articles (L. 111-1)."""
    found: dict[str, list[Key]] = defaultdict(list)
    for letters, number in _LETTERED.findall(text):
        found[letters].append(tuple(map(int, number.split("."))))
    return (
        *_of_code(text),
        *_pointed(text),
        *(
            Scheme(
                letters, pattern=rf"{re.escape(letters)}\d{{1,4}}{below}", carriers=("mark", "bold", "line")
            )
            for letters, every in found.items()
            for heads in [{number for number in every if len(number) == 1}]
            for own in [[number for number in every if number[:1] in heads]]
            for below in [_BELOW if any(len(number) > 1 for number in own) else ""]
            if len(own) >= _FEWEST and sum(a < b for a, b in pairwise(own)) >= _RISING * (len(own) - 1)
        ),
    )


def is_lettered(line: str) -> bool:
    """Whether a line begins as the headings of such a scheme do."""
    return _LETTERED.match(line) is not None or _POINTED.match(line) is not None


def _pointed(text: str) -> Iterator[Scheme]:
    """The schemes of capitals and a full stop before numbers that stand at the heads of lines in order; no
    word that sections or other things are counted by ("ART.1", "FIG.2")."""
    found: dict[str, list[Key]] = defaultdict(list)
    for letters, number in _POINTED.findall(text):
        found[letters].append(tuple(map(int, number.split("."))))
    words = counted() | {word for scheme in schemes() for word in scheme.words}
    orderly = {
        letters: len(every)
        for letters, every in found.items()
        if letters[:-1] not in words and sum(a < b for a, b in pairwise(every)) >= _RISING * (len(every) - 1)
    }
    if max(orderly.values(), default=0) >= _FEWEST:
        for letters in (letters for letters, often in orderly.items() if often >= _FURTHER):
            number = rf"{re.escape(letters)}\d{{1,4}}{_BELOW}"
            yield Scheme(letters, pattern=number, carriers=("mark", "bold", "line"))


def _of_code(text: str) -> tuple[Scheme, ...]:
    """The scheme of the articles of a code, by the capitals before their numbers."""
    letters = _CODE.findall(text)
    if len(letters) < _FEWEST:
        return ()
    parts = "|".join(sorted(set(letters), key=lambda part: (-len(part), part)))
    return (Scheme("code", pattern=rf"(?:{parts}){_OF_CODE}", carriers=("mark",)),)


def key_of(number: str, series: str = "") -> Key:
    """The key of a printed number; digits count as numbers, letters as they stand."""
    parts: list[str | int] = [series] if series else []
    if series == LETTERED and len(number) == 1 and number.isalpha():
        return (number,)  # "Appendix B" stands above B.1
    if number.isalpha() and number.isupper() and set(number) <= _ROMAN.keys() and len(number) <= 7:
        return (*parts, roman_value(number))
    parts += [int(piece) if piece.isdigit() else piece for piece in _PIECES.findall(_in_letters(number))]
    while len(parts) > 1 and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def numeral_path(number: str) -> Key:
    """The key of a number that begins with a Roman numeral and goes on in parts, VI.3, II.A.1; that of any
    other number as it is."""
    first, _, behind = number.partition(".")
    path = behind and first.isalpha() and is_roman(first)
    parts = (int(part) if part.isdecimal() else part for part in behind.split("."))
    return (roman_value(first), *parts) if path else key_of(number)


def is_put_in(number: str) -> bool:
    """Whether a printed number is put in by a Latin word behind it: 12 bis, 12bis."""
    return _PUT_IN.search(number) is not None


def _in_letters(number: str) -> str:
    """A number, the Latin words behind it as letters of their own: 12bisbis as 12.b'.b'."""
    found = _PUT_IN.search(number) if number[-1:] in "rs" else None
    if found is None:
        return number
    words = _LATINS.findall(found.group().casefold())
    return number[: found.start()] + "".join(f".{_INSERTED[word]}'" for word in words)


def put_in_behind(text: str, end: int, *, latin: bool, letters: bool, marked: bool) -> str:
    """What stands in a heading behind its number, and is of it: " bis", and " a" before a title; and " A"
    before a dash or nothing, where the heading has a word, and a mark or blank lines around it (`marked`)."""
    latins = _PUT_IN_BEHIND.match(text, end) if latin else None
    found = latins or (_LETTER_BEHIND.match(text, end) if letters else None)
    found = found or (_CAPITAL_BEHIND.match(text, end) if marked else None)
    return found.group() if found is not None else ""


def is_date(number: str) -> bool:
    """Whether a number may be a date or the time of a day."""
    return _DATE.fullmatch(number) is not None


def is_roman(number: str) -> bool:
    """Whether capitals are a Roman number, written as usual."""
    return bool(number) and _WELL_FORMED.fullmatch(number) is not None


def is_coded(numbers: Collection[tuple[str, Key]], others: Collection[Key]) -> bool:
    """Whether numbers, with their keys, are joined with a hyphen and count below none of the others: articles
    311-1 and 312-4 below Chapters I and II."""
    firsts = {key[:1] for _, key in numbers}
    return all("-" in number for number, _ in numbers) and firsts.isdisjoint(other[-1:] for other in others)


def ancestors(key: Key) -> list[Key]:
    """The keys among which a parent is sought, nearest first: the last component dropped each time."""
    found: list[Key] = []
    while len(key) > 1:
        key = key[:-1]
        while len(key) > 1 and key[-1] == 0:
            key = key[:-1]
        if isinstance(key[0], str) and len(key) == 1 and key[0].islower():
            break  # a series alone is no number
        found.append(key)
    return found


def roman_value(number: str) -> int:
    """The number that Roman figures, in capitals, stand for."""
    values = [_ROMAN[letter] for letter in number]
    return sum(-v if v < max(values[i:], default=0) else v for i, v in enumerate(values))
