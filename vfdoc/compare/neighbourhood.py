"""The sections of the newer edition about the place where those that correspond to an old one stand.

In come the sections of both editions and which of them correspond; asked is of a section of the old side.
About its place are the counterparts of what hangs under the same section as it, and what hangs under the
same one as its own counterparts. Of thousands that hang under one that is a list for all, not one for each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from vfdoc.model import Rulebook

PlaceKey: TypeAlias = tuple[str | None, str | None, tuple[str, ...]]
"""What a section of the old side hangs under (itself where that is nothing), what its counterparts do."""


class Neighbourhood:
    """Of every section of `old` the sections of `new` about its place; `forward` tells those that correspond
    to it."""

    def __init__(self, old: Rulebook, new: Rulebook, forward: Mapping[str, Sequence[str]]) -> None:
        self._forward = forward
        self._above_old = {s.anchor: s.parent for s in old.sections()}
        self._above_new = {s.anchor: s.parent for s in new.sections()}
        self._below_old, self._below_new = _below(self._above_old), _below(self._above_new)
        self._back: dict[str, list[str]] = defaultdict(list)
        for anchor, there in forward.items():
            for counterpart in there:
                self._back[counterpart].append(anchor)
        self._sections: dict[PlaceKey, Sequence[str]] = {}

    def near(self, old: str, new: str) -> bool:
        """Whether a section of the new side is about the place of one of the old."""
        if old not in self._above_old:
            return False
        own = self._forward.get(old, ())
        if new in own:
            return True
        above = self._above_old[old]
        if above is not None and any(self._above_old.get(one) == above for one in self._back.get(new, ())):
            return True
        above = self._above_new.get(new)
        return above is not None and any(self._above_new.get(one) == above for one in own)

    def place(self, old: str) -> PlaceKey:
        """What sections of the old side have in common where the same ones are about their places."""
        above = self._above_old.get(old)
        over = {self._above_new.get(one) for one in self._forward.get(old, ())}
        return above, old if above is None else None, tuple(sorted(each for each in over if each is not None))

    def sections(self, old: str) -> Sequence[str]:
        """The sections about the place of one of the old side, sorted."""
        if old not in self._above_old:
            return ()
        place = self.place(old)
        if place not in self._sections:
            beside = (old, *self._below_old.get(self._above_old[old], ()))
            found = {there for one in beside for there in self._forward.get(one, ())}
            found.update(one for over in place[2] for one in self._below_new[over])
            self._sections[place] = sorted(found)
        return self._sections[place]


def _below(above: Mapping[str, str | None]) -> Mapping[str | None, Sequence[str]]:
    found: dict[str | None, list[str]] = defaultdict(list)
    for anchor, parent in above.items():
        if parent is not None:
            found[parent].append(anchor)
    return found
