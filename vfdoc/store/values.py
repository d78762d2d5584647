"""Values of the model as JSON, and back, equal to what they were.

A list is a tuple, an object a class of the model by name, or a kind of collection; never a pickle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from vfdoc import model
from vfdoc.model.session import constant

FAULTS = (KeyError, TypeError, ValueError, AttributeError, RecursionError)
"""What is raised for an entry of another shape, whatever it holds."""

# The modules of the model whose values are kept.
_MODULES = (
    "binding", "comparison", "conditions", "document", "finding", "following", "mechanics", "procedures",
    "sheet", "text", "translation", "wording",
)  # fmt: skip
_PLAIN = (str, int, float, bool, type(None))


def packed(value: Any) -> Any:
    """A value of the model as JSON holds it; KeyError where it is none."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if kind is bytes:
        from base64 import b64encode
        from zlib import compress

        return {"bytes": b64encode(compress(value, 1)).decode()}
    if kind is tuple:
        return [packed(each) for each in value]
    if isinstance(value, Mapping):
        return {"map": [[packed(key), packed(each)] for key, each in value.items()]}
    if kind is frozenset:
        return {"set": sorted(packed(each) for each in value)}
    return {_name(kind): [packed(getattr(value, part)) for part in _parts(kind)]}


def unpacked(value: Any) -> Any:
    """The value that was packed; one of FAULTS where an entry has another shape."""
    if isinstance(value, list):
        return tuple([unpacked(each) for each in value])
    if not isinstance(value, dict):
        return value
    ((name, inner),) = value.items()
    if name == "map":
        return {unpacked(key): unpacked(each) for key, each in inner}
    if name == "bytes":
        from base64 import b64decode
        from zlib import decompress, error

        try:
            return decompress(b64decode(inner))
        except error as fault:
            raise ValueError(str(fault)) from None
    if name == "set":
        return frozenset(unpacked(each) for each in inner)
    return _kind(name)(*[unpacked(each) for each in inner])


@constant
def _kind(name: str) -> Any:
    """The frozen value of the model of that name ("mechanics.Modifier"); its module alone is loaded."""
    module, _, own = name.partition(".")
    if module not in _MODULES:
        raise KeyError(name)
    kind = vars(model.module(module))[own]
    if not (is_dataclass(kind) or hasattr(kind, "_fields")):
        raise KeyError(name)
    return kind


@constant
def _name(kind: type) -> str:
    name = f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
    if _kind(name) is not kind:
        raise KeyError(name)
    return name


@constant
def _parts(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else kind._fields
