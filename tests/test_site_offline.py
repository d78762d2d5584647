"""The site without a network: after one visit an edition opens whole, and a newer copy takes its place.

A browser and a server on this machine; the server is told to fall silent, which a browser cannot tell
from a hall without a network.
"""

from __future__ import annotations

import json
import shutil
import struct
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote

import pytest
from site_reader import VERSION, Published, pages, published, shelf_files, until, words, written
from thoroughness import few

from vfdoc import assets
from vfdoc.site.whole import site

pytest.importorskip("playwright.sync_api")

PHONE = {"width": 360, "height": 740}
WAIT = 15_000


class Silent(SimpleHTTPRequestHandler):
    """Serves a folder, and answers nothing once its server has fallen silent."""

    def do_GET(self) -> None:
        if self.server.silent:  # type: ignore[attr-defined]
            self.close_connection = True
            self.connection.close()
            return
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(OSError):  # the browser has gone
            super().copyfile(source, outputfile)


class Host:
    """A static host: a folder below an address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder.parent)))
        self.server.silent, self.server.asked = False, []  # type: ignore[attr-defined]
        Thread(target=self.server.serve_forever, daemon=True).start()
        # In a folder of the host, as GitHub Pages has it: nothing may count on the root.
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/{folder.name}"

    def goes_silent(self) -> None:
        """No request is answered from now on."""
        self.server.silent = True  # type: ignore[attr-defined]

    def speaks(self) -> None:
        """Requests are answered again."""
        self.server.silent = False  # type: ignore[attr-defined]

    def closes(self) -> None:
        """The host is gone, its socket with it."""
        self.server.shutdown()
        self.server.server_close()


def put(folder: Path, files: dict[str, bytes]) -> None:
    """Writes the files of a site."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """The bundled editions on a host."""
    put(tmp_path / "club", shelf_files())
    made = Host(tmp_path / "club")
    yield made
    made.closes()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A phone's window, its storage empty."""
    context = browser.new_context(viewport=PHONE)
    yield context.new_page()
    context.close()


def visited(page: Any, address: str) -> str:
    """The version that the page says is ready offline, once it says so."""
    page.goto(address)
    page.locator(".foot .kept .copy").wait_for(state="visible", timeout=WAIT)
    return str(page.locator(".foot .kept .copy").inner_text())


def version(files: dict[str, bytes], edition: str) -> str:
    """The version of an edition's copy."""
    return str(json.loads(files[f"{edition}/offline.json"])["version"])


@pytest.mark.thorough
def test_after_one_visit_every_page_of_the_edition_opens_without_a_network(page: Any, host: Host) -> None:
    files = shelf_files()
    assert visited(page, f"{host.address}/vf-1e/6.0.html") == version(files, "vf-1e")
    said = page.locator(".notice")
    assert "Valour & Fortitude, 1st edition" in said.inner_text()
    assert said.locator("a.home").is_visible()
    said.locator(".close").click()
    assert page.locator(".notice").count() == 0
    host.goes_silent()
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(f"{request.failure} {request.url}"))
    for name in few([name for name in files if name.startswith("vf-1e/") and name.endswith(".html")]):
        page.goto(f"{host.address}/{name}")
        assert page.locator("h1").first.is_visible(), name
        # The styles came too.
        assert page.evaluate("getComputedStyle(document.querySelector('.top')).display") == "flex", name
    # A newer copy is asked for in vain, and nothing else; what the next page cut short was not refused.
    refused = {address.rpartition("/")[2] for address in failed if "ERR_ABORTED" not in address}
    assert refused <= {"offline.json", "sw.js"}


@pytest.mark.thorough
def test_the_search_and_the_sheet_come_too(page: Any, host: Host) -> None:
    visited(page, f"{host.address}/vf-2e/index.html")
    host.goes_silent()
    page.goto(f"{host.address}/vf-2e/sheet.html")
    assert page.locator("h1").is_visible()
    page.goto(f"{host.address}/vf-2e/calculator.html#ask=fire&fire-value=3")
    assert "1.5 on average" in page.locator(".answer").inner_text()
    page.goto(f"{host.address}/vf-2e/search.html")
    page.locator("input[type=search]").first.fill("rally")
    page.locator("main a[href*='6.0.html#']").first.wait_for(timeout=WAIT)


@pytest.mark.thorough
def test_what_is_not_kept_says_so_and_names_what_is(page: Any, host: Host) -> None:
    visited(page, f"{host.address}/vf-1e/index.html")
    host.goes_silent()
    page.goto(f"{host.address}/vf-2e/6.0.html")
    page.wait_for_url("**/offline.html#~absent")
    assert page.locator(".absent").is_visible()
    page.locator(".keep .state:visible").wait_for(timeout=WAIT)
    assert page.locator(".keep .state:visible").count() == 1


