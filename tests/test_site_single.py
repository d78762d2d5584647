"""An edition as one file: whole, valid, needing nothing beside it; its search is its one script."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import html5lib
import pytest
from click.testing import CliRunner
from lxml import html as lxml_html
from site_reader import VERSION, shelf, shelf_files, words, written
from test_site_at_table import MOST_MOVED, SHIFTED
from test_site_hostile import HOSTILE

from vfdoc.cli import main
from vfdoc.model import InputError
from vfdoc.site.single import single
from vfdoc.site.whole import Published, site

EDITIONS = ("vf-1e", "vf-2e", "vf-fr-2.9", "vf-lwtv")


@cache
def made(name: str, address: str = "") -> bytes:
    """A bundled edition as one file."""
    known = {each.rulebook.edition.id: each for each in shelf()}
    editions = {id_: each.rulebook.edition for id_, each in known.items()}
    return single(shelf_files(), known[name].rulebook, editions, VERSION, address)


def parsed(page: bytes) -> lxml_html.HtmlElement:
    return lxml_html.document_fromstring(page, parser=lxml_html.HTMLParser(encoding="utf-8"))


def alone(edition: Published) -> bytes:
    """An edition published by itself, as one file."""
    known = {edition.rulebook.edition.id: edition.rulebook.edition}
    return single(site([edition], VERSION), edition.rulebook, known, VERSION)


def needs_nothing(page: bytes) -> None:
    """Valid, no id twice, every link within it or to the web, nothing loaded, no script but the search, which
    alone may run: its hash stands in the page's policy."""
    parser = html5lib.HTMLParser(strict=False)
    parser.parse(page, transport_encoding="utf-8")
    assert parser.errors == []
    tree = parsed(page)
    ids = Counter(tree.xpath("//@id"))
    assert [id_ for id_, count in ids.items() if count > 1] == []
    for address in tree.xpath("//a/@href | //@*[name() = 'xlink:href']"):
        if address.startswith("#"):
            assert unquote(address[1:]) in ids, address
        else:
            assert urlsplit(address).scheme in ("http", "https", "mailto"), address
    for named in tree.xpath("//@aria-labelledby | //@aria-describedby | //@for"):
        assert set(named.split()) <= ids.keys(), named
    assert tree.xpath("//iframe | //button[not(@hidden)]") == []
    # The field of the search, there before the script is, and unseen without scripts.
    assert tree.xpath("//form/@class | //form//input/@id") == ["seek", "~asked"]
    assert tree.xpath("string(/html/head/noscript/style)") == ".seek, .seeks { display: none; }"
    (search,) = tree.xpath("//script")
    assert not search.attrib
    allowed = b64encode(sha256((search.text or "").encode()).digest()).decode()
    (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert f"script-src 'self' 'sha256-{allowed}';" in policy
    assert all(address.startswith("data:") for address in tree.xpath("//link/@href | //img/@src"))
    assert b"@import" not in page


@pytest.mark.parametrize("name", EDITIONS)
def test_it_needs_nothing_beside_it(name: str) -> None:
    needs_nothing(made(name))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_section_stands_in_it_under_its_anchor(name: str) -> None:
    tree = parsed(made(name))
    (edition,) = (each for each in shelf() if each.rulebook.edition.id == name)
    found = tree.xpath("//section[contains(@class, 'section')]/@id")
    assert sorted(found) == sorted(s.anchor for s in edition.rulebook.sections())


def test_citations_stay_in_the_file() -> None:
    (section,) = parsed(made("vf-1e")).xpath("//section[@id='6.1']")
    assert section.xpath(".//a[@class='cite']/@href")
    assert all(href.startswith("#") for href in section.xpath(".//a/@href"))


def test_what_leads_to_other_editions_is_words_or_leads_to_the_site() -> None:
    there = "https://example.org/rules"
    assert not [href for href in parsed(made("vf-fr-2.9")).xpath("//a/@href") if "vf-2e/" in href]
    known = parsed(made("vf-fr-2.9", there)).xpath("//a/@href")
    away = [unquote(href) for href in known if href.startswith(there)]
    files = shelf_files()
    assert f"{there}/vf-2e/index.html" in away
    assert all(href.removeprefix(f"{there}/").partition("#")[0] in files for href in away)


def test_the_notice_and_the_original_are_named() -> None:
    foot = words(parsed(made("vf-1e")).xpath("//footer")[0])
    assert "restatement" in foot
    assert "perry-miniatures.com" in foot


def test_two_makings_are_the_same() -> None:
    assert made("vf-1e") == made.__wrapped__("vf-1e")


def test_two_pages_with_one_id_get_two(tmp_path: Path) -> None:
    text = "## 1.0 One\n\nRoll a hit test: 4+ (1.0).\n\n### Hit\n\nHit test: add 1.\n\n### 1.1 Two\n\nx\n"
    page = alone(written(tmp_path / "e", rules=text, questions="# Q\n\n## Hit\n\nQ: Why (1.1)?\n\nA: So.\n"))
    needs_nothing(page)
    assert parsed(page).xpath("//section[@id='1.1']")


def test_hostile_text_comes_out_as_text(tmp_path: Path) -> None:
    text = f"## 1.0 Title {HOSTILE}\n\n{HOSTILE} </main></style>\n\n### 1.1 Sub\n\nSee (9.9) {HOSTILE}\n"
    page = alone(written(tmp_path / "e", rules=text))
    needs_nothing(page)
    shown = words(parsed(page))
    for bad in ("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{ 7 * 7 }}", "</main>"):
        assert bad in shown


def test_an_edition_that_is_not_published_is_refused() -> None:
    edition = shelf()[0].rulebook
    with pytest.raises(InputError, match="not among"):
        single({}, edition, {}, VERSION)


def test_the_command_writes_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "club", rules="## 1.0 One\n\nWords (1.1).\n\n### 1.1 Two\n\nMore.\n")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["build", "club", "--single", "club"])
    assert result.exit_code == 0, result.output
    needs_nothing((tmp_path / "club.html").read_bytes())
    result = CliRunner().invoke(main, ["build", "club", "--single", "./club", "--out", "one.html"])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "club.html").read_bytes()
    assert CliRunner().invoke(main, ["build", "--single", "no-such"]).exit_code == 2
    assert not (tmp_path / "public").exists()


