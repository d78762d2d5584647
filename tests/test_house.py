"""The house: who imports whom, how files are named, what is described.

Everything is read from the source, so that an import inside a function counts too.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest
from modules import described

REPOSITORY = Path(__file__).resolve().parent.parent
PACKAGE = REPOSITORY / "vfdoc"

ROOT = ""  # vfdoc/__init__.py: the public API, which no room imports
STAGES = {
    "model",
    "assets",
    "language",
    "store",
    "imports",
    "reading",
    "graph",
    "verdicts",
    "checks",
    "compare",
    "play",
    "edit",
    "sheet",
    "site",
    "formats",
    "mechanics",
}
FRONT = {"pipeline", "model", "formats", "cli", "serve", "editor"}
FRONT_PACKAGES = {"click", "rich", "watchfiles", "pygls"}

# Room: the rooms that it may import beside itself, and the packages beside the standard library.
TABLE: dict[str, tuple[set[str], set[str]]] = {
    "model": (set(), set()),
    "assets": ({"model"}, set()),
    "language": ({"model", "assets"}, {"msgspec", "rapidfuzz", "tomli"}),
    "store": ({"model"}, set()),
    "imports": ({"model", "language"}, {"selectolax", "pypdfium2"}),
    "reading": (
        {"model", "assets", "language", "store", "parsers"},
        {"lark", "msgspec", "charset_normalizer", "tomli"},
    ),
    "parsers": ({"assets"}, {"lark"}),
    "mechanics": ({"model", "assets", "language", "store", "parsers"}, {"lark", "msgspec"}),
    "graph": ({"model"}, {"networkx"}),
    "verdicts": ({"model", "language", "graph"}, set()),
    "checks": ({"model", "language", "graph", "verdicts"}, set()),
    "compare": ({"model", "language", "graph", "verdicts"}, set()),
    "play": ({"model"}, {"icepool"}),
    "edit": ({"model", "graph"}, {"tomlkit"}),
    "formats": (
        {"model", "language", "graph", "play", "assets"},
        {"jinja2", "markdown_it", "msgspec", "networkx", "tomli"},
    ),
    "sheet": (
        {"model", "language", "graph", "play", "assets", "formats"},
        {"jinja2", "markdown_it", "msgspec", "typst", "pypdfium2"},
    ),
    "site": (
        {"model", "language", "graph", "play", "assets", "formats", "sheet"},
        {"jinja2", "markdown_it", "msgspec"},
    ),
    "pipeline": (STAGES, set()),
    "cli": (FRONT, FRONT_PACKAGES),
    "serve": (FRONT, FRONT_PACKAGES),
    "editor": (FRONT, FRONT_PACKAGES | {"lsprotocol"}),
    "__main__": ({"cli"}, set()),
    ROOT: (STAGES | {"pipeline"}, set()),
}
INSIDE_FUNCTIONS_ONLY = {("graph", "networkx"), ("edit", "tomlkit")}

_LOADED = """
import sys
from vfdoc.cli import main
try:
    main()
except SystemExit:
    print(*sys.modules, file=sys.stderr)
"""
"""A command, and what it has loaded in the end."""

SAYS_NOTHING = {"util", "utils", "helper", "helpers", "common", "misc", "manager", "managers"}


class Import(NamedTuple):
    """One imported module, and whether a function imports it (or nothing but the checker of types)."""

    name: str
    line: int
    in_function: bool


def modules() -> list[Path]:
    """Every Python file of the package."""
    return sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)


@cache
def trees() -> Sequence[tuple[str, Path, ast.Module]]:
    """Every module of the package: its name as printed, its path, its syntax tree."""
    named = [(path.relative_to(REPOSITORY).as_posix(), path) for path in modules()]
    return [(name, path, ast.parse(path.read_text(encoding="utf-8"), name)) for name, path in named]


@cache
def nodes(tree: ast.Module) -> Sequence[ast.AST]:
    """Every node of a syntax tree, those above before those below; most of the time of these tests."""
    found: list[ast.AST] = [tree]
    for node in found:
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return found


@cache
def dotted(path: Path) -> str:
    """vfdoc/reading/lines.py -> vfdoc.reading.lines; a package's own file has the package's name."""
    parts = path.relative_to(REPOSITORY).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    """vfdoc.reading.lines -> reading."""
    return [*module.split("."), ROOT][1]


def imports(tree: ast.Module, package: str) -> Iterator[Import]:
    """Every import statement and every import_module or __import__ call, those in functions too.

    `package` is the dotted name against which a relative import is meant.
    """
    called = {"import_module", "__import__"}
    calls = any(getattr(node, "id", getattr(node, "attr", "")) in called for node in nodes(tree))
    children = ast.iter_child_nodes if calls else statements

    def visit(node: ast.AST, in_function: bool) -> Iterator[Import]:
        match node:
            case ast.Import(names=names):
                yield from (Import(alias.name, node.lineno, in_function) for alias in names)
            case ast.ImportFrom(names=names):
                base = node.module or ""
                if node.level:
                    above = package.split(".")
                    kept = above[: len(above) - node.level + 1]
                    base = ".".join([*kept, *filter(None, [base])])
                # A name imported from a package may be a module of it: `from vfdoc import assets`.
                yield from (Import(f"{base}.{alias.name}", node.lineno, in_function) for alias in names)
            case (
                ast.Call(func=ast.Name(id="import_module" | "__import__"), args=[name, *_])
                | ast.Call(func=ast.Attribute(attr="import_module"), args=[name, *_])
            ):
                yield Import(imported_by_call(name, package), node.lineno, in_function)
        inner = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        inner = inner or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
        for child in children(node):
            yield from visit(child, inner)

    yield from visit(tree, False)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """The statements within one, and the handlers and cases that hold some."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        value = getattr(node, field, None)
        if isinstance(value, list):
            yield from value


