"""Where else a text rules something: the sections of which nothing that can be asked is made."""

from __future__ import annotations

from collections import Counter

from vfdoc.model import Section
from vfdoc.model.session import in_session
from vfdoc.pipeline import played_rulebook, read
from vfdoc.reading.mechanics.prohibitions import ruling

_MOST = 8
"""A section with so many sentences that rule something for each thing that is played is mostly not played."""


@in_session
def besides(path: str, as_edition: str | None = None) -> tuple[Section, ...]:
    """The sections of the rules and sheets that `path` names which forbid, limit, demand or permit something,
    and state no test, row, value, table, convention or step that is played, or little for so many sentences;
    in the order of the text. Of a game that nobody describes none, as all of it is only proposed."""
    loaded = read(path, as_edition)
    rulebook = played_rulebook(loaded)
    found = rulebook.mechanics
    if found is None or found.undescribed:
        return ()
    played = Counter(section for _, section in found.holds)
    played.update(row.section for row in found.modifiers if not row.unread)
    played.update(test.section for test in found.tests)
    played.update(said.section for said in found.statements)
    played.update(base.section for base in found.bases)
    played.update(limit.section for limit in found.sums)
    played.update(opposed.section for opposed in found.opposed)
    played.update(step.section for procedure in found.procedures for step in procedure.steps)
    played.update({said.section for said in found.conventions} | {table.section for table in found.lookups})
    return tuple(
        each
        for each, count in ruling(rulebook, loaded.words)
        if (not played[each.anchor] or count >= _MOST * played[each.anchor])
        and each.title
        and (each.number or each.kind == "sheet")
    )
