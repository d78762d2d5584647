"""Which edition's original a text is a copy of, told by lines that only that original holds."""

from __future__ import annotations

from collections.abc import Iterable

from vfdoc.reading.editions import EditionFile

_ENOUGH = 0.75


def recognise(text: str, known: Iterable[tuple[str, EditionFile]]) -> tuple[str, EditionFile, str] | None:
    """The edition (id, data) whose marks the text bears, and the marks met; None where none does.

    Three quarters of an edition's `recognise` lines must stand in the text, so that a copy with a
    slip or two is still known.
    """
    best: tuple[float, str, EditionFile, str] | None = None
    for name, data in known:
        marks = data.reading.recognise
        met = [mark for mark in marks if mark in text]
        share = len(met) / len(marks) if marks else 0.0
        if share >= _ENOUGH and (best is None or share > best[0]):
            shown = ", ".join(f'"{mark}"' for mark in met[:2])
            best = (share, name, data, f"it holds {shown}" + (" and more" if len(met) > 2 else ""))
    return best[1:] if best is not None else None
