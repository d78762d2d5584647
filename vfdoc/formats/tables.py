"""Mechanics: tables to read on a terminal, and a CSV that no spreadsheet runs."""

from __future__ import annotations

import csv
import io
import json
import textwrap
from collections import defaultdict

from vfdoc.formats.row_words import NO_TESTS, amount_text, read_words, row_when
from vfdoc.formats.tables_json import ALWAYS, acts_on, amount_json, idle_shape, when_json
from vfdoc.model import Rulebook
from vfdoc.model.conditions import condition_text
from vfdoc.model.mechanics import (
    Lookup,
    Mechanics,
    Modifier,
    Opposed,
    SumLimit,
    Test,
    read_counts,
)
from vfdoc.play.tables import tables as play_tables

_WIDTH = 100
_RUNS = ("=", "+", "-", "@", "\t", "\r")
_MINUS = "\N{MINUS SIGN}"


def tables_text(rulebook: Rulebook, mechanics: Mechanics) -> bytes:
    """`tables --format text`: each test and value with its modifiers, then the rest."""
    out = [f"{mechanics.edition}: {rulebook.edition.title}"]
    counts = read_counts(mechanics)
    if mechanics.undescribed:
        out += ["", read_words(counts)] if counts.statements or mechanics.tests else ["", NO_TESTS]
    again = _again(mechanics)
    rows: dict[str | None, list[Modifier]] = defaultdict(list)
    tests: dict[str, list[Test]] = defaultdict(list)
    for test in mechanics.tests:
        tests[test.id].append(test)
    for modifier in mechanics.modifiers:
        rows[modifier.of].append(modifier)
    limits: dict[str, list[SumLimit]] = defaultdict(list)
    for limit in mechanics.sums:
        limits[limit.of].append(limit)
    for id in sorted({*tests, *(of for of in rows if of), *limits}):
        out += ["", _headline(id, tests[id])]
        out += [line for modifier in rows[id] for line in _row(modifier, again.get(modifier.id, ""))]
        out += [_limit_text(limit, proposed=mechanics.undescribed) for limit in limits[id]]
    if mechanics.proposed:
        out += ["", "what is forbidden, permitted, or counts as something else:"]
        said: dict[tuple[str, str], list[str]] = defaultdict(list)
        for each in mechanics.proposed:
            said[each.text, each.section].append(each.kind.replace("-", " "))
        out += [line for (text, section), kinds in said.items() for line in _said_text(kinds, text, section)]
    if rows[None]:
        out += ["", "of nothing that the text names:"]
        out += [line for modifier in rows[None] for line in _row(modifier)]
    for opposed in mechanics.opposed:
        out += ["", *_opposed_text(opposed, mechanics)]
    for lookup in mechanics.lookups:
        out += ["", *_lookup_text(lookup)]
    for lookup in mechanics.proposed_lookups:
        out += ["", *_lookup_text(lookup, "(proposed)")]
    if len(out) == 1:
        out += ["no test, modifier or lookup was read in it"]
    if mechanics.conventions:
        out += ["", "conventions"]
        width = max(len(c.section) for c in mechanics.conventions)
        out += [f"  {c.section:<{width}}  {c.id.replace('-', ' ')}" for c in mechanics.conventions]
    return ("\n".join(out) + "\n").encode()


