"""Whether the words of a row say by themselves which roll it changes and whom they speak of.

In: a row as it was read and what stands around it. Out: what speaks against it, in words. What only a reader
of the whole page knows (which of its rolls a section means, who "he" is) no row asserts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vfdoc.mechanics.attribution import Attributed, RowContext, is_rolled, key_of
from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.named_rolls import of_every_roll
from vfdoc.model.mechanics import ConditionSpan

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NUMBERED = re.compile(r"^\W*(?:[IVXLC]+|\d+)(?:\.\d+)+\b")
_TITLES = ("test", "chapter", "heading")
_LONGEST_NAME = 3  # words of the name that a clause gives a roll or value
_OF_DICE = 5  # words of "one die for each"
_IDLE = ("generic", "tested")
_NO_NAME = frozenset((
    "cases", "if", "only", "or", "and", "to", "fill", "determiner", "article", "graded", "more", "fewer",
    "step", "connective", "ordinal", "counting", "not", "being", "measure", "announcing",
    "changing", "pronoun", "no_name", "particle", "per", "each", "consequence", "contrary",
))  # fmt: skip
"""Kinds of words that no name of a roll holds."""
_REFERRING = ("person", "pronoun")


def not_said(
    operation: str, found: Attributed, spans: Sequence[ConditionSpan], around: RowContext,
    lexicon: Lexicon, *,
    rolled: bool, share: bool = False,
) -> Iterator[str]:  # fmt: skip
    """What the words of a row leave to the rest of the page; `rolled` says that they call what it changes
    the roll, the total, `share` that a verb changes it by so many per cent."""
    own = key_of(found.of, lexicon)
    of_title = found.evidence in _TITLES
    topic = of_title and any("cases" in word.kinds for word in words_of(found.of, lexicon.language))
    behind = next((span.words for span in spans if span.place == "if" and span.polarity), "")
    first = words_of(behind, lexicon.language)[:1]
    if of_title and first and "bears_on" in first[0].kinds:  # "+1 | on attacks"
        yield f"the roll may be named there: {behind}"
    if found.of and (topic or not (_is_plain(found.of, lexicon) or of_every_roll(found.of, lexicon))):
        yield f"no name of a roll or value: {found.of}"
    if found.evidence in ("test", "chapter") and around.several:
        yield f"which of the rolls of its section it is: {found.of}"
    tested = any("tested" in word.kinds for word in words_of(found.of, lexicon.language)[-1:])
    front, called, _ = around.heading.casefold().partition(found.of.casefold() or "\0")
    titled = bool(called) and front.split()[-1:] in [[word] for word in lexicon.kinds.get("to", ())]
    titled = titled or around.heading.strip().casefold() == found.of.casefold()
    known = titled or own in {*around.tests, *around.values} or is_rolled(found.of, around, lexicon)
    if found.evidence == "lead" and not known and not tested:
        yield f"no roll or value of that name: {found.of}"
    if found.evidence == "clause" and len(found.of.split()) > _LONGEST_NAME:
        yield f"more than a name: {found.of}"
    if (
        operation in ("halve", "double")
        and found.evidence not in ("clause", "label", "column")
        and not rolled
    ):
        yield f"of what it is, the clause does not say: {operation}"
    if share:
        yield "a share of it, or so many points"
    if operation == "set" and any(span.place == "if" and _is_sentence(span, lexicon) for span in spans):
        yield "what comes of it"
    if any("period" in word.kinds for word in words_of(found.of, lexicon.language)):
        yield f"a time, and no roll: {found.of}"
    for span in spans:
        if span.place == "heading":
            continue
        parts = words_of(span.words, lexicon.language)
        if parts and "not" in parts[-1].kinds and len(parts) > 1 and {"and", "or"} & set(parts[-2].kinds):
            yield f"words that are cut off: {span.words}"
        if parts and "indefinite" in parts[0].kinds:
            yield f"which of them, the words do not say: {span.words}"
        if span.place == "if" and len(parts) <= _OF_DICE and any("dice" in word.kinds for word in parts):
            yield f"of which of the dice: {span.words}"
        last = span.words.rsplit(" ", 1)[-1].casefold().replace("’", "'")
        if span.words.endswith(",") or last in lexicon.kinds.get("contracted", ()):
            yield f"words that are cut off: {span.words}"
        if _NUMBERED.match(span.words):
            yield f"the number of its paragraph: {span.words}"
        if (other := _other_roll(span, own, around, lexicon)) and span.polarity:
            yield f"another roll is named: {other}"
    if (whom := _without_noun(spans, lexicon)) is not None:
        yield f"whom it speaks of, other words say: {whom}"


def _is_sentence(span: ConditionSpan, lexicon: Lexicon) -> bool:
    """Whether a stretch behind a change says something by itself: "they are dead"."""
    words = words_of(span.words, lexicon.language)
    return len(words) > 1 and "nominative" in words[0].kinds and "being" in words[1].kinds


def tells_of_another(span: ConditionSpan, lexicon: Lexicon) -> bool:
    """Whether a stretch behind an amount begins with a thing and says what may be done with it: "+4 | boxes
    may be restored"."""
    words = words_of(span.words, lexicon.language) if span.place == "if" else ()
    opened = bool(words) and words[0].token.kind == "WORD" and not words[0].kinds
    return opened and any("auxiliary" in w.kinds and not w.kinds[1:] for w in words[1:])


