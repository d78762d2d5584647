"""Neovim, from Debian's packages, as a client of the language server: the set-up that the README shows."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from thoroughness import THOROUGH

pytest.importorskip("pygls", reason="pygls is not installed: pip install 'vfdoc[lsp]'")

ROOT = Path(__file__).resolve().parent.parent
RULES = "# Club\n\n## 1.0 Moves\n\nGo (2.1), not (9.9).\n\n## 2.0 Fire\n\n### 2.1 Range\n\nLong.\n"
EDITION = 'title = "Club"\n[[documents]]\nid = "rules"\nfile = "rules.md"\n'
# What the reader does: waits for what is found, asks where 2.1 stands, renames it, mends the fault.
SCRIPT = """
local out = {}
local function found()
  return vim.tbl_map(function(d) return { d.code, d.lnum, d.col } end, vim.diagnostic.get(0))
end
local function asks(method, more)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do return answer.result end
end
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end)
out.found = found()
vim.api.nvim_win_set_cursor(0, { 5, 5 })
out.definition = asks("textDocument/definition")[1].range.start.line
out.hover = asks("textDocument/hover").contents.value
local edit = asks("textDocument/rename", { newName = "2.7" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
out.renamed = vim.api.nvim_buf_get_lines(0, 0, -1, false)
vim.api.nvim_buf_set_lines(0, 4, 5, false, { "Go (2.7)." })
vim.wait(30000, function() return #vim.diagnostic.get(0) == 0 end)
out.left = #vim.diagnostic.get(0)
io.open("out.json", "w"):write(vim.fn.json_encode(out))
vim.cmd("qa!")
"""


def shown_setup() -> str:
    """The block of the README for Neovim."""
    found = re.search(r"```lua\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


@pytest.mark.thorough
@pytest.mark.skipif(not THOROUGH, reason="VFDOC_THOROUGH is not set")
@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed: apt-get install neovim")
def test_neovim_finds_follows_and_renames(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text(RULES)
    (tmp_path / "edition.toml").write_text(EDITION)
    command = json.dumps([sys.executable, "-m", "vfdoc", "lsp"])[1:-1]
    setup = shown_setup()
    assert '{ "vfdoc", "lsp" }' in setup
    (tmp_path / "init.lua").write_text(setup.replace('"vfdoc", "lsp"', command))
    (tmp_path / "script.lua").write_text(SCRIPT)
    subprocess.run(
        ["nvim", "--headless", "--clean", "-u", "init.lua", "rules.md", "-c", "luafile script.lua"],
        cwd=tmp_path, check=True, timeout=120,
    )  # fmt: skip
    out = json.loads((tmp_path / "out.json").read_text())
    assert out["found"] == [["dangling-reference", 4, 15]]
    assert out["definition"] == 8
    assert out["hover"].startswith("2.1 Range\n\nLong.")
    assert out["renamed"] == RULES.replace("2.1", "2.7").splitlines()
    assert out["left"] == 0
