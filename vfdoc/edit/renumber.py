"""Sections that get other numbers, and all that names them.

In come a rulebook and the moves, out come Edits: of the headings, the contents and index, and every citation
in every document, lists and ranges number by number. A section moves with all below it. What an edition's
TOML files name follows once the texts have been read anew (`carrying`). Nothing is renumbered whose way back
is not sure: a number that is taken, or that a citation names though no section bears it, is refused.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.edit.carrying import NUMBER
from vfdoc.graph import ReferenceGraph
from vfdoc.model import InputError, Key, Reference, Section, Target
from vfdoc.model.edit import Edit

_ZEROS = re.compile(r"(?:\.0+)+$")
_COUNTER = re.compile(r"(?:(?<=[.\d(])|^)(\d+|[A-Za-z])(?=\)*[a-z]?$)|(?<![^\W_])(\d+)$")


class Move(NamedTuple):
    """A section number that becomes another: both as printed, and their keys."""

    old: str
    new: str
    old_key: Key
    new_key: Key

    @property
    def back(self) -> Move:
        """The way back."""
        return Move(self.new, self.old, self.new_key, self.old_key)


class Renumbered(NamedTuple):
    """What becomes of the texts: the edits, by anchor the numbers that were replaced in each section (its own
    among them), what becomes of any number, and a note on each place that wants a look: a
    range that no longer spans the sections that it did, a number that stays, because it was not read as a
    citation."""

    edits: tuple[Edit, ...]
    replaced: Mapping[str, Mapping[str, str]]
    numbers: Numbers
    notes: tuple[str, ...] = ()


class NumberPlace(NamedTuple):
    """A number as it stands somewhere: its key, its place (1-based), the section (anchor) that says it."""

    key: Key
    printed: str
    file: str
    line: int
    column: int
    section: str = ""
    whole: Key = ()  # with the clause that stands behind the link around it, "[4](#bells)(1)"


def shifts(graph: ReferenceGraph, number: str, key: Key, by: int) -> tuple[tuple[str, str], ...]:
    """The pairs that leave a gap at a number (`by` 1) or close one (-1): it and its later siblings, as they
    are addressed where their numbers begin again.

    InputError where nothing stands there, where the gap is none, or where nobody knows what comes next.
    """
    same = {s.key: s for s in graph.sections.values() if s.key and len(s.key) == len(key)}
    later = {k: s for k, s in same.items() if k[:-1] == key[:-1] and _counts_on(k[-1], key[-1])}
    if by < 0 and key in later:
        raise InputError(
            f"--remove {number}", f"{_called(later[key])} is still there", "take its text out first"
        )
    if by > 0 and key not in later:
        raise InputError(f"--insert {number}", "no section has that number, so it is free", "write it there")
    if not later:
        raise InputError(f"--remove {number}", "no section stands behind it", "there is no gap to close")
    printed = Counter(section.number for section in graph.sections.values())
    return tuple(
        (s.number if s.number and printed[s.number] == 1 else s.anchor, _next(s, by)) for s in later.values()
    )


def _counts_on(part: str | int, first: str | int) -> bool:
    if isinstance(part, int) and isinstance(first, int):
        return part >= first
    return isinstance(part, str) and isinstance(first, str) and len(part) == len(first) == 1 and part >= first


def _next(section: Section, by: int) -> str:
    """The number that counts on from a section's."""
    number = section.number or ""
    stem = _stem(number)
    found = _COUNTER.search(stem)
    counter = found.group() if found else ""
    if counter.isdigit() and int(counter) + by >= 0:
        after = str(int(counter) + by)
    elif len(counter) == 1 and chr(ord(counter) + by).isalpha() and len(stem) > 1:
        after = chr(ord(counter) + by)
    else:
        raise InputError(number, "has no number that counts on", "name each as OLD=NEW")
    assert found is not None
    return stem[: found.start()] + after + stem[found.end() :] + number[len(stem) :]


