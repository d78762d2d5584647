"""The benchmark of a process that stays, a part of bench.py: AGAIN, MEMOS and PLAY."""

from __future__ import annotations

import os
import random
import shutil
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar

from bench_measure import EDITS, LONG, child, edited, edits, figure, made, rules, texts_of, written

from vfdoc import assets, pipeline
from vfdoc.model.session import Session
from vfdoc.pipeline import playing
from vfdoc.pipeline.comparing import diff
from vfdoc.pipeline.play_api import odds
from vfdoc.play.attacks import attack
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables

_WORTH = 0.005  # of a pass: two runs differ by as much
# They save nothing themselves: equal arguments give one and the same object, by which other memos know it.
_INTERNED = {
    "verdicts.disagreements.moments._known", "verdicts.row_verdicts._known", "language.stems._reader",
    "language.stems._stemmer", "model.extract._known", "language.terms.matcher",
}  # fmt: skip
_LINEAR = {"verdicts.printed_title._links"}  # without it a long line costs its square
_KEPT = (("others know by it", _INTERNED), ("keeps it linear", _LINEAR))
_Given = TypeVar("_Given")
_LOOK_UP = 1e-6  # seconds that it takes to know a result again, and to measure that


# AGAIN


def again(folder: Path) -> None:
    """A resident session, as an editor has it, on texts of four lengths: a check after each of several edits
    of a kind; what the middle one takes."""
    texts = {"41 kB": rules("vf-2e") + rules("vf-1e")[:5000]}
    for path in texts_of("VFDOC_ORIGINALS", "originals"):
        if path.stem == "fortune-and-glory":
            texts["240 kB"] = path.read_text(encoding="utf-8", errors="replace")
    texts.setdefault("240 kB", made(4)[:240_000])
    texts |= {"0.8 MB": made(LONG), "1.6 MB": made(2 * LONG)}
    for name, words in texts.items():
        path = written(folder / "resident.md", words)
        first, *taken = map(float, child("--again", str(path)).split())
        for kind, seconds in zip(EDITS, taken, strict=True):
            more = f"{seconds * 1000:.0f} ms of {first * 1000:.0f}"
            figure("AGAIN", f"{name}, {kind}", 100 * seconds / first, "%", more, goal="G3", most=10)
        if name == "240 kB":
            figure("AGAIN", f"{name}, a word put in", 1000 * taken[0], "ms", goal="G3", most=50)


def again_once(path: Path) -> None:
    """In a process of its own: prints what a first check takes, and the middle one of those after the edits
    of each kind."""
    os.environ["VFDOC_CACHE"] = "off"
    text = path.read_text(encoding="utf-8")
    path.write_text(rules("vf-1e"), encoding="utf-8")
    check(path)  # what a process makes once is made

    def taken(words: str) -> float:
        path.write_text(words, encoding="utf-8")
        before = time.process_time()
        check(path)
        return time.process_time() - before

    with Session(resident=True).active():
        first = taken(text)
        series = {kind: [taken(words) for words in edited(text, edit)] for kind, edit in EDITS.items()}
    print(first, *(statistics.median(each) for each in series.values()))


def check(path: Path) -> None:
    """A whole check, in the session that is active."""
    pipeline.check(pipeline.read(str(path)))


# MEMOS


class Timed(Session):
    """A session that measures what its memos save."""

    def __init__(self) -> None:
        super().__init__(resident=True)
        self.worked_out: dict[Callable[..., Any], list[float]] = {}

    def _table(self, function: Callable[..., Any], most: int | None) -> Callable[..., Any]:
        spent = self.worked_out.setdefault(function, [0, 0.0])

        @wraps(function)
        def timed(*key: Any, **named: Any) -> Any:
            before = time.thread_time()
            found = function(*key, **named)
            spent[0] += 1
            spent[1] += time.thread_time() - before
            return found

        self._tables[function] = made = lru_cache(most or self._most)(timed)
        return made

    def saved(self) -> dict[str, float]:
        """The seconds that each function's memo has saved so far."""
        return {
            f"{function.__module__.removeprefix('vfdoc.')}.{function.__name__}": (
                table.cache_info().hits
                * max(0.0, self.worked_out[function][1] / max(1, self.worked_out[function][0]) - _LOOK_UP)
            )
            for function, table in self._tables.items()
        }


