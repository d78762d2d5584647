"""Model values in, bytes out. No clock, no disk, no network; sorted order.

ALL_FORMATS lists every form that a command can print, as "module:function" of this room (those of a sheet
stand in its own). Adding a form is adding its function and a line; modules are imported when their form is
asked for, because some need heavy packages.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

ALL_FORMATS: dict[str, dict[str, str]] = {
    "check": {
        "text": "findings:findings_text",
        "json": "findings_json:findings_json",
        "html": "findings_html:findings_html",
        "sarif": "sarif:findings_sarif",
        "github": "annotations:findings_github",
        "gcc": "problems:findings_gcc",
        "baseline": "baseline:baseline_json",
    },
    "diff": {
        "text": "comparison.text:diff_text",
        "json": "comparison:diff_json",
        "md": "comparison.markdown:diff_markdown",
        "amendments": "comparison.amendments:diff_amendments",
        "html": "comparison.html:diff_html",
        "tsv": "comparison:diff_tsv",
        "concordance": "concordance:concordance_json",
        "concordance-tsv": "concordance:concordance_tsv",
    },
    "force": {
        "text": "forces:force_text",
        "json": "forces:force_json",
        "prices-text": "forces:armies_text",
        "prices-json": "forces:armies_json",
    },
    "graph": {
        "text": "graphs:graph_text",
        "json": "graphs:graph_json",
        "dot": "graphs:graph_dot",
        "graphml": "graphs:graph_graphml",
    },
    "history": {"text": "history:history_text", "json": "history:history_json"},
    "import": {"text": "imports:import_text", "json": "imports:import_json"},
    "list": {"text": "editions:editions_text", "json": "editions:editions_json"},
    "parse": {"text": "documents:document_text", "json": "documents:document_json"},
    "rebase": {
        "text": "rebase:rebase_text",
        "json": "rebase:rebase_json",
        "md": "rebase:rebase_markdown",
    },
    "recite": {"text": "recital:recital_notes", "json": "recital:recital_json"},
    "may": {"text": "permissions:may_text", "json": "permissions:may_json"},
    "odds": {
        "text": "play:odds_text",
        "json": "play_json:odds_json",
        "compared": "play_json:compared_odds_json",
        "svg": "odds_picture:odds_svg",
    },
    "roll": {
        "text": "play:roll_text",
        "json": "play_json:roll_json",
        "compared": "play_json:rolls_json",
        "answers": "play:answers_text",
        "answers-json": "play_json:answers_json",
        "asked": "play:asked_text",
        "asked-json": "play_json:asked_json",
    },
    "tables": {
        "text": "tables:tables_text",
        "json": "tables_json:tables_json",
        "csv": "tables:tables_csv",
        "vectors": "play_json:vectors_json",
    },
    "show": {"text": "sections:section_text", "json": "sections:section_json"},
}


def writer(command: str, form: str) -> Callable[..., bytes]:
    """The function that prints a command's result in that form."""
    module, function = ALL_FORMATS[command][form].split(":")
    found: Callable[..., bytes] = getattr(import_module(f"{__name__}.{module}"), function)
    return found
