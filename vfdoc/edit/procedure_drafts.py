"""The steps that a text names in order, and a draft of `procedures.toml` of them, for a person to decide.

In: a rulebook, its mechanics and its resolved citations. Out: of each numbered list in which at least two
items ask for a roll the steps, each with the test that it names, or the one that a section which it cites
states; of the others what is missing, in plain words; and of each table of what comes of a roll the roll, the
columns and the rows. The file's text is all of it comments.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from vfdoc.edit.proposals import toml_string
from vfdoc.graph import ReferenceGraph
from vfdoc.model import Block, ItemList, Paragraph, Quote, Rulebook, text_of
from vfdoc.model.mechanics import Lookup, Mechanics
from vfdoc.model.procedures import NamedStep, NamedSteps

_FEWEST = 2  # items of a list that ask for a roll
_FEWEST_ROWS = 3  # of a table of results
_MOST_WORDS = 9  # words that quote a text stay below ten
_SHOWN = 90  # characters of an item that a comment shows
_DICE = re.compile(r"\b\d{0,2}[dDwW]\d{1,3}\b|\b(?:dice|die|roll|rolls|throw|throws)\b", re.IGNORECASE)
_COUNTED = re.compile(r"[ \t]*\**(?:[^\W\d_]+ (?=\d|[A-Z][.:)]))?(?P<place>\d{1,2}|[A-Z])[.:)]\**[.:]?\s")
_FIRST = ("1", "A")
_LETTERS = ord("A")
_SLUG = re.compile(r"[^\W_]+")
_HEADER = """# Steps that the text names in order. Take the # away of what is right, say what is missing; till
# then none counts. What a step may say stands in README.md of vfdoc, under procedures.toml.
"""


class ProceduresDraft(NamedTuple):
    """A file's text (empty where the text names no steps), how many procedures it has, and of how many of
    their steps the text does not say what they roll."""

    text: str
    procedures: int
    missing: int


def named_steps(rulebook: Rulebook, mechanics: Mechanics, graph: ReferenceGraph) -> tuple[NamedSteps, ...]:
    """The procedures that a text names; a list within a list is part of its item."""
    names = sorted(((t.name.casefold(), t.id) for t in mechanics.tests if t.name), key=lambda n: -len(n[0]))
    out: list[NamedSteps] = []
    cited = _tests_cited(rulebook, mechanics, graph)
    for section in rulebook.sections():
        if section.kind in ("contents", "index", "example"):
            continue
        for items in _ordered(section.blocks):
            steps = []
            for words in items:
                own = _named(words, names)
                near = [test for text, ids in cited.get(section.anchor, ()) if text in words for test in ids]
                steps.append(NamedStep(words, (own,) if own else tuple(dict.fromkeys(near))))
            asked = sum(bool(step.tests) or _DICE.search(step.words) is not None for step in steps)
            if asked >= _FEWEST and any(step.tests for step in steps):
                id = "-".join(_SLUG.findall((section.title or "").casefold())) or f"steps-{len(out) + 1}"
                out.append(NamedSteps(id, section.title or id, section.anchor, section.line, tuple(steps)))
    return tuple(out)


def _tests_cited(
    rulebook: Rulebook, mechanics: Mechanics, graph: ReferenceGraph
) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """By section its citations, as printed, each with the tests that the section cited, or one under it,
    states."""
    under: dict[str, list[str]] = defaultdict(list)
    parents = {section.anchor: section.parent for section in rulebook.sections()}
    for test in mechanics.tests:
        anchor: str | None = test.section if test.origin == "rules" else None
        while anchor is not None:
            under[anchor].append(test.id)
            anchor = parents.get(anchor)
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    for link in graph.links:
        found[link.source].append((link.reference.text, tuple(under.get(link.target, ()))))
    return found


def proposed_procedures(rulebook: Rulebook, mechanics: Mechanics, graph: ReferenceGraph) -> ProceduresDraft:
    """The draft for a text."""
    found = named_steps(rulebook, mechanics, graph)
    out = [line for each in found for line in _procedure(each)]
    missing = sum(bool(step.missing) for each in found for step in each.steps)
    values = {row.of for row in mechanics.modifiers if row.of}
    listed = [each for each in mechanics.proposed_lookups if each.dice and len(each.rows) >= _FEWEST_ROWS]
    for table in listed:
        missing += table.of is None
        out += _of_table(table, values)
    return ProceduresDraft(_HEADER + "".join(out) if out else "", len(found) + len(listed), missing)


def _of_table(table: Lookup, values: Collection[str]) -> Iterator[str]:
    """The roll of a table of results, its columns by number, what moves them, and its rows."""
    heads, first = table.columns[1:], table.rows[0]
    columns = heads if len(heads) > 1 else ()
    quoted = " ".join(" ".join((*first.key, *first.values)).split()[:_MOST_WORDS])
    yield f'#\n# [[procedure]]\n# id = "{table.id}"\n# section = "{table.section}"\n'
    yield f"# words = {toml_string(quoted)}\n# steps = [\n"
    if table.of is None:
        yield f"#   # missing: the test that rolls {table.dice}; state it as a [[test]] of mechanics.toml\n"
    of = table.of or f"{table.id}-roll"
    yield f'#   {{ id = "dice", do = "roll", of = "{of}", keep = "total" }},\n'
    column = f"column-of-{table.id}"
    take = [column] if columns else []
    if columns and f"{of}-column" in values:
        yield f'#   {{ id = "shift", do = "value", of = "{of}-column" }},\n'
        take.append("shift")
    taken = f"take = [{', '.join(map(toml_string, take))}], " if take else ""
    named = f"columns = [{', '.join(map(toml_string, columns))}], " if columns else ""
    yield f'#   {{ id = "result", do = "lookup", count = "dice", {taken}{named}rows = [\n'
    for row in table.rows:
        results = ", ".join(toml_string(value) for value in row.values)
        yield f"#     {{ at = {toml_string(_at(row.key[0]))}, results = [{results}] }},\n"
    yield "#   ] },\n# ]\n"
    if columns:
        yield f'# [[fact]]\n# id = "{column}"   # which, counted from 1\n# kind = "number"\n'


def _at(key: str) -> str:
    """The numbers of a row as procedures.toml has them: "3-5", "6+"; of "2 or less" the number alone, for
    what a roll falls short of reads the first row."""
    numbers = re.findall(r"\d+", re.sub(r"\b00\b", "100", key))
    if len(numbers) > 1:
        return f"{int(numbers[0])}-{int(numbers[1])}"
    return f"{int(numbers[0])}+" if "+" in key else str(int(numbers[0]))


def _ordered(blocks: Sequence[Block]) -> Iterator[tuple[str, ...]]:
    """The items of each numbered list, as printed on one line each."""
    for block in blocks:
        if isinstance(block, ItemList) and block.ordered:
            yield tuple(" ".join(text_of(item.blocks).split()) for item in block.items)
        elif isinstance(block, Quote):
            yield from _ordered(block.blocks)
    yield from _counted(blocks)


def _counted(blocks: Sequence[Block]) -> Iterator[tuple[str, ...]]:
    """The lines that count themselves in paragraphs, one after the other: "Step 1: …", "A. …"; what goes on
    in the same paragraph is part of its step."""
    steps: list[str] = []
    for block in blocks:
        goes_on = False
        for line in block.lines if isinstance(block, Paragraph) else ():
            found = _COUNTED.match(line.text)
            if found is not None and found["place"] in _FIRST:
                yield tuple(steps)
                steps = [line.text[found.end() :].strip()]
            elif found is not None and found["place"] in (str(len(steps) + 1), chr(_LETTERS + len(steps))):
                steps.append(line.text[found.end() :].strip())
            elif steps and goes_on:
                steps[-1] += f" {line.text.strip()}"
            goes_on = bool(steps)
    yield tuple(steps)


def _named(words: str, names: Sequence[tuple[str, str]]) -> str | None:
    """The test that an item names; of several none, for nobody said which comes first."""
    said = words.casefold()
    found = [(name, id) for name, id in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said)]
    ids = {id for name, id in found if not any(name != other and name in other for other, _ in found)}
    return ids.pop() if len(ids) == 1 else None


def _procedure(found: NamedSteps) -> Iterator[str]:
    first = found.steps[0].words
    quoted = " ".join(first.split()[:_MOST_WORDS]).rstrip(".,;:").replace('"', '\\"')
    yield f'#\n# [[procedure]]\n# id = "{found.id}"\n# section = "{found.section}"\n'
    yield f'# words = "{quoted}"\n# steps = [\n'
    for place, step in enumerate(found.steps, 1):
        words, missing = step.words, step.missing.replace(" it rolls", f" step {place} rolls")
        shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN].rsplit(' ', 1)[0]} …"
        if missing:
            yield f"#   # missing: {missing}: {shown}\n"
        else:
            test = step.tests[0]
            yield f'#   {{ id = "{test}-{place}", do = "roll", of = "{test}" }},   # {place}: {shown}\n'
    yield "# ]\n"
