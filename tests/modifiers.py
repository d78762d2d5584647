"""Modifiers made by hand, for the tests of what is done with one."""

from __future__ import annotations

from typing import Any

from vfdoc.model.mechanics import Modifier

_PLAIN: dict[str, Any] = {
    "id": "m1",
    "of": "hit",
    "operation": "add",
    "amount": 1,
    "unit": None,
    "per": None,
    "limit": None,
    "condition": "",
    "when": None,
    "facts": (),
    "section": "1.0",
    "document": "rules",
    "line": 1,
    "column": 1,
    "origin": "rules",
}


def modifier(**said: Any) -> Modifier:
    """A modifier of 1 to hit, without a condition, but for what is said of it."""
    return Modifier(**(_PLAIN | said))
