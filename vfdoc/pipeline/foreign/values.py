"""Findings of values that a text states of a rule which it cites, outside of quotations."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from vfdoc.model import Finding
from vfdoc.pipeline.foreign.texts import MOST, NOWHERE, AboutText, CitedEdition, finding_at, numbers_of
from vfdoc.verdicts.citing.claims import ClaimedValue
from vfdoc.verdicts.citing.stated_values import StatedValue, contradicted


class HeldValue(NamedTuple):
    """A value, the edition cited for it and what that states instead; `judged` where it states such
    values."""

    stated: ClaimedValue
    cited: CitedEdition
    judged: bool
    instead: tuple[StatedValue, ...] = ()


def held_value(text: AboutText, each: ClaimedValue) -> HeldValue:
    """A stated value beside what the sections cited for it state."""
    cited = text.cited(each.by)
    scope = cited.scope(each.by)
    if scope == NOWHERE:
        return HeldValue(each, cited, judged=False)
    here = cited.values(scope)
    beyond = cited.values(cited.beyond(scope))
    instead = contradicted(each.value, each.said, here, beyond, each.sentence, text.forms)
    stated = any(v.kind == each.value.kind and v.amount == each.value.amount for v in here)
    return HeldValue(each, cited, stated or bool(instead), instead)


def of_value(text: AboutText, each: HeldValue) -> Finding:
    """The finding of a value that the sections cited for it state otherwise."""
    stated = each.stated
    words = list(dict.fromkeys(value.words for value in each.instead))
    states = ", ".join(words[:MOST]) + (", …" if len(words) > MOST else "")
    of = numbers_of(stated.by)
    message = f'"{stated.value.words}" is not what {of} says: {states}'
    remedy = "say what it states, or cite the rule that states this"
    start = stated.start
    finding = finding_at(
        text,
        "misstated-value",
        "error",
        start,
        start + stated.value.end - stated.value.start,
        message,
        remedy,
    )
    return replace(finding, target=stated.by[0].numbers[0][0] if stated.by[0].numbers else None)
