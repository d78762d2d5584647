"""Golden files: every edition and original, stage by stage, so that a failure names the guilty stage.

`make golden` records them anew; read the difference against the text before you commit it. Those of
the originals hold numbers, titles, lines and targets, never passages: long titles and cells are cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from vfdoc import pipeline
from vfdoc.formats.documents import plain
from vfdoc.graph import cycles
from vfdoc.model import tables_of
from vfdoc.pipeline import LoadedRulebook
from vfdoc.reading.editions import EditionFile
from vfdoc.reading.outline import DocumentSpec
from vfdoc.reading.rulebook import tokens_of

GOLDEN = Path(__file__).parent / "golden"
RULESETS = Path(__file__).parent.parent / "rulesets"
BUNDLED = sorted(f.parent.name for f in RULESETS.glob("*/edition.toml") if pipeline.has_texts(f.parent))
ORIGINALS = sorted(f.parent.name for f in RULESETS.glob("*/edition.toml"))


def short(text: str, words: int = 7) -> str:
    """A title or cell, cut before it becomes a passage."""
    pieces = plain(text).split()
    return " ".join(pieces[:words]) + (" …" if len(pieces) > words else "")


def lines(read: LoadedRulebook) -> str:
    """Each line that made a token, and what it was read as; runs of one kind on one line."""
    out = []
    data = read.data or EditionFile(title="")
    specs = [DocumentSpec(d.id, d.kind, d.starts) for d in data.reading.documents]
    for source in {d.source.file: d.source for d in read.rulebook.documents}.values():
        out.append(f"# {source.name}")
        run: list[tuple[str, int]] = []
        for token in tokens_of(source, data, specs, original=not read.rulebook.own):
            if run and token.type == run[-1][0] and token.type in ("ROW", "CONT", "BULLET", "TEXT"):
                run[-1] = (token.type, token.line)
                out[-1] = f"{out[-1].split('-')[0]}-{token.line} {token.type}"
                continue
            run.append((token.type, token.line))
            out.append(f"{token.line} {token.type}")
    return "\n".join(out)


def sections(read: LoadedRulebook) -> str:
    """Each section: line, anchor, title, parent, level, kind."""
    return "\n".join(
        f"{s.line}\t{s.anchor}\t{short(s.title)}\t{s.parent or '-'}\t{s.level}\t{s.kind}"
        for s in read.rulebook.sections()
    )


def references(read: LoadedRulebook) -> str:
    """Each citation: document, place, section, words, and the anchors that it finds."""
    return "\n".join(
        f"{r.document}:{r.line}:{r.column}\t{r.section}\t{r.text}\t"
        + ", ".join(
            "|".join(s.anchor for s in read.graph.resolve(t)) or f"({t.number} missing)" for t in r.targets
        )
        for r in read.rulebook.references()
    )


def tables(read: LoadedRulebook) -> str:
    """Each table: line, section, title, header, and the first cells of its rows."""
    out = []
    for section in read.rulebook.sections():
        for table in tables_of(section.blocks):
            header = " | ".join(short(c.text) for c in table.header.cells) if table.header else "-"
            out.append(f"{table.line}\t{section.anchor}\t{short(table.title or '-')}\t{header}")
            out += [f"  {row.line}\t{len(row.cells)} cells\t{short(row.cells[0].text)}" for row in table.rows]
    return "\n".join(out)


def graph(read: LoadedRulebook) -> str:
    """The circles of the graph, and the sections most cited."""
    counts = sorted(
        ((len(links), anchor) for anchor, links in read.graph.cited_by.items()), key=lambda c: (-c[0], c[1])
    )
    return "\n".join(
        [
            *("circle: " + ", ".join(c) for c in cycles(read.graph)),
            *(f"{n}\t{anchor}" for n, anchor in counts),
        ]
    )


def findings(read: LoadedRulebook) -> str:
    """Each finding: place, rule, severity, section, words, suggestion, whether acknowledged."""
    return "\n".join(
        "\t".join((f"{f.document}:{f.line}:{f.column}", f.rule, f.severity, f.section or "-", short(f.quote)))
        + f"\t{f.suggestion or '-'}"
        + ("\tacknowledged" if f.acknowledged else "")
        for f in pipeline.check(read)
    )


STAGES: dict[str, Callable[[LoadedRulebook], str]] = {
    "lines": lines,
    "sections": sections,
    "references": references,
    "tables": tables,
    "graph": graph,
    "findings": findings,
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("edition", BUNDLED)
def test_bundled(edition: str, stage: str, record: bool) -> None:
    compare(GOLDEN / edition / f"{stage}.txt", STAGES[stage](pipeline.read(str(RULESETS / edition))), record)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("edition", ORIGINALS)
def test_original(edition: str, stage: str, record: bool, originals: Path) -> None:
    read = pipeline.read(str(originals / f"{edition}.txt"), edition)
    compare(GOLDEN / "originals" / edition / f"{stage}.txt", STAGES[stage](read), record)


def compare(path: Path, text: str, record: bool) -> None:
    text = text.rstrip("\n") + "\n"
    if record:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"no golden file {path}; record it with `make golden` and read it"
    recorded = path.read_text(encoding="utf-8")
    if path.stem == "findings":
        lost, new = by_rule(recorded), by_rule(text)
        lost, new = lost - new, new - lost
        assert not lost, f"rules that find less than is recorded: {said(lost)}"
        assert not new, f"rules that find what is not recorded: {said(new)}"
    assert text == recorded


def by_rule(findings: str) -> Counter[tuple[str, str]]:
    """The findings of a golden file, each with the rule that it breaks, which stands in its second field."""
    return Counter((line.split("\t")[1], line) for line in findings.splitlines() if line)


def said(findings: Counter[tuple[str, str]]) -> str:
    """Which rules, how often, and the first place of each."""
    rules = sorted({rule for rule, _ in findings})
    places = {rule: [line for found, line in findings.elements() if found == rule] for rule in rules}
    return "; ".join(f"{rule} {len(lines)} (such as {lines[0]!r})" for rule, lines in places.items())


def test_a_rule_that_is_lost_is_named(tmp_path: Path) -> None:
    path = tmp_path / "findings.txt"
    gap, itself = "rules:1:2\tnumbering-gap\tnote\t1.1\n", "rules:4:2\tself-reference\terror\t1.1\n"
    path.write_text(gap + itself)
    with pytest.raises(AssertionError, match=r"less than is recorded: numbering-gap 1 \(such as 'rules:1"):
        compare(path, itself, record=False)
