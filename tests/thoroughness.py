"""How thoroughly the tests run: VFDOC_THOROUGH=1 (as .ci/run sets it) takes all, else a share of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

_Each = TypeVar("_Each")
_MARK = pytest.mark.thorough

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
