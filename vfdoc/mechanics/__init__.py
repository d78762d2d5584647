"""Clauses of texts whose game nobody has described: tests, changes, statements, all of them proposed.

In: a rulebook. Out: its mechanics. Nothing in them is executable: a person keeps, mends or strikes out what
is proposed, in the edition's `mechanics.toml`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from vfdoc.language.stems import phrase_form
from vfdoc.mechanics.asked_rolls import asked_by_name, only_spoken_of
from vfdoc.mechanics.attribution import RowContext, is_caption, key_of
from vfdoc.mechanics.lexicon import Lexicon, ReadWord, lexicon, words_of
from vfdoc.mechanics.limits import LimitInAll, limit_in_all
from vfdoc.mechanics.looked_up import read_lookups
from vfdoc.mechanics.named_tests import asked_tests, named_tests, rival_tests
from vfdoc.mechanics.of_chance import is_of_chance, speaks_of_chance
from vfdoc.mechanics.one_name import (
    as_one_thing,
    identified_rows,
    identified_statements,
    inflected,
    tests_apart,
)
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.mechanics.proposal import proposed_row
from vfdoc.mechanics.proposed_rows import rows, statements
from vfdoc.mechanics.read_blocks import read_blocks
from vfdoc.mechanics.replacements import without_partner
from vfdoc.mechanics.restated import restating
from vfdoc.mechanics.rolls import (
    asked,
    by_first_word,
    default_dice,
    kept_dice,
    made,
    name_of,
    rolled_for,
    rolls,
    slug,
)
from vfdoc.mechanics.section_passages import SectionPassages, section_passages
from vfdoc.mechanics.surety import changes_roll, stems_of
from vfdoc.mechanics.terminals import tells
from vfdoc.mechanics.unheard import unheard
from vfdoc.mechanics.value_amounts import value_name
from vfdoc.model.document import Rulebook
from vfdoc.model.mechanics import Mechanics, Modifier, ProposedStatement, SumLimit, Test, ValueOf

__all__ = ["read_clauses"]

_NAME = 40
_STEM = 3  # letters by which a name meets a title
_NEAR = 5  # words from a "no" to the dice that it denies
_BESIDE = 3  # words to a number that it may be of
_LONGEST = 120  # characters of a sentence that announces changes
_VALUE = 3  # words of a value's name
_NUMBER = re.compile(r"\d[\w.-]*\w|\d")  # of a section
_SIGNED = re.compile(r"[+−–-]\s?\d")
_OWNER = re.compile(r"^.*['’]s?\s+")


def read_clauses(rulebook: Rulebook) -> Mechanics:
    """The mechanics that the texts of a rulebook state, every row of them proposed."""
    words = lexicon(rulebook.edition.language)
    if not is_of_chance(rulebook, words):
        return Mechanics(rulebook.edition.id, undescribed=True)
    rulebook = read_blocks(rulebook, words)
    found = list(section_passages(rulebook, words))
    language = words.language
    telling = [one for read in found for one in read.passages if tells(one.text, language)]
    default, kept = default_dice(telling, words), kept_dice(telling, words)
    known = {name for name, _ in kept}
    aims: dict[Test, str] = {}
    stated = [
        (read, [t for t in _tests(read, words, default, aims) if t.name.casefold() not in known])
        for read in found
    ]
    tests = [test for _, own in stated for test in own]
    names = {test.name.casefold(): test for test in reversed(tests) if test.name and test.dice}
    named = {key_of(test.name, words): test.name for test in names.values()}
    titled = {name_of(title, words) for read in found for title in read.titles}
    askable = by_first_word(test for test in names.values() if test.name in titled)
    values = _values(found, tests, words)
    for name in dict.fromkeys(
        name for read in found for p in read.passages for name in asked_tests(p.text, words)
    ):
        if name[:1].isupper():
            values.setdefault(key_of(name, words), name)
    spoken = {read.section.anchor: _spoken(read, words) for read in found}
    asking = {read.section.anchor: _asked_by(read, words) for read in found}
    shared = _in_several(asking.values())
    stated_twice = _in_several(
        frozenset(key_of(test.name, words) for test in own) for read, own in stated if read.origin == "rules"
    )
    pools = any(_counts_dice(passage, words) for passage in telling)
    all_passages = [passage for read in found for passage in read.passages]
    numbered = (_numbers_of(passage, words) for passage in all_passages)
    names_known = frozenset[str]().union(named, values, aims.values(), *asking.values(), *numbered)
    known_stems = frozenset(phrase_form(word, language) for name in names_known for word in name.split())
    told_of = (named_tests(passage.text, words) for passage in all_passages if not passage.example)
    names_rolled = frozenset[str]().union(named, values, aims.values(), *asking.values(), *told_of)
    rolled_stems = frozenset(
        phrase_form(word, language) for name in names_rolled for word in key_of(name, words).split()
    )
    under = frozenset(
        key_of(name, words) for passage in all_passages for name in _rolled_under(passage, words)
    )
    denied = _by_stem(_denied(passage, words) for passage in all_passages)
    rolling: dict[str, set[str]] = {read.chapter: set() for read in found}
    for read, own in stated:
        if own or spoken[read.section.anchor]:
            rolling[read.chapter].add(read.section.anchor)
    chapters, mains = _tests_of_chapters(stated, spoken, words)
    named_by_title = {read.chapter for read in found if _is_titled_after(chapters.get(read.chapter), read)}
    chapters = {chapter: name for chapter, name in chapters.items() if chapter in named_by_title}
    cited = _tests_citing(rulebook, stated, words)
    out: list[Modifier] = []
    invoked: list[Test] = []
    besides: list[ProposedStatement] = []
    limits: list[tuple[str, ClausePassage, SectionPassages, LimitInAll]] = []
    for read, mine in stated:
        section, origin = read.section, read.origin
        here = list(_invoked(read, askable, words))
        invoked += here
        stating = [test.name for test in mine if not _by_the_way(test, read, words)]
        stating = stating or [test.name for test in here]
        stating = stating or [*filter(None, [cited.get(section.anchor)])]
        again = _is_summary(read, named, words)
        its_own = key_of(read.heading, words)
        around = RowContext(
            section=section.anchor,
            document=section.document,
            origin=origin,
            heading=read.heading,
            test=stating[0] if stating and not again and (mine or len(set(stating)) == 1) else None,
            tests={key: name for key, name in named.items() if key != its_own} if again else named,
            of_chapter=None
            if again
            else chapters.get(read.chapter)
            or (mains.get(read.chapter) if _tells_changes(read, words) else None),
            values=values,
            names=kept,
            topic=read.topic,
            inherited=read.heading != section.title,
            rivals=asking[section.anchor] if len(asking[section.anchor]) > 1 else frozenset(),
            shared=(shared - {key_of(test.name, words) for test in mine}) | stated_twice,
            announced=_tells_changes(read, words)
            and (
                read.chapter not in chapters
                or _shares_stem(chapters[read.chapter], read.titles[-1] if read.titles else "")
            ),
            own=bool(mine) or section.anchor in cited,
            under=under,
            known=known_stems,
            rolled=rolled_stems,
            denied=denied,
            several=_several((*(key_of(t.name, words) for t in mine), *asking[section.anchor]), language),
            low=bool(mine or spoken[section.anchor]) and _rolls_low(read, words),
            pools=pools,
            of_chance=bool(mine or rolling[read.chapter])
            or any(speaks_of_chance(passage.text, words) for passage in read.passages),
            speaks_of_rolls=_elsewhere(rolling[read.chapter], section.anchor)
            and _shares_stem(chapters.get(read.chapter, ""), read.titles[-1] if read.titles else "")
            and _speaks_of_rolls(read, words),
        )
        current, first_row = around.test, len(out)
        rolled = None if again or mine else spoken[section.anchor]
        for passage in read.passages:
            if len(mine) > 1 and not again:
                current = _stated_before(mine, passage)
            tested = () if again or passage.example else asked_tests(passage.text, words)
            if tested and not mine:
                current = tested[0] if len(tested) == 1 else None
            elif rolled and (said := rolled_for(passage, words)) is not None:
                dice = any(word.token.kind == "DICE" for word in words_of(passage.text, language))
                if dice or not here:
                    current = said or (rolled if dice else current or rolled)
            told = around._replace(test=current)
            told = told._replace(origin="example") if passage.example else told
            limit = limit_in_all(passage.text, words) if told.origin in ("rules", "sheet") else None
            changed = told.test or told.of_chapter
            if limit is not None and changed and not passage.note:
                limits.append((changed, passage, read, limit))
            if tells(passage.text, language, kept):
                changes = list(rows(passage, told, words))
                other = list(statements(passage, told, words))
                if not changes and not other and limit is None and not _states(mine, passage):
                    changes += unheard(passage, told, [test.target or "" for test in mine], words)
                out += changes
                besides += other
            elif passage.before and passage.text[:1].isdigit():
                out += unheard(passage, told, [test.target or "" for test in mine], words)
        out[first_row:] = _with_values_added(mine, out[first_row:], words)
    tests_known = tuple(tests_apart(tests + invoked))
    aimed = {aims[test]: known.id for test, known in zip(tests, tests_known, strict=False) if test in aims}
    one_name = list(as_one_thing(out, tests_known, aimed, values, words))
    identified = tuple(identified_rows(list(without_partner(one_name, words))))
    lines_of = {document.id: document.source.lines for document in rulebook.documents}
    asked_for = asked_by_name(found, [*tests, *invoked], lines_of, words)  # no row is told of them
    vague = {test for test in invoked if only_spoken_of(test, language)} - set(tests)
    every_test = [*tests, *invoked, *asked_for]
    shown = [test for own, test in zip(every_test, tests_apart(every_test), strict=True) if own not in vague]
    return Mechanics(
        rulebook.edition.id,
        tuple(shown),
        identified,
        restated=tuple(restating(identified, words)),
        proposed=tuple(identified_statements(besides)),
        sums=tuple(_limits(limits, zip([*tests, *invoked], tests_known, strict=True))),
        proposed_lookups=read_lookups(found, shown, words) if any(test.dice for test in shown) else (),
        undescribed=True,
    )


def _states(tests: Iterable[Test], passage: ClausePassage) -> bool:
    """Whether one of some tests is stated in a passage."""
    first, last = passage.place(0), passage.place(len(passage.text))
    return any(first <= (test.line, test.column) <= last for test in tests)


def _limits(
    limits: Iterable[tuple[str, ClausePassage, SectionPassages, LimitInAll]],
    tests: Iterable[tuple[Test, Test]],
) -> Iterator[SumLimit]:
    """What the rows of a test come to in all, as sentences of its section or chapter say; each value once."""
    ids: dict[str, str] = {}
    for named, known in tests:
        ids.setdefault(named.name, known.id)
    met = set[str]()
    for name, passage, read, limit in limits:
        of = f"{ids.get(name, slug(name))}{'-column' if limit.shifts else ''}"
        if of not in met:
            met.add(of)
            section, (line, column) = read.section, passage.place(0)
            yield SumLimit(
                id=f"{of}-in-all",
                of=of,
                least=limit.least,
                most=limit.most,
                section=section.anchor,
                document=section.document,
                line=line,
                column=column,
            )


def _tests(
    read: SectionPassages, words: Lexicon, default: str | None, aims: dict[Test, str]
) -> Iterator[Test]:
    """The tests that a section states; `aims` takes what each is rolled to do."""
    if read.origin in ("example", "question", "note"):
        return
    section = read.section
    own = set(key_of(_titled(read, words), words).split())
    for roll in rolls(read.passages, words, default):
        summed = words.says("summary", read.heading)
        asked = roll.asked if not own & set(key_of(roll.asked, words).split()) else ""
        name = roll.label or asked or ("" if summed else roll.run_in)
        titled = (roll.run_in, _titled(read, words))
        name = next((title for title in titled if _shares_stem(name, title)), name) or titled[-1]
        title = name_of(name, words)[:_NAME]
        test = made(roll, title, section.anchor, section.document, read.origin)
        if roll.aim:
            aims[test] = roll.aim
        yield test


def _by_the_way(test: Test, read: SectionPassages, words: Lexicon) -> bool:
    """Whether a roll is but told of: nothing says what it has to come to, and its name is only the title
    above ("one who is drunk rolls a d4" under "Light")."""
    told = test.target is None and not test.adds and read.heading != read.section.title
    return told and test.name == name_of(read.heading, words)[:_NAME]


def _shares_stem(name: str, title: str) -> bool:
    """Whether a name only says again what a title says: "fire" of "Firing"."""
    stems = {word.casefold()[:_STEM] for word in title.split() if len(word) >= _STEM}
    return any(word.casefold()[:_STEM] in stems for word in name.split() if len(word) >= _STEM)


def _several(names: Iterable[str], language: str) -> bool:
    """Whether names are those of more than one thing."""
    return len({inflected(name, language) for name in names}) > 1


def _is_titled_after(test: str | None, read: SectionPassages) -> bool:
    """Whether the title of a section's chapter names the test that the chapter makes."""
    return bool(test and read.titles) and _shares_stem(test or "", read.titles[-1])