def imported_by_call(name: ast.expr, package: str) -> str:
    """The module that a call names: plainly, or below its own package (f"{__name__}.…"); else "?"."""
    match name:
        case ast.Constant(value=str(value)):
            return value
        case ast.JoinedStr(
            values=[ast.FormattedValue(value=ast.Name(id="__name__" | "__package__")), ast.Constant(), *_]
        ):
            return f"{package}.?"
    return "?"


def forbidden(room: str, found: Import) -> str | None:
    """Why a room may not import that, or None where it may."""
    rooms, packages = TABLE[room]
    top = found.name.split(".")[0]
    if top == "vfdoc":
        other = room_of(found.name)
        other = other if other in TABLE else ROOT
        if other in {room, *rooms} or other == "model":
            return None
        return f"{room or 'vfdoc'} imports {other or 'the public API'}"
    if top in sys.stdlib_module_names:
        return None
    if top not in packages:
        return f"{room or 'vfdoc'} imports {top}"
    if (room, top) in INSIDE_FUNCTIONS_ONLY and not found.in_function:
        return f"{room} imports {top} outside a function"
    return None


def package_of(path: Path) -> str:
    """The package in which a module stands; a package's own file stands in itself."""
    name = dotted(path)
    return name if path.name == "__init__.py" else name.rpartition(".")[0]


@cache
def every_import() -> Sequence[tuple[str, str, Import]]:
    """Of every module: its path as shown, its dotted name, and each import."""
    return [
        (shown, dotted(path), found)
        for shown, path, tree in trees()
        for found in imports(tree, package_of(path))
    ]


def test_every_module_stands_in_a_room_of_the_table() -> None:
    strangers = [shown for shown, path, _ in trees() if room_of(dotted(path)) not in TABLE]
    assert modules()
    assert not strangers


def test_the_map_names_every_room() -> None:
    table = (PACKAGE / "README.md").read_text(encoding="utf-8").partition("## Who may import whom")[2]
    rooms = "".join(row.split("|")[1] for row in table.split("\n") if row.startswith("| `"))
    assert set(TABLE) - {ROOT, "__main__", "editor"} <= set(rooms.split("`"))


def test_every_room_and_module_is_listed_with_what_it_is() -> None:
    """`make modules`: each with a whole sentence, and no two with the same."""
    listed = dict(described())
    assert len(listed) == len(modules())
    assert not [name for name, said in listed.items() if len(said.split()) < 3 or not said.endswith(".")]
    assert len(set(listed.values())) == len(listed)


