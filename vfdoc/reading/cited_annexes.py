"""Citations by numbers that begin again within annexes: of which annex "Section 3" or "No. 1.2" is.

In: the keys of the numbers within annexes, each with its count (`annexes`), and the text. Out: the key of the
annex. It is the one that is named, else that in which is cited, else the only one that has such a number.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

from vfdoc.model import Key
from vfdoc.reading.citation_evidence import words_before
from vfdoc.reading.citation_forms import Forms

_NUMBER = re.compile(r"(?<=[ \xa0])\d{1,3}(?:\.\d{1,3})*")
_TWICE = 2  # numbers that show how annexes call theirs


class CitedAnnexes:
    """Asked of one text. `known` are the keys of its sections; `key_of` says which key a number has."""

    def __init__(
        self,
        text: str,
        forms: Forms,
        known: Container[Key],
        key_of: Callable[[str, str | None], Key],
    ) -> None:
        self._text, self._forms, self._known, self._key_of = text, forms, known, key_of
        self._annexed = forms.numbering.annexed

    def host(self, hosts: Sequence[Key], keys: Sequence[Key], word: str | None, *, hosted: bool) -> Key:
        """The key of the annex that one of these keys is of, cited behind a word or none: the first of
        the `hosts` that has one of that count, or of plain numbers that annexes call so, else the only annex
        that has it where the text itself has none, in which such numbers are not `hosted` by headings."""
        scheme = self._forms.scheme_of(word) if word is not None else None
        name = scheme.name if scheme is not None else ""
        for host, key in product(hosts, keys):
            count = self._annexed.get((*host, *key))
            if count is None:
                continue
            if count == name or key not in self._known or (not count and name in self._words):
                return host
        if hosted or any(key in self._known for key in keys):
            return ()
        only = {host for key in keys for host in self._holding.get(key, ())}
        return only.pop() if len(only) == 1 else ()

    @cached_property
    def _holding(self) -> Mapping[Key, frozenset[Key]]:
        """The annexes in which each number stands, by their keys."""
        found: dict[Key, set[Key]] = defaultdict(set)
        for key in self._annexed:
            depth = 2 if isinstance(key[0], str) and key[0].islower() else 1  # of "schedule", 2
            found[key[depth:]].add(key[:depth])
        return {key: frozenset(hosts) for key, hosts in found.items()}

    @cached_property
    def _words(self) -> frozenset[str]:
        """The words behind which numbers are cited that only annexes have: "Section 5.3" of a contract whose
        terms are Exhibit B, and no "section 14" of a law whose schedules have paragraphs."""
        counts = Counter(
            word for key, word in self._cited() if key in self._holding and key not in self._known
        )
        return frozenset(word for word, often in counts.items() if often >= _TWICE)

    def _cited(self) -> Iterator[tuple[Key, str]]:
        """The numbers in the text that stand behind a word of a scheme, each with the scheme."""
        for number in _NUMBER.finditer(self._text):
            word = words_before(self._text, number.start()).split()[-1:]
            scheme = self._forms.scheme_of(word[0].strip("([*_")) if word else None
            if scheme is not None:
                yield self._key_of(number.group(), None), scheme.name