def _invoked(
    read: SectionPassages, askable: Mapping[str, list[tuple[str, Test]]], words: Lexicon
) -> Iterator[Test]:
    """The tests that a section asks for by name, with a target or value of its own."""
    if read.origin not in ("rules", "sheet"):
        return
    for passage in read.passages:
        if not passage.example:
            for name, roll in asked(passage, askable, words):
                title = name_of(read.heading, words) or name
                test = made(roll, title, read.section.anchor, read.section.document, read.origin)
                yield replace(test, name=title)


def _titled(read: SectionPassages, words: Lexicon) -> str:
    """The nearest title that says more than that there is a test or a table."""
    own = [title for title in read.titles if not words.says("summary", title)]
    return next((title for title in own if not is_caption(title, words)), own[0] if own else "")


def _tells_changes(read: SectionPassages, words: Lexicon) -> bool:
    """Whether a section says that it holds the changes of a roll, in its title or in a sentence."""
    told = (read.heading, *(passage.text for passage in read.passages if not passage.cell))
    kinds = ("announces", "announces_of")
    if any(all(words.says(kind, text) for kind in kinds) and len(text) < _LONGEST for text in told):
        return True
    listed = [passage.lead or f"{read.heading}:" for passage in read.passages if _SIGNED.match(passage.text)]
    return len(listed) > 1 and any(lead.endswith(":") and words.says("announces", lead) for lead in listed)


