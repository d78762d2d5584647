"""The Lark parsers, each made once a process. Their tables, which take Lark longest, are in the cache.

Lark's own cache is a pickle. What it would put there is plain data, so that it is kept as JSON; the
callbacks and the lexer, which are code, are set in again here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Lark, Transformer
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from vfdoc import cache


def parser(grammar: str, transformer: Transformer[Any, Any], lexer: type[Lexer] | None = None) -> Lark:
    """The LALR parser of a grammar, which calls `transformer`; `lexer` where Lark's own is not meant."""
    key = cache.key_of("parser", [grammar], (), ())
    tables = cache.load(key) if key is not None else None
    if tables is not None:
        try:
            return _restored(tables, transformer, lexer)
        except Exception:  # whatever Lark makes of tables that are not its own
            pass  # they are made anew
    options: dict[str, Any] = {} if lexer is None else {"lexer": lexer}
    made = Lark(grammar, parser="lalr", transformer=transformer, maybe_placeholders=False, **options)
    if key is not None:
        cache.store(key, _tables(made))
    return made


def _tables(made: Lark) -> list[Any]:
    """A parser's tables as plain data, without its code."""
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"] = {k: v for k, v in data["options"].items() if k not in ("transformer", "lexer")}
    data["parser"]["lexer_conf"]["lexer_type"] = None
    return [data, memo]


def _restored(tables: Any, transformer: Transformer[Any, Any], lexer: type[Lexer] | None) -> Lark:
    """The parser of such tables; JSON has made words of the numbers that are keys."""
    data, memo = tables
    own = lexer or "contextual"
    data["options"]["lexer"] = data["parser"]["lexer_conf"]["lexer_type"] = own
    table = data["parser"]["parser"]
    table["tokens"] = _numbered(table["tokens"])
    table["states"] = {
        state: {token: tuple(action) for token, action in _numbered(actions).items()}
        for state, actions in _numbered(table["states"]).items()
    }
    load: Callable[..., Lark] = Lark._load_from_dict
    return load(data, _numbered(memo), transformer=transformer)


def _numbered(values: dict[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in values.items()}
