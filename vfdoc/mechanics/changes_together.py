"""Changes that stand side by side: what one leaves to another, each of several values, rolls made again.

In: the changes of a clause. Out: the same, each with what it takes from its neighbours; and how often one
is made at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vfdoc.mechanics.attribution import RowContext
from vfdoc.mechanics.clauses import StatedChange
from vfdoc.mechanics.condition_words import counted_by_label
from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.marked import MarkedChange
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.model.mechanics import ConditionSpan, Limit

_WORD = re.compile(r"[^\W\d_]+")
_GOES_ON = "goes on: "
_NAMES = 5  # words of two values
_OFTEN = 10  # times that a change is made, at most, where its limit is what it comes to


def widened(change: StatedChange, others: Sequence[StatedChange]) -> bool:
    """Whether the clause goes on with another amount for some of the cases of a change, and does not say
    whether that is in its place: "for an old one it is 1 less, and 2 less if it is cracked"."""
    return any(
        (other.change.operation, other.of) == (change.change.operation, change.of)
        and not change.per
        and not other.per
        and (set(change.spans) < set(other.spans) or _is_kind_of(other.spans, change.spans))
        for other in others
    )


def _is_kind_of(spans: Sequence[ConditionSpan], others: Sequence[ConditionSpan]) -> bool:
    """Whether a stretch names a kind of what another names: "especially thick smoke" of "smoke"."""
    return any(
        one.words.casefold().endswith(f" {other.words.casefold()}")
        for one in spans
        for other in others
        if one.place == other.place != "if"
    )


def bare_list(text: str, change: StatedChange, following: StatedChange, lexicon: Lexicon) -> bool:
    """Whether a bare number follows the case of a change and has a case of another kind: "two dice in the
    first round, three for elders" does not say whether in the first round, too, and whether two of them."""
    first, second = (
        next((s.words.split()[0] for s in reversed(one.spans) if s.place == "if" and s.polarity), "")
        for one in (change, following)
    )
    bare = [w.token.kind for w in words_of(following.words, lexicon.language)[:1]] == ["NUMBER"]
    bare = bare and text[following.start : following.start + 1] not in tuple("+-−–")
    joined = text[change.start : following.start].rstrip().endswith(",")
    alike = change.change.operation == following.change.operation
    return bare and joined and alike and "" not in (first, second) and first.casefold() != second.casefold()


def apiece(text: str, change: StatedChange, lexicon: Lexicon) -> bool:
    """Whether a cell says that its amount is for each of what its label counts: "+1 each"."""
    behind = words_of(text[change.start + len(change.words) :], lexicon.language)[:1]
    return bool(behind) and "each" in behind[0].kinds


def counted_by(label: str, lexicon: Lexicon) -> str:
    """A label as what is counted, without the word that already says so."""
    return counted_by_label(label, lexicon) or label.strip(" :.")


def is_count(passage: ClausePassage, change: StatedChange, around: RowContext, lexicon: Lexicon) -> bool:
    """Whether the head of a column says that its numbers are dice, in a text that counts them."""
    head = [word.casefold() for word in _WORD.findall(passage.column)]
    return bool(
        around.pools
        and passage.cell
        and head
        and change.change.operation == "add"
        and all(word in lexicon.kinds.get("dice", ()) for word in head)
    )


def with_nouns(found: Sequence[StatedChange], lexicon: Lexicon) -> Iterator[StatedChange]:
    """Changes whose "Raw ones" says what they are: with the noun of the change before, "Picked soldiers"."""
    before = ""
    for change in found:
        spans = []
        for span in change.spans:
            words = words_of(span.words, lexicon.language)
            if before and words and "ones" in words[-1].kinds:
                span = span._replace(words=f"{span.words[: words[-1].token.start]}{before}")
            elif words and span.place == "if" and words[-1].token.kind == "WORD" and not words[-1].kinds:
                before = words[-1].token.text
            spans.append(span)
        yield change._replace(spans=tuple(spans))


def of_each(change: StatedChange, lexicon: Lexicon) -> Iterator[StatedChange]:
    """A change of each of the values that it is of: "−15 to Might and Eye"."""
    listed = list(_listed_rolls(change, lexicon))
    if listed:
        yield from listed
        return
    words = words_of(change.of, lexicon.language)
    joint = next((n for n, word in enumerate(words) if "and" in word.kinds and 0 < n < len(words) - 1), 0)
    names = [change.of[: words[joint].token.start], change.of[words[joint].token.end :]] if joint else []
    plain = all(word.token.text[:1].isupper() for word in words[max(joint - 1, 0) : joint + 2 : 2])
    if len(words) <= _NAMES and names and plain:
        yield from (change._replace(of=name.strip()) for name in names)
    else:
        yield change