def tables_csv(rulebook: Rulebook, mechanics: Mechanics) -> bytes:
    """`tables --format csv`: a row a modifier; numbers are plain, no words begin as a formula does."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        [
            "of",
            "operation",
            "amount",
            "per",
            "limit",
            "when",
            "condition",
            "section",
            "document",
            "line",
            "origin",
            "unit",
            "status",
            "unread",
            "id",
            "in_force",
            "when_json",
            "cap",
            "replaces",
            "acts_on",
            "once",
            "faces",
            "every",
            "beyond",
            "part",
            "within",
            "dice",
            "target",
            "exempt_from",
        ]
    )
    restated, instead = dict(mechanics.restated), defaultdict(list)
    for one, other in mechanics.replaces:
        instead[one].append(other)
    once: dict[str, list[str]] = defaultdict(list)
    for one, other in mechanics.once:
        once[one].append(other)
    tests = {id: (t.dice or "", t.target or "") for id, t in play_tables(mechanics).tests.items()}
    for m in mechanics.modifiers:
        limit = f"{m.limit.of}: {m.limit.most}" if m.limit else ""
        row = [
            m.of or "", m.operation, amount_json(m), m.per or "", limit, row_when(m), m.condition,
            m.section, m.document, m.line, m.origin, m.unit or "", m.status, "; ".join(m.unread),
            m.id, "yes" if idle_shape(m, restated.get(m.id), overruled=False) is None else "no",
            "" if m.unread else json.dumps(when_json(m.when) or ALWAYS), m.cap or "",
            "; ".join(instead[m.id]),
            acts_on(m.operation, of_roll=m.of in tests) if m.of else "",
            "; ".join(once[m.id]), "; ".join(map(str, m.faces)), m.every, m.beyond,
            "yes" if m.part else "no", m.within or "", *tests.get(m.of or "", ("", "")),
            "; ".join(m.exempt_from),
        ]  # fmt: skip
        writer.writerow([cell_safe(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue().encode()


def cell_safe(cell: str) -> str:
    """A cell that a spreadsheet shows and does not run: a sign in front becomes a typeset one."""
    if cell.startswith("-"):
        cell = _MINUS + cell[1:]
    return f"'{cell}" if cell.startswith(_RUNS) else cell


def _limit_text(limit: SumLimit, *, proposed: bool) -> str:
    """What the rows of a value come to in all."""
    ends = (("at least", limit.least), ("at most", limit.most))
    said = ", ".join(f"{words} {n:+g}".replace("-", _MINUS) for words, n in ends if n is not None)
    words = f"  in all   {'proposed: ' if proposed else ''}{said}"
    return f"{words:<{_WIDTH - 19}} {limit.section}"


def _said_text(kinds: list[str], text: str, section: str) -> list[str]:
    """A sentence whole, behind what it does: parts of it would read as a rule of their own."""
    words = f'{", ".join(dict.fromkeys(kinds))}: "{" ".join(text.split())}"'
    lines = textwrap.wrap(words, _WIDTH - 20, break_long_words=False, break_on_hyphens=False)
    first = f"  {lines[0]:<{_WIDTH - 19}} {section}"
    return [first.rstrip(), *(f"    {line}" for line in lines[1:])]


def _headline(id: str, tests: list[Test]) -> str:
    targets = list(dict.fromkeys(t.target for t in tests if t.target))
    named = tests[0].name if tests else id.replace("-", " ")
    if tests and tests[0].proposed:
        dice = list(dict.fromkeys(t.dice for t in tests if t.dice))
        open_ = "" if dice else "; dice not stated" if targets else "; dice and target not stated"
        said = (named, " or ".join(dice), " or ".join(targets), f"(proposed{open_})")
        return "  ".join(filter(None, said))
    return named + (f"  {' or '.join(targets)}" if targets else "")


def _again(mechanics: Mechanics) -> dict[str, str]:
    """By the id of a row what is to be known of it besides: that the edition states it; of one that is not
    executed for another why that is, where it stands, or is gainsaid."""
    sections, against = {m.id: m.section for m in mechanics.modifiers}, dict(mechanics.contradicts)
    found = {row: f"as {sections[by]}" for row, by in mechanics.restated if by in sections}
    told = {m.id: "stated" for m in mechanics.modifiers if m.stated == "edition"}
    return told | found | {row: f"not played: {sections[by]}" for row, by in against.items()}


def _row(modifier: Modifier, again: str = "") -> list[str]:
    scope = f"per {modifier.per.replace('_', ' ').replace('-', ' ')}" if modifier.per else ""
    if modifier.limit:
        of = "in all" if modifier.limit.of == "amount" else modifier.limit.of
        least, half = modifier.limit.of == "least", modifier.limit.of == "halves"
        most = "half of it" if half else f"{modifier.limit.most} {of}"
        scope += f", never below {modifier.limit.most}" if least else f", at most {most}"
    when = row_when(modifier) if modifier.unread or modifier.when is not None or not scope else ""
    words = "; ".join(part for part in (scope.strip(", "), when) if part)
    start = f"  {amount_text(modifier):<8} "
    room = _WIDTH - 30 - max(0, len(start) - 11)
    lines = textwrap.wrap(words, room, break_long_words=False, break_on_hyphens=False) or [""]
    first = f"{start}{lines[0]:<{room}} {modifier.section}"
    first += f"  ({again})" if again else ""
    return [first.rstrip(), *(" " * 11 + line for line in lines[1:])]


def _lookup_text(lookup: Lookup, status: str = "") -> list[str]:
    named = (lookup.id.replace("-", " "), lookup.dice, status, f"({lookup.section})")
    out = ["  ".join(part for part in named if part)]
    heads = [list(lookup.columns)] if len(lookup.columns) > 1 else []
    rows = heads + [[", ".join(row.key), *row.values] for row in lookup.rows]
    columns = max(len(row) for row in rows)
    widths = [min(34, max((len(row[i]) for row in rows if i < len(row)), default=0)) for i in range(columns)]
    for row in rows:
        cells = [textwrap.shorten(cell, 34, placeholder=" …") for cell in row]
        out.append("  " + "  ".join(f"{cell:<{widths[i]}}" for i, cell in enumerate(cells)).rstrip())
    return out


def _opposed_text(o: Opposed, mechanics: Mechanics) -> list[str]:
    rows = {m.id: m for m in mechanics.modifiers}
    added = f" + {o.quality.replace('-', ' ')}" if o.quality else ""
    dice = o.dice or "dice not named"
    out = [f"{o.name}: each side {dice}{added} + factors, the highest wins  ({o.section})"]
    if o.several is not None:
        said = "two units against one: a die and a score each, the highest wins for its side"
        out.append(f"  {said}  {o.several}")
    for arm in o.arms:
        factors = ", ".join(amount_text(rows[id]) for id in arm.modifiers)
        out += [f"  {arm.arm or 'factors'}: {factors}"] if factors else []
    for id in o.margins:
        said = f"  margin: {amount_text(rows[id])} if {row_when(rows[id])}  {rows[id].section}"
        out += textwrap.wrap(said, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    for r in o.results:
        margin = f" by {r.margin.op} {r.margin.value}" if r.margin else ""
        when = f" if {condition_text(r.when)}" if r.when else ""
        done = ", ".join(effect.replace("-", " ") for effect in r.effects)
        said = f"  {r.side}{margin}{when}: {done}  {r.section}"
        out += textwrap.wrap(said, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    return out
