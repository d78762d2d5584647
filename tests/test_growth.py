"""Growth: what a text costs grows with its length, and not with its square.

Some twenty constructs, each made n and four times n long, checked, compared with one that differs in a few
words, published and set on a sheet: the CPU time of the fourfold text is at most MOST times that of the one
(linear is four, quadratic sixteen). It is CPU time of this process, and what looks too much is measured
again, so that a busy machine fails nothing. What grew worst once and is seen on short texts runs always; all
of it with VFDOC_THOROUGH=1.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import thoroughness
from click.testing import CliRunner

from vfdoc.cli import main

MOST = 7.0
LEAST_SECONDS = 0.12  # what less takes is the start of the command
TRIES = 4
ONE = ("ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "qui", "ro", "sa", "te")
OTHER = ("lder", "mpire", "rnace", "stle", "nton", "rbour", "ckets", "vance", "llows", "pper", "grave")
WORDS = [one + other for one in ONE for other in OTHER]

Construct = Callable[[Random, int, bool], str]
"""Text of so many items; the later one differs in a third of them by a word or a number."""


def some(random: Random, count: int) -> str:
    """Words of no language."""
    return " ".join(random.choices(WORDS, k=count))


def lines(head: str, item: Callable[[Random, int, bool], str], end: str = "\n\n") -> Construct:
    """A construct of items below a head."""

    def made(random: Random, count: int, later: bool) -> str:
        items = [item(random, n, later and n % 3 == 0) for n in range(count)]
        return head + end.join(items) + "\n"

    return made


def term(random: Random, n: int, changed: bool) -> str:
    said = f"**{some(random, 2).title()} {n}** means {some(random, 6)} of "
    return said + f"{'a' if changed else 'the'} {some(random, 1)}."


def clause(random: Random, n: int, changed: bool) -> str:
    return f'- "{some(random, 2)}" means {some(random, 5)} {"or not" if changed else "or so"};'


def modifier(random: Random, n: int, changed: bool) -> str:
    fact = random.choice(("shaken", "outflanked", "disordered", "in cover", "in column", "uphill"))
    reach = random.randrange(2, 40) + changed
    does = (
        f"{random.choice(('Add', 'Subtract'))} {random.randrange(1, 4)} from the roll if the unit is {fact}"
    )
    return f'{does} and within {reach}" of the enemy.'


def bare_modifier(random: Random, n: int, changed: bool) -> str:
    where = f"near {some(random, 2)}"
    return f"Subtract {2 if changed else 1} from the roll if the target is in cover {where}."


def footnotes(random: Random, count: int, later: bool) -> str:
    """Paragraphs, then a note on each."""
    text = [f"The {some(random, 3)} goes on.*{n}" for n in range(count)]
    text += [f"*{n} {some(random, 6)} {'other' if later and n % 3 == 0 else 'one'}." for n in range(count)]
    return "## 1.1 Notes\n\n" + "\n\n".join(text) + "\n"


def limit(random: Random, n: int, changed: bool) -> str:
    reach = random.randrange(2, 20) + changed
    return f'A {some(random, 2)} moves up to {reach}" near {some(random, 1)}.'


def row(random: Random, n: int, changed: bool) -> str:
    return f'| {some(random, 2)} | {random.randrange(2, 20) + changed}" |'


def section(random: Random, n: int, changed: bool) -> str:
    said = f"A {some(random, 6)} {'must' if changed else 'may'} {some(random, 1)}."
    return f"### {n // 90 + 1}.{n % 90 + 1} {some(random, 2).title()}\n\n{said}"


def heading(random: Random, n: int, changed: bool) -> str:
    return f"# {some(random, 1)}\n\nThe {some(random, 3)} is {'so' if changed else 'not'}."


def same_heading(random: Random, n: int, changed: bool) -> str:
    return f"# Example\n\nThe {some(random, 3)} is {'so' if changed else 'not'}."


def alike(random: Random, n: int, changed: bool) -> str:
    return f"It {'must' if changed else 'may'} go."


def item(random: Random, n: int, changed: bool) -> str:
    return f"- {some(random, 5)} {'other' if changed else 'one'}"


def line(random: Random, n: int, changed: bool) -> str:
    return f"The {some(random, 5)} {'other' if changed else 'one'} goes"


def single(random: Random, n: int, changed: bool) -> str:
    return f"The {some(random, 3)} ends.\n\n- {some(random, 4)} {'or not' if changed else 'or so'}"


def card(random: Random, n: int, changed: bool) -> str:
    title = f"### {some(random, 2).title()}"
    return f"{title}\n\nRoll a D6: 4+ passes the rally test. {modifier(random, n, changed)}"


def cited(random: Random, n: int, changed: bool) -> str:
    return f"The {some(random, 4)} goes (see 1.1) and {'not ' if changed else ''}on."


def dangling(random: Random, n: int, changed: bool) -> str:
    return f"The {some(random, 2)} {'must' if changed else 'may'} (7.{n % 90 + 1})."


def titled(random: Random, n: int, changed: bool) -> str:
    return f"the {some(random, 3)} of Bold Advance (7.{n + 1}) {'must' if changed else 'may'} go"


def question(random: Random, n: int, changed: bool) -> str:
    return f"Q: Why {some(random, 3)} (1.1)?\n\nA: {some(random, 3)} {'is so' if changed else 'is not'}."


def numbered(random: Random, n: int, changed: bool) -> str:
    return f"{n + 1}. {some(random, 5)} {'must' if changed else 'may'} {some(random, 2)}."


def indexed(random: Random, count: int, later: bool) -> str:
    """Sections, then an index of them."""
    titles = [f"{n // 90 + 1}.{n % 90 + 1} {some(random, 2).title()}" for n in range(count)]
    said = ("must" if later and n % 3 == 0 else "may" for n in range(count))
    text = "\n\n".join(f"{title}\n\nIt {word} go." for title, word in zip(titles, said, strict=True))
    return f"{text}\n\nINDEX\n\n" + "\n".join(titles) + "\n"


def sentence(random: Random, n: int, changed: bool) -> str:
    return f"The {some(random, 3)} {'must' if changed else 'may'} {some(random, 2)}."


def quoted(random: Random, n: int, changed: bool) -> str:
    return f"> {some(random, 5)} {'must' if changed else 'may'} {some(random, 2)}."


RULES = "## 1.1 Rules\n\n"
ROLL = "## 1.1 Rally\n\nTo rally, roll a D6: 4+ passes the rally test.\n\n"
TITLED = "## 1.1 Rally\n\nGo.\n\n## 1.2 Bold Advance\n\nGo.\n\n"
CONSTRUCTS: dict[str, tuple[int, Construct]] = {
    "defined terms": (400, lines("# 1. Definitions\n\n", term)),
    "clauses of one list": (500, lines(f"{RULES}Here:\n\n", clause, "\n")),
    "modifiers of one section": (250, lines(ROLL, modifier)),
    "modifiers not understood": (250, lines(ROLL, bare_modifier)),
    "footnotes": (200, footnotes),
    "limits": (250, lines(RULES, limit)),
    "cards": (300, lines("# 1. Cards\n\n", card)),
    "rows": (500, lines(f"{RULES}| Unit | Move |\n|---|---|\n", row, "\n")),
    "sections": (500, lines("", section)),
    "headings": (500, lines("", heading)),
    "headings of one title": (500, lines("", same_heading)),
    "one sentence again and again": (500, lines(RULES, alike)),
    "items of one list": (3000, lines(f"{RULES}One of these holds:\n\n", item, "\n")),
    "lines of one paragraph": (2000, lines(RULES, line, "\n")),
    "lists of one item": (400, lines(RULES, single)),
    "citations": (500, lines(RULES, cited)),
    "dangling citations": (400, lines(RULES, dangling)),
    "dangling citations of one line": (800, lines(RULES, dangling, " ")),
    "titles before numbers in one sentence": (200, lines(f"{TITLED}## 1.3 Long\n\n", titled, ", ")),
    "questions": (400, lines(f"{RULES}Go.\n\n", question)),
    "numbered paragraphs": (400, lines("", numbered)),
    "an index": (400, indexed),
    "sentences of one line": (500, lines(RULES, sentence, " ")),
    "quotations": (500, lines(RULES, quoted)),
}  # fmt: skip
COMMANDS = ("check", "diff", "build", "sheet")
GREW = (
    ("check", "an index", 150), ("check", "modifiers of one section", 100),
    ("diff", "defined terms", 150),
)  # fmt: skip
ALL = [
    (command, name, size if command in ("check", "diff") else size // 2)
    for command in COMMANDS
    for name, (size, _) in CONSTRUCTS.items()
]

PANIC = "\n\n# 9000. Panic\n\nFor a panic test roll a D6. On a 4+ the unit holds.\n"  # a sheet holds a test
EDITION = """title = "Long"
[[documents]]
id = "rules"
file = "rules.md"
kind = "rules"
"""


@pytest.mark.parametrize(("command", "name", "size"), ALL if thoroughness.THOROUGH else GREW)
def test_the_cost_grows_with_the_length(
    command: str, name: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, construct = CONSTRUCTS[name]
    seconds(words(command, construct, 8))  # what is imported and read at the start counts for neither
    large, fourfold = words(command, construct, size), words(command, construct, 4 * size)
    one = four = float("inf")
    for _ in range(TRIES):
        one, four = min(one, seconds(large)), min(four, seconds(fourfold))
        if four <= MOST * max(one, LEAST_SECONDS):
            return
    pytest.fail(f"{command} of {name}: {one:.2f} s for {size}, {four:.2f} s for {4 * size}")


def words(command: str, construct: Construct, count: int) -> tuple[str, ...]:
    """The command line over a text of so many items, which is written; an edition to be published."""
    if command in ("build", "sheet"):
        folder = Path(f"long{count}")
        folder.mkdir()
        (folder / "edition.toml").write_text(EDITION, encoding="utf-8")
        text = construct(Random(1), count, False) + (PANIC if command == "sheet" else "")
        (folder / "rules.md").write_text(text, encoding="utf-8")
        return (command, str(folder), *(("--out", f"public{count}") if command == "build" else ()))
    names = []
    for later in (False, True)[: 2 if command == "diff" else 1]:
        names.append(f"{'new' if later else 'old'}{count}.txt")
        Path(names[-1]).write_text(construct(Random(1), count, later), encoding="utf-8")
    return (command, *names)


def seconds(arguments: tuple[str, ...]) -> float:
    """The CPU time of a command, which remembers nothing of another: each has a session of its own."""
    start = time.process_time()
    result = CliRunner().invoke(main, arguments, prog_name="vfdoc")
    assert result.exit_code in (0, 1), result.output[-500:]
    return time.process_time() - start
