"""The numbers that Word shows before paragraphs, computed as Word does.

Counters belong to an abstract list and are shared by all lists made of it; a list that overrides a start
begins anew where it is first used. A level begins again after one above it, unless it says after which, or
never. What a level prints is its own text, with the counters of the levels that it names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from vfdoc.imports.package import Element

_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_ONES = (
    "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


class Level(NamedTuple):
    """One level of a list: what it prints and where it begins."""

    start: int = 1
    format: str = "decimal"
    text: str = ""
    restart: int | None = None
    legal: bool = False
    suffix: str = "tab"
    style: str = ""
    bold: bool | None = None  # None: as the end of the paragraph is


class ParagraphNumber(NamedTuple):
    """The number before a paragraph: as printed, in context (with the numbers above that it does not name
    itself), its level, whether it is a bullet, whether its list numbers sections, and whether no blank
    follows. `above` is the context without its own number; `bold` says in which type it stands."""

    text: str
    whole: str
    level: int
    bullet: bool
    sections: bool
    glued: bool
    above: str = ""
    bold: bool = False


@dataclass(slots=True)
class _Count:
    """Where an abstract list stands: a value for each level (None: not yet), and what each printed last."""

    values: list[int | None] = field(default_factory=lambda: [None] * _LEVELS)
    printed: list[str] = field(default_factory=lambda: [""] * _LEVELS)


class ListNumbering:
    """The lists of a document (`numbering.xml`), and how far each has counted."""

    def __init__(self, root: Element | None, style_lists: dict[str, str]) -> None:
        self._levels: dict[str, dict[int, Level]] = {}
        self._links: dict[str, str] = {}
        self._lists: dict[str, tuple[str, dict[int, Level], dict[int, int]]] = {}
        self._counts: dict[str, _Count] = {}
        self._begun: set[tuple[str, int]] = set()
        self._style_lists = style_lists
        for abstract in root.iterfind("abstractNum") if root is not None else ():
            name = abstract.get("abstractNumId", "")
            self._levels[name] = dict(map(_level, abstract.iterfind("lvl")))
            if (link := value(abstract, "numStyleLink")) is not None:
                self._links[name] = link
        for made in root.iterfind("num") if root is not None else ():
            levels, starts = {}, {}
            for override in made.iterfind("lvlOverride"):
                at = number(override.get("ilvl"))
                if (own := override.find("lvl")) is not None:
                    levels[at] = _level(own)[1]
                if (start := value(override, "startOverride")) is not None:
                    starts[at] = number(start)
            self._lists[made.get("numId", "")] = (value(made, "abstractNumId") or "", levels, starts)

    def level_of_style(self, list_id: str, style: str) -> int | None:
        """The level of a list that a paragraph style is linked with."""
        return next((at for at, level in self._of(list_id).items() if level.style == style), None)

    def next(self, list_id: str, at: int, *, bold: bool = False) -> ParagraphNumber | None:
        """The number of the next paragraph of a list at a level (from 0); None where the list is unknown or
        prints none. `bold` is how the paragraph's end is set, as its number is then."""
        levels = self._of(list_id)
        level = levels.get(at)
        if level is None:
            return None
        name, _, starts = self._resolved(list_id)
        count = self._counts.setdefault(name, _Count())
        before = count.values[at]
        if at in starts and (list_id, at) not in self._begun:
            now = starts[at]
        else:
            now = level.start if before is None else before + 1
        self._begun.add((list_id, at))
        count.values[at] = now
        for deeper in range(at + 1, _LEVELS):
            below = levels.get(deeper)
            after = below.restart if below is not None else None
            if after is None or (after and at < after):
                count.values[deeper], count.printed[deeper] = None, ""
        if level.format == "bullet":
            count.printed[at] = ""
            return ParagraphNumber("", "", at, True, False, False)
        shown = _PLACE.sub(
            lambda found: self._part(int(found[1]) - 1, levels, count, level.legal), level.text
        )
        shown = shown.strip()
        if not shown:
            count.printed[at] = ""
            return None
        above = _above(level, at, count)
        count.printed[at] = above + shown.rstrip(".")
        sections = any(len(_PLACE.findall(each.text)) > 1 for each in levels.values())
        own = sections and (len(_PLACE.findall(level.text)) > 1 or at == 0)
        heavy = bold if level.bold is None else level.bold
        return ParagraphNumber(
            shown, count.printed[at], at, False, own, level.suffix == "nothing", above, heavy
        )

    def _of(self, list_id: str) -> dict[int, Level]:
        name, own, _ = self._resolved(list_id)
        return self._levels.get(name, {}) | own

    def _resolved(self, list_id: str) -> tuple[str, dict[int, Level], dict[int, int]]:
        """The abstract list of a list, through the numbering style that it may be linked with."""
        name, own, starts = self._lists.get(list_id, ("", {}, {}))
        for _ in range(4):
            link = self._links.get(name)
            if link is None or (other := self._style_lists.get(link)) not in self._lists:
                break
            name = self._lists[other][0]
        return name, own, starts

    @staticmethod
    def _part(at: int, levels: dict[int, Level], count: _Count, legal: bool) -> str:
        level = levels.get(at, Level())
        now = count.values[at]
        format = "decimal" if legal and level.format != "decimalZero" else level.format
        return as_number(level.start if now is None else now, format)


