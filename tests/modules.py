"""Every room and module of vfdoc, a line each: `make modules`.

The map (vfdoc/README.md) leads from what somebody wants to do to the files that do it; this list says of each
file what it is. It is made of the docstrings, so it is never older than the files.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "vfdoc"
_SENTENCE = re.compile(r".+?[.](?=\s|$)")


def described() -> Iterator[tuple[str, str]]:
    """Each room ("vfdoc/reading/") before its modules ("vfdoc/reading/lines.py"): the first paragraph of its
    docstring, of a module the first sentence."""
    files = (path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)
    for path in sorted(files, key=lambda path: (path.parent, path.name != "__init__.py", path)):
        said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        paragraph = " ".join(said.partition("\n\n")[0].split())
        name = path.relative_to(PACKAGE.parent).as_posix().removesuffix("__init__.py")
        sentence = None if name.endswith("/") else _SENTENCE.match(paragraph)
        yield name, sentence.group() if sentence else paragraph


def main() -> None:
    """Prints the list."""
    for name, sentence in described():
        sys.stdout.write(f"\n{name}\n  {sentence}\n\n" if name.endswith("/") else f"  {name}: {sentence}\n")


if __name__ == "__main__":
    main()
