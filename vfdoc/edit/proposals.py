"""Drafts of `mechanics.toml` and `glossary.toml`: what was read and is not executed, for a person to decide.

In: the mechanics of a text, its lines, and the file as it stands. Out: the file's text with what is new
behind what is there, which keeps its words, order and comments. Every new entry has `decision = "open"`: a
person writes "keep" or "strike", or mends it first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple

from vfdoc.model.mechanics import ConditionSpan, HalfOf, Mechanics, Modifier, SumLimit, Test, ValueOf

if TYPE_CHECKING:
    import tomlkit

Lines = Mapping[str, Sequence[str]]
"""The lines of each document, by its id."""

_MOST_WORDS = 9  # words that quote a text stay below ten
_FEW = 5  # words that hardly stand but once
_SIGNED = re.compile(r"[+−–-]\s?\d+(?:[\"”″%])?")
_DICE = re.compile(r"(?:\b(?:an?|one|two|three)\s)?\b\d{0,2}[dDwW]\d{1,3}\b|\b(?:dice|die)\b")
_SLUG = re.compile(r"[^\W_]+")
_MARKUP = re.compile(r"[*_|\\]+")
_END = re.compile(r"(?<=\S)[.;!?](?=\s|$)")
_WITH_AMOUNT = ("add", "set", "dice")
_ALIKE = 0.6  # likeness of words that are shown side by side
_COMPARED = 400  # facts that are held against one another

_HEADER = """What was read in the text and is not executed. Of each entry decide: decision = "keep", or
"strike", or mend it first. What is open is neither executed nor known. Run `vfdoc tables --propose` again
after the text has changed: it keeps what stands here and adds what is new."""


class MechanicsDraft(NamedTuple):
    """A file with what was added to it: its text, and how many rows, tests and facts are new in it."""

    text: str
    rows: int
    tests: int
    facts: int


def proposed_mechanics(mechanics: Mechanics, lines: Lines, before: str = "") -> MechanicsDraft:
    """The draft of `mechanics.toml`; `before` is the file as it stands. ValueError (of tomlkit) for a file
    that is no TOML."""
    import tomlkit  # takes long, and few commands write TOML

    document = tomlkit.parse(before)
    if not before.strip():
        for line in _HEADER.splitlines():
            document.add(tomlkit.comment(line))
        document.add(tomlkit.nl())
    known = {
        _key(table, entry) for table in ("row", "test", "fact", "limit") for entry in document.get(table, ())
    }
    again = dict(mechanics.restated) if mechanics.undescribed else {}
    undecided = [
        row
        for row in mechanics.modifiers
        if row.status != "executable" and row.origin in ("rules", "sheet") and row.id not in again
    ]
    sections = {row.id: row.section for row in mechanics.modifiers}
    also: dict[str, list[str]] = {}
    for row, by in again.items():
        also.setdefault(by, []).append(sections[row])
    tests = [t for t in mechanics.tests if t.proposed]
    named = {test.id for test in tests}
    values = {row.of: row for row in undecided if row.of is not None and row.of not in named}
    entries: dict[str, list[dict[str, Any]]] = {
        "test": [*(_test(t, lines) for t in tests), *(_value(of, row, lines) for of, row in values.items())],
        "fact": list(_facts(undecided)),
        "row": [_row(row, lines, also.get(row.id, ())) for row in undecided],
        "limit": [_limit(each, lines) for each in mechanics.sums if mechanics.undescribed],
    }
    added = dict.fromkeys(entries, 0)
    for table, found in entries.items():
        for entry in found:
            key = _key(table, entry)
            if key in known:
                continue
            known.add(key)
            added[table] += 1
            _append(document, table, entry)
    text = tomlkit.dumps(document)
    whole = text + "".join(_statements(mechanics, text))
    return MechanicsDraft(text=whole, rows=added["row"], tests=added["test"], facts=added["fact"])


def proposed_glossary(mechanics: Mechanics, language: str) -> str:
    """A first `glossary.toml`: tests, values and facts in the text's own words, all of them comments, with
    what is likely the same side by side."""
    out = [
        "# Words of this game, as the text has them. Take the # away of what is right; till then none counts."
    ]
    names = {test.id: test.name for test in mechanics.tests if test.proposed}
    names |= {
        row.of: row.of.replace("-", " ") for row in mechanics.modifiers if row.of and row.of not in names
    }
    for id in sorted(names):
        out += [
            "#",
            f"# [tests.{id}]",
            f"# {language} = [{toml_string(names[id].casefold())}]",
        ]
    spans = {span.words: _slug(span.words) for row in mechanics.modifiers for span in row.spans}
    for group in _alike(list(spans)):
        out.append("#")
        if len(group) > 1:
            out.append("# likely the same:")
        for words in group:
            said = toml_string(" ".join(words.split()))
            out.append(f'# [facts."{spans[words]}"]   # {language}: {said}')
    return "\n".join(out) + "\n"


def _append(document: tomlkit.TOMLDocument, table: str, entry: Mapping[str, Any]) -> None:
    import tomlkit
    from tomlkit.items import AoT

    if table not in document:
        document.add(tomlkit.nl())
        document.add(table, tomlkit.aot())
    found = document[table]
    made = tomlkit.table()
    for key, value in entry.items():
        if isinstance(value, dict):
            inline = tomlkit.inline_table()
            inline.update(value)
            made.add(key, inline)
        else:
            made.add(key, value)
    assert isinstance(found, AoT)
    found.append(made)


def _key(table: str, entry: Mapping[str, Any]) -> tuple[Any, ...]:
    """By what an entry is known again: a fact and a test by their ids, a row by its place and what it
    does."""
    if table != "row":
        return table, entry.get("id")
    words = entry.get("words", "")
    first = words if isinstance(words, str) else words[0] if words else ""
    before = "" if len(first.split()) > 3 else entry.get("before", "")
    return (
        table,
        entry.get("section"),
        " ".join(first.split()).casefold(),
        " ".join(before.split()).casefold(),
    )


def _row(row: Modifier, lines: Lines, also: Sequence[str] = ()) -> dict[str, Any]:
    at = row.column if row.column > 1 else _dice_at(lines.get(row.document, ()), row.line)
    entry: dict[str, Any] = {"decision": "open", "section": row.section}
    entry |= _quoted(lines.get(row.document, ()), row.line, at)
    if row.of is not None:
        entry["of"] = row.of
    entry["operation"] = row.operation
    if isinstance(row.amount, HalfOf):
        entry["amount"] = {"half_of": row.amount.value}
    elif isinstance(row.amount, ValueOf):
        entry["amount"] = {"value": row.amount.value, "times": row.amount.times}
    elif isinstance(row.amount, float | int) and row.operation in _WITH_AMOUNT:
        entry["amount"] = int(row.amount) if row.amount == int(row.amount) else row.amount
    if row.unit is not None:
        entry["unit"] = row.unit
    if row.per is not None:
        entry["per"] = _slug(row.per) or row.per
    if row.limit is not None:
        entry["limit"] = {row.limit.of: row.limit.most}
    when = _when(_spans(row))
    if when is not None:
        entry["when"] = when
    said = f"when: {row.condition}" if row.spans or row.unread else "always, as it was read"
    said += f"; said again in {', '.join(dict.fromkeys(also))}" if also else ""
    entry["why"] = f"{said}; doubt: {row.doubt}" if row.doubt else said
    return entry


def _spans(row: Modifier) -> Sequence[ConditionSpan]:
    """The condition of a row; of one that was not read what was not understood of it."""
    return (
        row.spans
        if row.doubt is not None
        else tuple(ConditionSpan(words, True, "if") for words in row.unread)
    )


def _when(spans: Sequence[ConditionSpan]) -> dict[str, Any] | None:
    parts: list[dict[str, Any]] = []
    for span in spans:
        fact: dict[str, Any] = {"fact": _slug(span.words)}
        if _slug(span.words):
            parts.append(fact if span.polarity else {"not": fact})
    if len(parts) < 2:
        return parts[0] if parts else None
    return {"all": parts}


def _facts(rows: Iterable[Modifier]) -> Iterator[dict[str, Any]]:
    """The facts that rows ask, each once, in the text's own words."""
    found: dict[str, str] = {}
    for row in rows:
        for span in _spans(row):
            if _slug(span.words):
                found.setdefault(_slug(span.words), " ".join(span.words.split()))
    for id, words in found.items():
        yield {"decision": "open", "id": id, "kind": "flag", "why": words}