def _above(level: Level, at: int, count: _Count) -> str:
    """The numbers of the levels above that a level does not print itself. One that names another level, or
    never begins again, says all of itself."""
    named = [int(found) - 1 for found in _PLACE.findall(level.text)]
    if len(named) > 1 or level.restart == 0:
        return ""
    return next((count.printed[each] for each in range(at - 1, -1, -1) if count.printed[each]), "")


def _level(element: Element) -> tuple[int, Level]:
    restart = value(element, "lvlRestart")
    found = Level(
        number(value(element, "start"), 0),
        value(element, "numFmt") or "decimal",
        value(element, "lvlText") or "",
        number(restart) if restart is not None else None,
        is_on(element.find("isLgl")),
        value(element, "suff") or "tab",
        value(element, "pStyle") or "",
        is_on(bold) if (bold := element.find("rPr/b")) is not None else None,
    )
    return number(element.get("ilvl")), found


def as_number(count: int, format: str) -> str:
    """A count in one of Word's formats; in digits where the format is not known."""
    match format:
        case "none":
            return ""
        case "decimalZero":
            return f"{count:02d}"
        case "upperRoman":
            return _roman(count).upper()
        case "lowerRoman":
            return _roman(count)
        case "upperLetter":
            return _letters(count).upper()
        case "lowerLetter":
            return _letters(count)
        case "ordinal":
            ending = {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
            return f"{count}{'th' if count % 100 in (11, 12, 13) else ending}"
        case "cardinalText":
            return _words(count).capitalize()
        case "ordinalText":
            return _ordinal_words(count).capitalize()
    return str(count)


def _roman(count: int) -> str:
    if not 0 < count < 4000:
        return str(count)
    found = ""
    for worth, sign in _ROMAN:
        found += sign * (count // worth)
        count %= worth
    return found


def _letters(count: int) -> str:
    """a … z, then aa, bb, as Word goes on."""
    if not 0 < count < 781:
        return str(count)
    return chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)


def _words(count: int) -> str:
    if not 0 < count < 100:
        return str(count)
    if count < 20:
        return _ONES[count]
    return _TENS[count // 10] + (f"-{_ONES[count % 10]}" if count % 10 else "")


def _ordinal_words(count: int) -> str:
    words = _words(count)
    before, dash, last = words.rpartition("-")
    if words.isdecimal():
        return words
    ending = _ORDINALS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return before + dash + ending


def value(element: Element, name: str) -> str | None:
    """The value of a property that is an element of its own (`<w:start w:val="1"/>`)."""
    found = element.find(name)
    return found.get("val") if found is not None else None


def number(text: str | None, default: int = 0) -> int:
    """A whole number as XML says it; `default` where it says none."""
    try:
        return max(-1_000_000, min(int(text or ""), 1_000_000))
    except ValueError:
        return default


def is_on(element: Element | None) -> bool:
    """Whether a switch is there and on."""
    return element is not None and element.get("val", "1").lower() not in ("0", "false", "off")
