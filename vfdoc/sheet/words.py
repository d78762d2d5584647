"""The words of a sheet, by language ([sheet] of a label file), and how they make conditions short."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from vfdoc.formats.conditions import Speech, condition_words, name_of, scope_words
from vfdoc.formats.labels import label_file, label_language
from vfdoc.formats.row_words import faces_text, signed_value
from vfdoc.model.mechanics import All, Any, Condition, HalfOf, Modifier, ValueOf
from vfdoc.model.session import constant

_HALF = 0.5
_MINUS = "\N{MINUS SIGN}"
_SPACE = re.compile(r"[^\S\xa0\u202f]+")  # but those that end no line


@dataclass(frozen=True, slots=True)
class SheetWords:
    """One language's: `panels` are titles, `topics` patterns of section titles, `joins` what
    joins terms, from another language; `labels` are the rest."""

    language: str
    labels: Mapping[str, str]
    panels: Mapping[str, str]
    topics: Mapping[str, re.Pattern[str]]
    amounts: Mapping[str, str]
    short: tuple[tuple[re.Pattern[str], str], ...]
    joins: Mapping[str, Mapping[str, str]]
    subjects: re.Pattern[str]

    def __getitem__(self, key: str) -> str:
        return self.labels[key]

    def say(self, key: str, **values: object) -> str:
        """The words of `key` with values in their places."""
        return self.labels[key].format(**values)

    def title(self, panel: str) -> str:
        """A panel's title; its own name where it is none that vfdoc knows."""
        return self.panels.get(panel, panel.replace("-", " ").capitalize())


@constant
def sheet_words(language: str) -> SheetWords:
    """The words of a language; those of the default where it has no label file."""
    data = label_file(language)["sheet"]
    topics = {name: re.compile("|".join(forms), re.IGNORECASE) for name, forms in data["topics"].items()}
    short = tuple((re.compile(each["from"], re.IGNORECASE), each["to"]) for each in data["short"])
    labels = {key: value for key, value in data.items() if isinstance(value, str)}
    return SheetWords(
        label_language(language), labels, data["panels"], topics, data["amounts"], short, data["joins"],
        re.compile(labels["subjects"], re.IGNORECASE),
    )  # fmt: skip


def short_amount(row: Modifier, speech: Speech, words: SheetWords, score: str = "") -> str:
    """What a modifier does, as a sheet prints it: "+1", "½", "reroll 1"; a score that it sets in the form of
    such, "{score}+"."""
    amount, forms = row.amount, words.amounts
    if isinstance(amount, HalfOf):
        return forms["half_of"].format(value=name_of(amount.value, speech))
    if isinstance(amount, ValueOf):
        signed = signed_value(amount, name_of(amount.value, speech))
        return forms["dice"].format(amount=signed) if row.operation == "dice" else signed
    if row.faces:
        return f"{faces_text(row.faces)}: {forms.get(row.operation, row.operation)}"
    if amount is None:
        return forms.get(row.operation, row.operation)
    unit = '"' if row.unit == "in" else ""
    if row.operation in ("add", "dice"):
        signed = f"{'+' if amount >= 0 else _MINUS}{_printed(abs(amount))}{unit}"
        return forms["dice"].format(amount=signed) if row.operation == "dice" else signed
    plain = f"{_printed(amount)}{unit}"
    if score:
        return score.format(score=plain)
    if row.operation == "reroll":
        return forms["reroll_of"].format(amount=plain)
    return forms.get(row.operation, row.operation).format(amount=plain)


def _printed(amount: float) -> str:
    """A number as rules print it: 3, ½, 4½."""
    whole, half = divmod(amount, 1)
    return f"{amount:g}" if half != _HALF else f"{whole:g}½".lstrip("0")


def short_scope(row: Modifier, speech: Speech, words: SheetWords) -> str:
    """By what a modifier is counted, and how often at most."""
    return shortened(scope_words(row, speech), words)


def short_condition(condition: Condition | None, speech: Speech, words: SheetWords) -> str:
    """A condition in few words: its parts set off by commas where none of them holds one."""
    if isinstance(condition, All):
        parts = [shortened(condition_words(part, speech), words) for part in condition.parts]
        if not any("," in part for part in parts):
            several = [isinstance(part, Any) for part in condition.parts]
            return ", ".join(_said_once(parts, several, words))
    return shortened(condition_words(condition, speech), words)


def _said_once(parts: Sequence[str], several: Sequence[bool], words: SheetWords) -> Iterator[str]:
    """Parts without the subject that the part before names already, unless that is of `several` cases, which
    may each have a subject of its own."""
    before = ""
    for part, is_of_several in zip(parts, several, strict=True):
        found = words.subjects.match(part)
        subject = found.group() if found else ""
        yield part[len(subject) :] if subject and subject == before else part
        before = "" if is_of_several else subject


def shortened(text: str, words: SheetWords) -> str:
    """Words without what goes without saying on a sheet."""
    for pattern, other in words.short:
        text = pattern.sub(other, text)
    return _SPACE.sub(" ", text).strip()
