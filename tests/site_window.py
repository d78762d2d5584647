"""Readers of the site in a real browser, for the tests that name this file in pytest_plugins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from site_reader import VERSION, shelf_files, written
from test_site_browser import DESK, PHONE, Reader

from vfdoc.site.whole import site


class Visitor(Reader):
    """A reader who knows what has the focus."""

    def focused(self) -> str:
        """What the element with the focus says."""
        return str(self.page.evaluate("document.activeElement.innerText || document.activeElement.name"))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the bundled editions on disk, with one made for old numbers."""
    root = tmp_path_factory.mktemp("site")
    files = dict(shelf_files())
    made = written(
        tmp_path_factory.mktemp("made") / "old",
        says='[forward]\n"1.9" = "1.1"\n"7.2" = "1.1"\n',
        rules="## 1.0 One\n\nWords.\n\n### 1.1 Two\n\nWords (1.0).\n",
    )
    files |= {name: content for name, content in site([made], VERSION).items() if name.startswith("old/")}
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


@pytest.fixture(autouse=True)
def closed_windows() -> Iterator[None]:
    """The windows that a test opens are closed behind it, or left to the next; all share one browser."""
    before = len(Reader.opened)
    yield
    for reader in Reader.opened[before:]:
        reader.leaves()
    del Reader.opened[before:]


@pytest.fixture
def desk(browser: Any, folder: Path) -> Iterator[Visitor]:
    """A reader at a desk; nothing may go wrong and nothing be asked from elsewhere."""
    yield from watched(Visitor(browser, folder, viewport=DESK))


@pytest.fixture
def phone(browser: Any, folder: Path) -> Iterator[Visitor]:
    """A reader with a thumb."""
    yield from watched(Visitor(browser, folder, viewport=PHONE, has_touch=True, is_mobile=True))


def watched(reader: Visitor) -> Iterator[Visitor]:
    yield reader
    assert reader.wrong == []
    assert all(address.startswith("file:") for address in reader.asked)
