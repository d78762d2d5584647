"""A sentence that is cut, run into another, or left with two halves that do not fit.

The reader misses what the rule says last. Evidence, each enough: a figure at the end of a line whose
ordinal ending begins the next; a text that stops where another with the same beginning goes on; a
last word after which no sentence ends ("or", "the"); a numbered line that goes on behind a dash on a
line of its own; the tail of a sentence behind a wide gap; two words of the text grown together
("movementGeneral"); two words that the language never sets side by side ("to will"); a word without
the noun that follows it everywhere else ("a complex."). A sentence that a page end cuts and that goes
on below it is a note; so is one without its stop in a text that has stops everywhere.

Bad:  Cavalry may charge the 2 / nd Class units      where "nd" stands in the next line
Good: Cavalry may charge the 2nd Class units
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Document, Finding, Related, Rulebook, Severity, TextLine
from vfdoc.model.passage import Passage, passages, words_of
from vfdoc.model.place import at_words

_STOP = re.compile(r"[.!?:;…][\"”»’')*\]]*$|[)*|=]$")
_LAST = re.compile(r"\S+(?:[ \xa0]+\S+){0,2}$")  # three words
_LONGEST = 120  # characters in which the last three words of a line are sought
_OPENING = re.compile(r"(?:[^\W_]+[\W_]{1,4}){3}[^\W_]+")  # four words
_GAP = re.compile(r"[.!?][ \xa0]{12,}(?P<tail>[^\W\dA-Z_][^.!?]{0,80}[.!?])")
_SEAM = re.compile(r"[^\W\dA-Z_][A-Z]")
_GROWN = re.compile(r"\b(?P<one>[^\W\d_]{4,30}?)(?P<other>[A-Z][^\W\d_]{3,30})\b")
_FIGURE = re.compile(r"(?<!\d)\d{1,2}[ \xa0]*$")
_DASHED = ("–", "—", "-")
_FEWEST = 12  # words of a paragraph that ought to end in a stop
_HABIT = (40, 0.97)  # paragraphs, and the share of them with a stop, that make a habit
_OFTEN, _NEARLY_ALWAYS = 20, 0.9  # a word that so often has one noun behind it is not left alone
_SHORT = 0.3  # of the next line: a line as short as that was broken off, not wrapped


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each sentence that is cut or does not fit together."""
    for document in rulebook.documents:
        found = [
            passage
            for section in document.sections
            if section.kind not in ("contents", "index")
            for passage in passages(section)
        ]
        prose = [passage for passage in found if passage.form != "cell"]
        yield from _in_lines(rulebook, prose)
        yield from _at_ends(rulebook, prose)
        yield from _side_by_side(rulebook, found)
        yield from _grown_together(rulebook, document, prose)
        yield from _left_alone(rulebook, document, prose)


# Within a passage


def _in_lines(rulebook: Rulebook, prose: Sequence[Passage]) -> Iterator[Finding]:
    """What a line end or a gap cuts inside of what reads as one passage."""
    forms = rulebook.forms.sentence
    ordinal = re.compile(rf"(?:{'|'.join(forms.ordinals) or '(?!)'})\b")
    for passage in prose:
        for line, below in zip(passage.lines, passage.lines[1:], strict=False):
            if _FIGURE.search(line.text) and ordinal.match(below.text):
                figure = line.text.split()[-1]
                word = below.text.split()[0]
                message = f'the line ends in "{figure}", and its ending begins the next'
                remedy = f'write "{figure}{word}" in one line'
                yield _finding(rulebook, passage, _last_words(line), "warning", message, remedy, below)
            elif _opens(rulebook, line) and _is_short(line, below):
                message = f'the line is broken off after "{words_of(line.text)[-1]}"'
                yield _finding(
                    rulebook, passage, _last_words(line), "warning", message, "join the two", below
                )
            elif below.line > line.line + 1 and not _STOP.search(line.text.rstrip()):
                message = f"the sentence breaks off and goes on in line {below.line}"
                yield _finding(rulebook, passage, _last_words(line), "note", message, "join the two", below)
        for line in passage.lines:
            tail = _GAP.search(line.text) if "      " in line.text.replace("\xa0", " ") else None
            if tail is not None and not _set_aside(rulebook, passage, line, tail.start(), tail.end()):
                place = TextLine(line.line, line.column + tail.start("tail"), tail["tail"])
                message = "the end of a sentence stands alone behind a wide gap"
                yield _finding(
                    rulebook, passage, place, "warning", message, "drop it, or give it its beginning"
                )


