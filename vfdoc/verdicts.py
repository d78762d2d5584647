"""The verdict on some texts: what `check` prints about them. The cache is asked first.

What is unchanged is not read again: nothing heavy is imported before the cache has answered. A
verdict holds what is printed and not the findings, so that one out of the cache is the same to the
byte and needs no reader, no checks and no writer of JSON.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from vfdoc import assets, cache


class Verdict(NamedTuple):
    """What is printed: notes on what the texts were taken for, then stretches of text, each with its
    style; and whether a fault is open."""

    notes: tuple[str, ...]
    runs: tuple[tuple[str, str], ...]
    faulty: bool


def verdict(paths: Sequence[str], as_edition: str | None, form: str) -> Verdict:
    """The verdict on what `paths` name, in that form (text, json); InputError for unusable input."""
    key = _key(paths, as_edition, form)
    known = _known(cache.load(key)) if key is not None else None
    if known is not None:
        return known
    found = _fresh(paths, as_edition, form)
    if key is not None and key == _key(paths, as_edition, form):  # nothing has changed meanwhile
        cache.store(key, found)
    return found


def _fresh(paths: Sequence[str], as_edition: str | None, form: str) -> Verdict:
    """The verdict, made anew. It makes next to no garbage, and looking for some costs a tenth of it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        return _made(paths, as_edition, form)
    finally:
        if was_on:
            gc.enable()


def _made(paths: Sequence[str], as_edition: str | None, form: str) -> Verdict:
    from vfdoc import pipeline
    from vfdoc.output import findings

    reads = pipeline.read_all(paths, as_edition)
    notes = tuple(note for read in reads for note in read.notes)
    found = [finding for read in reads for finding in pipeline.check(read)]
    faulty = any(f.severity != "note" and not f.acknowledged for f in found)
    if form == "json":
        return Verdict(notes, ((findings.findings_json(found).decode(), ""),), faulty)
    sources = {d.source.file: d.source for read in reads for d in read.rulebook.documents}
    return Verdict(notes, tuple(findings.findings_text(found, sources)), faulty)


def _known(value: Any) -> Verdict | None:
    """The verdict that an entry of the cache holds, None where it holds anything else."""
    match value:
        case [list(notes), list(runs), bool(faulty)] if all(isinstance(note, str) for note in notes):
            pairs = [tuple(run) for run in runs if isinstance(run, list)]
            if len(pairs) == len(runs) and all(list(map(type, pair)) == [str, str] for pair in pairs):
                return Verdict(tuple(notes), tuple(pairs), faulty)
    return None


def _key(paths: Sequence[str], as_edition: str | None, form: str) -> str | None:
    """The key of a verdict: the words of the command, and every file that may have a say in it."""
    files: set[str] = set()
    named = [path for path in (*paths, as_edition) if path is not None]
    try:
        for path in (*named, "rulesets", assets.place("rulesets")):
            for folder in _folders(path):
                files.update(cache.files_below(folder))
            if os.path.lexists(path) and not os.path.isdir(path):
                files.add(path)
        here = os.getcwd()  # names are shown as they are seen from there
    except (OSError, ValueError):
        return None
    package = os.path.dirname(os.path.abspath(__file__))
    words = [here, form, "" if as_edition is None else f"as {as_edition}", *paths]
    return cache.key_of("check", words, sorted(files), (package, assets.place("grammar")))


def _folders(path: str) -> Iterator[str]:
    """The folders that have a say where `path` is named: itself, or its edition's; and the editions
    beside that, which it may call by name."""
    own = path if os.path.isdir(path) else os.path.dirname(path) or "."
    if os.path.isdir(path):
        yield path
    elif os.path.isfile(os.path.join(own, "edition.toml")):
        yield own
    beside = os.path.dirname(os.path.abspath(own))
    if os.path.isfile(os.path.join(own, "edition.toml")):
        for name in sorted(os.listdir(beside)):
            if os.path.isfile(os.path.join(beside, name, "edition.toml")):
                yield os.path.join(beside, name)
