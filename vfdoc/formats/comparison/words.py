"""What differs between two editions, in a reader's words: a value, a modifier or a row as topic, old and new.

In: the changes of a comparison and both rulebooks. Out: lines of words, in the language asked for. A
modifier is worded as on the site's tables; where both sides count it in the same case, the case is the
topic, else each side says its own. What only the text can say is in the words of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from vfdoc.formats.conditions import (
    Speech,
    amount_words,
    case_words,
    condition_words,
    name_of,
    scope_words,
    speech,
)
from vfdoc.formats.documents import plain
from vfdoc.formats.labels import Labels, labels
from vfdoc.model import Glossary, Rulebook
from vfdoc.model.comparison import (
    TARGET,
    Example,
    Exchange,
    ModifierChange,
    NumberChange,
    Point,
    RowChange,
    SentenceChange,
    SummaryEntry,
)
from vfdoc.model.mechanics import All, Condition, Modifier
from vfdoc.model.wording import Wording
from vfdoc.model.words import DEFAULT_LANGUAGE

_LONGEST = 700  # characters of a sentence that is quoted
_CITED = re.compile(r"\s*\([A-Za-z]?\.?\d+(?:\.\d+)+\)?")  # says where else to look, not what this is about
_NUMBERS = re.compile(r"[(\s]*[A-Za-z]?\.?\d+(?:\.\d+)+(?:[\s,&)]+(?:[A-Za-z]?\.?\d+(?:\.\d+)+)?)*")
_JOINTS = re.compile(r"[._](?=[a-z])")  # between the words of a fact's name
_NOTHING = ("", "—", "–")
_Sides = tuple[str | None, str | None]


class ChangeWords(NamedTuple):
    """A change in words; None where a side does not have it."""

    topic: str
    old: str | None
    new: str | None


def speeches(old: Rulebook, new: Rulebook, language: str = DEFAULT_LANGUAGE) -> Speech:
    """The words for the conditions of both sides in a language, those of the newer one first."""
    one, other = (side.wording or Wording() for side in (old, new))
    terms = (old.glossary or Glossary()).overlaid(new.glossary or Glossary())
    return speech(one.overlaid(other), terms, labels(language))


def number_words(change: NumberChange, of: Speech) -> ChangeWords:
    """A value that differs."""
    if change.rows != (None, None):
        return _modifiers(*change.rows, of, (change.old, change.new))
    topic = change.topic
    if topic in (change.old, change.new):  # a convention: its value is that it is stated at all
        topic = of.called("conventions", topic.replace(" ", "-")).rstrip(".")
    stated = of.labels["lesson_stated"]
    old, new = (stated if value == change.topic else value for value in (change.old, change.new))
    return ChangeWords(_CITED.sub("", topic), old, new)


def modifier_words(change: ModifierChange, of: Speech) -> ChangeWords:
    """A modifier that differs."""
    return _modifiers(change.old, change.new, of)


def row_words(change: RowChange, of: Speech) -> ChangeWords:
    """A row of a sheet that differs; in the words of the text where no others tell what does."""
    texts = row_sides(change)
    if change.rows != (None, None):
        told = _modifiers(*change.rows, of, texts)
        return told if told.old != told.new else ChangeWords(told.topic, *texts)
    entry = of.labels["row_target"] if change.entry == TARGET else change.entry
    topic = ", ".join(filter(None, (name_of(change.of, of), entry))) if change.of else change.row
    return ChangeWords(topic, *texts)


def row_sides(change: RowChange) -> tuple[str | None, str | None]:
    """What each side says of a row; where both do the same, in what circumstances each does it."""
    old, new = (plain(side) if side is not None else None for side in (change.old, change.new))
    found = change.verdict.differences
    if old == new and found:
        return _circumstances(old, [d.old for d in found]), _circumstances(new, [d.new for d in found])
    return old, new


def _circumstances(value: str | None, when: Sequence[str]) -> str:
    """A value and when it holds, where that is where two sides differ."""
    said = [_JOINTS.sub(" ", words) for words in when if words not in _NOTHING]
    return ", ".join([*([value] if value else []), *(said or ["always"])])


def entry_words(
    lesson: SummaryEntry, of: Speech, sentence: Callable[[NumberChange], str] = lambda _: ""
) -> tuple[str, tuple[str, ...]]:
    """A lesson's title and its points, a line each; `sentence` gives the one that states a value, "" where
    its label is whole."""
    say = of.labels.say
    rows = [point for point in lesson.points if isinstance(point, RowChange)]
    if rows:
        told = [row_words(row, of) for row in rows]
        return told[0].topic, (*(_both(each, of) for each in told), *example_words(lesson.example, of))
    title = lesson.title
    if lesson.is_alone:
        title = say("lesson_new" if lesson.new_sections else "lesson_gone", title=title)
    told_points = (_point(point, of, lesson.title, sentence) for point in lesson.points)
    points = tuple(dict.fromkeys(told_points))  # a sentence may state two values
    more = (of.labels.count("lesson_more", lesson.more),) if lesson.more else ()
    return title, (*points, *more, *example_words(lesson.example, of))


def example_words(example: Example | None, of: Speech) -> tuple[str, ...]:
    """A situation and both results, in a line; none where there is no example, and where a table says it."""
    if example is None or example.row:
        return ()
    when = condition_words(_all(example.unusual), of)
    what = ", ".join(filter(None, (name_of(example.of, of), when)))
    return (of.labels.say("lesson_played", what=what, was=example.was, now=example.now),)


def sentence_words(change: SentenceChange, of: Labels) -> str:
    """A sentence and the words of it that were put in, taken out or exchanged, in one line."""
    sentence = change.new if change.new is not None else change.old
    if change.new is None or change.old is None:
        what = of.say("quote", words=excerpt(sentence or ""))
        if change.verdict == "unverified":  # nobody knows whether it stands elsewhere
            return of.say("point_stood" if change.new is None else "point_stands", what=what)
        return of.say("point_gone" if change.new is None else "point_new", what=what)
    if not change.exchanges:
        olds, news = (of.say("quote", words=excerpt(side)) for side in (change.old, change.new))
        return of.say("point_was", was=olds, now=news)
    first = next((plain(x.new) for x in change.exchanges if x.new), "")
    quoted = of.say("quote", words=_around(change.new, first))
    told = ", ".join(_exchange_words(exchange, of) for exchange in change.exchanges)
    return f"{quoted}{of['colon']} {told or of['compare_moved']}"


def both_sides(change: SentenceChange, of: Labels) -> str:
    """A sentence as it was and as it is, both whole; one that cites another section alone says so. One side
    is worded as `sentence_words` does."""
    if change.old is None or change.new is None:
        return sentence_words(change, of)
    olds, news = (of.say("quote", words=excerpt(side)) for side in (change.old, change.new))
    ends = [words for x in change.exchanges for words in (x.old, x.new) if words]
    if ends and all(_NUMBERS.fullmatch(words) for words in ends):
        old, new = (" ".join(filter(None, side)) for side in zip(*change.exchanges, strict=True))
        key = "cites_else" if old and new else "cites_no_more" if old else "cites_now"
        return of.say(key, what=news, was=old, now=new)
    return f"{olds} → {news}"


def excerpt(sentence: str) -> str:
    """As much of a sentence as is quoted."""
    return _around(sentence, "")


def _exchange_words(exchange: Exchange, of: Labels) -> str:
    """Words put in, taken out or exchanged; a citation whose number is another section's now."""
    old, new = (plain(side) for side in exchange)
    if old and old == new:
        return of.say("exchange_elsewhere", what=new)
    if old and new:
        return f"{old} → {new}"
    return of.say("point_new" if new else "point_gone", what=new or old)


