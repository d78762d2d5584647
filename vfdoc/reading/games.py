"""What an edition shares with the others of its game: the files of `games/<game>/`.

An edition's folder and a file's name come in ("glossary.toml"); the files of that name that have a say
come out, each laid over those before it: those of the game that its game extends, of its game, and its own.

A game is a folder of that name in a folder `games`: in the edition's own folder, beside it, in ./rulesets, or
among the bundled ones; the first there is. An edition names its game (`game` in `edition.toml`), else it has
the game of the edition that it amends, translates or supersedes. For a text that is of no known edition, and
where none of these names a game, `rulesets/games/default.toml` names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from vfdoc import assets
from vfdoc.model import InputError, quoted
from vfdoc.model.session import once_a_stage
from vfdoc.reading.editions import decode, described_by, folder_of, hold_inside, place_in
from vfdoc.reading.sources import printable, read_source, shown_path

GAMES = "games"
GAME_FILE = "game.toml"
_LINEAGE = ("amends", "translates", "supersedes")


class GameFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`game.toml`, which a game's folder may hold: the game over whose words its own are laid."""

    extends: str | None = None


class _DefaultFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`games/default.toml` of the bundled rulesets."""

    game: str


class _Named(NamedTuple):
    """A game, and the file and its key that name it."""

    game: str
    by: Path
    key: str


@once_a_stage
def layers(folder: Path | None, file: str) -> tuple[Path, ...]:
    """The files of that name that hold for the edition in that folder (None: for a text of no edition), the
    most general first.

    InputError where a game is named that is none, where games extend one another in a circle, or where a
    file is a link that leads out of its folder.
    """
    folders = [*_game_folders(folder), *((folder,) if folder is not None else ())]
    bundled = assets.folder("rulesets")
    found = tuple(place / file for place in folders if (place / file).is_file())
    for path in found:
        if not path.is_relative_to(bundled):
            hold_inside(path.parent, file, path, "is a link")
    return found


def _game_folders(folder: Path | None) -> tuple[Path, ...]:
    """The folder of the edition's game, behind those of the games that it extends."""
    named: _Named | None = _game_of(folder)
    found: list[Path] = []
    while named is not None:
        place = _game_folder(folder, named)
        if place in found:
            raise _wrong(named, "which it extends itself, by way of others or not", "leave one 'extends' out")
        found.insert(0, place)
        data = decode(place / GAME_FILE, GameFile) if (place / GAME_FILE).is_file() else GameFile()
        named = _Named(data.extends, place / GAME_FILE, "extends") if data.extends is not None else None
    return tuple(found)


@once_a_stage
def is_described(folder: Path | None, file: str) -> bool:
    """Whether somebody describes the game of the edition in that folder: it names its game, itself or by its
    lineage, or has words of its own in that file. A text of no edition is of no game."""
    if folder is None:
        return False
    own = folder / file
    return _named_game(folder) is not None or (own.is_file() and bool(decode(own, dict[str, Any])))


def _game_of(folder: Path | None) -> _Named:
    """The game that the edition names, else the next one behind it in its lineage; else the default."""
    named = _named_game(folder)
    if named is not None:
        return named
    path = assets.folder("rulesets") / GAMES / "default.toml"
    return _Named(decode(path, _DefaultFile).game, path, "game")


@once_a_stage
def _named_game(folder: Path | None) -> _Named | None:
    """The game that the edition names, else the next one behind it in its lineage."""
    waiting, met = [folder] if folder is not None else [], list[Path]()
    for place in waiting:
        data = described_by(place)
        if data is None or place in met:
            continue
        met.append(place)
        if data.game is not None:
            return _Named(data.game, place / "edition.toml", "game")
        for name in filter(None, (getattr(data, relation) for relation in _LINEAGE)):
            base = folder_of(name, (place.parent, Path("rulesets"), assets.folder("rulesets")))
            waiting += [base.resolve()] if base is not None else []
    return None


def _game_folder(folder: Path | None, named: _Named) -> Path:
    """Where that game's files lie; InputError where there is no such game."""
    places = list(_places(folder))
    for place in places:
        if named.game.isprintable() and (place / named.game).is_dir() and Path(named.game).name == named.game:
            return place / named.game
    games = {each.name for place in places if place.is_dir() for each in place.iterdir() if each.is_dir()}
    near = get_close_matches(named.game, sorted(games), 1)
    own = f"make a folder {GAMES}/{printable(named.game)} beside the edition's"
    remedy = f"did you mean {near[0]!r}?" if near else own
    raise _wrong(named, "which is no game that is known", remedy)


def _places(folder: Path | None) -> Iterator[Path]:
    """The folders in which games are sought, the nearest first."""
    if folder is not None:
        yield from (folder / GAMES, folder.parent / GAMES)
    yield from (Path("rulesets", GAMES), assets.folder("rulesets") / GAMES)


def _wrong(named: _Named, what: str, remedy: str) -> InputError:
    place = place_in(shown_path(named.by), read_source(named.by).text, named.key)
    return InputError(place, f"{named.key} names {quoted(named.game)}, {what}", remedy)
