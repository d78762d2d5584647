"""The benchmark: `make bench`. Whole commands, by the processor's time (user and system) that they take, the
least of several runs, as ratios to what was measured in the same run, in one table; some minutes. A line
names the goal that it speaks of (PERFORMANCE.md of the shared texts), its most, and whether that is met.

FLOOR  Whole commands on long texts, without a cache, as multiples of the floor: `floor` of the shared tools
       (VFDOC_FLOOR, else ../shared/tools/floor), on the same text. Where that is not there, it is said.
START  Whole commands on short texts, as multiples of `python -c pass`; nothing, or all, is in the cache.
AGAIN  A process that stays: a check after a word, number, citation or line was put in, as a share of its
       first one; the middle of five, each in another line of prose.
MEMOS  What each memo of a session saves: how often it knew a result, times what it takes to work one out, as
       a share of the pass in which that is most. One that saves less than half a hundredth may go.
BUILD  Builds of the bundled editions, as shares of one with an empty cache.
PLAY   A thousand attacks with their odds, in a process that stays.
SITE   A site of a long text against the floor and its peers (bench_site.py).
CHECK  What each check takes of a whole check of a long text, in the order in which they run.

`python tests/bench.py start again`: some parts alone.

Long texts are made by renumbering the bundled editions; those of ../shared (VFDOC_ORIGINALS, VFDOC_FOREIGN)
are measured where they are.
"""

from __future__ import annotations

import gc
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from vfdoc import assets, pipeline
from vfdoc.model.session import Session
from vfdoc.pipeline import playing
from vfdoc.pipeline.comparing import diff
from vfdoc.pipeline.play_api import odds
from vfdoc.play.attacks import attack
from vfdoc.play.situation import Known, Situation
from vfdoc.play.tables import Tables

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared"
RUN = ("-c", "from vfdoc.cli import main; main()")
LONG = 13  # copies of both bundled editions: 0.8 MB
_NUMBER = re.compile(r"(?<![\w.])([A-Z]|\d{1,3})((?:\.\d{1,3})+)(?![\w\"])")
_SLOW = 500_000  # characters of a text of which one run must do
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


class Used(NamedTuple):
    """What a command took: seconds of the processor, and memory at its peak in MiB."""

    seconds: float
    peak: float