def _around(sentence: str, words: str) -> str:
    """As much of a sentence as is quoted, with these words of it."""
    flat = " ".join(plain(sentence).split()).rstrip(".;: ")
    if len(flat) <= _LONGEST:
        return flat
    start = max(flat.find(words) + len(words) // 2 - _LONGEST // 2, 0) if words else 0
    start = min(start, len(flat) - _LONGEST)
    cut = flat[start : start + _LONGEST]
    if start:
        cut = "… " + cut.split(" ", 1)[-1]
    return cut if start + _LONGEST >= len(flat) else cut.rsplit(" ", 1)[0] + " …"


def _point(point: Point, of: Speech, title: str, sentence: Callable[[NumberChange], str]) -> str:
    """A point of a lesson, in one line; the lesson's title is not said again."""
    say = of.labels.say
    if isinstance(point, SentenceChange):
        return sentence_words(point, of.labels)
    if isinstance(point, NumberChange) and (stating := sentence(point)):
        what = say("quote", words=excerpt(stating))
        if point.old is not None and point.new is not None:
            return f"{what}{of.labels['colon']} {point.old} → {point.new}"
        return say("point_new" if point.new is not None else "point_gone", what=what)
    if isinstance(point, RowChange):
        told = row_words(point, of)
    else:
        told = number_words(point, of) if isinstance(point, NumberChange) else modifier_words(point, of)
    topic = told.topic.removeprefix(f"{title.rpartition(' → ')[2]}: ").removesuffix(".")
    if told.old is not None and told.new is not None:
        return f"{topic}{of.labels['colon']} {_both(told, of)}"
    value = told.new if told.new is not None else told.old
    silent = value is None or value == of.labels["lesson_stated"] or value.casefold() in topic.casefold()
    what = topic if silent else f"{topic}{of.labels['colon']} {value}"
    return say("point_new" if told.new is not None else "point_gone", what=what)


def _both(told: ChangeWords, of: Speech) -> str:
    """What each side says, or the one that says anything."""
    if told.old is not None and told.new is not None:
        return f"{told.old} → {told.new}"
    what = told.new if told.new is not None else told.old
    return of.labels.say("point_new" if told.new is not None else "point_gone", what=what)


def _modifiers(
    old: Modifier | None, new: Modifier | None, of: Speech, texts: _Sides = (None, None)
) -> ChangeWords:
    """Rows of both sides; `texts` are the words of the text, for a side that is no row."""
    row = new or old
    if row is None:
        return ChangeWords("", *texts)
    name = _name(row, of)
    found = tuple(zip((old, new), texts, strict=True))
    alike, case = _alike(old, new, of), _when(row, of)
    if alike and (old is None or new is None or old.of == new.of):
        one, other = (text if side is None else amount_words(side, of) for side, text in found)
        return ChangeWords(f"{name}, {case}" if case else name, one, other)
    read = not any(row is not None and row.unread for row in (old, new))
    if read and old is not None and new is not None and old.of == new.of:
        return _apart(old, new, of)
    if old is not None and new is not None and alike and _done(old, of) == _done(new, of):
        return ChangeWords(_case(new, of, new), _name(old, of), name)  # the same, to something else
    one, other = (text if side is None else _case(side, of, row) for side, text in found)
    return ChangeWords(name, one, other)


def _alike(old: Modifier | None, new: Modifier | None, of: Speech) -> bool:
    """Whether both rows count in the same case, in whatever order it is told; or there is but one."""
    if old is None or new is None:
        return True
    if old.unread or new.unread:  # what was not understood is alike where its words are
        return bool(old.spans) and old.spans == new.spans and scope_words(old, of) == scope_words(new, of)
    parts = [{condition_words(part, of) for part in _parts(row.when)} for row in (old, new)]
    return parts[0] == parts[1] and scope_words(old, of) == scope_words(new, of)


def _apart(old: Modifier, new: Modifier, of: Speech) -> ChangeWords:
    """Rows of one thing in different cases: what both ask for is the topic, the rest is each side's."""
    before, after = _parts(old.when), _parts(new.when)
    common = condition_words(_all([part for part in after if part in before]), of)
    rests = [
        condition_words(_all([part for part in mine if part not in theirs]), of)
        for mine, theirs in ((before, after), (after, before))
    ]
    name, done = _name(new, of), [_done(row, of) for row in (old, new)]
    if common and done[0] == done[1]:
        topic = f"{name}{of.labels['colon']} {of.labels.say('done_when', done=done[0], when=common)}"
        one, other = (of.labels.say("only_when", when=r) if r else of.labels["always"] for r in rests)
        return ChangeWords(topic, one, other)
    one, other = (
        of.labels.say("done_when", done=d, when=r) if r else d for d, r in zip(done, rests, strict=True)
    )
    return ChangeWords(f"{name}, {common}" if common else name, one, other)


def _parts(when: Condition | None) -> tuple[Condition, ...]:
    return when.parts if isinstance(when, All) else (when,) if when is not None else ()


def _all(parts: Sequence[Condition]) -> Condition | None:
    return All(tuple(parts)) if len(parts) > 1 else parts[0] if parts else None


def _name(row: Modifier, of: Speech) -> str:
    return name_of(row.of, of) if row.of else of.labels["unnamed"]


def _when(row: Modifier, of: Speech) -> str:
    return ", ".join(filter(None, (scope_words(row, of), case_words(row, row.when, of))))


def _done(row: Modifier, of: Speech) -> str:
    return " ".join(filter(None, (amount_words(row, of), scope_words(row, of))))


def _case(row: Modifier, of: Speech, named: Modifier) -> str:
    """What a row does and when: "+1 if it won a melee"; and to what, where that is not what `named` does."""
    done, when = _done(row, of), case_words(row, row.when, of)
    told = of.labels.say("done_when", done=done, when=when) if when else done
    return told if row.of == named.of else f"{_name(row, of)}{of.labels['colon']} {told}"
