"""The words of the pages themselves, by language: what a label file says, and nothing of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import tomli

from vfdoc import assets
from vfdoc.language.word_list import label_languages, primary
from vfdoc.model.session import constant
from vfdoc.model.words import DEFAULT_LANGUAGE


class Labels:
    """The labels of one language. `labels["key"]` is the words; `say` fills in values."""

    __slots__ = ("_words", "language")

    def __init__(self, language: str, words: Mapping[str, str]) -> None:
        self.language, self._words = language, words

    def __getitem__(self, key: str) -> str:
        return self._words[key]

    def __contains__(self, key: str) -> bool:
        return key in self._words

    def say(self, key: str, **values: object) -> str:
        """The words of `key` with values in their places."""
        return self._words[key].format(**values)

    def count(self, key: str, number: int) -> str:
        """The words of `key` for that many: the label `key_none`, `key_one` or `key_many`."""
        if number == 0 and f"{key}_none" in self:
            return self[f"{key}_none"]
        return self.say(f"{key}_one" if number == 1 else f"{key}_many", number=number)

    def named(self, kind: str, name: str) -> str:
        """The label of a name that comes from elsewhere (`rule_` + name), else the name itself."""
        return self._words.get(f"{kind}_{name.replace('-', '_')}", name)

    def language_name(self, language: str) -> str:
        """What a language is called: in this one where its file says that, else in its own."""
        name = primary(language)
        if name == self.language or (f"language_{name}" not in self and name in label_languages()):
            return labels(name)["language"]
        return self.named("language", name)


def label_language(language: str) -> str:
    """The language whose labels are used for one ("fr" for "fr-CA"): the default where it has no file."""
    return found if (found := primary(language)) in label_languages() else DEFAULT_LANGUAGE


@constant
def label_file(language: str) -> Mapping[str, Any]:
    """What the label file used for a language says, tables (`sheet`) and all."""
    return tomli.loads(assets.text("templates", f"labels.{label_language(language)}.toml"))


@constant
def labels(language: str) -> Labels:
    """The labels of a language; those of the default where it has no label file."""
    words = {key: said for key, said in label_file(language).items() if isinstance(said, str)}
    return Labels(label_language(language), MappingProxyType(words))
