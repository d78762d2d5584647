"""A sentence that is cut, run into another, or left with two halves that do not fit.

The reader misses what the rule says last. Evidence, each enough: a figure at the end of a line whose
ordinal ending begins the next; a text that stops where another with the same beginning goes on; a
last word after which no sentence ends ("or", "the"); a numbered line that goes on behind a dash on a
line of its own; the tail of a sentence behind a wide gap; two words of the text grown together
("movementGeneral"; what is printed so more than once is a name); two words that the language never sets
side by side ("to will"; what is printed so more than once may be a name: "the from field"); a word without
the noun that follows it everywhere else ("a complex."). A sentence that a page end cuts and that goes on
below it is a note; so is one without its stop in a text that has stops everywhere. In a text of a game that
nobody describes a reader is misled where words are lost for certain: a noun behind its article, words that
never stand side by side, an ending torn from its figure; what may be another rule that begins alike, or be
only how lines, lists and names are set is a note. Three and more of one cause (ordinals, page ends, missing
stops) are one finding, at the first, with the other places beside it; formulas and drawings are no sentences.

Bad:  Cavalry may charge the 2 / nd Class units      where "nd" stands in the next line
Good: Cavalry may charge the 2nd Class units
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import chain, zip_longest
from math import inf
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Document, Finding, Related, Rulebook, Section, Severity, TextLine
from vfdoc.model.extract import Placed, stretches
from vfdoc.model.passage import Passage, words_of
from vfdoc.model.place import as_it_stands, at_words, gathered, line_at
from vfdoc.model.session import evolving, incremental, memoized
from vfdoc.verdicts.breaks import (
    FEWEST,
    ORDINAL,
    PAGE_END,
    RUNNING,
    Breaks,
    Cut,
    End,
    breaks,
    indent,
    is_listed,
    is_short,
    last_words,
)

_WORD = re.compile(r"[^\W\d_]+")
_WORD_OR_FIGURE = re.compile(r"[^\W_]+")
_DASHED = ("–", "—", "-")
_HABIT = (40, 0.97)  # paragraphs, and the share of them with a stop, that make a habit
_STOPLESS = "the paragraph ends without a stop, as hardly another does"
_GATHERED = {  # what one cause does to many lines is one finding
    ORDINAL: "{count} lines end in a figure, and its ending begins the next",
    PAGE_END: "{count} sentences break off before a blank line and go on below it",
    _STOPLESS: "{count} paragraphs end without a stop, as hardly another does",
}
_JOINS = re.compile(r"[;,:][`*_\"”]*\s+[^\W\d_]{1,4};?$")  # "…; and": the number beside goes on with the list
_MARKED = re.compile(  # "(a)  for all other purposes", "(*b*) …", "2. …"
    r"[*_]{0,2}\([*_]{0,2}(?:[a-z]{1,5}|[A-Z]|\d{1,3})[*_]{0,2}\)[*_]{0,2}\s|\d{1,3}[.)]?\s"
)
_LETTER = re.compile(r"\(?(?:[a-z]|[ivx]{2,5})[.)]")
_MARK = re.compile(r"\(?(?:\d{1,2}|[a-z])[.)]")
_ADDRESS = re.compile(r"(?:\S@|://)\S+$")
_WRAPPED, _PARAGRAPHS = 0.3, 20  # share of several lines of so many paragraphs, in a text set in lines
_GOES_ON = re.compile(r"[^\W\d_A-ZÀ-Ý]|\d{1,5}(?![.,):\d])")
_STOPS = (".", ":", ";", "!", "?", ",")
_MARKDOWN = (".md", ".markdown")  # its lines are shown as one, wherever they end
_PAGE = 5  # lines from one to the next between which a page ends: its foot, the next one's head
_APART = 12  # blanks by which the head of a column is set in further than the rows
_FULL = 0.85  # of how long lines are
_FEW = 4  # words of a line that are words, whatever their length
_REPEATED = 3  # times that a line stands there which runs along the pages
_NAMES = 5  # words that have grown together and are names, by their parts or as they stand there again
_OFTEN, _NEARLY_ALWAYS = 20, 0.9  # a word that so often has one noun behind it is not left alone


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each sentence that is cut or does not fit together."""
    forms = rulebook.forms.sentence
    set_so: Severity = "note" if rulebook.is_undescribed() else "warning"  # or it is but how it is set
    for documents in rulebook.hierarchies():
        ids = {document.id for document in documents}
        found = [
            _ReadPassage(placed, read)
            for placed, read in breaks.over(rulebook.documents, forms)
            if placed.section.document in ids and placed.section.kind not in ("contents", "index")
        ]
        causes: dict[str, list[Finding]] = {cause: [] for cause in _GATHERED}
        wrapped = _is_wrapped(found)
        early: list[Finding] = []
        for placed, read in found:
            for cut in read.cut:
                if cut.gap is None or not _set_aside(rulebook, placed, cut.gap):
                    finding = _placed_finding(rulebook, placed, cut)
                    if _is_set_so(rulebook, placed, cut):
                        continue
                    if not cut.cause and (set_so == "note" or (wrapped and cut.gap is None)):
                        finding = replace(finding, severity="note")
                    if cut.cause:
                        causes[cut.cause].append(finding)
                    elif set_so == "note" and cut.gap is None and cut.other is not None:
                        early.append(finding)
                    else:
                        yield finding
        if len(early) < _REPEATED:  # more are how the lines of a text end
            yield from (each for each in early if not each.file.casefold().endswith(_MARKDOWN))
        parted = len(causes[PAGE_END]) >= _REPEATED
        torn = 0 if parted else _FULL * _width(found) if wrapped else inf
        for cause, finding in _at_ends(rulebook, found, set_so, torn, wrapped=wrapped):
            if cause:
                causes[cause].append(finding)
            else:
                yield finding
        for cause, message in _GATHERED.items():
            yield from gathered(causes[cause], message)
        often = Counter(cut.message.casefold() for _, read in found for cut in read.strange)
        for placed, read in found:
            for cut in read.strange:
                finding = _placed_finding(rulebook, placed, cut)
                doubled = len({*cut.place.text.casefold().split()}) == 1  # "the the" names nothing
                sure = doubled or often[cut.message.casefold()] == 1
                yield finding if sure else replace(finding, severity=set_so)
        for finding in chain(
            _grown_together(rulebook, documents, found), _left_alone(rulebook, documents, found)
        ):
            yield replace(finding, severity=set_so)