def _side_by_side(rulebook: Rulebook, found: Sequence[Passage]) -> Iterator[Finding]:
    """Words that cannot stand side by side."""
    if not rulebook.forms.sentence.broken:
        return
    broken = re.compile(rulebook.forms.sentence.broken)
    for passage in found:
        for line in passage.lines:
            for pair in broken.finditer(line.text):
                place = TextLine(line.line, line.column + pair.start(), pair.group())
                message = f'"{pair.group()}" do not go together; a word is missing or one is too many'
                yield _finding(rulebook, passage, place, "warning", message, "set the sentence right")


def _grown_together(rulebook: Rulebook, document: Document, prose: Sequence[Passage]) -> Iterator[Finding]:
    """Two words of the text without the space between them."""
    grown = [
        (passage, line, pair)
        for passage in prose
        for line in passage.lines
        if _SEAM.search(line.text)
        for pair in _GROWN.finditer(line.text)
        if pair["one"][1:].islower() and pair["other"][1:].islower()
    ]
    if not grown:
        return
    known = set(words_of(document.source.text))
    for passage, line, pair in grown:
        one, other = pair["one"], pair["other"]
        if {one.casefold(), other.casefold()} <= known:
            place = TextLine(line.line, line.column + pair.start(), pair.group())
            message = f'"{one}" and "{other}" have grown together'
            yield _finding(
                rulebook, passage, place, "warning", message, "part them, with a stop if one is due"
            )


def _left_alone(rulebook: Rulebook, document: Document, prose: Sequence[Passage]) -> Iterator[Finding]:
    """A word that has its noun behind it wherever else the text says it ("a complex move"), without it."""
    article = "|".join(rulebook.forms.sentence.articles) or "(?!)"
    text = document.source.text.casefold()
    followed: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for word, sign in re.findall(rf" (?:{article}) ([^\W\d_]{{4,}})([ .;!?])", text):
        (followed if sign == " " else alone)[word] += 1
    once = [word for word, count in alone.items() if count == 1 and followed[word] >= _OFTEN]
    if not once:
        return
    after: dict[str, Counter[str]] = defaultdict(Counter)
    for word, noun in re.findall(rf" (?:{article}) ({'|'.join(once)}) ([^\W\d_]+)", text):
        after[word][noun] += 1
    usual = {word: nouns.most_common(1)[0] for word, nouns in after.items()}
    lost = [
        word
        for word, (_, count) in usual.items()
        if count >= _OFTEN and count >= _NEARLY_ALWAYS * after[word].total()
    ]
    if not lost:
        return
    pattern = re.compile(rf"\b(?:{article}) (?P<word>{'|'.join(lost)})[.;!?]", re.IGNORECASE)
    for passage in prose:
        for line in passage.lines:
            for found in pattern.finditer(line.text):
                noun = usual[found["word"].casefold()][0]
                place = TextLine(line.line, line.column + found.start(), found.group())
                message = f'"{noun}" is missing, which follows "{found["word"]}" everywhere else'
                yield _finding(rulebook, passage, place, "warning", message, "complete it")


# At the end of a passage


def _at_ends(rulebook: Rulebook, prose: Sequence[Passage]) -> Iterator[Finding]:
    opened: dict[str, list[Passage]] = defaultdict(list)
    for passage in prose:
        if opening := _OPENING.match(passage.lines[0].text):
            opened[opening.group().casefold()].append(passage)
    habit = _has_habit(prose)
    for passage, below in zip_longest(prose, prose[1:]):
        line = passage.lines[-1]
        if _STOP.search(line.text.rstrip()) and not _opens(rulebook, line):
            continue
        whole = _goes_on(passage, opened)
        if whole is not None:
            where = whole.lines[0]
            message = f"the sentence breaks off; the copy in line {where.line} goes on"
            remedy = "take the rest from there, or drop this copy"
            yield _finding(rulebook, passage, _last_words(line), "warning", message, remedy, where, whole)
        elif _opens(rulebook, line) and _breaks_off(passage, below):
            message = f'the sentence ends with "{words_of(line.text)[-1]}"'
            yield _finding(rulebook, passage, _last_words(line), "warning", message, "complete it")
        elif _continued(passage, below):
            message = "the line is broken off; the next goes on behind a dash"
            assert below is not None
            yield _finding(
                rulebook, passage, _last_words(line), "warning", message, "join the two", below.lines[0]
            )
        elif habit and _ought_to_stop(passage):
            message = "the paragraph ends without a stop, as hardly another does"
            yield _finding(rulebook, passage, _last_words(line), "note", message, "complete it")


