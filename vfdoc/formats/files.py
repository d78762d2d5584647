"""What an output is: a map of path to bytes, the paths relative and with forward slashes."""

from __future__ import annotations

from typing import TypeAlias

OutputFiles: TypeAlias = dict[str, bytes]
