"""Many situations at once: from a file of them to an answer for each, in its order."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from vfdoc.model import InputError
from vfdoc.model.session import in_session
from vfdoc.pipeline import playing
from vfdoc.play.attacks import Odds
from vfdoc.play.following import NOTHING_FOLLOWS, Follows
from vfdoc.play.opposed import Contest
from vfdoc.play.situation import Known, Situation, counted, told_by_table
from vfdoc.play.tables import Tables

_FORM = 'write [[situation]] with of = "…" and tell = { … }'


class Answered(NamedTuple):
    """What was asked of a situation, what was told, and the odds; where it cannot be asked, why
    (`refused`); `unasked` was told, and no rule of the answer asks it; `follows` is what its results lead
    to."""

    of: str
    known: Mapping[str, Known]
    odds: Odds | Contest | None
    refused: str | None = None
    unasked: tuple[tuple[str, Known], ...] = ()
    follows: Follows = NOTHING_FOLLOWS


@in_session
def batch(tables: Tables, file: str) -> tuple[Answered, ...]:
    """An answer for each situation of a file: TOML with a `[[situation]]` each, or a JSON object a line, with
    `of` (a test, value, attack or opposed roll) and `tell` (what is known, as in `roll --situation`).
    InputError where the file is none such."""
    entries = enumerate(_entries(file), 1)
    return tuple(_answer(tables, entry, f"{file}, situation {n}") for n, entry in entries)


def _answer(tables: Tables, entry: Mapping[str, Any], where: str) -> Answered:
    of = entry["of"]
    try:
        known = counted(told_by_table(entry.get("tell", {}), tables.names_for(of), where))
    except InputError as error:
        return Answered(of, {}, None, str(error))
    try:
        told = Situation(known)
        odds, unasked = playing.answered(playing.odds, tables, of, told)
        return Answered(of, known, odds, None, unasked, playing.follows(tables, odds, told))
    except InputError as error:
        return Answered(of, known, None, str(error))


def _entries(file: str) -> list[Mapping[str, Any]]:
    found = list(_lines(file)) if file.endswith((".json", ".jsonl")) else playing.table(file).get("situation")
    if not isinstance(found, list) or not found:
        raise InputError(file, "holds no situation", _FORM)
    for n, entry in enumerate(found, 1):
        told = entry.get("tell", {}) if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(entry.get("of"), str) or not isinstance(told, dict):
            raise InputError(f"{file}, situation {n}", "does not say what is asked and told", _FORM)
    return found


def _lines(file: str) -> Iterator[object]:
    for n, line in enumerate(playing.text(file).splitlines(), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                raise InputError(f"{file}:{n}", "is no JSON object", "write one a line") from None
