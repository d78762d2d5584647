"""vfdoc reads section-numbered rules texts and makes them checkable, comparable and playable.

What a program imports:

    >>> import vfdoc
    >>> found = vfdoc.read("vf-1e")                 # a path, a folder, an edition's name
    >>> [s.anchor for s in found.rulebook.sections()][:4]
    ['valour-fortitude', 'introduction', 'valour-fortitude-core-rules', '1.0']
    >>> [f.rule for f in vfdoc.check(found)][:1]
    ['dangling-reference']
    >>> vfdoc.compare(found, vfdoc.read("vf-2e")).lessons[0].new_sections != ()
    True

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
    from vfdoc.pipeline import Read, check, editions, read
    from vfdoc.pipeline.comparing import compare

__all__ = [
    "Comparison",
    "Document",
    "Edition",
    "Finding",
    "InputError",
    "Read",
    "Reference",
    "ReferenceGraph",
    "Rulebook",
    "Section",
    "Session",
    "Table",
    "check",
    "compare",
    "editions",
    "read",
    "resolve",
]

_HOMES = {
    "graph": ("ReferenceGraph", "resolve"),
    "model": ("Document", "Edition", "Finding", "InputError", "Reference", "Rulebook", "Section", "Table"),
    "model.comparison": ("Comparison",),
    "model.session": ("Session",),
    "pipeline": ("Read", "check", "editions", "read"),
    "pipeline.comparing": ("compare",),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module 'vfdoc' has no attribute {name!r}")
