"""What the names say that a refusal proposes, so that who told another can choose."""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc.formats.conditions import is_worded, named_words, speech
from vfdoc.formats.labels import labels
from vfdoc.model.words import DEFAULT_LANGUAGE
from vfdoc.pipeline import glossary, wording
from vfdoc.pipeline.paths import LoadedRulebook


def explained(remedy: str, near: Sequence[str], loaded: LoadedRulebook) -> str:
    """A `remedy` that proposes several names, each that the game has words for followed by these; of one name
    it is plain what was meant, and a trait is called what it is."""
    if len(near) < 2:
        return remedy
    said = speech(wording(loaded), glossary(loaded), labels(DEFAULT_LANGUAGE))
    for name in sorted(near, key=len, reverse=True):
        fact, _, value = name.partition("=")
        before, found, after = remedy.rpartition(name)
        if name.endswith(")") or not found or after[:1] not in (",", "?") or not is_worded(fact, value, said):
            continue
        words = named_words(name.replace("=", " = "), said)
        if words == " ".join(words.split()):  # without a place that only a value fills
            remedy = f"{before}{name} ({words}){after}"
    return remedy
