"""Rolls and values that a clause names elsewhere than behind its change: as who bears it, or what it sets.

In: the stretches of a clause. Out: the name, and the stretches without it. "Every attack on a wall is at −2"
is of the attack, on a wall; "your Guard counts as 10" is of the Guard; "−1 to all rolls" of every roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.mechanics.attribution import Attributed, RowContext, is_rolled, key_of
from vfdoc.mechanics.clauses import StatedChange
from vfdoc.mechanics.lexicon import Lexicon, ReadWord, words_of
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.model.mechanics import ConditionSpan

_NAME = 3  # words of the name of a roll, of a value
_BORNE = ("add", "dice", "halve", "double", "pass", "fail", "reroll")


class NamedRoll(NamedTuple):
    """What a stretch names, the stretch, and what it says beside the name (of whom, when)."""

    name: str
    span: ConditionSpan | None
    rest: str


def names_roll(passage: ClausePassage, around: RowContext, lexicon: Lexicon) -> bool:
    """Whether the label of a cell is the roll that its changes are of, as in the lines of a summary: "Climb |
    ivy +1 | rain −1"."""
    label = words_of(passage.label, lexicon.language)
    plain = passage.cell and not passage.column and 0 < len(label) <= _NAME
    return plain and all(w.token.kind == "WORD" for w in label) and is_rolled(passage.label, around, lexicon)


def bearing_roll(change: StatedChange, around: RowContext, lexicon: Lexicon) -> NamedRoll | None:
    """The roll that bears a change, "every attack on a wall | is at −2"; None where a stretch names none."""
    if change.change.operation not in _BORNE:
        return None
    if change.per and not change.of and (found := _roll_in_front(change.per, around, lexicon, counted=True)):
        return NamedRoll(found[0], None, found[1])
    for span in change.spans:
        if span.place in ("subject", "label") and (found := _roll_in_front(span.words, around, lexicon)):
            return NamedRoll(found[0], span, found[1])
    return None


def _roll_in_front(
    text: str, around: RowContext, lexicon: Lexicon, *, counted: bool = False
) -> tuple[str, str] | None:
    """The roll that words begin with, behind "all", "the", "every" (`counted`: which fell to the change), and
    the words behind it, which begin a case."""
    words = words_of(text, lexicon.language)
    joined = int(not counted and len(words) > 1 and bool({"and", "contrary"} & set(words[0].kinds)))
    first = 0 if counted else joined + 1
    if not counted and (not words or not {"each", "anyone", "definite"} & set(words[joined].kinds)):
        return None
    for end in range(min(first + _NAME, len(words)), first, -1):
        named = words[first:end]
        if not all(map(_is_noun, named[:-1])) or not (_is_noun(named[-1]) or "tested" in named[-1].kinds):
            continue
        rest = text[words[end].token.start :] if end < len(words) else ""
        if rest and not {"cases", "to", "check", "take_away", "relative"} & set(words[end].kinds):
            continue
        made = len(words)  # "all Nerve tests taken at night | are made"
        while made > end and {"being", "check", "makes"} & set(words[made - 1].kinds):
            made -= 1
        rest = text[words[end].token.start : words[made - 1].token.end] if made > end else ""
        name = text[words[first].token.start : words[end - 1].token.end]
        rolled = "tested" in named[-1].kinds and len(named) > 1
        if (rolled or _is_test(name, around, lexicon)) and (rest or rolled or not counted):
            own = words[end - 2].token.end if rolled else words[end - 1].token.end  # "steering | rolls"
            return text[words[first].token.start : own], rest
    return None


def _is_noun(word: ReadWord) -> bool:
    return word.token.kind == "WORD" and not word.kinds


def _is_test(name: str, around: RowContext, lexicon: Lexicon) -> bool:
    """Whether a name is that of a test of the text, or of a kind of one ("ranged attacks")."""
    last = phrase_form(name.split()[-1].casefold(), lexicon.language)
    forms = (phrase_form(word, lexicon.language) for key in around.tests for word in key.split())
    return last in forms and is_rolled(name, around, lexicon)


def set_value(
    change: StatedChange, before: str, around: RowContext, lexicon: Lexicon
) -> tuple[str, list[ConditionSpan]]:
    """The value that a clause sets, of which the words right before its verb say that it is somebody's, or a
    name: "without a shield | your Guard | counts as 10"; and the stretches without it. `before` are the words
    up to the change."""
    spans = list(change.spans)
    for n, span in enumerate(spans):
        stands = span.polarity and before.rstrip().endswith(span.words[-_TAIL:])
        if not stands or span.place not in ("subject", "label", "if"):
            continue
        words = words_of(span.words, lexicon.language)
        if span.place == "if" and "cases" not in words[0].kinds:
            continue  # "if her Grip is reduced to 0, …" sets nothing
        owners = (k for k in range(len(words) - 1, -1, -1) if _is_owner(words[k], lexicon))
        first = next(owners, -1) + 1
        name = span.words[words[first].token.start :] if first < len(words) else ""
        plain = name and len(words) - first <= _NAME and all(_is_noun(word) for word in words[first:])
        written = plain and (first or span.place != "if") and words[first].token.text[:1].isupper()
        known = written or is_rolled(name, around, lexicon) or key_of(name, lexicon) in around.values
        if not plain or not known:
            continue
        rest = span.words[: words[_whose(words, first, lexicon)].token.start].strip(" ,;") if first else ""
        return name, [*spans[:n], *([span._replace(words=rest)] if rest else []), *spans[n + 1 :]]
    return "", spans


_TAIL = 20  # characters by which a stretch is found again


