"""Which entries of a summary a stated lesson covers: it names sections of theirs, on each side they have.

In come the entries, the heaviest first, and the lessons; out come the entries, each with the lesson that
speaks of it. What no lesson covers is for a person to look at: one more lesson, or none needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc.model.comparison import Lesson, SummaryEntry


def covered(entries: Sequence[SummaryEntry], lessons: Sequence[Lesson]) -> tuple[SummaryEntry, ...]:
    """The entries, each with the place of the first lesson that holds and covers it."""
    places = [(place, lesson) for place, lesson in enumerate(lessons) if lesson.holds]
    return tuple(
        entry._replace(covered_by=next((place for place, lesson in places if _covers(lesson, entry)), None))
        for entry in entries
    )


def _covers(lesson: Lesson, entry: SummaryEntry) -> bool:
    sides = [(lesson.old, entry.old_sections), (lesson.new, entry.new_sections)]
    return all(set(named) & set(sections) for named, sections in sides if sections)
