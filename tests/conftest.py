"""What tests may ask for: texts that are no part of the repository, a browser, Node.js, and generated inputs
that repeat in CI.

Where such a text, a browser or Node.js is missing, the tests that need it are skipped by name; where
VFDOC_REQUIRE names it ("originals,games,foreign,browser,node", as .ci/run does), they fail.

VFDOC_THOROUGH=1 (as .ci/run sets it) runs what takes long, too: tests marked `thorough`, which are else
skipped by name, four times the generated inputs of every law, and texts of their full size. There every
command begins with nothing remembered, as a user's does; else all tests of one run share a session, so that
an edition is read once, and what a session remembers is held to changing nothing by every test.
"""

from __future__ import annotations

import gc
import os
import pickle
import shutil
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

import bundled_once
import pytest
import thoroughness
import tomli
from hypothesis import settings

from vfdoc.model.session import Session

REPOSITORY = Path(__file__).resolve().parent.parent
_BROWSERS = ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome")

os.environ["VFDOC_CACHE"] = "off"  # what a test sees is read anew; tests of the cache set their own

_loads = tomli.loads


@lru_cache(maxsize=1 << 10)
def _parsed(text: str) -> bytes:
    return pickle.dumps(_loads(text))


def _loads_once(text: str, **more: Any) -> dict[str, Any]:
    """As tomli reads a text, most of the time of a short test: each text once, and for whoever
    asks a copy of his own."""
    return _loads(text, **more) if more else pickle.loads(_parsed(text))  # type: ignore[no-any-return]


tomli.loads = _loads_once


def _variable(name: str) -> str:
    return f"VFDOC_{name.upper()}"


def _folder(name: str) -> Path:
    """Where texts lie, or would lie, that are no part of the repository."""
    named = os.environ.get(_variable(name))
    return Path(named) if named else REPOSITORY.parent / "shared" / name


if not thoroughness.THOROUGH:
    bundled_once.install(_folder("originals"))

_MOST = thoroughness.examples(100)  # inputs of a law that does not say itself how many
settings.register_profile("vfdoc", deadline=None, max_examples=_MOST)
settings.register_profile("vfdoc-ci", deadline=None, max_examples=_MOST, derandomize=True, print_blob=True)
settings.load_profile("vfdoc-ci" if os.environ.get("CI") else "vfdoc")


_ROOM = 2_000_000  # characters of text; what is remembered of more is dropped
_SHARED = [Session(resident=True)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """Runs a test and what it asks for in the session that all share, unless every test is to begin anew."""
    if thoroughness.THOROUGH:
        return (yield)
    if _SHARED[0].characters > _ROOM:
        _SHARED[0] = Session(resident=True)
    with _SHARED[0].active():
        return (yield)


def pytest_collection_finish() -> None:
    """What was imported stays: the search for garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_sessionfinish() -> None:
    """What is left is left to the end of the process: pytest would look through it for garbage five times."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips what is marked thorough, by name, unless VFDOC_THOROUGH asks for it. The tests that fork come
    first, while this process has no threads, of which a fork would have none."""
    items.sort(key=lambda item: item.path.name != "test_kill.py")
    if thoroughness.THOROUGH:
        return
    for item in items:
        if item.get_closest_marker("thorough"):
            item.add_marker(pytest.mark.skip(reason="takes long: set VFDOC_THOROUGH=1"))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that forks runs in a process of its own where this one has threads: those of an xdist worker, or
    Typst's where other files came first."""
    if pyfuncitem.path.name != "test_kill.py" or _threads() == 1:
        return None
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", pyfuncitem.nodeid]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    folder = pyfuncitem.config.rootpath
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:]
    return True


def _threads() -> int:
    """How many threads this process has, those of libraries too where the system tells."""
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.is_dir() else threading.active_count()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --record, by which `make golden` re-records the golden files."""
    parser.addoption("--record", action="store_true", help="record the golden files anew")


@pytest.fixture(scope="session")
def record(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written and not compared."""
    return bool(request.config.getoption("--record"))


@pytest.fixture(scope="session")
def originals() -> Path:
    """The folder of the original rules texts, which are no part of the repository."""
    return _texts("originals")


@pytest.fixture(scope="session")
def games() -> Path:
    """The folder of the rulesets of other styles, with their gold."""
    return _texts("games")


@pytest.fixture(scope="session")
def foreign() -> Path:
    """The folder of published standards and laws with their lists, which are no part of the repository."""
    return _texts("foreign")


def _texts(name: str) -> Path:
    folder = _folder(name)
    if not folder.is_dir():
        _absent(name, f"no {name} in {folder}; set {_variable(name)}")
    return folder.resolve()


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium for playwright's `launch(executable_path=...)`."""
    named = os.environ.get("VFDOC_CHROMIUM")
    for name in (named,) if named else _BROWSERS:
        if found := shutil.which(name):
            return found
    _absent("browser", f"no Chromium at {named}" if named else "no Chromium; set VFDOC_CHROMIUM")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """Chromium, started once; every test opens windows of its own, with nothing stored in them."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium)
        yield started
        started.close()


@pytest.fixture(scope="session")
def node() -> str:
    """The path of Node.js, the other language in which our tables are played."""
    if found := shutil.which("node"):
        return found
    _absent("node", "no Node.js")


def _absent(what: str, message: str) -> NoReturn:
    if what in os.environ.get("VFDOC_REQUIRE", "").split(","):
        pytest.fail(f"{message} (VFDOC_REQUIRE asks for it)", pytrace=False)
    pytest.skip(message)
