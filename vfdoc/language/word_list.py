"""The languages there are, and what each says of its words: `grammar/xx.toml`.

A language is a word list (`grammar/xx.toml`) and a label file (`templates/labels.xx.toml`); nothing in
Python knows one by name but the one that stands in where a language has none (`DEFAULT_LANGUAGE`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli

from vfdoc import assets
from vfdoc.language.typography import unaccented
from vfdoc.model import InputError
from vfdoc.model.session import constant
from vfdoc.model.words import (
    DEFAULT_LANGUAGE,
    CitingForms,
    ContraryForms,
    NameForms,
    SameForms,
    SentenceForms,
    SumForms,
    WordForms,
)

_NEEDED = {
    "headings": (),
    "question": ("asks", "answers"),
    "citation": ("cues", "weak_cues", "joins", "through", "not_before", "not_after"),
}
_SAME = ("free", "weak", "decisive", "modal", "outcome", "pronouns")


def primary(language: str) -> str:
    """A language without its region, in small letters: "fr" of "fr-CA"."""
    return language.partition("-")[0].lower()


@constant
def languages() -> tuple[str, ...]:
    """The languages that have a word list."""
    return assets.languages("grammar", "")


def has_words(language: str) -> bool:
    """Whether a language has a word list; of another one only numbers and signs are read."""
    return primary(language) in languages()


@constant
def known(language: str) -> str:
    """The language whose word list is used for `language`: its own, else that of DEFAULT_LANGUAGE."""
    return found if (found := primary(language)) in languages() else DEFAULT_LANGUAGE


@constant
def label_languages() -> tuple[str, ...]:
    """The languages that have a label file."""
    return assets.languages("templates", "labels.")


@constant
def word_list(language: str) -> Mapping[str, Any]:
    """The tables of the word list used for a language, which nobody changes; InputError where one lacks what
    no text can be read without."""
    name = f"{known(language)}.toml"
    data = tomli.loads(assets.text("grammar", name))
    for table, keys in _NEEDED.items():
        without = (f"{key!r} in [{table}]" for key in keys if key not in data[table])
        if lacks := f"[{table}]" if table not in data else next(without, ""):
            raise InputError(f"grammar/{name}", f"has no {lacks}", "copy it from grammar/de.toml")
    return data


def with_changes(language: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """A table of a language's words by kind, with those of its `[changes]`: what executes a change and what
    proposes it know the same ones."""
    shared = word_list(language).get("changes", {})
    return {kind: [*shared.get(kind, ()), *table.get(kind, ())] for kind in shared} | {
        kind: listed for kind, listed in table.items() if kind not in shared
    }


@constant
def others(language: str) -> tuple[str, ...]:
    """What a line of a table is called that holds for all that no other line names."""
    return tuple(word_list(language).get("search", {}).get("others", ()))


def akin(language: str) -> tuple[tuple[str, ...], ...]:
    """Words of everyday speech that people who ask use for one another: those of one meaning together,
    without accents."""
    meanings = word_list(language).get("search", {}).get("akin", ())
    return tuple(tuple(unaccented(words).split()) for words in meanings)


@constant
def word_forms(language: str) -> WordForms:
    """The forms of a language's words; of one without a word list those by which one cites, and no others."""
    data = word_list(language)
    if not has_words(language):
        data = {key: said for key, said in data.items() if key == "citation"}
    return _forms(data.get("forms", {}))._replace(
        sentence=_sentence(data.get("sentence", {})),
        sums=_sums(data),
        names=_names(data),
        contraries=_contraries(data.get("contraries", {})),
        own=frozenset(data["citation"].get("own", ())),
        same=_same(data.get("same", {})),
        citing=_citing(data["citation"], data.get("citing", {}), data.get("changes", {})),
        editions=frozenset(map(unaccented, data["citation"]["not_before"])),
        governing=frozenset(map(unaccented, data["citation"].get("governing", ()))),
        telling="|".join((*data["citation"].get("telling", ()), *data["citation"].get("names", ()))),
        about="|".join(data["citation"].get("about", ())) or "(?!)",
        sought="|".join(data["citation"].get("sought", ())) or "(?!)",
        tells="|".join(data["citation"].get("tells", ())) or "(?!)",
        holds="|".join(data["citation"].get("holds", ())) or "(?!)",
        under="|".join(data["citation"].get("under", ())) or "(?!)",
        of="|".join(data["citation"].get("of", ())),
        vacant="|".join(data.get("sections", {}).get("vacant", ())),
        gaps="|".join(data.get("sections", {}).get("gaps", ())),
        amends="|".join(data["citation"].get("amends", ())) or "(?!)",
    )