def _speaks_of_rolls(read: SectionPassages, words: Lexicon) -> bool:
    """Whether a section speaks of dice or of a roll, and does not tell what comes of one ("Failure")."""
    outcome = any(words.says(kind, read.heading) for kind in ("fails", "succeeds"))
    kinds = ("dice", "tested")
    return not outcome and any(words.says(kind, passage.text) for kind in kinds for passage in read.passages)


def _asked_by(read: SectionPassages, words: Lexicon) -> frozenset[str]:
    """What is particular in the names of the tests that a section asks for."""
    if read.origin not in ("rules", "sheet"):
        return frozenset()
    said = [p.text for p in read.passages if not p.example]
    asked_for = (name for text in said for name in (*asked_tests(text, words), *rival_tests(text, words)))
    return frozenset(key_of(name, words) for name in asked_for)


def _in_several(asking: Iterable[frozenset[str]]) -> frozenset[str]:
    """The tests that more than one section asks for: the name alone does not say which roll it is."""
    count = Counter(name for asked_for in asking for name in asked_for)
    return frozenset(name for name, sections in count.items() if sections > 1)


def _rolls_low(read: SectionPassages, words: Lexicon) -> bool:
    """Whether a section wants a low roll, and nothing in it says that it is the roll that is changed."""
    kinds = ("tested", "dice")
    spoken = [
        p.text for p in read.passages if any(words.says(kind, f"{p.before} {p.text}") for kind in kinds)
    ]
    low = any(_wants_less(words_of(text, words.language)) for text in spoken)
    high = any(words.says("at_least", text) for text in spoken)
    told = (read.heading, *(p.text for p in read.passages))
    return low and not high and not any(changes_roll(each, words) for each in told)


