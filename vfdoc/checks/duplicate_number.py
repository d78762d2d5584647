"""A number that stands on two sections of one document, or of several whose numbers run on.

Whoever cites it cites both. Evidence: the same number, printed twice. Among comments, which borrow the
numbers of the rules, it is a note: two comments on one rule mislead nobody. Where all numbers begin again at
a second chapter 1, that is one warning; where all sections below a chapter bear the number of the one beside
it, that is one error, at the first of them. In a text of a game that nobody describes a section that begins
in the very words of the other is one that is printed twice: a note; not so right behind the heading of the
next (4.11.1 below 4.12); so is what stands right below a label, a remark on the rule ("COMMENT:"); so is an
item whose list counts anew, the one before it being no section. What stands twice below an article that does
is told with that. Where numbers that count on over all parts go back
once at the head of one (articles 14 to 18, then 16 to 19), that is one error, at the first of them. A single
number that is missing where one of the two stands (13, 13, 15) is suggested, and never written.

Bad:  6.5 Reserves … 6.5 Flank marches
Good: 6.5 Reserves … 6.6 Flank marches
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Key, Rulebook, Section, Severity
from vfdoc.model.document import Series, series
from vfdoc.model.passage import passages, words_of
from vfdoc.model.place import at_section, called, line_at, related
from vfdoc.verdicts.series import (
    MisnumberedChapter,
    Recounted,
    Siblings,
    misnumbered_chapters,
    recounted,
    siblings,
)

_BEGIN = 8  # words
_ITEM, _SECOND = re.compile(r"(?P<indent>[ \t]*)(?P<number>\d{1,3})[.)][ \t]"), 2
_MARKS = re.compile("#*")
_FIGURES = re.compile(r"(?P<head>(?:.*\D)?)\d+")
_MOST = 4  # numbers that a finding names


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding at every section whose number an earlier one of its hierarchy bears."""
    forms = rulebook.forms
    for documents in rulebook.hierarchies():
        first: dict[tuple[Series, Key, bool, bool], Section] = {}
        latest: dict[Key, Section] = {}
        counted, last = series(documents), Series(0)
        beside = siblings(documents) if rulebook.is_undescribed() else None
        astray = misnumbered_chapters(documents)
        yield from (_below_another(rulebook, one) for one in astray)
        told = {section.anchor for one in astray for section in one.sections}
        again = recounted(documents) if beside is not None else None
        recount = {section.anchor for section in again.sections} if again is not None else set()
        if again is not None:
            yield _goes_back(rulebook, again)
        doubled: set[str] = set()
        following: set[tuple[str | None, Key]] = set()
        above: Key = ()
        for section in (section for document in documents for section in document.sections):
            if section.key is None or section.anchor in told:
                continue
            before, above = above, section.key
            count = counted[section.anchor]
            if (count.all > last.all or count.parts > last.parts) and section.key in latest:
                last = count
                yield _begins_again(rulebook, section, latest[section.key], "note" if beside else "warning")
            latest[section.key] = section
            alpha = (section.number or "").isalpha()  # "I" is not 1
            bearing = (count, section.key, alpha, section.anchor in recount)
            earlier = first.setdefault(bearing, section)
            if earlier is section or forms.says_nothing_stands(section.title):
                continue
            if section.number == f"{earlier.number}.0":  # of 6, above 6.1; another 6.0 is its double
                first[bearing] = section
                continue
            if forms.says_nothing_stands(earlier.title):  # the number is borne anew
                first[bearing] = section
                continue
            below = section.parent != earlier.parent and (
                section.parent in doubled or section.parent in recount
            )
            if below and len(section.key) > 1:
                follows = (
                    section.parent,
                    section.key,
                )  # 2 of an article that stands twice, 13.1 of such a 13
                if follows not in following:
                    following.add(follows)
                    continue
            doubled.add(section.anchor)
            same = beside is not None and section.title == earlier.title and _says_the_same(section, earlier)
            same = same and not _is_of_next(before, section.key)
            yield at_section(
                rulebook,
                section,
                "duplicate-number",
                "note" if same else _severity(rulebook, section, earlier, beside),
                f"{section.number} is the number of {called(section)} "
                f"and of {called(earlier)} in {_line(earlier, section)}"
                f"{', which begins in the same words' if same else ''}",
                remedy="keep one of the two" if same else _remedy(section, earlier, beside),
                related=(related(earlier),),
            )


def _is_of_next(before: Key, key: Key) -> bool:
    """Whether a number stands right behind that of the section next to the one that it is below: 4.11.1
    behind 4.12."""
    if len(before) != len(key) - 1 or before[:-1] != key[:-2]:
        return False
    own, other = before[-1], key[-2]
    return isinstance(own, int) and isinstance(other, int) and own == other + 1


def _says_the_same(section: Section, other: Section) -> bool:
    """Whether two sections begin in the same words: one, printed twice, as it was and as it is."""
    begun = [words_of(next((p.text for p in passages(each)), ""))[:_BEGIN] for each in (section, other)]
    return len(begun[0]) == _BEGIN and begun[0] == begun[1]


