"""What a change is of: a chain of evidence, the best first, each with its name.

In: the words of a change and what stands around it. Out: the words of the value, and where they come from:
the clause itself, the head of the column, the words above that announce changes, the panel, the test that its
own section states, the one of its chapter. A heading alone is never enough: it was right in 9 of 46 rows of
unknown games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.language.stems import phrase_form
from vfdoc.mechanics.lexicon import Lexicon, ReadWord, words_of
from vfdoc.mechanics.named_tests import named_tests
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.model.mechanics import ConditionSpan, Origin

Evidence: TypeAlias = Literal["clause", "label", "column", "lead", "panel", "test", "heading", "chapter"]
_TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
_CUT = re.compile(r"\s(?:of|made|who|that|which|when)\s", re.IGNORECASE)
_PART = re.compile(r"\s*[,;:(\[]|\s[–—-]\s")
_OWNED = re.compile(r"['’]s$|s['’]$")
_CITING = re.compile(r"[(\[][^)\]]*\d[^)\]]*[)\]]")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_NAME = 4  # words of a value's name
_BRACKET = re.compile(r"[(\[][^)\]]{0,60}[)\]]")


NO_NAME = (
    "being", "auxiliary", "or", "and", "not", "if", "cases", "pronoun", "no_name", "fails", "succeeds",
    "gives", "add", "subtract", "graded",
)  # fmt: skip
"""Kinds of words that no name of a value holds."""


class Attributed(NamedTuple):
    """The words of the value that a change is of ("" where nothing names one), what says so, and words of the
    clause that stood with it and belong to the condition."""

    of: str
    evidence: Evidence | None
    rest: str = ""


class RowContext(NamedTuple):
    """What a row's section gives it: anchor, document, origin, heading, the test that it states, the tests of
    the text by what is particular in their names, the one test that its chapter states, the values that the
    text gives its things (by what is particular in their names), words that are of a kind in this text
    (see `rolls.kept_dice`), whether its heading is no case but a topic, whether it speaks of a roll
    that it does not make, and whether its heading is that of the section above; the names of the tests that
    its section asks for, where they are several (`rivals`); those that several sections ask for (`shared`);
    whether its roll has to be low and nothing says that it is the roll that is changed (`low`); whether the
    text counts dice ("one die more", `pools`); the stems of the names that the text has for tests and values
    (`known`) and for what it rolls and rolls against (`rolled`), and of the sentences that deny dice to
    somebody, by each stem (`denied`); whether the section says that it holds changes of a roll (`announced`),
    whether it states the test itself or is cited for its changes (`own`), the values that rolls are not
    to exceed (`under`), whether it makes more than one roll (`several`), and whether it, or its chapter,
    speaks of a roll or a chance at all (`of_chance`)."""

    section: str
    document: str
    origin: Origin
    heading: str
    test: str | None
    tests: Mapping[str, str]
    of_chapter: str | None = None
    values: Mapping[str, str] = MappingProxyType({})
    names: tuple[tuple[str, str], ...] = ()
    topic: bool = False
    speaks_of_rolls: bool = False
    inherited: bool = False
    rivals: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    low: bool = False
    pools: bool = False
    known: frozenset[str] = frozenset()
    rolled: frozenset[str] = frozenset()
    announced: bool = False
    own: bool = False
    under: frozenset[str] = frozenset()
    denied: Mapping[str, tuple[frozenset[str], ...]] = MappingProxyType({})
    several: bool = False
    of_chance: bool = False


def attributed(
    words: str, passage: ClausePassage, around: RowContext, lexicon: Lexicon, *, listed: bool = False
) -> Attributed:
    """What a change in a passage is of. `words` are those behind it ("to the roll"); `listed` says that the
    passage states several changes, each with a label of its own."""
    rest = ""
    if words:
        name, rest = _head(words, lexicon)
        if name:
            return Attributed(name, "clause", rest)
    if passage.unheaded:  # of the changes in its row none says which of them is of what
        return Attributed("", None, rest)
    label = _named(passage.label, around.tests, lexicon)
    if label:
        return Attributed(label, "label", rest)
    titles = (passage.panel, passage.lead) if passage.cell else (passage.lead, passage.panel)
    told = (_announced(words_above, lexicon) for words_above in titles)
    announced = next((name for name in told if name and is_name(name, lexicon)), "")
    announced = (
        announced if is_rolled(announced, around, lexicon) else _asked_above(passage, lexicon) or announced
    )
    bare_label = _bare(_BRACKET.sub("", passage.label), lexicon)
    names = cites(passage.label) or is_rolled(bare_label, around, lexicon)
    if listed and passage.label and names and not announced and not _bare(passage.column, lexicon):
        return Attributed(bare_label or passage.label, "label", rest)
    cells = [cell for cell in passage.unread_cells if is_rolled(cell, around, lexicon)]
    if len(passage.unread_cells) == len(cells) == 1 and is_name(cells[0], lexicon):  # "Tools | Wits | +1"
        return Attributed(cells[0], "column", rest)
    column = _bare(passage.column, lexicon)
    generic = lexicon.says("generic", passage.column)
    headed = not passage.crossed or is_rolled(column, around, lexicon) or generic
    if passage.cell and column and headed and is_name(column, lexicon):
        return Attributed(column, "column", rest)
    if announced:
        titled = passage.cell and announced == _announced(passage.panel, lexicon)
        known = key_of(announced, lexicon) in around.tests or is_rolled(announced, around, lexicon)
        return Attributed(announced, "panel" if titled and known else "lead", rest)
    panel = _bare(_PART.split(_BRACKET.sub("", passage.panel), maxsplit=1)[0], lexicon)
    panel = " ".join(w for w in panel.split() if w.casefold() not in lexicon.kinds.get("caption", ()))
    purpose = passage.panel.casefold().split()[:1] in [[word] for word in lexicon.kinds.get("to_do", ())]
    titled = purpose or cites(passage.panel) or is_rolled(panel, around, lexicon)
    cell = passage.cell and not passage.crossed and titled
    if panel and (key_of(panel, lexicon) in around.tests or cell):
        return Attributed(panel, "panel", rest)
    announced = _announced(around.heading, lexicon)
    if announced:
        return Attributed(announced, "lead", rest)
    if around.test:
        return Attributed(around.test, "test", rest)
    named = _named(around.heading, around.tests, lexicon)
    if named:
        return Attributed(named, "heading", rest)
    if around.of_chapter:
        return Attributed(around.of_chapter, "chapter", rest)
    return Attributed("", None, rest)


def _asked_above(passage: ClausePassage, lexicon: Lexicon) -> str:
    """The one roll that the words above ask for, and of which they say that its changes follow: "make a Fight
    roll, with the following modifiers:"."""
    said = _SENTENCE_END.split(passage.lead.strip())[-1]
    announces = said.endswith((":", "–", "-")) and lexicon.says("announces", said)
    named = named_tests(said, lexicon) if announces else ()
    return named[0] if len(named) == 1 else ""