def _wants_less(said: Sequence[ReadWord]) -> bool:
    """Whether words want a roll that is no higher: "60 or less", "equal or lower", "not more than Nerve"."""
    return any(
        ("under" in word.kinds and "tested" in {kind for each in said for kind in each.kinds})
        or ("at_most" in word.kinds and (before.token.text.isdigit() or not before.token.value))
        for before, word in pairwise(said)
        if "graded" not in before.kinds and before.token.kind != "SIGNED"
    )


def _rolled_under(passage: ClausePassage, words: Lexicon) -> Iterator[str]:
    """The values that a passage has rolls be no higher than: "equal to or less than Skill"."""
    if not words.says("under", passage.text):
        return
    said = words_of(passage.text, words.language)
    for n, word in enumerate(said):
        if "under" in word.kinds:
            yield from (each.token.text for each in said[n + 1 : n + _VALUE] if each.token.text[:1].isupper())


def _numbers_of(passage: ClausePassage, words: Lexicon) -> Iterator[str]:
    """The words of a passage that stand near a number that is no change: "6 points of harm"."""
    said = words_of(passage.text, words.language)
    for n, word in enumerate(said):
        if word.token.kind in ("NUMBER", "DICE", "RANGE"):
            yield from (near.token.text.casefold() for near in said[max(n - _BESIDE, 0) : n + _BESIDE + 1])


