"""What a published text says of itself above its first line: the fields between two lines of hyphens with
which static site generators have a Markdown file begin ("front matter"); whose text it says that it is, and
of what it says "this".

In: a text. Out: where its front matter stands, and the title and language that it states. Of its YAML only
fields of one line with plain or quoted words are read; nothing else is asked of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vfdoc.language.typography import unaccented
from vfdoc.model.session import constant
from vfdoc.reading.words import LanguageWords, WorkWords

FRONT_MATTER = re.compile(
    r"\A-{3}[ \t]*\n(?=[^\n]*\w)"
    r"(?>(?:\w[\w-]*[ \t]*:(?:[ \t][^\n]*)?\n|#[^\n]*\n|[ \t][^\n]*\n|-[ \t][^\n]*\n|\n)*)"
    r"(?:-{3}(?:[ \t]+[a-z]+)?|\.{3})[ \t]*(?:\n|\Z)"  # "--- abstract", as kramdown writes for RFCs
)
_FIELD = re.compile(r"^(?P<name>title|language|lang)[ \t]*:[ \t]*(?P<said>\S[^\n]*?)[ \t]*$", re.M | re.I)
_CODE = re.compile(r"[A-Za-z]{2,3}(?:-\w+)*")
_NAME_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_SHORT_BEHIND = 160  # characters behind a name in which what is short for it stands
_SHORT = re.compile(
    r"(?P<mark>[(\"“„«][^()\"“”„«»§\d\n]{0,30}?)?(?<!\w)(?P<short>[A-Z][A-Za-z]{0,3}[A-Z]{1,6})(?!\w)"
)
ALIKE, ENDING = 5, 4
"""Letters by which two words are one, and of an ending in which they may differ."""
_QUOTED = re.compile(r"""(?P<mark>["'])(?P<words>.*)(?P=mark)""")


def stated_title(text: str) -> str | None:
    """The title that a text's front matter states; None where it states none."""
    return _fields(text).get("title")


def stated_language(text: str) -> str | None:
    """The language that a text's front matter states ("fr", "fr-CA"), with a word list or without."""
    fields = _fields(text)
    said = fields.get("language") or fields.get("lang") or ""
    return said if _CODE.fullmatch(said) else None


def _fields(text: str) -> dict[str, str]:
    found = FRONT_MATTER.match(text)
    if found is None:
        return {}
    said = ((field["name"].casefold(), field["said"]) for field in _FIELD.finditer(found[0]))
    plain = ((name, words, _QUOTED.fullmatch(words)) for name, words in said if words[0] not in "|>[{")
    return {name: quoted["words"] if quoted else words for name, words, quoted in plain}


def society(text: str, words: LanguageWords) -> frozenset[str]:
    """The words, unaccented, of the name that a text says its society has, and what is short for it: "The
    name of this club shall be Harbour Rowing Club, referred to as HRC"."""
    return frozenset(unaccented(word) for word in _said(text, words))


def _said(text: str, words: LanguageWords) -> Iterator[str]:
    named = _named(words.works.society, words.works.small)
    for found in named.finditer(text):
        said = _NAME_WORD.findall(found["name"])
        yield from (word for word in said if word[:1].isupper())
        initials = "".join(word[0] for word in said if word[:1].isupper())
        for short in _SHORT.finditer(text, found.end(), found.end() + _SHORT_BEHIND):
            if short["mark"] or short["short"] == initials:
                yield short["short"]


@constant
def _named(society: str, small: str) -> re.Pattern[str]:
    """The name behind words that say that it is one."""
    capital = r"[A-ZÀ-Ý][\w’'-]*"
    return re.compile(
        rf"(?<!\w)(?i:{society})[:\s]+[\"“„«*_]{{0,3}}(?:(?i:the)[ ])?"
        rf"(?P<name>{capital}(?:[ \n](?:{capital}|{small})){{0,8}})"
    )


class SaidOfItself(NamedTuple):
    """The nouns, unaccented, of which a text says "this", by their beginnings; those of them that it never
    writes with a capital there, and only behind words that may point at something else, where it says of
    another noun of works what says it of nothing else: "cette constitution" and "le présent Règlement"."""

    nouns: dict[str, tuple[str, ...]]
    small: frozenset[str]

    def has(self, noun: str) -> bool:
        """Whether a noun is one of these, whatever its ending."""
        plain = unaccented(noun).replace("-", "")
        return any(
            plain.startswith(said[: max(ALIKE, len(said) - ENDING)])
            and len(plain) < len(said) + ENDING
            and not (noun[:1].isupper() and said in self.small)
            for said in self.nouns.get(plain[:ALIKE], ())
        )


def said_of_itself(text: str, words: WorkWords, this: re.Pattern[str]) -> SaidOfItself:
    """The nouns behind `this` in a text."""
    small = text.lower()
    weak, strong = set[str](), set[str]()
    for found in this.finditer(small):
        noun = found["noun"]
        plain = words.lower and text.startswith(noun, found.start("noun")) and len(small) == len(text)
        (weak if plain and not re.fullmatch(words.named, found["this"]) else strong).add(noun)
    named = words.lower and any(re.fullmatch(words.works, noun) for noun in strong)
    nouns, of_others = (
        {unaccented(noun).replace("-", "") for noun in each} for each in (weak | strong, strong)
    )
    return SaidOfItself(by_beginning(nouns), frozenset(nouns - of_others if named else ()))


def by_beginning(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Words by their first letters."""
    found: dict[str, tuple[str, ...]] = {}
    for word in sorted(words):
        found[word[:ALIKE]] = (*found.get(word[:ALIKE], ()), word)
    return found
