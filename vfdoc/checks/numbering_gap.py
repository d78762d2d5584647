"""A number that is left out among its neighbours.

The reader suspects a missing rule, and often one is missing, or two share a number. Evidence: under one
parent the numbers go on beyond one that no section bears. More than five in a row left out are a way of
numbering, not a slip; nor is a number missed that stands there in parts (3a, 3b), nor one of a code, whose
numbers are set in two digits (335.02) and left free for what will be put in. Nor is one missed that stands
only in those of its parts (3.7.1 between 3.6 and 3.8): that its heading is missing is said instead, and of
several in one note. Comments, sheets and examples borrow numbers and may leave out any. Where sections were
put in between others (15A, 15B beside 15), a text has been amended, and some may have been struck out: that
is a note. So it is where the text says itself that its numbers may leave out some, "there may be gaps in
numbering": the note says where. A letter put in is missed only where a heading stands in its place, set as
those about it are, that begins with it and is no number ("§ 12hi" between § 12g and § 12i). A text of a game
that nobody describes which leaves out numbers at more than five places, and more than by each hundredth
section, was abridged: one note says at how many.

Bad:  9.1 … 9.2 … 9.4
Good: 9.1 … 9.2 … 9.3
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Document, Finding, Key, Rulebook, Section, Severity
from vfdoc.model.passage import passages, place_in
from vfdoc.model.place import at_section, called, carrier, gathered, line_at, related
from vfdoc.verdicts.series import siblings

_MOST = 5
_LOST = 1  # headings that an author forgets; more are how a text is set
_LOOK = "look whether a number was lost"
_LEFT_OUT, _LEFT_OUT_SHARE = 5, 0.01  # more gaps of a text that nobody describes, by sections, are one
_EXCERPT = 4  # numbers of one that follow no other, at least
_PAST = 2  # from the letter before one that is left out to the letter behind it
_PUT_IN = 3  # sections put in between others, at least
_CODED = re.compile(r"\.0\d$")
_ROMAN = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding at the section that follows a gap."""
    for documents in rulebook.hierarchies():
        sections = [section for document in documents for section in document.sections]
        families: dict[Key, dict[int, Section]] = defaultdict(dict)
        keys = {key for section in sections for key in section.keys}
        twice = Counter(section.key for section in sections if section.kind in ("rule", "part"))
        for section in sections:
            for key in section.keys if section.kind in ("rule", "part") else ():
                if isinstance(key[-1], int):
                    families[key[:-1]].setdefault(key[-1], section)
        severity: Severity = "note" if _is_amended(sections) else "warning"
        beside = siblings(documents) if rulebook.is_undescribed() else None
        parts = _headless(sections, keys)
        orphans: dict[Key, Finding] = {}
        for above, section in parts.items():
            if _is_missed(section, above, families):
                near, at = families[above[:-1]], above[-1]
                between = beside is None or (isinstance(at, int) and {at - 1, at + 1} <= set(near))
                orphans[above] = _orphan(rulebook, section, severity if between else "note")
        gaps: list[Finding] = []
        gone = _gone(rulebook, documents)
        excerpts = {_depth(one) for one in families.values() if _is_excerpt(one)}
        for family, members in families.items():
            if _depth(members) in excerpts:
                continue
            # The numbers before the first are missed only where the parent itself is printed.
            if any(_CODED.search(section.number or "") for section in members.values()):
                continue
            before = 0 if _shortest(family) in keys else None
            for number in sorted(members):
                missing = number - before - 1 if before is not None else 0
                if missing == 1 and twice[(*family, before or 0)] > 1:
                    missing = 0  # the number before it stands there twice, which is told
                if 0 < missing <= _MOST and before is not None:
                    parted = [(*family, each) for each in range(before + 1, number)]
                    if all(key in parts for key in parted):
                        for key in parted:
                            orphans.setdefault(key, _orphan(rulebook, parts[key], severity))
                    elif not all(key in gone or _is_in_parts(key, keys) for key in parted):
                        above_it = members.get(before)
                        slip = beside is None or (
                            above_it is not None
                            and beside.is_left_out_by_slip(members[number], above_it)
                            and not _is_bare(rulebook, members[number])
                        )
                        gaps.append(_finding(rulebook, members, before, number, severity if slip else "note"))
                before = number
        yield from (f for document in documents for f in _misprinted(rulebook, document))
        # What an abridged text has left out is missing above its parts, too.
        abridged = beside is not None and len(gaps) > max(_LEFT_OUT, _LEFT_OUT_SHARE * len(sections))
        found = _of_orphans(list(orphans.values()))
        yield from (replace(each, severity="note") if abridged else each for each in found)
        said = _said(rulebook, documents) if gaps else None
        if said is None:
            gaps.sort(key=lambda gap: (gap.document, gap.line, gap.column))
            notes = [replace(gap, severity="note", remedy=_LOOK) for gap in gaps] if abridged else gaps
            yield from gathered(
                notes, "numbers are left out at {count} places", 1 if abridged else len(gaps) + 1
            )
        else:
            notes = [
                replace(gap, severity="note", message=f"{gap.message}; {said}", remedy=_LOOK) for gap in gaps
            ]
            yield from gathered(notes, f"at {{count}} places numbers are missing; {said}")


