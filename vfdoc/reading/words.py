"""What a language's word list says of headings, questions and citations, compiled for reading."""

from __future__ import annotations

import re
from typing import NamedTuple

from vfdoc.language.typography import straight
from vfdoc.language.word_list import word_forms, word_list
from vfdoc.model import SectionKind, WordForms
from vfdoc.model.session import constant


class Words(NamedTuple):
    """The words of one language, compiled: kinds of heading, what stands behind the rules (a glossary),
    question marks, citation cues."""

    headings: tuple[tuple[SectionKind, re.Pattern[str]], ...]
    back: re.Pattern[str]
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
        plain = straight(title).strip()
        for kind, pattern in self.headings:
            if pattern.fullmatch(plain):
                return kind
        return None


@constant
def words(language: str) -> Words:
    """The words of `language`; where it has no list of its own, those of the default."""
    data = word_list(language)
    citation = data["citation"]
    return Words(
        headings=tuple((kind, _whole(forms)) for kind, forms in data["headings"].items()),
        back=_whole(data.get("sections", {}).get("back", [])),
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
        forms=word_forms(language),
    )


def _either(forms: list[str]) -> str:
    return "|".join(sorted(forms, key=len, reverse=True))


def _whole(forms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?:{_either(forms) or '(?!)'})[ :.]*", re.IGNORECASE)


def _mark(forms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"\*{{0,2}}(?:{_either(forms)})(?: ?\d{{1,3}}[.:]|[ \xa0]?:)\*{{0,2}}(?:[ \t]+|$)")
