"""What happens along the way, said to whoever listens: standard logging, a logger a room (`vfdoc.reading`).

`logging` is dear to import, and start-up is paid at every save: where nobody has imported it, nobody listens,
and nothing is said. `vfdoc -v` listens on standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import ParamSpec, TypeVar

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")


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
