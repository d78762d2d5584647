"""The house: who imports whom, how files are named, what is described.

Everything is read from the source, so that an import inside a function counts too.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest
from modules import described
from source_trees import PACKAGE, REPOSITORY, ROOT, dotted, modules, nodes, room_of, trees

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
    213 are our own (`weighed_name`, the one weighing of what a citation names, and `full_paths`, which
    candidates and citations ask alike, were the last), 33 of them those of the checks, 405 all; the goal is
    180 of all (PERFORMANCE.md, G6). One check more is one
    file more, and no reason to look here."""
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
    assert 100 < rooms.count("vfdoc") - checks <= 180
    assert len(loaded) - checks <= 372  # a few more or less by the versions of Python and of the packages
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