def renumber(
    graph: ReferenceGraph, moves: Sequence[Move], key: Callable[[str], Key], named: Sequence[NumberPlace] = ()
) -> Renumbered:
    """The edits by which these sections, and all below them, get their new numbers. `key` gives the key of a
    printed number, `named` are numbers that are named outside of the texts.

    InputError where a new number is taken, or where the way back would be another.
    """
    cited = list(cited_numbers(graph, key))
    numbers = Numbers(graph, moves, cited)
    numbers.hold(named)
    edits: list[Edit] = []
    replaced: dict[str, dict[str, str]] = defaultdict(dict)
    for section, file, lines in _headings(graph):
        if section.number is None or section.key is None:
            continue
        new = numbers.printed(section.number, section.key, f"{file}:{section.line}")
        if new == section.number:
            continue
        replaced[section.anchor][section.number] = new
        edits += _heading(section, new, file, lines[section.line - 1])
    for each in cited:
        new = numbers.printed(each.printed, each.key, f"{each.file}:{each.line}")
        if new != each.printed:
            replaced[each.section][each.printed] = new
            edits.append(Edit(each.file, each.line, each.column, each.printed, new))
    notes = (*_ranges(graph, numbers), *_stayed(graph, edits, cited))
    return Renumbered(tuple(dict.fromkeys(edits)), dict(replaced), numbers, notes)


class Numbers:
    """Numbers as they become, forth and back: those of the sections and those that are cited."""

    def __init__(self, graph: ReferenceGraph, moves: Sequence[Move], cited: Sequence[NumberPlace]) -> None:
        self._forth = {move.old_key: move for move in moves}
        self._back = {move.new_key: move.back for move in moves}
        self._sections: dict[Key, Section] = {}
        for section in graph.sections.values():
            if section.key is not None:
                self._sections.setdefault(section.key, section)

        self._met: dict[Key, NumberPlace | None] = dict.fromkeys(self._sections)
        for each in cited:
            self._met.setdefault(each.key, each)
            self._met.setdefault(each.whole or each.key, each)

    def moved(self, key: Key) -> Key:
        """The key that a number has afterwards."""
        return _followed(key, self._forth)[0] if key in self._met else key

    def hold(self, named: Iterable[NumberPlace]) -> None:
        """InputError where two numbers would become one, or where a number would not find its way back."""
        met = {**{each.key: each for each in named}, **self._met}
        taken: dict[Key, Key] = {}
        for key in met:
            other = taken.setdefault(self.moved(key), key)
            if other != key:
                self._refuse(other, key, met)
        for key in self._met:
            now = self.moved(key)
            back, move = _followed(now, self._back)
            if back != key:
                new = move.old if move is not None else str(_followed(key, self._forth)[1])
                who = _called(self._sections[key]) if key in self._sections else _number(met[key], key)
                raise InputError(new, f"{who} stands under that number already", "renumber that too")

    def _refuse(self, one: Key, other: Key, met: Mapping[Key, NumberPlace | None]) -> None:
        moving, staying = (one, other) if self.moved(other) == other else (other, one)
        section, found = self._sections.get(staying), met[staying]
        if section is not None or found is None:
            what = f"is the number of {_called(section)} already" if section else "is taken already"
            raise InputError(section.number or "" if section else "", what, "renumber that too")
        goes = self._sections.get(moving)
        to = _called(goes) if goes is not None else _number(met[moving], moving)
        verb = "cites" if found.section else "names"
        what = f"{verb} {found.printed}, which no section has, and would then lead to {to}"
        raise InputError(f"{found.file}:{found.line}:{found.column}", what, "mend that first")

    def printed(self, printed: str, key: Key, place: str) -> str:
        """A number as it is printed afterwards; InputError where that cannot be said."""
        new_key, move = _followed(key, self._forth)
        if move is None or new_key == key or key not in self._met:
            return printed
        new = _reprinted(printed, key, move)
        if new is None or _reprinted(new, new_key, move.back) != printed:
            what = f"writes {printed!r} below {move.old}, which cannot become {move.new}"
            raise InputError(place, what, "change it by hand")
        return new


def _followed(key: Key, moves: Mapping[Key, Move]) -> tuple[Key, Move | None]:
    """What becomes of a key, by the move of its nearest ancestor or itself."""
    for length in range(len(key), 0, -1):
        move = moves.get(key[:length])
        if move is not None:
            return (*move.new_key, *key[length:]), move
    return key, None


