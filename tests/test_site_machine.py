"""What other programs read beside the pages: JSON, Markdown, llms.txt, previews of links."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import jsonschema
import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt
from site_reader import VERSION, pages, shelf, shelf_files, words, written
from test_site_hostile import HOSTILE

from vfdoc.cli import main
from vfdoc.formats.shapes.schemas import json_schema
from vfdoc.site.whole import site

SCHEMAS = {f"{name}.json": name for name in ("document", "graph", "findings", "tables")}


def test_each_edition_has_its_json_in_its_own_shape() -> None:
    files = shelf_files()
    for edition in shelf():
        folder = edition.rulebook.edition.id
        for name, schema in SCHEMAS.items():
            told = json.loads(files[f"{folder}/{name}"])
            jsonschema.validate(told, json.loads(json_schema(schema)))
        told = json.loads(files[f"{folder}/document.json"])
        assert [s["anchor"] for s in told["sections"]] == [s.anchor for s in edition.rulebook.sections()]


def test_json_names_files_without_their_folders() -> None:
    findings = json.loads(shelf_files()["vf-1e/findings.json"])["findings"]
    places = [*findings, *(place for finding in findings for place in finding["related"])]
    assert {place["file"] for place in places} <= {"rules.md", "sheet.md", "questions.md", "missed.md"}


def test_nothing_published_says_where_the_texts_lay(tmp_path: Path) -> None:
    rules = "## 9.0 Rout\n\nSee [8.7].\n\n## 9.0 Rout\n\nWords.\n"
    made = written(tmp_path / "deep" / "e", rules=rules)
    assert any(finding.related for finding in made.findings())
    for name, content in site([made], VERSION).items():
        assert str(tmp_path).encode() not in content, name


def test_every_text_has_its_markdown_beside_it_and_says_where() -> None:
    files = shelf_files()
    for edition in shelf():
        folder = edition.rulebook.edition.id
        shown = ""
        for name in [name for name in files if name.startswith(f"{folder}/") and name.endswith(".md")]:
            beside = pages(files)[f"{name.removesuffix('.md')}.html"]
            hrefs = beside.xpath("//link[@rel='alternate'][@type='text/markdown']/@href")
            assert [unquote(href) for href in hrefs] == [name.rpartition("/")[2]]
            shown += files[name].decode() if not name.endswith(("/rules.md", "/index.md")) else ""
        for section in edition.rulebook.sections():
            assert shown.count(f'<a id="{section.anchor}"></a>') == 1, section.anchor


def test_markdown_holds_the_tables_and_the_words() -> None:
    text = shelf_files()["vf-1e/1.0.md"].decode()
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert html.count("<table>") >= 1
    assert "<h2>1.6 Army Sheet</h2>" in html


def test_markdown_of_an_original_shows_its_signs(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text(
        "1.0 Fire *now* and_then_\n\nRoll 4+ [see 1.1] for <b>hits</b> `so`.\n\n1.1 Range\n\n12 inches.\n"
    )
    from vfdoc import pipeline

    read = pipeline.read(str(tmp_path / "old.txt"))
    text = pipeline.site([read])["old/1.0.md"].decode()
    html = MarkdownIt("commonmark", {"html": True}).render(text)
    assert "Roll 4+ [see 1.1] for &lt;b&gt;hits&lt;/b&gt; `so`." in html
    assert "<em>" not in html


def test_links_in_markdown_and_in_llms_lead_to_files() -> None:
    files = shelf_files()
    for name in [name for name in files if name.endswith("/index.md")] + ["llms.txt"]:
        found = re.findall(r"\]\(([^)]+)\)", files[name].decode())
        assert found, name
        for href in found:
            target = urlsplit(urljoin(f"http://site/{name}", href))
            path = unquote(target.path).lstrip("/")
            assert path in files, (name, href)
            if target.fragment:
                assert f'<a id="{unquote(target.fragment)}"></a>' in files[path].decode(), (name, href)


def test_llms_says_what_there_is_and_how_to_cite() -> None:
    files, told = shelf_files(), shelf_files()["llms.txt"].decode()
    assert told.startswith("# ")
    for edition in shelf():
        assert f"({edition.rulebook.edition.id})" in told
        assert f"({edition.rulebook.edition.id}/document.json)" in told
    (cited,) = re.findall(r"Example: (\S+) (\S+) is at (\S+)", told)
    edition, number, address = cited
    page, _, anchor = address.partition("#")
    assert edition == "vf-1e"
    assert number == anchor
    assert pages(files)[page].get_element_by_id(anchor) is not None


def test_a_preview_of_a_link_says_what_the_page_is() -> None:
    page = pages(shelf_files())["vf-1e/6.0.html"]
    (title,) = page.xpath("//meta[@property='og:title']/@content")
    assert title.startswith("6.0 ")
    (described,) = page.xpath("//meta[@name='description']/@content")
    assert 20 < len(described) < 200
    assert page.xpath("//meta[@property='og:url'] | //link[@rel='canonical']") == []


def test_absolute_addresses_only_where_the_site_is_known(tmp_path: Path) -> None:
    made = written(tmp_path / "e", rules="## 1.0 One\n\nWords.\n")
    files = site([made], VERSION, "https://example.org/rules")
    page = pages(files)["e/1.0.html"]
    assert page.xpath("//link[@rel='canonical']/@href") == ["https://example.org/rules/e/1.0.html"]
    (image,) = page.xpath("//meta[@property='og:image']/@content")
    assert image.removeprefix("https://example.org/rules/") in files
    assert b"https://example.org/rules/e/index.html" in files["llms.txt"]
    for wrong in ("ftp://example.org", "example.org", "https://example.org/?a=b"):
        assert CliRunner().invoke(main, ["build", str(tmp_path / "e"), "--url", wrong]).exit_code == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_hostile_text_is_text_for_programs_too(tmp_path: Path, language: str) -> None:
    text = f"## 1.0 Title {HOSTILE}\n\n{HOSTILE}\n\n| a {HOSTILE} | b |\n|---|---|\n| x | {HOSTILE} |\n"
    files = site([written(tmp_path / "e", language, rules=text)], VERSION)
    for name, content in files.items():
        if name.endswith(".json"):
            json.loads(content)
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(files["e/1.0.md"].decode())
    assert "<script" not in html
    assert "<img" not in html
    assert "&lt;script&gt;alert(1)" in html
    described = pages(files)["e/1.0.html"].xpath("//meta[@name='description']/@content")
    assert len(described) == 1
    assert "49" not in words(pages(files)["e/1.0.html"])
