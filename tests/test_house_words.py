"""The words of the bundled games stand in `rulesets/`; which stand in the program all the same, and why."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator

from source_trees import REPOSITORY, dotted, nodes, room_of, trees

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