def _is_plain(name: str, lexicon: Lexicon) -> bool:
    """Whether a name is of open words: "Nerve", "attack roll"; not "further", "out", "of the tide"."""
    words = words_of(name, lexicon.language)
    said = [word for word in words if not set(_IDLE) & set(word.kinds)]
    if not said:  # "Throw", written as a name
        written = all(w.token.text[:1].isupper() and "dice" not in w.kinds for w in words)
        return bool(words) and written
    ends = (said[0], said[-1]) if said else ()
    joined = any({"and", "or"} & set(word.kinds) for word in said)
    return bool(said) and not joined and all(
        word.token.kind == "WORD" and not _NO_NAME & set(word.kinds) for word in ends
    )  # fmt: skip


def _other_roll(span: ConditionSpan, own: str, around: RowContext, lexicon: Lexicon) -> str:
    """A roll that a stretch names which is not the one that the row is of: "penalty on the attack roll"."""
    words = words_of(span.words, lexicon.language)
    for n, word in enumerate(words):
        tested = n and {"tested", "dice"} & set(word.kinds) and "roll" not in words[n - 1].kinds
        named = not words[n - 1].kinds and words[n - 1].token.kind == "WORD" if tested else False
        if tested and named and key_of(words[n - 1].token.text, lexicon) not in own:
            return f"{words[n - 1].token.text} {word.token.text}"
    if span.place == "if" and len(words) > 1 and "bears_on" in words[0].kinds:  # "+1 | on attacks"
        at = 2 if {"determiner", "definite"} & set(words[1].kinds) and len(words) > 2 else 1
        named_ = words[at].token.text
        if is_rolled(named_, around, lexicon) and key_of(named_, lexicon) not in own:
            return named_
    last = words[-1] if words else None
    ends = last is not None and span.place in ("subject", "label") and len(words) > 1
    if ends and last is not None and last.token.text[:1].isupper() and "determiner" in words[-2].kinds:
        key = key_of(last.token.text, lexicon)
        if key not in own and is_rolled(last.token.text, around, lexicon):
            return last.token.text
    return ""


def _without_noun(spans: Sequence[ConditionSpan], lexicon: Lexicon) -> str | None:
    """A stretch that speaks of "it" or "them" where none of the row's words says of whom; None where every
    one does. Whom one begins with is asked elsewhere (`condition_words.spoken_of`)."""
    named = False
    for span in spans:
        words = words_of(span.words, lexicon.language)
        whole = span.place in ("subject", "label", "lead-in", "heading")
        for n, word in enumerate(words):
            refers = set(_REFERRING) & set(word.kinds) and "every_one" not in word.kinds
            refers = refers and not ("definite" in word.kinds and n + 1 < len(words))  # "this turn"
            if n and refers and not named:
                return span.words
            noun = word.token.kind == "WORD" and not word.kinds
            before = set(words[n - 1].kinds) if n else set[str]()
            called = {"determiner", "definite", "article"} & before or word.token.text[:1].isupper()
            named = named or (noun and bool(whole or called or (n > 1 and not words[n - 1].kinds)))
    return None
