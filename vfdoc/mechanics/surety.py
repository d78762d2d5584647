"""Whether the reading of a row is claimed: every word of its clause falls to a part, and each is whole.

In: a row as it was read and what it was read from. Out: what speaks against it, in words; nothing where the
row is proposed. What is not proposed is shown with its words as a statement that changes something, and no
more: a wrong proposal costs the reader more than a missing one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from vfdoc.language.stems import phrase_form
from vfdoc.mechanics.attribution import NO_NAME, Attributed, RowContext, cites, is_name, is_rolled, key_of
from vfdoc.mechanics.clauses import StatedChange
from vfdoc.mechanics.lexicon import Lexicon, ReadWord, lexicon, words_of
from vfdoc.mechanics.marked import COLUMN
from vfdoc.mechanics.named_rolls import of_every_roll
from vfdoc.model.mechanics import ConditionSpan
from vfdoc.model.session import constant

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
_OPEN_END = (
    "article",
    "determiner",
    "and",
    "or",
    "to",
    "being",
    "if",
    "per",
    "by",
    "auxiliary",
    "instead",
    "fill",
    "worth",
)
_ENDED = re.compile(r"\w\s?[.!?]\s")
_VERBS = ("gives", "check", "loses", "costs")
_LONGEST = 28  # words of a span
_LONGEST_COUNT = 14  # words of what a change is counted by
_SHORT = 4
_SHARED = 3  # of as many words of a denial one at least is in what it may deny
_BEGINNING = 5  # letters by which two words are of one stem
_ABBREVIATION = 5
_STATED_BY = ("clause", "label", "column", "lead", "panel")
_ROLL_ONLY = ("add", "dice", "pass", "fail")
_CHANGING = ("add", "subtract", "halve", "double", "reroll", "roll")


def refusals(
    change: StatedChange, found: Attributed, spans: Sequence[ConditionSpan], per: str, lexicon_: Lexicon, *,
    announced: bool = False, speaks_of_roll: bool = False, above: bool = False,
) -> Iterator[str]:  # fmt: skip
    """What speaks against a row that was read of the value `found`, under `spans`; `announced` says that
    it stands in a table of which the words above say that it holds changes, `speaks_of_roll` that what it
    changes is called the roll, the total, `above` that its heading is that of its chapter."""
    if not found.of:
        yield "the text does not say of what"
    elif (
        found.evidence not in _STATED_BY
        and (
            change.change.operation not in _ROLL_ONLY
            or change.change.noun not in ("", "advantage", "disadvantage", COLUMN)
        )
        and not (found.evidence == "test" and speaks_of_roll)
    ):
        yield "of what it is, nothing but its section says"
    elif (found.evidence == "chapter" or (found.evidence == "heading" and above)) and not announced:
        yield "of what it is, nothing but its chapter says"
    elif (
        found.evidence in ("clause", "column", "lead")
        and not is_name(found.of, lexicon_)
        and not of_every_roll(found.of, lexicon_)
    ):
        yield f"no name of a value: {found.of}"
    if any("only" in word.kinds for word in words_of(change.words, lexicon_.language)):
        yield "only: it stands in the place of another"
    if any("graded" in word.kinds for word in words_of(change.words, lexicon_.language)):
        yield "better or worse: which way the number goes is not said"
    certain = change.change.operation in ("pass", "fail")
    for span in spans:
        if span.place != "heading":
            yield from (f"{said}: {span.words}" for said in _unwhole(span, lexicon_, certain=certain))
    if per:
        yield from (f"{said}: {per}" for said in _uncounted(per, lexicon_))


def unsure_of(
    change: StatedChange, found: Attributed, spans: Sequence[ConditionSpan], around: RowContext, label: str,
    lexicon_: Lexicon, *, borne: bool = False,
) -> Iterator[str]:  # fmt: skip
    """What leaves open which roll a row changes, where its clause does not name it: the section asks for
    several, others ask for one of that name, it is the value that is rolled against, or one of several.
    `borne` says that who is named in front bears it: "they suffer −2 to Nerve", not "give −2 to Poets"."""
    implied = found.evidence in ("test", "chapter", "heading")
    own = key_of(found.of, lexicon_)
    said_of = words_of(change.of, lexicon_.language)[-1:]
    plural = any("every" in w.kinds for w in said_of) or any(
        "tested" in w.kinds and phrase_form(w.token.text, lexicon_.language) != w.token.text for w in said_of
    )
    if implied and (plural or any(lexicon_.says("everything", s.words) for s in spans)):
        yield "of every roll, and not of this one alone"
    tested = {key_of(around.test or "", lexicon_), *around.tests}
    said = {key_of(word, lexicon_) for words in (label, *(s.words for s in spans)) for word in words.split()}
    if implied and around.rivals and not (own in said and not said & (around.rivals - {own})):
        yield f"which of several rolls it is: {', '.join(sorted(around.rivals))}"
    elif implied and own in around.shared and not any(s.place == "heading" for s in spans):
        yield f"which of the rolls of that name it is: {found.of}"
    elif found.evidence == "lead" and around.test and own not in tested:
        yield f"the roll, or a value of every roll: {found.of}"
    elif implied and around.low and own not in around.under and change.change.operation == "add":
        yield "the roll, or what it is rolled against: what is changed is not said"
    said_first = words_of(change.of, lexicon_.language)[:1]
    named = found.evidence in ("clause", "lead") or (found.evidence == "label" and not cites(label))
    given = not borne and not change.change.verb and change.change.operation in ("add", "dice")
    written = found.of[:1].isupper() and found.of[1:].islower() and not (found.evidence == "clause" and given)
    behind = words_of(found.of, lexicon_.language)[-1:]
    tested_ = any("tested" in word.kinds for word in behind)  # "on all skill checks"
    kind_of = is_rolled(found.of.split()[-1], around, lexicon_) if found.of else False  # "ranged attacks"
    owned = bool(said_first and "owning" in said_first[0].kinds) and not given  # "double | their strength"
    half = change.change.operation == "halve" and change.words.casefold().startswith(_at(lexicon_))
    if named and not (
        written or tested_ or kind_of or owned or half or _is_known(found.of, around, lexicon_)
    ):
        yield f"nothing else in the text is called that: {found.of}"
    first = words_of(change.of, lexicon_.language)[:1]
    if first and first[0].token.kind == "NUMBER" and change.change.operation in ("add", "dice"):
        yield f"one of several: {change.of}"


def _at(lexicon_: Lexicon) -> tuple[str, ...]:
    """How "at half speed" begins."""
    return tuple(f"{word} " for word in lexicon_.kinds.get("at", ()))


def _is_known(name: str, around: RowContext, lexicon_: Lexicon) -> bool:
    """Whether a name is that of a test, of a value of a table, stands by a number elsewhere, or is written
    as a name: "Luck", "MA"."""
    if name[:1].isupper() and name[1:2].isupper() and len(name) < _ABBREVIATION:
        return True
    if is_rolled(name, around, lexicon_) or of_every_roll(name, lexicon_):
        return True
    own = key_of(name, lexicon_).split()
    return around.known.issuperset(phrase_form(word, lexicon_.language) for word in own)


def stems_of(words: str, lexicon_: Lexicon) -> frozenset[str]:
    """The stems of the words of a text that are of no kind: what it speaks of."""
    return frozenset(
        phrase_form(part, lexicon_.language)
        for word in words_of(words, lexicon_.language)
        if word.token.kind == "WORD" and not word.kinds
        for part in word.token.text.casefold().split("-")
        if len(part) > _SHORT
    )


def changes_roll(words: str, lexicon_: Lexicon) -> bool:
    """Whether words say that it is the roll that is changed: "to this roll", "modify the dice"."""
    said = words_of(words, lexicon_.language)
    for n, word in enumerate(said):
        if {"dice", "sum", "tested", "roll"} & set(word.kinds):
            before = said[max(n - 2, 0) : n]
            if any({"to", "altered"} & set(each.kinds) for each in before) and any(
                "determiner" in each.kinds or " " in each.token.text for each in before[-1:]
            ):
                return True
    return False


def taken_back(
    after: str, clause: str, spans: Sequence[ConditionSpan], label: str, changes: bool, around: RowContext,
    lexicon_: Lexicon,
) -> Iterator[str]:  # fmt: skip
    """What other sentences say that may take a row back, and that is in no part of it: the next one goes on
    about whom the row is of, or denies something of what it speaks of and changes nothing itself; one
    elsewhere says that dice or a bonus are denied to some of its cases."""
    words = words_of(after, lexicon_.language)
    own = stems_of(" ; ".join((label, *(span.words for span in spans))), lexicon_)
    if words and not any(span.words in after for span in spans if not span.polarity):
        subjects = (label, *(span.words for span in spans if span.place in ("subject", "label")))
        known = {word.casefold() for said in subjects for word in _WORD.findall(said)}
        kinds = {kind for word in words for kind in word.kinds}
        if words[0].token.text.casefold() in known and not words[0].kinds and not changes:
            yield f"the next sentence goes on: {after[:80]}"
        elif (
            not changes and {"not", "nothing", "avoided"} & kinds and "forbids" not in kinds
            and _share_beginning(own, stems_of(after, lexicon_))
        ):  # fmt: skip
            yield f"the next sentence may take back: {after[:80]}"
    here = stems_of(f"{clause} {after}", lexicon_)
    told = next(
        (
            told for stem in sorted(own - around.rolled) for told in around.denied.get(stem, ())
            if not told <= here and len(own & told) * _SHARED >= len(told)
        ),
        None,
    )  # fmt: skip
    if told is not None:
        yield f"another sentence denies it to some: {', '.join(sorted(own & told))}"


def _share_beginning(stems: frozenset[str], others: frozenset[str]) -> bool:
    """Whether two sets of stems speak of one thing: "supporting", "support"."""
    return any(
        one.startswith(other[:_BEGINNING]) for one in stems for other in others if len(other) >= _BEGINNING
    )


def _unwhole(span: ConditionSpan, lexicon_: Lexicon, *, certain: bool) -> Iterator[str]:
    """What shows that a stretch of words is no whole condition."""
    words = words_of(span.words, lexicon_.language)
    if not words:
        return
    first = set(words[0].kinds)
    if span.words.count("(") != span.words.count(")"):
        yield "a bracket is not closed"
    if any(word.token.kind in ("DICE", "SIGNED") or word.token.text in ("=", "+") for word in words):
        yield "numbers that are no condition"
    elif (
        1 < len(words) <= _SHORT
        and words[-1].token.kind == "NUMBER"
        and ("by" in words[-2].kinds or (span.place == "if" and not {"cases", "if", "being"} & first))
    ) or (words[0].token.kind == "NUMBER" and len(words) > 1 and {"cases", "if"} & set(words[1].kinds)):
        yield "another amount"
    elif (words[0].token.kind == "NUMBER" or (words[-1].token.kind == "NUMBER" and not certain)) and (
        span.place == "subject" and "natural" not in words[max(len(words) - 2, 0)].kinds
    ):
        yield "a number in brackets"
    elif (
        certain and span.place == "if" and any({"natural", "succeeds", "fails"} & set(w.kinds) for w in words)
    ) or (not certain and any(_changes(words, n) for n in range(len(words)))):
        yield "another change"
    elif (
        {"or", "contrary", "consequence", "example"} & first
        or ("being" in first and span.place == "if")
        or ("check" in first and span.place != "if" and len(words) > 1)
        or ({"loses", "permits"} & first and span.place == "if")
        or any(_turns(words, n) for n in range(1, len(words)))
    ):
        yield "another statement"
    elif (
        "nominative" in words[-1].kinds
        or "relative" in words[0].kinds
        or _ENDED.search(span.words)
        or {"and"} & first
        or (not certain and _open(words, span))
    ):
        yield "words that are cut off"
    elif (len(words) == 1 and {"succeeds", "fails"} & first) or (
        len(words) > 1 and "cases" in first and words[1].token.text.casefold() == "such"
    ):
        yield "of what roll or case, the sentence before says"
    elif span.place in ("subject", "label") and _takes_test(words):
        yield "another statement"
    elif span.place == "if" and len(words) <= _SHORT and lexicon_.says("pro_verb", span.words):
        yield "what is done, other words say"
    elif span.place == "if" and len(words) > 1 and {"gaining", "gives"} & set(words[-1].kinds):
        yield "words that are cut off"
    elif len(words) == 1 and (
        {*NO_NAME, "generic", "fill", "only", "more", "fewer"} & first
        or (span.place in ("subject", "label") and "makes" in first)
    ):
        yield "words that say nothing by themselves"
    elif (_unnamed(words) and span.place in ("subject", "label")) or any(
        "ones" in word.kinds for word in words[-2:]
    ):
        yield "whom it speaks of, the sentence before says"
    elif len(_WORD.findall(span.words)) > _LONGEST or _joined(words):
        yield "more than one condition"


def _takes_test(words: Sequence[ReadWord]) -> bool:
    """Whether a stretch says that somebody takes a test: "the loser takes Heart throws next turn"."""
    taking = (n for n, word in enumerate(words) if n and {"check", "makes"} & set(word.kinds))
    taken = next(taking, len(words))
    return any("tested" in word.kinds for word in words[taken + 1 :])


def _unnamed(words: Sequence[ReadWord]) -> bool:
    """Whether a stretch begins with a pronoun that stands for a noun; not "both broadsides"."""
    named = len(words) > 1 and words[1].token.kind == "WORD" and not words[1].kinds
    return "pronoun" in words[0].kinds and not ("every_one" in words[0].kinds and named)


def _open(words: Sequence[ReadWord], span: ConditionSpan) -> bool:
    """Whether the last word of a stretch asks for another."""
    last = set(words[-1].kinds)
    ends = (*_OPEN_END, *(_VERBS if span.place in ("subject", "label") else ()))
    before = set(words[-2].kinds) if len(words) > 1 else set[str]()
    whose = bool({"cases", "to"} & before) and "being" not in last  # "within 20 cm of her"
    if "ended" in last and len(words) > 1:  # "half the crew lost", "turned more than once"
        return False
    if span.place in ("subject", "label") and len(words) > 1 and {"pronoun", "no_name"} & last:
        return not whose
    if span.place in ("subject", "label") and len(words) > 2 and "roll" in last and "tested" not in last:
        return True  # "a captain who is wounded throws"
    if {"limit", "exceeds", "below", "instead"} & last and "half_never" not in before:
        return True
    said_whole = (
        bool({"more", "fewer", "only"} & last)
        or len(words) == 1
        or (whose and bool({"pronoun", "no_name"} & last))
    )
    return (bool(set(ends) & last) and not said_whole) or _dangling(words)


def _turns(words: Sequence[ReadWord], at: int) -> bool:
    """Whether a word turns to another statement: "but may not"; not "anyone but the target"."""
    kinds = set(words[at].kinds)
    return "forbids" in kinds or ("contrary" in kinds and "anyone" not in words[at - 1].kinds)


def _joined(words: Sequence[ReadWord]) -> bool:
    """Whether a comma and an "and" part a stretch: another statement may begin there."""
    return any(
        words[n].token.text == "," and {"and"} & set(words[n + 1].kinds) for n in range(len(words) - 1)
    )


def _changes(words: Sequence[ReadWord], at: int) -> bool:
    """Whether a change is said there: "adds 2", "loses nothing"."""
    kinds = set(words[at].kinds)
    if {"loses", "gives", "add"} & kinds and at + 1 < len(words) and "nothing" in words[at + 1].kinds:
        return True
    return bool(set(_CHANGING) & kinds) and _counts(words, at)


def _counts(words: Sequence[ReadWord], at: int) -> bool:
    if {"add", "subtract"} & set(words[at].kinds) and "fewer" not in words[at].kinds:
        return True
    return any(
        words[n].token.kind in ("NUMBER", "DICE", "FRACTION") for n in range(at + 1, min(at + 3, len(words)))
    )


def _dangling(words: Sequence[ReadWord]) -> bool:
    """Whether the last word asks for another: "in", "against"."""
    return bool({"cases"} & set(words[-1].kinds)) and len(words) > 1


def _uncounted(per: str, lexicon_: Lexicon) -> Iterator[str]:
    words = words_of(per, lexicon_.language)
    if all({"cases", "to", "determiner"} & set(word.kinds) for word in words):
        yield "words that say nothing by themselves"
    elif "," in _without_part(per, lexicon_) or ";" in per or len(_WORD.findall(per)) > _LONGEST_COUNT:
        yield "more than what is counted"
    elif any(word.token.kind == "DICE" or {"roll"} & set(word.kinds) for word in words):
        yield "another statement"
    elif words and set(_OPEN_END) & set(words[-1].kinds):
        yield "words that are cut off"


def _without_part(per: str, lexicon_: Lexicon) -> str:
    """Words that count without "or part of it", set off by commas."""
    idle = lexicon_.kinds.get("or_part", ())
    kept = [part for part in per.split(",") if part.strip().casefold() not in idle]
    return "".join(kept) if len(kept) < len(per.split(",")) else per


def fallen(clause: str, parts: Iterable[str], lexicon_: Lexicon) -> str:
    """What speaks against the rows of a clause: its content words that stand in no part of any of them."""
    said = {word.casefold() for part in parts for word in _WORD.findall(part)}
    idle = _idle(lexicon_.language)
    missing = [
        word for word in dict.fromkeys(_WORD.findall(clause.casefold()))
        if len(word) > 2 and word not in said and word not in idle and not word.isdigit()
        and word not in lexicon_.numbers
    ]  # fmt: skip
    return f"words that fall to no part of it: {', '.join(missing)}" if missing else ""


_IDLE = (
    "add", "subtract", "take_away", "shift", "fill", "determiner", "being", "raised", "lowered", "halve",
    "double", "half", "reroll", "succeeds", "fails", "automatic", "natural", "becomes", "more", "fewer", "if",
    "cases", "unless", "per", "each", "limit", "instead", "only", "by", "to", "and", "or", "not", "generic",
    "advantage", "disadvantage", "loses", "gives", "article", "auxiliary", "announcing", "step", "dice",
    "roll", "makes", "worth", "half_after", "no_name", "changing", "altered", "times", "excepted", "nothing",
    "needing", "connective", "existing", "causing",
)  # fmt: skip


@constant
def _idle(language: str) -> frozenset[str]:
    """The words of a language that belong to the change itself, or join."""
    kinds = lexicon(language).kinds
    return frozenset(word for kind in _IDLE for phrase in kinds.get(kind, ()) for word in phrase.split())
