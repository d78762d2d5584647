"""The order of the stages by which sections get other numbers: read, moved, read anew, and all that names
them carried along. Nothing here prints or writes.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from vfdoc import pipeline
from vfdoc.edit.carrying import Carrying, carried, named_by_another, numbers_in_notes
from vfdoc.edit.edits import applied, difference
from vfdoc.edit.renumber import Move, NumberPlace, Numbers, Renumbered, renumber, shifts
from vfdoc.model import InputError, Key, Section, SourceText
from vfdoc.model.edit import Edit
from vfdoc.model.fingerprint import fingerprint
from vfdoc.model.session import in_session
from vfdoc.pipeline.documents import only_texts
from vfdoc.pipeline.paths import LoadedRulebook, edition_folder, edition_folders, has_texts, is_own, read
from vfdoc.reading.asked import FILE as ASKED
from vfdoc.reading.games import layers
from vfdoc.reading.numbering import key_of, numbering, numbering_of
from vfdoc.reading.sources import content, encoded, read_source, shown_path, unsaved

_SHOWN = 4  # sections of one number that are named
_STATED = (
    "edition.toml", "errata.toml", "concordance.toml", "mechanics.toml", "lessons.toml", "procedures.toml",
    "armies.toml", ASKED,
)  # fmt: skip


class RenumberedFile(NamedTuple):
    """A file after sections were renumbered: its name, its bytes and its text now and before, what differs,
    and in how many places."""

    file: str
    data: bytes
    before: bytes
    text: str
    text_before: str
    difference: str
    places: int


class RenumberedEdition(NamedTuple):
    """The files that change, and what is to be said of them besides."""

    files: tuple[RenumberedFile, ...]
    notes: tuple[str, ...]


@in_session
def renumbered(
    path: str, pairs: Sequence[str], insert: str | None, remove: str | None, as_edition: str | None = None
) -> RenumberedEdition:
    """The files of what `path` names with sections renumbered: `pairs` are OLD=NEW; `insert` leaves a gap at
    a number, `remove` closes one. The whole edition follows, whichever of its texts is named.

    InputError where that cannot be done without a doubt; then nothing is.
    """
    place = Path(path)
    if as_edition is None and place.is_file() and is_own(str(place.parent), path):
        path = str(place.parent)
    found = read(path, as_edition)
    only_texts((document.source for document in found.rulebook.documents), "renumber")
    key = key_function(found)
    if insert is not None:
        pairs = [
            f"{old}={new}" for old, new in shifts(found.graph, insert, _addressed(found, insert, key), 1)
        ]
    if remove is not None:
        pairs = [
            f"{old}={new}" for old, new in shifts(found.graph, remove, _addressed(found, remove, key), -1)
        ]
    moves = _moves(found, pairs, key)
    stated = dict(_stated(found))
    named = [
        NumberPlace(key(number), number, file, line, 1)
        for file, source in stated.items()
        for line, number in numbers_in_notes(_whole(source))
    ]
    result = renumber(found.graph, moves, key, named)
    texts = _texts(found, result.edits)
    after = _read_anew(path, as_edition, found, result.numbers, texts)
    sections = zip(found.rulebook.sections(), after.rulebook.sections(), strict=True)
    anchors = {old.anchor: new.anchor for old, new in sections}
    carrying = _carrying(found, after, result, anchors, key)
    files = [*texts, *_carried(stated, carrying)]
    return RenumberedEdition(tuple(files), (*result.notes, *_followers(found, anchors)))


def folder_of_texts(path: str) -> str:
    """The folder in which lie the texts of what `path` names."""
    place = Path(path)
    if place.is_dir():
        return path
    known = None if place.exists() else edition_folder(path.partition("/")[0])
    return str(known if known is not None else place.parent)


def key_function(found: LoadedRulebook) -> Callable[[str], Key]:
    """The key of a number, printed in the manner of an edition's texts."""
    known = {s.number: s.key for s in found.rulebook.sections() if s.number is not None and s.key is not None}
    named = found.data.numbering if found.data is not None else ()
    texts = "".join(
        d.source.text for d in found.rulebook.documents if d.kind == "rules" or d.continues is not None
    )
    counts = numbering(named or numbering_of(texts))

    def key(number: str) -> Key:
        return known.get(number) or counts.key(number)

    return key


