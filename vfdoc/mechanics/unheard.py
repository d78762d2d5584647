"""What seems to change a roll and was read as nothing: it is listed with its words, that no word is dropped.

In: a passage of which no row, statement or roll was made. Out: at most one row, never proposed: a statement
that changes something, and not more. It speaks of a roll, by a closed-class word of changing, with a number
or of how often; or it gives a roll of its section another number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from vfdoc.mechanics.attribution import RowContext, is_rolled
from vfdoc.mechanics.condition_words import announces
from vfdoc.mechanics.lexicon import Lexicon, ReadWord, words_of
from vfdoc.mechanics.limits import limit_in_all
from vfdoc.mechanics.named_tests import named_tests
from vfdoc.mechanics.passages import ClausePassage, is_signed
from vfdoc.mechanics.proposal import proposed_row
from vfdoc.mechanics.rolls import slug
from vfdoc.mechanics.surety import changes_roll
from vfdoc.model.mechanics import Modifier, Operation

_CUES = frozenset((
    "add", "subtract", "added", "subtracted", "graded", "changing", "halve", "double", "half", "reroll",
    "automatic",
))  # fmt: skip
_MOVED = frozenset(("raised", "lowered", "altered"))
_MORE = frozenset(("more", "fewer"))
_ROLLED = frozenset(("tested", "dice"))
_NUMBERS = ("NUMBER", "SIGNED", "FRACTION", "DICE")
_RECEIVED = frozenset(("gaining", "gives", "loses"))
_LONGEST = 300  # characters of a statement that is shown
_UNCLEAR = "what it changes, or by how much, is not read"


def unheard(
    passage: ClausePassage, around: RowContext, targets: Collection[str], lexicon: Lexicon
) -> Iterator[Modifier]:
    """The row of a passage that seems to change a roll; none where it does not. `targets` are those that the
    rolls of its section have."""
    if around.origin not in ("rules", "sheet") or passage.example or passage.note or passage.result:
        return
    if (
        (passage.ladder and not _banded(passage))
        or lexicon.says("told", passage.text)
        or lexicon.says("example", passage.text[:40])
    ):
        return
    words = words_of(passage.text, lexicon.language)
    other = _other_number(words, passage, around, targets, lexicon)
    if other is None and not _stirs(words, passage, around, lexicon):
        return
    clause = " ".join(passage.text.split())[:_LONGEST]
    tested = named_tests(passage.text, lexicon)
    own = around.test if changes_roll(passage.text, lexicon) or other is not None else None
    of = tested[0] if len(tested) == 1 else own
    said = tuple(filter(None, (passage.label.strip(" :.") if passage.cell else "", clause)))
    operation: Operation = "add" if other is None else "set"
    named = slug(of) or None if of else None
    yield proposed_row(around, passage.place(0), named, operation, said, _UNCLEAR, amount=other)


def _stirs(words: Sequence[ReadWord], passage: ClausePassage, around: RowContext, lexicon: Lexicon) -> bool:
    """Whether words change a roll in some way."""
    if limit_in_all(passage.text, lexicon) is not None:
        return False
    cued = any(_CUES & set(word.kinds) for word in words)
    cued |= any(_MOVED & set(w.kinds) for w in words) and any("by" in w.kinds for w in words)
    denied = any({"not", "forbids"} & set(word.kinds) for word in words)
    cued |= not denied and any("twofold" in word.kinds for word in words)
    cued |= any(
        _MORE & set(word.kinds) and not (n + 1 < len(words) and "than" in words[n + 1].kinds)
        for n, word in enumerate(words)
    )
    if passage.cell:
        said = (around.heading, passage.lead, passage.panel, passage.column)
        return (_banded(passage) or (cued and len(words) > 1)) and any(announces(w, lexicon) for w in said)
    denied_move = denied and any(_MOVED & set(word.kinds) for word in words)  # "never raised beyond 95"
    number = any(_is_amount(words, n) for n in range(len(words)))
    received = around.own and any(
        _RECEIVED & set(word.kinds) and _is_amount(words, n + 1) and _ends_there(words, n + 2)
        for n, word in enumerate(words)
    )
    often = any("reroll" in word.kinds for word in words)
    summed = bool(around.test or around.of_chapter)
    graded = around.of_chance and any(
        "graded" in word.kinds and n and _is_amount(words, n - 1) for n, word in enumerate(words)
    )  # "makes it 2 harder"
    rolled = any(_ROLLED & set(w.kinds) or (summed and _is_sum(w)) for w in words) or any(
        word.token.kind == "WORD" and not word.kinds and n > 0
        and (word.token.text[:1].isupper() or {"definite", "article"} & set(words[n - 1].kinds))
        and is_rolled(word.token.text, around, lexicon)
        for n, word in enumerate(words)
    )  # fmt: skip
    valued = any("deducting" in word.kinds for word in words)  # "his Weight counts against the roll"
    capped = denied_move and number and around.of_chance
    return received or graded or capped or (rolled and (valued or (cued and (number or often))))


def _banded(passage: ClausePassage) -> bool:
    """Whether a cell is a signed number that is looked up by a number, or by some from one to another."""
    first = passage.label.split()[:1]
    return passage.cell and is_signed(passage.text) and bool(first) and first[0][0].isdigit()


def _is_sum(word: ReadWord) -> bool:
    """Whether a word is for what dice come to, and no part of a name: "total", not "Total Support"."""
    return "sum" in word.kinds and word.token.text[:1].islower()


def _is_amount(words: Sequence[ReadWord], at: int) -> bool:
    """Whether a number stands there that is no price, no time and no count of things on the table."""
    if at >= len(words) or (words[at].token.kind not in _NUMBERS and "twofold" not in words[at].kinds):
        return False
    behind = set(words[at + 1].kinds) if at + 1 < len(words) else set[str]()
    return not behind & {"price", "unrolled", "period", "measure"}


def _ends_there(words: Sequence[ReadWord], at: int) -> bool:
    """Whether nothing that is counted follows a number."""
    return at >= len(words) or words[at].token.kind != "WORD" or bool(words[at].kinds)


def _other_number(
    words: Sequence[ReadWord], passage: ClausePassage, around: RowContext, targets: Collection[str],
    lexicon: Lexicon,
) -> float | None:  # fmt: skip
    """Another number than that of its section which a roll needs in some case: "siege guns hit on 4 or more",
    "(6 or more repairs it;) | 5 with a carpenter"."""
    if not words:
        return None
    cased = {"if", "cases", "unless"}
    if words[0].token.kind in ("NUMBER", "TARGET") and len(words) > 2 and cased & set(words[1].kinds):
        before = words_of(passage.before, lexicon.language)
        needed = any(word.token.kind == "TARGET" or "at_least" in word.kinds for word in before)
        rolled = any("roll" in word.kinds or word.token.kind == "DICE" for word in before)
        return words[0].token.value if needed and rolled else None
    asks = any({"roll", "dice", "if"} & set(word.kinds) or word.token.kind == "DICE" for word in words)
    if asks or passage.cell or not (around.own and targets):
        return None
    needs = [
        word.token
        for n, word in enumerate(words)
        if n > 1
        and {"beats", "cases"} & set(words[n - 1].kinds)
        and (word.token.kind == "TARGET" or (n + 1 < len(words) and "at_least" in words[n + 1].kinds))
    ]
    value = needs[0].value if len(needs) == 1 else None
    return None if value is None or any(f"{value:g}" in target for target in targets) else value
