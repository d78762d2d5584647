"""Bundled editions and originals as they are: read once a run, and what stages make of them made once.

Most tests ask about the same few texts, which no test writes to. Where `install` was called, a stage that is
asked about one of them a second time gives back what it gave the first time, the same object. Tests that are
about reading itself, about the cache, about editions of their own see every stage as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Hashable
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any

from vfdoc import pipeline
from vfdoc.model.session import active_session
from vfdoc.pipeline import comparing, paths, playing, sheets
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.reading.sources import shown_path

_RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
_FOLDERS = {_RULESETS}  # what lies in one of these no test changes
_known: dict[int, LoadedRulebook] = {}  # by id; what stands here is never let go of
_made: dict[Hashable, Any] = {}


def install(texts: Path) -> None:
    """Begins: from now on the stages below remember what they made of a bundled edition, and of a text in
    that folder."""
    _FOLDERS.add(texts.resolve())
    _replace(paths, "_read_folder", _once(paths._read_folder, _is_bundled))
    _replace(paths, "_read_file", _once(paths._read_file, _is_bundled))
    for module, names in {
        pipeline: ("with_mechanics", "with_quantities", "played_rulebook", "check"),
        playing: ("play_tables",),
        sheets: ("sheet",),
        comparing: ("diff",),
    }.items():
        for name in names:
            _replace(module, name, _once(getattr(module, name), lambda *_: True))


def _is_bundled(path: Path, named: str | None = None) -> bool:
    """Whether it is a file or folder that no test changes; `named` is no path here."""
    try:
        return path.resolve().parent in _FOLDERS and (named is None or not os.path.exists(named))
    except (OSError, ValueError, RuntimeError):  # an odd name: reading it says so
        return False


def _once(stage: Callable[..., Any], fits: Callable[..., bool]) -> Callable[..., Any]:
    """The stage, which gives back what it gave before of the same editions."""

    @wraps(stage)
    def asked(*given: Any, **named: Any) -> Any:
        key = _key(stage, given, named)
        if key is None or not fits(*given) or not _is_usual():
            return stage(*given, **named)
        if key not in _made:
            _made[key] = stage(*given, **named)
        found = _made[key]
        if isinstance(found, LoadedRulebook):
            _known[id(found)] = found
            if (session := active_session()) is not None:
                for text in found.rulebook.documents:
                    session.holds(text.source.file, len(text.source.text))
        return found

    return asked


def _key(stage: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Hashable | None:
    """What a stage is asked, by which it is known; None where it is asked about another text. Of a folder it
    counts how messages show it: by its whole path, or from the current folder where it lies below that."""
    key: list[Hashable] = [stage]
    for name, value in (*((None, each) for each in given), *sorted(named.items())):
        if isinstance(value, LoadedRulebook):
            if id(value) not in _known:
                return None
            value = id(value)
        elif isinstance(value, Path):
            value = (value, shown_path(value))
        key += [name, value]
    try:
        hash(tuple(key))
    except TypeError:
        return None
    return tuple(key)


def _is_usual() -> bool:
    """Whether nothing is kept on the disk, and the editions known here are the bundled ones."""
    own = os.path.isdir("rulesets") and not os.path.samefile("rulesets", _RULESETS)
    return os.environ.get("VFDOC_CACHE") == "off" and not own


def _replace(module: ModuleType, name: str, new: Callable[..., Any]) -> None:
    """Puts a function in the place of another, wherever that was imported."""
    old = getattr(module, name)
    for each in [m for m in sys.modules.values() if (m.__name__ or "").startswith("vfdoc")]:
        for known, value in list(vars(each).items()):
            if value is old:
                setattr(each, known, new)
