"""Rows that say again what a row before them says: in a summary, in fewer words.

In: proposed rows in the order of the text. Out: pairs of a row and the one that it restates. A row restates
another where it does the same to the same value and says nothing that the other does not say: its words are
among those of the other, and it stands in another section.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from vfdoc.language.stems import phrase_form
from vfdoc.mechanics.lexicon import Lexicon
from vfdoc.model.mechanics import Modifier, Restated

_WORD = re.compile(r"[^\W\d_]{2,}|\d+")
_MOST = 60  # rows that do the same and are compared with one row


def restating(rows: Iterable[Modifier], lexicon: Lexicon) -> Iterator[Restated]:
    """The rows that restate another, each with the first one that it restates."""
    before: defaultdict[tuple[object, ...], list[tuple[Modifier, frozenset[str]]]] = defaultdict(list)
    for row in rows:
        if row.origin not in ("rules", "sheet") or row.amount is None:
            continue
        said = _words((span.words for span in row.spans if span.place != "heading"), row, lexicon)
        alike = before[row.operation, row.amount, row.unit, bool(row.per), _polarities(row)]
        first = next(
            (
                other.id
                for other, words in alike[:_MOST]
                if said and said <= words and other.section != row.section and _one_value(row, other)
            ),
            None,
        )
        if first is not None:
            yield Restated(row.id, first)
        else:
            alike.append((row, said))


def _polarities(row: Modifier) -> bool:
    """Whether something of a row's condition is an exception."""
    return any(not span.polarity for span in row.spans)


def _words(spans: Iterable[str], row: Modifier, lexicon: Lexicon) -> frozenset[str]:
    """The words of a condition and of what is counted, without articles and the like."""
    idle = [lexicon.kinds.get(kind, frozenset()) for kind in ("determiner", "to", "generic", "being", "and")]
    found = _WORD.findall(" ".join((*spans, row.per or "")).casefold())
    return frozenset(
        phrase_form(word, lexicon.language) for word in found if not any(word in kind for kind in idle)
    )


def _one_value(row: Modifier, other: Modifier) -> bool:
    """Whether two rows may be of one value: it is the same, or one that a summary does not name."""
    return row.of is None or row.of == other.of or (other.of is not None and row.of in other.of.split("-"))
