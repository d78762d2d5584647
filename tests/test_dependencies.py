"""What vfdoc stands on: what is installed is among the versions tested together, which two lists name.

No network is asked. `tests/locks/lowest.txt` and `newest.txt` are installed and tested by `.ci/run`.
"""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
PINNED = re.compile(r"([a-z0-9._-]+)==([0-9.]+)")


def lock(name: str) -> dict[str, str]:
    """The versions of a list, by name; each is pinned."""
    lines = (REPOSITORY / "tests" / "locks" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = [PINNED.fullmatch(line) for line in lines if not line.startswith("#")]
    assert all(found), "a line is no NAME==VERSION"
    return {each[1].replace("_", "-"): each[2] for each in found if each}


def bounds() -> dict[str, str]:
    """What pyproject.toml says of each dependency: the lowest version."""
    told = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = (*told["dependencies"], *told["optional-dependencies"]["lsp"])
    found = [re.fullmatch(r"([a-z0-9-]+)>=([0-9.]+)(?:,<[0-9.]+)?", each) for each in asked]
    assert all(found), "a dependency without a lower bound, or with more than an upper one beside it"
    return {each[1]: each[2] for each in found if each}


def parts(number: str) -> tuple[int, ...]:
    """A version as it is compared: 3.4 is 3.4.0."""
    found = [int(part) for part in re.findall(r"\d+", number)]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def untested(installed: str, lowest: str, newest: str) -> str:
    """What is to be said of an installed version; nothing where it lies between those tested."""
    if parts(installed) < parts(lowest):
        return f"{installed} is older than {lowest}, the lowest tested"
    if parts(installed) > parts(newest):
        return f"{installed} is newer than {newest}, the newest tested"
    return ""


def test_the_lists_name_every_dependency_and_the_lowest_are_the_bounds() -> None:
    lowest, newest = lock("lowest"), lock("newest")
    for name, bound in bounds().items():
        assert parts(lowest[name]) == parts(bound), name
        assert parts(newest[name]) >= parts(bound), name


@pytest.mark.parametrize("name", bounds())
def test_what_is_installed_was_tested(name: str) -> None:
    lowest, newest = lock("lowest")[name], lock("newest")[name]
    said = untested(version(name), lowest, newest)
    if "newer" in said:  # nothing is wrong yet, and nothing is known
        pytest.skip(f"{name} {said}: write it into tests/locks/newest.txt and run .ci/run")
    assert not said, f"{name} {said}"


@pytest.mark.parametrize(
    ("installed", "said"),
    [("3.4", ""), ("3.4.0", ""), ("3.10.1", ""), ("3.3.9", "older"), ("3.11", "newer"), ("4.0rc1", "newer")],
)
def test_a_version_is_older_newer_or_tested(installed: str, said: str) -> None:
    assert said in untested(installed, "3.4.0", "3.10.1")
    assert bool(said) == bool(untested(installed, "3.4.0", "3.10.1"))
