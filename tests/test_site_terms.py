"""Terms on the site: links in running text, each once a section, and a glossary's page an edition."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from lxml import html as lxml_html
from site_reader import (
    VERSION,
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

from vfdoc.site.plan import plan
from vfdoc.site.whole import site

TERMS = """
[terms.unit]
en = ["unit"]
fr = ["unité"]
defined = { e = "1.1" }
means = "A body of men."
means_fr = "Une troupe d'hommes."

[terms.line-of-sight]
en = ["line of sight", "LOS"]
defined = { e = "1.2" }
means = 'A "straight" <view>.'

[terms.line]
en = ["line"]
defined = { e = "1.3" }

[terms.elsewhere]
en = ["unit marker"]
defined = { another = "1.1" }
"""
RULES = """## 1.0 The unit, in line

A unit has a line of sight; units see in LOS. A **unit** is `a line` (1.3), [a line](https://x.example/).
A *line* is no line of sight.

- An item with a unit marker and a unit.

| A unit | line |
|---|---|
| line | unit |

### 1.1 Unit

A unit is a unit in line.

### 1.2 Sight

1\\. A line of **sight**: see the lines.

### 1.3 Line

> A quoted unit.
"""


def terms(element: lxml_html.HtmlElement) -> list[tuple[str, str]]:
    """The words that are links to what they mean, and where to."""
    return [(words(a), a.get("href")) for a in element.xpath(".//a[@class='term']")]


def made(folder: Path, language: str = "en", rules: str = RULES) -> dict[str, bytes]:
    """The site of these rules."""
    return site([written(folder / "e", language, glossary=TERMS, rules=rules)], VERSION)


def test_the_first_place_in_each_section_is_a_link(tmp_path: Path) -> None:
    page = pages(made(tmp_path))["e/1.0.html"]
    assert terms(section(page, "1.0")) == [
        ("unit", "1.0.html#1.1"),
        ("line of sight", "1.0.html#1.2"),
        ("line", "1.0.html#1.3"),
    ]
    # That in italics: code, links and citations are left alone, and so are tables and headings.
    assert [a.getparent().tag for a in page.xpath("//*[@id='1.0']//a[@class='term']")] == ["p", "p", "em"]
    assert page.xpath("//h1//a[@class='term'] | //h2//a[@class='term'] | //table//a[@class='term']") == []


def test_in_its_own_section_a_term_is_the_thing_defined(tmp_path: Path) -> None:
    page = pages(made(tmp_path))["e/1.0.html"]
    assert terms(section(page, "1.1")) == [("line", "1.0.html#1.3")]
    assert [words(dfn) for dfn in page.xpath("//*[@id='1.1']//dfn")] == ["unit"]


def test_a_name_cut_by_tags_is_no_shorter_name(tmp_path: Path) -> None:
    """ "line of **sight**" is neither a link nor a "line"."""
    assert terms(section(pages(made(tmp_path))["e/1.0.html"], "1.2")) == [("lines", "1.0.html#1.3")]


def test_what_a_term_means_is_said_in_the_language_of_the_page(tmp_path: Path) -> None:
    page = pages(made(tmp_path / "a"))["e/1.0.html"]
    titles = page.xpath("//*[@id='1.0']//a[@class='term']/@title")
    assert titles == ["A body of men.", 'A "straight" <view>.']
    french = pages(made(tmp_path / "b", "fr", "## 1.0 Un\n\nL'unité.\n\n### 1.1 Deux\n\nDes unités.\n"))
    (link,) = section(french["e/1.0.html"], "1.0").xpath(".//a[@class='term']")
    assert link.get("title") == "Une troupe d'hommes."
    assert words(link) == "unité"


def test_the_glossary_has_a_page(tmp_path: Path) -> None:
    parsed = pages(made(tmp_path))
    page = parsed["e/glossary.html"]
    assert [words(dt) for dt in page.xpath("//dt")] == ["line", "line of sight", "unit"]
    assert [words(h) for h in page.xpath("//h2")] == ["L", "U"]
    unit = page.get_element_by_id("~unit")
    assert "A body of men." in words(unit)
    assert unit.xpath(".//a/@href") == ["1.0.html#1.1"]
    assert [words(span) for span in unit.xpath(".//span[@lang='fr']")] == ["unité"]
    assert "glossary.html" in parsed["e/index.html"].xpath("//main//a/@href")


def test_without_terms_there_is_no_glossary(tmp_path: Path) -> None:
    files = site([written(tmp_path / "e", rules="## 1.0 One\n\nA brigade.\n")], VERSION)
    assert "e/glossary.html" not in files
    assert "glossary.html" not in pages(files)["e/index.html"].xpath("//a/@href")


def test_a_chapter_may_be_called_glossary(tmp_path: Path) -> None:
    files = made(tmp_path, rules=f"{RULES}\n## Glossary\n\nWords.\n")
    every_link_leads_somewhere_and_every_page_is_reached(files)
    every_page_is_valid(files)
    assert pages(files)["e/glossary.html"].xpath("//dt")


def test_words_that_mean_ill_come_out_as_text(tmp_path: Path) -> None:
    glossary = (
        "[terms.ill]\nen = ['<b onclick=\"x\">rank</b>', \"{{ 7 * 7 }}\", '.*x', '(unclosed', 'a\\b']\n"
        "fr = ['</dl><script>alert(1)</script>']\ndefined = { e = '1.1' }\n"
        "means = '\"><script>alert(1)</script> {{ 7 * 7 }} \U000f0000'\n"
    )
    text = '## 1.0 One\n\nA &lt;b onclick="x"&gt;rank&lt;/b&gt; of {{ 7 * 7 }} men.\n\n### 1.1 Two\n\nx\n'
    files = site([written(tmp_path / "e", glossary=glossary, rules=text)], VERSION)
    every_page_is_valid(files)
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    page = pages(files)["e/1.0.html"]
    (link,) = page.xpath("//a[@class='term']")
    assert words(link) == '<b onclick="x">rank</b>'
    assert link.get("title") == '"><script>alert(1)</script> {{ 7 * 7 }} \ufffd'
    assert "{{ 7 * 7 }}" in words(section(page, "1.0"))


# The bundled editions


def test_bundled_terms_resolve_once_a_section_and_never_in_headings() -> None:
    count = 0
    for edition, found, element, places in sections(shelf(), shelf_files()):
        at = {unquote(address) for address in plan(edition.rulebook).addresses.values()}
        links = element.xpath("./div[@class='body']//a[@class='term']")
        hrefs = [unquote(link.get("href")) for link in links]
        assert set(hrefs) <= at
        assert f"{places[found.anchor]}#{found.anchor}" not in hrefs
        assert len(links) == len(element.xpath(".//a[@class='term']"))
        defined = [term for term in edition.glossary.terms if edition.rulebook.edition.id in term.defined]
        assert len(links) <= len(defined)
        count += len(links)
    assert count > 1000


def test_the_bundled_pages_speak_their_language() -> None:
    page = pages(shelf_files())["vf-fr-2.9/glossary.html"]
    assert page.get("lang") == "fr"
    entry = page.get_element_by_id("~brigade-support")
    assert [words(dt) for dt in entry.xpath("./dt")] == ["support de brigade"]
    assert [words(span) for span in entry.xpath(".//span[@lang='en']")] == ["brigade support"]
