"""Every kind of page that a site has, held to one law: axe finds nothing, nothing moves while it comes, what
is tapped is large enough, nothing is wider than the window; in all colours, windows and sizes of type.

The kinds are those of the build itself: what the `main` of each page says it is. A page of a new kind is held
to the law without being listed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from site_reader import RULESETS, VERSION, shelf, shelf_files, shelf_of
from test_site_at_table import MOST_MOVED, SHIFTED
from test_site_browser import AXE, DESK, PHONE, Reader, axe_module
from thoroughness import THOROUGH

from vfdoc import pipeline
from vfdoc.site.single import single
from vfdoc.site.whole import site

pytest_plugins = ["site_window"]

# What has to be there, by the class of its main; each with one page that shows it.
KNOWN = {
    "index.html": "the front door", "offline.html": "offline", "programs.html": "for programs",
    "calculator": "calculator", "companion comparison": "a comparison",
    "companion comparison detail": "a chapter compared", "companion histories": "histories",
    "companion map": "a map", "companion quick": "the quick sheet", "contents": "phases and contents",
    "forces": "a force", "glossary": "the glossary", "report": "the report", "search": "the search",
    "tables": "tables and odds", "text chapter rules": "a chapter", "text front rules": "a front page",
    "text document sheet": "a printed sheet", "text document questions": "questions",
    "text document commentary": "comments",
    "text document rules": "rules beside", "text whole rules": "the whole rules", "single": "one file",
}  # fmt: skip
# Those that one window looks at where time is short: the rest of the law is the same for all.
CHEAP = ("contents", "text chapter rules")
FRENCH = ("contents", "companion quick", "text document sheet", "text document commentary", "calculator")
LONG = ("contents", "companion quick", "text chapter rules", "tables", "forces", "calculator")
# What is tapped: links, buttons, fields with their labels. Within a sentence a link is as high as its line;
# what only the keyboard meets is no target.
SMALL = """() => {
  const visible = one => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    && !one.closest('.skip, [hidden], [inert]');
  const sentence = one => {
    if (one.ownerSVGElement) return false;
    if (getComputedStyle(one).display !== 'inline') return false;
    if (one.closest('.body, .remark > .words')) return true;  // the text of a rule, be it a list of citations
    let block = one.parentElement;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    const links = [...block.querySelectorAll('a, button')].filter(visible);
    const rest = links.reduce((text, link) => text.replace(link.textContent, ''), block.textContent);
    return /\\p{L}{2}/u.test(rest);
  };
  const box = one => {
    const label = one.matches('input, select') && one.closest('label');
    return (label || one).getBoundingClientRect();
  };
  return [...document.querySelectorAll('a[href], button, summary, input, select, textarea')].filter(visible)
    .filter(one => { const { width, height } = box(one);
      return width && height && (width < 43.5 || height < 43.5) && !sentence(one); })
    .map(one => `${box(one).width}x${box(one).height} ${one.outerHTML.slice(0, 160)}`);
}"""
UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
WIDE = "Math.max(0, document.documentElement.scrollWidth - innerWidth)"
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}


def kind(name: str, page: bytes) -> str:
    """What the main of a page says that it is; of a page of the site itself its name."""
    said = re.search(rb"<main[^>]*? class=\"([^\"]*)\"", page)
    return said[1].decode() if said and "/" in name else name


def kinds(files: Mapping[str, bytes]) -> dict[str, str]:
    """The largest page of each kind that a site has."""
    found: dict[str, str] = {}
    for name in sorted((n for n in files if n.endswith(".html")), key=lambda name: len(files[name])):
        found[kind(name, files[name])] = name
    return found


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the bundled editions, of the longest too where tests are thorough, and one as one file."""
    root, files = tmp_path_factory.mktemp("kinds"), dict(shelf_files())
    if THOROUGH:
        longest = site(shelf_of([pipeline.read(str(RULESETS / "fortune-and-glory"))]), VERSION)
        files |= {name: content for name, content in longest.items() if name.startswith("fortune")}
        known = {published.rulebook.edition.id: published.rulebook.edition for published in shelf()}
        book = next(e.rulebook for e in shelf() if e.rulebook.edition.id == "vf-fr-2.9")
        files["single.html"] = single(shelf_files(), book, known, VERSION)
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


@pytest.fixture(scope="module")
def shown(site_folder: Path) -> list[str]:
    """A page of each kind, of an English edition, of the French one, of the longest."""
    files = {
        path.relative_to(site_folder).as_posix(): path.read_bytes() for path in site_folder.glob("**/*.html")
    }
    if not THOROUGH:
        found = kinds({name: page for name, page in files.items() if name.startswith("vf-2e/")})
        return [found[kind] for kind in CHEAP]
    own = kinds({n: page for n, page in files.items() if not n.startswith(("fortune", "vf-fr", "vf-lwtv"))})
    french = kinds({name: page for name, page in files.items() if name.startswith("vf-fr")})
    longest = kinds({name: page for name, page in files.items() if name.startswith("fortune")})
    beside = [french[kind] for kind in FRENCH] + [longest[kind] for kind in LONG]
    return list(dict.fromkeys((*own.values(), *beside)))


