"""Renumbering: there and back is the identity by bytes, and nothing but numbers is another afterwards."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from thoroughness import THOROUGH, sparing

from vfdoc import assets, pipeline
from vfdoc.cli import main
from vfdoc.edit.toml_strings import toml_strings
from vfdoc.model import InputError, Rulebook
from vfdoc.model.session import Session
from vfdoc.pipeline.comparing import diff
from vfdoc.pipeline.renumbering import renumbered
from vfdoc.reading.editions import described_by

EDITIONS = sorted(path.parent.name for path in assets.folder("rulesets").glob("*/edition.toml"))
WITH_NUMBERS = [
    name
    for name in EDITIONS
    if (said := described_by(assets.folder("rulesets") / name)) is not None
    and said.documents
    and not said.amends
]
EACH = sparing(sorted(WITH_NUMBERS, key=lambda name: name != "vf-1e"))


@pytest.fixture(autouse=True)
def session() -> Iterator[None]:
    with Session(resident=True).active():
        yield


@pytest.fixture
def editions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bundled editions, where they may be written to."""
    shutil.copytree(assets.folder("rulesets"), tmp_path / "rulesets")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "rulesets"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="vfdoc")


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def moves(rulebook: Rulebook) -> list[list[str]]:
    """Ways to renumber an edition: two sections exchanged, and some to numbers that are free."""
    random = Random(rulebook.edition.id)
    numbers = list(dict.fromkeys(s.number for s in rulebook.sections() if s.number and s.key))
    single = [n for n in numbers if re.fullmatch(r"[A-Z]?\.?\d+(?:\.\d+)+", n)]
    one, other = random.sample([n for n in single if not n.endswith(".0")], 2)
    if one.startswith(other) or other.startswith(one):
        other = next(n for n in single if n[:2] != one[:2] and not n.endswith(".0"))
    free = [[f"{n}={n.removesuffix('.0')}7{'.0' * n.endswith('.0')}"] for n in random.sample(single, 4)]
    return [[f"{one}={other}", f"{other}={one}"], *(free if THOROUGH else free[:1])]


def back(pairs: list[str]) -> list[str]:
    return ["=".join(reversed(pair.split("="))) for pair in pairs]


@pytest.mark.parametrize("name", EACH)
def test_there_and_back_is_the_identity_by_bytes(name: str, editions: Path) -> None:
    before = content(editions / name)
    tried = 0
    for pairs in moves(pipeline.read(name).rulebook):
        if run("renumber", name, *pairs).exit_code:  # the text would be read otherwise: nothing was written
            assert content(editions / name) == before, pairs
            continue
        tried += 1
        assert content(editions / name) != before, pairs
        assert run("renumber", name, *back(pairs)).exit_code == 0, pairs
        assert content(editions / name) == before, pairs
    assert tried >= (3 if THOROUGH else 1)


@pytest.mark.parametrize("name", EACH)
def test_a_gap_left_and_closed_is_the_identity(name: str, editions: Path) -> None:
    before = content(editions / name)
    numbers = [s.number for s in pipeline.read(name).rulebook.sections() if s.number and s.key]
    for start in (1, len(numbers) // 2) if THOROUGH else (len(numbers) // 2,):
        for number in numbers[start:]:
            if run("renumber", name, "--insert", number).exit_code == 0:
                break
            # A dead citation would come to life: refused, and nothing was written.
            assert content(editions / name) == before, number
        assert content(editions / name) != before
        assert run("renumber", name, "--remove", number).exit_code == 0, number
        assert content(editions / name) == before, number


@pytest.mark.parametrize("name", EACH)
def test_a_renumbered_edition_differs_from_its_former_self_in_its_numbers_alone(
    name: str, editions: Path
) -> None:
    shutil.copytree(editions / name, editions / "former")
    former = editions / "former" / "edition.toml"
    former.write_text('id = "former"\n' + former.read_text())
    number = next(s.number for s in pipeline.read(name).rulebook.sections() if s.number and s.number > "5")
    assert run("renumber", name, "--insert", number).exit_code == 0
    one, other = pipeline.read("former"), pipeline.read(name)
    found = diff(one, other)
    # A citation that leads nowhere went with its chapter; no concordance can tell that it is the same one.
    nowhere = {reference.section for reference in one.graph.unresolved}
    assert [row for row in found.sections if row.kind != "same" and not nowhere & {*row.at.old}] == []
    assert any(row.at.old != row.at.new for row in found.sections)
    assert not found.numbers
    assert {row.kind for row in found.modifiers} <= {"same"}


@pytest.mark.parametrize("name", EACH)
def test_the_same_is_found_afterwards_at_the_same_places(name: str, editions: Path) -> None:
    def findings() -> list[tuple[str, str, int, bool]]:
        found = pipeline.check(pipeline.read(name))
        return [(f.rule, f.document, f.line, f.acknowledged) for f in found]

    before = findings()
    number = next(s.number for s in pipeline.read(name).rulebook.sections() if s.number and s.number > "5")
    assert run("renumber", name, "--insert", number).exit_code == 0
    after = findings()
    gap = {"numbering-gap", "misdirected-reference"}  # the gap that was left
    assert [f for f in after if f[0] not in gap] == [f for f in before if f[0] not in gap]
    assert len([f for f in after if f[0] == "numbering-gap"]) <= len(before) + 1


def test_a_dry_run_writes_nothing_and_a_refused_file_spares_the_others(
    editions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(editions / "vf-2e")
    shown = run("renumber", "vf-2e", "8.0=20.0", "--dry-run")
    assert shown.exit_code == 0
    assert content(editions / "vf-2e") == before
    written = renumbered("vf-2e", ["8.0=20.0"], None, None).files
    lines = {line for file in written for line in file.difference.splitlines()}
    assert lines <= set(shown.stdout.splitlines())
    from vfdoc.cli import writing

    whole, count = writing.save, 0

    def full(data: bytes, out: str, old: bytes | None = None) -> None:
        nonlocal count
        count += 1
        if count == 2:
            raise InputError(out, "cannot be written (No space left on device)", "choose another file")
        whole(data, out, old)

    monkeypatch.setattr(writing, "save", full)
    assert run("renumber", "vf-2e", "8.0=20.0").exit_code == 2
    assert content(editions / "vf-2e") == before


def test_every_string_of_a_toml_file_is_found_where_it_stands() -> None:
    import tomllib

    def strings(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
        listed = enumerate(value) if isinstance(value, list) else ()
        pairs = value.items() if isinstance(value, dict) else listed
        for key, each in pairs:
            yield from strings(each, (*path, key))
        if isinstance(value, str):
            yield path

    odd = 'a = [ "x", # "no"\n  \'y]\', """z"\n=""", ]\r\n[b."c.d"]\n e = {f = [{g = "h"}], i="" }\n'
    odd += '[[j]]\n[[j]]\n[j.k]\nl="m"'
    for text in (odd, *(path.read_text() for path in assets.folder("rulesets").rglob("*.toml"))):
        found = [(s.path, s.start, s.end, s.text) for s in toml_strings(text) if not s.key]
        assert sorted(map(repr, strings(tomllib.loads(text)))) == sorted(repr(path) for path, *_ in found)
        assert all(text[start:end] == written for _, start, end, written in found)
