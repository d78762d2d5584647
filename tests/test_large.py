"""Large texts: these only have to finish, within the time that anybody waits."""

from __future__ import annotations

import pytest
from generated import read_text

from vfdoc import checks
from vfdoc.formats.documents import document_json
from vfdoc.formats.findings_json import findings_json
from vfdoc.formats.graphs import graph_json
from vfdoc.graph import resolve
from vfdoc.model.session import current_session

_RUN = 3_000  # characters of one kind in a row

_LARGE = {
    "nested list items": "\n".join("  " * depth + "- go on (1.1)" for depth in range(2_000)),
    "nested quotations": "\n".join(">" * depth + " go on" for depth in range(600)),
    "a number of 10,000 components": "## "
    + ".".join(["1"] * 10_000)
    + " Deep\n\nSee "
    + ".".join(["1"] * 10_000)
    + ".\n",
    "ten thousand nested numbers": "\n".join(
        f"## {'.'.join(['1'] * (n % 16 + 1))} Deep\n" for n in range(10_000)
    ),
    "one line of a megabyte": "The unit moves. " * 65_536,
    "one word of a megabyte": "x" * 1_000_000,
    "one line of digits and dots": "1." * 200_000,
    "one line of stars": "*" * 200_000,
    "one line of blanks and bars": " |" * 200_000,
    "one line of brackets": "(" * 200_000 + "1.1" + ")" * 200_000,
    "one list of 3,000 citations": "## 1.0 A\n\nGo.\n\n## 2.0 B\n\n(" + ", ".join(["1.0"] * 3_000) + ")\n",
    "one list of 2,000 dangling citations": "## 1.0 A\n\n(" + ", ".join(["1.1"] * 2_000) + ")\n",
    "20,000 citations": "## 1.0 A\n\n" + "Go (1.1), see 2.2 & 3.3.\n\n" * 10_000,
    "20,000 dangling citations of words": "## 1.0 Woods\n\n"
    + "The woods slow the units down (7.7).\n" * 20_000,
    "20,000 sections of one number": "## 1.1 A\n\n" * 20_000,
    "20,000 headings of one title": "# Example\n\n" * 20_000,
    "20,000 rows": "| a | b |\n" * 20_000,
    "20,000 questions": "Q: Why (1.1)?\n\nA: So.\n\n" * 10_000,
    "20,000 entries": "# Contents\n\n"
    + "".join(f"{n // 900 + 1}.{n % 900 + 1} Entry\n\n" for n in range(20_000)),
    "400 citations of 400 sections of one number": "## 1.1 A\n\n" * 400 + "Go (1.1).\n\n" * 400,
    "a row of 700 cells above 700 short ones": "| a " * 700 + "|\n" + "| a |\n" * 700,
    "20,000 paragraphs that flow on": "## 1.0 A\n\n" + "go on\n\n" * 20_000,
    "5,000 citations in one line": "## 1.0 A\n\n" + "see 7.7, so " * 5_000 + "\n",
    "long runs in a contents list": "# Contents\n\na"
    + " " * _RUN
    + "b\n\na"
    + "." * (_RUN // 6)
    + "b\n\n"
    + "a 1.1" * _RUN
    + "b\n",
    "long runs in a row": "a\tb\n" + "\t" * _RUN + "x\n" + " " * _RUN + "\tx\n\n|--" + " " * _RUN + "x\n",
    "long runs in a heading": "# a"
    + " " * _RUN
    + "b\n\n# "
    + "_ " * _RUN
    + "a"
    + " _" * _RUN
    + "\n\n# a"
    + "*" * _RUN
    + "\n",
    "999 chapters and their 20,000 paragraphs": "".join(
        f"{n + 1}. Chapter\n\n" + "".join(f"{n + 1}.{m + 1} Go on.\n" for m in range(20)) + "\n"
        for n in range(999)
    ),
    "20,000 numbered paragraphs": "".join(f"{n}. Go on.\n\nAnd on.\n\n" for n in range(20_000)),
    "sections in falling order": "".join(
        f"## {n // 900 + 1}.{n % 900 + 1} A\n\n" for n in range(10_000, 0, -1)
    ),
}


_LONGEST = {
    "20,000 citations", "20,000 dangling citations of words", "20,000 rows", "20,000 questions",
    "999 chapters and their 20,000 paragraphs", "20,000 numbered paragraphs", "20,000 sections of one number",
    "sections in falling order", "ten thousand nested numbers", "nested list items", "20,000 entries",
    "20,000 headings of one title", "20,000 paragraphs that flow on", "5,000 citations in one line",
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.thorough] if n in _LONGEST else []) for n in _LARGE]
)
def test_large_texts_come_to_an_end(name: str) -> None:
    with current_session():  # as every command has one
        rulebook = read_text(_LARGE[name])
        graph = resolve(rulebook)
        made = checks.run_checks(rulebook, graph)
        document_json(rulebook, graph)
        graph_json(graph)
        findings_json(made)
    assert len(rulebook.documents) == 1
