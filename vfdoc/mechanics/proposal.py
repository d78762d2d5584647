"""A row that is proposed, whoever proposes it: its words are all of them unread, so nothing executes it."""

from __future__ import annotations

from typing import Protocol

from vfdoc.model.mechanics import ConditionSpan, Limit, Modifier, Operation, Origin, ValueOf


class _Stated(Protocol):
    """Where a row is stated: a section's context, or a test."""

    @property
    def section(self) -> str: ...
    @property
    def document(self) -> str: ...
    @property
    def origin(self) -> Origin: ...


def proposed_row(
    stated: _Stated,
    place: tuple[int, int],
    of: str | None,
    operation: Operation,
    said: tuple[str, ...],
    doubt: str,
    *,
    condition: str = "",
    amount: float | ValueOf | None = None,
    faces: tuple[int, ...] = (),
    unit: str | None = None,
    per: str | None = None,
    limit: Limit | None = None,
    spans: tuple[ConditionSpan, ...] = (),
    claimed: bool = False,
    replaces: tuple[str, ...] = (),
) -> Modifier:
    """A row at a line and column, of a roll or value, with its condition as the text has `said` it. Without
    `claimed` it says no more than that these words change something."""
    line, column = place
    return Modifier(
        id="",
        of=of,
        operation=operation,
        amount=amount,
        faces=faces,
        unit=unit,
        per=per,
        limit=limit,
        condition=condition or "; ".join(said),
        when=None,
        facts=(),
        section=stated.section,
        document=stated.document,
        line=line,
        column=column,
        origin=stated.origin,
        unread=said,
        spans=spans,
        doubt=doubt,
        claimed=claimed,
        replaces=replaces,
    )
