"""What a name that no rule asks was perhaps meant for: the same word of another unit or as another kind of
fact (a trait that is a formation there), names that share words with it, such as are written nearly so."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import SequenceMatcher, get_close_matches
from typing import NamedTuple

from vfdoc.model.mechanics import KnownFact

TRAIT = re.compile(r"\.has\([^()]*\)$")
_PARTS = re.compile(r"(?:(?P<owner>.*)\.)?(?:[^.()]*\((?P<trait>[^()]*)\)|(?P<rest>[^.]*))")
_WORD = re.compile(r"[^\W_]+")
_MOST = 4
_LEAST = 0.5
"""Below this share of words that are alike a name is not named."""
_NEAR = 0.2
"""By no more than this a name may fall short of the likest to be named beside it."""
_OWN = 0.3
"""So much more counts what tells of the same unit."""
_SPELT = 0.8
"""How like two words count that are one in another form ("loss", "losses"), or misspelt."""
_BEGINNING, _SHORT = 6, 4
"""So many letters alike begin two forms of a word; or the whole shorter one does, of so many."""


def meant(
    name: str, facts: Mapping[str, KnownFact], numbers: Collection[str] = (), value: str | None = None
) -> list[str]:
    """The names, as they are told ("target.formation=open-order"), that are likest to one that no rule asks,
    likest first; with a `value` that its fact cannot have, the likest to that."""
    own = _told(name if value is None else f"{name.rpartition('.')[0]}.{value}")
    found: dict[str, float] = {}
    for each in _tellable(facts, numbers):
        like = _alike(own.words, each.words)
        belongs = like == 1.0 and each.owner.startswith(f"{own.owner}.")  # the army of "enemy" is the enemy's
        if like >= _LEAST and (each.depth <= max(own.depth, 1) or belongs):
            same = belongs or each.owner == own.owner
            found[each.name] = max(found.get(each.name, 0.0), like + _OWN * same)
    best = max(found.values(), default=0.0)
    likest = sorted((n for n in found if found[n] > best - _NEAR), key=lambda n: (-found[n], len(n), n))
    traits = [each for each in facts if TRAIT.search(each)] if TRAIT.search(name) and not likest else []
    return likest[:_MOST] or get_close_matches(name, traits, 3, 0.3)


def mistaken(name: str, facts: Mapping[str, KnownFact], numbers: Iterable[str] = ()) -> list[str]:
    """Those names, of such as are asked, that one which is not was perhaps meant for, likest first: something
    like it of its own unit or of none, or the same of another."""
    own, found = _told(name), dict[str, float]()
    for each in _tellable(facts, numbers):
        like = _alike(own.words, each.words)
        if like >= (_LEAST if each.owner in (own.owner, "") else 1.0):
            found.setdefault(each.name, like + _OWN * (each.owner == own.owner))
    plain = {told for told in found if "=" not in told}
    likest = sorted(found, key=lambda told: (-found[told], len(told), told))
    return [told for told in likest if told in plain or told.partition("=")[0] not in plain][:_MOST]


class _Told(NamedTuple):
    """A name as it is told, of whom it tells, its words, and how many dots it has."""

    name: str
    owner: str
    words: tuple[str, ...]
    depth: int


def _told(name: str, value: str = "") -> _Told:
    parts = _PARTS.fullmatch(name)
    owner, trait, rest = parts.group("owner", "trait", "rest") if parts else ("", None, name)
    words = value or trait or rest or name
    told = f"{name}={value}" if value else name
    return _Told(told, owner or "", tuple(_WORD.findall(words.casefold())), name.count("."))


def _tellable(facts: Mapping[str, KnownFact], numbers: Iterable[str]) -> Iterator[_Told]:
    """Facts and numbers, and of a choice each of its values besides."""
    for name, fact in facts.items():
        yield _told(name)
        for value in fact.values:
            yield _told(name, value)
            yield _told(name, value)._replace(words=(*_told(name).words, *_told(name, value).words))
    for name in numbers:
        yield _told(name)


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """The share of the words of two names that are alike, in another form or misspelt too."""
    if not one or not other:
        return 0.0
    mine = sum(max(_spelt(word, each) for each in other) for word in one)
    theirs = sum(max(_spelt(word, each) for each in one) for word in other)
    return (mine + theirs) / (len(one) + len(other))


def _spelt(one: str, other: str) -> float:
    """How like two words are: 1 where they are the same, 0 where they are no forms of one."""
    if one == other:
        return 1.0
    begin = one[: max(min(len(one), len(other), _BEGINNING), _SHORT)]
    if other.startswith(begin):
        return _SPELT
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return _SPELT if matcher.quick_ratio() > _SPELT and matcher.ratio() > _SPELT else 0.0