def _moves(found: LoadedRulebook, pairs: Sequence[str], key: Callable[[str], Key]) -> list[Move]:
    moves: dict[Key, Move] = {}
    for pair in pairs:
        old, equals, new = (part.strip().rstrip(".") for part in pair.partition("="))
        if not (old and equals and new and key_of(new)):
            raise InputError(pair, "is no pair of numbers", "write OLD=NEW, as 5.3=5.4")
        section = _section(found, old, key)
        number = section.number or old
        if number.endswith(".0") and "." not in new:
            new += ".0"
        if old.endswith(number):  # both as they are addressed: article-II.2=article-II.5
            new = new.removeprefix(old.removesuffix(number))
        assert section.key is not None
        above = section.key[: len(section.key) - len(key_of(number))]  # a series, or what it is counted in
        within = bool(found.graph.numbers.get(above))
        new_key = key(new) if section.key == key(number) and not within else (*above, *key_of(new))
        if section.key in moves and moves[section.key].new_key != new_key:
            raise InputError(pair, f"{number} becomes {moves[section.key].new} already", "name it once")
        moves[section.key] = Move(number, new, section.key, new_key)
    return [move for move in moves.values() if move.old != move.new]


def _addressed(found: LoadedRulebook, number: str, key: Callable[[str], Key]) -> Key:
    """The key of a number that a section has or may have, as it is addressed: "5.3", "article-II.2"."""
    sections = found.graph.sections
    above, _, own = number.rpartition(".")
    known, host = sections.get(number), sections.get(above)
    if known is not None and known.key is not None:
        return known.key
    if host is None or host.key is None or host.number == above:
        return key(number)
    return (*host.key, *key_of(own))


def _section(found: LoadedRulebook, number: str, key: Callable[[str], Key]) -> Section:
    alike = {
        s.key: s.anchor for s in reversed(list(found.rulebook.sections())) if s.number == number and s.key
    }
    if len(alike) > 1 and number not in alike.values():
        several = ", ".join(sorted(alike.values())[:_SHOWN])
        raise InputError(number, f"is the number of {len(alike)} sections", f"name one: {several}")
    for sections in (found.graph.numbers.get(key(number), ()), found.graph.numbers.get(key_of(number), ())):
        if sections and sections[0].key in (key(number), key_of(number)):
            return sections[0]
    section = pipeline.find_section(found, number)  # says which are near
    if section.number is None:
        raise InputError(found.rulebook.edition.id, f"{number!r} has no number", "name one that has")
    return section


def _stated(found: LoadedRulebook) -> Iterator[tuple[str, SourceText]]:
    if found.folder is not None:
        for name in _STATED:
            if (found.folder / name).is_file():
                source = read_source(found.folder / name)
                yield source.file, source


def _texts(found: LoadedRulebook, edits: Sequence[Edit]) -> list[RenumberedFile]:
    by_file: dict[str, list[Edit]] = defaultdict(list)
    for edit in edits:
        by_file[edit.file].append(edit)
    files = []
    for file, theirs in by_file.items():
        source = read_source(Path(file))
        data = _as_it_came(source)
        text, shown = applied(source, theirs), difference(source, theirs)
        after, whole = encoded(source, text), _whole(source)
        files.append(RenumberedFile(file, after, data, text, whole, shown, len(theirs)))
    return files


def _as_it_came(source: SourceText) -> bytes:
    data = encoded(source, _whole(source))
    if data != content(Path(source.file), source.file):
        raise InputError(source.file, "cannot be written back in its encoding", "save it as UTF-8 first")
    return data


def _whole(source: SourceText) -> str:
    return "".join(line + end for line, end in zip(source.lines, source.ends, strict=True))


def _read_anew(
    path: str,
    as_edition: str | None,
    found: LoadedRulebook,
    numbers: Numbers,
    files: Sequence[RenumberedFile],
) -> LoadedRulebook:
    """The texts as they are read afterwards; InputError where a section or a citation is read otherwise."""
    with unsaved({os.path.realpath(each.file): each.data for each in files}):
        after = read(path, as_edition)
    for old, new in zip(found.rulebook.documents, after.rulebook.documents, strict=True):
        was = [(s.line, s.column, numbers.moved(s.key) if s.key else None, s.title) for s in old.sections]
        now = [(s.line, s.column, s.key, s.title) for s in new.sections]
        cited = [(r.line, numbers.moved(t.key)) for r in old.references for t in r.targets]
        cites = [(r.line, t.key) for r in new.references for t in r.targets]
        for one, other in ((was, now), (cited, cites)):
            if one == other:
                continue
            line = next((a[0] for a, b in zip(one, other, strict=False) if a != b), (one or other)[-1][0])
            raise InputError(
                f"{old.source.file}:{line}",
                "would no longer be read as it is now, with these numbers",
                "move the text to where its new number belongs first, or choose others",
            )
    return after


