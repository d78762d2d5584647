"""Text that means ill: it comes out as text, on every page where it is shown."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from site_reader import (
    VERSION,
    every_link_leads_somewhere_and_every_page_is_reached,
    every_page_is_valid,
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline,
    pages,
    section,
    words,
    written,
)

from vfdoc.site.whole import ASSETS, site

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
    every_page_is_valid(files)
    nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files)
    every_link_leads_somewhere_and_every_page_is_reached(files)
    for name, page in pages(files).items():
        assert not page.xpath("//img"), name
        scripts = {script.get("src").rpartition("/")[2] for script in page.xpath("//script")}
        assert "theme.js" in scripts <= {*ASSETS, "search.js"}
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
    every_page_is_valid(files)
    body = section(pages(files)["e/1.0.html"], "1.0").xpath("./div")[0]
    assert words(body) == "c\ufffd (1.0) d"
    assert len(body.xpath(".//a")) == 1