def test_the_map_names_files_that_are_there() -> None:
    """A path from where the map lies, or from the house, or (after another of its folder) a name alone; so
    in the pages for users and contributors."""
    maps = (PACKAGE / "README.md", REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md")
    text = "".join(path.read_text(encoding="utf-8") for path in maps)
    named = set(re.findall(r"`([\w./-]+\.(?:py|js|lark|tsv))`", text))
    assert len(named) > 200
    folders = (PACKAGE, *(REPOSITORY / folder for folder in ("tests", "site", "grammar")))
    names = {path.name for folder in folders for path in folder.rglob("*")}
    places = (PACKAGE, REPOSITORY, REPOSITORY / "tests")
    gone = [
        name
        for name in sorted(named)
        if not (any((place / name).exists() for place in places) if "/" in name else name in names)
    ]
    assert not gone


def test_rooms_import_only_what_the_table_allows() -> None:
    faults = [
        f"{shown}:{found.line}: {why} ({found.name})"
        for shown, module, found in every_import()
        if room_of(module) in TABLE and (why := forbidden(room_of(module), found))
    ]
    assert not faults, "\n".join(faults)


def test_rooms_do_not_import_one_another_in_a_circle() -> None:
    flow: dict[str, set[str]] = {}
    for _, module, found in every_import():
        room, other = room_of(module), room_of(found.name)
        if found.name.startswith("vfdoc.") and other in TABLE and other != room:
            flow.setdefault(room, set()).add(other)
    try:
        list(TopologicalSorter(flow).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_a_check_loads_what_it_asks_for(tmp_path: Path) -> None:
    """Start-up is paid at every save: whoever loads more on the way of a check says here why. Of the modules
    206 are our own, 32 of them those of the checks, 398 all; the goal is 180 of all (PERFORMANCE.md, G6). One
    check more is one file more, and no reason to look here."""
    text = tmp_path / "rules.md"
    text.write_text((REPOSITORY / "rulesets" / "vf-2e" / "rules.md").read_text(encoding="utf-8"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", _LOADED, "check", str(text)],
        capture_output=True,
        text=True,
        env=os.environ | {"VFDOC_CACHE": "off", "PYTHONPATH": str(REPOSITORY)},
    )
    loaded = done.stderr.splitlines()[-1].split()
    rooms = [name.partition(".")[0] for name in loaded]
    checks = sum(name.startswith("vfdoc.checks.") for name in loaded)
    assert 100 < rooms.count("vfdoc") - checks <= 174
    assert len(loaded) - checks <= 368  # a few more or less by the versions of Python and of the packages
    assert not {"jinja2", "markdown_it", "networkx", "typst", "tomlkit", "tomllib", "logging"} & set(rooms)


def test_a_check_knows_no_other_check() -> None:
    faults = [
        f"{shown}:{found.line}: imports {found.name}"
        for shown, module, found in every_import()
        if module.startswith("vfdoc.checks.")
        and room_of(found.name) == "checks"
        and found.name.startswith("vfdoc.")
    ]
    assert not faults, "\n".join(faults)


def test_names_say_what_lives_there() -> None:
    faults = [
        path.relative_to(REPOSITORY).as_posix()
        for path in modules()
        if SAYS_NOTHING
        & {
            word
            for part in path.relative_to(PACKAGE).with_suffix("").parts
            for word in part.lower().split("_")
        }
    ]
    assert not faults


def undescribed(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The public functions, classes and methods without a docstring, and the module if it has none."""
    if not ast.get_docstring(tree):
        yield 1, "the module"

    def visit(node: ast.Module | ast.ClassDef, above: str) -> Iterator[tuple[int, str]]:
        for child in node.body:
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            if child.name.startswith("_"):
                continue
            if not ast.get_docstring(child):
                yield child.lineno, above + child.name
            if isinstance(child, ast.ClassDef):
                yield from visit(child, f"{child.name}.")

    yield from visit(tree, "")


def test_everything_public_is_described() -> None:
    faults = [
        f"{shown}:{line}: {name} has no docstring"
        for shown, _, tree in trees()
        for line, name in undescribed(tree)
    ]
    assert not faults, "\n".join(faults)


def thawed(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The dataclasses that are not frozen."""
    for node in nodes(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name != "dataclass":
                continue
            keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
            if not any(k.arg == "frozen" and getattr(k.value, "value", None) is True for k in keywords):
                yield node.lineno, node.name


def test_the_model_is_frozen() -> None:
    faults = [
        f"{shown}:{line}: {name} is not frozen"
        for shown, path, tree in trees()
        if room_of(dotted(path)) == "model"
        for line, name in thawed(tree)
    ]
    assert not faults, "\n".join(faults)


MANY_FIELDS = 8  # a record of more is built by keywords
FEW = 3  # arguments that may go by their places even then


def test_no_name_of_a_module_is_given_twice() -> None:
    """The first of two would be dead, and read all the same."""
    faults = [f"{shown}:{line}: {name}" for shown, _, tree in trees() for line, name in given_again(tree)]
    assert not faults, "\n".join(faults)


def given_again(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The functions, classes and values of a module whose name it has given before."""
    given: set[str] = set()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names = [name]
            case ast.Assign(targets=targets):
                names = [each.id for each in targets if isinstance(each, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)):
                names = [name]
            case _:
                names = []
        yield from ((node.lineno, name) for name in names if name in given)
        given.update(names)


def test_no_two_classes_have_one_name() -> None:
    """A newcomer searches for a name and finds one: a public one in all of vfdoc, a private one (which is of
    its own file) in its room, whatever bears the name there."""
    found: dict[tuple[str, str], list[str]] = {}
    for shown, path, tree in trees():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found.setdefault((room_of(dotted(path)), node.name.lstrip("_")), []).append(shown)
                if not node.name.startswith("_"):
                    found.setdefault(("all rooms", node.name), []).append(shown)
    alike = {name: files for name, files in found.items() if len(files) > 1}
    assert not alike, alike


def records(tree: ast.Module) -> set[str]:
    """The classes of more than so many fields."""
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return {
        each.name
        for each in classes
        if sum(isinstance(part, ast.AnnAssign) for part in each.body) > MANY_FIELDS
    }


def built_by_place(tree: ast.Module, names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The calls of these classes with more than a few arguments that go by their places."""
    for node in nodes(tree):
        if isinstance(node, ast.Call) and len(node.args) > FEW:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in names:
                yield node.lineno, called


def test_large_records_are_built_by_keywords() -> None:
    """Of fifteen arguments in a row nobody sees that two have changed places. A private record is one of its
    own file."""
    public = {name for _, _, tree in trees() for name in records(tree) if not name.startswith("_")}
    faults = [
        f"{shown}:{line}: {name}"
        for shown, _, tree in trees()
        for line, name in built_by_place(tree, public | records(tree))
    ]
    assert not faults, "\n".join(faults)


# "(?:...)?+", "(...)++": Python before 3.11.5 (Debian 12 has 3.11.2) matches them wrongly; "(?>(?:...)?)" is
# the same, and right everywhere. Of single characters and of sets they are right.
_POSSESSIVE_GROUP = re.compile(r"(?<![(\\])\)(?:[?*+]|\{+[\d,]+\}+)\+")


def test_no_expression_has_a_group_that_older_pythons_match_wrongly() -> None:
    folders = (PACKAGE, REPOSITORY / "grammar", REPOSITORY / "rulesets", REPOSITORY / "templates")
    kinds = (".py", ".toml", ".lark")
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in kinds]
    assert len(files) > 400
    wrong = [
        f"{path.relative_to(REPOSITORY)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _POSSESSIVE_GROUP.search(line.partition("  # ")[0]) and not line.lstrip().startswith("#")
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("room", "source", "why"),
    [
        ("graph", "import networkx", "graph imports networkx outside a function"),
        ("graph", "def f():\n    import networkx", None),
        ("graph", "if TYPE_CHECKING:\n    from networkx import MultiDiGraph", None),
        ("graph", "if other:\n    import networkx", "graph imports networkx outside a function"),
        ("graph", "import networkx.algorithms as a", "graph imports networkx outside a function"),
        ("model", "def f():\n    from vfdoc.reading.lines import Line", "model imports reading"),
        ("model", "def f():\n    import lark", "model imports lark"),
        ("model", "from vfdoc import assets", "model imports assets"),
        ("model", "from .. import reading", "model imports reading"),
        ("model", "from . import text", None),
        ("model", "import re, tomllib", None),
        ("checks", "from vfdoc import compare", "checks imports compare"),
        ("checks", "from vfdoc.graph import resolve", None),
        ("reading", "from vfdoc import Rulebook", "reading imports the public API"),
        ("reading", "import vfdoc", "reading imports the public API"),
        ("reading", "from importlib import import_module\nimport_module('click')", "reading imports click"),
        ("reading", "import importlib\nimportlib.import_module(name)", "reading imports ?"),
        ("formats", "import_module(f'{__name__}.{module}')", None),
        ("cli", "from vfdoc.reading.rulebook import read_edition", "cli imports reading"),
        ("cli", "async def f():\n    import rich.console", None),
    ],
)
def test_this_test_sees_an_import_wherever_it_stands(room: str, source: str, why: str | None) -> None:
    found = imports(ast.parse(source), f"vfdoc.{room}")
    assert next((fault for each in found if (fault := forbidden(room, each))), None) == why


def test_this_test_sees_what_is_thawed_or_undescribed() -> None:
    tree = ast.parse("@dataclass\nclass A:\n    def b(self): ...\n    def _c(self): ...")
    assert list(thawed(tree)) == [(2, "A")]
    assert list(undescribed(tree)) == [(1, "the module"), (2, "A"), (3, "A.b")]
    assert not list(thawed(ast.parse("@dataclasses.dataclass(frozen=True, slots=True)\nclass A: ...")))


# Words of the bundled games that are everyday English too, or that any program about rules says.
EVERYDAY = (
    "action base bridge building column command cover defeat deploy double each-inch figure file formed "
    "friendly hill leader line loss modifier move obstacle range rank reform reroll river road save "
    "scenario sequence-of-play special-rule square stand support target time-limit turn unit victory "
    "visible woods"
)
# The games' words that stand outside of rulesets/ all the same, by room (its code, not its docstrings): each
# is vfdoc's own there, for the reason behind it. A word without one goes into the data of its game.
_PUBLISHED = "a role, kind or id in what vfdoc publishes (JSON, `as`, `[sheet]`), whatever a game calls it"
_TITLES = "titles and subjects of wargames, for texts of which nobody said what a sheet of them shows"
LEFT = {
    "": (("attack", _PUBLISHED),),
    "cli": (("attack", _PUBLISHED),),
    "formats": (("attack brigade", _PUBLISHED), ("hit", "in the description of a published shape")),
    "grammar": (("attacker enemy", "opposites of English, whatever is played"),),
    "pipeline": (("attack", _PUBLISHED),),
    "play": (
        ("attack", _PUBLISHED),
        ("enemy", "`enemy.…` tells of the other side of any roll"),
        ("flee", "an effect of opposed rolls that ends them, to which a glossary leads its text's words"),
    ),
    "reading": (
        ("attack move-distance", _PUBLISHED),
        ("attacker", "whom a unit meets where a glossary names no `foe`"),
    ),
    "sheet": (
        ("melee morale", "ids of panels"),
        ("move-distance unit-profile", "ids of lookups that a panel shows unasked, or none does"),
    ),
    "templates": (
        ("assault attack attacker barrier brigade brigade-leader charge combat enemy fortitude", _TITLES),
        ("linear-obstacle melee morale rally retreat rout setback shaken shattered valour wavering", _TITLES),
        ("hit", "what passed dice are called on the calculator; a class of shapes"),
    ),
}


def game_words() -> frozenset[str]:
    """The ids and English headwords of the terms, tests and values of the bundled games, but for what is
    everyday English; blanks as hyphens."""
    found = set()
    for path in (REPOSITORY / "rulesets" / "games").glob("*/glossary.toml"):
        glossary = tomllib.loads(path.read_text(encoding="utf-8"))
        for table in ("terms", "tests", "values"):
            for id, entry in glossary.get(table, {}).items():
                found |= {word.lower().replace(" ", "-") for word in (id, *entry.get("en", ())[:1])}
    return frozenset(found - set(EVERYDAY.split()))


def spoken(tree: ast.Module) -> Iterator[str]:
    """The strings and names of a module's code, without its docstrings."""
    docstrings = {
        node.body[0].value
        for node in nodes(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes(tree):
        match node:
            case ast.Constant(value=str(value)) if node not in docstrings:
                yield value
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def words_in(texts: Iterable[str], words: frozenset[str]) -> set[str]:
    """Those of the words that stand in the texts, in the plural too; blanks, - and _ are one."""
    text = "\n".join(dict.fromkeys(re.sub(r"[ _]", "-", text.lower()) for text in texts))
    here = {word for word in words if word in text}  # most are not: the expression looks for the others
    return {word for word in here if re.search(rf"(?<![a-z]){re.escape(word)}s?(?![a-z])", text)}


def test_no_more_words_of_a_game_stand_outside_the_rulesets() -> None:
    words = game_words()
    found: dict[str, set[str]] = {}
    for _, path, tree in trees():
        found.setdefault(room_of(dotted(path)), set()).update(words_in(spoken(tree), words))
    for room in ("grammar", "templates"):
        lines = [
            line
            for path in sorted((REPOSITORY / room).iterdir())
            if path.is_file()
            for line in path.read_text(encoding="utf-8").split("\n")
            if not line.startswith("#")
        ]
        found[room] = words_in(lines, words)
    left = {room: {word for words, _ in why for word in words.split()} for room, why in LEFT.items()}
    stood = {room: sorted(here - left.get(room, set())) for room, here in found.items()}
    assert not {room: new for room, new in stood.items() if new}, "a game's words belong to rulesets/games"
    gone = {room: sorted(there - found[room]) for room, there in left.items()}
    assert not {room: old for room, old in gone.items() if old}, "no longer there: take them out of LEFT"


def test_this_test_sees_a_games_word_in_a_string_and_in_a_name_but_in_no_docstring() -> None:
    tree = ast.parse('"""Of valour."""\nfire_value = "Valour tests"\n')
    assert words_in(spoken(tree), frozenset({"valour", "fire-value", "rally"})) == {"valour", "fire-value"}
    assert words_in(['"""', "devalourise"], frozenset({"valour"})) == set()