class _ReadPassage(NamedTuple):
    """A section at its place, and what it shows of sentences that are cut."""

    at: Placed
    breaks: Breaks


# Within a passage


def _placed_finding(rulebook: Rulebook, placed: Placed, cut: Cut) -> Finding:
    other = placed.down(cut.other) if cut.other is not None else None
    message = f"{cut.message} {other.line}" if other is not None and cut.named else cut.message
    where = placed.down(cut.place)
    return _finding(rulebook, placed.section, where, cut.severity, message, cut.remedy, other)


def _grown_together(
    rulebook: Rulebook, documents: Sequence[Document], found: Sequence[_ReadPassage]
) -> Iterator[Finding]:
    """Two words of the text, capitals as they are, without the space between them, and that once."""
    grown = [(placed, *each) for placed, read in found for each in read.grown]
    if not grown:
        return
    known = frozenset[str]().union(*map(_words, _text(rulebook, documents)))
    printed = Counter(one + other for _, _, one, other in grown)
    slips = {one + other for _, _, one, other in grown if {one, other} <= known and printed[one + other] == 1}
    if len(printed) - len(slips) >= _NAMES:
        return  # so this text names things: fileName, CodeFlow
    for placed, place, one, other in grown:
        if one + other in slips:
            message = f'"{one}" and "{other}" have grown together'
            remedy = "part them, with a stop if one is due"
            yield _finding(rulebook, placed.section, placed.down(place), "warning", message, remedy)


@incremental
def _words(text: str) -> frozenset[str]:
    """The words of a text as they are printed."""
    return frozenset(_WORD.findall(text))


def _text(rulebook: Rulebook, documents: Sequence[Document]) -> tuple[str, ...]:
    """The stretches of the files in which documents stand."""
    files = {document.source.file: stretches(rulebook)[document.id] for document in documents}
    return tuple(stretch for text in files.values() for stretch in text)


