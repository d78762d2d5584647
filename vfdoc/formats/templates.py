"""The templates of the site: values come ready, a template puts them in their places.

Everything is escaped that is not Html already, a value that is missing is an error, and no word of
a text is ever template code: templates come from templates/ alone.
"""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from vfdoc import assets
from vfdoc.formats.phrases import printable
from vfdoc.model.session import constant

# What the frame of every page asks for and few kinds of page have.
_UNLESS_SAID: dict[str, Any] = {
    "description": "", "alternates": (), "kept": "", "kept_name": "",
    "own": "", "edition_ids": (), "to_editions": (), "searched": False, "forwards": (),
}  # fmt: skip


def render(name: str, values: dict[str, Any]) -> bytes:
    """The page that the template makes of the values."""
    return _environment().get_template(name).render(values).encode()


@constant
def _environment() -> Environment:
    made = Environment(
        loader=FunctionLoader(lambda name: assets.text("templates", name)),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        optimized=False,  # to fold constants takes longer than it saves a page or two thousand
    )
    made.globals.update(_UNLESS_SAID)
    return made


def _finalized(value: Any) -> Any:
    """Words of a text that reach a template by themselves lose what HTML forbids."""
    return printable(value) if type(value) is str else value
