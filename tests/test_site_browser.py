"""The site in a real browser, opened as files: phone and desk, light and dark, with and without script."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

if "browser" in os.environ.get("VFDOC_REQUIRE", "").split(","):
    import axe_playwright_python.sync_playwright as axe_module
    from playwright import sync_api as playwright_api
else:
    playwright_api = pytest.importorskip("playwright.sync_api", reason="no browser: no playwright")
    axe_module = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no browser: no axe")

from thoroughness import THOROUGH, few, some, sparing

# One page of every kind; axe looks at these, and at the others' widths and taps too.
KINDS = (
    "index",
    "offline",
    "programs",
    "vf-1e/index",
    "vf-1e/1.0",
    "vf-1e/6.0",
    "vf-1e/questions",
    "vf-1e/report",
    "vf-2e/5.0",
    "vf-2e/sheet",
    "vf-2e/glossary",
    "vf-2e/tables",
    "vf-2e/calculator",
    "vf-2e/history-9.0",
    "vf-fr-2.9/comments",
    "vf-fr-2.9/sheet",
)
PAGES = (
    *KINDS,
    "vf-1e/front",
    "vf-1e/rules",
    "vf-1e/missed",
    "vf-1e/sheet",
    "vf-2e/T.0",
    "vf-2e/rules",
    "vf-fr-2.9/index",
    "vf-fr-2.9/glossary",
    "vf-fr-2.9/report",
    "vf-lwtv/index",
    "vf-lwtv/sheet",
    "vf-fr-2.9/tables",
    "vf-lwtv/tables",
)
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
# The windows in which axe looks at a page: a phone by day always, the others where there is time.
WINDOWS = [
    pytest.param(PHONE, "light", id="phone-light"),
    *(
        pytest.param(viewport, scheme, id=f"{name}-{scheme}", marks=pytest.mark.thorough)
        for name, viewport, scheme in (
            ("phone", PHONE, "dark"),
            ("desk", DESK, "light"),
            ("desk", DESK, "dark"),
        )
    ),
]
pytest_plugins = ["site_window"]

# Without preload: axe would fetch the styles, which a page from a file may not. Told in full is what is
# wrong, not every element that is right.
AXE = {"preload": False, "resultTypes": ["violations"]}
PATIENCE = 120_000  # milliseconds: a busy machine is slow, and no fault of the site's


# What leaves a window other than a new one is: after it the window is not used again.
MARKS = ("add_init_script", "emulate_media", "expose_function", "route")


class Reader:
    """A reader's browser window; keeps what it asked for and what went wrong.

    A new window is a process of the browser, and costs more than a page: one that a reader leaves as it was
    opened, with nothing stored, is the next one's of the same settings, unless tests are to be thorough.
    """

    opened: ClassVar[list[Reader]] = []
    idle: ClassVar[dict[str, list[Any]]] = {}

    def __init__(self, browser: Any, folder: Path, **settings: Any) -> None:
        if settings.get("color_scheme") == "light":
            del settings["color_scheme"]  # as every window is by itself
        self.settings = repr(sorted(settings.items()))
        left = Reader.idle.get(self.settings)
        self.page = left.pop() if left else self._window(browser, settings)
        self.context = self.page.context
        self.size = self.page.viewport_size
        Reader.opened.append(self)
        self.folder = folder
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.heard = {
            "request": lambda request: self.asked.append(request.url),
            "pageerror": lambda error: self.wrong.append(str(error)),
            "console": self._hears,
        }
        for event, hears in self.heard.items():
            self.page.on(event, hears)

    def _window(self, browser: Any, settings: dict[str, Any]) -> Any:
        context = browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.marked = THOROUGH or "permissions" in settings
        for name in MARKS:
            setattr(page, name, partial(self._marking, page, getattr(page, name)))
        return page

    @staticmethod
    def _marking(page: Any, method: Any, *given: Any, **named: Any) -> Any:
        page.marked = True
        return method(*given, **named)

    def leaves(self) -> None:
        """Closes the window, or leaves it to the next reader."""
        page = self.page
        if page.marked or len(self.context.pages) != 1 or not page.url.startswith("file:"):
            self.context.close()
            return
        for event, hears in self.heard.items():
            page.remove_listener(event, hears)
        page.evaluate("localStorage.clear(); sessionStorage.clear();")
        page.goto("about:blank")
        page.set_viewport_size(self.size)
        Reader.idle.setdefault(self.settings, []).append(page)

    def _hears(self, message: Any) -> None:
        if message.type == "error":
            self.wrong.append(message.text)

    def opens(self, name: str) -> Any:
        """Opens a page of the site from its file."""
        self.page.goto(f"{self.folder.as_uri()}/{name}")
        return self.page

    def paper(self) -> str:
        """The colour of the page."""
        return str(self.page.evaluate("getComputedStyle(document.body).backgroundColor"))


# The content security policy: nothing of ours breaks it, and what is smuggled in is not run


VIOLATIONS = """window.broken = [];
addEventListener("securitypolicyviolation", (event) =>
  broken.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`), true);"""
SMUGGLED = """<script>window.smuggled = 1</script><img src="x" onerror="window.smuggled = 2">
<svg onload="window.smuggled = 3"></svg><a id="click" href="javascript:window.smuggled = 4">x</a>
<iframe srcdoc="<script>parent.smuggled = 5</script>"></iframe><base href="https://example.org/">
<script src="data:text/javascript,window.smuggled = 6"></script><p style="position: fixed">x</p>
<img src="https://example.org/x.png"><link rel="stylesheet" href="https://example.org/x.css">"""


@pytest.fixture(scope="module")
def club(folder: Path) -> Iterator[str]:
    """The address of a host of the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


class Silent(SimpleHTTPRequestHandler):
    """A host that says nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.mark.parametrize("way", ["file", pytest.param("http", marks=pytest.mark.thorough)])
def test_no_page_breaks_its_own_policy(browser: Any, folder: Path, club: str, way: str) -> None:
    reader = Reader(browser, folder, viewport=DESK)
    reader.page.add_init_script(VIOLATIONS)
    started = folder.as_uri() if way == "file" else club
    names = sorted(path.relative_to(folder) for path in folder.glob("**/*.html"))
    assert len(names) > 60
    for name in names:
        listed = name.as_posix().removesuffix(".html") in few(PAGES)
        if not listed and (way == "http" or not THOROUGH):
            continue
        page = reader.page
        page.goto(f"{started}/{name.as_posix()}")
        policy = page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content")
        assert policy.startswith("default-src 'none';"), name
        assert page.evaluate("broken") == [], name
    assert [said for said in reader.wrong if "Content Security" in said] == []


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["file", "http"])
def test_under_its_policy_the_scripts_work(browser: Any, folder: Path, club: str, way: str) -> None:
    reader = Reader(browser, folder, viewport=DESK)
    page = reader.page
    page.add_init_script(VIOLATIONS)
    page.goto(f"{folder.as_uri() if way == 'file' else club}/vf-2e/search.html")
    page.locator("input[type=search]").first.fill("rally")
    page.locator("main a[href*='6.0.html#']").first.wait_for()
    before = reader.paper()
    page.locator("button.switch").click()
    assert reader.paper() != before
    page.goto(f"{folder.as_uri() if way == 'file' else club}/vf-2e/6.0.html")
    page.locator("main a.ref, main a[href*='.html#']").first.hover()
    page.locator("#\\~card").wait_for(state="attached")
    assert page.evaluate("broken") == []
    assert reader.wrong == []


@pytest.mark.thorough
def test_what_is_smuggled_into_a_page_is_not_run(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder)
    refused: set[str] = set()
    reader.page.on("requestfailed", lambda asked: refused.add(asked.url) if asked.failure == "csp" else None)
    for name in ("vf-1e/6.0.html", "vf-1e/sheet.html"):
        page = folder / name
        copy = page.with_name(f"smuggled-{page.name}")
        copy.write_text(page.read_text(encoding="utf-8").replace("<main", f"{SMUGGLED}<main", 1), "utf-8")
        reader.opens(copy.relative_to(folder).as_posix())
        reader.page.locator("#click").click()
        reader.page.wait_for_timeout(300)
        assert reader.page.evaluate("window.smuggled") is None, name
        assert reader.page.evaluate("document.baseURI").startswith("file:")
        copy.unlink()
    assert refused
    assert {address for address in reader.asked if address.startswith("http")} == refused


def test_no_page_is_wider_than_the_window(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, viewport=DESK)
    for name in few(PAGES):
        page = reader.opens(f"{name}.html")
        page.evaluate("document.querySelectorAll('details').forEach(found => { found.open = true; })")
        for width in some((320, 360, 700, 900, 1100, 1280, 1920)):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)


@pytest.mark.thorough
def test_a_wide_table_scrolls_in_itself_and_keeps_its_first_column(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE).opens("vf-1e/1.0.html")
    table = page.locator(".table").first
    assert table.evaluate("found => found.scrollWidth <= found.clientWidth")  # cards on a phone
    assert table.locator("td[data-label='Tenacity']").first.is_visible()
    page.set_viewport_size({"width": 700, "height": 740})  # a table on a small tablet
    before = table.locator("tbody th").first.bounding_box()["x"]
    moved = table.evaluate("found => { found.scrollLeft = 150; return found.scrollLeft; }")
    assert moved == table.evaluate("found => Math.min(150, found.scrollWidth - found.clientWidth)") > 0
    assert table.locator("tbody th").first.bounding_box()["x"] == pytest.approx(before, abs=1)


def test_a_table_of_sentences_is_cards_on_a_phone(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE).opens("vf-2e/sheet.html")
    fits = "[...document.querySelectorAll('.table')].every(found => found.scrollWidth <= found.clientWidth)"
    assert page.evaluate(fits)
    cell = page.locator("td[data-label='Fire Effect']").first
    assert cell.evaluate("cell => getComputedStyle(cell, '::before').content") == '"Fire Effect"'
    assert cell.bounding_box()["width"] > 300
    assert page.get_by_role("cell").count() > 10
    assert page.get_by_role("rowheader", name="Carbines").is_visible()


def test_a_term_leads_to_its_meaning_and_says_it(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE).opens("vf-2e/6.0.html")
    term = page.locator("[id='6.2.2'] a.term", has_text="brigade leader")
    assert term.get_attribute("title") == "The one leader that a brigade has."
    term.click()
    page.wait_for_url("**/1.0.html#1.3")


@pytest.mark.thorough
def test_what_was_said_about_a_rule_unfolds_below_it(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, viewport=PHONE, java_script_enabled=False)
    page = reader.opens("vf-2e/6.0.html")
    group = page.locator("[id='6.5'] .remarks").last
    assert not group.locator(".remark").is_visible()
    group.locator("summary").click()
    assert group.locator(".remark").is_visible()
    group.locator(".name a").click()
    page.wait_for_url("**/vf-fr-2.9/comments.html#comments/6.6")
    page.locator(":target .of a").click()
    page.wait_for_url("**/vf-2e/6.0.html#6.5")


def test_what_a_thumb_taps_is_large_enough(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, viewport=PHONE, has_touch=True)
    taps = (
        ".bar a, .switch, .where a, .number, summary, .cited li a, .turn a, .chapters a, .others a,"
        " .fault .facts a, .letters a, .offered a"
    )
    for name in few(PAGES):
        page = reader.opens(f"{name}.html")
        page.evaluate("document.querySelectorAll('details').forEach(found => { found.open = true; })")
        small = page.evaluate(
            "taps => [...document.querySelectorAll(taps)].filter(found => {"
            " const box = found.getBoundingClientRect(); return box.height < 43.5 || box.width < 43.5;"
            " }).map(found => found.outerHTML)",
            taps,
        )
        assert small == [], name


def test_the_bar_is_at_the_foot_of_a_phone_and_hides_no_text(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE).opens("vf-1e/6.0.html")
    bar = page.locator(".bar").bounding_box()
    assert bar["y"] + bar["height"] == pytest.approx(PHONE["height"], abs=1)
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    foot = page.locator(".foot p").last.bounding_box()
    assert foot["y"] + foot["height"] <= bar["y"]


@pytest.mark.parametrize("window", sparing([DESK, PHONE]))
def test_the_bar_marks_one_page_in_the_readers_own_colours(browser: Any, folder: Path, window: Any) -> None:
    reader = Reader(browser, folder, viewport=window)
    page = reader.opens("vf-2e/quick-sheet.html")
    page.emulate_media(forced_colors="active")
    ground, marks = page.evaluate(
        "[getComputedStyle(document.body).backgroundColor,"
        " [...document.querySelectorAll('.bar a')].map(a => {"
        " const s = getComputedStyle(a), top = parseFloat(s.borderTopWidth);"
        " return [a.innerText, top ? s.borderTopColor : s.borderBottomColor]; })]"
    )
    assert [name for name, colour in marks if colour != ground] == ["Sheet"]


def test_a_citation_leads_to_its_section_and_back(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE).opens("vf-1e/6.0.html")
    page.locator("[id='6.1'] a.cite", has_text="10.0").click()
    page.wait_for_url("**/10.0.html#10.0")
    assert page.locator(":target h1").inner_text().split("\n")[0].strip() == "10.0"
    page.go_back()
    page.wait_for_url("**/6.0.html")


def test_reading_needs_no_script(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=PHONE, java_script_enabled=False).opens("vf-1e/6.0.html")
    assert not page.locator(".switch").is_visible()
    page.locator("[id='6.6'] .cited summary").click()
    page.locator("[id='6.6'] .cited a", has_text="Rally Actions").click()
    page.wait_for_url("**/6.0.html#6.5")


def test_the_switch_turns_the_light_off_and_is_remembered(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, viewport=PHONE, color_scheme="light")
    page = reader.opens("vf-1e/6.0.html")
    assert reader.paper() == "rgb(251, 248, 241)"
    page.locator(".switch").click()
    assert reader.paper() == "rgb(22, 23, 26)"
    assert page.locator(".switch").get_attribute("aria-pressed") == "true"
    reader.opens("vf-1e/7.0.html")
    assert reader.paper() == "rgb(22, 23, 26)"


@pytest.mark.thorough
def test_without_storage_the_switch_still_works(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, color_scheme="light")
    reader.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    )
    reader.opens("index.html").locator(".switch").click()
    assert reader.paper() == "rgb(22, 23, 26)"
    assert reader.wrong == []


@pytest.mark.thorough
def test_the_first_key_skips_to_the_text(browser: Any, folder: Path) -> None:
    page = Reader(browser, folder, viewport=DESK).opens("vf-1e/6.0.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "MAIN"


@pytest.mark.thorough
def test_text_has_the_highest_contrast(browser: Any, folder: Path) -> None:
    for scheme in ("light", "dark"):
        reader = Reader(browser, folder, viewport=DESK, color_scheme=scheme)
        page = reader.opens("vf-1e/6.0.html")
        ink, link = (
            page.evaluate(f"getComputedStyle(document.querySelector({chosen!r})).color")
            for chosen in (".body p", ".cite")
        )
        assert contrast(ink, reader.paper()) >= 7
        assert contrast(link, reader.paper()) >= 7


@pytest.mark.thorough
def test_paper_has_text_and_no_controls(browser: Any, folder: Path) -> None:
    reader = Reader(browser, folder, viewport=DESK, color_scheme="dark")
    page = reader.opens("vf-1e/6.0.html")
    page.emulate_media(media="print")
    assert reader.paper() == "rgb(255, 255, 255)"
    for gone in (".bar", ".top", ".here", ".turn"):
        assert not page.locator(gone).is_visible()
    assert page.locator("[id='6.5'] .body").is_visible()


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG reckons it."""
    brighter, darker = sorted((_brightness(one), _brightness(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _brightness(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").rstrip(")").split(",")]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