def _test(test: Test, lines: Lines) -> dict[str, Any]:
    entry: dict[str, Any] = {"decision": "open", "section": test.section}
    entry |= _quoted(lines.get(test.document, ()), test.line, test.column)
    entry["id"] = test.id
    entry["name"] = test.name or test.id
    for key, value in (("dice", test.dice), ("target", test.target), ("success", test.success)):
        if value is not None:
            entry[key] = value
    said = [f"adds {test.adds}" if test.adds else "", f"as many dice as {test.count}" if test.count else ""]
    if not test.dice:
        said.append("dice not stated" if test.target else "dice and target not stated")
    if any(said):
        entry["why"] = "; ".join(filter(None, said))
    return entry


def _dice_at(lines: Sequence[str], line: int) -> int:
    """The column at which a line names dice; 1 where it names none."""
    found = _DICE.search(lines[line - 1]) if 0 < line <= len(lines) else None
    return found.start() + 1 if found else 1


def _limit(limit: SumLimit, lines: Lines) -> dict[str, Any]:
    quoted = _quoted(lines.get(limit.document, ()), limit.line, limit.column)
    entry = {"decision": "open", "section": limit.section, **quoted, "id": limit.id, "of": limit.of}
    bounds = {"least": limit.least, "most": limit.most}
    why = "what all rows of it change in all; name the rows it holds for by `within`, where it is not all"
    return entry | {key: n for key, n in bounds.items() if n is not None} | {"why": why}


