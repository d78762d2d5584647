"""The site as a map of path to bytes: whole, valid, linked, and the same twice."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from gzip import compress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from site_reader import (
    EDITIONS,
    VERSION,
    bundled,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline,
    pages,
    section,
    sections,
    shelf,
    shelf_files,
    words,
    written,
)

from vfdoc import assets, checks
from vfdoc.formats.files import OutputFiles
from vfdoc.language.word_list import label_languages
from vfdoc.model import InputError
from vfdoc.site.whole import Published, site


@pytest.fixture(scope="module")
def editions() -> Sequence[Published]:
    """The bundled editions."""
    return shelf()


@pytest.fixture(scope="module")
def files() -> OutputFiles:
    """Their site."""
    return shelf_files()


# The whole


@pytest.mark.thorough
def test_two_builds_are_the_same(files: OutputFiles) -> None:
    assert site(bundled(), VERSION) == files
    assert list(files) == sorted(files)


def test_every_page_is_valid(files: OutputFiles) -> None:
    every_page_is_valid(files)


def test_every_page_has_what_a_page_needs(files: OutputFiles) -> None:
    for name, page in pages(files).items():
        assert page.get("lang") == ("fr" if name.startswith("vf-fr") else "en"), name
        for tag in ("h1", "main", "head/title"):
            assert len(page.xpath(f"//{tag}")) == 1, (name, tag)
        twice = [anchor for anchor, count in Counter(page.xpath("//@id")).items() if count > 1]
        assert twice == [], name
        levels = [int(tag.tag[1]) for tag in page.xpath("//h1|//h2|//h3|//h4|//h5|//h6")]
        assert all(after <= before + 1 for before, after in zip([0, *levels], levels, strict=False)), name


def test_every_link_leads_somewhere_and_every_page_is_reached(files: OutputFiles) -> None:
    every_link_leads_somewhere_and_every_page_is_reached(files)


def test_nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files: OutputFiles) -> None:
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files)


def test_pages_are_light(files: OutputFiles) -> None:
    for name, page in pages(files).items():
        loaded = page.xpath("//link[@rel='stylesheet' or @rel='icon']/@href | //script/@src")
        paths = {urlsplit(urljoin(f"http://site/{name}", address)).path.lstrip("/") for address in loaded}
        size = len(files[name]) + sum(len(files[unquote(path)]) for path in paths)
        # The whole rules, the search with every word of them, and every table with what plays it, are more
        # than a chapter.
        whole = name.endswith(("/rules.html", "/search.html", "/calculator.html"))
        assert size < (250_000 if whole else 150_000), (name, size)
        sent = len(compress(files[name])) + sum(len(compress(files[unquote(path)])) for path in paths)
        # The calculator says all that the command says: the most of any page (G11 asks for 100 kB).
        assert sent < (66_000 if name.endswith("/calculator.html") else 60_000), (name, sent)


def test_chapters_too_large_for_a_phone_are_cut(tmp_path: Path) -> None:
    """A chapter of divisions and one of rules alone, each larger than a page may be: what stands below is cut
    off where a section begins, all of it is there once, and the whole rules follow one another."""
    words = " ".join(f"word{n}" for n in range(900))
    ruled = {a: "\n\n".join(f"#### 1.{a}.{b} Rule\n\n{words}" for b in range(1, 9)) for a in range(1, 4)}
    nested = "\n\n".join(f"### 1.{a} Division\n\nHead.\n\n{inner}" for a, inner in ruled.items())
    flat = "\n".join(f"### 2.{b} Rule\n\nSee 1.1.1. {words}\n" for b in range(1, 30))
    rules = f"## 1.0 One\n\n{nested}\n## 2.0 Two\n\n{flat}\n## 3.0 Three\n\nSee 2.29.\n"
    made = [written(tmp_path / "e", rules=rules)]
    files = site(made, VERSION)
    texts = {name for name in files if re.fullmatch(r"e/\d.*\.html", name)}
    cut = ("1.0", "1.1", "1.2", "1.3", "2.0", "2.22", "3.0")
    assert texts == {f"e/{name}.html" for name in cut}
    assert pages(files)["e/2.22.html"].xpath("string(//h1)") == "2.22 – 2.29"
    assert max(len(compress(files[name])) for name in files if name.endswith(".html")) < 100_000
    for _, found, element, name in sections(made, files):
        assert element.get("id") == found.anchor, name
    wholes = [name for name in files if re.fullmatch(r"e/rules.*\.html", name)]
    assert len(wholes) > 1
    assert sum(files[name].count(b'class="number') for name in wholes) == 59
    every_link_leads_somewhere_and_every_page_is_reached(files)


def test_the_site_grows_with_the_text(tmp_path: Path) -> None:
    def size(chapters: int) -> int:
        text = "\n".join(
            f"## {n}.0 Chapter\n\nWords (1.1).\n\n### {n}.1 Section\n\nMore words ({n}.0).\n"
            for n in range(1, chapters + 1)
        )
        return sum(map(len, site([written(tmp_path / f"e{chapters}", rules=text)], VERSION).values()))

    assert size(80) - size(40) < 2.3 * (size(40) - size(20))


# Sections, citations, cited by


def test_every_section_stands_once_under_its_anchor(
    editions: Sequence[Published], files: OutputFiles
) -> None:
    for _, found, element, _ in sections(editions, files):
        (link,) = element.xpath("./*[starts-with(name(), 'h')]/a[contains(@class, 'number')]")
        assert unquote(link.get("href")) == f"#{found.anchor}"
        assert (link.text == found.number) if found.number else link.get("aria-label")


def test_a_chapter_has_a_page_named_by_its_anchor(files: OutputFiles) -> None:
    names = {name.removeprefix("vf-1e/") for name in files}
    assert {f"{n}.0.html" for n in range(1, 13)} <= names
    assert {"index.html", "front.html", "rules.html", "report.html"} <= names
    assert {"questions.html", "missed.html", "variants.html", "sheet.html"} <= names


def test_every_citation_leads_to_its_target(editions: Sequence[Published], files: OutputFiles) -> None:
    for edition, source, element, places in sections(editions, files):
        cited = [f"{places[link.target]}#{link.target}" for link in edition.graph.cites(source.anchor)]
        hrefs = element.xpath("./*[not(self::details)]//a[starts-with(@class, 'cite')]/@href")
        assert [unquote(href) for href in hrefs] == cited


def test_on_the_whole_page_citations_stay_there(files: OutputFiles) -> None:
    hrefs = pages(files)["vf-1e/rules.html"].xpath("//a[@class='cite']/@href")
    assert hrefs
    assert all(href.startswith("#") for href in hrefs)


def test_notes_are_no_faults_on_the_report(tmp_path: Path) -> None:
    """One citation leads nowhere; two comments share a number, which is a note."""
    rules = "# R\n\n## 1.1 March\n\nColumns march (9.9).\n"
    notes = "# Notes\n\n## 1.1 March\n\nThey march.\n\n## 1.1 Halt\n\nThey halt.\n"
    parsed = pages(site([written(tmp_path / "r", rules=rules, notes=notes)], VERSION))
    lead = words(parsed["r/report.html"].find_class("lead")[0])
    assert lead.startswith("The checks found 1 fault. There is 1 note besides: a place to look at, no fault.")
    assert "The checks found 1 fault." in words(parsed["r/index.html"])
    assert [words(e) for e in parsed["r/report.html"].find_class("severity")] == [
        "✕ Error",
        "i Note",
    ]


def test_the_report_of_a_text_without_numbers_says_that_it_could_check_nothing(tmp_path: Path) -> None:
    """An empty text too: that nothing was found shows nothing of it."""
    plain = written(tmp_path / "plain", rules="# Club\n\nThe club meets on Mondays.\n")
    empty = written(tmp_path / "empty", rules="")
    numbered = written(tmp_path / "n", rules="## 1.0 One\n\nA.\n")
    parsed = pages(site([plain, empty, numbered], VERSION))
    names = ("plain", "empty", "n")
    said = {name: words(parsed[f"{name}/report.html"].find_class("lead")[0]) for name in names}
    unread = "No numbered section was read, so no citation could be held against one."
    assert said["plain"] == said["empty"] == unread
    assert said["n"] == "The checks found no fault."
    assert said["empty"] in words(parsed["empty/index.html"])


def test_the_report_counts_each_kind_and_all_the_faults_that_are_known(files: OutputFiles) -> None:
    """Those too that no check finds."""
    parsed = pages(files)
    for name in EDITIONS:
        page = parsed[f"{name}/report.html"]
        shown = page.xpath("//article[not(contains(@class, 'note')) or contains(@class, 'known')]")
        counted = [int(words(n)) for n in page.xpath("//nav[@class='kinds']//span[@class='n']")]
        assert sum(counted) in (0, len(shown)), name  # 0: of one kind alone there is no list


def test_articles_are_called_as_they_are_printed(tmp_path: Path) -> None:
    """In the report, at a page's foot, over a map; of two citations side by side the dead one is named."""
    text = (
        "# Laws\n\nArticle I. Name\n\nThe club.\n\nArticle II. Members\n\n§ 2.1 Joining\n\n"
        "See § 2.2 and § 9.1.\n\n§ 2.2 Leaving\n\nBy letter (Article I).\n"
    )
    parsed = pages(site([written(tmp_path / "r", rules=text)], VERSION))
    assert "Article II Members" in words(parsed["r/I.html"].find_class("turn")[0])
    assert words(parsed["r/report.html"].find_class("section-link")[0]) == "§ 2.1 Joining"
    assert words(parsed["r/map-II.html"].find(".//h1")) == "Map of Article II Members"
    drawn = words(parsed["r/map.html"].find(".//main"))
    assert "9.1" in drawn
    assert "2.2 and" not in drawn


