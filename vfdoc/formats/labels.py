"""The words of the pages themselves, by language: what a label file says, and nothing of the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from types import MappingProxyType

from vfdoc import assets
from vfdoc.model.session import constant

DEFAULT_LANGUAGE = "en"
_LANGUAGES = ("en", "fr")


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


@constant
def labels(language: str) -> Labels:
    """The labels of a language ("fr", "fr-CA"); English where there is no label file."""
    found = language.partition("-")[0].lower()
    spoken = found if found in _LANGUAGES else DEFAULT_LANGUAGE
    words: dict[str, str] = tomllib.loads(assets.text("templates", f"labels.{spoken}.toml"))
    return Labels(spoken, MappingProxyType(words))
