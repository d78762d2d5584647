"""What an output is: a map of path to bytes, the paths relative and with forward slashes."""

from __future__ import annotations

from typing import TypeAlias

OutputFiles: TypeAlias = dict[str, bytes]

_PORTS = (f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")
_DEVICES = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS))
_UNFIT = frozenset('<>:"/\\|?*')


def is_portable(name: str) -> bool:
    """Whether every system takes that name for a file or a folder: Windows knows devices by theirs, with
    any ending, and takes neither some signs nor a blank or a full stop at the end."""
    device = name.partition(".")[0].rstrip(" ").casefold() in _DEVICES
    return not device and not _UNFIT & set(name) and name.isprintable() and not name.endswith((" ", "."))