def test_a_dead_citation_says_so_and_leads_to_the_report(files: OutputFiles) -> None:
    parsed = pages(files)
    (dead,) = section(parsed["vf-1e/6.0.html"], "6.5").xpath(".//a[@class='dangling']")
    assert words(dead) == "8.5 no such section"
    fault = words(parsed["vf-1e/report.html"].get_element_by_id(dead.get("href").partition("#")[2]))
    assert "6.5 Rally Actions" in fault
    assert "8.4" in fault


def test_cited_by_names_each_section_once(editions: Sequence[Published], files: OutputFiles) -> None:
    for edition, found, element, _ in sections(editions, files):
        expected = list(
            dict.fromkeys(
                link.source
                for link in edition.graph.cited_by.get(found.anchor, ())
                if link.source != found.anchor
            )
        )
        hrefs = element.xpath("./details[@class='cited']//li/a/@href")
        assert [unquote(href).partition("#")[2] for href in hrefs] == expected


def test_a_number_that_begins_again_is_told_by_what_it_stands_in(tmp_path: Path) -> None:
    text = (
        "## Article I Name\n\n### Section 1 Name\n\nWords.\n\n## Article II Dues\n\n### Section 1 Amount\n\n"
        "Sixty a year (Section 2).\n\n### Section 2 Date\n\nIn March.\n"
    )
    parsed = pages(site([written(tmp_path / "e", rules=text)], VERSION))
    (cited,) = parsed["e/article-II.html"].xpath("//details[@class='cited']")
    assert words(cited).startswith("Cited by Article II, Section 1")


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
        ("1.1", "p"),
        ("2.0", "strong"),
        ("1.1", "em"),
        ("1.1", "p"),
        ("2.0", "p"),
        ("2.0", "code"),
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
    shown = {"index", "report", "search", "sheet"}
    assert {name for name in names if name.endswith(".html")} == {f"e/{page}.html" for page in shown}
    assert "e/tables.json" not in names
    bar = [words(a) for a in pages(files)["e/sheet.html"].xpath("//nav[@class='bar']//a")]
    assert bar == ["Contents", "Search", "Sheet", "Report"]


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


