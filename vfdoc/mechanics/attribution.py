"""What a change is of: a chain of evidence, the best first, each with its name.

In: the words of a change and what stands around it. Out: the words of the value, and where they come from:
the clause itself, the panel, the head of the column, the test that its own section states. A heading alone is
never enough: it was right in 9 of 46 rows of unknown games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.mechanics.lexicon import Lexicon
from vfdoc.mechanics.passages import ClausePassage

Evidence: TypeAlias = Literal["clause", "label", "column", "panel", "test", "heading"]
_TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_CUT = re.compile(r"\s(?:of|made|who|that|which|when)\s", re.IGNORECASE)
_BRACKET = re.compile(r"[(\[][^)\]]{0,60}[)\]]")


class Attributed(NamedTuple):
    """The words of the value that a change is of ("" where nothing names one), what says so, and words of the
    clause that stood with it and belong to the condition."""

    of: str
    evidence: Evidence | None
    rest: str = ""


def attributed(
    words: str,
    passage: ClausePassage,
    test: str | None,
    heading: str,
    tests: Mapping[str, str],
    lexicon: Lexicon,
    *,
    listed: bool = False,
) -> Attributed:
    """What a change in a passage is of. `words` are those behind it ("to the roll"), `test` the name of the
    test that its section states, `tests` the names that the text gives its tests; `listed` says that the
    passage states several changes, each with a label of its own."""
    rest = ""
    if words:
        name, rest = _head(words, lexicon)
        if name:
            return Attributed(name, "clause", rest)
    label = _named(passage.label, tests, lexicon)
    if label:
        return Attributed(label, "label", rest)
    if listed and passage.label and not _bare(passage.column, lexicon):
        return Attributed(_bare(_BRACKET.sub("", passage.label), lexicon), "label", rest)
    column = _bare(passage.column, lexicon)
    if passage.cell and column:
        return Attributed(column, "column", rest)
    panel = _bare(_BRACKET.sub("", passage.panel), lexicon)
    panel = " ".join(w for w in panel.split() if w.casefold() not in lexicon.kinds.get("caption", ()))
    if panel and (key_of(panel, lexicon) in tests or passage.cell):
        return Attributed(panel, "panel", rest)
    if test:
        return Attributed(test, "test", rest)
    named = _named(heading, tests, lexicon)
    if named:
        return Attributed(named, "heading", rest)
    return Attributed("", None, rest)


def _head(words: str, lexicon: Lexicon) -> tuple[str, str]:
    """The value that words name, and the words behind it: "attack trials made with a sword"."""
    cut = _CUT.search(f"{words} ")
    head, rest = (words[: cut.start()], words[cut.start() :].strip()) if cut else (words, "")
    bare = _bare(head, lexicon)
    if not bare and rest.casefold().startswith("of "):
        return "", rest
    return bare, rest


def _bare(words: str, lexicon: Lexicon) -> str:
    """Words without articles and without those that only say that there is a roll or a table."""
    generic, articles = (
        lexicon.kinds.get("generic", frozenset()),
        lexicon.kinds.get("determiner", frozenset()),
    )
    found = _TOKEN.findall(words)
    kept = [w for w in found if w.casefold().rstrip(".") not in generic and w.casefold() not in articles]
    kept = [w for w in kept if w.casefold() not in lexicon.kinds.get("to", ()) and not w.isdigit()]
    caption = lexicon.kinds.get("caption", frozenset())
    return " ".join(kept) if any(w.casefold() not in caption for w in kept) else ""


def _named(words: str, tests: Mapping[str, str], lexicon: Lexicon) -> str:
    """The test that words name: whole, or but for words that say that there is a test."""
    return tests.get(key_of(words, lexicon), "")


def key_of(words: str, lexicon: Lexicon) -> str:
    """What is particular in a title: its words but for articles and those that say that there is a test or a
    table; all of them where there are no others."""
    found = [word.casefold() for word in _TOKEN.findall(_BRACKET.sub("", words))]
    idle = [lexicon.kinds.get(kind, frozenset()) for kind in ("generic", "caption", "determiner", "to")]
    return " ".join(word for word in found if not any(word in kind for kind in idle)) or " ".join(found)
