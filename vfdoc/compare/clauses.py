"""The clauses of rules as they are quoted: whole sentences, a list with the words that lead to it.

In: sections, and which of their sentences differ from the other edition. Out: clauses that differ, those of
both sides paired by what they speak of (cosine of stems weighted by rarity). What is not clearly the same
rule is not paired: a doubtful "was" is left out, not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from vfdoc.language.likeness import Vector, likeness
from vfdoc.language.sentences import begun_sentences, sentences
from vfdoc.language.typography import plain
from vfdoc.model import ItemList, Paragraph, Quote, Section
from vfdoc.model.document import Block, joined
from vfdoc.model.words import SameForms
from vfdoc.verdicts.normalised import Normaliser
from vfdoc.verdicts.sentence_verdicts import sentence_spans

_LIKE = 0.52  # of two clauses of a rule, from which the one was the other
_ITEM = re.compile(r"(?:[-*•] +)?\(?(?:\d{1,2}|[a-z])\)[ \xa0]+")
_MOST = 80  # clauses of a side that are held against those of the other
_LIST = 600  # characters of a list that is quoted whole


class Clause(NamedTuple):
    """A clause as it is quoted: its section, the line it begins in, its words on one line, and the sentences
    of which it is made as texts are cut for comparing."""

    section: str
    line: int
    text: str
    parts: frozenset[str]


class ClausePair(NamedTuple):
    """A clause of the old edition and what became of it; None where a side has none."""

    old: Clause | None
    new: Clause | None
    alike: float = 0.0


def clauses(section: Section) -> Iterator[Clause]:
    """The clauses of a section: its sentences, and its lists, each with the sentence that leads to it."""
    for line, text in _quotable(section.blocks):
        flat = _flat(text)
        if flat:
            parts = frozenset(filter(None, map(key, sentences(text))))
            yield Clause(section.anchor, line, flat, parts | {key(part) for part in parts} | parts_of(text))


def parts_of(text: str) -> frozenset[str]:
    """The keys of a text and of each of its sentences as texts are compared, by which it is known again."""
    cut = (text[start:end] for start, end in sentence_spans(text))
    return frozenset(filter(None, map(key, (text, *cut))))


def key(sentence: str) -> str:
    """A sentence as the parts of a clause are known: without the mark of its item, "c)"."""
    flat = _flat(sentence)
    mark = _ITEM.match(flat)
    return flat[mark.end() :] if mark else flat


def pair_clauses(
    olds: Sequence[Clause],
    news: Sequence[Clause],
    vector: Callable[[str], Vector],
    known: Iterable[ClausePair] = (),
) -> list[ClausePair]:
    """The new clauses in order, each with the old one that it was, where one is clearly like it; then the old
    ones that none was. `vector` weighs the words of a text, `known` are pairs that rows make."""
    was = {pair.new: pair for pair in known if pair.old is not None and pair.new is not None}
    told = {pair.old for pair in was.values()}
    olds = [clause for clause in olds if clause not in told][:_MOST]
    open_ = [clause for clause in news if clause not in was][:_MOST]
    vectors = [vector(clause.text) for clause in (*olds, *open_)]
    scored = sorted(
        (-alike, i, j)
        for i in range(len(olds))
        for j in range(len(open_))
        if (alike := likeness(vectors[i], vectors[len(olds) + j])) >= _LIKE
    )
    taken: set[int] = set()
    for minus, i, j in scored:
        if open_[j] not in was and i not in taken:
            taken.add(i)
            was[open_[j]] = ClausePair(olds[i], open_[j], -minus)
    return [
        *(was.get(clause) or ClausePair(None, clause) for clause in dict.fromkeys((*was, *news))),
        *(ClausePair(clause, None) for i, clause in enumerate(olds) if i not in taken),
    ]


def weight_of(pair: ClausePair, read: Normaliser, same: SameForms) -> float:
    """How much a change of a clause decides: what one may and must do, who wins, then results, then values,
    then how much of it is new. Of clauses nearly alike it is less."""
    old, new = (set(read(side.text).keys) if side is not None else set() for side in (pair.old, pair.new))
    differ = old ^ new
    found = 5.0 * bool(differ & same.modal) + 4.0 * bool(differ & same.decisive)
    found += 2.0 * any(word[0].isdigit() for word in differ)
    found += 3.0 * bool(same.outcome & (old | new)) + min(3.0, len(differ) / 6)
    if pair.old is None or pair.new is None:
        return 0.8 * found
    return found * (1.2 - pair.alike) if pair.alike < 1 else found


def _quotable(blocks: Iterable[Block], lead: str = "") -> Iterator[tuple[int, str]]:
    """What is quoted as one, with its line. The sentence before a list leads to it."""
    blocks = list(blocks)
    for place, block in enumerate(blocks):
        match block:
            case Paragraph():
                said = begun_sentences(joined(block.lines), ".!?")
                follows = place + 1 < len(blocks) and isinstance(blocks[place + 1], ItemList)
                held = said.pop() if follows and said and said[-1].rstrip().endswith(":") else ""
                yield from ((block.lines[0].line, each) for each in said)
                lead = held
            case ItemList():
                yield from _items(block, lead)
                lead = ""
            case Quote():
                yield from _quotable(block.blocks)
            case _:
                lead = ""


def _items(block: ItemList, lead: str) -> Iterator[tuple[int, str]]:
    """A short list as one, a long one item by item, each behind the words that lead to it."""
    items = [list(_quotable(item.blocks)) for item in block.items]
    told = [(found[0][0], " ".join(text for _, text in found)) for found in items if found]
    whole = "\n".join(filter(None, (lead, *(text for _, text in told))))
    if lead and told and len(whole) <= _LIST:
        yield told[0][0], whole
        return
    yield from ((line, f"{lead}\n{text}" if lead else text) for line, text in told)


def _flat(text: str) -> str:
    return " ".join(plain(text).replace("**", "").split()).strip("*_ ").rstrip(".;:, ")
