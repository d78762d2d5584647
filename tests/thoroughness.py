"""How thoroughly the tests run: VFDOC_THOROUGH=1 (as .ci/run sets it) takes all, else a share of it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from statistics import median
from typing import Any, TypeVar

import pytest

_Each = TypeVar("_Each")
_MARK = pytest.mark.thorough

_WORD = re.compile(r"\w+")
_QUIET = 0.08  # seconds that `_work` takes on the machine on which limits in seconds were set

THOROUGH = os.environ.get("VFDOC_THOROUGH", "") not in ("", "0")


def examples(most: int) -> int:
    """How many generated inputs a law is held to: all, or a quarter of them."""
    return most if THOROUGH else max(most // 4, 10)


def size(full: int) -> int:
    """How long a generated text is: in full, or a hundredth of it."""
    return full if THOROUGH else full // 100


def some(all_of_them: Sequence[_Each]) -> Sequence[_Each]:
    """Of pages, widths and the like all, or every third."""
    return all_of_them if THOROUGH else all_of_them[::3]


def few(all_of_them: Sequence[_Each]) -> Sequence[_Each]:
    """Of what takes a second each all, or every twelfth."""
    return all_of_them if THOROUGH else all_of_them[::12]


def sparing(all_of_them: Sequence[Any], most: int = 1) -> list[Any]:
    """Parameters of a test: the first so many always, each other one marked `thorough`."""
    return [
        pytest.param(*(each if isinstance(each, tuple) else (each,)), marks=[_MARK] if n >= most else [])
        for n, each in enumerate(all_of_them)
    ]


def pace() -> float:
    """How many times as long this machine takes just now, with what else runs on it, as that on which limits
    in seconds were set, at least 1: one that is shared or slow takes twice and thrice as long, day by day."""
    took = []
    for _ in range(5):
        start = time.process_time()
        _work()
        took.append(time.process_time() - start)
    return max(1.0, median(took) / _QUIET)


def _work() -> None:
    """Words of a text by where they stand: what reading does most."""
    text = " ".join(f"Text that says (see {n}.1) and more." for n in range(20_000))
    places: dict[str, list[int]] = {}
    for word in _WORD.finditer(text):
        places.setdefault(word.group(), []).append(word.start())