def _is_owner(word: ReadWord, lexicon: Lexicon) -> bool:
    """Whether a word says whose what follows is, or that it is the one: "your", "the", "a ship's"."""
    owned = word.token.text.endswith(("'s", "’s", "s'", "s’"))
    return owned or bool({"definite", "determiner"} & set(word.kinds))


def _whose(words: Sequence[ReadWord], first: int, lexicon: Lexicon) -> int:
    """The place of the first word that says whose a value is: of "a sledge's Grip" that of "a"."""
    at = first - 1
    while at and not {"definite", "determiner", "article"} & set(words[at].kinds) and _is_noun(words[at - 1]):
        at -= 1
    return at - 1 if at and {"definite", "determiner", "article"} & set(words[at - 1].kinds) else at


def is_borne(change: StatedChange, text: str, lexicon: Lexicon) -> bool:
    """Whether who stands in front of a change bears it, "archers suffer | −2", or it is one "on" something:
    what follows is then no one to whom it is given."""
    before = words_of(text[: change.start], lexicon.language)[-3:]
    if any({"receiving", "bears"} & set(word.kinds) for word in before):
        return True
    at = text.find(change.of, change.start) if change.of else -1
    behind = words_of(text[change.start : at], lexicon.language)[-1:] if at > 0 else ()
    return bool(behind) and "bears_on" in behind[0].kinds


def failed_by(before: str, lexicon: Lexicon) -> bool:
    """Whether the words up to a number say that it is by how much a roll failed: "failed it by | −2"."""
    words = words_of(before, lexicon.language)
    by = bool(words) and "by" in words[-1].kinds
    return by and any({"fails", "succeeds"} & set(word.kinds) for word in words[:-1])


def is_asked(change: StatedChange, text: str, lexicon: Lexicon) -> bool:
    """Whether a clause asks if something is so and does not make it: "if her Grip becomes 0, she falls"."""
    before, behind = text[: change.start], text[change.start + len(change.words) :]
    if "," not in behind:
        return False
    if change.change.operation not in ("set", "halve", "double"):
        after = words_of(behind.partition(",")[2], lexicon.language)
        told = bool(after) and bool({"person", "definite", "nominative", "pronoun"} & set(after[0].kinds))
        if change.change.verb or not told or any(word.token.kind in ("SIGNED", "NUMBER") for word in after):
            return False  # "if it has two +1 to damage, | the enemy is shaken"
    words = words_of(before, lexicon.language)
    begins = max((n for n, word in enumerate(words) if "if" in word.kinds), default=None)
    return begins is not None and not any(
        word.token.kind == "STOP" or word.token.text == "," for word in words[begins:]
    )


def behind_amount(
    change: StatedChange, text: str, around: RowContext, lexicon: Lexicon
) -> tuple[str, list[ConditionSpan]]:
    """The roll or value whose bare name stands right behind an amount, "−1 Accuracy for that attack", and the
    stretches without it."""
    spans, behind = list(change.spans), text[change.start + len(change.words) :].lstrip()
    for n, span in enumerate(spans):
        if span.place != "if" or not span.polarity or not behind.startswith(span.words):
            continue
        words = words_of(span.words, lexicon.language)
        end = next((k for k, word in enumerate(words) if not _is_noun(word)), len(words))
        name = span.words[: words[end - 1].token.end] if 0 < end <= _NAME else ""
        whole = end == len(words) or bool({"cases", "if"} & set(words[end].kinds))
        known = is_rolled(name, around, lexicon) or key_of(name, lexicon) in around.values if name else False
        if whole and known and name[:1].isupper():
            rest = span.words[words[end].token.start :] if end < len(words) else ""
            return name, [*spans[:n], *([span._replace(words=rest)] if rest else []), *spans[n + 1 :]]
    return "", spans


def of_every_roll(words: str, lexicon: Lexicon) -> bool:
    """Whether a change is of every roll, "to all rolls"."""
    return words.strip().casefold() in lexicon.kinds.get("every", ())


def heading_is_case(passage: ClausePassage, found: Attributed, around: RowContext, lexicon: Lexicon) -> bool:
    """Whether a heading is the case of a change that names its roll and no case: it is the section's own,
    names no roll or value, and the sentence before speaks of it too, or there is none: under "Panic" "Panic
    sets in. There is a penalty of 1 to hit"."""
    named = found.evidence == "clause" and is_rolled(found.of, around, lexicon)
    if not named or passage.cell or around.inherited or is_rolled(around.heading, around, lexicon):
        return False
    before, language = passage.before, lexicon.language
    titled = {phrase_form(word, language) for word in key_of(around.heading, lexicon).split()}
    said = {phrase_form(word.token.text.casefold(), language) for word in words_of(before, language)}
    return not before or (titled <= said and not any(lexicon.says(kind, before) for kind in ("if", "unless")))


def named_by_heading(words: str, before: str, heading: str, lexicon: Lexicon) -> str:
    """Whom "it" speaks of where the sentence before begins with what the heading names: of "A greatsword
    needs both hands. It …" under "The greatsword" the greatsword; "" where it does not."""
    if words.split()[0].casefold() not in lexicon.kinds.get("person", ()):
        return ""
    titled = {phrase_form(word, lexicon.language) for word in key_of(heading, lexicon).split()}
    said = words_of(before, lexicon.language)
    if not titled or not said or {"if", "cases"} & set(said[0].kinds):
        return ""
    for n, word in enumerate(said[: _NAME + 1]):
        titled.discard(phrase_form(word.token.text.casefold(), lexicon.language))
        if not titled:
            behind = set(said[n + 1].kinds) if n + 1 < len(said) else set[str]()
            whole = not behind & {"cases", "relative", "to", "and", "or"}
            return before[said[0].token.start : said[n].token.end] if whole else ""
    return ""
