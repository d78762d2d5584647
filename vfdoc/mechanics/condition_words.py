"""Which words around a change are its condition, and which only say that there is a roll, or join.

In: the stretches of a clause as the skeleton gives them. Out: stretches without what closed classes of words
show to be no condition, and whom a pronoun speaks of. What no list holds is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vfdoc.language.stems import phrase_form
from vfdoc.mechanics.attribution import RowContext, is_rolled, key_of
from vfdoc.mechanics.clauses import StatedChange, stated_changes
from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.mechanics.rolls import rolled_for
from vfdoc.model.mechanics import ConditionSpan

_LEAD, _SHORT_LEAD = 12, 7  # words of a lead-in that is a case
_LETTERS = re.compile(r"[^\W\d_]{2}")
_OLD_VALUE = 5  # words of "instead of 5"
_APPLIES = 5
_NAMED = 4  # words among which a name and a word for a change stand


def states_roll(words: str, lexicon: Lexicon) -> bool:
    """Whether a cell beside says what is rolled against what: "d10 <= Nerve", "7+"."""
    said = words_of(words, lexicon.language)
    return any(word.token.kind == "DICE" or word.token.text in ("=", "<", ">") for word in said) or (
        len(said) == 1 and said[0].token.kind == "TARGET"
    )


def only_generic(words: str, lexicon: Lexicon) -> bool:
    """Whether words say but that it is the roll: "on each die", "to the total"."""
    said = words_of(words, lexicon.language)
    idle = {"cases", "to", "each", "determiner", "generic", "dice", "sum", "definite"}
    rolled = any({"dice", "sum", "roll"} & set(word.kinds) for word in said)
    return rolled and all(idle & set(word.kinds) for word in said)


def bonus_named(
    spans: Sequence[ConditionSpan], around: RowContext, lexicon: Lexicon
) -> tuple[str, list[ConditionSpan]]:
    """What a change is of where its name and a word for a change stand behind the amount, "−1 | Nerve penalty
    at night", and the stretches without them."""
    for n, span in enumerate(spans):
        words = words_of(span.words, lexicon.language)
        at = next((k for k, word in enumerate(words[:_NAMED]) if "changing" in word.kinds), 0)
        name = span.words[: words[at].token.start].strip() if at else ""
        if span.place != "if" or not name or not is_rolled(name, around, lexicon):
            continue
        rest = span.words[words[at].token.end :].strip(" ,;")
        return name, [*spans[:n], *([span._replace(words=rest)] if rest else []), *spans[n + 1 :]]
    return "", list(spans)


def says_nothing(words: str, lexicon: Lexicon) -> bool:
    """Whether a stretch is no condition: "even for veterans", "since nobody means it", "see Big Hats"."""
    said = words_of(words, lexicon.language)
    if all({"connective", "existing", "changing", "article"} & set(word.kinds) for word in said):
        return True
    if "because" in said[0].kinds:
        return len(said) > 1 and bool({"nominative", "pronoun", "no_name", "anyone"} & set(said[1].kinds))
    return bool({"concessive", "see"} & set(said[0].kinds))


def without_connectives(words: str, of: str, lexicon: Lexicon) -> str:
    """Words without what only joins them to others at either end, "a deep wound | moreover", and without
    the name of what is changed in front: "+1 | pip | if …"."""
    said = list(words_of(words, lexicon.language))
    while len(said) > 1 and "connective" in said[-1].kinds:
        said.pop()
    while len(said) > 1 and "connective" in said[0].kinds and not {"cases", "if"} & set(said[0].kinds):
        said.pop(0)
    if of and said and said[0].token.kind == "WORD" and not said[0].kinds:
        own = {phrase_form(word.casefold(), lexicon.language) for word in of.split()}
        if phrase_form(said[0].token.text.casefold(), lexicon.language) in own and len(of.split()) == 1:
            said.pop(0)
    while said and said[0].token.kind == "STOP":
        said.pop(0)
    return words[said[0].token.start : said[-1].token.end] if said else ""


def without_roll(words: str, around: RowContext, lexicon: Lexicon) -> str:
    """Words without the roll that they end with as what is changed: "over mountains the roll"."""
    said = words_of(words, lexicon.language)
    if len(said) < _APPLIES - 1 or not (
        {"dice", "sum", "tested"} & set(said[-1].kinds) or said[-1].token.text.casefold() in around.tests
    ):
        return words
    before = said[-2]
    own = bool({"pronoun", "no_name"} & set(before.kinds))  # "for everything but her Nerve"
    spoken = {"cases", "to", "gives", "roll"} & set(said[-3].kinds)
    named = "definite" in before.kinds and not own and not spoken
    return words[: before.token.start].strip(" ,;") if named else words


