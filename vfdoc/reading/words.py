"""What a language's word list says of headings, questions and citations, compiled for reading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from vfdoc.language.typography import straight
from vfdoc.language.word_list import word_forms, word_list
from vfdoc.model import SectionKind, WordForms
from vfdoc.model.session import constant


class WorkWords(NamedTuple):
    """How a language names the works that it cites, as alternatives of patterns: `of` stands between a
    citation and the name, `annexed_to` behind that of an annex alone, `the` before it, `small` words inside
    it; `works` are nouns of which the name of a work has one (written with a capital unless `lower`), `rules`
    such as need more than themselves,
    `others` say that it is not this text, `that` so before such a noun with a capital, `this` that it is;
    `texts` are nouns for the text itself ("of this document"); `former` stands before a number of old,
    `means` between a short name and the work that it stands for; `divisions` are what works are divided into,
    `supplements` in a title before the work that this one goes with,
    `society` stands before the name of the society whose text it is, `qualified` are words behind such a noun
    that say which, `theirs` stand before what is somebody's, `cited` behind a citation that was given before,
    `modified` where another work applies with changes that a list tells, `amended` behind a citation of what
    another work has changed, `amending` between a work that is changed and its section, `amended_titles`
    before that section in a title, `named` are those of `this` that say it of nothing else, `said`
    between a citation and the noun of a work told of before, with "of", `enacted` are nouns of works that
    stand before their numbers alone, `plain` are nouns that name another work in small letters, too,
    `recital` begins what a text says of its grounds; `nouns` have capitals."""

    of: str
    the: str
    small: str
    works: str
    rules: str
    others: str
    this: str
    that: str
    texts: str
    former: str
    means: str
    divisions: str
    annexed_to: str
    supplements: str
    society: str
    qualified: str
    theirs: str
    cited: str
    modified: str
    amended: str
    amending: str
    amended_titles: str
    named: str
    said: str
    thereof: str
    enacted: str
    plain: str
    recital: str
    lower: bool = False
    nouns: bool = False


class LanguageWords(NamedTuple):
    """The words of one language, compiled: kinds of heading, what stands behind the rules (a glossary), what
    heads a list of changes, numbers as words (the first stands for 1), words behind the number that counts
    them, question marks, citation cues."""

    headings: tuple[tuple[SectionKind, re.Pattern[str]], ...]
    back: re.Pattern[str]
    changes: str
    month: str
    months: re.Pattern[str]
    inserts: bool
    letters_apart: bool
    ordinals: tuple[str, ...]
    counted: re.Pattern[str]
    first: str
    asks: re.Pattern[str]
    answers: re.Pattern[str]
    mark_letters: frozenset[str]
    cues: str
    weak_cues: str
    telling: str
    joins: str
    through: str
    read_with: str
    past: str
    not_before: str
    not_after: str
    idioms: str
    articles: str
    joined: str
    parts: str
    own_parts: str
    nth: str
    names: str
    counts: str
    following: str
    below: str
    above: str
    ordinary: frozenset[str]
    works: WorkWords
    unit: re.Pattern[str]
    forms: WordForms

    def heading_kind(self, title: str) -> SectionKind | None:
        """The kind that a heading's words make ("Designer's Comments" is a note), else None."""
        plain = straight(title).strip()
        for kind, pattern in self.headings:
            if pattern.fullmatch(plain):
                return kind
        return None

    def ordinal(self, word: str) -> int:
        """The number that a word is ("second", "two": 2), 0 where it is none."""
        return _ordinal(self.ordinals, word.casefold())


@constant
def _ordinal(forms: tuple[str, ...], word: str) -> int:
    return next((at for at, form in enumerate(forms, start=1) if re.fullmatch(form, word)), 0)