def _goes_on(passage: Passage, opened: dict[str, list[Passage]]) -> Passage | None:
    """A passage that begins as this one does, word by word, and has more of them."""
    opening = _OPENING.match(passage.lines[0].text)
    others = opened.get(opening.group().casefold(), ()) if opening else ()
    if len(others) < 2:
        return None
    words = words_of(passage.text)
    for other in others[:4]:
        more = words_of(other.text)
        if len(words) >= _FEWEST and len(more) > len(words) and more[: len(words)] == words:
            return other
    return None


def _opens(rulebook: Rulebook, line: TextLine) -> bool:
    """Whether a line ends in a word after which a sentence goes on; a comma or semicolon is no stop."""
    words = line.text.rstrip(" \xa0,;").rsplit(None, 1)
    return bool(words) and words[-1].casefold() in rulebook.forms.sentence.open


def _breaks_off(passage: Passage, below: Passage | None) -> bool:
    """Whether a line is not merely wrapped, nor a list item before another."""
    if passage.leads or below is None or below.section is not passage.section:
        return not passage.leads
    if passage.form == "item":
        return below.form != "item"
    line, after = passage.lines[-1], below.lines[0]
    return after.line > line.line + 1 or _is_short(line, after)


def _is_short(line: TextLine, below: TextLine) -> bool:
    return below.line == line.line + 1 and len(line.text) < _SHORT * len(below.text)


def _continued(passage: Passage, below: Passage | None) -> bool:
    """Whether the next line goes on behind a dash, in small letters, where this one is a numbered item."""
    if below is None or passage.form != "item" or below.form != "item":
        return False
    after = below.lines[0]
    before = passage.lines[-1]
    return (
        after.line == before.line + 1
        and before.column > 1
        and after.text[:1].islower()
        and _marked(below)
        and not _marked(passage)
    )


def _marked(passage: Passage) -> bool:
    return passage.marker in _DASHED


def _ought_to_stop(passage: Passage) -> bool:
    kinds = ("rule", "part", "note", "question")
    if passage.form != "paragraph" or passage.leads or passage.section.kind not in kinds:
        return False
    return len(passage.text.split(None, _FEWEST)) >= _FEWEST


def _has_habit(prose: Sequence[Passage]) -> bool:
    ends = [bool(_STOP.search(p.lines[-1].text.rstrip())) for p in prose if _ought_to_stop(p)]
    fewest, share = _HABIT
    return len(ends) >= fewest and sum(ends) >= share * len(ends)


def _set_aside(rulebook: Rulebook, passage: Passage, line: TextLine, start: int, end: int) -> bool:
    """Whether something was blanked there: a gap of vfdoc's own making."""
    omitted = rulebook.document(passage.section.document).source.omitted
    first, last = line.column + start, line.column + end
    return any(
        o.line <= line.line <= o.end_line
        and (o.column is None or (first <= (o.end_column or last) and o.column <= last))
        for o in omitted
    )


def _last_words(line: TextLine) -> TextLine:
    text = line.text.rstrip()
    start = max(len(text) - _LONGEST, 0)
    found = _LAST.search(text[start:])
    first = start + found.start() if found else start
    return TextLine(line.line, line.column + first, text[first:])


def _finding(
    rulebook: Rulebook,
    passage: Passage,
    place: TextLine,
    severity: Severity,
    message: str,
    remedy: str,
    other: TextLine | None = None,
    whole: Passage | None = None,
) -> Finding:
    section = (whole or passage).section
    related = () if other is None else (Related(section.anchor, other.line, other.text[:80]),)
    return at_words(
        rulebook, passage.section, "cut-sentence", severity, place, message, remedy=remedy, related=related
    )