def _forms(data: dict[str, list[str]]) -> WordForms:
    endings = sorted(map(unaccented, data.get("endings", ())), key=len, reverse=True)
    whole = map(unaccented, data.get("whole", ()))
    return WordForms(
        frozenset(map(unaccented, data.get("stop", ()))),
        tuple(endings),
        tuple(whole),
        phrase_endings=tuple(data.get("phrase_endings", ())),
        term_endings=tuple(data.get("term_endings", ())),
    )


def _sentence(data: dict[str, list[str]]) -> SentenceForms:
    ordinals, articles, opens, *patterns = (
        data.get(key, ()) for key in ("ordinals", "articles", "open", "broken", "closed")
    )
    return SentenceForms(tuple(ordinals), tuple(articles), frozenset(opens), *map("|".join, patterns))


def _sums(data: Mapping[str, Any]) -> SumForms:
    sums = {"is_" if name == "is" else name: tuple(listed) for name, listed in data.get("sums", {}).items()}
    return SumForms(**sums, numbers=tuple(data.get("mechanics", {}).get("numbers", {}).items()))


def _names(data: Mapping[str, Any]) -> NameForms:
    names = data.get("names", {})
    joint, of, *kinds = (
        tuple(names.get(key, ())) for key in ("joint", "of", "articles", "definite", "becomes")
    )
    return NameForms(joint, of, frozenset(names.get("ordinary", ())), *kinds)


def _contraries(data: dict[str, Any]) -> ContraryForms:
    pairs = ((unaccented(one), unaccented(other)) for one, other in data.get("pairs", ()))
    denials = frozenset(map(unaccented, data.get("denials", ())))
    return ContraryForms(tuple(pairs), denials, data.get("when", ""), data.get("obliges", ""))


def _same(data: dict[str, Any]) -> SameForms:
    equal = ((tuple(said.split()), tuple(stands.split())) for said, stands in data.get("equal", ()))
    free, weak, decisive, modal, outcome, pronouns = (frozenset(data.get(key, ())) for key in _SAME)
    plurals = ((end, instead) for end, instead in data.get("plurals", ()))
    whole = tuple(data.get("whole", ()))
    return SameForms(
        free=free,
        equal=tuple(equal),
        plurals=tuple(plurals),
        whole=whole,
        weak=weak,
        decisive=decisive,
        modal=modal,
        outcome=outcome,
        pronouns=pronouns,
        inclusive=frozenset(data.get("inclusive", ())),
    )


def _citing(
    citation: Mapping[str, list[str]], data: Mapping[str, Any], changes: Mapping[str, list[str]]
) -> CitingForms:
    listed = {key: tuple(words) for key, words in data.items() if key not in ("cues", "units")}
    for key, done in (("add", "added"), ("subtract", "subtracted")):
        shared = (form for kind in (key, done) for form in changes.get(kind, ()) if " … " not in form)
        listed[key] = (*shared, *listed.get(key, ()))
    return CitingForms(
        cues=(*citation["cues"], *data.get("cues", ())),
        joins=tuple(citation["joins"]),
        through=tuple(citation["through"]),
        versions=tuple(citation["not_before"]),
        units=tuple(citation["not_after"]),
        parts=tuple(citation.get("parts", ())),
        measures=tuple(map(tuple, data.get("units", ()))),
        **listed,
    )
