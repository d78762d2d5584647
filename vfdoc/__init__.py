"""vfdoc reads section-numbered rules texts and makes them checkable, comparable and playable.

What a program imports:

    >>> import vfdoc
    >>> found = vfdoc.read("vf-1e")                 # a path, a folder, an edition's name
    >>> [s.anchor for s in found.rulebook.sections()][:4]
    ['valour-fortitude', 'introduction', 'valour-fortitude-core-rules', '1.0']
    >>> {f.severity for f in vfdoc.check(found) if f.rule == "dangling-reference"}
    {'error'}
    >>> vfdoc.diff(found, vfdoc.read("vf-2e")).entries[0].new_sections != ()
    True
    >>> vfdoc.roll("vf-1e", "hit", {"attack": "fire", "attacker.shaken": True}).probability
    Fraction(1, 3)
    >>> vfdoc.odds("vf-1e", "fire", {"fire-value": 1}).found.losses
    (Fraction(1, 2), Fraction(1, 2))

What happens along the way (what was read, what the cache had, how long it took) is said by standard logging,
at level INFO, under the logger "vfdoc".

A program that asks about the same texts again and again keeps a session, in which what an edit leaves as it
was is remembered:

    >>> session = vfdoc.Session(resident=True)
    >>> with session.active():
    ...     found = vfdoc.check(vfdoc.read("vf-1e"))

Names are loaded when they are first used, because start-up is paid at every save.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vfdoc.graph import ReferenceGraph, resolve
    from vfdoc.model import Document, Edition, Finding, InputError, Reference, Rulebook, Section, Table
    from vfdoc.model.comparison import Comparison
    from vfdoc.model.session import Session
    from vfdoc.pipeline import LoadedRulebook, check, editions, read
    from vfdoc.pipeline.comparing import diff
    from vfdoc.pipeline.play_api import Rolled, odds, roll
    from vfdoc.play.attacks import Odds
    from vfdoc.play.opposed import Contest
    from vfdoc.play.outcome import Outcome

__all__ = [
    "Comparison",
    "Contest",
    "Document",
    "Edition",
    "Finding",
    "InputError",
    "LoadedRulebook",
    "Odds",
    "Outcome",
    "Reference",
    "ReferenceGraph",
    "Rolled",
    "Rulebook",
    "Section",
    "Session",
    "Table",
    "check",
    "diff",
    "editions",
    "odds",
    "read",
    "resolve",
    "roll",
]

_HOMES = {
    "graph": ("ReferenceGraph", "resolve"),
    "model": ("Document", "Edition", "Finding", "InputError", "Reference", "Rulebook", "Section", "Table"),
    "model.comparison": ("Comparison",),
    "model.session": ("Session",),
    "pipeline": ("LoadedRulebook", "check", "editions", "read"),
    "pipeline.comparing": ("diff",),
    "pipeline.play_api": ("Rolled", "odds", "roll"),
    "play.attacks": ("Odds",),
    "play.outcome": ("Outcome",),
    "play.opposed": ("Contest",),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module 'vfdoc' has no attribute {name!r}")
