"""How conditions, values and limits are called where people read them; data of `wording.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Wording:
    """What readers are told that facts, values and the like are called: `clauses` by kind ("facts"), id
    and language; of two clauses the second says that a fact does not hold."""

    clauses: Mapping[tuple[str, str, str], tuple[str, ...]] = field(default_factory=dict)

    def overlaid(self, other: Wording) -> Wording:
        """This wording with that of `other` over it."""
        return Wording({**self.clauses, **other.clauses})