def main(parts: Sequence[str] = ()) -> None:
    """Prints the table: every part, or those named."""
    gc.disable()  # as the stages do
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    print(f"{'part':<5} {'goal':<4} {'what':<42} {'measured':>9} {'unit':<14} {'most':>6}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for part in parts or PARTS:
            PARTS[part.lower()](place)


def figure(
    kind: str,
    name: str,
    value: float,
    unit: str,
    more: str = "",
    *,
    goal: str = "",
    most: float | None = None,
) -> None:
    """One line of the table: what was measured, the ratio, of which goal, what it may come to at most."""
    met = "" if most is None else "met" if value <= most else "NOT MET"
    limit = "" if most is None else f"{most:g}"
    print(f"{kind:<5} {goal:<4} {name:<42} {value:9.2f} {unit:<14} {limit:>6} {met:<7} {more}", flush=True)


# Measuring

Before = Callable[[int], object]
"""What is called before each run of a command, with its number; `id` does nothing."""


def used(
    arguments: Sequence[str], folder: Path, cache: str = "off", runs: int = 3, before: Before = id
) -> Used:
    """The least that a command of ours takes (by the interpreter's own arguments), run in a folder;
    `before` is called before each run, with its number."""
    found = [_once(arguments, folder, cache, before, run) for run in range(runs)]
    return Used(min(each.seconds for each in found), min(each.peak for each in found))


def _once(arguments: Sequence[str], folder: Path, cache: str, before: Before, run: int) -> Used:
    before(run)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    # The bytecode is written, as an installed program's is.
    environment |= {"PYTHONPYCACHEPREFIX": f"{folder}/bytecode", "VFDOC_CACHE": cache}
    environment["PYTHONPATH"] = str(REPOSITORY)
    with tempfile.TemporaryFile() as said:
        begun = subprocess.Popen(
            [sys.executable, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=said
        )
        _, status, spent = os.wait4(begun.pid, 0)  # the time of this process alone, and of those it began
        begun.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        words = said.read().decode()
        if begun.returncode not in (0, 1) or "Traceback" in words:  # a check that finds something ends in 1
            sys.exit(words)
    return Used(spent.ru_utime + spent.ru_stime, spent.ru_maxrss / 1024)


def floor_of(path: Path) -> float | None:
    """The seconds of the floor of a text; None where the tool that measures it is not there."""
    tool = Path(os.environ.get("VFDOC_FLOOR", SHARED / "tools" / "floor"))
    if not tool.is_file():
        return None
    done = subprocess.run([sys.executable, tool, path], capture_output=True, text=True, check=True)
    return float(done.stdout) / 1000


# Texts


def rules(edition: str) -> str:
    """The rules of a bundled edition."""
    return (assets.folder("rulesets") / edition / "rules.md").read_text(encoding="utf-8")


def made(count: int) -> str:
    """Both bundled editions `count` times over, each copy's numbers put under numbers of its own."""
    texts = [rules("vf-1e"), rules("vf-2e")] * count
    return "\n".join(_renumbered(text, n // 900 + 1, n % 900 + 1) for n, text in enumerate(texts))


def _renumbered(text: str, part: int, chapter: int) -> str:
    """A text whose 8.2 is 1.7.8.2 and whose T.2 is 1.7.84.2: no number of another copy's."""

    def number(found: re.Match[str]) -> str:
        first = found[1] if found[1].isdigit() else str(ord(found[1]))
        return f"{part}.{chapter}.{first}{found[2]}"

    return _NUMBER.sub(number, text)


def later(count: int) -> str:
    """What `made` makes, three years later: numbered three chapters further, in every ninth paragraph a
    distance changed and a sentence added, in every thirty-first another begun, some paragraphs gone."""
    texts = [rules("vf-1e"), rules("vf-2e")] * count
    paragraphs: list[str] = []
    for n, text in enumerate(texts, start=3):
        paragraphs += _renumbered(text, n // 900 + 1, n % 900 + 1).split("\n\n")
    for at, paragraph in enumerate(paragraphs):
        if not paragraph.startswith("#"):
            if at % 9 == 0:
                farther = re.sub(r'\b(\d)"', lambda found: f'{int(found[1]) + 1}"', paragraph, count=1)
                paragraphs[at] = f"{farther} This holds for reserves too."
            if at % 31 == 0:
                paragraphs[at] = f"Henceforth the commander decides if both sides agree. {paragraphs[at]}"
            if at % 47 == 0:
                paragraphs[at] = ""
    return "\n\n".join(paragraphs)


def _texts_of(variable: str, folder: str) -> list[Path]:
    place = Path(os.environ.get(variable, SHARED / folder))
    found = sorted((*place.glob("*.md"), *place.glob("*.txt")))
    if not found:
        print(f"       no texts in {place}: bundled ones only")
    return found


def written(path: Path, text: str) -> Path:
    """The path, once the text stands there."""
    path.write_text(text, encoding="utf-8")
    return path


# FLOOR


def long_texts(folder: Path) -> None:
    """Whole commands on 0.8 MB, on a tenth of it, and on the like of another hand."""
    new, tenth = written(folder / "long.md", made(LONG)), written(folder / "tenth.md", made(LONG)[:82_000])
    texts = [tenth, new]
    for path in _texts_of("VFDOC_FOREIGN", "foreign"):
        if path.stem == "bgb":
            words = path.read_text(encoding="utf-8", errors="replace")
            texts.append(written(folder / "statute.md", words[:800_000]))
    checks: dict[Path, float] = {}
    for path in texts:
        size = path.stat().st_size
        took = used((*RUN, "check", str(path)), folder, runs=2)
        checks[path] = took.seconds
        _against_floor(f"check, {path.stem}", path, took, "G1", None if path == tenth else 60)
        most = round(40 + 40 * size / 2**20)
        figure("FLOOR", f"peak of check, {path.stem}", took.peak, "MiB", goal="G7", most=most)
    _against_floor("tables, long", new, used((*RUN, "tables", str(new), "--format", "json"), folder, runs=2))
    figure("FLOOR", "check, 10 x the text", checks[new] / checks[tenth], "x", goal="G12", most=11)
    old = written(folder / "later.md", later(LONG))
    both = checks[new] + used((*RUN, "check", str(old)), folder, runs=1).seconds
    took = used((*RUN, "diff", str(new), str(old)), folder, runs=1)
    figure("FLOOR", "diff of two long texts", took.seconds / both, "x their checks", goal="G10", most=0.5)


def _against_floor(name: str, path: Path, took: Used, goal: str = "", most: float | None = None) -> None:
    floor = floor_of(path)
    size = f"{path.stat().st_size / 1000:.0f} kB"
    if floor is None:
        print(f"FLOOR  {name}: {took.seconds:.2f} s; no floor, for VFDOC_FLOOR names no tool")
        return
    more = f"{size}, {took.seconds:.2f} s, floor {floor * 1000:.1f} ms"
    figure("FLOOR", name, took.seconds / floor, "x floor", more, goal=goal, most=most)


# START

# Of a bare interpreter's time, without what a cache knows.
START_GOALS: Mapping[str, tuple[str, float | None]] = {
    "--help": ("G5", 5),
    "check, unchanged": ("G5", 5),
    "check, no cache": ("G4", 18),
    "roll, no cache": ("G4", 15),
    "list": ("G4", 10),
    "show, no cache": ("G4", 10),
}


def modules_of(path: Path) -> None:
    """In a process of its own: prints how many modules a check that reads its text has loaded."""
    command = (
        "import sys; from vfdoc.cli import main\n"
        "try: main(['check', sys.argv[1]])\n"
        "except SystemExit: pass\n"
        "print(len(sys.modules), file=sys.stderr)"
    )
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY), "VFDOC_CACHE": "off"}
    done = subprocess.run(
        [sys.executable, "-c", command, str(path)], capture_output=True, text=True, env=environment
    )
    print(done.stderr.split()[-1])


def start(folder: Path) -> None:
    """Whole commands on 41 kB against a bare interpreter. A changed text is one that was not seen before, by
    a program that has run before."""
    words = rules("vf-2e") + rules("vf-1e")[:5000]
    text = folder / "short.md"
    kept = str(folder / "kept")

    def another(run: int) -> None:
        written(text, f"{words}\nTurn {run}.\n")

    bare = used(("-c", "pass"), folder, runs=20).seconds
    figure("START", "python -c pass", bare * 1000, "ms")
    check = ("check", str(text))
    commands: Mapping[str, tuple[tuple[str, ...], str, Before]] = {
        "--help": (("--help",), "off", id),
        "check, changed": (check, kept, another),
        "check, unchanged": (check, kept, id),
        "check, no cache": (check, "off", another),
        "list": (("list",), "off", id),
        "show, no cache": (("show", "vf-2e", "8.2"), "off", id),
        "tables, no cache": (("tables", "vf-2e"), "off", id),
        "roll, no cache": (("roll", "vf-2e", "hit"), "off", id),
        "roll, tables in the cache": (("roll", "vf-2e", "hit"), kept, id),
        "odds, tables in the cache": (("odds", "vf-2e", "fire", "--set", "fire-value=3"), kept, id),
        "diff, no cache": (("diff", "vf-1e", "vf-2e"), "off", id),
        "sheet, no cache": (("sheet", "vf-2e", "--format", "html"), "off", id),
        "graph, no cache": (("graph", "vf-2e"), "off", id),
    }
    for name, (arguments, cache, before) in commands.items():
        took = used((*RUN, *arguments), folder, cache, 7, before)
        goal, most = START_GOALS.get(name, ("", None))
        figure("START", name, took.seconds / bare, "x", f"{took.seconds * 1000:.0f} ms", goal=goal, most=most)
    written(text, words)
    loaded = _child("--modules", str(text))
    figure("START", "modules of a changed check", float(loaded), "modules", goal="G6", most=180)


# AGAIN


def again(folder: Path) -> None:
    """A resident session, as an editor has it, on texts of four lengths: a check after each of several edits
    of a kind; what the middle one takes."""
    texts = {"41 kB": rules("vf-2e") + rules("vf-1e")[:5000]}
    for path in _texts_of("VFDOC_ORIGINALS", "originals"):
        if path.stem == "fortune-and-glory":
            texts["240 kB"] = path.read_text(encoding="utf-8", errors="replace")
    texts.setdefault("240 kB", made(4)[:240_000])
    texts |= {"0.8 MB": made(LONG), "1.6 MB": made(2 * LONG)}
    for name, words in texts.items():
        path = written(folder / "resident.md", words)
        first, *taken = map(float, _child("--again", str(path)).split())
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


def _with_word(line: str, turn: int) -> str:
    words = line.split(" ")
    words.insert(len(words) // 2, ("always", "usually", "again", "then", "perhaps")[turn])
    return " ".join(words)


EDITS: Mapping[str, Callable[[str, int], str]] = {
    "a word put in": _with_word,
    "a number put in": lambda line, turn: f'{line} That is {turn + 3}".',
    "a citation put in": lambda line, turn: f"{line} See 1.{turn + 1}.8.2.",
    "a line put in": lambda line, turn: f"A line that was not there, {turn}.\n\n{line}",
}
"""What an author does to a line of prose, by what it is called; the number says for which time."""


def edited(text: str, edit: Callable[[str, int], str], times: int = 5) -> Iterator[str]:
    """A text with another one of its lines of prose edited each time, from its first third on."""
    lines = text.split("\n")
    prose = [n for n in range(len(lines) // 3, len(lines)) if len(lines[n]) > 60 and lines[n][0].isalpha()]
    for turn in range(times):
        at = prose[turn * len(prose) // times]
        yield "\n".join([*lines[:at], edit(lines[at], turn), *lines[at + 1 :]])


def edits(text: str) -> tuple[str, str, str]:
    """A text as it is, with a word more in a line of prose, and with a line more."""
    word, line = (next(edited(text, EDITS[kind])) for kind in ("a word put in", "a line put in"))
    return text, word, line


def check(path: Path) -> None:
    """A whole check, in the session that is active."""
    pipeline.check(pipeline.read(str(path)))


def _child(*arguments: str) -> str:
    """What this file prints in a process of its own."""
    command = [sys.executable, __file__, *arguments]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


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
        for path in _texts_of(variable, name):
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
            told = [dict(_told(tables, rng, numbers)) for _ in range(100)]
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
            runs = ([dict(_told(tables, rng)) for _ in range(1000)] for _ in range(4))
            return 1000 * min(_seconds(work, run) for run in runs)

        figure("PLAY", "1,000 attacks with odds", least(attacks), "ms", goal="21", most=500)
        figure("PLAY", "1,000 answers, with the rows' worth", least(answers), "ms")


_NUMBERS = (("fire-value", 6), ("target.tenacity", 5), ("target.losses", 5))
_QUALITIES = (("combat-quality", 9), ("enemy.combat-quality", 9))


def _told(
    tables: Tables, rng: random.Random, numbers: Sequence[tuple[str, int]] = _NUMBERS
) -> Iterator[tuple[str, Known]]:
    """Numbers of an attack, each up to so much, and five facts at random, of those that exclude one
    another one."""
    for name, most in numbers:
        yield name, float(rng.randint(1, most))
    excluded: set[str] = set()
    for fact in rng.sample(sorted(tables.facts.values(), key=lambda fact: fact.id), 5):
        if fact.kind != "number" and fact.id not in excluded:
            excluded.update(fact.excludes)
            yield fact.id, rng.choice(fact.values) if fact.kind == "choice" else rng.random() < 0.5


def _seconds(work: Callable[[_Given], object], given: _Given) -> float:
    before = time.process_time()
    work(given)
    return time.process_time() - before


# BUILD


def builds(folder: Path) -> None:
    """The bundled editions, built from nothing, again, after an edit, as one file; and checked."""
    home = folder / "home"
    shutil.copytree(assets.folder("rulesets"), home / "rulesets")
    kept = str(folder / "builds")
    build = (*RUN, "build", "--out", "public")

    def nothing_kept(run: int) -> None:
        shutil.rmtree(kept, ignore_errors=True)

    first = used(build, home, kept, 3, nothing_kept).seconds
    checked = used((*RUN, "check"), home, "off").seconds
    figure("BUILD", "all editions, an empty cache", first / checked, "x their check", f"{first:.2f} s")
    figure("BUILD", "nothing edited", used(build, home, kept).seconds / first, "x")
    path = home / "rulesets" / "vf-2e" / "rules.md"
    words = path.read_text(encoding="utf-8")

    def edited(run: int) -> None:
        written(path, edits(words)[1].replace("Indeed.", f"Indeed, {run}."))

    figure("BUILD", "one edition edited", used(build, home, kept, 3, edited).seconds / first, "x")
    single = used((*RUN, "build", "--single", "vf-2e", "--out", "one.html"), home, "off").seconds
    own = used((*RUN, "build", "rulesets/vf-2e", "--out", "own"), home, "off").seconds
    check_own = used((*RUN, "check", "rulesets/vf-2e"), home, "off").seconds
    figure("BUILD", "one edition", own / check_own, "x its check", goal="G9", most=1.5)
    figure("BUILD", "one edition as one file", single / own, "x its build", goal="G9", most=1.2)


# CHECK


def shares_of_checks(folder: Path) -> None:
    """What each check takes of a whole check; those that take a hundredth or more, and the rest together."""
    path = written(folder / "shares.md", made(LONG))
    lines = [line.split() for line in _child("--shares", str(path)).splitlines()]
    shares = sorted(((float(share), name) for name, share in lines), reverse=True)
    for share, name in shares:
        if share >= 1:
            figure("CHECK", name, share, "% of a check", goal="G2", most=15)
    small = [share for share, _ in shares if share < 1]
    figure("CHECK", f"{len(small)} others, together", sum(small), "% of a check")


def shares_once(path: Path) -> None:
    """In a process of its own: prints each check and the share that it takes of a whole check."""
    from vfdoc import checks

    os.environ["VFDOC_CACHE"] = "off"
    before = time.process_time()
    with Session().active():
        read = pipeline.with_mechanics(pipeline.read(str(path)))
        rulebook = replace(read.rulebook, glossary=pipeline.glossary(read))
        taken = {}
        for name, each in checks.ALL_CHECKS.items():
            began = time.process_time()
            list(each(rulebook, read.graph))
            taken[name] = time.process_time() - began
    whole = time.process_time() - before
    for name, seconds in taken.items():
        print(name, 100 * seconds / whole)


def whole_site(folder: Path) -> None:
    """The site, as bench_site.py measures it."""
    import bench_site

    bench_site.whole_site(folder)


PARTS: Mapping[str, Callable[[Path], None]] = {
    "floor": long_texts,
    "start": start,
    "again": again,
    "memos": memos,
    "play": plays,
    "builds": builds,
    "checks": shares_of_checks,
    "site": whole_site,
}
_ALONE = {"--again": again_once, "--modules": modules_of, "--shares": shares_once}

if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] in _ALONE:
        _ALONE[sys.argv[1]](Path(sys.argv[2]))
    else:
        main(sys.argv[1:])
