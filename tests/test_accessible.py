"""Every kind of page that a site has, held to one law: axe finds nothing, nothing moves while it comes, what
is tapped is large enough, nothing is wider than the window; in all colours, windows and sizes of type. Each
page is opened twice, on a phone and on a desk, and all that is asked of it there is asked then.

The kinds are those of the build itself: what the `main` of each page says it is. A page of a new kind is held
to the law without being listed here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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
# Words that lie over others: boxes of text, without the room above and below the letters, as much of each as
# what scrolls shows of it; what only a screen reader meets lies nowhere.
OVERLAID = """() => {
  const boxes = [], walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const seen = (one, box) => {
    for (; one && one.localName !== 'main'; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX === 'visible') continue;
      const clip = one.getBoundingClientRect();
      if (clip.width < 2) return null;
      const { left, right } = clip;
      box = { left: Math.max(box.left, left), right: Math.min(box.right, right) };
    }
    return box;
  };
  for (let node; (node = walker.nextNode());) {
    const one = node.parentElement;
    if (!node.data.trim() || one.closest('.skip, svg')) continue;
    if (parseFloat(getComputedStyle(one).fontSize) < 2) continue;
    if (!one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const fixed = of => ['sticky', 'fixed'].includes(getComputedStyle(of).position);
    let over = one;
    while (over && !fixed(over)) over = over.parentElement;
    if (over) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const own of range.getClientRects()) {
      const box = seen(one, own);
      const room = own.height / 5;
      if (box && box.right - box.left > 2) {
        boxes.push([box.left, own.top + room, box.right, own.bottom - room, node]);
      }
    }
  }
  boxes.sort((a, b) => a[1] - b[1]);
  const found = [];
  boxes.forEach((one, i) => {
    for (let j = i + 1; j < boxes.length && boxes[j][1] < one[3] - 2; j++) {
      const other = boxes[j], wide = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
      if (other[4] === one[4] || wide <= 2) continue;
      found.push([one, other].map(box => box[4].data.trim().slice(0, 40)).join(" | "));
    }
  });
  return found.slice(0, 5);
}"""
# Words and numbers that are broken over two lines: in type of the usual size each has room for itself.
BROKEN = """() => {
  const hidden = one => !one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const clipped = one => one && (one.getBoundingClientRect().width < 3 || clipped(one.parentElement));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let node; (node = walker.nextNode());) {
    const one = node.parentElement;
    if (!node.data.trim() || one.closest('svg, pre, code, .skip') || hidden(one) || clipped(one)) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{N}.'’"+−]+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = [...range.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.top));
      if (new Set(lines).size > 1) found.push(`${word[0]} ${one.outerHTML.slice(0, 80)}`);
    }
  }
  return found.slice(0, 5);
}"""
UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
WIDE = "Math.max(0, document.documentElement.scrollWidth - innerWidth)"
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
NO_COLOURS = {"rules": {rule: {"enabled": False} for rule in COLOURS["runOnly"]}}
ALL_BUT_ORDER = {"rules": {"heading-order": {"enabled": False}}}  # of headings that were taken out some miss
# Of what is the same by its tag and classes, and stands in the same, four are left: a table of a thousand
# rows has the colours of its first.
THINNED = """() => {
  const thin = one => {
    const met = {};
    [...one.children].forEach(child => {
      const own = `${child.localName}.${child.getAttribute('class') || ''}`;
      met[own] = (met[own] || 0) + 1;
      if (met[own] > 4) child.remove(); else thin(child);
    });
  };
  thin(document.body);
}"""


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


def test_every_kind_of_page_is_known() -> None:
    found = kinds(shelf_files())
    assert {"contents", "search", "tables", "calculator", "companion map"} <= found.keys()
    assert {kind: name for kind, name in found.items() if kind not in KNOWN} == {}


class Faults(dict[tuple[str, str], object]):
    """What breaks the law, by page and law; what is empty breaks none."""

    def told(self, name: str, law: str, found: object) -> None:
        if found:
            self[name, law] = found

    def axe(self, name: str, law: str, page: Any, options: Mapping[str, object]) -> None:
        found = axe_module.Axe().run(page, options={**AXE, **options})
        self.told(name, law, found.generate_report() if found.violations_count else "")


def test_every_kind_of_page_holds_on_a_phone(browser: Any, site_folder: Path, shown: list[str]) -> None:
    """Nothing moves while it comes, what is tapped is large enough, no word is broken, axe finds nothing; and
    neither in the dark nor in forced colours is anything hard to read."""
    reader = Reader(browser, site_folder, viewport=PHONE, has_touch=True, is_mobile=True)
    faults = Faults()
    for name in shown:
        page = reader.opens(name)
        faults.told(name, "moves", by if (by := page.evaluate(SHIFTED)) >= MOST_MOVED else 0)
        page.evaluate(UNFOLD)
        faults.told(name, "small", page.evaluate(SMALL))
        faults.told(name, "overlaid", page.evaluate(OVERLAID))
        faults.told(name, "broken", page.evaluate(BROKEN))
        if not THOROUGH:
            faults.axe(name, "axe", page, {})
            continue
        faults.axe(name, "axe", page, NO_COLOURS)
        page.evaluate(THINNED)
        faults.axe(name, "light", page, COLOURS)
        page.emulate_media(color_scheme="dark")
        faults.axe(name, "dark", page, COLOURS)
        page.emulate_media(color_scheme="light", forced_colors="active")
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        faults.axe(name, "forced", page, COLOURS)
        page.emulate_media(color_scheme="light", forced_colors="none")
    assert faults == {}
    assert reader.wrong == []


def test_every_kind_of_page_holds_on_a_desk(browser: Any, site_folder: Path, shown: list[str]) -> None:
    """Nothing moves while it comes, the keyboard reaches what is tapped, axe finds nothing by day and in the
    dark; and no page is wider than a window of any width, in the type that comes with it and in type of twice
    the size."""
    reader = Reader(browser, site_folder, viewport=DESK)
    faults = Faults()
    for name in shown:
        page = reader.opens(name)
        if THOROUGH:
            faults.told(name, "moves", by if (by := page.evaluate(SHIFTED)) >= MOST_MOVED else 0)
            faults.told(name, "keys", keyboard(page))
        page.evaluate(UNFOLD)
        for per_cent in (100, 200):
            page.evaluate(f"document.documentElement.style.fontSize = '{per_cent}%'")
            # Large type on a desk is that of half its width: rules for wide windows count in type.
            desk = 1280 * 100 // per_cent
            for width in (320, 360, desk) if THOROUGH else (360,):
                page.set_viewport_size({"width": width, "height": 740})
                faults.told(name, f"{width} px, {per_cent} %", page.evaluate(WIDE))
        if THOROUGH:
            page.evaluate("document.documentElement.style.fontSize = ''")
            page.set_viewport_size(DESK)
            page.evaluate(THINNED)
            faults.axe(name, "axe", page, ALL_BUT_ORDER)
            page.emulate_media(color_scheme="dark")
            faults.axe(name, "dark", page, COLOURS)
            page.emulate_media(color_scheme="light")
    assert faults == {}
    assert reader.wrong == []


def keyboard(page: Any) -> str:
    """What is wrong with the first steps of the keyboard: the first leads past the head to the text; each is
    seen, and none is caught."""
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.getAttribute('href') || ''")
    if not first.startswith("#"):
        return f"first {first}"
    met = set()
    for _ in range(25):
        page.keyboard.press("Tab")
        told = page.evaluate(
            "(() => { const one = document.activeElement, style = getComputedStyle(one);"
            " return [one.outerHTML.slice(0, 200), one === document.body || style.outlineStyle !== 'none'"
            " || style.boxShadow !== 'none']; })()"
        )
        if not told[1]:
            return f"unseen {told[0]}"
        met.add(told[0])
    return "" if len(met) > 3 else f"caught in {met}"
