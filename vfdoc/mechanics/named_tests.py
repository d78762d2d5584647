"""Tests that a clause names by the value that is tested: "test Will", "in every Heart test".

In: a clause. Out: the names, in order. A name is one or two words with a capital; what a game calls its
values is no business of this room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vfdoc.mechanics.lexicon import Lexicon, ReadWord, words_of
from vfdoc.model.mechanics import ConditionSpan
from vfdoc.model.session import memoized

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LONGEST = 2  # words of a name
_BETWEEN = 4  # words between "test" and what is tested: "test the general's Command"


def named_tests(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The tests that a text names, each once."""
    return _named(text, lexicon.language)


@memoized
def _named(text: str, language: str) -> tuple[str, ...]:
    words = words_of(text, language)
    return tuple(dict.fromkeys((*_behind(words), *_before(words))))


def asked_tests(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The tests that a text asks for, "test Will", "takes a Quality Check": of these the next sentences may
    speak."""
    return _asked(text, lexicon.language)


@memoized
def _asked(text: str, language: str) -> tuple[str, ...]:
    words = words_of(text, language)
    return tuple(dict.fromkeys((*_behind(words), *_before(words, asked=True))))


def defined_test(text: str, lexicon: Lexicon) -> str:
    """The test that a sentence says how to make, "A Skill Check is made by throwing a die"; "" where it says
    no such thing."""
    words = words_of(text, lexicon.language)
    at = next((n for n, word in enumerate(words[:_BETWEEN]) if n and "tested" in word.kinds), 0)
    if not at or at + 1 >= len(words) or "being" not in words[at + 1].kinds:
        return ""
    return next(_before(words[: at + 1]), "")


def rival_tests(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The tests of which a text asks for one or the other, "Roll Might or Guile"; none where it asks for
    one."""
    words = words_of(text, lexicon.language)
    for name in _behind(words):
        at = next(n for n, word in enumerate(words) if word.token.text == name and _is_name(words, n))
        if at + 2 < len(words) and "or" in words[at + 1].kinds and _is_name(words, at + 2):
            return name, words[at + 2].token.text
    return ()


def _behind(words: Sequence[ReadWord]) -> Iterator[str]:
    """ "Tests its Might": the name behind the verb, whosever it is."""
    for at, word in enumerate(words):
        if "roll" in word.kinds:
            before = words[at - 1].kinds if at else ()
            behind = words[at + 2].kinds if at + 2 < len(words) else ()
            named = at + 1 < len(words) and _is_name(words, at + 1) and "tested" not in behind
            if named and ("determiner" not in before or "each" in before):
                yield words[at + 1].token.text  # "both roll Brawn"
        if "testing" not in word.kinds:
            continue
        for n in range(at + 1, min(at + 1 + _BETWEEN, len(words))):
            if _is_name(words, n):
                yield words[n].token.text
                break
            owner = words[n].token.text.endswith(("'s", "’s", "s'", "s’"))
            owned = n + 1 < len(words) and words[n + 1].token.text.endswith(("'s", "’s"))
            if not owner and not owned and not {"determiner", "definite", "pronoun"} & set(words[n].kinds):
                break


def _before(words: Sequence[ReadWord], *, asked: bool = False) -> Iterator[str]:
    """ "A Will test", "Quality Checks": the name in front of the noun; the noun belongs to it where it has a
    capital too."""
    for at, word in enumerate(words):
        if "tested" not in word.kinds:
            continue
        if asked and at > 1 and _is_made(words, at):
            yield f"{words[at - 1].token.text} {word.token.text}"
        if not at or not _is_name(words, at - 1):
            continue
        first = at - 1
        while first > 0 and at - first < _LONGEST and _is_name(words, first - 1):
            first -= 1
        if asked and not any("check" in each.kinds for each in words[max(first - 2, 0) : first]):
            continue
        whole = word.token.text[:1].isupper()
        said = [each.token.text for each in words[first : at + whole]]
        yield " ".join(said).removesuffix("s") if whole else " ".join(said)


def _plainly(words: Sequence[ReadWord], at: int) -> tuple[str, ...]:
    """The test that the words up to a noun name without a capital: "on attack rolls", "in all parry tests";
    none where the noun is a verb ("between games roll a die")."""
    idle = {"cases", "to", "each", "determiner", "definite"}
    start = next((n for n, word in enumerate(words[:at]) if n and not idle & set(word.kinds)), 0)
    plain = all(word.token.kind == "WORD" and not word.kinds for word in words[start:at])
    behind = words[at + 1] if at + 1 < len(words) else None
    verb = behind is not None and ("determiner" in behind.kinds or behind.token.kind in ("NUMBER", "DICE"))
    if verb or not start or not plain or at - start > _LONGEST or not {"cases", "to"} & set(words[0].kinds):
        return ()
    return (" ".join(word.token.text for word in words[start:at]),)


def _is_made(words: Sequence[ReadWord], at: int) -> bool:
    """Whether a test that is made there ("tested") has a name without a capital: "makes a skid check"."""
    kinds, before = set(words[at].kinds), words[at - 1]
    made = "article" in words[at - 2].kinds and at > 2 and "check" in words[at - 3].kinds
    plain = before.token.kind == "WORD" and before.token.text.islower() and not before.kinds
    return not {"add", "fails"} & kinds and made and plain


def _is_name(words: Sequence[ReadWord], at: int) -> bool:
    """Whether a word is a name: it has a capital, and does not for the beginning of its sentence."""
    token = words[at].token
    return (
        at > 0
        and token.kind == "WORD"
        and token.text[:1].isupper()
        and _WORD.fullmatch(token.text) is not None
        and words[at - 1].token.text not in (".", "!", "?", ":")
        and not {"testing", "determiner", "if", "article", "pronoun"} & set(words[at].kinds)
    )


def says_only(words: str, name: str, lexicon: Lexicon) -> bool:
    """Whether words say no more than that it is in that test, in any: "in every Heart test"."""
    own = {part.casefold() for part in name.split()}
    kinds = ("cases", "to", "each", "tested", "definite", "article", "every_one", "determiner")
    idle = frozenset[str]().union(*(lexicon.kinds.get(kind, frozenset()) for kind in kinds))
    return all(word.casefold() in own or word.casefold() in idle for word in _WORD.findall(words))


def own_test(spans: Sequence[ConditionSpan], lexicon: Lexicon) -> tuple[str, list[ConditionSpan]]:
    """The test that the condition of a change itself names, "in Shoot tests | for the rest of the game", and
    the condition without it; "" where it names none, or several."""
    for n, span in enumerate(spans):
        words = words_of(span.words, lexicon.language)
        at = next((k for k, word in enumerate(words) if "tested" in word.kinds), 0)
        found = tuple(_before(words)) or _plainly(words, at)
        if len(found) != 1 or not at or span.place != "if" or not span.polarity:
            continue
        if not says_only(span.words[: words[at].token.end], found[0], lexicon):
            continue
        rest = span.words[words[at].token.end :].strip(" ,;:")
        return found[0], [*spans[:n], *([span._replace(words=rest)] if rest else []), *spans[n + 1 :]]
    return "", list(spans)