def test_a_third_language_is_its_two_files(tmp_path: Path) -> None:
    rules = "## § 1 Eins\n\nSiehe § 2 und § 3.\n\n### Anmerkung\n\nNur so.\n\n## § 3 Drei\n\nNach § 1.\n"
    made = pages(site([written(tmp_path / "e", "de", rules=rules)], VERSION))
    page = made["e/rules.html"]
    assert page.get("lang") == "de"
    assert "§ 2 kein solcher Abschnitt" in words(page)
    assert "Inhalt" in words(page)
    assert "Deutsch" in words(made["index.html"])


def test_label_files_have_the_same_keys() -> None:
    """Every language says the same things, each with the same blanks to fill; but how it calls the others."""
    filled = re.compile(r"\{\w+\}")

    def blanks(table: dict[str, Any]) -> dict[str, Any]:
        return {
            key: blanks(said) if isinstance(said, dict) else sorted(filled.findall(said))
            for key, said in table.items()
            if isinstance(said, str | dict) and not key.startswith("language_")
        }

    files = {
        language: tomllib.loads(assets.text("templates", f"labels.{language}.toml"))
        for language in label_languages()
    }
    assert {"en", "fr", "de"} <= files.keys()
    for file in files.values():
        file["sheet"].pop("joins")  # from whichever languages they join
    for file in files.values():
        assert blanks(file) == blanks(files["en"])
        assert len(file["months"].split()) == 12


def test_every_check_has_a_label() -> None:
    english = tomllib.loads(assets.text("templates", "labels.en.toml"))
    assert {f"rule_{code.replace('-', '_')}" for code in checks.ALL_CHECKS} <= english.keys()
