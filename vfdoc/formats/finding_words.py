"""What a check says, in the language of a reader: messages and remedies by the templates of a language.

English words of a finding come in, those of another language come out, where `templates/findings.xx.toml`
has a template for them; what the finding quotes stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

import tomli

from vfdoc import assets
from vfdoc.language.word_list import primary
from vfdoc.model.session import constant
from vfdoc.model.words import DEFAULT_LANGUAGE

_SLOT = re.compile(r"\{([a-z])\}")
_HELD = {"n": r"\d+", "o": r"[^:\"]+?", "q": r"[^\"]+"}


class _Template(NamedTuple):
    """What English words match, and the words in their place."""

    pattern: re.Pattern[str]
    words: str


class _Templates(NamedTuple):
    """Those of whole messages and remedies, and those of parts that stand in them."""

    whole: tuple[_Template, ...]
    parts: tuple[_Template, ...]


def finding_words(text: str, language: str, names: Mapping[str, str]) -> str | None:
    """A message or remedy in a language; None where that has no words for it. `names` are what tests and
    values are called there, by what messages call them."""
    if primary(language) == DEFAULT_LANGUAGE or not text:
        return text
    found = _templates(primary(language))
    return _put(text, found.whole, found, names)


def _put(text: str, among: tuple[_Template, ...], found: _Templates, names: Mapping[str, str]) -> str | None:
    for template in among:
        if match := template.pattern.fullmatch(text):
            told = {
                slot: names.get(said) or _put(said, found.parts, found, names) or said
                for slot, said in match.groupdict().items()
            }
            return template.words.format(**told)
    return None


@constant
def _templates(language: str) -> _Templates:
    """The templates of a language; none where it has no file."""
    try:
        told = tomli.loads(assets.text("templates", f"findings.{language}.toml"))
    except FileNotFoundError:
        return _Templates((), ())
    return _Templates(
        *(tuple(_Template(_pattern(own), words) for own, words in told[key]) for key in _Templates._fields)
    )


def _pattern(template: str) -> re.Pattern[str]:
    """A template's English words as a pattern, each slot a group."""
    parts = _SLOT.split(template)
    slots = (f"(?P<{slot}>{_HELD.get(slot, '.+?')})" for slot in parts[1::2])
    told = zip(map(re.escape, parts[::2]), (*slots, ""), strict=True)
    return re.compile("".join(f"{own}{slot}" for own, slot in told), re.DOTALL)