def _carrying(
    found: LoadedRulebook,
    after: LoadedRulebook,
    result: Renumbered,
    anchors: Mapping[str, str],
    key: Callable[[str], Key],
) -> Carrying:
    pairs = zip(found.rulebook.sections(), after.rulebook.sections(), strict=True)
    prints = {old.anchor: (fingerprint(old), fingerprint(new)) for old, new in pairs}

    def renamed(anchor: str) -> str:
        return anchors.get(anchor, anchor)

    def printed(number: str) -> str:
        return result.numbers.printed(number, key(number), number)

    return Carrying(anchors, renamed, prints, result.replaced, printed, found.rulebook.edition.id)


def _followers(found: LoadedRulebook, anchors: Mapping[str, str]) -> Iterator[str]:
    """A note on each file of another edition that names sections that have moved: it must follow, and nobody
    but its keeper writes it."""
    moved = {old: new for old, new in anchors.items() if old != new}
    if found.folder is None or not moved:
        return
    edition, here = found.rulebook.edition.id, found.folder.resolve()
    for path in layers(found.folder, ASKED):
        named = list(named_by_another(read_source(path).text, path.name, edition, moved, None))
        if named and path.parent.resolve() != here:
            yield _must_follow(shown_path(path), "names", edition, named, moved)
    beside = [path.parent for path in sorted(here.parent.glob("*/edition.toml"))]
    for folder in {folder.resolve(): folder for folder in (*beside, *edition_folders())}.values():
        its = edition_folder(edition, folder)  # which edition it means by that id
        if folder.resolve() == here or its is None or its.resolve() != here:
            continue
        try:
            other = read(shown_path(folder)) if has_texts(folder) else None
        except InputError as error:
            yield f"{error}; whether it names sections of {edition} was not looked at"
            continue
        if other is None:
            continue
        builds_on = edition in (other.rulebook.edition.amends, other.rulebook.edition.translates)
        own = {section.anchor for section in other.rulebook.sections()} if builds_on else None
        for name in (*_STATED, "translation.toml"):
            if (folder / name).is_file():
                source = read_source(folder / name)
                named = list(named_by_another(source.text, name, edition, moved, own))
                if named:
                    yield _must_follow(source.file, "names", edition, named, moved)
        if builds_on:
            yield from _citing(found, other, moved)


def _citing(found: LoadedRulebook, other: LoadedRulebook, moved: Mapping[str, str]) -> Iterator[str]:
    """A note on each text of another edition that cites sections that have moved, where it has none such."""
    own = {section.key for section in other.rulebook.sections() if section.key is not None}
    for document in other.rulebook.documents:
        cited = [
            (reference.line, section.anchor)
            for reference in document.references
            for target in reference.targets
            if target.key not in own
            for section in found.graph.resolve(target)
            if section.anchor in moved
        ]
        if cited:
            yield _must_follow(document.source.file, "cites", found.rulebook.edition.id, cited, moved)


def _must_follow(
    file: str, verb: str, edition: str, named: Sequence[tuple[int, str]], moved: Mapping[str, str]
) -> str:
    became = dict.fromkeys(f"{anchor} (now {moved[anchor]})" for _, anchor in named)
    what = f"{verb} {', '.join(became)} of {edition}"
    return f"{file}:{named[0][0]}: {what}, and must follow; it is left as it is"


def _carried(stated: Mapping[str, SourceText], carrying: Carrying) -> Iterator[RenumberedFile]:
    for file, source in stated.items():
        whole = _whole(source)
        text = carried(whole, source.name, carrying)
        if text != whole:
            was, now = whole.splitlines(), text.splitlines()
            shown = "".join(line + "\n" for line in unified_diff(was, now, file, file, lineterm=""))
            places = sum(one != other for one, other in zip(was, now, strict=True))
            before = _as_it_came(source)
            yield RenumberedFile(file, encoded(source, text), before, text, whole, shown, places)
