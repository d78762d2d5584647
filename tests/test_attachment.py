"""Every question, comment and note of the bundled editions says which rule it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from vfdoc import pipeline
from vfdoc.graph import attachments

RULESETS = Path(__file__).parent.parent / "rulesets"
EDITIONS = sorted(f.parent.name for f in RULESETS.glob("*/edition.toml") if pipeline.has_texts(f.parent))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_note_is_about_a_rule_that_exists(edition: str) -> None:
    read = pipeline.read(str(RULESETS / edition))
    found = attachments(read.graph)
    for attachment in found:
        other, _, anchor = attachment.rule.rpartition(":")
        graph = pipeline.read(str(RULESETS / other)).graph if other else read.graph
        assert anchor in graph.sections, attachment
    notes = {
        s.anchor
        for s in read.rulebook.sections()
        if s.kind in ("note", "question") and s.parent is not None and (s.blocks or s.kind == "question")
    }
    assert notes <= {a.note for a in found} | {"comments/5.2.2"}


def test_the_evidence_that_counts() -> None:
    """By citation, by number, by title, by the edition's own word, by place."""
    first = {(a.note, a.rule): a.by for a in attachments(pipeline.read(str(RULESETS / "vf-1e")).graph)}
    assert first["missed/fighting-back", "7.1"] == "citation"
    second = {(a.note, a.rule): a.by for a in attachments(pipeline.read(str(RULESETS / "vf-2e")).graph)}
    assert second["8.3.1/designers-comments/losses", "8.3.1"] == "title"
    assert second["7.2.4/designers-comments/melee", "7.0"] == "data"
    assert second["8.2/designers-comments/support", "8.2"] == "place"
    french = {(a.note, a.rule): a.by for a in attachments(pipeline.read(str(RULESETS / "vf-fr-2.9")).graph)}
    assert french["comments/6.6", "vf-2e:6.5"] == "data"