def looked_at(reader: Reader, names: Sequence[str], asked: str = "") -> Iterator[tuple[str, Any]]:
    """Each page, with everything unfolded."""
    for name in names:
        page = reader.opens(f"{name}{asked}")
        page.evaluate(UNFOLD)
        yield name, page


def test_every_kind_of_page_is_known() -> None:
    found = kinds(shelf_files())
    assert {"contents", "search", "tables", "calculator", "companion map"} <= found.keys()
    assert {kind: name for kind, name in found.items() if kind not in KNOWN} == {}


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [
        pytest.param(PHONE, "light", id="phone-light"),
        pytest.param(PHONE, "dark", id="phone-dark", marks=pytest.mark.thorough),
        pytest.param(DESK, "light", id="desk-light", marks=pytest.mark.thorough),
        pytest.param(DESK, "dark", id="desk-dark", marks=pytest.mark.thorough),
    ],
)
def test_axe_finds_nothing_on_any_kind_of_page(
    browser: Any, site_folder: Path, shown: list[str], viewport: dict[str, int], scheme: str
) -> None:
    reader = Reader(browser, site_folder, viewport=viewport, color_scheme=scheme)
    faults = {}
    for name, page in looked_at(reader, shown):
        found = axe_module.Axe().run(page, options={**AXE, **(COLOURS if scheme == "dark" else {})})
        if found.violations_count:
            faults[name] = found.generate_report()
    assert faults == {}
    assert reader.wrong == []


def test_nothing_moves_while_any_kind_of_page_comes(
    browser: Any, site_folder: Path, shown: list[str]
) -> None:
    moved = {}
    for viewport in (PHONE, DESK) if THOROUGH else (PHONE,):
        reader = Reader(browser, site_folder, viewport=viewport, has_touch=viewport is PHONE)
        for name in shown:
            if (by := reader.opens(name).evaluate(SHIFTED)) >= MOST_MOVED:
                moved[name, viewport["width"]] = by
    assert moved == {}


def test_what_is_tapped_on_any_kind_of_page_is_large_enough(
    browser: Any, site_folder: Path, shown: list[str]
) -> None:
    reader = Reader(browser, site_folder, viewport=PHONE, has_touch=True, is_mobile=True)
    small = {name: found for name, page in looked_at(reader, shown) if (found := page.evaluate(SMALL))}
    assert small == {}


def test_no_kind_of_page_is_wider_than_the_window(browser: Any, site_folder: Path, shown: list[str]) -> None:
    """In the type that comes with it and in type of twice the size."""
    reader = Reader(browser, site_folder, viewport=PHONE)
    wide = {}
    for name, page in looked_at(reader, shown):
        for per_cent in (100, 200):
            page.evaluate(f"document.documentElement.style.fontSize = '{per_cent}%'")
            # Large type on a desk is that of half its width: rules for wide windows count in type.
            desk = 1280 * 100 // per_cent
            for width in (320, 360, desk) if THOROUGH else (360,):
                page.set_viewport_size({"width": width, "height": 740})
                if by := page.evaluate(WIDE):
                    wide[name, per_cent, width] = by
    assert wide == {}


@pytest.mark.thorough
def test_in_forced_colours_every_kind_of_page_stays_legible(
    browser: Any, site_folder: Path, shown: list[str]
) -> None:
    reader = Reader(browser, site_folder, viewport=PHONE, forced_colors="active")
    faults = {}
    for name, page in looked_at(reader, shown):
        found = axe_module.Axe().run(page, options={**AXE, **COLOURS})  # only the colours are others
        if found.violations_count:
            faults[name] = found.generate_report()
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    assert faults == {}


@pytest.mark.thorough
def test_the_keyboard_reaches_what_is_tapped_on_every_kind_of_page(
    browser: Any, site_folder: Path, shown: list[str]
) -> None:
    """The first step leads past the head to the text; each step is seen, and none is caught."""
    reader = Reader(browser, site_folder, viewport=DESK)
    for name in shown:
        page = reader.opens(name)
        page.keyboard.press("Tab")
        first = page.evaluate("document.activeElement.getAttribute('href') || ''")
        assert first.startswith("#"), (name, first)
        met = set()
        for _ in range(25):
            page.keyboard.press("Tab")
            told = page.evaluate(
                "(() => { const one = document.activeElement, style = getComputedStyle(one);"
                " return [one.outerHTML.slice(0, 200), one === document.body || style.outlineStyle !== 'none'"
                " || style.boxShadow !== 'none']; })()"
            )
            assert told[1], (name, told[0])
            met.add(told[0])
        assert len(met) > 3, name