@pytest.mark.thorough
def test_another_edition_is_kept_at_a_tap(page: Any, host: Host) -> None:
    page.goto(f"{host.address}/offline.html")
    assert not page.locator(".absent").is_visible()
    page.locator("button[data-keep='vf-2e']").click(timeout=WAIT)
    page.locator(".keep .state:visible").wait_for(timeout=WAIT)
    host.goes_silent()
    page.goto(f"{host.address}/vf-2e/7.0.html")
    assert page.locator("h1").is_visible()
    page.goto(f"{host.address}/index.html")
    assert page.locator(".editions").is_visible()


def test_a_newer_copy_takes_the_place_of_the_old_one_whole(page: Any, tmp_path: Path, chromium: str) -> None:
    def text(words: str) -> dict[str, bytes]:
        made = written(tmp_path / "e", rules=f"## 1.0 One\n\n{words} (2.0).\n\n## 2.0 Two\n\nMore.\n")
        return site([made], VERSION)

    old, new = text("The first wording"), text("The second wording")
    put(tmp_path / "club", old)
    host = Host(tmp_path / "club")
    first = visited(page, f"{host.address}/e/1.0.html")
    assert first == version(old, "e") != version(new, "e")
    put(tmp_path / "club", new)
    page.goto(f"{host.address}/e/1.0.html")
    page.locator(".notice .again").click(timeout=WAIT)  # the old copy was shown; the newer one has come
    page.get_by_text("The second wording").first.wait_for(timeout=WAIT)
    assert visited(page, f"{host.address}/e/1.0.html") == version(new, "e")
    host.goes_silent()
    page.goto(f"{host.address}/e/2.0.html")
    page.goto(f"{host.address}/e/1.0.html")
    assert "The second wording" in page.locator("main").inner_text()
    kept = page.evaluate("caches.keys()")
    assert [name.rpartition(" ")[2] for name in kept] == [version(new, "e")]
    host.closes()


def edition_of(folder: Path, name: str, says: str = "") -> Published:
    """A small edition in a folder of that name, called by it."""
    written(folder / name, rules="## 1.0 One\n\nWords (2.0).\n\n## 2.0 Two\n\nMore.\n", says=says)
    toml = folder / name / "edition.toml"
    toml.write_text(toml.read_text().replace("A <Game> & more", name.title()))
    return published(folder / name)


def removed(folder: Path) -> None:
    """Empties a host's folder."""
    shutil.rmtree(folder)
    folder.mkdir()


@pytest.mark.thorough
def test_a_withdrawn_edition_says_so_and_can_be_removed(page: Any, tmp_path: Path, chromium: str) -> None:
    one, two = edition_of(tmp_path, "one"), edition_of(tmp_path, "two")
    club = tmp_path / "club"
    put(club, site([one, two], VERSION))
    host = Host(club)
    visited(page, f"{host.address}/one/1.0.html")
    assert page.locator(".notice .drop").count() == 0
    removed(club)
    put(club, site([two], VERSION))
    page.goto(f"{host.address}/one/2.0.html")  # read from the copy
    page.locator(".notice .drop").wait_for(timeout=WAIT)
    assert "No longer published here" in page.locator(".notice").inner_text()
    assert not page.locator(".notice .next").is_visible()
    host.goes_silent()
    page.goto(f"{host.address}/one/1.0.html")  # in the hall it is still known
    page.locator(".notice .close").click(timeout=WAIT)
    page.goto(f"{host.address}/one/2.0.html")
    page.locator(".foot .kept").wait_for(state="visible", timeout=WAIT)
    assert page.locator(".notice").count() == 0
    host.speaks()
    page.goto(f"{host.address}/offline.html")
    row = page.locator(".keep li", has_text="No longer published here")
    row.locator("button").click(timeout=WAIT)
    row.wait_for(state="detached", timeout=WAIT)
    assert page.evaluate("caches.keys()") == []
    assert page.goto(f"{host.address}/one/1.0.html").status == 404
    host.closes()


@pytest.mark.thorough
def test_a_renamed_edition_leads_to_the_one_in_its_place(page: Any, tmp_path: Path, chromium: str) -> None:
    club = tmp_path / "club"
    put(club, site([edition_of(tmp_path, "one"), edition_of(tmp_path, "two")], VERSION))
    host = Host(club)
    visited(page, f"{host.address}/one/1.0.html")
    removed(club)
    put(club, site([edition_of(tmp_path, "later", 'supersedes = "one"')], VERSION))
    page.goto(f"{host.address}/one/1.0.html")
    page.locator(".notice .next a").click(timeout=WAIT)
    page.wait_for_url("**/later/index.html")
    host.closes()