def _counts_anew(rulebook: Rulebook, section: Section, earlier: Section) -> bool:
    """Whether a number stands twice by a list that counts anew: the item right before it, behind the earlier
    section, has the number before it and is no section."""
    document = rulebook.document(section.document)
    own = _ITEM.match(line_at(document, section.line))
    if own is None or earlier.document != section.document or int(own["number"]) < _SECOND:
        return False
    for line in range(section.line - 1, earlier.line, -1):
        item = _ITEM.match(line_at(document, line))
        if item is not None and item["indent"] == own["indent"]:
            at = bisect_left(document.sections, line, key=lambda each: each.line)
            heads = at < len(document.sections) and document.sections[at].line == line
            return int(item["number"]) == int(own["number"]) - 1 and not heads
    return False


def _is_remark(rulebook: Rulebook, section: Section) -> bool:
    """Whether a label stands right above a section, as above remarks on a rule that bear its number:
    "COMMENT:", and below it "Rule 16.101. …"."""
    document = rulebook.document(section.document)
    above = (line_at(document, line).strip(" \t>*_#") for line in range(section.line - 1, 0, -1))
    label = next(filter(None, above), "")
    return label.endswith(":") and label[0].isupper() and len(label.split()) <= _SECOND


def _is_first_below(rulebook: Rulebook, section: Section) -> bool:
    """Whether a section is the first right below a heading without number of more weight: "### 1. Minutes"
    below "## Old Business", as minutes count."""
    document = rulebook.document(section.document)
    at = bisect_left(document.sections, section.line, key=lambda each: each.line)
    above = document.sections[at - 1] if at else None
    if above is None or above.key is not None or (section.key or ("",))[-1] != 1:
        return False
    marks = [_MARKS.match(line_at(document, each.line)) for each in (above, section)]
    return 0 < len((marks[0] or [""])[0]) < len((marks[1] or [""])[0])


def _severity(rulebook: Rulebook, section: Section, earlier: Section, beside: Siblings | None) -> Severity:
    """How grave it is that a number stands twice: where nobody described the text an error only if those
    beside it show a slip."""
    if section.kind == "note" or (beside is not None and _counts_anew(rulebook, section, earlier)):
        return "note"
    if beside is not None and _is_remark(rulebook, section):
        return "note"
    if beside is not None and _is_first_below(rulebook, section) and _is_first_below(rulebook, earlier):
        return "note"
    return "error" if beside is None or beside.is_doubled_by_slip(section, earlier) else "note"


def _remedy(section: Section, earlier: Section, beside: Siblings | None) -> str:
    """What to do about two sections with one number; the number that is missing where one of them stands."""
    remedy = "give one of them another number"
    missing = beside.place_of_missing(section, earlier) if beside is not None else None
    number = _FIGURES.fullmatch(missing[0].number or "") if missing is not None else None
    if missing is None or number is None:
        return remedy
    where = "here" if missing[0] is section else f"in {_line(earlier, section)}"
    return f"{remedy}: perhaps {number['head']}{missing[1]}, which is missing, is meant {where}"


def _below_another(rulebook: Rulebook, found: MisnumberedChapter) -> Finding:
    section, chapter = found.sections[0], called(found.chapter)
    return at_section(
        rulebook,
        section,
        "duplicate-number",
        "error",
        f"the sections below {chapter} bear the number of {called(found.beside)}, which stands in "
        f"{_line(found.beside, section)}: {_named(found.doubled)} stand below both",
        remedy=f"number them as those of {chapter}",
        related=(related(found.beside),),
    )


def _goes_back(rulebook: Rulebook, found: Recounted) -> Finding:
    section, numbers = found.sections[0], tuple({one.key: one for one in found.sections}.values())
    stand = f"{_named(numbers)} {'stand' if len(numbers) > 1 else 'stands'} twice"
    return at_section(
        rulebook,
        section,
        "duplicate-number",
        "error",
        f"the numbers go back at {called(section)}, and count on from there: {stand}; "
        f"{called(found.earlier)} stands in {_line(found.earlier, section)}",
        remedy="go on counting",
        related=(related(found.earlier),),
    )


def _named(sections: Sequence[Section]) -> str:
    numbers = [section.number or "" for section in sections]
    return f"{', '.join(numbers[:_MOST])}{f' and {more} more' if (more := len(numbers) - _MOST) > 0 else ''}"


def _begins_again(rulebook: Rulebook, section: Section, earlier: Section, severity: Severity) -> Finding:
    return at_section(
        rulebook,
        section,
        "duplicate-number",
        severity,
        f"the numbers begin again at {called(section)}; "
        f"{called(earlier)} stands in {_line(earlier, section)}",
        remedy="go on counting, or set a letter before the numbers from here on",
        related=(related(earlier),),
    )


def _line(section: Section, beside: Section) -> str:
    """Where a section stands, as a finding at another names it."""
    elsewhere = f" of {section.document}" if section.document != beside.document else ""
    return f"line {section.line}{elsewhere}"
