"""How an edition counts: what the conventions that it states say of halving, rounding and rerolls.

Where the text is silent the arithmetic says so: halves first, then rows in the order of the text,
fractions rounded down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vfdoc.model.mechanics import Convention

ROUNDS = frozenset({"round-down", "round-up"})
MINIMUM = "minimum-one"
HALVE_ONCE = "halve-once"
OF_ONE = ROUNDS | {MINIMUM, HALVE_ONCE}
"""What an edition may say of one value alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic:
    """How an edition counts. Each is the section that says so, None where the text does not say."""

    halve_first: str | None = None
    halve_last: str | None = None
    halve_once: str | None = None
    round_down: str | None = None
    round_up: str | None = None
    minimum_one: str | None = None
    natural_six: str | None = None
    natural_one: str | None = None
    reroll_once: str | None = None
    reroll_before_modifiers: str | None = None


def arithmetic(conventions: Iterable[Convention]) -> Arithmetic:
    """What the conventions of an edition say of its arithmetic, each with the section that says it first."""
    said: dict[str, str] = {}
    for convention in conventions:
        if convention.id in OF_ONE and convention.of is not None:
            continue  # of one value alone
        said.setdefault(convention.id.replace("-", "_"), convention.section)
    return Arithmetic(**{name: said.get(name) for name in Arithmetic.__dataclass_fields__})