def cites(title: str) -> bool:
    """Whether a title says where its subject stands: "Charge (4.2)"."""
    return _CITING.search(title) is not None


def is_rolled(words: str, around: RowContext, lexicon: Lexicon) -> bool:
    """Whether words name something that the text rolls, or rolls against."""
    own = {phrase_form(word, lexicon.language) for word in key_of(words, lexicon).split()}
    return bool(own) and own <= around.rolled


def is_name(of: str, lexicon: Lexicon) -> bool:
    """Whether words can be the name of a value: few, no verb among them, no number."""
    words = words_of(of, lexicon.language)
    if not words or len(_WORD.findall(of)) > _NAME or of.endswith(("'s", "’s", "s'", "s’")):
        return False
    if sum(character.isalpha() for character in of) < 2:
        return False
    if {"cases", "gives"} & set(words[-1].kinds) or {"more", "fewer", "ordinal"} & set(words[0].kinds):
        return False
    return not any(
        word.token.kind in ("NUMBER", "DICE", "SIGNED")
        or (set(NO_NAME) & set(word.kinds) and not word.token.text[:1].isupper())
        for word in words
    )


def _announced(words: str, lexicon: Lexicon) -> str:
    """The value of which words say that its changes follow: "Modifiers to Nerve", "the Weight is changed
    like this"; "" where they announce none."""
    said = _SENTENCE_END.split(words.strip().rstrip(" :.–-"))[-1]
    said = _PART.split(said, maxsplit=1)[0]
    if not lexicon.says("announces_of", said):
        return _announced_before(words, lexicon)
    idle = [lexicon.kinds.get(kind, frozenset()) for kind in ("announcing", "determiner", "to", "being")]
    name = _CUT.split(f"{_after_announcing(said, lexicon)} ", maxsplit=1)[0]
    behind = said[: said.rfind(name.strip())].split()[-1:] if name.strip() else []
    if behind and behind[0].casefold() in lexicon.kinds.get("by", ()):
        return ""  # "modifiers by kind of gun": by what they differ
    found = _TOKEN.findall(name)
    if found and found[0].casefold() in lexicon.kinds.get("being", ()):
        return ""  # "modifiers are cumulative"
    while found and any(found[0].casefold() in kind for kind in idle):
        found.pop(0)
    kept = list(takewhile(lambda word: not any(word.casefold() in kind for kind in idle), found))
    bare = _bare(" ".join(kept), lexicon)
    return bare if 0 < len(bare.split()) <= _NAME else ""


