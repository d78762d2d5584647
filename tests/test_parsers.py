"""Our automaton against Lark's own, on every grammar; its tables out of the cache."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark import Token as LarkToken
from lark.exceptions import LarkError
from lark.lexer import Lexer

from vfdoc import assets, parsers
from vfdoc.store import disk

LETTERS = 'start: (A | B)+\nA: "a"\nB: /b+/\n%ignore " "'


class Trees:
    """A builder that makes plain trees: the rule, what its symbols came to."""

    def __getattr__(self, rule: str) -> Callable[[list[Any]], Any]:
        if not rule.isidentifier() or not rule.islower() or rule.startswith("_"):
            raise AttributeError(rule)
        return lambda children: (rule, [plain(child) for child in children])


def plain(value: Any) -> Any:
    """A token as its type and text."""
    return (value.type, str(value.value)) if hasattr(value, "type") else value


class Handed(Lexer):
    """Hands Lark the tokens that were made before."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, tokens: Any) -> Iterator[Any]:  # type: ignore[override]
        yield from tokens


def outcome(parse: Callable[[Any], Any], given: Any) -> Any:
    try:
        return parse(given)
    except (LarkError, parsers.ParseError):
        return "no sentence"


@pytest.mark.parametrize("name", ["lines", "mechanics", "references"])
def test_tokens_come_to_what_lark_makes_of_them(name: str) -> None:
    grammar = assets.text("grammar", f"{name}.lark")
    theirs = Lark(grammar, parser="lalr", lexer=Handed, transformer=Trees(), maybe_placeholders=False)
    ours = parsers.parser(grammar, Trees())
    terminals = sorted({name for row in ours._states for name in row if name.isupper() and name != "$END"})
    dice = random.Random(name)
    met = set()
    for _ in range(3000):
        kinds = dice.choices(terminals, k=dice.randrange(1, 14))
        handed = [LarkToken(kind, "word", 0, 1, 1, 1, 1, 1) for kind in kinds]
        found = outcome(ours.parse, [parsers.Token(kind, "word") for kind in kinds])
        assert found == outcome(theirs.parse, handed), kinds
        met.add(found == "no sentence")
    assert met == ({False} if name == "mechanics" else {True, False})  # any words are a clause


SHAPES = [None, [], [{}, {}], {"start": 0}, {"start": 0, "end": 0, "states": 1, "rules": [1]}, "text", 7]


@pytest.mark.parametrize("tables", SHAPES)
def test_a_parser_out_of_the_cache_reads_the_same(
    tables: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stands there: what are no tables of ours is made anew."""
    monkeypatch.setenv("VFDOC_CACHE", str(tmp_path))
    made = parsers.parser(LETTERS, Trees())
    (entry,) = tmp_path.rglob("*.json")
    monkeypatch.setattr(parsers, "_tables", lambda grammar: pytest.fail("made anew"))
    again = parsers.parser(LETTERS, Trees())
    monkeypatch.undo()
    monkeypatch.setenv("VFDOC_CACHE", str(tmp_path))
    if tables is not None:
        disk.save(entry.stem, tables)
        again = parsers.parser(LETTERS, Trees())
    assert made.read("a bb a") == again.read("a bb a") == ("start", [("A", "a"), ("B", "bb"), ("A", "a")])
