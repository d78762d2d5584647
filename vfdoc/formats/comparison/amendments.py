"""A comparison as amendments for a meeting: by section, which words to strike and which to insert.

In come a Comparison and its rulebooks; out comes Markdown that, followed on the old text, gives the new one.
Words to be struck are quoted with as many before them as say which are meant; a sentence of which little is
left is struck and inserted whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vfdoc.formats.comparison.markdown import escaped
from vfdoc.formats.comparison.sections import by_anchor, called, named
from vfdoc.formats.documents import plain
from vfdoc.language.sequences import stretches
from vfdoc.model import Rulebook, Section, text_of
from vfdoc.model.comparison import CellChange, Comparison, SectionChange, SentenceChange

_WORD = re.compile(r"\S+")
_BEFORE = 6  # words that say where a sentence is put in
_STOPS = ".,;:!?"
_LEFT = 0.5  # of the words of a sentence, below which it is struck as a whole


class Amendment(NamedTuple):
    """Words to strike and to insert in their place, either of them may be empty; they stand behind `after`,
    words of the sentence that say where ("" where the words struck do), at its beginning where it `begins`
    with them."""

    after: str
    strike: str
    insert: str
    begins: bool = False


def diff_amendments(comparison: Comparison, old: Rulebook, new: Rulebook) -> bytes:
    """`diff --format md --amendments`."""
    return ("\n".join(_page(comparison, old, new)).rstrip() + "\n").encode()


def amendments(old: str, new: str) -> tuple[Amendment, ...]:
    """What to strike and to insert in a sentence, from its beginning to its end, so that it becomes another;
    nothing where too little of it would be left."""
    one, other = _WORD.findall(old), _WORD.findall(new)
    parts = stretches(one, other)
    if sum(p.old_end - p.old for p in parts if p.same) < _LEFT * max(len(one), len(other)):
        return ()
    found = []
    for part in parts:
        if part.same:
            continue
        struck, put = one[part.old : part.old_end], other[part.new : part.new_end]
        first = part.old if struck else max(part.old - 1, 0)
        while first and _times(one, first, part.old_end) > 1:
            first -= 1
        begins = first == 0 and _times(one, first, part.old_end) != 1
        strike, insert = " ".join(struck), " ".join(put)
        if min(len(strike), len(insert)) > 1 and strike[-1] == insert[-1] and strike[-1] in _STOPS:
            strike, insert = strike[:-1], insert[:-1]
        found.append(Amendment(" ".join(one[first : part.old]), strike, insert, begins))
    return tuple(found)


def _times(words: Sequence[str], first: int, end: int) -> int:
    """How many times these words stand in a sentence."""
    bare = [word.rstrip(_STOPS) for word in words]
    wanted = bare[first:end]
    return sum(bare[n : n + len(wanted)] == wanted for n in range(len(bare) - len(wanted) + 1))


def _page(comparison: Comparison, old: Rulebook, new: Rulebook) -> Iterator[str]:
    olds, news = by_anchor(old), by_anchor(new)
    yield f"# Amendments: {escaped(called(old.edition))} → {escaped(called(new.edition))}"
    for change in comparison.sections:
        lines = list(_section(change, olds, news))
        if lines:
            yield ""
            yield f"## {escaped(_head(change, olds, news))}"
            yield ""
            yield from (f"- {line}" for line in lines)


def _head(change: SectionChange, olds: dict[str, Section], news: dict[str, Section]) -> str:
    sides = ([olds[a] for a in change.at.old if a in olds], [news[a] for a in change.at.new if a in news])
    return " + ".join(map(named, sides[0] or sides[1]))


def _section(change: SectionChange, olds: dict[str, Section], news: dict[str, Section]) -> Iterator[str]:
    at = change.at
    if change.kind == "unmentioned":
        return
    if not at.new:
        yield "Strike the section."
        return
    inserted = [named(news[anchor]) for anchor in at.new if anchor in news]
    if not at.old:
        text = " ".join(plain(text_of(news[at.new[0]].blocks)).split())
        yield "Insert the section" + (f": {_quoted(text)}." if text else ".")
        return
    if at.relation != "one" or at.renumbered or at.moved:
        said = " and ".join(map(escaped, inserted))
        yield {"split": f"Divide it into {said}.", "merged": f"Join it into {said}."}.get(
            at.relation, f"Renumber it as {said}." if at.renumbered else f"Let it stand as {said}, elsewhere."
        )
    told = {(cell.old, cell.new) for cell in change.cells}
    after = " ".join(plain("".join(w.text for w in change.words if w.kind != "removed")).split())
    titles = ({olds[a].title for a in at.old if a in olds}, {news[a].title for a in at.new if a in news})
    for sentence in change.sentences:
        if (sentence.old, sentence.new) not in told:
            title = sentence.old in titles[0] and sentence.new in titles[1]
            yield from (f"In the title: {line}" if title else line for line in _sentence(sentence, after))
    yield from (_cell(cell) for cell in change.cells)
    if change.verdict != "same" and not change.sentences and not change.cells:
        words = [(w.kind, " ".join(w.text.split())) for w in change.words if w.kind != "kept"]
        for kind, text in words:
            yield f"{'Strike' if kind == 'removed' else 'Insert'} {_quoted(text)}."


def _sentence(change: SentenceChange, after: str) -> Iterator[str]:
    """What to do with a sentence; `after` is the new text of its section, which says where one is put in."""
    old, new = (" ".join(plain(side or "").split()) for side in (change.old, change.new))
    if not old or not new:
        yield f"{_place(new, after)} {_quoted(new)}." if new else f"Strike {_quoted(old)}."
        return
    steps = amendments(old, new)
    if not steps:
        if old != new:
            yield f"Strike {_quoted(old)}, insert {_quoted(new)}."
        return
    yield f"In {_quoted(old)}: " + "; ".join(map(_step, steps)) + "."


def _place(sentence: str, text: str) -> str:
    """Where a sentence is put in: behind the last words before it."""
    at = text.find(sentence)
    before = text[:at].split() if at > 0 else []
    return f"After {_quoted(' '.join(before[-_BEFORE:]))} insert" if before else "Insert"


def _step(step: Amendment) -> str:
    where = "at the beginning " if step.begins else ""
    where += f"after {_quoted(step.after)} " if step.after else ""
    if step.strike and step.insert:
        return f"{where}strike {_quoted(step.strike)}, insert {_quoted(step.insert)}"
    return f"{where}strike {_quoted(step.strike)}" if step.strike else f"{where}insert {_quoted(step.insert)}"


def _cell(cell: CellChange) -> str:
    labels = [
        f"{what} {_quoted(name)}" for what, name in (("row", cell.row), ("column", cell.column)) if name
    ]
    where = f"In the table, {', '.join(labels)}: " if labels else "In the table: "
    old, new = (_quoted(" ".join(plain(side).split())) if side else "" for side in (cell.old, cell.new))
    match cell.kind:
        case "added":
            return f"{where}insert {new or 'it'}."
        case "removed":
            return f"{where}strike {old or 'it'}."
        case "moved":
            return f"{where}move it."
    steps = [f"{does} {side}" for does, side in (("strike", old), ("insert", new)) if side]
    return f"{where}{', '.join(steps)}."


def _quoted(text: str) -> str:
    return escaped(f"“{text}”")
