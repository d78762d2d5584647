"""Cached stages: what a stage made the last time, else what it makes now.

A stage is found by its key, which stands for all that it depends on; or, where it is a function of values
of the model alone, by these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from vfdoc.store import disk
from vfdoc.store.values import FAULTS, packed, unpacked

_Value = TypeVar("_Value")


def by_key(key_now: Callable[[], str | None], make: Callable[[], _Value]) -> _Value:
    """What the store has under a key, else what is made and kept there, if the key is still the same then:
    nothing has changed meanwhile. Nothing is kept where there is no key."""
    key = key_now()
    if key is None:
        return make()
    entry = disk.load(key)
    if entry is not None:
        try:
            found: _Value = unpacked(entry)
            return found
        except FAULTS:
            pass  # an entry of another shape: made anew
    made = make()
    try:
        kept = packed(made)
    except (KeyError, TypeError, RecursionError):  # it holds what is no value of the model
        return made
    if key == key_now():
        disk.save(key, kept)
    return made


def by_value(kind: str, values: Sequence[Any], make: Callable[[], _Value], program: str | None) -> _Value:
    """What `make` makes of values of the model alone; `kind` names the stage, `program` is the key of the
    program that makes it, None where nothing is kept."""
    try:
        said = json.dumps(packed(tuple(values)), sort_keys=True)
    except (KeyError, TypeError, RecursionError):
        return make()
    key = disk.key_of(kind, [program, said], (), ()) if program is not None else None
    return by_key(lambda: key, make)