@pytest.mark.thorough
def test_it_reads_on_a_phone_without_scripts(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "vf-1e.html").write_bytes(made("vf-1e"))
    with browser.new_page(viewport={"width": 360, "height": 740}, java_script_enabled=False) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((tmp_path / "vf-1e.html").as_uri())
        assert not page.locator("#\\~asked").is_visible()
        assert not page.locator(".bar .seeks").is_visible()
        page.locator("[id='6.1'] a.cite", has_text="10.0").click()
        assert page.url.endswith("#10.0")
        box = page.locator("[id='10.0']").bounding_box()
        assert 0 <= box["y"] < 200
        for width in (320, 360, 800, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.locator("html").bounding_box()["width"] <= width
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


@pytest.mark.thorough
def test_its_search_finds_without_any_other_file(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "vf-2e.html").write_bytes(made("vf-2e"))
    with browser.new_page(viewport={"width": 360, "height": 740}) as page:
        wrong: list[str] = []
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto((tmp_path / "vf-2e.html").as_uri())
        page.keyboard.press("/")
        page.keyboard.type("rally")
        answer = page.locator(".answered")
        answer.wait_for()
        assert "4+" in answer.inner_text()
        assert answer.locator("a.n").first.get_attribute("href") == "#9.1.1"
        page.locator("#\\~asked").fill("99.1")
        assert page.locator("form .count").inner_text().startswith("No section has the number 99.1.")
        page.locator("#\\~asked").fill("form square")
        assert "neither moves nor retreats" in page.locator(".found .lead").first.inner_text()
        first = page.locator(".found a").first
        first.wait_for()
        assert first.locator(".title").inner_text() == "Square"
        assert "square" in page.locator(".found mark").first.inner_text().lower()
        first.click()
        assert page.url.endswith("#sheet~square")
        box = page.locator("[id='sheet~square']").bounding_box()
        assert 0 <= box["y"] < 740
        assert page.locator("html").bounding_box()["width"] <= 360
        assert wrong == []


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.thorough)])
def test_nothing_moves_when_the_search_comes(browser: Any, tmp_path: Path, width: int) -> None:
    """The field stands in the file: a script that put it above the text would push the text down."""
    (tmp_path / "vf-2e.html").write_bytes(made("vf-2e"))
    with browser.new_page(viewport={"width": width, "height": 740}) as page:
        page.goto((tmp_path / "vf-2e.html").as_uri())
        assert page.evaluate(SHIFTED) < MOST_MOVED


def test_the_search_of_a_small_file_finds(browser: Any, tmp_path: Path) -> None:
    text = "## 1.0 March\n\nUnits march (2.0).\n\n## 2.0 Square\n\nA square neither moves nor retreats.\n"
    (tmp_path / "small.html").write_bytes(alone(written(tmp_path / "e", rules=text)))
    with browser.new_page(viewport={"width": 360, "height": 740}) as page:
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto((tmp_path / "small.html").as_uri())
        page.keyboard.press("/")
        page.keyboard.type("retreats")
        page.locator(".found a").first.wait_for()
        page.locator(".found a").first.click()
        assert page.url.endswith("#2.0")
        assert wrong == []
