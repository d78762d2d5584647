"""What rules say besides changing a roll: what they forbid, and what of other sections does not apply.

In come passages; out come statements. One is made only of a sentence whose every word that says something
is understood: "units in march column cannot fire", "automatic routs (9.2.2) do not apply if …". A
sentence that asks more makes none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vfdoc.language.stems import phrase_form
from vfdoc.model.mechanics import Condition, Statement
from vfdoc.reading.mechanics.conditions import Whose, both, seen_as
from vfdoc.reading.mechanics.modifiers import RowReader, statement
from vfdoc.reading.mechanics.passages import MechanicsPassage
from vfdoc.reading.mechanics.vocabulary import WORD, Acting

_NUMBER = re.compile(r"(?:[A-Z]\.)?\d+(?:\.\d+)+")


def stated_statements(passage: MechanicsPassage, reader: RowReader) -> Iterator[Statement]:
    """What a passage of the rules or their sheet forbids or suspends."""
    if passage.origin not in ("rules", "sheet"):
        return
    patterns = reader.vocabulary.patterns
    if "forbids" in patterns and patterns["forbids"].search(passage.text):
        yield from _forbidden(passage, reader)
    if "suspends" in patterns and (found := patterns["suspends"].search(passage.text)):
        yield from _suspended(passage, found, reader)


def _forbidden(passage: MechanicsPassage, reader: RowReader) -> Iterator[Statement]:
    """ "A, B and C cannot D or E, and cannot F": each action that the game knows, of the same units."""
    following = passage.paragraph[passage.start + len(passage.text) :]
    if reader.excepts(following):
        return
    forbids = list(reader.vocabulary.patterns["forbids"].finditer(passage.text))
    subject = passage.text[: forbids[0].start()]
    for n, found in enumerate(forbids):
        end = forbids[n + 1].start() if n + 1 < len(forbids) else len(passage.text)
        acting, rest = _actions(passage.text[found.end() : end], reader)
        joins = {word.lower() for word in WORD.findall(rest)} <= {*reader.vocabulary.joins}
        goes_on = joins and n + 1 < len(forbids)
        for each in acting:
            when = _of_whom(subject, passage, each, reader)
            if when is None or not (goes_on or _ends(rest, reader)):
                continue
            yield statement("forbids", each.action.id, (), when, passage.text, passage, 0)


def _of_whom(subject: str, passage: MechanicsPassage, acting: Acting, reader: RowReader) -> Condition | None:
    """Who may not: what the words before say and, in a table, the label of the row."""
    whose = Whose(acting.self, "target")
    if not subject.strip():  # "Attacker in column | may not support": who acts is whom the label names
        label = reader.label(passage, whose) if passage.cell else None
        return None if label is None else seen_as(label, {"attacker": acting.self})
    label = reader.label(passage, whose) if passage.cell else None
    return both(label, reader.condition(subject, whose))


def _actions(text: str, reader: RowReader) -> tuple[list[Acting], str]:
    """The actions that a text begins with, one or the other, and what follows them: what cannot be done "and"
    something else, together, can be by itself."""
    language = reader.vocabulary.language
    found: list[Acting] = []
    words = [(phrase_form(m.group(), language), m.end()) for m in WORD.finditer(text)]
    joins = {phrase_form(form, language) for form in reader.vocabulary.ors}
    at = end = 0
    while at < len(words):
        match = next((each for each in _named(words[at:], reader)), None)
        if match is None:
            if not found or words[at][0] not in joins:
                break
            at += 1
            continue
        found += match[0]
        at += match[1]
        end = words[at - 1][1]
    return found, text[end:]


def _named(words: list[tuple[str, int]], reader: RowReader) -> Iterator[tuple[list[Acting], int]]:
    """The actions that words begin with, the longest name first, and of how many words that is."""
    for size in range(min(4, len(words)), 0, -1):
        said = tuple(word for word, _ in words[:size])
        acting = [each for each in reader.vocabulary.actions if said in each.forms]
        if acting:
            yield acting, size


def _ends(rest: str, reader: RowReader) -> bool:
    """Whether nothing follows that would say when, whom or how often: the sentence ends, it goes on with
    one more verb ("or move") or with a clause of its own that opens no condition."""
    if reader.asks(rest):
        return False
    words = [word.lower() for word in WORD.findall(rest)]
    either = [word for word in words if word not in reader.vocabulary.ors]
    return not words or rest.strip()[0] in ",;" or not either or (either != words and len(words) == 2)


def _suspended(passage: MechanicsPassage, found: re.Match[str], reader: RowReader) -> Iterator[Statement]:
    """ "A (1.2) and B (3.4) do not apply if …", or the condition first."""
    before, behind = passage.text[: found.start()], passage.text[found.end() :]
    opened = reader.opens(before)
    first, comma, rest = before.partition(",")
    condition, named = (first, rest) if opened and comma else (behind, before)
    sections = tuple(dict.fromkeys(_NUMBER.findall(named)))
    whose = Whose("unit", "attacker")
    when = reader.condition(condition, whose) if reader.opens(condition) else None
    if sections and when is not None:
        yield statement("suspends", "", sections, when, passage.text, passage, 0)
