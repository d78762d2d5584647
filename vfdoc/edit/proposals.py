"""Drafts of `mechanics.toml` and `glossary.toml`: what was read and is not executed, for a person to decide.

In: the mechanics of a text, quotations of its words, and the file as it stands. Out: the file's text with
what is new behind what is there, which keeps its words, order and comments. Every new entry has `decision =
"open"`: a person writes "keep" or "strike", or mends it first. What lacks something without which it could
not be kept is a comment that says what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple

from vfdoc.edit.drafted_entries import DraftedEntry, Quotations, drafted_entries, fact_ids
from vfdoc.model.mechanics import Mechanics

if TYPE_CHECKING:
    import tomlkit

_ALIKE = 0.6  # likeness of words that are shown side by side
_COMPARED = 400  # facts that are held against one another
_TABLES = ("row", "test", "value", "fact", "limit")

_HEADER = """What was read in the text and is not executed. Of each entry decide: decision = "keep", or
"strike", or mend it first. What is open is neither executed nor known. Run `vfdoc tables --propose` again
after the text has changed: it keeps what stands here and adds what is new."""
_LACKING = """
# Not read whole. Say what is lacking and take the # away, or let it be:
"""


class MechanicsDraft(NamedTuple):
    """A file with what was added to it: its text, how many rows, tests and facts are new in it, and how many
    that lack something."""

    text: str
    rows: int
    tests: int
    facts: int
    lacking: int


def proposed_mechanics(mechanics: Mechanics, quotes: Quotations, before: str = "") -> MechanicsDraft:
    """The draft of `mechanics.toml`; `before` is the file as it stands. ValueError (of tomlkit) for a file
    that is no TOML."""
    import tomlkit  # takes long, and few commands write TOML

    document = tomlkit.parse(before)
    if not before.strip():
        for line in _HEADER.splitlines():
            document.add(tomlkit.comment(line))
        document.add(tomlkit.nl())
    stated = [(table, entry) for table in _TABLES for entry in document.get(table, ())]
    known = {_key(table, entry) for table, entry in stated}
    rows = [quotes.bound(entry.get("section", ""), _first(entry)) for name, entry in stated if name == "row"]
    added = dict.fromkeys(_TABLES, 0)
    lacking: list[DraftedEntry] = []
    for found in drafted_entries(mechanics, quotes):
        key = _key(found.table, found.entry)
        if key in known or (found.table == "row" and any(at.covers(*found.place) for at in rows)):
            continue
        known.add(key)
        if found.lacks:
            lacking.append(found)
            continue
        added[found.table] += 1
        _append(document, found.table, found.entry)
    text = tomlkit.dumps(document)
    comments = [said for each in lacking if (said := _comment(each)) not in text]
    if comments:
        text += ("" if _LACKING in text else _LACKING) + "".join(comments)
    whole = text + "".join(_statements(mechanics, text))
    tests = added["test"] + added["value"]
    return MechanicsDraft(whole, added["row"], tests, added["fact"], len(comments))


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
    spans = fact_ids(mechanics)
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
    """By what an entry is known again: a fact, a test and a value by their ids, a row by its place and what
    it does."""
    if table != "row":
        return "test" if table == "value" else table, entry.get("id")
    told = _first(entry)
    before = "" if len(told["words"].split()) > 3 else told["before"]
    return (
        table,
        entry.get("section"),
        " ".join(told["words"].split()).casefold(),
        " ".join(before.split()).casefold(),
    )


def _first(entry: Mapping[str, Any]) -> dict[str, str]:
    """The first wording of an entry, and what stands around it."""
    words = entry.get("words", "")
    first = words if isinstance(words, str) else words[0] if words else ""
    return {"words": first, "before": entry.get("before", ""), "after": entry.get("after", "")}


def _comment(found: DraftedEntry) -> str:
    """An entry that lacks something, as a comment."""
    import tomlkit

    document = tomlkit.document()
    _append(document, found.table, {key: value for key, value in found.entry.items() if key != "decision"})
    lines = (line for line in tomlkit.dumps(document).splitlines() if line.strip())
    return f"#\n# lacks {', and '.join(found.lacks)}:\n" + "".join(f"# {line}\n" for line in lines)


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


def toml_string(words: str) -> str:
    """Words as a string of TOML."""
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


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
