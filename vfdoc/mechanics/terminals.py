"""The named rules that settle which terminal of `clauses.lark` each word of a clause is.

One token of look-ahead cannot see whether "half" is a change or a measure, which comma parts two clauses,
or that "1 for every mast" goes on from "subtract 2". Each rule here is one such question. What is no
change, no sign of a condition and parts nothing is a WORD.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vfdoc.mechanics.amounts import AMOUNTS, SHARED
from vfdoc.mechanics.clause_parts import breaks, conditions
from vfdoc.mechanics.lexicon import ReadWord, lexicon, words_of
from vfdoc.mechanics.marked import STATEMENTS, MarkedClause, Terminal
from vfdoc.mechanics.outcomes import OUTCOMES, STATED
from vfdoc.mechanics.value_amounts import VALUE_AMOUNTS
from vfdoc.model.session import memoized

_CHANGING = {
    "add", "subtract", "take_away", "shift", "more", "fewer", "raised", "lowered", "halve", "half", "double",
    "reroll", "natural", "loses", "gives", "succeeds", "fails", "becomes", "instead", "advantage",
    "disadvantage", "dice", "column", "equalling", "deducting", "added", "subtracted", "forward", "backward",
    *STATEMENTS,
}  # fmt: skip
_TELLING = _CHANGING | {
    "roll", "dice", "graded", "every", "highest", "lowest", "needing", "at_least",
}  # fmt: skip


@memoized
def tells(text: str, language: str, names: tuple[tuple[str, str], ...] = ()) -> bool:
    """Whether a text may state a change or a roll, `names` being words of its own for it: most of what a
    text says does neither."""
    own = {name for name, _ in names}
    return any(
        word.token.kind in ("SIGNED", "FRACTION", "DICE", "TARGET", "SHIFT")
        or word.token.text in ("+", "−", "-", "–")
        or not _TELLING.isdisjoint(word.kinds)
        or (said := word.token.text.casefold()) in own
        or said in lexicon(language).sides
        for word in words_of(text, language)
    )


def terminals(words: Sequence[ReadWord]) -> list[Terminal]:
    """The terminals of a clause, in order; none where nothing in it can be a change."""
    said = {kind for word in words for kind in word.kinds}
    if not said & _CHANGING and not any(
        w.token.kind in ("SIGNED", "FRACTION", "SHIFT") or w.token.text in ("+", "−", "-", "–") for w in words
    ):
        return []
    marked = MarkedClause(words, {})
    for rule in (*VALUE_AMOUNTS, *AMOUNTS, *OUTCOMES, *SHARED, *STATED):
        rule(marked)
    changes = sorted(at for at, (_, kind, _) in marked.found.items() if kind in ("CHANGE", "RAISE"))
    if not changes:
        return []
    conditions(marked, changes)
    breaks(marked, changes)
    return list(_assembled(marked))


def _assembled(m: MarkedClause) -> Iterator[Terminal]:
    at = 0
    while at < len(m.words):
        upto, kind, change = m.found.get(at, (at + 1, "WORD", None))
        token, last = m.words[at].token, m.words[upto - 1].token
        yield Terminal(kind, token.start, last.end, change)
        if (
            change is not None
            and change.operation in (*STATEMENTS, "halve", "double", "reroll", "dice")
            and kind == "CHANGE"
        ):
            following = m.found.get(upto, (0, "WORD", None))[1]
            if (
                upto < len(m.words)
                and following == "WORD"
                and (m.kind(upto) == "WORD" or (change.operation == "reroll" and m.kind(upto) == "NUMBER"))
                and change.operation != "dice"
            ):
                yield Terminal("TO", last.end, last.end)
        at = upto