def _value(of: str, row: Modifier, lines: Lines) -> dict[str, Any]:
    quoted = _quoted(lines.get(row.document, ()), row.line, row.column)
    name, why = of.replace("-", " "), "a value that rows change; no roll of it was read"
    return {"decision": "open", "section": row.section, **quoted, "id": of, "name": name, "why": why}


def _statements(mechanics: Mechanics, text: str) -> Iterator[str]:
    """What is forbidden or permitted, as comments: a person sees that it was read."""
    new = []
    for said in mechanics.proposed:
        condition = "; ".join(f"{'' if span.polarity else 'unless '}{span.words}" for span in said.spans)
        line = f"# {said.section}: {said.kind} {said.action}{': ' if condition else ''}{condition}\n"
        if line not in text and line not in new:
            new.append(line)
    if new:
        yield "\n# Read besides, and changes no roll:\n" if "# Read besides" not in text else ""
        yield from new


def _quoted(lines: Sequence[str], line: int, column: int) -> dict[str, str]:
    """The words at a place of a text, fewer than ten; where they are few, those before them too, or
    behind."""
    if not 0 < line <= len(lines):
        return {"words": ""}
    whole = lines[line - 1]
    before = _plain(whole[: column - 1]).split()[-_MOST_WORDS:]
    signed = _SIGNED.match(whole, column - 1)
    if signed is not None:
        cut = re.split(r"[|,;()\t]|\s{2,}", whole[signed.end() :], maxsplit=1)[0]
        behind = _plain(cut).split()[:3] if cut.strip() and not cut.startswith("*") else []
        if not before:
            behind = _plain(re.split(r"[|;()]", whole[signed.end() :], maxsplit=1)[0]).split()[:_FEW]
        found = [signed.group(), *behind]
    else:
        found, text = [], whole[column - 1 :]
        while True:
            end = _END.search(text)
            found += _plain(text[: end.start()] if end else text).split()
            line += 1
            if end or len(found) >= _MOST_WORDS or line > len(lines) or not lines[line - 1].strip():
                break
            text = lines[line - 1]
    quoted = {"words": " ".join(found[:_MOST_WORDS])}
    if len(found) < _FEW and any(word[:1].isalpha() for word in before):
        quoted["before"] = " ".join(before)
    elif len(found) < _FEW and signed is not None and line < len(lines):
        quoted["after"] = " ".join(_plain(lines[line]).split()[:_FEW])
    return quoted


def _plain(text: str) -> str:
    return _MARKUP.sub(" ", text)


def toml_string(words: str) -> str:
    """Words as a string of TOML."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _slug(words: str) -> str:
    """An id from words, all of them: what differs in a word is another fact."""
    return "-".join(_SLUG.findall(words.casefold()))


def _alike(words: Sequence[str]) -> Iterator[list[str]]:
    """Words grouped by likeness; numbers in them never differ within a group."""
    left = sorted(words[:_COMPARED], key=str.casefold)
    while left:
        first = left.pop(0)
        numbers = re.findall(r"\d+", first)
        same = [
            other
            for other in left
            if re.findall(r"\d+", other) == numbers
            and SequenceMatcher(None, first.casefold(), other.casefold()).ratio() >= _ALIKE
        ]
        left = [other for other in left if other not in same]
        yield [first, *same]
    yield from ([word] for word in words[_COMPARED:])
