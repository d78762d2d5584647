"""What was worked out before, by what it was worked out of: the one place where results are kept in memory.

A remembered function is a pure one of values; it keeps so many of its latest results, which `forget`
drops. Nothing but speed depends on them: a result that is kept is the one that would be worked out anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")
_Of = TypeVar("_Of")

_kept: list[Callable[[], None]] = []
"""What drops the results of each remembered function."""


def remembered(most: int) -> Callable[[Callable[_Asked, _Found]], Callable[_Asked, _Found]]:
    """Keeps the results of a function for its `most` latest arguments, which are hashable, and none of
    which it changes; what it gives is not to be changed either."""

    def keep(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
        keeping = lru_cache(maxsize=most)(function)
        _kept.append(keeping.cache_clear)
        return cast(Callable[_Asked, _Found], keeping)

    return keep


def latest(function: Callable[[_Of], _Found]) -> Callable[[_Of], _Found]:
    """Keeps the last result of a function whose argument is known by being the same object: what several
    steps of one run ask of one rulebook."""
    kept: list[tuple[_Of, _Found]] = []
    _kept.append(kept.clear)

    @wraps(function)
    def keeping(of: _Of) -> _Found:
        if not kept or kept[0][0] is not of:
            kept[:] = []  # before the next is worked out, so that never two are held
            kept[:] = [(of, function(of))]
        return kept[0][1]

    return keeping


def forget() -> None:
    """Drops everything that is remembered; what is asked next is worked out anew."""
    for drop in _kept:
        drop()