def applies(span: ConditionSpan, lexicon: Lexicon) -> bool:
    """Whether a stretch but says that a change is made: "apply | +2 for light ones", "by | −1"."""
    if span.words.casefold() in lexicon.kinds.get("by", ()):
        return True
    idle = lexicon.kinds.get("announcing", frozenset()) | lexicon.kinds.get("applying", frozenset())
    return span.place == "label" and span.words.casefold() in idle


def without_joining(span: ConditionSpan, text: str, lexicon: Lexicon) -> ConditionSpan:
    """A stretch of a text without an "and" or "but" that only joins its clause to the one before, which
    says no case: "she may still steer, | but all her oars"."""
    if lexicon.says("if", text.partition(span.words)[0]):
        return span
    words = words_of(span.words, lexicon.language)
    joins = len(words) > 1 and {"and", "contrary"} & set(words[0].kinds) and "unless" not in words[0].kinds
    if span.place not in ("subject", "label") or not joins:
        return span
    return span._replace(words=span.words[words[1].token.start :])


def without_made_roll(span: ConditionSpan, of: str, lexicon: Lexicon) -> ConditionSpan:
    """A stretch without an end that says that the roll is made: "who falls | suffers a Wound roll, which is
    made", "a ball is thrown | by a Throw test"; `of` is the name of the roll."""
    words = list(words_of(span.words, lexicon.language))
    idle = {"relative", "being", "check", "makes", "cases", "auxiliary"}
    end = len(words)
    while end > 1 and "tested" not in words[end - 1].kinds and (
        idle & set(words[end - 1].kinds) or words[end - 1].token.text == ","
    ):  # fmt: skip
        end -= 1
    if span.place not in ("subject", "label") or end < 3 or "tested" not in words[end - 1].kinds:
        return span
    named = key_of(of, lexicon).split()
    start = end - 1 - len(named)
    said = [word.token.text.casefold() for word in words[max(start, 0) : end - 1]]
    before = words[start - 2] if start > 2 else None
    if said != named or before is None or "article" not in words[start - 1].kinds:
        return span
    if not {"check", "gives", "makes", "by"} & set(before.kinds):
        return span
    return span._replace(words=span.words[: before.token.start].rstrip(" ,;"))


def is_made(span: ConditionSpan, lexicon: Lexicon) -> bool:
    """Whether a stretch but says that the roll is made: "it is made | at −1"."""
    words = words_of(span.words, lexicon.language)
    made = len(words) == 3 and "being" in words[1].kinds and "check" in words[2].kinds
    return made and span.place in ("subject", "label") and "person" in words[0].kinds


def shows_face(span: ConditionSpan, amount: float | None, lexicon: Lexicon) -> bool:
    """Whether a stretch says but what the dice show, "A natural 20", "rolls of 1": no condition of the change
    to pass or fail by that `amount`, but the faces by which it does."""
    said = words_of(span.words, lexicon.language) if span.polarity else ()
    named = [word for word in said if "article" not in word.kinds]
    shown = [word for word in named if word.token.value is not None and word.token.value == amount]
    told = all({"natural", "dice", "roll"} & set(word.kinds) for word in named if word not in shown)
    return len(shown) == 1 and len(said) > 1 and told


def concedes(span: ConditionSpan, lexicon: Lexicon) -> bool:
    """Whether a stretch says of what a change does not depend: "regardless of the modifiers"."""
    said = words_of(span.words, lexicon.language)
    return span.polarity and bool(said) and "concession" in said[0].kinds


def is_pronoun(span: ConditionSpan, lexicon: Lexicon) -> bool:
    """Whether a stretch is but a pronoun, "she", as a subject or label."""
    first, *rest = words_of(span.words, lexicon.language) or (None,)
    bears = all({"check", "makes", "take_away"} & set(word.kinds) for word in rest)  # "it takes | −2"
    return span.place in ("subject", "label") and first is not None and "person" in first.kinds and bears


def begins_with_pronoun(change: StatedChange, lexicon: Lexicon) -> bool:
    """Whether a clause speaks of somebody whom the words before name: "it is out of supply"."""
    first = " ".join(span.words for span in change.spans[:1]).split()[:1]
    kinds = ("person", "pronoun")
    return bool(first) and any(first[0].casefold() in lexicon.kinds.get(kind, ()) for kind in kinds)


