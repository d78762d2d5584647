"""Whatever has a line in the JSON of a command has its document and file beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from vfdoc.cli import main


def placed(value: Any) -> Iterator[dict[str, Any]]:
    """Every object with a line; entries of a contents list stand in their section's file."""
    if isinstance(value, dict):
        if value.get("line") is not None:
            yield value
        for key, part in value.items():
            if key != "entries":
                yield from placed(part)
    elif isinstance(value, list):
        for part in value:
            yield from placed(part)


@pytest.mark.parametrize(
    "words",
    [
        ("check", "vf-1e"),
        ("show", "vf-1e", "6.5"),
        ("graph", "vf-1e"),
        ("tables", "vf-1e"),
        ("sheet", "vf-1e", "--audit", "vf-1e/sheet"),
        ("recite", "text.md", "--from", "vf-1e", "--to", "vf-2e"),
    ],
    ids=lambda words: words[0],
)
def test_a_line_has_its_document_and_file(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.md").write_text("# Tonight\n\nSee 6.5, 8.5 and 12.3.\n")
    printed = CliRunner().invoke(main, [*words, "--format", "json"], prog_name="vfdoc").stdout
    found = list(placed(json.loads(printed)))
    assert found
    assert [one for one in found if not (one.get("document") and one.get("file"))] == []