@constant
def words(language: str) -> LanguageWords:
    """The words of `language`; where it has no list of its own, those of the default."""
    data = word_list(language)
    citation = data["citation"]
    return LanguageWords(
        headings=tuple((kind, _whole(forms)) for kind, forms in data["headings"].items()),
        back=_whole(data.get("sections", {}).get("back", [])),
        changes=_either(data.get("sections", {}).get("changes", ())),
        month=(month := _either(data.get("sections", {}).get("months", []))),
        months=re.compile(rf"(?:{month})[ ,]+\d{{4}}(?!\w)", re.IGNORECASE),
        inserts="bis" not in citation["through"],
        letters_apart=citation.get("letters_apart", False),
        ordinals=tuple(data.get("sections", {}).get("ordinals", ())),
        counted=re.compile(
            rf"[ \t]+(?P<word>{_either(data.get('sections', {}).get('counted', ())) or '(?!)'})"
            r"(?=[*_]{0,3}[ \t]*(?:[-–—:]|\n|$))"
        ),
        first=_either(citation.get("first", ())),
        asks=_mark(data["question"]["asks"]),
        answers=_mark(data["question"]["answers"]),
        mark_letters=frozenset("*" + "".join(f[0] for forms in data["question"].values() for f in forms)),
        cues=_either(citation["cues"]),
        weak_cues=_either(citation["weak_cues"]),
        telling=_either((*citation.get("telling", ()), *citation.get("complying", ()))),
        joins=_either(citation["joins"]),
        through=_either(citation["through"]),
        read_with=_either(citation.get("read_with", ())),
        past=_either(citation.get("past", ())),
        not_before=_either(citation["not_before"]),
        not_after=_either(citation["not_after"]),
        idioms=_either(citation.get("idioms", ())),
        articles=_either(citation.get("articles", ())),
        joined=_either(citation.get("joined", ())),
        parts=_either(citation.get("parts", ())),
        own_parts=_either(citation.get("own_parts", ())),
        nth=_either(citation.get("nth", ())),
        names=_either(citation.get("names", ())),
        counts=_either(list(data.get("mechanics", {}).get("numbers", ()))),
        following=_either(citation.get("following", ())),
        below=_either(citation.get("below", ())),
        above=_either(citation.get("above", ())),
        ordinary=frozenset(citation.get("ordinary", ())),
        works=WorkWords(
            of=_either(citation.get("of", ())),
            the=_either(citation.get("the", ())),
            small=_either(citation.get("before_work", ())),
            works=_either(citation.get("works", ())),
            rules=_either(citation.get("rules", ())),
            others=_either(citation.get("others", ())),
            this=_either(citation.get("self", ())),
            that=_either(citation.get("that", ())),
            cited=_either(citation.get("cited", ())),
            modified=_either(citation.get("modified", ())),
            amended=_either(citation.get("amended", ())),
            amending=_either(citation.get("amending", ())),
            amended_titles=_either(citation.get("amended_titles", ())),
            named=_either(citation.get("self_alone", ())),
            said=_either(citation.get("said", ())),
            thereof=_either(citation.get("thereof", ())),
            enacted=_either(citation.get("enacted", ())),
            plain=_either(citation.get("plain", ())),
            recital=_either(citation.get("recital", ())),
            texts=_either(citation.get("texts", ())),
            former=_either(citation.get("former", ())),
            means=_either(citation.get("means", ())),
            divisions=_either(citation.get("divisions", ())),
            annexed_to=_either(citation.get("annexed_to", ())),
            supplements=_either(citation.get("supplements", ())),
            society=_either(citation.get("society", ())),
            qualified=_either(citation.get("qualified", ())),
            theirs=_either(citation.get("theirs", ())),
            lower=citation.get("lower_works", False),
            nouns=citation.get("capital_nouns", False),
        ),
        unit=re.compile(rf"(?:{_either(citation['not_after'])})(?!\w)", re.IGNORECASE),
        forms=word_forms(language),
    )


def _either(forms: Sequence[str]) -> str:
    return "|".join(sorted(forms, key=len, reverse=True)) or "(?!)"


def _whole(forms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?:{_either(forms) or '(?!)'})[ :.]*", re.IGNORECASE)


def _mark(forms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"\*{{0,2}}(?:{_either(forms)})(?: ?\d{{1,3}}[.:]|[ \xa0]?:)\*{{0,2}}(?:[ \t]+|$)")
