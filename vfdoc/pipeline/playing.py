"""From what a path names to tables that can be executed, and from options and files to a situation."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

from vfdoc.model import InputError
from vfdoc.pipeline import in_play, mechanics
from vfdoc.pipeline.paths import Read
from vfdoc.play.attacks import Attack, Odds
from vfdoc.play.attacks import attack as attacked
from vfdoc.play.attacks import odds as exact
from vfdoc.play.evaluate import Outcome, evaluate
from vfdoc.play.opposed import Contest, contest
from vfdoc.play.situation import Names, Situation, told_by_options, told_by_table
from vfdoc.play.tables import Tables, tables
from vfdoc.play.vectors import Vector
from vfdoc.play.vectors import vectors as made


def play_tables(read: Read) -> Tables:
    """The tables of an edition; of one that amends another, those of its base with its own rows laid
    over them."""
    return tables(in_play(read))


def vectors(read: Read) -> tuple[Vector, ...]:
    """Situations with their results, of the tables that `tables` prints: an amendment's own rows."""
    return made(tables(mechanics(read)))


def roll(played: Tables, test: str, known: Situation) -> Outcome:
    """What a test or value comes to in a situation; InputError where the edition has none of that name."""
    return evaluate(played, test, known)


def attack(played: Tables, what: str, known: Situation) -> Attack:
    """An attack ("fire", "melee": what the edition has) in a situation."""
    return attacked(played, played.attacks[what], known)


def odds(played: Tables, what: str, known: Situation, over: Sequence[str] = ()) -> Odds | Contest:
    """The odds of an attack, a test, a value, or of an opposed roll that has results."""
    opposed = next((roll for roll in played.opposed if roll.id == what and roll.results), None)
    if opposed is not None:
        return contest(played, opposed, known)
    return exact(played, what, known, over)


def situation(
    played: Sequence[Tables], when: Iterable[str], settings: Iterable[str], file: str | None
) -> Situation:
    """The situation that options and a TOML file tell; options go before the file. What no edition of
    `played` asks is refused (InputError) with the nearest names."""
    names = _names(played)
    known = {}
    if file is not None:
        known = told_by_table(_table(file), names, file)
    return Situation({**known, **told_by_options(when, settings, names)})


def _names(played: Sequence[Tables]) -> Names:
    facts = {id: fact for each in reversed(played) for id, fact in each.names.facts.items()}
    return Names(facts, frozenset().union(*(each.names.numbers for each in played)))


def _table(file: str) -> dict[str, object]:
    try:
        return tomllib.loads(Path(file).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(file, f"cannot be read ({error.strerror})", "check the path") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(file, f"is no TOML ({error})", "see `vfdoc roll --help` for its form") from None
