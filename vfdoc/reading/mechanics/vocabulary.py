"""The words of the game and of the language: what a phrase stands for.

Phrases come from the glossary (tests, values, words) and from the language's word list ([mechanics]
in grammar/xx.toml). They are compared as stems, longest first, so that plurals and accents need no
entries of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.language.typography import unaccented
from vfdoc.language.word_list import known, with_changes, word_list
from vfdoc.model import InputError
from vfdoc.model.mechanics import Action
from vfdoc.model.session import memoized_few, once_a_stage
from vfdoc.model.words import DEFAULT_LANGUAGE
from vfdoc.reading.editions import hold_inside
from vfdoc.reading.games import layers
from vfdoc.reading.glossary import FILE
from vfdoc.reading.sources import shown_path
from vfdoc.reading.toml import parsed

HINTS = "original-glossary.toml"
"""Beside an edition's glossary.toml: the words in which its original says the same, which it does not use."""
_ONLY = 12  # characters before a change in which "only" may stand
WORD = re.compile(r"[^\W\d_]+")
_CHANGING = (
    "add", "added", "bonus", "double", "doubled", "extra", "fail", "halve", "halved", "longer", "lowered",
    "pass", "raised", "reroll", "set_to", "subtract", "subtracted",
)  # fmt: skip
_STIRRING = ("add", "added", "lowered", "penalizing", "raised", "subtract", "subtracted")


class Meaning(NamedTuple):
    """What a phrase stands for: a terminal of the grammar and an id (of a test, a concept …).

    `also` is a concept that the phrase says beside: "if strong" names a value, and when; `behind` the word
    that must follow further on, "ziehen … ab", or, where it is `near`, with a number alone
    between: "um # erhöht".
    """

    kind: str
    id: str
    also: str | None = None
    behind: str = ""
    near: bool = False


class Fact(NamedTuple):
    """A fact of the glossary; `says` holds the sets of concepts that name it.

    `bare` is what a number's name means where no number stands by it: "any losses" are more than 0;
    `after` are the tests whose outcome it is, which it cannot be a condition of.
    """

    id: str
    kind: str
    unit: str | None
    says: tuple[frozenset[str], ...]
    values: tuple[tuple[str, str], ...]
    bare: tuple[str, int] = (">", 0)
    after: tuple[str, ...] = ()
    default: bool = False
    implies: tuple[tuple[str, str | float | bool], ...] = ()
    follows: tuple[tuple[str, str], ...] = ()
    excludes: tuple[str, ...] = ()
    one_side: bool = False


class TestOrValue(NamedTuple):
    """A test or value of the game: whom "the unit" means, whom "against", and what narrows it."""

    id: str
    name: str
    is_test: bool
    self: str
    covers: tuple[str, ...]
    implies: tuple[tuple[str, str], ...]
    foe: str = "attacker"


class Acting(NamedTuple):
    """An action as rules name it (`forms`, as stems): who takes it, and what it asks (see Action)."""

    action: Action
    self: str
    forms: tuple[tuple[str, ...], ...]


class _Patterns(dict[str, re.Pattern[str]]):
    """The patterns of a language; one that its word list lacks is found nowhere."""

    def __missing__(self, name: str) -> re.Pattern[str]:
        return re.compile("(?!)")


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Everything that reading asks of the words of one language, for one edition; equal to itself alone."""

    language: str
    phrases: dict[str, list[tuple[tuple[str, ...], Meaning]]]
    games: dict[str, TestOrValue]
    labels: dict[tuple[str, ...], str]
    panels: dict[tuple[str, ...], str]
    facts: tuple[Fact, ...]
    subjects: frozenset[str]
    about: dict[str, tuple[Fact, ...]]
    narrows: dict[str, str]
    numbers: dict[str, int]
    magnitudes: dict[str, int]
    convention: re.Pattern[str]
    conventions: frozenset[str]
    patterns: dict[str, re.Pattern[str]]
    contexts: frozenset[str]
    units: dict[str, str]
    qualities: frozenset[str]
    counts: frozenset[str]
    sets: frozenset[str]
    pairs: tuple[str, ...]
    quality_of: dict[str, str]
    dice_values: frozenset[str]
    counted: dict[tuple[str, ...], str]
    means: dict[str, tuple[str, ...]]
    traits: frozenset[str]
    resources: frozenset[str]
    topics: frozenset[str]
    titles: frozenset[str]
    heads: frozenset[str]
    lasting: frozenset[str]
    nouns: frozenset[str]
    denies: dict[str, str]
    by: dict[str, str]
    empty: frozenset[str]
    speakers: dict[str, str]
    remark: re.Pattern[str]
    terms: frozenset[tuple[str, ...]]
    captions: frozenset[str]
    counted_by: dict[str, str]
    actions: tuple[Acting, ...]
    joins: tuple[str, ...]
    ors: tuple[str, ...]

    def only(self, text: str, start: int, end: int) -> bool:
        """Whether a change that stands there in a text is said to be all that there is: "it only adds 1"."""
        return "only" in self.patterns and bool(
            self.patterns["only"].search(text[:start].rstrip()[-_ONLY:] + " " + text[start:end])
        )


def stems(text: str, language: str) -> tuple[str, ...]:
    """The words of `text` as stems."""
    return tuple(phrase_form(word, language) for word in WORD.findall(text))


def vocabulary(language: str, folder: Path | None = None, *, copy: bool = False) -> Vocabulary:
    """The vocabulary of `language`, with what the edition's folder adds in its own glossary.toml; for a
    `copy`, a text that is none of the edition's own files, with its hints too."""
    try:
        return _vocabulary(known(language), glossary_texts(folder, copy))
    except (KeyError, TypeError, AttributeError, ValueError, re.error) as error:
        what = f"lacks the key {error}" if isinstance(error, KeyError) else f"is not right ({error})"
        place = shown_path(_first_wrong(known(language), _files(folder, copy)))
        remedy = f"write it like those of rulesets/games/*/{FILE}"
        raise InputError(place, f"an entry {what}", remedy) from None


