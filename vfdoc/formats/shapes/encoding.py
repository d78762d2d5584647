"""A shape as the bytes that are printed."""

from __future__ import annotations

import msgspec
from msgspec import Struct


def encode(shape: Struct) -> bytes:
    """A shape as indented JSON, UTF-8, with a final newline; `schema` comes first."""
    plain = msgspec.to_builtins(shape)
    if "schema" in plain:
        plain = {"schema": plain.pop("schema"), **plain}
    return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"
