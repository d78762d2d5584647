"""Where grammar/, rulesets/, templates/ and site/ lie, in a checkout and in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

Room = Literal["grammar", "rulesets", "templates", "site"]

_PACKAGE = Path(__file__).resolve().parent


@cache
def folder(room: Room) -> Path:
    """The folder of that room: inside the installed package, else beside it in the checkout."""
    inside = _PACKAGE / "_data" / room
    return inside if inside.is_dir() else _PACKAGE.parent / room


@cache
def text(room: Room, name: str) -> str:
    """The text of one file of a room, UTF-8."""
    return (folder(room) / name).read_text(encoding="utf-8")
