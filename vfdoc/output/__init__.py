"""Model values in, bytes out. No clock, no disk, no network; sorted order.

ALL_FORMATS lists every form that a command can print, as "module:function" of this room. Adding a
form is adding its function and a line; modules are imported when their form is asked for, because
some need heavy packages.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

ALL_FORMATS: dict[str, dict[str, str]] = {
    "check": {"text": "findings:findings_text", "json": "findings:findings_json"},
    "graph": {
        "text": "graphs:graph_text",
        "json": "graphs:graph_json",
        "dot": "graphs:graph_dot",
        "graphml": "graphs:graph_graphml",
    },
    "list": {"text": "editions:editions_text", "json": "editions:editions_json"},
    "parse": {"text": "documents:document_text", "json": "documents:document_json"},
    "tables": {
        "text": "tables:tables_text",
        "json": "tables:tables_json",
        "csv": "tables:tables_csv",
    },
    "show": {"text": "sections:section_text", "json": "sections:section_json"},
}


def writer(command: str, form: str) -> Callable[..., bytes]:
    """The function that prints a command's result in that form."""
    module, function = ALL_FORMATS[command][form].split(":")
    found: Callable[..., bytes] = getattr(import_module(f"{__name__}.{module}"), function)
    return found
