"""The numbered headings of a text after an edit: those of the last pass where the edit touches none of them.

In: the lines of a text before and after, and what its numbers were found by. Out: whether all that
`numbered` asks of the lines is as it was, and then its headings, where they stand now. That is: the lines
with candidates themselves; of the lines about each what is asked of them there; of the whole text whether it
is wrapped, where it is fenced, what heads a list of contents, what counts in letters, which clauses it cites,
and which parts by their letters, which items of an article as its sections.
Where lines were put in or taken out, it is besides how many lie between two numbers: that is asked of those
near one another, of lists of contents, and of a text that counts in whole numbers alone; and, of one that
counts in words or letters, whether there is a line of text between two numbers at all. Where any of this may
be another now, all is found anew.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from vfdoc.model.session import evolving, is_resident
from vfdoc.reading.candidates import HeadingCandidate, candidates
from vfdoc.reading.edited_lines import EditedLines, edited_lines, moved_by
from vfdoc.reading.full_paths import runs_in
from vfdoc.reading.headings import Heading, title_beneath
from vfdoc.reading.item_numbers import (
    cited_clauses,
    is_labelled,
    label_at,
    numbers_named,
    parts_named,
)
from vfdoc.reading.line_classes import (
    OPENING,
    breaks_off,
    counts_words,
    defines,
    is_open,
    is_titled,
    is_wrapped,
    leads_to_a_page,
)
from vfdoc.reading.numbered import NumberedHeadings, listings, numbered, silent_lines, tells_of_all
from vfdoc.reading.numbering import Numbering, is_lettered, lettered, numbering
from vfdoc.reading.tokens import Hints
from vfdoc.reading.words import LanguageWords

_WORDED = re.compile(
    r"[^\W\d_]{3}s?[ \xa0\n](?:\d|[IVXLC])|^\W*(?:\d|[IVXLC])|[^\W\d_]\W*$"
)  # what may cite a section of an article
_ABOUT = 3  # lines about a candidate of which something is asked
_NEAR = 6  # lines between two candidates without a heading mark, at most, of which their number is asked
_FAR = 40  # lines about an edit in which its neighbours are sought


class NumberedText(NamedTuple):
    """A text, by its name, and what its numbers are found by (see `numbered`)."""

    name: str
    texts: Sequence[str]
    known: Numbering
    words: LanguageWords
    hints: Hints


class _ReadNumbers(NamedTuple):
    of: NumberedText
    found: NumberedHeadings


def numbered_headings(asked: NumberedText) -> NumberedHeadings:
    """The numbered headings of a text; in a resident session those of the last pass, where they are."""
    if not is_resident():
        return numbered(asked.texts, asked.known, asked.words, asked.hints)
    return _again(asked).found


def _name(asked: NumberedText) -> str:
    return asked.name


@evolving(_name)
def _again(asked: NumberedText, before: _ReadNumbers | None) -> _ReadNumbers:
    changed = _harmless(before.of, asked, before.found.parted) if before is not None else None
    if before is None or changed is None or not _stand(before.found, changed):
        return _ReadNumbers(asked, numbered(asked.texts, asked.known, asked.words, asked.hints))
    return _ReadNumbers(asked, _moved(before.found, changed))


def _moves(changed: Sequence[EditedLines]) -> bool:
    """Whether lines were put in or taken out."""
    return any(len(each.old) != len(each.new) for each in changed)


def _stand(found: NumberedHeadings, changed: Sequence[EditedLines]) -> bool:
    """Whether what was asked of the whole text is as it was: how far numbers stand apart, which it names."""
    if (found.measured and _moves(changed)) or found.by_place:
        return False
    lines = [line for each in changed for line in (*each.old, *each.new)]
    if any(tells_of_all(line, outlined=found.outlined) for line in lines):
        return False
    if found.hosted and any(_WORDED.search(line) for line in lines):
        return False
    named = ((numbers_named("\n".join(lines)) for lines in (each.old, each.new)) for each in changed)
    return not found.cited or all(Counter(old) == Counter(new) for old, new in named)


def _harmless(before: NumberedText, asked: NumberedText, parted: bool) -> Sequence[EditedLines] | None:
    """The lines that differ, where the numbers of both texts are the same, as far as can be told from those;
    else None. `parted` as of NumberedHeadings."""
    old, new = before.texts, asked.texts
    changed = edited_lines(old, new)
    if changed is None or is_wrapped(old) != is_wrapped(new):
        return None
    if not _moves(changed):
        same = before._replace(texts=new) == asked
        return changed if same and _Asks(asked).are_silent(old, new, changed) else None
    if before._replace(texts=new, hints=_moved_hints(before.hints, changed)) != asked:
        return None
    if any("```" in text or "~~~" in text for text in new):
        return None
    asks = _Asks(asked)
    return (
        changed
        if asks.are_silent(old, new, changed) and asks.stand_apart(old, new, changed, parted)
        else None
    )


def _moved(found: NumberedHeadings, changed: Sequence[EditedLines]) -> NumberedHeadings:
    """The headings, each where its line stands now."""
    if not _moves(changed):
        return found
    moved = moved_by(changed)
    return found._replace(
        headings={moved(line): _moved_heading(one, moved(line)) for line, one in found.headings.items()},
        left_out=tuple(each._replace(line=moved(each.line)) for each in found.left_out),
        annexes={moved(line): key for line, key in found.annexes.items()},
    )


def _moved_heading(one: Heading, line: int) -> Heading:
    if line == one.line:
        return one
    run = one.run._replace(line=one.run.line + line - one.line) if one.run is not None else None
    return one._replace(line=line, run=run)


def _moved_hints(hints: Hints, changed: Sequence[EditedLines]) -> Hints:
    """What an edition says of its text, its tables where they stand now."""
    moved = moved_by(changed)
    tables = {}
    for begin, table in hints.tables.items():
        by = moved(begin) - begin
        rows = tuple(row._replace(line=row.line + by) for row in table.rows) if by else table.rows
        tables[begin + by] = table._replace(end=table.end + by, rows=rows)
    return hints._replace(tables=tables)


class _Asks:
    """What is asked of the lines of a text where its numbers are found."""

    def __init__(self, asked: NumberedText) -> None:
        known = asked.known
        inferred = tuple(s for s in lettered("\n".join(asked.texts)) if s.pattern not in known.patterns)
        if inferred and known.bare and not known.patterns:
            known = numbering(known.names, own=(*known.own, *inferred))
        self._known, self._words, self._hints = known, asked.words, asked.hints

    def are_silent(self, old: Sequence[str], new: Sequence[str], changed: Sequence[EditedLines]) -> bool:
        """Whether lines, as they were and as they are, say nothing of numbers that other lines would not, and
        candidates about them are told the same."""
        return all(self._is_silent(old, new, each) for each in changed)

    def _is_silent(self, old: Sequence[str], new: Sequence[str], each: EditedLines) -> bool:
        moves = len(each.old) != len(each.new)
        if any(self._speaks(text) for text in (*each.old, *each.new) if text.strip() or not moves):
            return False
        before, now = (each.old_at, len(each.old)), (each.at, len(each.new))
        return self._clauses(old, *before) == self._clauses(new, *now) and (
            self._seen_about(old, *before) == self._seen_about(new, *now)
        )

    def stand_apart(
        self, old: Sequence[str], new: Sequence[str], changed: Sequence[EditedLines], parted: bool
    ) -> bool:
        """Whether the numbers above and below lines that were put in or taken out are so far apart that
        nobody asks how far, and, where that is asked, have another line of text between them."""
        return all(
            self._is_apart(old, each.old_at, len(each.old), parted)
            and self._is_apart(new, each.at, len(each.new), parted)
            for each in changed
            if len(each.old) != len(each.new)
        )

    def _is_apart(self, texts: Sequence[str], at: int, count: int, parted: bool) -> bool:
        begin, end = max(0, at - _FAR), min(len(texts), at + count + _FAR)
        about = texts[begin:end]
        found = self._candidates(about)
        if listings(about, self._words) or any(leads_to_a_page(one.rest) for one in found):
            return False
        above = [one for one in found if begin + one.line <= at]
        below = [one for one in found if begin + one.line > at + count]
        plain = [[one.line for one in ones if not one.level] for ones in (above, below)]
        torn = any(not (one.level or one.rest.strip()) for one in above)  # its title may stand far below
        if all(plain) and (torn or min(plain[1]) - max(plain[0]) <= _NEAR):
            return False
        if not parted:
            return True
        last = max((one.line for one in above), default=0)  # the lines between, but for those put in
        first = min((one.line for one in below), default=len(about) + 1) - 1
        between = (*about[last : at - begin], *about[at - begin + count : first])
        return any(_is_text(text) for text in between)

    def _clauses(self, texts: Sequence[str], at: int, count: int) -> object:
        """The clauses that lines cite, with those that the line above or below makes of them."""
        about = "\n".join(texts[max(0, at - 1) : at + count + 1])
        named = parts_named(about, self._words, self._known)
        return cited_clauses(about), [(of, part[0]) for of, part, _ in named]

    def _speaks(self, text: str) -> bool:
        bare = text.strip()
        return (
            not bare
            or bare.isupper()
            or bare[0] in "#>"
            or "```" in text
            or "~~~" in text
            or bool(listings([text], self._words))
            or bool(silent_lines([text], self._hints))
            or is_labelled(text)
            or label_at(text, 0) is not None
            or is_lettered(text)
            or runs_in(text)
            or bool(self._candidates([text]))
        )

    def _candidates(self, texts: Sequence[str]) -> list[HeadingCandidate]:
        every: Callable[..., list[HeadingCandidate]] = candidates
        marks = self._hints.marks
        return [
            one for items in (False, True) for one in every(texts, self._known, self._words, (), marks, items)
        ]

    def _seen_about(self, texts: Sequence[str], at: int, count: int) -> object:
        """What the candidates about lines (0-based) are told of the lines about them."""
        begin, end = max(0, at - _ABOUT), min(len(texts), at + count + _ABOUT)
        lines = {begin + one.line - 1 for one in self._candidates(texts[begin:end])}
        return [
            (line - at if line < at else line - at - count + _FAR, *self._beside(texts, line))
            for line in sorted(lines)
        ]

    def _beside(self, texts: Sequence[str], line: int) -> Sequence[object]:
        """What is asked of the line above a candidate and of those below it."""
        above = texts[line - 1] if line else ""
        below, after = (texts[at] if at < len(texts) else "" for at in (line + 1, line + 2))
        before = texts[line - 2] if line > 1 else ""
        bare = below.strip()
        first = below.lstrip(" >")[:1]
        title = bare if bare.isupper() or is_titled(bare) else ""
        return (
            is_open(above), not above.strip(" \t>"), "\t" in above.strip(), counts_words(above),
            breaks_off(before), defines([before]),
            not bare, "\t" in bare, first.islower(), first.isalpha() or first in OPENING, title,
            bare if bare[:1] in "=~*-" else "", title_beneath(texts, line),
            not after.strip() if bare else after.strip()[:1] == "#",
        )  # fmt: skip


def _is_text(text: str) -> bool:
    """Whether a line is neither blank nor a heading, and not shouted as one is."""
    bare = text.strip()
    return bool(bare) and not (bare.isupper() or bare.startswith("#"))
