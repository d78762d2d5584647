"""Our automaton against Lark's own, on every grammar; its tables out of the cache."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from lark import Lark
from lark import Token as LarkToken
from lark.exceptions import LarkError
from lark.lexer import Lexer

from vfdoc import assets, parsers

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
    ours = parsers.parser(name, Trees())
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


@pytest.mark.parametrize("name", [path.stem for path in sorted(assets.folder("grammar").glob("*.lark"))])
def test_the_tables_beside_a_grammar_are_its_own(name: str) -> None:
    made = assets.text("grammar", f"{name}.tables.json")
    assert made == parsers.tables_file(name), "make grammars"


def test_a_grammar_that_was_changed_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"new.lark": LETTERS, "new.tables.json": assets.text("grammar", "lines.tables.json")}
    monkeypatch.setattr(assets, "text", lambda room, name: files[name])
    found = parsers.parser("new", Trees())
    assert found.read("a bb a") == ("start", [("A", "a"), ("B", "bb"), ("A", "a")])
