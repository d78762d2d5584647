"""What speaks for each candidate, as a score: its carrier, what stands around its number and behind it, and
what the whole text shows of its kind. Nothing is ruled out here; the chain (chain.py) weighs the scores.

In: the candidates of a text, in its order. They are scored in place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from vfdoc.model.session import constant
from vfdoc.reading.candidates import CAPITAL, SMALL, HeadingCandidate
from vfdoc.reading.copied_numbers import mark_announced
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
    runs_on,
)
from vfdoc.reading.numbering import HeadingWeights, is_date, weights
from vfdoc.reading.words import LanguageWords

_CLOSED = re.compile(r"</([a-z]{1,6})>$")
_NAMED_SO = re.compile(r"[a-z]{1,2}[A-Z][a-z]")  # a name with a small letter before it: iCalendar
_ASIDE = re.compile(r"\([^()]{1,40}\)[,;]")  # "4.7 (third sentence), 4.10": a list of what is cited
# "1.1 Banks 4.4 Barns 4.7 Land"
_ROW = re.compile(r"(?:[^\W\d_][\w' -]{2,40} \d{1,3}\.\d{1,3} (?=[A-Z])){2}")
_SAYS_SO = re.compile(r"\([^()]{1,40}\)[ ](?=[a-z])")  # "Section One (this section) provides …"
_YEAR = range(1000, 2200)
_OF_NOW = range(1900, 2100)
_POSTAL = 10_000
_OF_A_LAW = re.compile(r"(?:[A-Z]{2,5}|[A-Z][a-zäöü]{1,9}[A-Z][A-Za-z]{0,6})[ \xa0](?=[^\W\dA-ZÀ-Ý])")
_TITLE_WORDS = 10  # of a chapter without a mark
_FOREIGN = 3  # times as strange: parts set off by dashes, where others of the text are by stops
_SEVERAL = 2  # numbers of three parts joined by dashes, more than these
_AGAIN = 8  # times that letters begin again from A, at least, where they are items
_REACH = 12  # candidates among which a whole number's own sections are sought


def scored(
    found: Sequence[HeadingCandidate],
    texts: Sequence[str],
    words: LanguageWords,
    carriers: Sequence[str],
) -> Sequence[HeadingCandidate]:
    """The candidates, scored in place; `carriers` are those that the text's numbering states for all."""
    w = weights()
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
    whole_numbers = {c.path[0] for c in found if len(c.path) == 1 and not c.word and c.path[0] < SMALL}
    large = any(_YEAR[0] <= n < _POSTAL and n not in _OF_NOW for n in whole_numbers)
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
        lettered = one.path[0] >= CAPITAL and not one.word and one.closed and one.closer == ":"
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
        whole = len(one.path) == 1 and one.path[0] < SMALL and not one.word and one.number.isalnum()
        if whole and not one.level:
            again = one.path in worded or (one.path in chapters and one.carrier != "bracket")
            listed = again or counts_on(one.number + one.closer, texts[one.line - 1])
            one.own = not listed and _has_own(found, at)
            s += w.whole_with if one.own else w.whole_without
            s += w.marked_elsewhere if again else 0.0
        elif len(one.path) == 1 and one.path[0] >= SMALL and not one.word and not one.level:
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
        if whole and not (one.closer or large) and (one.path[0] in _OF_NOW or one.path[0] >= _POSTAL):
            s += w.fence  # "## 2012 Rulebook", "### 65549 Limburg"
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
    return found


def _letters_of_items(found: Sequence[HeadingCandidate]) -> frozenset[int]:
    """The lines of letters without mark or word that begin again from A in one section after another, and of
    the numbers right below them: "A.", "A.1.", "B." of many sections, which are items of each."""
    plain = [c for c in found if c.path[0] >= CAPITAL and not (c.level or c.word)]
    lines = {(c.path[0], c.line) for c in plain if len(c.path) == 1}
    often = Counter(letter for letter, _ in lines)
    items: set[int] = set()
    if min(often[CAPITAL + 1], often[CAPITAL + 2]) < _AGAIN:
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
