"""The audit of a printed sheet as text: what differs first to be seen, then what is missing, the coverage."""

from __future__ import annotations

from vfdoc.model.sheet import Audit, AuditRow

_WIDTH = 90
_MARKS = {"agrees": "=", "differs": "≠", "omits": "−", "unverified": "~", "untraceable": "?"}

_TOLD = {
    "omits": "omits",
    "unverified": "worded anew, not compared",
    "untraceable": "cannot be traced",
    "differs": "differs",
}


def audit_text(audit: Audit) -> bytes:
    """`sheet --audit FILE`: a line a row (line, sign, what it is about, the rule's section), how it differs
    below it; then what the sheet lacks, and the figures."""
    out = [f"{audit.file} against {audit.sheet.edition}", ""]
    for row in audit.rows:
        out += _row(row)
    if audit.lacks:
        out += ["", "Stated by the rules, and not on the sheet:"]
        out += [
            f"  {lack.section}: {lack.row}" + (f", {lack.value}" if lack.value else "")
            for lack in audit.lacks
        ]
    counts = [
        f"{sum(row.verdict == verdict for row in audit.rows)} {said}"
        for verdict, said in (
            ("agrees", "agree"),
            ("differs", "differ"),
            ("omits", "omit a condition"),
            ("unverified", "are worded anew and were not compared"),
            ("untraceable", "cannot be traced"),
        )
    ]
    out += ["", f"{len(audit.rows)} rows: {', '.join(counts)}"]
    out.append(
        f"covers {audit.covered} of {audit.stated} of what the rules state ({audit.share:.0%})"
        if audit.share is not None
        else "of the rules nothing was read that a sheet could state: nothing was covered, and nothing missed"
    )
    if audit.origin is not None:
        made = audit.origin
        same = "it is made from this text" if made.printed == made.now else "it is made from another text"
        out.append(f"fingerprint {made.printed}, of the rules now {made.now}: {same}")
    return ("\n".join(out) + "\n").encode()


def _named(row: AuditRow) -> str:
    told = ": ".join(filter(None, (row.row, " ".join(row.text.split()))))
    return told if len(told) <= _WIDTH else told[:_WIDTH].rsplit(" ", 1)[0] + " …"


def _row(row: AuditRow) -> list[str]:
    place = f"{row.line:>4}" if row.line is not None else "   -"
    section = f"  ({row.section})" if row.section else ""
    out = [f"{place}  {_MARKS[row.verdict]} {_named(row)}{section}"]
    if row.verdict != "agrees":
        out.append(f"        {_TOLD[row.verdict]}{': ' + row.message if row.message else ''}")
    return out
