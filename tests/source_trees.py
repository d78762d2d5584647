"""The source of vfdoc as syntax trees, for the tests that hold its house."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
PACKAGE = REPOSITORY / "vfdoc"
ROOT = ""
"""The room of vfdoc/__init__.py: the public API, which no room imports."""


def modules() -> list[Path]:
    """Every Python file of the package."""
    return sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)


@cache
def trees() -> Sequence[tuple[str, Path, ast.Module]]:
    """Every module of the package: its name as printed, its path, its syntax tree."""
    named = [(path.relative_to(REPOSITORY).as_posix(), path) for path in modules()]
    return [(name, path, ast.parse(path.read_text(encoding="utf-8"), name)) for name, path in named]


@cache
def nodes(tree: ast.Module) -> Sequence[ast.AST]:
    """Every node of a syntax tree, those above before those below; most of the time of these tests."""
    found: list[ast.AST] = [tree]
    for node in found:
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return found


@cache
def dotted(path: Path) -> str:
    """vfdoc/reading/lines.py -> vfdoc.reading.lines; a package's own file has the package's name."""
    parts = path.relative_to(REPOSITORY).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    """vfdoc.reading.lines -> reading."""
    return [*module.split("."), ROOT][1]
