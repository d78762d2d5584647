"""What the sentence behind a change says of it: an exception, whom it leaves out, to what it is narrowed.

In: a passage. Out: the stretches that belong to the condition of its changes, and what is doubtful where the
sentence says more than that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vfdoc.mechanics.clauses import stated_changes
from vfdoc.mechanics.lexicon import Lexicon, ReadWord, words_of
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.model.mechanics import ConditionSpan

_OLD_VALUE = 5  # words of "instead of 5"
_FRAGMENT = 8  # words of a footnote that is a case
_NARROW = 20  # words of a sentence that narrows the one before
_APPLIES = 5
_DENYING = frozenset((
    "not", "forbids", "takes_back", "only", "unless", "instead", "exempt", "avoided", "limit", "if",
))  # fmt: skip
_COLON = re.compile(r"^[^:]{1,40}:\s*")


def exception(passage: ClausePassage, lexicon: Lexicon, doubts: list[str]) -> Iterator[ConditionSpan]:
    """The exception that the next sentence makes; of one that goes on in another way a doubt."""
    after = " ".join(passage.after.split())
    if not after:
        return
    words = words_of(after, lexicon.language)
    kinds = set(words[0].kinds) if words else set()
    for other in stated_changes(after, lexicon.language):  # "If he is hated, −1 instead."
        if other.instead.casefold() in lexicon.kinds.get("instead", ()) and other.change.operation in (
            "add",
            "dice",
        ):
            cases = [span.words for span in other.spans if span.polarity and span.place == "if"]
            yield from (ConditionSpan(case, False, "unless") for case in cases[:1])
            return
    if len(words) > 2 and words[0].token.kind == "NUMBER" and "if" in words[1].kinds:
        yield ConditionSpan(after[words[1].token.end :].strip(" ."), False, "unless")  # "…; one if …"
        return
    if "exception" in kinds or "unless" in kinds:
        said = (
            _COLON.sub("", after).strip(" .")
            if "exception" in kinds
            else after[len(words[0].token.text) :].strip(" .")
        )
        inner = words_of(said, lexicon.language)
        cut = next((n for n, word in enumerate(inner) if "if" in word.kinds), None)
        denied = any("not" in word.kinds or "forbids" in word.kinds for word in inner[: cut or 1])
        if inner and "not" in inner[0].kinds and cut is None:
            yield ConditionSpan(said[inner[0].token.end :].strip(" ."), False, "unless")
        elif denied and cut is not None:
            yield ConditionSpan(said[inner[cut].token.end :].strip(" ."), False, "unless")
        elif said:
            yield ConditionSpan(said, False, "unless")
            doubts.append("an exception follows")
    elif exempt := _exempt(words, after):
        yield ConditionSpan(exempt, False, "unless")
    elif narrowed := _narrowed(words, after):
        yield from narrowed
    elif lexicon.says("takes_back", after):
        doubts.append(f"the next sentence takes back: {after[:80]}")
    elif "goes_on" in kinds and ("person" not in kinds or _of_the_change(after, lexicon)):
        doubts.append(f"the next sentence goes on: {after[:80]}")


def _of_the_change(after: str, lexicon: Lexicon) -> bool:
    """Whether a sentence that begins with "it" may speak of the change before, and not of whom that is of;
    not where it states a change of its own, and nothing of another ("It loses 2 more if it is wet")."""
    others = ("applying", "not_applying", "only", "instead", "limit", "unless")
    own = any(each.change.operation in ("add", "dice") for each in stated_changes(after, lexicon.language))
    if own and not any(lexicon.says(kind, after) for kind in others):
        return False
    kinds = (
        "changing",
        "applying",
        "not_applying",
        "only",
        "instead",
        "limit",
        "add",
        "subtract",
        "unless",
        "if",
    )
    return any(lexicon.says(kind, after) for kind in kinds)


def _exempt(words: Sequence[ReadWord], after: str) -> str:
    """Whom a sentence takes out of what the one before says, and nothing else: "The barrow dead ignore
    this."; "" where it says more, or speaks of somebody whom it does not name."""
    at = next((n for n, word in enumerate(words) if "exempt" in word.kinds), 0)
    idle = {"cases", "pronoun", "generic", "to", "determiner", "each"}
    goes_on = (
        n for n in range(at + 1, len(words) - 1)
        if words[n].token.text == "," and "and" in words[n + 1].kinds
    )  # fmt: skip
    end = next(goes_on, len(words))  # "…, and the spearmen get +10": another statement
    rest = [word for word in words[at + 1 : end] if word.token.text not in (".", "!")]
    if not at or {"person", "pronoun"} & set(words[0].kinds):
        return ""
    last = at - 1 if at > 1 and {"nominative", "no_name"} & set(words[at - 1].kinds) else at
    whom = after[: words[last].token.start].strip(" ,;")  # "uphill | you get none of this"
    if all(idle & set(word.kinds) for word in rest):
        return whom
    told = "cases" in rest[0].kinds and len(rest) < _OLD_VALUE  # "goblins are not affected by marsh"
    return f"{whom} ({after[rest[0].token.start :].strip(' .!')})" if told else ""