def _first_wrong(language: str, files: Sequence[Path]) -> Path:
    """Of files laid over one another, the first with which they can be compiled no more."""
    texts = tuple(path.read_text(encoding="utf-8") for path in files)
    for above in range(1, len(files)):
        try:
            _vocabulary(language, texts[:above])
        except (KeyError, TypeError, AttributeError, ValueError, re.error):
            return files[above - 1]
    return files[-1]


@memoized_few
def _vocabulary(language: str, texts: tuple[str, ...]) -> Vocabulary:
    return _compiled(language, glossary(texts), word_list(language).get("mechanics", {}))


@once_a_stage
def glossary_texts(folder: Path | None = None, copy: bool = False) -> tuple[str, ...]:
    """The glossary of the edition's game and the one in its own folder, as they are printed: what is compiled
    of them is remembered by what they say, for an author edits them."""
    return tuple(path.read_text(encoding="utf-8") for path in _files(folder, copy))


def _files(folder: Path | None, copy: bool) -> tuple[Path, ...]:
    """The files of the glossary that hold for an edition's texts, or for a copy of its original."""
    found = layers(folder, FILE)
    if not copy or folder is None or not (folder / HINTS).is_file():
        return found
    hold_inside(folder, HINTS, folder / HINTS, "is a link")
    return (*found[:1], folder / HINTS, *found[1:])  # the edition's own words come first


def glossary(texts: tuple[str, ...]) -> dict[str, Any]:
    """The glossary that these files make, each laid over those before it."""
    found: dict[str, Any] = {}
    for text in texts:
        found = _with(found, parsed(text))
    return found


