"""Where grammar/, rulesets/, templates/ and site/ lie, in a checkout and in an installed wheel."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from vfdoc.model.session import constant

if TYPE_CHECKING:
    from pathlib import Path

Room = Literal["grammar", "rulesets", "templates", "site"]

_CODE = 2  # letters of a language's name
_PACKAGE = os.path.dirname(os.path.realpath(__file__))


@constant
def place(room: Room) -> str:
    """The path of that room's folder: inside the installed package, else beside it in the checkout."""
    inside = os.path.join(_PACKAGE, "_data", room)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(_PACKAGE), room)


@constant
def folder(room: Room) -> Path:
    """The folder of that room."""
    from pathlib import Path  # as dear as a third of a bare interpreter; an unchanged check needs none

    return Path(place(room))


def text(room: Room, name: str) -> str:
    """The text of one file of a room, UTF-8."""
    return (folder(room) / name).read_text(encoding="utf-8")


def data(room: Room, name: str) -> bytes:
    """The bytes of one file of a room."""
    return (folder(room) / name).read_bytes()


def languages(room: Room, before: str) -> tuple[str, ...]:
    """The languages for which a room has a file `before` + xx.toml ("labels."), sorted."""
    files = (name.removeprefix(before) for name in os.listdir(place(room)) if name.startswith(before))
    named = (name.removesuffix(".toml") for name in files if name.endswith(".toml"))
    return tuple(sorted(name for name in named if len(name) == _CODE and name.isalpha()))