def _denied(passage: ClausePassage, words: Lexicon) -> frozenset[str]:
    """The words of a sentence that says that something changes no dice, or stops what does: "No dice are
    lost for glare"."""
    text = passage.text
    if passage.example or not any(words.says(kind, text) for kind in ("dice", "changing")):
        return frozenset()
    said = words_of(text, words.language)
    if any({"forbids", "tested"} & set(word.kinds) for word in said):
        return frozenset()
    for n, word in enumerate(said):
        near = said[n : n + _NEAR]
        none = "not" in word.kinds and any({"dice", "changing"} & set(other.kinds) for other in near)
        if "avoided" in word.kinds and n:  # "light penalties can be avoided by lamps"
            return stems_of(text, words)
        if none or {"takes_back", "permits"} & set(word.kinds):
            return stems_of(text[word.token.end :], words)
    return frozenset()


def _by_stem(sentences: Iterable[frozenset[str]]) -> dict[str, tuple[frozenset[str], ...]]:
    """Sentences, each as the stems of its words, by each of their stems."""
    found: dict[str, dict[frozenset[str], None]] = {}
    for sentence in sentences:
        for stem in sentence:
            found.setdefault(stem, {})[sentence] = None
    return {stem: tuple(each) for stem, each in found.items()}


def _counts_dice(passage: ClausePassage, words: Lexicon) -> bool:
    """Whether a passage gives or takes dice: "one die fewer", "two more dice"."""
    said = words_of(passage.text, words.language)
    return any(
        "dice" in one.kinds and {"more", "fewer"} & set(other.kinds)
        for pair in pairwise(said)
        for one, other in (pair, pair[::-1])
    )


def _elsewhere(anchors: Collection[str], own: str) -> bool:
    """Whether others are among some anchors than one's own."""
    return len(anchors) > (own in anchors)


def _stated_before(tests: Sequence[Test], passage: ClausePassage) -> str | None:
    """The test of a section with several of which a passage speaks: the last one before its end. The tests
    stand in the order of the text."""
    at = bisect_right(tests, passage.place(len(passage.text)), key=lambda test: (test.line, test.column))
    return tests[at - 1].name if at else None


def _spoken(read: SectionPassages, words: Lexicon) -> str | None:
    """What a section rolls for, in whatever words it rolls: it says for what, or its title names it. None of
    one that rolls nothing."""
    if read.origin not in ("rules", "sheet"):
        return None
    said = [name for passage in read.passages if (name := rolled_for(passage, words)) is not None]
    if not said:
        return None
    titled = _titled(read, words)
    parts = words_of(titled, words.language)
    if any({"and", "or"} & set(word.kinds) or word.token.text == "," for word in parts):
        titled = ""  # a title of several things names no roll
    return next(filter(None, said), None) or name_of(titled, words)[:_NAME] or None


def _is_summary(read: SectionPassages, tests: Mapping[str, str], words: Lexicon) -> bool:
    """Whether a section speaks of several tests in turn, each by its name: none is that of all its rows."""
    if words.says("summary", read.heading):
        return True
    said = {key_of(name, words) for p in read.passages for name in (p.label, p.panel) if name}
    return len(said & set(tests)) > 1


def _values(found: Iterable[SectionPassages], tests: Iterable[Test], words: Lexicon) -> dict[str, str]:
    """What a text calls the values of its things: heads of the tables that say what they are, what is added
    to dice, and what is rolled against; by what is particular in each name."""
    said = [head for read in found for passage in read.passages for head in passage.heads]
    said += [part for test in tests for part in (test.adds or "", (test.target or "").lstrip("<>= "))]
    names: dict[str, str] = {}
    for each in said:
        name = _OWNER.sub("", name_of(each, words))
        own = key_of(name, words)
        if own and len(own.split()) < _VALUE and name[:1].isupper() and not words.says("price", name):
            names.setdefault(own, name)
    return names