def _listed_rolls(change: StatedChange, lexicon: Lexicon) -> Iterator[StatedChange]:
    """A change of each of the rolls of a list: "−2 on attack rolls, Search checks, and Spot checks"."""
    last = [doubt for doubt in change.doubts if doubt.startswith(_GOES_ON)]
    names = [doubt.removeprefix(_GOES_ON).partition(" ")[2] for doubt in last]
    items = [span for span in change.spans if span.place == "if" and _is_roll(span.words, lexicon)]
    if len(last) != 1 or not _is_roll(names[0], lexicon) or not _is_roll(change.of, lexicon):
        return
    kept = tuple(span for span in change.spans if span not in items)
    doubts = tuple(doubt for doubt in change.doubts if doubt not in last)
    for name in (change.of, *(span.words for span in items), *names):
        yield change._replace(of=name, spans=kept, doubts=doubts)


def _is_roll(words: str, lexicon: Lexicon) -> bool:
    """Whether words are but the name of a roll: "Search checks"."""
    said = words_of(words, lexicon.language)
    named = 1 < len(said) < _NAMES and "tested" in said[-1].kinds
    idle = {"each", "anyone", "determiner", "no_name"}
    plain = (w.token.kind == "WORD" and (not w.kinds or bool(idle & set(w.kinds))) for w in said[:-1])
    return named and all(plain)


def of_the_roll(change: StatedChange, lexicon: Lexicon) -> bool:
    """Whether a change is of what is called a roll: "her total is halved", "may reroll one failed check"."""
    kinds = ("roll", "tested", "dice", "sum")
    if change.change.operation in ("halve", "double"):
        return any(lexicon.says(kind, change.of) for kind in kinds)
    if change.change.operation in ("add", "dice"):  # "+1 to its roll"
        said = words_of(change.of, lexicon.language)
        idle = {*kinds, "definite", "determiner", "generic"}
        return any(set(kinds) & set(w.kinds) for w in said) and all(idle & set(w.kinds) for w in said)
    return change.change.operation == "reroll" and bool(change.of) and not rerolled_test(change.of, lexicon)


def rerolled_test(words: str, lexicon: Lexicon) -> str:
    """What roll is made again, by name: "one failed Might test" of Might; "" of "the die", "one failed
    check"."""
    idle = {
        "roll",
        "tested",
        "dice",
        "sum",
        "fails",
        "succeeds",
        "determiner",
        "generic",
        "article",
        "to",
        "each",
    }
    said = words_of(words, lexicon.language)
    end = next((n + 1 for n, w in enumerate(said) if n and "tested" in w.kinds), len(said))
    said = said[:end]  # "one skid test | a night"
    own = [w.token.text for w in said if w.token.kind != "NUMBER" and not idle & set(w.kinds)]
    return " ".join(own)


def beyond_roll(words: str, lexicon: Lexicon) -> str:
    """The words behind the roll that is made again: "one Luck roll | twice a day"."""
    said = words_of(words, lexicon.language)
    end = next((n + 1 for n, w in enumerate(said) if n and "tested" in w.kinds), len(said))
    return words[said[end].token.start :] if end < len(said) else ""


def _is_of_amounts(number: float, amount: float, *, counted: bool) -> bool:
    """Whether a limit may be one of what a change comes to: no more than its amount, but where it counts."""
    return abs(number) <= abs(amount) * (_OFTEN if counted else 1)


def limit_of(words: str, change: MarkedChange, lexicon: Lexicon, *, counted: bool = False) -> Limit | None:
    """The most that a change comes to, or how often it is made; None where the words say neither. `counted`
    says that it is made for each of something."""
    tokens = words_of(words, lexicon.language)
    if len(tokens) == 2 and "times" in tokens[0].kinds:
        return Limit(f"per {tokens[1].token.text.casefold()}", 1)
    number = next((word.token.value for word in tokens if word.token.value is not None), None)
    if number is not None and number < 0 and (change.amount or 0) < 0:
        return Limit("amount", int(-number))  # "−1 for each, to a minimum of −4"
    if number is None or any("at_least" in word.kinds for word in tokens):
        return None
    if any(lexicon.says("floor", word.token.text) for word in tokens):
        return Limit("least", int(number)) if number >= 0 else None  # "to a minimum of 1"
    if change.amount and not _is_of_amounts(number, change.amount, counted=counted):
        return None  # "add 5 to the skill, to a maximum of 75": of the value
    return Limit("amount", int(abs(number)))