def _announced_before(words: str, lexicon: Lexicon) -> str:
    """The value right before the words that announce its changes: "as far as its Pace, modified as
    follows"."""
    parts = [part for part in _PART.split(_SENTENCE_END.split(words.strip().rstrip(" :.–-"))[-1]) if part]
    if len(parts) < 2 or not all(lexicon.says(kind, parts[-1]) for kind in ("announces_of", "announces")):
        return ""
    found = _TOKEN.findall(parts[-2])
    articles = lexicon.kinds.get("determiner", frozenset())
    at = max((n for n, word in enumerate(found) if word.casefold() in articles), default=None)
    return _bare(" ".join(found[at:]), lexicon) if at is not None else ""


def named_value(
    spans: Sequence[ConditionSpan], values: Mapping[str, str], lexicon: Lexicon
) -> tuple[str, list[ConditionSpan]]:
    """A value of the text that ends one of the stretches around a change ("Nerve 2 lower", "-1 Drill"), and
    the stretches without it."""
    for n, span in enumerate(spans):
        if not span.polarity:
            continue
        found = list(_TOKEN.finditer(span.words))
        for first in range(max(len(found) - _NAME, 0), len(found)):
            start = found[first].start()
            value = values.get(key_of(span.words[start:], lexicon))
            rest = span.words[:start].strip(" ,;:–-")
            within = first == 1 and rest.casefold() in lexicon.kinds.get("cases", ())  # "in Scrap"
            if value is None or (first and span.place == "if" and not within):
                continue
            rest = "" if within else rest
            if rest.split()[:1] and rest.split()[0].casefold() in lexicon.kinds.get("article", ()):
                continue  # "a mutinous crew": whom it speaks of
            kept = [span._replace(words=rest)] if any(c.isalpha() for c in rest) else []
            return value, [*spans[:n], *kept, *spans[n + 1 :]]
    return "", list(spans)


def says_no_more(words: str, of: str, lexicon: Lexicon) -> bool:
    """Whether words only announce changes of a value."""
    named = {word.casefold() for word in _TOKEN.findall(of)}
    kinds = ("announcing", "determiner", "to", "being", "generic", "caption", "add", "by")
    idle = [named, *(lexicon.kinds.get(kind, frozenset()) for kind in kinds)]
    said = _TOKEN.findall(_BRACKET.sub("", words))
    return all(any(word.casefold() in kind for kind in idle) for word in said)