def memos(folder: Path) -> None:
    """What each memo saves in the pass where it saves most: a check of a text alone and of an edition with
    all that is stated of it, one after an edit, a comparison, a site, answers to many questions."""
    texts = {"both editions": rules("vf-2e") + rules("vf-1e")}
    for variable, name in (("VFDOC_ORIGINALS", "originals"), ("VFDOC_FOREIGN", "foreign")):
        for path in texts_of(variable, name):
            if path.stem in ("fortune-and-glory", "bgb"):
                texts[path.stem] = path.read_text(encoding="utf-8", errors="replace")[:800_000]
    os.environ["VFDOC_CACHE"] = "off"
    best: dict[str, tuple[float, str]] = {}

    def measure(session: Timed, name: str, work: Callable[[], object]) -> None:
        known, before = session.saved(), time.thread_time()
        work()
        took = time.thread_time() - before
        for memo, seconds in session.saved().items():
            # Of what the pass would have taken without this memo.
            gain = max(0.0, seconds - known.get(memo, 0.0))
            best[memo] = max(best.get(memo, (0.0, "")), (gain / (took + gain), name))

    for name, text in texts.items():
        session = Timed()
        with session.active():
            session.holds("all", 2 * len(text))  # its tables are not made anew meanwhile
            for step, words in zip(("first", "a word", "a line"), edits(text), strict=True):
                path = written(folder / "memos.md", words)
                measure(session, f"{name}, {step}", lambda path=path: check(path))  # type: ignore[misc]
    shutil.copytree(assets.folder("rulesets"), folder / "rulesets")
    for name in ("vf-2e", "fortune-and-glory"):
        place = folder / "rulesets" / name
        session = Timed()
        with session.active():
            session.holds("all", 2 * len(rules(name)))
            word, line, section = *edits(rules(name))[1:], _with_section(rules(name))
            steps = {"first": rules(name), "a word": word, "a line": line, "a section": section}
            for step, words in steps.items():
                written(place / "rules.md", words)
                measure(session, f"{name}'s folder, {step}", lambda path=place: check(path))  # type: ignore[misc]
    session = Timed()
    with session.active():
        read = [pipeline.read(name) for name in ("vf-1e", "vf-2e")]
        measure(session, "site of two editions", lambda: pipeline.site(read))
    for name, asked, numbers in (("vf-2e", "fire", _NUMBERS), ("fortune-and-glory", "combat", _QUALITIES)):
        session, rng = Timed(), random.Random(18)
        with session.active():
            book = pipeline.read(name)
            tables = playing.play_tables(book)
            told = [_told(tables, rng, asked, numbers) for _ in range(100)]
            measure(
                session,
                f"100 answers of {name}",
                lambda book=book, asked=asked, told=told: [odds(book, asked, each) for each in told],  # type: ignore[misc]
            )
    for old, new in (("vf-1e", "vf-2e"), ("vf-2e", "vf-fr-2.9")):
        session = Timed()
        with session.active():
            measure(
                session,
                f"diff {old} {new}",
                lambda o=old, n=new: diff(pipeline.read(o), pipeline.read(n)),  # type: ignore[misc]
            )
    for memo, (share, name) in sorted(best.items(), key=lambda item: -item[1][0]):
        why = next((why for why, kept in _KEPT if memo in kept), "may go")
        more = "" if share >= _WORTH else f", {why}"
        figure("MEMOS", memo, 100 * share, "%", f"of {name}{more}")


def _with_section(text: str) -> str:
    """A text with one section more, after its first third."""
    at = text.index("\n\n#", len(text) // 3)
    return f"{text[:at]}\n\n### 97.1 Weather\n\nIt may rain.{text[at:]}"


# PLAY


def plays(folder: Path) -> None:
    """A thousand attacks, each told otherwise, from the dice to the rout: the chances of each step. And whole
    answers as a program asks for them, with what each row is worth."""
    rng = random.Random(21)
    with Session().active():
        read = pipeline.read("vf-2e")
        tables = playing.play_tables(read)

        def attacks(told: Sequence[Mapping[str, Known]]) -> None:
            for each in told:
                attack(tables, "fire", Situation(each))

        def answers(told: Sequence[Mapping[str, Known]]) -> None:
            for each in told:
                odds(read, "fire", each)

        def least(work: Callable[[Sequence[Mapping[str, Known]]], None]) -> float:
            """Of several runs, each of other attacks: what was worked out stays in the tables."""
            runs = ([_told(tables, rng, "fire") for _ in range(1000)] for _ in range(4))
            return 1000 * min(_seconds(work, run) for run in runs)

        figure("PLAY", "1,000 attacks with odds", least(attacks), "ms", goal="21", most=500)
        figure("PLAY", "1,000 answers, with the rows' worth", least(answers), "ms")


_NUMBERS = (("fire-value", 6), ("target.tenacity", 5), ("target.losses", 5))
_QUALITIES = (("combat-quality", 9), ("enemy.combat-quality", 9))


def _told(
    tables: Tables, rng: random.Random, asked: str, numbers: Sequence[tuple[str, int]] = _NUMBERS
) -> dict[str, Known]:
    """Numbers of an attack, each up to so much, and of five facts at random those that can hold together
    where it is asked, of those that exclude one another one."""
    told: dict[str, Known] = {name: float(rng.randint(1, most)) for name, most in numbers}
    excluded: set[str] = set()
    for fact in rng.sample(sorted(tables.facts.values(), key=lambda fact: fact.id), 5):
        if fact.kind != "number" and fact.id not in excluded:
            value = rng.choice(fact.values) if fact.kind == "choice" else rng.random() < 0.5
            if tables.clash(asked, {**told, fact.id: value}) is None:
                excluded.update(fact.excludes)
                told[fact.id] = value
    return told


def _seconds(work: Callable[[_Given], object], given: _Given) -> float:
    before = time.process_time()
    work(given)
    return time.process_time() - before