def _narrowed(words: Sequence[ReadWord], after: str) -> list[ConditionSpan]:
    """The cases to which a sentence narrows the one before: "This only applies in the first round"; "It may
    not use this bonus at night"."""
    none = bool(words) and words[0].token.text.casefold().startswith("none of")
    spoken = bool(words) and (none or bool({"pronoun", "person", "goes_on"} & set(words[0].kinds)))
    if not spoken or len(words) > _NARROW:
        return []
    at = next((n for n, word in enumerate(words) if {"applying", "not_applying"} & set(word.kinds)), 0)
    if not 0 < at < _APPLIES:
        return []
    denied = none or any({"not", "forbids", "not_applying"} & set(word.kinds) for word in words[1 : at + 1])
    only = any("only" in word.kinds for word in words[1 : at + 2])
    start = at + 1
    while start < len(words) and {"only", "definite", "changing", "pronoun"} & set(words[start].kinds):
        start += 1
    if denied == only or start >= len(words) or not {"cases", "if", "to"} & set(words[start].kinds):
        return []
    cut = next((n for n in range(start, len(words)) if words[n].token.kind == "STOP"), len(words))
    if cut < len(words) and words[cut].token.text != ".":
        return []  # "…, and never uphill" says more
    begin = words[start].token.start if "cases" in words[start].kinds else words[start].token.end
    said = after[begin:].strip(" .!")
    return [ConditionSpan(said, only, "if" if only else "unless")] if said else []


def footnote(note: str, lexicon: Lexicon) -> tuple[list[ConditionSpan], str]:
    """What a footnote adds to the condition of the row that cites it, and a doubt where it says more."""
    words = words_of(note, lexicon.language)
    stopped = note.rstrip(" .").count(". ")
    denied = len(words) > 1 and "not_applying" in words[0].kinds and {"cases", "if"} & set(words[1].kinds)
    if denied and not stopped:  # "Does not apply if she is aground."
        begin = words[1].token.end if "if" in words[1].kinds else words[1].token.start
        return [ConditionSpan(note[begin:].strip(" ."), False, "footnote")], ""
    if len(words) > 1 and "not" in words[0].kinds and not stopped and len(words) <= _NARROW:
        return [
            ConditionSpan(note[words[0].token.end :].strip(" ."), False, "footnote")
        ], ""  # "Not at night."
    if (exempt := _exempt(words, note)) and not stopped:
        return [ConditionSpan(exempt, False, "footnote")], ""
    if words and "only" in words[-1 if len(words) < _APPLIES else 0].kinds and not stopped:
        return [ConditionSpan(note.strip(" ."), True, "footnote")], ""  # "First round only."
    kinds = {kind for word in words for kind in word.kinds}
    if words and _DENYING.isdisjoint(kinds) and not stated_changes(note, lexicon.language):
        if "determiner" in words[0].kinds:
            return [], ""  # "The flyer loses his string.": what else comes of it
        if len(words) <= _FRAGMENT and not stopped:
            return [ConditionSpan(note.strip(" ."), True, "footnote")], ""  # "In order, to their front."
    return [], f"a footnote speaks of it: {note[:80]}"
