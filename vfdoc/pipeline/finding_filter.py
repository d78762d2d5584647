"""The filter of findings: by rule, with or without notes, and only what a baseline does not hold."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from vfdoc.checks import ALL_CHECKS
from vfdoc.model import Finding, InputError
from vfdoc.model.finding import Fingerprint


def rule_descriptions() -> dict[str, str]:
    """Every rule by which `check` finds a fault, with its description, in the order of the checks."""
    described = {rule: sys.modules[check.__module__].__doc__ or "" for rule, check in ALL_CHECKS.items()}
    return {**described, **_TRANSLATION, **_ABOUT}


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
    known: Counter[Fingerprint] = Counter()
    if baseline is not None:
        from vfdoc.reading.baseline import read_baseline  # few checks have one

        known.update(read_baseline(baseline))
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


_TRANSLATION = {
    "stale-translation": """A section whose original has changed since it was translated.

The reader of the translation plays the rule as it was. Evidence: the fingerprint of the original's
section is not the one that `translation.toml` remembers.

Bad:  "6.3" = "191433e1eb62", where the original's 6.3 says something else now
Good: "6.3" = "4c9d92013b88", entered when the section was translated anew
""",
    "misfiled-comment": """A comment of a translation under the number of another rule.

Who looks up the rule reads what is said of another. Evidence: the comment's counterpart in the original is
about a rule of another number, above or below which this one does not stand.

Bad:  **6.6 Fog:** … where the original's 6.6 is about rain, and its 6.5 about fog
Good: **6.5 Fog:** …
""",
    "untranslated": """How far a translation is: a note, at the first section that waits.

Evidence: an ellipsis stands alone where `vfdoc new --translates` put it, or the section is missing, or
`translation.toml` does not remember it. `vfdoc diff ORIGINAL TRANSLATION` lists every section.

Bad:  ## 6.3 Mouvement, and below it nothing but an ellipsis
Good: ## 6.3 Mouvement, and below it the rule
""",
}

_ABOUT = {
    "misquoted": """Words between quotation marks that are not the rule's.

The reader believes that the rule says so. Evidence: the words stand nearly so in the section that is cited,
or in one that nobody cites with them. A number, a sign, a denial, an order to reckon or an opposite that
differs is an error; other words are a warning; words that are proved to say the same a note. Typography,
case, stops, and what is left out openly ("…") do not count.

Bad:  "On a 3+, it is passed" (9.1)        where 9.1 says "On a 4+, it is passed"
Good: "On a 4+, it is passed" (9.1)
""",
    "misattributed": """A quotation of another section than the one cited.

Who looks it up does not find it. Evidence: the words stand word for word in another section, and not in the
one cited nor in any below it.

Bad:  "The dice are six-sided" (2.1)        where 1.0 says so
Good: "The dice are six-sided" (1.0)
""",
    "other-edition": """A quotation of another edition of the game.

It is played by rules that do not hold. Evidence: the words stand in another edition, and not in this one.

Bad:  "A unit moves 18 inches" (6.3)        where the first edition says so, and this one 15
Good: the words of the edition that is cited, or the other one named
""",
    "absent-quotation": """A quotation that stands nowhere in the edition.

Nobody can look it up. Evidence: a section of the edition is cited for words of which neither it nor another
section has anything like them. A few words, which may be anybody's, are a note.

Bad:  9.1 says "a dog may sing at night"
Good: the words of 9.1
""",
    "misstated-value": """A value that the rule cited does not state.

Whoever plays by it plays another game. Evidence: the section cited (with what is below it) states values of
that kind: what is to be rolled, a distance, an amount added or taken off, dice, a bound on how many of a
thing; none of them is the one said, nor is one of a rule that it cites; and the sentence cannot have
reckoned it.

Bad:  Rallying needs a 3+ (9.1.1).        where 9.1.1 says 4+
Good: Rallying needs a 4+ (9.1.1).
""",
    "no-citation": """A text in which no citation of the edition was recognised.

Nothing was checked, so nothing is said of it. Evidence: no number in it cites a section, and no quotation
stands in the edition.

Bad:  The rules say that units are fast.
Good: A unit moves 18" (6.3.1).
""",
}
