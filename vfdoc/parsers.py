"""The parsers of Lark grammars (LALR), each made once a process.

Lark reads a grammar and makes its tables, which takes long; they lie beside it, with the grammar of which
they are (`grammar/lines.tables.json`, made by `make grammars`; Lark's own `cache=` is a pickle). Of a grammar
that has been changed since, Lark makes them anew. The automaton that follows them (shift and reduce,
contextual terminals) is here, so that Lark is imported only where tables have to be made. What that gains,
by the processor's time (lark 1.3.1, CPython 3.11, two runs): a process that finds the tables is ready in 2-3
ms; with Lark's own parser it imports Lark (30 ms) and builds the three grammars (47-52 ms), a quarter of a
check of 41 KB. Following the tables takes half to two thirds of Lark's time, but that is 6 ms of 3,700 on
0.8 MB and would be no reason.

`_tables` reads what Lark does not promise to keep (`_parse_table`): pyproject.toml holds Lark below the first
version that was not tried, and tests/test_parsers.py holds this automaton against Lark's own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from vfdoc import assets


class ParseError(ValueError):
    """What was to be parsed is no sentence of the grammar."""


class Token(NamedTuple):
    """A terminal of a grammar where it stands; whatever has a `type` may be parsed like one."""

    type: str
    value: Any
    start_pos: int = 0
    end_pos: int = 0


_END = Token("$END", "")


class _Rule(NamedTuple):
    """A rule: the nonterminal that it makes, of how many symbols, and what calls back for it.

    `kept` are the symbols that count, each with whether it stands for several.
    """

    origin: str
    size: int
    kept: tuple[tuple[int, bool], ...]
    made: Callable[[list[Any]], Any]


class Parser:
    """The automaton of a grammar. `builder` has a method a rule, or a name after its `->`; it is called
    with what the rule's symbols came to and gives what the rule comes to.

    As in Lark, `?rule` of one symbol comes to that symbol, a rule that begins with _ to several, and a
    terminal that does is left out.
    """

    def __init__(self, tables: Any, builder: object) -> None:
        self._start, self._end = tables["start"], tables["end"]
        self._states: list[dict[str, int]] = tables["states"]
        self._rules = [_rule(rule, builder) for rule in tables["rules"]]
        self._terminals: dict[str, str] = dict(tables["terminals"])
        self._ignored = frozenset(tables["ignored"])
        self._lexers: dict[int, re.Pattern[str]] = {}

    def parse(self, tokens: Iterable[Any]) -> Any:
        """What a sequence of tokens comes to; ParseError where it is no sentence."""
        return self._run(tokens, [self._start])

    def read(self, text: str) -> Any:
        """What a text comes to by the grammar's own terminals; ParseError where it is no sentence."""
        states = [self._start]
        return self._run(self._tokens(text, states), states)

    def _run(self, tokens: Iterable[Any], states: list[int]) -> Any:
        """Shifts and reduces; `states` is the stack, which begins with the first state."""
        table, rules = self._states, self._rules
        values: list[Any] = []
        for token in chain(tokens, (_END,)):
            kind = token.type
            while (action := table[states[-1]].get(kind)) is not None and action < 0:
                origin, size, kept, made = rules[-action - 1]
                children = values[len(values) - size :]
                del values[len(values) - size :], states[len(states) - size :]
                taken: list[Any] = []
                for n, (at, several) in enumerate(kept):
                    if not several:
                        taken.append(children[at])
                    elif n:
                        taken += children[at]
                    else:  # a list that nothing else holds, which would take ever longer to copy
                        taken = children[at]
                values.append(made(taken))
                states.append(table[states[-1]][origin])
                if kind == "$END" and states[-1] == self._end:
                    return values[-1]
            if action is None:
                raise ParseError(f"no {kind} here")
            states.append(action)
            values.append(token)
        raise ParseError("no end here")

    def _tokens(self, text: str, states: list[int]) -> Iterator[Token]:
        """The terminals of a text: at each place those alone that the state there can go on with."""
        at = 0
        while at < len(text):
            found = self._lexer(states[-1]).match(text, at)
            if found is None or found.end() == at:
                raise ParseError(f"no terminal at {at}")
            at = found.end()
            if found.lastgroup not in self._ignored:
                yield Token(found.lastgroup or "", found.group(), found.start(), at)

    def _lexer(self, state: int) -> re.Pattern[str]:
        if state not in self._lexers:
            fit = (name for name in self._terminals if name in self._states[state] or name in self._ignored)
            self._lexers[state] = re.compile("|".join(f"(?P<{name}>{self._terminals[name]})" for name in fit))
        return self._lexers[state]