def _after_announcing(words: str, lexicon: Lexicon) -> str:
    """Words without a beginning that only announces: "Modifiers to", "Change the"."""
    idle = [lexicon.kinds.get(kind, frozenset()) for kind in ("announcing", "determiner", "to")]
    at = 0
    for found in _TOKEN.finditer(words):
        if not any(found.group().casefold() in kind for kind in idle):
            break
        at = found.end()
    return words[at:].strip()


def _head(words: str, lexicon: Lexicon) -> tuple[str, str]:
    """The value that words name, and the words behind it: "attack trials made with a sword"."""
    cut = _CUT.search(f"{words} ")
    head, rest = (words[: cut.start()], words[cut.start() :].strip()) if cut else (words, "")
    said = words_of(head, lexicon.language)
    begun = (n for n in range(1, len(said)) if _begins_case(said[n], lexicon) or _begins_object(said, n))
    case = next(begun, None)
    if case is not None and _bare(head[: said[case].token.start], lexicon):  # "ranged attacks | from afar"
        start = said[case].token.start
        head, rest = head[:start].strip(), f"{head[start:]} {rest}".strip()
    idle = {"being", "check", "makes", "take_away", "auxiliary"}
    if rest and all(idle & set(word.kinds) for word in words_of(rest, lexicon.language)):
        rest = ""  # "all Climb tests | are made"
    bare = _bare(head, lexicon)
    if not bare and "’s " in head.replace("'", "’"):  # "the attacker's total": whose roll it is
        return "", f"{head.strip()} {rest}".strip()
    if not bare and rest.casefold().startswith("of "):
        return "", rest
    return bare, rest


def _begins_case(word: ReadWord, lexicon: Lexicon) -> bool:
    """Whether a word behind the name of a value begins a case: "until", "against", "from"."""
    if "by" in word.kinds or {"if", "cases"} & set(word.kinds):
        return True
    return "to" in word.kinds and word.token.text.casefold() in lexicon.kinds.get("away", ())


def _begins_object(said: Sequence[ReadWord], at: int) -> bool:
    """Whether a word begins what a roll is made at, behind the name of the roll: "to hit | any driver"."""
    kinds, before = set(said[at].kinds), said[at - 1]
    plain = before.token.kind == "WORD" and not before.kinds
    verb = {"to", "being"} & kinds and "definite" not in kinds  # "Climb tests | to get out", "| are made"
    if verb and (plain or "tested" in before.kinds) and (at > 1 or "tested" not in before.kinds):
        return True
    return plain and bool({"definite", "determiner", "article", "anyone", "most", "pronoun"} & kinds)


def _bare(words: str, lexicon: Lexicon) -> str:
    """Words without articles and without those that only say that there is a roll or a table."""
    generic, articles = (
        lexicon.kinds.get("generic", frozenset()),
        lexicon.kinds.get("determiner", frozenset()),
    )
    found = _TOKEN.findall(words)
    kept = [w for w in found if w.casefold().rstrip(".") not in generic and w.casefold() not in articles]
    idle = lexicon.kinds.get("to", frozenset()) | lexicon.kinds.get("own", frozenset())
    kept = [w for w in kept if w.casefold() not in idle and not w.isdigit()]
    owner = max((n for n, word in enumerate(kept) if _OWNED.search(word)), default=-1)
    kept = kept[owner + 1 :]
    joining = lexicon.kinds.get("or", frozenset())
    kept = kept[1:] if kept and kept[0].casefold() in joining else kept  # "to his or her Defense"
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


def is_caption(words: str, lexicon: Lexicon) -> bool:
    """Whether a title only says that there is a table of changes."""
    found = [word.casefold() for word in re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", words)]
    return all(
        word in lexicon.kinds.get("caption", ()) or word in lexicon.kinds.get("generic", ()) for word in found
    )
