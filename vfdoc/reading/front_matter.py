"""What a published text says of itself above its first line: the fields between two lines of hyphens with
which static site generators have a Markdown file begin ("front matter").

In: a text. Out: where its front matter stands, and the title and language that it states. Of its YAML only
fields of one line with plain or quoted words are read; nothing else is asked of it.
"""

from __future__ import annotations

import re

FRONT_MATTER = re.compile(
    r"\A-{3}[ \t]*\n(?=[^\n]*\w)"
    r"(?:\w[\w-]*[ \t]*:(?:[ \t][^\n]*)?\n|#[^\n]*\n|[ \t]+[^\n]*\n|-[ \t][^\n]*\n|\n)*"
    r"(?:-{3}|\.{3})[ \t]*(?:\n|\Z)"
)
_FIELD = re.compile(r"^(?P<name>title|language|lang)[ \t]*:[ \t]*(?P<said>\S[^\n]*?)[ \t]*$", re.M | re.I)
_CODE = re.compile(r"[A-Za-z]{2,3}(?:-\w+)*")
_QUOTED = re.compile(r"""(?P<mark>["'])(?P<words>.*)(?P=mark)""")


def stated_title(text: str) -> str | None:
    """The title that a text's front matter states; None where it states none."""
    return _fields(text).get("title")


def stated_language(text: str) -> str | None:
    """The language that a text's front matter states ("fr", "fr-CA"), with a word list or without."""
    fields = _fields(text)
    said = fields.get("language") or fields.get("lang") or ""
    return said if _CODE.fullmatch(said) else None


def _fields(text: str) -> dict[str, str]:
    found = FRONT_MATTER.match(text)
    if found is None:
        return {}
    said = ((field["name"].casefold(), field["said"]) for field in _FIELD.finditer(found[0]))
    plain = ((name, words, _QUOTED.fullmatch(words)) for name, words in said if words[0] not in "|>[{")
    return {name: quoted["words"] if quoted else words for name, words, quoted in plain}
