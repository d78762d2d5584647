"""The site as a map of path to bytes: whole, valid, linked, and the same twice."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import html5lib
import pytest
from lxml import html as lxml_html

from vfdoc import assets, checks, graph
from vfdoc.model import InputError
from vfdoc.output.files import OutputFiles
from vfdoc.output.site import ASSETS, Published, site
from vfdoc.output.site_plan import plan
from vfdoc.reading.rulebook import read_edition

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
VERSION = "1.2.3"


def published(folder: Path) -> Published:
    """An edition's folder, read, resolved and checked."""
    rulebook = read_edition(folder)
    resolved = graph.resolve(rulebook)
    return Published(rulebook, resolved, checks.run_checks(rulebook, resolved))


def written(folder: Path, language: str = "en", **texts: str) -> Published:
    """An edition of these texts; the one called rules holds rules, one called sheet a sheet."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds = {"rules": "rules", "sheet": "sheet", "questions": "questions"}
    entries = []
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
        kind = kinds.get(name, "commentary")
        entries.append(f'[[documents]]\nid = "{name}"\nfile = "{name}.md"\nkind = "{kind}"\n')
    head = f'title = "A <Game> & more"\nversion = "1st edition"\nlanguage = "{language}"\n'
    (folder / "edition.toml").write_text(head + "\n".join(entries), encoding="utf-8")
    return published(folder)


@pytest.fixture(scope="module")
def edition() -> Published:
    """The bundled 1st edition."""
    return published(RULESETS / "vf-1e")


@pytest.fixture(scope="module")
def files(edition: Published) -> OutputFiles:
    """Its site."""
    return site([edition], VERSION)


def pages(files: OutputFiles) -> dict[str, lxml_html.HtmlElement]:
    """Every page of a site, parsed."""
    return {name: _parsed(content) for name, content in files.items() if name.endswith(".html")}


@cache
def _parsed(content: bytes) -> lxml_html.HtmlElement:
    return lxml_html.document_fromstring(content, parser=lxml_html.HTMLParser(encoding="utf-8"))


def section(page: lxml_html.HtmlElement, anchor: str) -> lxml_html.HtmlElement:
    """The section of that anchor on a page."""
    (found,) = page.xpath("//section[@id=$anchor]", anchor=anchor)
    return found


def words(element: lxml_html.HtmlElement) -> str:
    """What a reader sees, spaces made one."""
    return " ".join(element.text_content().split())


# The whole

def test_two_builds_are_the_same(edition: Published, files: OutputFiles) -> None:
    again = published(RULESETS / "vf-1e")
    assert site([again], VERSION) == files
    assert list(files) == sorted(files)


def test_every_page_is_valid(files: OutputFiles) -> None:
    for name, content in files.items():
        if name.endswith(".html"):
            parser = html5lib.HTMLParser(strict=False)
            parser.parse(content, transport_encoding="utf-8")
            assert parser.errors == [], name


def test_every_page_has_what_a_page_needs(files: OutputFiles) -> None:
    for name, page in pages(files).items():
        assert page.get("lang") == "en", name
        for tag in ("h1", "main", "title"):
            assert len(page.xpath(f"//{tag}")) == 1, (name, tag)
        twice = [anchor for anchor, count in Counter(page.xpath("//@id")).items() if count > 1]
        assert twice == [], name
        levels = [int(tag.tag[1]) for tag in page.xpath("//h1|//h2|//h3|//h4|//h5|//h6")]
        assert all(after <= before + 1 for before, after in zip([0, *levels], levels, strict=False)), name


def test_every_link_leads_somewhere_and_every_page_is_reached(files: OutputFiles) -> None:
    parsed = pages(files)
    ids = {name: set(page.xpath("//@id")) for name, page in parsed.items()}
    reached = {"index.html"}
    for name, page in parsed.items():
        for address in page.xpath("//@href | //@src"):
            if urlsplit(address).scheme:
                continue
            target = urlsplit(urljoin(f"http://site/{name}", address))
            path = unquote(target.path).lstrip("/")
            assert path in files, (name, address)
            if target.fragment:
                assert unquote(target.fragment) in ids[path], (name, address)
            if path != name:
                reached.add(path)
    assert set(files) - reached == set()


def test_nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files: OutputFiles) -> None:
    for name, page in pages(files).items():
        loaded = page.xpath("//link/@href | //script/@src | //img/@src | //iframe/@src | //source/@src")
        assert all(not urlsplit(address).netloc for address in loaded), name
        assert all(not script.text for script in page.xpath("//script")), name
        attributes = {attribute for element in page.iter() for attribute in element.attrib}
        assert not {a for a in attributes if a.startswith("on") or a == "style"}, name
    for name in ASSETS:
        if name.endswith(".css"):
            assert not re.search(rb"url\(|@import", files[f"assets/{name}"])


def test_pages_are_light(files: OutputFiles) -> None:
    shared = sum(len(content) for name, content in files.items() if name.startswith("assets/"))
    heaviest = max(len(content) for name, content in files.items() if name.endswith(".html"))
    assert shared + heaviest < 150_000


def test_the_site_grows_with_the_text(tmp_path: Path) -> None:
    def size(chapters: int) -> int:
        text = "\n".join(
            f"## {n}.0 Chapter\n\nWords (1.1).\n\n### {n}.1 Section\n\nMore words ({n}.0).\n"
            for n in range(1, chapters + 1)
        )
        return sum(map(len, site([written(tmp_path / f"e{chapters}", rules=text)], VERSION).values()))

    assert size(80) - size(40) < 2.3 * (size(40) - size(20))


# Sections, citations, cited by

def test_every_section_stands_once_under_its_anchor(edition: Published, files: OutputFiles) -> None:
    places = plan(edition.rulebook).places
    parsed = pages(files)
    for found in edition.rulebook.sections():
        element = section(parsed[f"vf-1e/{places[found.anchor]}"], found.anchor)
        (link,) = element.xpath("./*[self::h1 or self::h2 or self::h3]/a[contains(@class, 'number')]")
        assert unquote(link.get("href")) == f"#{found.anchor}"
        assert (link.text == found.number) if found.number else link.get("aria-label")


def test_a_chapter_has_a_page_named_by_its_anchor(files: OutputFiles) -> None:
    names = {name.removeprefix("vf-1e/") for name in files}
    assert {f"{n}.0.html" for n in range(1, 13)} <= names
    assert {"index.html", "front.html", "rules.html", "report.html"} <= names
    assert {"questions.html", "missed.html", "variants.html", "sheet.html"} <= names


def test_every_citation_leads_to_its_target(edition: Published, files: OutputFiles) -> None:
    parsed, places = pages(files), plan(edition.rulebook).places
    for source in edition.rulebook.sections():
        cited = [
            f"{places[link.target]}#{link.target}" for link in edition.graph.cites(source.anchor)
        ]
        element = section(parsed[f"vf-1e/{places[source.anchor]}"], source.anchor)
        assert [unquote(href) for href in element.xpath(".//a[starts-with(@class, 'cite')]/@href")] == cited


def test_on_the_whole_page_citations_stay_there(files: OutputFiles) -> None:
    hrefs = pages(files)["vf-1e/rules.html"].xpath("//a[@class='cite']/@href")
    assert hrefs
    assert all(href.startswith("#") for href in hrefs)


def test_a_dead_citation_says_so_and_leads_to_the_report(files: OutputFiles) -> None:
    parsed = pages(files)
    (dead,) = section(parsed["vf-1e/6.0.html"], "6.5").xpath(".//a[@class='dangling']")
    assert words(dead) == "8.5 no such section"
    fault = words(parsed["vf-1e/report.html"].get_element_by_id(dead.get("href").partition("#")[2]))
    assert "6.5 Rally Actions" in fault
    assert "8.4" in fault


def test_cited_by_names_each_section_once(edition: Published, files: OutputFiles) -> None:
    parsed, places = pages(files), plan(edition.rulebook).places
    for found in edition.rulebook.sections():
        expected = list(dict.fromkeys(
            link.source
            for link in edition.graph.cited_by.get(found.anchor, ())
            if link.source != found.anchor
        ))
        element = section(parsed[f"vf-1e/{places[found.anchor]}"], found.anchor)
        hrefs = element.xpath("./details[@class='cited']//li/a/@href")
        assert [unquote(href).partition("#")[2] for href in hrefs] == expected


def test_citations_are_placed_by_line_and_column(tmp_path: Path) -> None:
    text = (
        "## 1.0 One (2.0)\n\nSee 1.1 and **bold (2.0) words** *and (1.1)* then (1.1 & 2.0),\n"
        "`code (2.0)`; [a link (1.1)](https://example.org/1.1) and (9.9).\n\n"
        "### 1.1 Sub\n\n- item (2.0)\n- `x` (1.0)\n\n| A | B |\n|---|---|\n| (1.0) | **x** (2.0) |\n\n"
        "## 2.0 Two\n\n1\\. Not a list, \\*starred\\* (1.0) &amp; <b>plain</b>.\n"
    )
    page = pages(site([written(tmp_path / "e", rules=text)], VERSION))["e/1.0.html"]
    one = section(page, "1.0")
    assert [(a.text, a.get("href")) for a in one.xpath("./h1//a[@class='cite']")] == [("2.0", "2.0.html#2.0")]
    body = one.xpath("./div[@class='body']")[0]
    cited = [(a.text, a.getparent().tag) for a in body.xpath(".//a[@class='cite']")]
    assert cited == [
        ("1.1", "p"), ("2.0", "strong"), ("1.1", "em"), ("1.1", "p"), ("2.0", "p"), ("2.0", "code"),
    ]
    assert body.xpath(".//a//a") == []
    assert words(body.xpath(".//a[@class='away']")[0]) == "a link (1.1)"
    assert body.xpath(".//a[@class='away']/@href") == ["https://example.org/1.1"]
    assert len(body.xpath(".//a[@class='dangling']")) == 1
    sub = section(page, "1.1")
    assert [a.text for a in sub.xpath(".//li/a[@class='cite']")] == ["2.0", "1.0"]
    assert [a.text for a in sub.xpath(".//table//a[@class='cite']")] == ["1.0", "2.0"]


def test_backslashes_are_gone_and_html_is_text(tmp_path: Path) -> None:
    text = "## 1.0 One\n\n1\\. Fate > 2. Fire, \\*starred\\* &amp; <b>plain</b>.\n"
    page = pages(site([written(tmp_path / "e", rules=text)], VERSION))["e/1.0.html"]
    shown = words(section(page, "1.0").xpath("./div")[0])
    assert shown == "1. Fate > 2. Fire, *starred* & <b>plain</b>."


def test_an_ambiguous_citation_names_the_first(tmp_path: Path) -> None:
    text = "## 1.0 One\n\n### 1.1 First\n\nx\n\n### 1.1 Second\n\nSee (1.1).\n"
    page = pages(site([written(tmp_path / "e", rules=text)], VERSION))["e/1.0.html"]
    (link,) = page.xpath("//a[@class='cite many']")
    assert link.get("href") == "1.0.html#1.1"
    assert "1.1 First" in link.get("title")
    assert section(page, "1.1~2") is not None


# What is not there, and other tongues

def test_what_an_edition_lacks_is_absent(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", sheet="# SHEET\n\n## Tests\n\nRoll 4+.\n")], VERSION)
    names = {name for name in files if name.startswith("e/")}
    assert names == {"e/index.html", "e/report.html", "e/sheet.html"}
    bar = [words(a) for a in pages(files)["e/sheet.html"].xpath("//nav[@class='bar']//a")]
    assert bar == ["Contents", "Sheet", "Report"]


def test_no_editions_make_a_front_door() -> None:
    assert "index.html" in site([], VERSION)


def test_two_editions_of_one_name_are_refused(tmp_path: Path) -> None:
    twice = [written(tmp_path / side / "same", rules="## 1.0 One\n\nWords.\n") for side in ("a", "b")]
    with pytest.raises(InputError, match="same"):
        site(twice, VERSION)


def test_a_page_speaks_the_language_of_its_edition(tmp_path: Path) -> None:
    made = written(tmp_path / "e", "fr", rules="## 1.0 Un\n\nVoir (2.0).\n")
    page = pages(site([made], VERSION))["e/1.0.html"]
    assert page.get("lang") == "fr"
    assert "2.0 section inexistante" in words(page)
    assert "Sommaire" in words(page)


def test_label_files_have_the_same_keys() -> None:
    english, french = (
        tomllib.loads(assets.text("templates", f"labels.{tongue}.toml")) for tongue in ("en", "fr")
    )
    assert english.keys() == french.keys()
    filled = re.compile(r"\{\w+\}")
    for key, label in english.items():
        assert sorted(filled.findall(label)) == sorted(filled.findall(french[key])), key
    assert len(english["months"].split()) == len(french["months"].split()) == 12


def test_every_check_has_a_label() -> None:
    english = tomllib.loads(assets.text("templates", "labels.en.toml"))
    assert {f"rule_{code.replace('-', '_')}" for code in checks.ALL_CHECKS} <= english.keys()


# Text that means ill

HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(1)> {{ 7 * 7 }} {% raw %} </section></main> "
    "![i](http://evil/x.png) [j](javascript:alert(1)) <!-- \" onclick='x' "
    "\ue000\U000f0000\U000f0001\U00100000 (1.0)"
)


def test_hostile_text_comes_out_as_text(tmp_path: Path) -> None:
    text = (
        f"## 1.0 Title {HOSTILE}\n\n{HOSTILE}\n\n- {HOSTILE}\n\n> {HOSTILE}\n\n"
        f"| {HOSTILE} | b | c |\n|---|---|---|\n| x | {HOSTILE} | c |\n\n"
        f"### 1.1 Sub {HOSTILE}\n\nSee (9.9) {HOSTILE}\n"
    )
    made = written(tmp_path / "e", rules=text, questions=f"# Q\n\nQ: {HOSTILE}?\n\nA: {HOSTILE}\n")
    files = site([made], VERSION)
    test_every_page_is_valid(files)
    test_nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files)
    test_every_link_leads_somewhere_and_every_page_is_reached(files)
    for name, page in pages(files).items():
        assert not page.xpath("//img"), name
        assert {script.get("src").rpartition("/")[2] for script in page.xpath("//script")} == {"theme.js"}
        away = [address for address in page.xpath("//a/@href") if urlsplit(address).scheme]
        assert set(away) <= {"http://evil/x.png"}, name
    shown = words(pages(files)["e/1.0.html"])
    for bad in ("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "{{ 7 * 7 }}", "{% raw %}"):
        assert bad in shown
    assert "\ue000\ufffd\ufffd\ufffd (1.0)" in shown
    assert "49" not in shown


@pytest.mark.parametrize("character", ["\x01", "\x7f", "\ufffe", "\U0001ffff", "\U000f0123"])
def test_what_html_forbids_becomes_a_sign(tmp_path: Path, character: str) -> None:
    text = f"## 1.0 A{character}b\n\nc{character} (1.0) d\n\n### 1.1 More\n\n{'words ' * 9}\n"
    files = site([written(tmp_path / "e", rules=text)], VERSION)
    test_every_page_is_valid(files)
    body = section(pages(files)["e/1.0.html"], "1.0").xpath("./div")[0]
    assert words(body) == "c\ufffd (1.0) d"
    assert len(body.xpath(".//a")) == 1
