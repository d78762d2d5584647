"""The filter of findings: by rule, with or without notes, and only what a baseline does not hold."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from vfdoc.checks import ALL_CHECKS
from vfdoc.model import Finding, InputError
from vfdoc.reading.baseline import read_baseline

_ERRATA = "stale-erratum"


def rule_descriptions() -> dict[str, str]:
    """Every rule by which `check` finds a fault, with its description, in the order of the checks."""
    described = {rule: sys.modules[check.__module__].__doc__ or "" for rule, check in ALL_CHECKS.items()}
    return {**described, _ERRATA: _STALE, **_TRANSLATION}


def rule_description(rule: str) -> str:
    """What a rule is about: the fault, its evidence, a bad and a good line. InputError for an unknown one."""
    _known((rule,), "--explain")
    return rule_descriptions()[rule].strip()


def filtered(
    findings: Iterable[Finding],
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    notes: bool = True,
    baseline: str | None = None,
) -> list[Finding]:
    """The findings of the rules in `select` (all where it is empty) without those in `ignore`.

    `notes` says whether notes are among them. What the file `baseline` holds is left out, as often as
    it holds it: by rule, document, section and words, whatever the line. InputError for a rule that
    does not exist, and for an unusable file.
    """
    _known(select, "--select")
    _known(ignore, "--ignore")
    known = Counter(read_baseline(baseline)) if baseline is not None else Counter()
    kept: list[Finding] = []
    for finding in findings:
        wanted = (not select or finding.rule in select) and finding.rule not in ignore
        if not wanted or (finding.severity == "note" and not notes):
            continue
        if known[finding.fingerprint]:
            known[finding.fingerprint] -= 1
        else:
            kept.append(finding)
    return kept


def _known(named: Sequence[str], option: str) -> None:
    known = rule_descriptions()
    for rule in named:
        if rule not in known:
            near = get_close_matches(rule, known, 1)
            remedy = f"did you mean {near[0]}?" if near else f"rules are {', '.join(known)}"
            raise InputError(f"{option} {rule}", "no such rule", remedy)


_STALE = """An erratum that matches no finding.

The errata acknowledge what the checks find, so one that matches nothing is out of date or misspelled.
Evidence: no finding has its rule, its section and its words, and it does not say `by_reading = true`,
as those do that only a reader finds.

Bad:  text = "8.6", where the rules cite 8.5
Good: text = "8.5"
"""

_TRANSLATION = {
    "stale-translation": """A section whose original has changed since it was translated.

The reader of the translation plays the rule as it was. Evidence: the fingerprint of the original's
section is not the one that `translation.toml` remembers.

Bad:  "6.3" = "191433e1eb62", where the original's 6.3 says something else now
Good: "6.3" = "4c9d92013b88", entered when the section was translated anew
""",
    "untranslated": """How far a translation is: a note, at the first section that waits.

Evidence: an ellipsis stands alone where `vfdoc new --translates` put it, or the section is missing, or
`translation.toml` does not remember it. `vfdoc diff ORIGINAL TRANSLATION` lists every section.

Bad:  ## 6.3 Mouvement, and below it nothing but an ellipsis
Good: ## 6.3 Mouvement, and below it the rule
""",
}
