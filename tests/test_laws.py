"""Laws: what holds for any text, with generated inputs.

Two kinds of text are made here: odd ones, out of the characters that mean something to the reader
and out of damaged rules, of which only the general laws are asked; and sound ones, a small tree of
sections that cite one another, of which more is known.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest
from click.testing import CliRunner
from generated import Made, Told, any_texts, odd_texts, printed, read_text, readings, set_in_type, told
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from thoroughness import examples

from vfdoc import checks
from vfdoc.cli import main
from vfdoc.formats.documents import document_json, document_text
from vfdoc.formats.findings_json import findings_json
from vfdoc.formats.graphs import graph_dot, graph_graphml, graph_json, graph_text
from vfdoc.formats.sections import section_json, section_text
from vfdoc.formats.shapes.schemas import json_schema
from vfdoc.graph import ReferenceGraph, cycles, network, resolve
from vfdoc.model import Finding, InputError, Rulebook, Section, SourceText, TextLine
from vfdoc.pipeline import LoadedRulebook, explain
from vfdoc.reading.blocks import parse_blocks
from vfdoc.reading.headings import Heading
from vfdoc.reading.sources import decode, source_of
from vfdoc.reading.tokens import LineToken

# Sources


@given(st.one_of(odd_texts, st.text(st.sampled_from("ab\r\n\x0b\x0c\x85\u2028\u2029\x1c"), max_size=30)))
@settings(max_examples=examples(300))
def test_lines_joined_with_their_ends_give_the_source_back(text: str) -> None:
    source = source_of(text)
    assert "".join(line + end for line, end in zip(source.lines, source.ends, strict=True)) == text
    assert not any("\n" in line or "\r" in line for line in source.lines)
    assert source.text == "\n".join(source.lines)


_ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "latin-1", "mac-roman"]


@given(odd_texts, st.sampled_from(_ENCODINGS))
@settings(max_examples=examples(150))
def test_any_encoding_gives_a_text_or_a_clear_error(text: str, encoding: str) -> None:
    data = text.encode(encoding, errors="replace")
    try:
        found, said = decode(data, "text")
    except InputError:
        return
    assert isinstance(found, str)
    assert said
    # UTF-16 that begins with a NUL cannot be told from UTF-32.
    if encoding == "utf-8-sig" or (encoding == "utf-16" and not text.startswith("\0")):
        assert found == text


@given(st.binary(max_size=120))
@settings(max_examples=examples(80))
@example(b"\xff\xfe")
@example(b"\xff\xfe\x00")
@example(b"\xef\xbb\xbf")
@example(b"\xef\xbb\xbf\xff")
@example(b"\xfe\xff\xd8\x00")
@example(b"\x0b\xa7A")  # a letter behind a paragraph sign, and nothing behind that
def test_any_bytes_give_an_answer_and_an_exit_code(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.bin"
    path.write_bytes(data)
    result = CliRunner().invoke(main, ["check", str(path)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1, 2)
    if result.exit_code == 2:
        assert result.stderr.startswith("vfdoc: ")
        assert result.stderr.count("\n") == 1


# Reading


@given(any_texts)
@settings(max_examples=examples(250))
@example("1")
@example("1.0")
@example("**1.0**")
@example("***1.1 X***: y")
@example("PART\n\nPART 7")
@example("> 1.0 A\n> - b\n>   1. c\n>> d\n| x |\n* e")
@example("|\n|-\n||")
@example("Contents\n\n1.0 A\n1.0 A\nIndex\n\nA 1.0")
@example("> **Designer's Comments**\n>\n> ## 1.1 X\n>\n> **a:** b\n\ngoes on")
@example("-\ta\tb\n- c\n\t- d")
@example("Q:\n\nA:\n\nQ: x\nA:")
@example("```\n# 1.0\n")
@example("# \n## \n### 1.0\n#### #\n")
@example("\ufeff1.0 A")
@example(">\u00a0")
def test_reading_never_raises_and_its_outline_is_sound(text: str) -> None:
    for rulebook in readings(text):
        graph = resolve(rulebook)
        checks.run_checks(rulebook, graph)
        sections = list(rulebook.sections())
        anchors = [section.anchor for section in sections]
        assert len(set(anchors)) == len(anchors)
        assert all(anchors)
        by_anchor = dict(zip(anchors, sections, strict=True))
        for section in sections:
            assert_sound(section, by_anchor, rulebook.document(section.document).source)
        for reference in rulebook.references():
            assert reference.section in by_anchor
            assert reference.targets
            assert by_anchor[reference.section].document == reference.document
        assert_sorted(rulebook)


def assert_sound(section: Section, by_anchor: dict[str, Section], source: SourceText) -> None:
    assert 1 <= section.line <= len(source.lines)
    if section.parent is None:
        assert section.level == 1
    else:
        assert section.parent in by_anchor
        assert section.parent != section.anchor
        assert by_anchor[section.parent].level == section.level - 1
    if section.number is not None:
        assert section.key
        assert section.number in source.lines[section.line - 1]


def assert_sorted(rulebook: Rulebook) -> None:
    """Sections and references stand in the order of the text."""
    for document in rulebook.documents:
        lines = [section.line for section in document.sections]
        assert lines == sorted(lines)
        places = [(r.line, r.column) for r in document.references]
        assert places == sorted(places)
        assert len(set(places)) == len(places)


# A paragraph, and again behind what is a footnote's mark in some editions.
TWICE = "\n\n# ".join(["Every battle of this small game is fought on a table of four feet by six."] * 2)


@given(any_texts)
@settings(max_examples=examples(150))
@example("# PART IV: MORALE\n\nRun.\n\n# PART IV: MORALE\n")
@example("## **1.0 A** x\n\n## Rule 1.0 b\n")
@example("Play Sheets 1 & 2, Parts 3 and 4 (T.2 & T.3), see 1.1–1.3.")
@example(TWICE)  # where the mark is a footnote's
def test_words_stand_where_they_are_said_to_stand(text: str) -> None:
    for rulebook in readings(text):
        graph = resolve(rulebook)
        for document in rulebook.documents:
            for reference in document.references:
                assert_stands(document.source, reference.line, reference.column, reference.text)
            for section in document.sections:
                if section.number is not None:
                    assert_stands(document.source, section.line, section.column, section.number)
        for finding in checks.run_checks(rulebook, graph):
            assert_stands(
                rulebook.document(finding.document).source, finding.line, finding.column, finding.quote
            )


def assert_stands(source: SourceText, line: int, column: int, words: str) -> None:
    assert line >= 1
    assert column >= 1
    rest = "\n".join([source.lines[line - 1][column - 1 :], *source.lines[line:]])
    assert rest.startswith(words), (line, column, words, source.lines[line - 1])


@given(any_texts)
@settings(max_examples=examples(60))
def test_reading_twice_gives_equal_values(text: str) -> None:
    first, again = readings(text), readings(text)
    assert first == again
    assert [resolve(r) for r in first] == [resolve(r) for r in again]
    assert [found(r) for r in first] == [found(r) for r in again]


def found(rulebook: Rulebook) -> tuple[Finding, ...]:
    return checks.run_checks(rulebook, resolve(rulebook))


@given(any_texts)
@settings(max_examples=examples(60))
@example("# 1.0 A \x1b[31m\n\nGo (1.0\x1b).\n")
def test_every_command_has_an_answer(text: str) -> None:
    for rulebook in readings(text)[:2]:
        graph = resolve(rulebook)
        for write in (document_text, graph_text, graph_dot, graph_graphml):
            made = write(rulebook, graph) if write is document_text else write(graph)  # type: ignore[call-arg,arg-type]
            assert isinstance(made, bytes)
        assert ElementTree.fromstring(graph_graphml(graph)).tag.endswith("graphml")
        for section in graph.sections.values():
            section_text(graph, section)
            json.loads(section_json(graph, section))
        read = LoadedRulebook(rulebook, graph, None)
        for line in range(1, len(rulebook.documents[0].source.lines) + 2 if rulebook.documents else 1):
            assert explain(read, line)


# The grammar of lines

_LEAVES = [
    "TEXT",
    "CONT",
    "TITLE",
    "QUESTION",
    "ANSWER",
    "NOTE",
    "BULLET",
    "ORDERED",
    "FIRST",
    "ROW",
    "HEAD",
    "RUN",
]


def token(kind: str) -> LineToken | Heading:
    if kind in ("HEAD", "RUN"):
        run = TextLine(1, 9, "text") if kind == "RUN" else None
        return Heading(1, 1, "1.0", (1,), "Title", 0, None, run, "", kind)
    return LineToken(
        kind, 1, 1, "| a | b |" if kind in ("FIRST", "ROW") else "text", "-" if kind == "BULLET" else ""
    )


def nests(opens: str, closes: str, inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    return inner.map(lambda kinds: [opens, *kinds, closes])


token_kinds = st.recursive(
    st.lists(st.sampled_from(_LEAVES), max_size=6),
    lambda inner: st.lists(
        st.one_of(inner, nests("_INDENT", "_DEDENT", inner), nests("_QUOTE", "_ENDQUOTE", inner)), max_size=4
    ).map(lambda parts: [kind for part in parts for kind in part]),
    max_leaves=8,
)


@given(token_kinds)
@settings(max_examples=examples(300))
@example(["_INDENT", "HEAD", "_DEDENT"])
@example(["BULLET", "_INDENT", "RUN", "CONT", "_DEDENT", "CONT"])
@example(
    ["_QUOTE", "_ENDQUOTE", "_INDENT", "_DEDENT", "NOTE", "FIRST", "NOTE", "CONT", "TITLE", "TITLE", "ROW"]
)
def test_the_grammar_of_lines_is_total(kinds: list[str]) -> None:
    parse_blocks([token(kind) for kind in kinds])


# Numbers


@settings(max_examples=examples(200))
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=24))
def test_circles_are_the_strongly_connected_components(pairs: list[tuple[int, int]]) -> None:
    links = tuple(SimpleNamespace(source=f"{one}", target=f"{other}") for one, other in pairs)
    graph: Any = SimpleNamespace(sections=dict.fromkeys(map(str, range(10))), links=links)
    known = networkx.strongly_connected_components(network(graph))
    assert cycles(graph) == tuple(sorted(tuple(sorted(group)) for group in known if len(group) > 1))


STRAY = ("| Unit | Rule |\n|---|---|\n| Horse | see {} |\n| Foot | ({}) |",)  # once 92.10 was of another code


@given(told(), st.integers(1, 120))
@example(
    (
        [Told((1,), "Losses", STRAY, 0), Told((2,), "Losses", (), 0), Told((9, 1), "Losses", (), 0)],
        [(1,), (1, 10), (1,), (1,), (1,)],
    ),
    91,
)
@settings(max_examples=examples(80))
def test_renumbering_changes_nothing_but_numbers(made: Made, shift: int) -> None:
    """Every section and citation renumbered: sections, parents, citations, findings keep their shape."""
    sections, cited = made
    same = shape(set_in_type(sections, cited, 0)) == shape(set_in_type(sections, cited, shift))
    # a strewn text that begins at 1 is surer than one that begins at 40, and one whose numbers all begin with
    # 100 is a chapter of a code, which cites another chapter as another text
    assert same or strewn(sections) or len({section.number[0] for section in sections}) == 1


def strewn(sections: list[Told]) -> bool:
    """Whether chance has strewn numbers or looks: they do not go up, or not in one look."""
    numbers = [section.number for section in sections]
    return any(a >= b for a, b in pairwise(numbers)) or len({section.style for section in sections}) > 1


def shape(text: str) -> object:
    """Everything that a text says, with places in the order of sections where numbers stood."""
    rulebook = read_text(text)
    graph = resolve(rulebook)
    order = {anchor: place for place, anchor in enumerate(graph.sections)}
    sections = [
        (s.line, s.title, order.get(s.parent or "", -1), s.level, s.kind, s.number is None)
        for s in rulebook.sections()
    ]
    references = [
        (order[r.section], r.line, r.range, [[order[s.anchor] for s in graph.resolve(t)] for t in r.targets])
        for r in rulebook.references()
    ]
    findings = [
        (
            f.rule,
            f.severity,
            f.line,
            order.get(f.section or "", -1),
            [(order[r.section], r.line) for r in f.related],
        )
        for f in checks.run_checks(rulebook, graph)
    ]
    return sections, references, findings


@given(told())
@settings(max_examples=examples(80))
def test_every_section_and_citation_of_a_sound_text_is_found(made: Made) -> None:
    """All of them where the numbers go up in one look; where chance has strewn them, what the chain
    does not take is listed as left out, and nothing else is taken for a section."""
    sections, cited = made
    text = set_in_type(sections, cited, 0)
    rulebook = read_text(text)
    got = [(s.number, s.title) for s in rulebook.sections() if s.number is not None]
    told_all = [(printed(s.number, 0), s.title) for s in sections]
    if got != told_all:
        assert strewn(sections), "a section is missing, or one too many"
        left = [(line.line, line.number) for d in rulebook.documents for line in d.left_out]
        shown = sorted({(s.line, s.number) for s in rulebook.sections() if s.number is not None} | set(left))
        assert [number for _, number in shown] == [number for number, _ in told_all]
        return
    count = sum(sentence.count("{}") for s in sections for sentence in s.sentences)
    assert [t.number for r in rulebook.references() for t in r.targets] == [
        printed(n, 0) for n in (cited * 200)[:count]
    ]


# JSON


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads(json_schema(name))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@given(st.one_of(any_texts, told().map(lambda made: set_in_type(*made, 0))))
@settings(max_examples=examples(60))
@example("")
def test_json_keeps_to_its_schema(text: str) -> None:
    for rulebook in readings(text):
        graph: ReferenceGraph = resolve(rulebook)
        validator("document").validate(json.loads(document_json(rulebook, graph)))
        validator("graph").validate(json.loads(graph_json(graph)))
        validator("findings").validate(json.loads(findings_json(checks.run_checks(rulebook, graph))))