def _with(base: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """A glossary and one that is laid over it; of an entry in both, lists are joined.

    What lies above comes first: of two meanings of the same words, the first is taken.
    """
    out = dict(more)
    for key, value in base.items():
        own = out.get(key)
        if isinstance(own, dict) and isinstance(value, dict):
            out[key] = _with(value, own)
        elif isinstance(own, list) and isinstance(value, list):
            out[key] = own + value
        elif key not in out:
            out[key] = value
    return out


def _compiled(language: str, glossary: dict[str, Any], effects: dict[str, Any]) -> Vocabulary:
    phrases: dict[str, list[tuple[tuple[str, ...], Meaning]]] = {}

    def add(forms: list[str], meaning: Meaning) -> None:
        for form in forms:
            near = " # " in form
            said, _, behind = form.partition(" # " if near else " … ")
            words = stems(said, language)
            if words:
                far = phrase_form(behind, language) if behind else ""
                meant = meaning._replace(behind=far, near=near)
                phrases.setdefault(words[0], []).append((words, meant))

    changing = with_changes(language, effects.get("words", {}))
    for kind, entry in glossary.get("changes", {}).items():
        changing[kind] = [*changing.get(kind, ()), *entry.get(language, ())]
    for kind, forms in changing.items():
        add(forms, Meaning(kind.upper(), kind))
    sections = {name: glossary.get(name, {}) for name in ("tests", "values", "words", "facts", "per")}
    for name, kind in (("tests", "TEST"), ("values", "VALUE"), ("words", "CONCEPT"), ("per", "COUNTED")):
        for id, entry in sections[name].items():
            add(entry.get(language, []), Meaning("NOISE" if entry.get("noise") else kind, id))
            for concept, forms in entry.get("saying", {}).items():
                add(forms, Meaning(kind, id, concept))
    for listed in phrases.values():
        listed.sort(key=lambda phrase: -len(phrase[0]))
    games = _games(sections, language)
    return Vocabulary(
        language=language,
        phrases=phrases,
        games=games,
        labels=_forms(sections["tests"] | sections["values"], language, "labels"),
        panels=_forms(sections["values"] | sections["tests"], language, "panels"),
        facts=tuple(_fact(id, entry) for id, entry in sections["facts"].items()),
        subjects=frozenset(id for id, entry in sections["words"].items() if entry.get("subject")),
        about=_by_concept(tuple(_fact(id, entry) for id, entry in sections["facts"].items())),
        narrows={
            id: entry["narrows"]
            for name in ("words", "per")
            for id, entry in sections[name].items()
            if "narrows" in entry
        },
        numbers=effects.get("numbers", {}),
        magnitudes=effects.get("magnitudes", {}),
        convention=_any_convention(glossary, language),
        conventions=frozenset(glossary.get("conventions", {})),
        patterns=_Patterns(
            {name: re.compile(form, re.IGNORECASE) for name, form in effects.get("patterns", {}).items()}
            | _effect(changing)
            | _stirring(with_changes(language, word_list(language).get("clauses", {})))
        ),
        contexts=frozenset(id for id, entry in sections["words"].items() if entry.get("context")),
        units={id: entry["unit"] for id, entry in sections["values"].items() if "unit" in entry},
        qualities=frozenset(id for id, e in sections["tests"].items() if "quality" in e),
        counts=frozenset(id for id, e in sections["values"].items() if e.get("counts")),
        sets=frozenset(id for id, e in sections["values"].items() if e.get("sets")),
        pairs=tuple(glossary.get("pairs", {}).get("concepts", ())),
        quality_of={id: e["quality"] for id, e in sections["tests"].items() if "quality" in e},
        dice_values=frozenset(id for id, e in sections["values"].items() if e.get("dice")),
        counted=_forms(sections["per"], language, "labels"),
        means={id: tuple(entry["means"]) for id, entry in sections["words"].items() if "means" in entry},
        traits=frozenset(id for id, entry in sections["words"].items() if entry.get("trait")),
        resources=frozenset(id for id, entry in sections["words"].items() if entry.get("resource")),
        topics=frozenset(id for id, entry in sections["words"].items() if entry.get("topic")),
        titles=frozenset(
            id for id, entry in sections["words"].items() if entry.get("topic", True) is not True
        ),
        heads=frozenset(id for id, entry in sections["words"].items() if entry.get("topic") == "head"),
        lasting=frozenset(id for id, entry in sections["words"].items() if entry.get("topic") == "section"),
        nouns=frozenset(id for id, entry in sections["words"].items() if entry.get("noun")),
        denies={id: entry["denies"] for id, entry in sections["words"].items() if "denies" in entry},
        by={id: entry["by"] for id, entry in sections["words"].items() if "by" in entry},
        empty=frozenset(
            phrase_form(word, language) for word in (*effects.get("empty", ()), *effects.get("numbers", ()))
        ),
        speakers={id: entry["self"] for id, entry in sections["words"].items() if "self" in entry},
        remark=_any_phrase(glossary.get("remarks", {}).values(), language),
        terms=frozenset(
            stems(form, language)
            for entry in glossary.get("terms", {}).values()
            for form in entry.get(language, ())
        ),
        captions=frozenset(
            word
            for form in (*effects.get("captions", ()), *glossary.get("captions", {}).get(language, ()))
            for word in stems(form, language)
        ),
        counted_by={id: entry["per"] for id, entry in sections["words"].items() if "per" in entry},
        actions=tuple(_acting(id, entry, language) for id, entry in glossary.get("actions", {}).items()),
        joins=tuple(form for kind in ("and", "or", "no") for form in effects.get("words", {}).get(kind, ())),
        ors=tuple(form for kind in ("or", "no") for form in effects.get("words", {}).get(kind, ())),
    )


def _effect(words: Mapping[str, Sequence[str]]) -> dict[str, re.Pattern[str]]:
    """What finds that a text may state a change: a digit, or the first words of a phrase for one, with or
    without their accents ("Echec auto")."""
    forms = {form.partition(" … ")[0] for kind in _CHANGING for form in words.get(kind, ())}
    said = forms | set(map(unaccented, forms))
    words_of = (re.findall(r"\w+", form) for form in sorted(said))
    listed = "|".join(r"\W+".join(rf"{word.removesuffix('s')}\w*" for word in each) for each in words_of)
    return {"effect": re.compile(rf"[\d½]|\b(?:{listed})", re.IGNORECASE)} if said else {}


def _stirring(words: Mapping[str, Any]) -> dict[str, re.Pattern[str]]:
    """What finds a word by which any game changes a roll, beside those that are read here."""
    said = {re.escape(form) for kind in _STIRRING for form in words.get(kind, ()) if " … " not in form}
    return {"stirs": re.compile(rf"\b(?:{'|'.join(sorted(said))})\b", re.IGNORECASE)} if said else {}


def _acting(id: str, entry: dict[str, Any], language: str) -> Acting:
    name = "" if language == DEFAULT_LANGUAGE else next(iter(entry.get(language, ())), "")
    action = Action(id, tuple(entry.get("of", ())), tuple(entry.get("counts", ())), name)
    forms = sorted((stems(form, language) for form in entry.get(language, ())), key=len, reverse=True)
    return Acting(action, entry.get("self", "attacker"), tuple(forms))


def _games(sections: dict[str, dict[str, Any]], language: str) -> dict[str, TestOrValue]:
    out = {}
    for name in ("values", "tests"):
        for id, entry in sections[name].items():
            forms = entry.get(language) or [id.replace("-", " ")]
            covers, implies = tuple(entry.get("covers", ())), tuple(entry.get("implies", {}).items())
            self = entry.get("self", "unit")
            foe = entry.get("foe", "target" if self == "attacker" else "attacker")
            out[id] = TestOrValue(id, forms[0], name == "tests", self, covers, implies, foe)
    return out


def _forms(entries: dict[str, Any], language: str, key: str) -> dict[tuple[str, ...], str]:
    """Whole labels (as stems) and what they name; the names of a thing are labels of it too."""
    out: dict[tuple[str, ...], str] = {}
    for id, entry in entries.items():
        forms = entry.get(key, {})
        listed = forms.get(language, []) if isinstance(forms, dict) else forms
        for form in [*listed, *(entry.get(language, []) if key == "labels" else [])]:
            out.setdefault(stems(form, language), id)
    return out


def _any_convention(glossary: dict[str, Any], language: str) -> re.Pattern[str]:
    """What finds the sentences that state a convention and no change beside it."""
    entries = glossary.get("conventions", {}).values()
    return _any_phrase((entry for entry in entries if entry.get("alone")), language)


def _any_phrase(entries: Iterable[Mapping[str, Any]], language: str) -> re.Pattern[str]:
    """What finds any of the phrases of these entries; "…" in one stands for any words."""
    forms = [
        ".{0,90}?".join(r"\W+".join(re.findall(r"\w+", part)) for part in form.split("…"))
        for entry in entries
        for form in sorted(entry.get(language, ()), key=len, reverse=True)
    ]
    return re.compile(rf"\b(?:{'|'.join(forms)})\b" if forms else "(?!)", re.IGNORECASE)


def _by_concept(facts: tuple[Fact, ...]) -> dict[str, tuple[Fact, ...]]:
    """The facts that a concept may state, in the glossary's order."""
    out: dict[str, tuple[Fact, ...]] = {}
    for fact in facts:
        concepts = {c for says in fact.says for c in says} | {c for _, c in fact.values}
        for concept in concepts:
            out[concept] = (*out.get(concept, ()), fact)
    return out


def _fact(id: str, entry: dict[str, Any]) -> Fact:
    says = entry["says"]
    sets = [frozenset(s) for s in says] if says and isinstance(says[0], list) else [frozenset(says)]
    values = entry.get("values", [])
    pairs = values.items() if isinstance(values, dict) else ((v, v) for v in values)
    op, number = entry.get("bare", (">", 0))
    bare, after, default = (op, number), tuple(entry.get("after", ())), entry.get("default", False)
    kind, unit = entry["kind"], entry.get("unit")
    told = entry.get("implies", {}).items()
    implies = tuple((name, value if isinstance(value, str | bool) else float(value)) for name, value in told)
    listed = entry.get("follows", {}).items()
    follows = tuple((name, one) for name, any_of in listed for one in _as_list(any_of))
    if not all(isinstance(one, str) for _, one in follows):
        raise ValueError(f"`follows` of {id} names choices, each in quotes")
    return Fact(
        id=id,
        kind=kind,
        unit=unit,
        says=tuple(sets),
        values=tuple(pairs),
        bare=bare,
        after=after,
        default=default,
        implies=implies,
        follows=follows,
        excludes=tuple(entry.get("excludes", ())),
        one_side=entry.get("one_side", False),
    )


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