def _is_in_parts(key: Key, keys: Collection[Key]) -> bool:
    """Whether a number stands there in parts: 3a and 3b, F(2)(i) and F(2)(ii)."""
    return any((*key, one) in keys and (*key, two) in keys for one, two in (("a", "b"), ("i", "ii")))


def _misprinted(rulebook: Rulebook, document: Document) -> Iterator[Finding]:
    """The headings without a number that begin with the one letter that is missing between the numbers about
    them, set as these are."""
    before: Section | None = None
    between: list[Section] = []
    for section in document.sections:
        if section.key is None:
            between.append(section)
            continue
        missing = _letter_missing(before, section) if before is not None and between else None
        if before is not None and missing is not None:
            head = re.compile(
                rf"{re.escape(carrier(document, section))}[ \xa0]?{re.escape(missing)}\w+[ \xa0]"
            )
            for other in between:
                if head.match(line_at(document, other.line).strip().casefold()):
                    yield at_section(
                        rulebook,
                        other,
                        "numbering-gap",
                        "warning",
                        f"{called(other)} stands where {missing} is missing, between {called(before)} and "
                        f"{called(section)}",
                        remedy=f"number it {missing}",
                        related=(related(before),),
                        missing=(missing,),
                    )
        before, between = section, []


def _letter_missing(before: Section, section: Section) -> str | None:
    """The number of the one letter that is left out between two sections: 12h between 12g and 12i."""
    *above, letter = before.key or ("",)
    *beside, other = section.key or ("",)
    if above != beside or not (isinstance(letter, str) and isinstance(other, str)):
        return None
    if len(letter) != 1 or len(other) != 1 or ord(other) - ord(letter) != _PAST:
        return None
    number = (section.number or "").casefold()
    return number.removesuffix(other.casefold()) + chr(ord(other.casefold()) - 1)


def _headless(sections: Sequence[Section], keys: Collection[Key]) -> dict[Key, Section]:
    """The numbers that no section bears while others stand below them, each with the first of these."""
    found: dict[Key, Section] = {}
    for section in sections:
        *above, last = section.key or (None,)
        if above and tuple(above) not in keys and section.kind == "rule" and isinstance(last, int):
            found.setdefault(tuple(above), section)
    return found


def _of_orphans(orphans: Sequence[Finding]) -> Iterator[Finding]:
    """One finding for each number that stands only in those of its parts; where several do, a text is set so:
    notes, told as one where they are many."""
    if len(orphans) <= _LOST:
        yield from orphans
        return
    names = ", ".join(name for orphan in orphans for name in orphan.missing)
    notes = [replace(orphan, severity="note") for orphan in orphans]
    yield from gathered(notes, f"{{count}} numbers stand only in those of their parts: {names}")


def _is_bare(rulebook: Rulebook, section: Section) -> bool:
    """Whether a whole number without a sign is all of its line, as that of a footnote is, or a page's."""
    return line_at(rulebook.document(section.document), section.line).strip().isdecimal()


def _depth(members: dict[int, Section]) -> int:
    """How many numbers of other headings a family's stand under, which they do not bear themselves
    ("Article 6" below 1.4.2 has the key 1.4.2.6): 0 where theirs are whole."""
    first = next(iter(members.values()))
    return len(first.key or ()) - 1 if (first.number or "").isdecimal() else 0