@pytest.mark.thorough
def test_what_comes_back_is_no_longer_withdrawn(page: Any, tmp_path: Path, chromium: str) -> None:
    club = tmp_path / "club"
    files = site([edition_of(tmp_path, "one")], VERSION)
    put(club, files)
    host = Host(club)
    visited(page, f"{host.address}/one/1.0.html")
    removed(club)  # the whole site has gone, its list too
    page.goto(f"{host.address}/one/1.0.html")
    page.locator(".notice .drop").wait_for(timeout=WAIT)
    put(club, files)
    page.goto(f"{host.address}/one/1.0.html")
    page.locator(".foot .kept").wait_for(state="visible", timeout=WAIT)
    page.wait_for_timeout(500)
    assert page.locator(".notice").count() == 0
    host.closes()


@pytest.mark.thorough
def test_a_portal_or_an_ill_host_withdraws_nothing(page: Any, tmp_path: Path, chromium: str) -> None:
    club = tmp_path / "club"
    files = site([edition_of(tmp_path, "one")], VERSION)
    put(club, files)
    host = Host(club)
    visited(page, f"{host.address}/one/1.0.html")
    portal = b"<!doctype html><title>Log in</title>"
    half = {name: data for name, data in files.items() if not name.startswith("one/")}  # still being copied
    for answers in (dict.fromkeys(files, portal), {**half, "one/index.html": portal}):
        removed(club)
        put(club, answers)
        page.goto(f"{host.address}/one/1.0.html")
        page.locator(".foot .kept").wait_for(state="visible", timeout=WAIT)
        page.wait_for_timeout(500)
        assert page.locator(".notice .drop").count() == 0
        assert page.locator("main h1").is_visible()
    host.closes()


@pytest.mark.thorough
def test_a_copy_that_does_not_come_whole_is_not_kept(page: Any, tmp_path: Path, chromium: str) -> None:
    made = written(tmp_path / "e", rules="## 1.0 One\n\nWords (2.0).\n\n## 2.0 Two\n\nMore.\n")
    files = site([made], VERSION)
    put(tmp_path / "club", {**files, "e/2.0.html": b"cut off"})
    host = Host(tmp_path / "club")
    page.goto(f"{host.address}/e/1.0.html")
    until(page, "navigator.serviceWorker.controller !== null")
    page.wait_for_timeout(1500)
    assert not page.locator(".foot .kept").is_visible()
    assert page.evaluate("caches.keys()") == []
    put(tmp_path / "club", files)
    assert visited(page, f"{host.address}/e/1.0.html") == version(files, "e")
    host.closes()


@pytest.mark.thorough
def test_from_a_file_nothing_is_registered_and_nothing_goes_wrong(browser: Any, host: Host) -> None:
    page = browser.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.goto(f"{host.folder.as_uri()}/vf-1e/6.0.html")
    page.wait_for_timeout(300)
    assert wrong == []
    assert not page.locator(".foot .kept").is_visible()


# What is written beside the pages


def test_a_list_names_each_file_of_the_edition_with_its_digest() -> None:
    files = shelf_files()
    told = json.loads(files["vf-1e/offline.json"])["files"]
    for path, digest in told.items():
        assert sha256(files[unquote(path)]).hexdigest().startswith(digest)
    own = {name for name in files if name.startswith("vf-1e/") and not name.endswith((".json", ".md"))}
    assert own <= {unquote(path) for path in told}
    assert not [path for path in told if path.startswith(("vf-2e/", "vf-fr"))]
    assert {"index.html", "offline.html", "assets/style.css"} <= told.keys()


def test_a_version_changes_with_its_own_edition_alone(tmp_path: Path) -> None:
    def versions(words: str) -> dict[str, str]:
        one = written(tmp_path / "one", rules=f"## 1.0 One\n\n{words}.\n")
        two = written(tmp_path / "two", rules="## 1.0 Two\n\nWords.\n")
        files = site([one, two], VERSION)
        return {edition: version(files, edition) for edition in ("one", "two")}

    before, after = versions("Words"), versions("Others")
    assert before["one"] != after["one"]
    assert before["two"] == after["two"]


def test_the_home_screen_opens_the_edition(host: Host) -> None:
    files = shelf_files()
    told = json.loads(files["vf-fr-2.9/manifest.webmanifest"])
    assert told["start_url"] == "index.html"
    assert told["lang"] == "fr"
    assert told["name"] == "Valeur & Courage, V2.9"
    for icon in told["icons"]:
        assert icon["src"].removeprefix("../") in files
    for name, size in (("192", 192), ("512", 512), ("mask", 512), ("touch", 180)):
        head = assets.data("site", f"icon-{name}.png")[:24]
        assert head[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">II", head[16:24]) == (size, size)


def test_every_page_leads_to_the_page_about_it() -> None:
    for name, page in pages(shelf_files()).items():
        led = bool(page.xpath("//footer//a[contains(@href, 'offline.html')]"))
        assert led == (name != "offline.html"), name  # which does not lead to itself
        assert page.xpath("//link[@rel='manifest']"), name
    english, french = (pages(shelf_files())[name] for name in ("vf-1e/1.0.html", "vf-fr-2.9/index.html"))
    assert "Read without a network" in words(english)
    assert "Lire sans réseau" in words(french)
