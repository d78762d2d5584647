"""Large type on a small screen, the one-file edition under axe, pages in their edition's language."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from site_reader import VERSION, pages, shelf, shelf_files
from test_site_browser import AXE, DESK, PAGES, PHONE, WINDOWS, Reader, axe_module
from thoroughness import THOROUGH, few

from vfdoc import assets
from vfdoc.site.single import single

pytest_plugins = ["site_window"]

COMPANIONS = (
    "vf-1e/map", "vf-1e/map-6.0", "vf-2e/from-vf-1e", "vf-2e/from-vf-1e-8.0", "vf-2e/quick-sheet",
    "vf-lwtv/quick-sheet", "vf-lwtv/from-vf-1e", "vf-fr-2.9/quick-sheet", "vf-fr-2.9/from-vf-2e",
)  # fmt: skip


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Editions as one file each, in a folder."""
    root = tmp_path_factory.mktemp("single")
    known = {published.rulebook.edition.id: published.rulebook.edition for published in shelf()}
    for published in shelf():
        name = published.rulebook.edition.id
        (root / f"{name}.html").write_bytes(single(shelf_files(), published.rulebook, known, VERSION))
    return root


def unfolded(reader: Reader, name: str, per_cent: int) -> Any:
    """A page with everything unfolded, its type that much of the usual."""
    page = reader.opens(f"{name}.html")
    page.evaluate("document.querySelectorAll('details').forEach(found => { found.open = true; })")
    page.evaluate(f"document.documentElement.style.fontSize = '{per_cent}%'")
    return page


def too_wide(page: Any) -> list[int]:
    """The widths of window that the page does not fit."""
    found = []
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(width)
    return found


@pytest.mark.thorough
def test_type_of_twice_the_size_makes_no_page_wider_than_the_window(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, viewport=DESK)
    wide = {name: too_wide(unfolded(reader, name, 200)) for name in few((*PAGES, *COMPANIONS))}
    assert {name: widths for name, widths in wide.items() if widths} == {}


@pytest.mark.thorough
def test_the_one_file_fits_the_window_in_usual_and_large_type(browser: Any, alone: Path) -> None:
    reader = Reader(browser, alone, viewport=DESK)
    for per_cent in (100, 200):
        for name in ("vf-2e", "vf-fr-2.9", "vf-lwtv") if THOROUGH else ("vf-lwtv",):
            assert too_wide(unfolded(reader, name, per_cent)) == [], (name, per_cent)


@pytest.mark.thorough
@pytest.mark.parametrize(("viewport", "scheme"), WINDOWS)
def test_axe_finds_nothing_in_the_one_file(
    browser: Any, alone: Path, viewport: dict[str, int], scheme: str
) -> None:
    reader = Reader(browser, alone, viewport=viewport, color_scheme=scheme)
    colours = {"runOnly": ["color-contrast", "link-in-text-block"]} if scheme == "dark" else {}
    whole = ("vf-2e",) if (scheme, viewport) == ("light", PHONE) else ()  # a long one: once is enough
    for name in (*whole, "vf-lwtv"):
        page = unfolded(reader, name, 100)
        found = axe_module.Axe().run(page, options={**AXE, **colours})
        assert found.violations_count == 0, (name, found.generate_report())


def test_a_french_page_speaks_french() -> None:
    """No English label stands on it, and no fact by its own name, but in words marked as English."""
    english, french = (
        tomllib.loads(assets.text("templates", f"labels.{language}.toml")) for language in ("en", "fr")
    )
    own = {text for key, text in english.items() if isinstance(text, str) and text != french.get(key)}
    labels = [text for text in own if len(text) > 9 and "{" not in text]
    for name, page in pages(shelf_files()).items():
        if name.startswith("vf-fr-2.9/"):
            page = deepcopy(page)
            for foreign in page.xpath("//body//*[@lang='en'] | //script"):
                foreign.drop_tree()
            text = page.text_content()
            assert [label for label in labels if re.search(rf"\b{re.escape(label)}\b", text)] == [], name
            facts = r"\b(attacker|target|unit|brigade)[ .][a-z_]+ [=<>]|\bfor each\b|\bof the\b"
            assert not re.search(facts, text), name


def test_french_labels_have_the_spaces_and_apostrophes_of_french() -> None:
    french = tomllib.loads(assets.text("templates", "labels.fr.toml"))
    said = {k: v for k, v in french.items() if isinstance(v, str) and k != "colon" and k[:9] != "unbroken_"}
    loose = {k: v for k, v in said.items() if re.search(r"\S [;:!?»]|« |'", v)}
    assert loose == {}
