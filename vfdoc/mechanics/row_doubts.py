"""What speaks against proposing a row, whose change, condition and subject have been read.

In: a row as it was read, with its passage and section. Out: doubts in words, each a reason why the row says
no more than that its words change something. `surety` and `said_here` judge the words; here is what the place
of a row in its table, its clause and its text makes doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vfdoc.mechanics.attribution import Attributed, RowContext, key_of
from vfdoc.mechanics.changes_together import of_the_roll
from vfdoc.mechanics.clauses import StatedChange, stated_changes
from vfdoc.mechanics.condition_words import announces, only_before
from vfdoc.mechanics.lexicon import Lexicon
from vfdoc.mechanics.marked import STATEMENTS
from vfdoc.mechanics.named_rolls import failed_by, is_asked, is_borne
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.mechanics.said_here import not_said
from vfdoc.mechanics.surety import changes_roll, refusals, taken_back, unsure_of
from vfdoc.model.mechanics import ConditionSpan

_NEAR = 20  # characters before a change among which the word right before it stands
_SLASHED = re.compile(r"[+−–-]\d{1,3}\w?\s?/\s?[+−–-]?\d")
_NOTED = re.compile(r"(?:\([a-z]\)|\([a-z]+ \d\)|\^\w\^|\[\w\]|[*†‡§¹²³⁴⁵⁶⁷⁸⁹])\s*$")
_MARKED = re.compile(r"[+−–-]\s?\d{1,3}[\"”″%]?\s?(?:[*†‡§¹²³⁴⁵⁶⁷⁸⁹]|\[\d\]|\^\w\^|\([a-z]\)(?!\w))")


class ReadRow(NamedTuple):
    """A row as it was read: its change, what that is of (as the text leads to it, and `of` as the row names
    it), the spans of its condition, and what it is counted by."""

    change: StatedChange
    found: Attributed
    of: str
    kept: tuple[ConditionSpan, ...]
    per: str


def row_doubts(
    row: ReadRow,
    passage: ClausePassage,
    clause: str,
    around: RowContext,
    lexicon: Lexicon,
    *,
    missing: str,
    alone: bool,
) -> Iterator[str]:
    """Why a row of a clause is not sure. `missing` says what of the clause no part of it holds ("" where
    nothing), `alone` that its passage states no other change."""
    yield from _of_words(row, passage, clause, around, lexicon)
    if missing:
        yield missing
    yield from _of_its_place(row, passage, around, lexicon)
    yield from _of_its_clause(row, passage, clause, around, lexicon, alone=alone)


def _of_words(
    row: ReadRow, passage: ClausePassage, clause: str, around: RowContext, lexicon: Lexicon
) -> Iterator[str]:
    """What the words of the clause, of the section and of what follows speak against."""
    change, found, _, kept, per = row
    own_heading = not around.inherited or changes_roll(clause, lexicon)
    announced = around.speaks_of_rolls and (
        found.evidence == "chapter" or (found.evidence == "heading" and own_heading)
    )
    announced = (
        announced
        or announces(around.heading, lexicon)
        or (passage.cell and (around.announced or announces(passage.lead, lexicon)))
        or (around.announced and passage.lead.endswith(":") and announces(passage.lead, lexicon))
    )
    rolled = of_the_roll(change, lexicon)
    yield from refusals(
        change, found, kept, per, lexicon,
        announced=announced, speaks_of_roll=rolled, above=around.inherited,
    )  # fmt: skip
    borne = is_borne(change, passage.text, lexicon)
    yield from unsure_of(change, found, kept, around, passage.label, lexicon, borne=borne)
    share = change.change.unit == "%" and change.change.verb
    yield from not_said(change.change.operation, found, kept, around, lexicon, rolled=rolled, share=share)
    after = " ".join(passage.after.split())
    counted = [ConditionSpan(per, True, "if")] if per else []
    more = any(each.change.operation not in STATEMENTS for each in stated_changes(after, lexicon.language))
    yield from taken_back(after, clause, (*kept, *counted), passage.label, more, around, lexicon)


def _of_its_place(
    row: ReadRow, passage: ClausePassage, around: RowContext, lexicon: Lexicon
) -> Iterator[str]:
    """What is doubtful by where the change stands in its clause or table."""
    change, found, of, _, _ = row
    if is_asked(change, passage.text, lexicon):
        yield "what is asked, and not what is done"
    if failed_by(passage.text[: change.start], lexicon):
        yield "by how much a roll failed"
    if passage.result:
        yield "what comes of a roll"
    tested_key = key_of(found.of, lexicon)
    if (
        change.change.operation in ("halve", "double", "set")
        and found.evidence in ("column", "label", "heading")
        and tested_key in around.tests
        and tested_key not in around.values
    ):
        yield f"what of it: {found.of}"
    yield from (
        f"another cell of its row is not read: {cell}"
        for cell in passage.unread_cells
        if cell != of and not lexicon.is_only("nothing", cell.casefold().split())
    )
    if passage.ladder:
        yield "one of a table of levels"
    if passage.unheaded:
        yield "under which head of its table it stands"


def _of_its_clause(
    row: ReadRow,
    passage: ClausePassage,
    clause: str,
    around: RowContext,
    lexicon: Lexicon,
    *,
    alone: bool,
) -> Iterator[str]:
    """What is doubtful by what its clause says of it, or leaves out."""
    change, found, of, kept, per = row
    if alone and passage.cell and passage.label and not change.change.verb and found.evidence != "label":
        before = [s.words for s in change.spans if s.place == "label" and s in kept]
        if before and not any(s.place == "if" for s in change.spans):
            yield f"of what, or when: {before[0]}"
    if _SLASHED.search(clause):
        yield "one of several amounts with a slash between them"
    if _NOTED.search(passage.label) or _MARKED.match(passage.text, change.start) or passage.marked:
        yield "a footnote speaks of it"
    if passage.note:
        yield "a footnote, which speaks of another row"
    if only_before(passage.text[max(change.start - _NEAR, 0) : change.start], lexicon):
        yield "only: it stands in the place of another"
    if change.change.operation != "dice" and (
        lexicon.is_only("measure", of.casefold().split()) or lexicon.is_only("price", of.casefold().split())
    ) and of:  # fmt: skip
        yield f"no value that dice change: {of}"
    if not kept and not per and change.change.operation in ("add", "dice", "halve", "double", "set"):
        yield "nothing says when"
    if change.change.operation in ("add", "dice") and change.change.amount == 0:
        yield "it changes nothing"
    if any(lexicon.is_only("apiece_only", [s.words.casefold()]) for s in kept):
        yield "a sum that is told"
    if lexicon.says("told", clause) or around.origin not in ("rules", "sheet"):
        yield "it is told, and no rule"
