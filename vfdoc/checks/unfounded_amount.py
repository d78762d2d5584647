"""A number that a person states of words that say others.

`mechanics.toml` states what a row changes, what a test needs, what a table gives, and is executed as it
stands; a number mistyped there would be played as the text's. Evidence: the words that it is bound to, with
the sentence or row of a table in which they stand, say numbers, and none of them is the one that is stated,
nor comes it of two of them ("a roll of 1-3 fails" is 4+; of what a table gives that is no excuse). Signs are
not held: what takes from a roll may add to its difficulty. 0 and 1 are said in too many words ("an extra
die", "none"), parts of a whole too. Who says `why` has worked it out.

Bad:  words = "adds 2 to the roll", amount = 5
Good: words = "adds 2 to the roll", amount = 2
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.binding import BoundStatement

RULE = "unfounded-amount"
_LEAST = 2  # smaller ones are said in too many words


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each number that is stated and does not stand in the words."""
    names = {word.casefold(): number for word, number in rulebook.forms.sums.numbers}
    in_words = "|".join(map(re.escape, names)) or "(?!)"
    said = re.compile(rf"(?<![\d.])\d+(?!\.?\d)|(?<!\w)(?:{in_words})(?!\w)", re.IGNORECASE)
    for stated in rulebook.stated:
        wanted = [abs(amount) for amount in stated.amounts]
        wanted = [amount for amount in wanted if amount >= _LEAST and amount % 1 == 0]
        if not wanted or stated.binding.state != "holds":
            continue
        there = {
            float(names.get(number, number))
            for number in (each.group().casefold() for each in said.finditer(_words(stated)))
        }
        known = there if stated.at < 0 else there | _worked_out(there)
        other = next((amount for amount in wanted if amount not in known), None)
        if there and other is not None:
            yield _finding(rulebook, stated, other, there)


def _worked_out(said: Collection[float]) -> frozenset[float]:
    """What comes of two numbers: their sum, difference or product; and what is one more or less than one."""
    pairs = [(one, other) for one in said for other in (*said, 1.0)]
    return frozenset(n for one, other in pairs for n in (one + other, abs(one - other), one * other))


def _words(stated: BoundStatement) -> str:
    """What it is bound to, with the sentence or the row of a table in which that stands."""
    return f"{stated.binding.start.text} {stated.binding.sentence}"


def _finding(rulebook: Rulebook, stated: BoundStatement, amount: float, said: Collection[float]) -> Finding:
    words = " ".join(stated.binding.start.text.split())
    numbers = ", ".join(f"{number:g}" for number in sorted(said))
    return Finding(
        rule=RULE,
        severity="note",
        edition=rulebook.edition.id,
        document=stated.file.replace("\\", "/").rpartition("/")[2].removesuffix(".toml"),
        file=stated.file,
        line=stated.line,
        column=1,
        section=stated.binding.section or None,
        quote=words,
        message=f"{stated.name}: it states {amount:g}, and the sentence of {words!r} says {numbers}",
        remedy="set it right, or say in `why` how it comes of the text",
    )