def _stem(number: str) -> str:
    return _ZEROS.sub("", number)


def _reprinted(printed: str, key: Key, move: Move) -> str | None:
    """A number as printed after a move, in the same manner: "Part 8" for 8.0 becomes "Part 9"."""
    old, new = _stem(move.old), _stem(move.new)
    if key == move.old_key:
        if printed == move.old:
            return move.new
        return new + printed[len(old) :] if _stem(printed) == old else None
    if _stem(printed) == ".".join(map(str, key[len(move.old_key) :])):
        return printed  # it begins again below each: Section 1 of Article II
    return new + printed[len(old) :] if printed.startswith(old) and printed != old else None


def _headings(graph: ReferenceGraph) -> Iterator[tuple[Section, str, Sequence[str]]]:
    for document in graph.rulebook.documents:
        for section in document.sections:
            yield section, document.source.file, document.source.lines


def _heading(section: Section, new: str, file: str, line: str) -> Iterator[Edit]:
    """The edit of a heading's number. Of a number that goes on from the heading above ("(a)" of 4.2(a)) only
    what is printed there."""
    number, at = section.number or "", section.column - 1
    if line.startswith(number, at):
        yield Edit(file, section.line, section.column, number, new)
        return
    for length in range(len(number) - 1, 0, -1):
        own, above = number[-length:], number[:-length]
        if not line.startswith(own, at):
            continue
        if new.endswith(own) and (len(new) == length or not new[-length - 1].isalnum() or own[0] == "("):
            return
        if new.startswith(above):
            yield Edit(file, section.line, section.column, own, new[len(above) :])
            return
    raise InputError(f"{file}:{section.line}", f"does not print {number} whole", "change it by hand")


def _places(reference: Reference) -> Iterator[tuple[Target, int, Key]]:
    """Each number that a reference names, its column, and its whole key where a clause of it stands
    elsewhere."""
    at = 0
    for target in reference.targets:
        whole, key = target.number or "", target.key
        number, _, clause = whole.partition("(")
        if clause and whole not in reference.text:
            target = Target(number, key[: -1 - clause.count("(")])
        if target.number is not None and (place := reference.text.find(target.number, at)) >= 0:
            at = place + len(target.number)
            yield target, reference.column + place, key if target.key != key else ()


def cited_numbers(graph: ReferenceGraph, key: Callable[[str], Key]) -> Iterator[NumberPlace]:
    """Every number that a citation, or an entry of contents and index, names, where it stands; `key` gives
    the key of a printed number."""
    yield from _citations(graph)
    yield from _hosts(graph)
    yield from _entries(graph, key)


def _hosts(graph: ReferenceGraph) -> Iterator[NumberPlace]:
    """The numbers beside citations that say in what these count: "Article II, Section 2", "Section 2 of
    Article II"."""
    for document in graph.rulebook.documents:
        lines, file = document.source.lines, document.source.file
        for reference in document.references:
            above = reference.targets[0].key[:-1] if reference.targets else ()
            host = next(iter(graph.numbers.get(above, ())), None)
            number = host.number if host is not None else None
            if host is None or number is None or (reference.targets[0].number or "").startswith(number):
                continue
            head = graph.rulebook.document(host.document).source.lines[host.line - 1][: host.column - 1]
            word = head.strip("#*_ \t")
            line, begin = lines[reference.line - 1], reference.column - 1
            named = rf"\b{re.escape(word)}\s+(?P<number>{re.escape(number)})"
            before = re.search(rf"{named}[,;:]?\s+$", line[:begin], re.IGNORECASE) if word else None
            behind = re.compile(rf"(?:\s[^\W\d]+){{1,2}}\s{named}\b", re.IGNORECASE) if word else None
            found = before or (behind and behind.match(line, begin + len(reference.text)))
            if found:
                column = found.start("number") + 1
                yield NumberPlace(above, number, file, reference.line, column, reference.section)


