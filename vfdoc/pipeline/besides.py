"""Where else a text rules something: the sections of which nothing that can be asked is made."""

from __future__ import annotations

from vfdoc.model import Section
from vfdoc.model.session import in_session
from vfdoc.pipeline import played_rulebook, read
from vfdoc.reading.mechanics.prohibitions import ruling


@in_session
def besides(path: str, as_edition: str | None = None) -> tuple[Section, ...]:
    """The sections of the rules and sheets that `path` names which forbid, limit, demand or permit something,
    and state no test, row, value, table, convention or step that is played; in the order of the text. Of a
    game that nobody describes none, as all of it is only proposed."""
    loaded = read(path, as_edition)
    rulebook = played_rulebook(loaded)
    found = rulebook.mechanics
    if found is None or found.undescribed:
        return ()
    rows = (row for row in found.modifiers if not row.unread)
    played = {section for _, section in found.holds} | {row.section for row in rows}
    played |= {test.section for test in found.tests} | {said.section for said in found.statements}
    played |= {said.section for said in found.conventions} | {opposed.section for opposed in found.opposed}
    played |= {base.section for base in found.bases} | {limit.section for limit in found.sums}
    played |= {lookup.section for lookup in found.lookups}
    played |= {step.section for procedure in found.procedures for step in procedure.steps}
    return tuple(
        each
        for each in ruling(rulebook, loaded.words)
        if each.anchor not in played and each.title and (each.number or each.kind == "sheet")
    )
