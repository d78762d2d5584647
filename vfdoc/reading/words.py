"""The word list of a language (grammar/en.toml, fr.toml): the only place where its words stand."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from vfdoc import assets
from vfdoc.model import SectionKind, WordForms
from vfdoc.model.session import constant
from vfdoc.model.words import ContraryForms, NameForms, SentenceForms, SumForms, unaccented
from vfdoc.reading.toml import parsed

_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


class Words(NamedTuple):
    """The words of one language, compiled: kinds of heading, question marks, citation cues."""

    headings: tuple[tuple[SectionKind, re.Pattern[str]], ...]
    asks: re.Pattern[str]
    answers: re.Pattern[str]
    mark_letters: frozenset[str]
    cues: str
    weak_cues: str
    joins: str
    through: str
    not_before: str
    not_after: str
    unit: re.Pattern[str]
    forms: WordForms

    def heading_kind(self, title: str) -> SectionKind | None:
        """The kind that a heading's words make ("Designer's Comments" is a note), else None."""
        plain = title.translate(_QUOTES).strip()
        for kind, pattern in self.headings:
            if pattern.fullmatch(plain):
                return kind
        return None


@constant
def languages() -> tuple[str, ...]:
    """The languages that have a word list."""
    return tuple(sorted(p.stem for p in assets.folder("grammar").glob("??.toml")))


@constant
def words(language: str) -> Words:
    """The words of `language`; where it has no list of its own, the English ones."""
    name = language.split("-")[0].lower()
    if name not in languages():
        name = "en"
    data = parsed(assets.text("grammar", f"{name}.toml"))
    citation = data["citation"]
    return Words(
        headings=tuple((kind, _whole(forms)) for kind, forms in data["headings"].items()),
        asks=_mark(data["question"]["asks"]),
        answers=_mark(data["question"]["answers"]),
        mark_letters=frozenset("*" + "".join(f[0] for forms in data["question"].values() for f in forms)),
        cues=_either(citation["cues"]),
        weak_cues=_either(citation["weak_cues"]),
        joins=_either(citation["joins"]),
        through=_either(citation["through"]),
        not_before=_either(citation["not_before"]),
        not_after=_either(citation["not_after"]),
        unit=re.compile(rf"(?:{_either(citation['not_after'])})(?!\w)", re.IGNORECASE),
        forms=_forms(data.get("forms", {}))._replace(
            sentence=_sentence(data.get("sentence", {})),
            sums=_sums(data),
            names=_names(data),
            contraries=_contraries(data.get("contraries", {})),
            own=frozenset(citation.get("own", ())),
        ),
    )


def _forms(data: dict[str, list[str]]) -> WordForms:
    endings = sorted(map(unaccented, data.get("endings", ())), key=len, reverse=True)
    whole = map(unaccented, data.get("whole", ()))
    return WordForms(frozenset(map(unaccented, data.get("stop", ()))), tuple(endings), tuple(whole))


def _sentence(data: dict[str, list[str]]) -> SentenceForms:
    ordinals, articles, opens, broken = (
        data.get(key, ()) for key in ("ordinals", "articles", "open", "broken")
    )
    return SentenceForms(tuple(ordinals), tuple(articles), frozenset(opens), "|".join(broken))


def _sums(data: dict[str, Any]) -> SumForms:
    sums = {name: tuple(listed) for name, listed in data.get("sums", {}).items()}
    return SumForms(**sums, numbers=tuple(data.get("mechanics", {}).get("numbers", {}).items()))


def _names(data: dict[str, Any]) -> NameForms:
    names = data.get("names", {})
    joint, of, ordinary = (names.get(key, ()) for key in ("joint", "of", "ordinary"))
    return NameForms(tuple(joint), tuple(of), frozenset(ordinary))


def _contraries(data: dict[str, Any]) -> ContraryForms:
    pairs = ((unaccented(one), unaccented(other)) for one, other in data.get("pairs", ()))
    denials = frozenset(map(unaccented, data.get("denials", ())))
    return ContraryForms(tuple(pairs), denials, data.get("when", ""), data.get("obliges", ""))


def _either(forms: list[str]) -> str:
    return "|".join(sorted(forms, key=len, reverse=True))


def _whole(forms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?:{_either(forms)})[ :.]*", re.IGNORECASE)


def _mark(forms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"\*{{0,2}}(?:{_either(forms)})(?: ?\d{{1,3}}[.:]|[ \xa0]?:)\*{{0,2}}(?:[ \t]+|$)")
