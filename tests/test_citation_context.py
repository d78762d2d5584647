"""Which words before a citation may be the name of what it cites."""

from __future__ import annotations

from pathlib import Path

import pytest

from vfdoc import pipeline
from vfdoc.verdicts.citation_context import citation_contexts

_TEXT = """# Fair

## 1 Bread

Bread is weighed.

## 2 Scales

{}
"""


@pytest.mark.parametrize(
    ("said", "near"),
    [
        ("They are held level whenever somebody asks for bread (Section 1).", True),
        ("The warden keeps them for whoever sells bread. Section 1 holds for him too.", False),
    ],
)
def test_words_of_the_sentence_before_name_nothing(tmp_path: Path, said: str, near: bool) -> None:
    text = tmp_path / "fair.md"
    text.write_text(_TEXT.format(said), encoding="utf-8")
    (found,) = citation_contexts(pipeline.read(str(text)).graph)
    assert found.before
    assert bool(found.near) is near