def parser(name: str, builder: object) -> Parser:
    """The parser of `grammar/NAME.lark`, with `builder`'s methods as its callbacks."""
    grammar = assets.text("grammar", f"{name}.lark")
    made = json.loads(assets.text("grammar", f"{name}.tables.json"))
    return Parser(made["tables"] if made["grammar"] == grammar else _tables(grammar), builder)


def tables_file(name: str) -> str:
    """What `grammar/NAME.tables.json` has to say."""
    grammar = assets.text("grammar", f"{name}.lark")
    return json.dumps({"grammar": grammar, "tables": _tables(grammar)}, separators=(",", ":")) + "\n"


def _rule(rule: Any, builder: object) -> _Rule:
    origin, size, kept, called, folds = rule
    build: Callable[[list[Any]], Any] = getattr(builder, called, _as_it_is) if called else _as_it_is

    def folded(children: list[Any]) -> Any:
        return children[0] if len(children) == 1 else build(children)

    return _Rule(origin, size, tuple((at, several) for at, several in kept), folded if folds else build)


def _as_it_is(children: list[Any]) -> list[Any]:
    return children


def _tables(grammar: str) -> dict[str, Any]:
    """Lark's tables of a grammar as plain data: by state and symbol the state that follows, or below zero
    the rule that ends there; the rules; the terminals in the order in which they are tried."""
    from lark import Lark

    made: Any = Lark(grammar, parser="lalr", maybe_placeholders=False)
    table = made.parser.parser._parse_table
    rules = {rule: _plain(rule) for rule in made.rules}
    of_rule = {rule: n for n, rule in enumerate(sorted(rules, key=lambda rule: (rules[rule], str(rule))))}
    # Lark numbers the states by the order of a set, which is another in each process: here as they are met.
    of_state = {table.start_states["start"]: 0}
    states: list[dict[str, int]] = []
    for state in (met := list(of_state)):
        states.append({})
        for symbol, (action, to) in sorted(table.states[state].items(), key=lambda item: str(item[0])):
            if action.name == "Shift" and to not in of_state:
                of_state[to] = len(met)
                met.append(to)
            states[-1][str(symbol)] = -of_rule[to] - 1 if action.name == "Reduce" else of_state[to]
    tried = sorted(
        made.terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name)
    )
    return {
        "start": of_state[table.start_states["start"]],
        "end": of_state[table.end_states["start"]],
        "states": states,
        "rules": [rules[rule] for rule in of_rule],
        "terminals": [[terminal.name, terminal.pattern.to_regexp()] for terminal in tried],
        "ignored": sorted(made.ignore_tokens),
    }


def _plain(rule: Any) -> list[Any]:
    kept = [
        [at, not symbol.is_term and symbol.name.startswith("_")]
        for at, symbol in enumerate(rule.expansion)
        if not (symbol.is_term and symbol.filter_out)
    ]
    origin = str(rule.origin.name)
    called = rule.alias or ("" if origin.startswith("_") else origin)
    return [origin, len(rule.expansion), kept, called, rule.options.expand1 and not rule.alias]


if __name__ == "__main__":  # make grammars
    for path in sorted(assets.folder("grammar").glob("*.lark")):
        path.with_suffix(".tables.json").write_text(tables_file(path.stem), encoding="utf-8")
