"""Cache keys: what a result rests on where a command names paths, every file that may have a say in it.

Asked before anything is read, so nothing heavy is imported here.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from vfdoc import assets
from vfdoc.store import disk


def key(kind: str, words: Sequence[str], paths: Sequence[str | None]) -> str | None:
    """The key under which the store has such a result: the words of the command, the program, and every
    file that may have a say in what `paths` name (those that are None were not named).

    None where it has none: a git revision is named, and that name may mean another one tomorrow.
    """
    files: set[str] = set()
    named = [path for path in paths if path is not None]
    if any("@" in path and not os.path.lexists(path) for path in named):
        return None
    try:
        for path in (*named, "rulesets", assets.place("rulesets")):
            for folder in _folders(path):
                files.update(disk.files_below(folder))
                files.update(_games_beside(folder))
            if os.path.lexists(path) and not os.path.isdir(path):
                files.add(path)
        here = os.getcwd()  # names are shown as they are seen from there
    except (OSError, ValueError):
        return None
    return disk.key_of(kind, [here, *words], sorted(files), program())


def program() -> tuple[str, ...]:
    """The folders of the program itself: its code, its grammars, its words and templates."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return package, assets.place("grammar"), assets.place("templates")


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


def _games_beside(folder: str) -> list[str]:
    """The files of the games whose folders lie beside an edition's (see reading/games.py)."""
    games = os.path.join(os.path.dirname(os.path.abspath(folder)), "games")
    if not os.path.isfile(os.path.join(folder, "edition.toml")) or not os.path.isdir(games):
        return []
    places = [each.path for each in os.scandir(games) if each.is_dir()]
    return [file.path for place in places for file in os.scandir(place) if file.name.endswith(".toml")]