def _is_excerpt(members: dict[int, Section]) -> bool:
    """Whether more numbers of a family follow no other than do, below headings of another kind: they are
    those of a work that is quoted there ("Article 5", "Article 11", "Article 17")."""
    numbers = sorted(members)
    apart = sum(number - 1 not in members for number in numbers)
    return _depth(members) > 0 and apart >= _EXCERPT and 2 * apart > len(numbers)


def _gone(rulebook: Rulebook, documents: Sequence[Document]) -> set[Key]:
    """The numbers of which a line says that nothing stands under them ("§ 29 repealed (transition)"), though
    it was read as no heading."""
    if not rulebook.forms.vacant:
        return set()
    line = re.compile(
        rf"[ \t#*]*(?:§|[^\W\d_]+)?[ \xa0]?(?P<number>\d{{1,5}}(?:\.\d{{1,5}})*)\.?[ \t\xa0]+"
        rf"(?:{rulebook.forms.vacant})(?!\w)",
        re.IGNORECASE,
    )
    texts = (text for document in documents for text in document.source.lines)
    return {tuple(map(int, found["number"].split("."))) for text in texts if (found := line.match(text))}


def _said(rulebook: Rulebook, documents: Sequence[Document]) -> str | None:
    """Where a text says that its own numbers may leave out some; None where it does not."""
    gaps = re.compile(rulebook.forms.gaps or "(?!)", re.IGNORECASE)
    for document in documents:
        for section in document.sections:
            for passage in passages(section):
                if (found := gaps.search(passage.text)) is not None:
                    line = place_in(passage.lines, *found.span()).line
                    return f"the text says itself in line {line} that its numbers may leave out some"
    return None


def _is_amended(sections: Sequence[Section]) -> bool:
    """Whether sections were put in beside others whose numbers they bear with a letter."""
    anchors = {section.anchor: section.key for section in sections}
    put_in = sum(
        section.key is not None
        and len(section.key) > 1
        and isinstance(section.key[-1], str)
        and isinstance(section.key[-2], int)
        and (section.number or "").endswith(section.key[-1])
        and anchors.get(section.parent or "") != section.key[:-1]
        and section.kind == "rule"
        for section in sections
    )
    return put_in >= _PUT_IN


def _shortest(key: Key) -> Key:
    """A key as its section bears it: without trailing zeros."""
    while len(key) > 1 and key[-1] == 0:
        key = key[:-1]
    return key


def _roman(number: int) -> str:
    out = ""
    for value, letters in _ROMAN:
        out, number = out + letters * (number // value), number % value
    return out


def _is_missed(section: Section, above: Key, families: dict[Key, dict[int, Section]]) -> bool:
    """Whether the number above a section's own is printed for its neighbours, and only here is not; that of a
    code's chapter ("§ 629-1") where other chapters of its sections are."""
    beside = families.get(above[:-1], {})
    coded = "-" in (section.number or "") and not any((*above[:-1], number) in families for number in beside)
    plain = section.parent is None and section.kind == "rule" and isinstance(above[-1], int)
    return plain and beside != {} and not coded


def _orphan(rulebook: Rulebook, section: Section, severity: Severity) -> Finding:
    above = ".".join(map(str, (section.key or ())[:-1]))
    return at_section(
        rulebook,
        section,
        "numbering-gap",
        severity,
        f"{called(section)} stands under {above}, which is missing",
        remedy=f"print {above}, or number the section otherwise",
        missing=(above,),
    )


def _finding(
    rulebook: Rulebook, members: dict[int, Section], before: int, number: int, severity: Severity
) -> Finding:
    section = members[number]
    shown = section.number or ""
    stem, digits, tail = shown.rpartition(str(number))
    names = [f"{stem}{n}{tail}" if digits else str(n) for n in range(before + 1, number)]  # "Tenth Part"
    if shown.isalpha():
        names = [_roman(n) for n in range(before + 1, number)]
    missing = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
    above = members.get(before)
    after = f" after {called(above)}" if above else ""
    verb = "is" if len(names) == 1 else "are"
    return at_section(
        rulebook,
        section,
        "numbering-gap",
        severity,
        f"{missing} {verb} missing before {called(section)}{after}",
        remedy="close the gap, or say that the number is left out on purpose",
        related=(related(above),) if above else (),
        missing=tuple(names),
    )