def _citations(graph: ReferenceGraph) -> Iterator[NumberPlace]:
    for document in graph.rulebook.documents:
        for reference in document.references:
            for target, column, whole in _places(reference):
                number, file = target.number or "", document.source.file
                yield NumberPlace(target.key, number, file, reference.line, column, reference.section, whole)


def _entries(graph: ReferenceGraph, key: Callable[[str], Key]) -> Iterator[NumberPlace]:
    """The numbers in contents and index, each where it stands in its line."""
    keys = {s.number: s.key for s in graph.sections.values() if s.number is not None and s.key is not None}
    for section, file, lines in _headings(graph):
        ends: dict[int, int] = {}
        for entry in section.entries:
            if entry.number is None:
                continue
            number = re.compile(rf"(?<![\w.]){re.escape(entry.number)}(?!\w)(?!\.\w)")
            found = number.search(lines[entry.line - 1], ends.get(entry.line, 0))
            if found is not None:
                ends[entry.line] = found.end()
                known = keys.get(entry.number) or key(entry.number)
                yield NumberPlace(known, entry.number, file, entry.line, found.start() + 1, section.anchor)


def _ranges(graph: ReferenceGraph, numbers: Numbers) -> Iterator[str]:
    """A note on each range that spans other sections than before."""
    known = {s.key for s in graph.sections.values() if s.key is not None}
    for document in graph.rulebook.documents:
        for reference in document.references:
            if not reference.range or len(reference.targets) < 2:
                continue
            for one, other in zip(reference.targets, reference.targets[1:], strict=False):
                if not other.ends_range:
                    continue
                ends = numbers.moved(one.key), numbers.moved(other.key)
                was = {numbers.moved(key) for key in _between(one.key, other.key, known)}
                now = _between(*ends, {numbers.moved(key) for key in known})
                if was != now:
                    place = f"{document.source.file}:{reference.line}:{reference.column}"
                    yield f"{place}: the range {reference.text!r} no longer spans the sections that it did"


def _stayed(graph: ReferenceGraph, edits: Iterable[Edit], cited: Iterable[NumberPlace]) -> Iterator[str]:
    """A note on each number that looks like one that was replaced, where it is no citation that is known: a
    whole number only behind a word that cites, or with a clause ("3c", "3(c)")."""
    old = {edit.old for edit in edits}
    whole = "|".join(sorted(number for number in old if number.isdigit())) or "(?!)"
    cues = "|".join(graph.rulebook.forms.citing.cues) or "(?!)"
    clause = r"(?:[a-z]|\([a-z0-9]{1,3}\))"
    of_whole = re.compile(
        rf"\b(?i:{cues})[ \xa0](?P<cued>(?:{whole}){clause}?)(?![\w.]*\w)"
        rf"|(?<![\w.,+−–-])(?P<clause>(?:{whole}){clause})(?!\w)"
    )
    places = {(edit.file, edit.line, edit.column) for edit in edits}
    places |= {(each.file, each.line, each.column) for each in cited}
    places |= {(file, section.line, section.column) for section, file, _ in _headings(graph)}
    for document in {d.source.file: d for d in graph.rulebook.documents}.values():
        file = document.source.file
        for number, line in enumerate(document.source.lines, 1):
            dotted = ((m.group(), m.start()) for m in NUMBER.finditer(line) if m.group() in old)
            alone = ((m[m.lastgroup or 0], m.start(m.lastgroup or 0)) for m in of_whole.finditer(line))
            for words, start in (*dotted, *alone):
                if (file, number, start + 1) not in places:
                    yield f"{file}:{number}:{start + 1}: {words} was not read as a citation, and stays"


def _between(first: Key, last: Key, known: Iterable[Key]) -> set[Key]:
    if len(first) != len(last) or list(map(type, first)) != list(map(type, last)):
        return set()
    cut = {key[: len(first)] for key in known}
    return {key for key in cut if list(map(type, key)) == list(map(type, first)) and first <= key <= last}


def _called(section: Section) -> str:
    return f'{section.number} "{section.title}"' if section.title else str(section.number)


def _number(cited: NumberPlace | None, key: Key) -> str:
    return cited.printed if cited is not None else ".".join(map(str, key))