def spoken_of(words: str, passage: ClausePassage, around: RowContext, lexicon: Lexicon) -> str | None:
    """Whom a clause speaks of that begins with "it" or "she": who changes the roll in the sentence before;
    "" where that is whoever makes the roll, None where nothing says so."""
    if words.split()[0].casefold() not in lexicon.kinds.get("person", ()) or not around.test:
        return None
    if not passage.before:
        return ""
    before = stated_changes(passage.before, lexicon.language, around.names)
    if before:
        spans = [span for change in before for span in change.spans if span.polarity]
        persons = lexicon.kinds.get("person", frozenset())
        named = [s.words for s in spans if s.place == "subject" and s.words.casefold() not in persons]
        return named[0] if named else ""
    return "" if rolled_for(passage._replace(text=passage.before), lexicon) is not None else None


def without_announcing(words: str, lexicon: Lexicon) -> str:
    """Words without an end that only says that changes follow: "of a troop | add or take"."""
    said = words_of(words, lexicon.language)
    return words[: said[-1].token.start].strip() if said and "announces" in said[-1].kinds else words


def only_announces(words: str, lexicon: Lexicon) -> bool:
    """Whether a stretch only says that changes follow: "with the following modifiers"."""
    return len(words.split()) < _OLD_VALUE and lexicon.says("announces", words) and (
        lexicon.says("changing", words) or lexicon.says("announces_of", words)
    )  # fmt: skip


def announces(words: str, lexicon: Lexicon) -> bool:
    """Whether words only say that changes follow."""
    return lexicon.says("announces", words)


def conditional(words: str, lexicon: Lexicon) -> bool:
    """Whether words say a case: "if it rains", "first turn only"."""
    size = len(words.split())
    case = any(lexicon.says(kind, words) for kind in ("if", "unless")) and size < _LEAD
    return case or (lexicon.says("only", words) and size < _SHORT_LEAD)


def case_of_lead(lead: str, lexicon: Lexicon) -> tuple[bool, str] | None:
    """The case with which a lead-in begins that announces changes, "when she is on fire, the following
    changes apply:", and whether it counts ("for each wound …"); None of any other."""
    said = lead.rstrip(" –-")
    words = words_of(said, lexicon.language)
    if not said.endswith(":") or not words or not announces(said, lexicon):
        return None
    cut = next((n for n, word in enumerate(words) if word.token.text == ","), 0)
    first = set(words[0].kinds)
    if not 1 < cut < _LEAD or not {"per", "if"} & first:
        return None
    return "per" in first, said[words[1].token.start : words[cut - 1].token.end]


def column_case(passage: ClausePassage) -> str:
    """The head of a column as a case; of one that is but a number, with what it is a number of."""
    head = passage.column.strip()
    return head if _LETTERS.search(head) or not passage.corner else f"{passage.corner}: {head}"


def counted_by_label(label: str, lexicon: Lexicon) -> str:
    """What a label counts: "each wound", "for every wound"; "" where it counts nothing."""
    words = words_of(label, lexicon.language)
    counts = len(words) > 1 and {"each", "per"} & set(words[0].kinds)
    return label[words[1].token.start :] if counts else ""


def up_to_case(words: str, lexicon: Lexicon) -> str:
    """Words up to the first that says for whom or when: "your Skill | for every check"."""
    found = words_of(words, lexicon.language)
    cut = next(
        (w.token.start for w in found[1:] if {"cases", "if", "each", "per"} & set(w.kinds)), len(words)
    )
    return words[:cut].strip()


def rolls_named(change: StatedChange, around: RowContext, lexicon: Lexicon) -> ConditionSpan | None:
    """The stretch that names the roll itself as what is changed: "strike tests | get +1 in summer"."""
    for span in change.spans:
        words = words_of(span.words, lexicon.language)
        said = span.place in ("subject", "label") and len(words) > 1 and "definite" in words[0].kinds
        if said and key_of(span.words, lexicon) in around.tests:
            return span  # "the attack suffers −2"
        if (
            span.place in ("subject", "label")
            and 1 < len(words) <= _OLD_VALUE
            and "tested" in words[-1].kinds
        ):
            idle = {"cases", "if", "each", "person"}
            plain = all(word.token.kind == "WORD" and not idle & set(word.kinds) for word in words)
            noun = "roll" not in words[-1].kinds or "testing" in words[-1].kinds
            known = noun or key_of(span.words, lexicon) in around.tests  # not a verb
            return span if plain and known else None
    return None


def only_before(words: str, lexicon: Lexicon) -> bool:
    """Whether "only" stands right before a change, or before what gives it: "you only ever get"."""
    said = words_of(words, lexicon.language)
    at = next((n for n in range(len(said) - 1, -1, -1) if "only" in said[n].kinds), None)
    if at is None:
        return False
    behind = said[at + 1 :]
    return all(word.token.kind == "WORD" for word in behind) and (not behind or "gives" in behind[-1].kinds)
