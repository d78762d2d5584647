"""Whether the rules allow an action: on a terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vfdoc.formats.outcomes import (
    due_lines,
    forbidden_lines,
    forbidding_lines,
    page,
    rule_line,
    said_lines,
    unasked_lines,
    wrapped,
    wrapped_assumptions,
)
from vfdoc.formats.play_json import due_shapes, said_shapes
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.play import ForbidsShape, MayShape, NotComputedShape
from vfdoc.model import Section
from vfdoc.model.conditions import condition_text
from vfdoc.model.fingerprint import told_apart
from vfdoc.model.mechanics import ProposedStatement, Statement
from vfdoc.play.situation import Known
from vfdoc.play.statements import Permission
from vfdoc.play.undescribed import SaidOf

_FEW = 2
_UNDESCRIBED = "  not computed: nobody describes this game"
_UNREAD = "  not computed: no rule that speaks of it was understood"
_UNLIMITED = "  not computed: no rule of this edition was read that says when it is not allowed"
_UNNAMED = "  not computed: no rule of this edition was read that speaks of it by that name"
_HANGS = "  but it hangs on a number that nobody told"
_OBLIGED = "  and it must be done, where it can"
_NOT_FORBIDDEN = "  not forbidden, as far as the rules were understood"


def may_text(
    edition: str, action: str, found: Permission, unread: Iterable[tuple[str, str, str, str, int]],
    proposed: Sequence[ProposedStatement], unasked: Iterable[tuple[str, Known]] = (),
    led_to: Iterable[Section] = (), undescribed: bool = False, bearing: int = 0, remote: int = 0,
    beside: int = 0, ruled: Sequence[str] = (), spoken: Sequence[SaidOf] = (),
) -> bytes:  # fmt: skip
    """`may --format text`; of what was not understood (`unread`) words, section, document, file and line: so
    many first that are `bearing` on what was told, and last those of which only the sections are named, as
    they stand `beside` what decides or are `remote`; `spoken` is what a text says of which nothing is
    stated."""
    out = [f"{edition}  {action.replace('-', ' ')}"]
    said = [(words, section) for words, section, _, _, _ in unread]
    must, otherwise = found.obliging, found.obliging_elsewhere
    understood = found.others or found.due or must or otherwise or undescribed
    if found.forbidden:
        out += forbidden_lines(found.forbidden)
    elif not understood:
        out += [_UNREAD] if said or proposed else _unnamed(led_to, ruled)
        out += _beside(said[:bearing])
    else:
        out += [_UNDESCRIBED if undescribed else _NOT_FORBIDDEN, *_beside(said[:bearing])]
        out += [_HANGS] if found.open and not undescribed else []
        first = [each.said.test for each in found.due if each.holds]
        out += [f"  once the {test.replace('-', ' ')} test is passed" for test in dict.fromkeys(first)]
        out += [_OBLIGED] if must else []
    if must:
        out += ["", "a rule obliges to it here, where it can be done", *_obliging(must)]
    out += due_lines(found.due)
    out += _titled("not computed: rules that speak of it and of what was told", said[:bearing])
    if found.open:
        out += ["", "it hangs on what nobody told: not allowed where"]
        out += [line for s in found.open for line in _elsewhere(s)]
    elsewhere = [s for s in found.others if s not in found.open]
    if elsewhere:
        out += ["", "would not be allowed where"]
        out += [line for s in elsewhere for line in _elsewhere(s)]
    if otherwise:
        out += ["", "a rule would oblige to it where"]
        out += [line for s in otherwise for line in _elsewhere(s)]
    again = {
        " ".join(words.split()) for words in (*(words for words, _ in said), *(s.text for s in proposed))
    }
    out += said_lines(each for each in spoken if each.words not in again)
    out += wrapped_assumptions(found.assumed)
    out += unasked_lines(unasked)
    end = len(said) - (remote if remote > _FEW else 0)
    shown = len(said) - remote - beside if beside > _FEW else end
    others = [*said[bearing:shown], *((s.text, s.section) for s in proposed)]
    out += _titled("not computed: rules that speak of it", others)
    for of, more in (("that name it", said[shown:end]), ("of army lists", said[end:])):
        there = ", ".join(dict.fromkeys(section for _, section in more))
        out += ["", *wrapped(f"and {len(more)} more {of}: {there}")] if more else []
    further = "; ".join(_named(section) for section in led_to) if said or understood else ""
    return page([*out, *(["", "these lead to", *wrapped(further)] if further else [])])


def _unnamed(named: Iterable[Section], ruled: Sequence[str]) -> list[str]:
    """Of an action of which no rule speaks that was read: where the text names it, and of which others rules
    speak."""
    there = "; ".join(_named(section) for section in named)
    out = [_UNLIMITED, "", "it is named in", *wrapped(there)] if there else [_UNNAMED]
    return [*out, "", "actions that rules limit", *wrapped(", ".join(ruled))] if ruled else out


def _beside(bearing: Sequence[tuple[str, str]]) -> list[str]:
    """What the first line says beside: that rules speak of what was told, and nobody understood them, with
    their sections, those first that speak of most of it."""
    if not bearing:
        return []
    several = len(bearing) > 1
    rules, were = (f"{len(bearing)} rules that speak", "were") if several else ("1 rule that speaks", "was")
    there = ", ".join(dict.fromkeys(section for _, section in bearing))
    return wrapped(f"{rules} of what was told {were} not understood: {there}")


def _titled(title: str, said: Sequence[tuple[str, str]]) -> list[str]:
    """Sentences with their sections, under a title; nothing where there are none."""
    return ["", title, *(line for each in said for line in rule_line("", *each))] if said else []


def _obliging(must: Iterable[Statement]) -> list[str]:
    return [line for said in must for line in rule_line("", said.text, said.section)]


def _elsewhere(said: Statement) -> list[str]:
    """What was understood of a rule that would forbid something elsewhere, or oblige to it, and below it the
    rule: its words say what a condition in short does not ("start and finish")."""
    whole = said._replace(text=f"“{said.text}”", section="")
    return [*rule_line("", condition_text(said.when), said.section), *forbidding_lines(whole)]


def _named(section: Section) -> str:
    """A section by its number and title, a note by its address."""
    return f"{section.number or section.anchor} {section.title if section.number else ''}".strip()


def may_json(
    edition: str, action: str, found: Permission, unread: Iterable[tuple[str, str, str, str, int]],
    proposed: Iterable[ProposedStatement], unasked: Iterable[tuple[str, Known]] = (),
    led_to: Iterable[Section] = (), undescribed: bool = False, bearing: int = 0, remote: int = 0,
    beside: int = 0, ruled: Sequence[str] = (), spoken: Sequence[SaidOf] = (),
) -> bytes:  # fmt: skip
    """`may --format json`; all that was not understood stands in it, whether or not it is `beside` or
    `remote`."""
    said, known = list(unread), [(s.id, s.text) for s in (*found.forbidden, *found.others)]
    named = [(f"forbids.{action}.{section}", words) for words, section, _, _, _ in said]
    ids = told_apart([*known, *named])[len(known) :]
    missing = [_missing(id, *each) for id, each in zip(ids, said, strict=True)]
    missing += [_missing(s.id, s.text, s.section, s.document, "", s.line) for s in proposed]
    assumed: dict[str, Known | None] = {name: None if value == "" else value for name, value in found.assumed}
    here, elsewhere, must, otherwise = (
        [_forbids(said) for said in each]
        for each in (found.forbidden, found.others, found.obliging, found.obliging_elsewhere)
    )
    told = {name: None if value == "" else value for name, value in unasked}
    further = [section.anchor for section in led_to]
    return encode(
        MayShape(
            edition=edition, action=action, forbidden=here, elsewhere=elsewhere, assumed=assumed,
            not_computed=missing, unasked=told, led_to=further, undescribed=undescribed,
            bearing=ids[:bearing], open=[said.id for said in found.open], due=due_shapes(found.due),
            ruled=[name.partition(" ")[0] for name in ruled], obliging=must, obliging_elsewhere=otherwise,
            said=said_shapes(spoken),
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
