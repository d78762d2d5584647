"""The pictures of the README, made anew from the bundled editions: `make pictures`. Needs Chromium.

Into `pictures/` go the phases on a phone, a comparison, the map, findings in a terminal (each light and dark)
and the first side of a sheet.
"""

from __future__ import annotations

import os
import shutil
import struct
import sys
import tempfile
import zlib
from html import escape
from pathlib import Path
from typing import Any

import pypdfium2
from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from vfdoc.cli import main

FOLDER = Path(__file__).parent.parent / "pictures"
PHONE, DESK = {"width": 360, "height": 640}, {"width": 760, "height": 520}
PAGES = (
    ("phases", "vf-2e/index.html#~phase-2", PHONE),
    ("calculator", "vf-2e/calculator.html#ask=fire&fire-value=3&attacker.shaken=yes&cover=soft", PHONE),
    ("comparison", "vf-2e/from-vf-1e.html", {**DESK, "height": 700}),
    ("map", "vf-2e/map.html", {**DESK, "height": 700}),
)
TEXT = """1.0 Movement

A unit moves up to 9". Guns that are limbered move 12" (1.1), unlimbered ones 3" (1.2).

1.1 Limbered Guns

While it is limbered, artillery counts as in march column (2.3).

2.0 Shooting

Each shot hits on 4+, and a worn unit shoots one worse (4.0).

2.1 Range

Muskets shoot up to 12".
"""
TERMINAL = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 18px 22px; background: {paper}; color: {ink};
  font: 14px/1.5 monospace; white-space: pre-wrap; }}
b {{ color: {accent}; font-weight: 400; }}</style>{text}"""
COLOURS = {
    "light": {"paper": "#fbf8f1", "ink": "#1d1b18", "accent": "#9b2423"},
    "dark": {"paper": "#16171a", "ink": "#e9e4d8", "accent": "#ef8f86"},
}


def run(*arguments: str) -> str:
    """What a command prints; SystemExit where it cannot be run."""
    result = CliRunner().invoke(main, arguments)
    if result.exit_code not in (0, 1):
        raise SystemExit(result.output)
    return result.output


def findings(folder: Path) -> str:
    """The findings of a text with faults, as a terminal shows them."""
    here = Path.cwd()
    (folder / "rules.txt").write_text(TEXT, encoding="utf-8")
    os.chdir(folder)
    try:
        return "$ vfdoc check rules.txt\n" + run("check", "rules.txt", "--no-notes")
    finally:
        os.chdir(here)


def sheet(folder: Path) -> None:
    """The first side of the 2nd edition's sheet."""
    run("sheet", "vf-2e", "--format", "pdf", "--out", str(folder / "sheet.pdf"))
    page = pypdfium2.PdfDocument(folder / "sheet.pdf")[0].render(scale=1.2, grayscale=True)
    rows = bytes(page.buffer)
    lines = (b"\0" + rows[y * page.stride : y * page.stride + page.width] for y in range(page.height))
    head = struct.pack(">IIBBBBB", page.width, page.height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(lines), 9)), (b"IEND", b""))
    (FOLDER / "sheet.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def pictures(browser: Any, folder: Path) -> None:
    """The pages of the site and the terminal, light and dark."""
    run("build", "--out", str(folder / "site"))
    text = escape(findings(folder)).replace("^", "<b>^</b>")
    for scheme, colours in COLOURS.items():
        for name, address, window in PAGES:
            context = browser.new_context(viewport=window, color_scheme=scheme)
            page = context.new_page()
            page.goto(f"{(folder / 'site').as_uri()}/{address}")
            page.wait_for_timeout(400)
            page.screenshot(path=FOLDER / f"{name}-{scheme}.png")
            context.close()
        page = browser.new_page(viewport={"width": 760, "height": 200})
        page.set_content(TERMINAL.format(text=text, **colours))
        page.screenshot(path=FOLDER / f"findings-{scheme}.png", full_page=True)
        page.close()


def make() -> None:
    chromium = os.environ.get("VFDOC_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("pictures: no Chromium was found; install it, or name it in VFDOC_CHROMIUM")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sheet(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium)
        pictures(browser, Path(folder))
        browser.close()
    sizes = {picture.name: picture.stat().st_size // 1000 for picture in sorted(FOLDER.glob("*.png"))}
    sys.stdout.write("".join(f"pictures/{name}: {size} kB\n" for name, size in sizes.items()))


if __name__ == "__main__":
    make()
