"""A sentence as it is held against another: its words without what says nothing, each with its place.

In comes a text as printed (citations may be marked); out come its tokens: typography, case and plurals
levelled, numbers as figures, phrases of the language's closed list as the one that stands for them, words
that are free left out. Two texts with the same tokens say the same. Nothing here knows a language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

from vfdoc.language.stems import singular
from vfdoc.model.session import memoized_few, table_of
from vfdoc.model.words import WordForms
from vfdoc.verdicts.sections import CITED

_LETTER = "[^\\W\\d_]"
_INSIDE = "[\u0300-\u036f\u00ad\u200b-\u200d\ufeff]"  # accents by themselves, and what nobody sees
_FIGURE = "[\\d½¼¾⅓⅔]"
# A citation; a mark of emphasis, of a heading or of a list; a number with its sign and unit; a word, with
# its possessive; a symbol that is no mere stop.
_TOKEN = re.compile(
    "\ue000(?:\\d+(?P<leads>[\U000f0000-\U000ffffd]?)\ue001)?"
    r"|(?P<tag></?(?:b|i|u|em|strong|small|span|sub|sup|br)\b[^<>\n]*>|\#{2,}(?=\s|$)|\#\.(?=\s|$))"
    f"|(?P<number>[-+−–‒]?{_FIGURE}+(?:[.,/]{_FIGURE}+)*(?:\\+|%|''|’’|[\"”″“])?)"
    f"|(?P<word>{_LETTER}(?:{_LETTER}|{_INSIDE})*\\d*(?:[·‧•]{_LETTER}+)*)(?P<owner>['’ʼ]s(?!{_LETTER}))?"
    r"|(?P<symbol>[^\w\s.,;:!?()\[\]{}|~^`´¨*_/\\\"'<>«»-])"
    r"|(?P<order>(?<![<>])[<>]=?(?=\s*\d))"
)
_POINT = re.compile("[·‧•]")
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\ufeff"))
_SAID = ("Sm", "Sc", "So", "No")  # kinds of symbols that say something
_MORE = "%&@#"  # and such among the stops
_NUMBER = "#"  # any number, in a phrase
_SHORTEST = 4  # letters of a word that is taken for a plural


class WordToken(NamedTuple):
    """A word as it is compared, and from where to where it stands in the text (0-based, end past it)."""

    key: str
    start: int
    end: int


class Normalised(NamedTuple):
    """A text as `tokens` and their `keys`; `words` are all its words, in small letters and plain
    typography."""

    tokens: tuple[WordToken, ...]
    keys: tuple[str, ...]
    words: tuple[WordToken, ...]

    @property
    def bare(self) -> tuple[str, ...]:
        """All words of the text, in small letters and plain typography."""
        return tuple(word.key for word in self.words)


Normaliser: TypeAlias = Callable[[str], Normalised]
"""A text in, its tokens out."""

_Phrases: TypeAlias = Mapping[str, Sequence[tuple[tuple[str, ...], tuple[str, ...]]]]


@memoized_few
def normaliser(forms: WordForms) -> Normaliser:
    """The normaliser of a language; it remembers the texts that it has met."""
    same = forms.same
    numbers = {word: str(number) for word, number in forms.sums.numbers}

    @table_of
    def key(word: str) -> str:
        if len(word) >= _SHORTEST and not word.endswith(same.whole):
            word = singular(word, same.plurals)
        return numbers.get(word, word)

    phrases: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for said, stands in same.equal:
        one, other = (tuple(w if w == _NUMBER else key(w) for w in words) for words in (said, stands))
        phrases.setdefault(one[0], []).append((one, other))
    for found in phrases.values():
        found.sort(key=lambda pair: -len(pair[0]))
    free = frozenset(map(key, same.free))

    @table_of
    def told(printed: str) -> tuple[str, str] | None:
        plain = _plain(printed)
        return None if plain is None else (plain, key(_without_ends(plain, same.inclusive)))

    @table_of
    def normalise(text: str) -> Normalised:
        words: list[WordToken] = []
        levelled: list[WordToken] = []
        for found in _TOKEN.finditer(text):
            both = told(found.group())
            if both is not None:
                words.append(word := WordToken(both[0], *found.span()))
                levelled.append(word if both[0] == both[1] else WordToken(both[1], word.start, word.end))
        tokens = tuple(token for token in _rephrased(levelled, phrases) if token.key not in free)
        return Normalised(tokens, tuple([token.key for token in tokens]), tuple(words))

    return normalise


def _without_ends(word: str, inclusive: Set[str]) -> str:
    """A word without the ends by which it means women and men: "étudiant·e·s" as "étudiants", "act·eur·rice"
    as "acteur"."""
    stem, *ends = _POINT.split(word)
    if not ends or not inclusive >= set(ends):
        return word
    plural = ends.pop() if ends[-1] == "s" else ""
    return stem + (ends[0] if len(ends) > 1 else "") + plural


def is_number(key: str) -> bool:
    """Whether a token is a number, with its sign or unit."""
    return any(c.isdigit() for c in key[:2]) or key[:1] in "½¼¾⅓⅔"


def _plain(printed: str) -> str | None:
    """A word, number or symbol in small letters and plain typography; None for what says nothing."""
    found = _TOKEN.match(printed)
    if found is not None and printed[0] == CITED:
        return CITED + (found["leads"] or "")
    if found is None:  # "<" says something before a number alone
        return printed
    if found["tag"]:
        return None
    if number := found["number"]:
        return _plain_number(number)
    if word := found["word"]:
        return unicodedata.normalize("NFKC", word.translate(_UNSEEN)).casefold()
    if symbol := found["symbol"]:
        if unicodedata.category(symbol) not in _SAID and symbol not in _MORE:
            return None
        return "x" if symbol == "×" else unicodedata.normalize("NFKC", symbol)
    return printed


def _plain_number(number: str) -> str:
    plain = number.replace("''", '"').replace("’’", '"')
    for odd in "”″“":
        plain = plain.replace(odd, '"')
    return re.sub("[−–‒]", "-", plain)


def _rephrased(tokens: Sequence[WordToken], phrases: _Phrases) -> Iterator[WordToken]:
    """The tokens with each phrase as the one that stands for it; that bears the place of the whole."""
    at, counted = 0, phrases.get(_NUMBER, ())
    while at < len(tokens):
        first = tokens[at].key
        if first not in phrases and (not counted or first[0].isalpha()):
            yield tokens[at]
            at += 1
            continue
        found = phrases.get(first, ()) if first[0].isalpha() else (*phrases.get(first, ()), *counted)
        for said, stands in found:
            here = tokens[at : at + len(said)]
            if len(here) == len(said) and all(map(_fits, said, here)):
                number = next((t.key for t, w in zip(here, said, strict=True) if w == _NUMBER), "")
                for word in stands:
                    yield WordToken(number if word == _NUMBER else word, here[0].start, here[-1].end)
                at += len(said)
                break
        else:
            yield tokens[at]
            at += 1


def _fits(word: str, token: WordToken) -> bool:
    return word == token.key or (word == _NUMBER and is_number(token.key))