def _tests_of_chapters(
    stated: Iterable[tuple[SectionPassages, list[Test]]],
    spoken: Mapping[str, str | None],
    words: Lexicon,
) -> tuple[dict[str, str], dict[str, str]]:
    """By chapter the name of the one test that it states or names; of a chapter with several the one that it
    is called by, apart: its own modifiers are of that one."""
    found: dict[str, set[str]] = {}
    named: dict[str, set[str]] = {}
    for read, own in stated:
        if words.says("summary", read.heading):
            continue
        tested = (name for passage in read.passages for name in named_tests(passage.text, words))
        known = {test.name for test in own if test.dice}
        found.setdefault(read.chapter, set()).update(known)
        if (rolled := spoken[read.section.anchor]) and not own:
            named.setdefault(read.chapter, set()).add(rolled)
        named.setdefault(read.chapter, set()).update(tested)
    found = {chapter: names or named[chapter] for chapter, names in found.items()}
    called: dict[str, str] = {}
    titled = {  # a chapter of a thousand sections has one title
        (read.chapter, read.titles[-1] if read.titles and read.chapter != read.section.anchor else ""): None
        for read, _ in stated
    }
    for chapter, title in titled:
        every = found.get(chapter, set()) | named.get(chapter, set())
        alike = [name for name in sorted(every) if name and _shares_stem(name, title)]
        if len({key_of(name, words) for name in alike}) == 1 and len(every) > 1:
            called[chapter] = alike[0]
    single = {chapter: next(iter(names)) for chapter, names in found.items() if len(names) == 1}
    return {chapter: name for chapter, name in single.items() if name}, called


def _tests_citing(
    rulebook: Rulebook, stated: Sequence[tuple[SectionPassages, Sequence[Test]]], words: Lexicon
) -> dict[str, str]:
    """By section the one test whose own section says that its changes stand there: "roll 2d6 and add the
    modifiers of 6.2"."""
    anchors: dict[str, list[str]] = {}
    for read, _ in stated:
        if read.section.number is not None:
            anchors.setdefault(read.section.number, []).append(read.section.anchor)
    own: dict[str, tuple[str, frozenset[str]]] = {}
    for read, tests in stated:
        said = [passage.text for passage in read.passages if not passage.example]
        asks = dict.fromkeys(name for text in said for name in asked_tests(text, words))
        names = [test.name for test in tests] or [*asks]
        if len(names) == 1 and read.origin == "rules":
            announcing = (text for text in said if words.says("announces_of", text))
            numbers = frozenset(number for text in announcing for number in _NUMBER.findall(text))
            own[read.section.anchor] = (names[0], numbers)
    found: dict[str, set[str]] = {}
    for reference in rulebook.references():
        name, numbers = own.get(reference.section, ("", frozenset()))
        cited = [target.number for target in reference.targets if target.number]
        if reference.external or len(cited) != 1 or cited[0] not in numbers:
            continue
        if len(anchors.get(cited[0], ())) == 1:
            found.setdefault(anchors[cited[0]][0], set()).add(name)
    return {anchor: names.pop() for anchor, names in found.items() if len(names) == 1}


def _with_values_added(tests: list[Test], rows_: Sequence[Modifier], words: Lexicon) -> Iterator[Modifier]:
    """The rows of a section with what its tests add to their dice that is a value of the game, "roll 2d6 and
    add Quality", in the place of what the sentence that states the roll was read to change by it."""
    added = [(test, value_name(test.adds or "", words)) for test in tests if test.adds]
    for test, name in added:
        yield proposed_row(
            test,
            (test.line, test.column),
            test.id,
            "add",
            (test.adds or "",),
            f"the amount is a value of the game: {test.adds}",
            condition=f"adds {test.adds}",
            amount=None if words.says("announces_of", name) else ValueOf(slug(name)),
        )
    stating = {(ValueOf(slug(name)), line) for test, name in added for line in (test.line, test.line + 1)}
    yield from (row for row in rows_ if (row.amount, row.line) not in stating)
