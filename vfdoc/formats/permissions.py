"""Whether the rules allow an action: on a terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from vfdoc.formats.outcomes import (
    forbidden_lines,
    page,
    rule_line,
    unasked_lines,
    wrapped,
    wrapped_assumptions,
)
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.play import ForbidsShape, MayShape, NotComputedShape
from vfdoc.model import Section
from vfdoc.model.conditions import condition_text
from vfdoc.model.fingerprint import told_apart
from vfdoc.model.mechanics import ProposedStatement, Statement
from vfdoc.play.situation import Known
from vfdoc.play.statements import Permission

_NOT_FORBIDDEN = "  no rule that was understood forbids it"


def may_text(
    edition: str, action: str, found: Permission, unread: Iterable[tuple[str, str, str, str, int]],
    proposed: Iterable[ProposedStatement], unasked: Iterable[tuple[str, Known]] = (),
    led_to: Iterable[Section] = (), undescribed: bool = False,
) -> bytes:  # fmt: skip
    """`may --format text`; of what was not understood (`unread`) words, section, document, file and line."""
    out = [f"{edition}  {action.replace('-', ' ')}"]
    if found.forbidden:
        out += forbidden_lines(found.forbidden)
    else:
        out += ["  not computed: nobody describes this game" if undescribed else _NOT_FORBIDDEN]
    if found.others:
        out += ["", "would not be allowed where"]
        out += [line for s in found.others for line in rule_line("", condition_text(s.when), s.section)]
    out += wrapped_assumptions(found.assumed)
    out += unasked_lines(unasked)
    said = [line for words, section, _, _, _ in unread for line in rule_line("", words, section)]
    said += [line for s in proposed for line in rule_line("", s.text, s.section)]
    out += ["", "not computed: rules that speak of it", *said] if said else []
    further = "; ".join(_named(section) for section in led_to)
    return page([*out, *(["", "these lead to", *wrapped(further)] if further else [])])


def _named(section: Section) -> str:
    """A section by its number and title, a note by its address."""
    return f"{section.number or section.anchor} {section.title if section.number else ''}".strip()


def may_json(
    edition: str, action: str, found: Permission, unread: Iterable[tuple[str, str, str, str, int]],
    proposed: Iterable[ProposedStatement], unasked: Iterable[tuple[str, Known]] = (),
    led_to: Iterable[Section] = (), undescribed: bool = False,
) -> bytes:  # fmt: skip
    """`may --format json`."""
    said, known = list(unread), [(s.id, s.text) for s in (*found.forbidden, *found.others)]
    named = [(f"forbids.{action}.{section}", words) for words, section, _, _, _ in said]
    ids = told_apart([*known, *named])[len(known) :]
    missing = [_missing(id, *each) for id, each in zip(ids, said, strict=True)]
    missing += [_missing(s.id, s.text, s.section, s.document, "", s.line) for s in proposed]
    assumed: dict[str, Known | None] = {name: None if value == "" else value for name, value in found.assumed}
    here, elsewhere = ([_forbids(said) for said in each] for each in (found.forbidden, found.others))
    told = {name: None if value == "" else value for name, value in unasked}
    further = [section.anchor for section in led_to]
    return encode(
        MayShape(
            edition=edition, action=action, forbidden=here, elsewhere=elsewhere, assumed=assumed,
            not_computed=missing, unasked=told, led_to=further, undescribed=undescribed,
        )
    )  # fmt: skip


def _forbids(said: Statement) -> ForbidsShape:
    return ForbidsShape(said.id, said.action, said.text, said.section, said.document, said.line)


def _missing(id: str, words: str, section: str, document: str, file: str, line: int) -> NotComputedShape:
    return NotComputedShape(
        id=id,
        kind="statement",
        why="unread",
        words=words,
        unread=[words],
        section=section,
        document=document,
        file=file,
        line=line,
        otherwise=None,
    )
