"""What happens along the way, said to whoever listens: standard logging, a logger a room (`vfdoc.reading`);
how far it is, told to whoever watches.

`logging` is dear to import, and start-up is paid at every save: where nobody has imported it, nobody listens,
and nothing is said. `vfdoc -v` listens on standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from time import perf_counter
from typing import ParamSpec, TypeVar

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")
_Step = TypeVar("_Step")


class Progress:
    """How far the work is: of the stage that runs, what it does, how many steps are done, and of how many."""

    def __init__(self) -> None:
        self.stage = "", 0, 0


_WATCHED: ContextVar[Progress | None] = ContextVar("vfdoc.progress", default=None)


@contextmanager
def watched() -> Iterator[Progress]:
    """Within, `steps` tell how far they are."""
    progress = Progress()
    token = _WATCHED.set(progress)
    try:
        yield progress
    finally:
        _WATCHED.reset(token)


def steps(what: str, each: Collection[_Step]) -> Iterator[_Step]:
    """The steps of a stage, one after the other; whoever watches is told how many are done."""
    progress = _WATCHED.get()
    if progress is None:
        yield from each
        return
    around = progress.stage
    for done, step in enumerate(each):
        progress.stage = what, done, len(each)
        yield step
    progress.stage = around


def say(room: str, message: str, *values: object) -> None:
    """Says what happened, at level INFO; `values` fill the message's places, as in logging."""
    logging = sys.modules.get("logging")
    if logging is not None:
        logging.getLogger(f"vfdoc.{room}").info(message, *values)


def timed(room: str, what: str) -> Callable[[Callable[_Asked, _Found]], Callable[_Asked, _Found]]:
    """Says of each call of a function how long it took, in milliseconds of the clock."""

    def timing(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
        @wraps(function)
        def run(*args: _Asked.args, **kwargs: _Asked.kwargs) -> _Found:
            start = perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                say(room, "%s: %.0f ms", what, (perf_counter() - start) * 1000)

        return run

    return timing