def _left_alone(
    rulebook: Rulebook, documents: Sequence[Document], found: Sequence[_ReadPassage]
) -> Iterator[Finding]:
    """A word that has its noun behind it wherever else the text says it ("a complex move"), without it."""
    article = "|".join(rulebook.forms.sentence.articles) or "(?!)"
    text = _text(rulebook, documents)
    said = rf" (?:{article}) ([^\W\d_]{{4,}})([ .;!?])"
    counted = _said(_Said(documents[0].source.file, documents[0].id, said, text)).counts
    alone: Counter[str] = Counter()
    for (word, sign), count in counted.items():
        if sign != " ":
            alone[word] += count
    once = [word for word, count in alone.items() if count == 1 and counted[word, " "] >= _OFTEN]
    if not once:
        return
    nouns = rf" (?:{article}) ({'|'.join(once)}) ([^\W\d_]+)"
    after: dict[str, Counter[str]] = defaultdict(Counter)
    for word, noun in (pair for part in text for pair in _pairs(part, nouns)):
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
    for placed, read in found:
        for line in (line for end in read.ends for line in end.passage.lines):
            for match in pattern.finditer(line.text):
                noun = usual[match["word"].casefold()][0]
                if not _is_usual(text, match["word"], noun):
                    continue
                place = placed.down(TextLine(line.line, line.column + match.start(), match.group()))
                message = f'"{noun}" is missing, which follows "{match["word"]}" everywhere else'
                yield _finding(rulebook, placed.section, place, "warning", message, "complete it")


def _is_usual(text: Sequence[str], word: str, noun: str) -> bool:
    """Whether the noun follows the word so, in capitals or small letters as here: "a retry" does not lack the
    noun of "a Retry packet"."""
    said = re.compile(rf" {word} {noun}", re.IGNORECASE)
    found = [match.group()[1 : 1 + len(word)] for part in text for match in said.finditer(part)]
    return 2 * found.count(word) >= len(found)


class _Said(NamedTuple):
    """A document's text in stretches, and what is sought in it; `counts` is how often the two groups of the
    pattern found what."""

    file: str
    document: str
    pattern: str
    text: tuple[str, ...]
    counts: Counter[tuple[str, str]] = Counter()  # noqa: RUF012


def _asked(asked: _Said) -> tuple[str, str, str]:
    return asked[:3]


@evolving(_asked)
def _said(asked: _Said, before: _Said | None) -> _Said:
    """How often a text has what is sought; of a text that was counted before, those stretches anew that are
    others."""
    old, new = before.text if before is not None else (), asked.text
    head = next(
        (n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    most = min(len(old), len(new)) - head
    back = zip(reversed(old), reversed(new), strict=False)
    tail = next((n for n, (a, b) in enumerate(back) if n >= most or a != b), most)
    counts = before.counts.copy() if before is not None else Counter[tuple[str, str]]()
    counts.subtract(chain.from_iterable(_pairs(part, asked.pattern) for part in old[head : len(old) - tail]))
    counts.update(chain.from_iterable(_pairs(part, asked.pattern) for part in new[head : len(new) - tail]))
    return asked._replace(counts=+counts)


@memoized
def _pairs(text: str, pattern: str) -> tuple[tuple[str, str], ...]:
    """What the two groups of a pattern find in a text, in small letters."""
    return tuple(re.findall(pattern, text.casefold()))


# At the end of a passage


def _at_ends(
    rulebook: Rulebook, found: Sequence[_ReadPassage], set_so: Severity, torn: float, *, wrapped: bool
) -> Iterator[tuple[str, Finding]]:
    """What is cut at the end of a passage, each with the cause that it shares with others; `set_so` is how
    grave it is where it may be but set so, `torn` how long a line is at least behind which a blank line may
    stand within a sentence."""
    ends = [(placed, end) for placed, read in found for end in read.ends]
    prose = _without_running_heads(ends)
    left = {id(end) for _, end in prose}
    feet = {placed.passage(end.passage).lines[0].line for placed, end in ends if id(end) not in left}
    opened: dict[str, list[tuple[Placed, End]]] = defaultdict(list)
    for placed, end in prose:
        if end.opening is not None:
            opened[end.opening].append((placed, end))
    habit = _has_habit([end for _, end in prose])
    stopless = Counter((placed.section.anchor, end.passage.form) for placed, end in prose if not end.stops)
    for (placed, end), after, beyond in zip_longest(prose, prose[1:], prose[2:]):
        if end.stops and not end.opens:
            continue
        passage = placed.passage(end.passage)
        below = after[0].passage(after[1].passage) if after is not None else None
        line, section = passage.lines[-1], placed.section
        place = last_words(line)
        listed = _leads_list(passage, below) or stopless[placed.section.anchor, passage.form] > _FEW
        whole = None if listed else _goes_on(end, opened.get(end.opening or "", ()))
        if whole is not None:
            where = whole.lines[0]
            message = f"the sentence breaks off; the copy in line {where.line} goes on"
            remedy = "take the rest from there, or drop this copy"
            severity: Severity = "warning" if end.opens else set_so
            yield "", _finding(rulebook, section, place, severity, message, remedy, where, whole.section)
        elif end.opens and (_commented(rulebook, section, line) or _is_marked(rulebook, line, below)):
            continue  # it goes on below a remark that nobody is shown, or in the next item
        elif (
            end.opens
            and below is not None
            and (_over_page(passage, below, feet) or _over_blank(rulebook, passage, below, torn))
        ):
            message = f"the sentence breaks off and goes on in line {below.lines[0].line}"
            other = below.lines[0]
            yield PAGE_END, _finding(rulebook, section, place, "note", message, "join the two", other)
        elif set_so == "note" and below is not None and below.lines[0].line == line.line + 1:
            continue  # lines are read as one
        elif end.opens and _breaks_off(passage, below) and _has_words(passage.lines[0]):
            word = words_of(line.text)[-1]
            # else an empty line parts it: "a", and below "240 l bin"
            lost = below is None or _GOES_ON.match(below.lines[0].text) is None
            lost = lost and not _noted_below(rulebook, section, line)
            lost = lost and (below is None or not _is_broken_line(rulebook, section, line))
            severity = "warning" if lost and word in rulebook.forms.sentence.articles else set_so
            message = f'the sentence ends with "{word}"'
            yield "", _finding(rulebook, section, place, severity, message, "complete it")
        elif not wrapped and not _listed_below(beyond) and _continued(passage, below):
            message = "the line is broken off; the next goes on behind a dash"
            assert below is not None
            yield "", _finding(rulebook, section, place, set_so, message, "join the two", below.lines[0])
        elif habit and end.ought and not _is_no_sentence(passage, wrapped=wrapped):
            yield _STOPLESS, _finding(rulebook, section, place, "note", _STOPLESS, "complete it")


def _is_broken_line(rulebook: Rulebook, section: Section, line: TextLine) -> bool:
    """Whether one blank ends a line, as where a conversion broke it: the sentence goes on below."""
    text = line_at(rulebook.document(section.document), line.line).rstrip("\r\n")
    return text.endswith(" ") and not text.endswith("  ")


def _is_set_so(rulebook: Rulebook, placed: Placed, cut: Cut) -> bool:
    """Whether a line is to end there, by two blanks or a backslash at its end, Markdown's signs for that, or
    goes on below a comment."""
    place = placed.down(cut.place)
    line = line_at(rulebook.document(placed.section.document), place.line).rstrip("\r\n")
    return cut.other is not None and (
        line.endswith(("  ", "\\")) or _commented(rulebook, placed.section, place)
    )


def _noted_below(rulebook: Rulebook, section: Section, line: TextLine) -> bool:
    """Whether a number is all of the line below: that of a footnote, at the end of a page."""
    document = rulebook.document(section.document)
    below = (line_at(document, at).strip() for at in range(line.line + 1, line.line + _PAGE))
    return next(filter(None, below), "").isdecimal()


def _commented(rulebook: Rulebook, section: Section, line: TextLine) -> bool:
    """Whether the line below, blanked for that, is a comment of the markup."""
    omitted = rulebook.document(section.document).source.omitted
    return any(o.line <= line.line + 1 <= o.end_line for o in omitted)


def _without_running_heads(prose: list[tuple[Placed, End]]) -> list[tuple[Placed, End]]:
    """The passages without the lines that stand at the head or foot of every page, but for their number."""
    heads = [end.head or _alone(end) for _, end in prose]
    times = Counter(heads)
    return [each for each, head in zip(prose, heads, strict=True) if not head or times[head] < _REPEATED]


def _alone(end: End) -> str:
    """A paragraph of one line without a stop, but for its figures: one on each page, or the number of a
    page; and a whole notice behind a mark, which stands at the foot of each where it recurs word for word."""
    text = end.passage.text.strip()
    if end.passage.form == "footnote" and len(text.split(None, FEWEST)) > FEWEST:
        return " ".join(text.split())
    alone = end.passage.form == "paragraph" and len(end.passage.lines) == 1 and not text.endswith(_STOPS)
    return re.sub(r"\d+", "#", text) if alone else ""


def _has_words(line: TextLine) -> bool:
    """Whether a line is made of words, and not of the signs of a table: "a-z and"."""
    words = words_of(line.text)
    return len(words) > _FEW or sum(len(word) > 2 for word in words) > 1


def _is_marked(rulebook: Rulebook, line: TextLine, below: Passage | None) -> bool:
    """Whether the mark of an item stands by itself between a line and the passage below."""
    if below is None:
        return False
    document = rulebook.document(below.section.document)
    between = range(line.line + 1, below.lines[0].line)
    return any(_MARK.fullmatch(line_at(document, at).strip()) for at in between)


def _over_page(passage: Passage, below: Passage, feet: Set[int]) -> bool:
    """Whether a page ends between two passages that are set as one paragraph is; `feet` are the lines that
    stand at the head or foot of each."""
    line, after = passage.lines[-1], below.lines[0]
    if below.section is not passage.section and below.section.number is not None:
        return False  # the next of what is numbered
    if not feet.isdisjoint(range(line.line + 1, after.line)):
        return True
    # The sign that ends a page may stand in the first column of the next.
    return after.line - line.line >= _PAGE and 0 <= indent(after) - indent(line) <= 1


def _over_blank(rulebook: Rulebook, passage: Passage, below: Passage, torn: float) -> bool:
    """Whether a sentence goes on behind a blank line with a noun or a name, as a conversion parts it: the
    line above is full, or the text is parted so elsewhere."""
    line, after = passage.lines[-1], below.lines[0]
    word = re.match(r"[^\W\d_]+", after.text)
    return (
        torn <= indent(line) + len(line.text)
        and below.form == "paragraph"
        and below.section is passage.section
        and after.line > line.line + 1
        and word is not None
        and word.group().casefold() not in rulebook.forms.sentence.articles
    )


def _is_no_sentence(passage: Passage, *, wrapped: bool) -> bool:
    """Whether a paragraph goes on in a list, ends in an address or a bracket that is all of it, or is set in
    lines that do not run on."""
    text = passage.text.rstrip()
    lines = len(passage.lines) > 1 and not wrapped
    return (
        lines
        or text.endswith(("]", "}"))
        or _JOINS.search(text) is not None
        or _ADDRESS.search(text) is not None
    )


def _leads_list(passage: Passage, below: Passage | None) -> bool:
    """Whether a passage goes on in the items of a list, its own or one within it."""
    if below is None or below.section is not passage.section or below.form != "item":
        return passage.leads
    return passage.form != "item" or _WORD_OR_FIGURE.sub("", passage.marker) != _WORD_OR_FIGURE.sub(
        "", below.marker
    )


def _goes_on(end: End, others: Sequence[tuple[Placed, End]]) -> Passage | None:
    """A passage that begins as this one does, word by word, and has more of them; at its place."""
    if len(others) < 2:
        return None
    words = words_of(end.passage.text)
    for placed, other in others[:4]:
        more = words_of(other.passage.text)
        if len(words) >= FEWEST and len(more) > len(words) and more[: len(words)] == words:
            return placed.passage(other.passage)
    return None


def _breaks_off(passage: Passage, below: Passage | None) -> bool:
    """Whether a line is not merely wrapped, nor an item or number of a list before another, nor leads in what
    is set in further."""
    if below is not None and _is_next_letter(passage, below):
        return _JOINS.search(passage.text) is None
    if passage.leads or below is None or below.section is not passage.section:
        parted = passage.text.rpartition(" ")[0].endswith(";")  # "…; or", and the next section is the other
        listed = passage.form == "paragraph" and (parted or not passage.section.title)
        beside = below is not None and below.section.number and below.section.parent == passage.section.parent
        goes_on = beside and below is not None and below.lines[0].text[:1].islower()
        return not (passage.leads or goes_on or (listed and beside and _JOINS.search(passage.text)))
    line, after = passage.lines[-1], below.lines[0]
    apart = after.line > line.line + 1 and passage.form == below.form == "paragraph"
    if _JOINS.search(passage.text) and (apart or _MARKED.match(after.text)):
        return False  # "(a) …; and", and (b) stands below, or the next of what is listed without marks
    if _is_column(line, after):
        return False
    if after.line > line.line + 1 and after.text.lstrip()[:1].islower():
        return False  # it goes on there
    if passage.form == "item":
        parted = is_short(line, after) or _JOINS.search(line.text.rstrip()) is not None
        wrapped = after.line == line.line + 1 and not parted
        return not (below.form in ("item", "footnote") or wrapped or is_listed(line, after))
    if passage.form == below.form == "footnote" or is_listed(line, after) or indent(after) > indent(line):
        return False
    return after.line > line.line + 1 or is_short(line, after)


def _is_next_letter(passage: Passage, below: Passage) -> bool:
    """Whether two passages are all of sections of which a letter is the whole title: "### a)", "### b)"."""
    one, other = passage.section, below.section
    if one is other or one.number or other.number:
        return False
    return all(map(_LETTER.fullmatch, (one.title, other.title)))


def _is_wrapped(found: Sequence[_ReadPassage]) -> bool:
    """Whether the paragraphs of a text are set in lines of some width: a line that ends early is no sentence
    that does."""
    ends = [end for _, read in found for end in read.ends if end.passage.form == "paragraph"]
    return sum(len(end.passage.lines) > 1 for end in ends) > _WRAPPED * len(ends) >= _WRAPPED * _PARAGRAPHS


def _width(found: Sequence[_ReadPassage]) -> int:
    """How long the lines of a text are that others follow, but for the longest tenth."""
    lines = [line for _, read in found for end in read.ends for line in end.passage.lines[:-1]]
    lengths = sorted(indent(line) + len(line.text.rstrip()) for line in lines)
    return lengths[len(lengths) * 9 // 10] if lengths else 0


def _is_column(line: TextLine, after: TextLine) -> bool:
    """Whether a line is of a column set apart by blanks: its head stands far further in than the rows, or the
    row goes on in the cells beside it."""
    brief = len(line.text.split()) <= _FEW and indent(line) > indent(after) + _APART
    return brief or (after.line == line.line + 1 and RUNNING.search(after.text) is not None)


def _listed_below(beyond: tuple[Placed, End] | None) -> bool:
    """Whether what stands behind the next line has a dash too: a list, in which nothing goes on."""
    return beyond is not None and _marked(beyond[1].passage)


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


def _has_habit(prose: Sequence[End]) -> bool:
    ends = [end.stops for end in prose if end.ought]
    fewest, share = _HABIT
    return len(ends) >= fewest and sum(ends) >= share * len(ends)


def _set_aside(rulebook: Rulebook, placed: Placed, gap: TextLine) -> bool:
    """Whether something was blanked there: a gap of vfdoc's own making."""
    omitted = rulebook.document(placed.section.document).source.omitted
    line, first, last = gap.line + placed.above, gap.column, gap.column + len(gap.text)
    return any(
        o.line <= line <= o.end_line
        and (o.column is None or (first <= (o.end_column or last) and o.column <= last))
        for o in omitted
    )


def _finding(
    rulebook: Rulebook,
    section: Section,
    place: TextLine,
    severity: Severity,
    message: str,
    remedy: str,
    other: TextLine | None = None,
    elsewhere: Section | None = None,
) -> Finding:
    there = elsewhere or section
    line = line_at(rulebook.document(section.document), place.line)
    if not line.startswith(place.text, place.column - 1):  # an entry of a contents list, without its signs
        place = TextLine(place.line, *as_it_stands(line, place.text))
    related = () if other is None else (Related(there.anchor, other.line, other.text[:80]),)
    return at_words(
        rulebook, section, "cut-sentence", severity, place, message, remedy=remedy, related=related
    )
