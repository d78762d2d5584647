"""The forms of `check` that other programs read: SARIF, workflow annotations, a page, a baseline.

Texts are hostile on purpose: what they hold must not become markup, a command or another line.
"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from vfdoc.checks import ALL_CHECKS
from vfdoc.cli import main
from vfdoc.formats.annotations import findings_github
from vfdoc.formats.baseline import baseline_json
from vfdoc.formats.findings_html import findings_html
from vfdoc.formats.sarif import findings_sarif
from vfdoc.model import Finding, Related
from vfdoc.pipeline.finding_filter import filtered, rule_description, rule_descriptions
from vfdoc.reading.baseline import read_baseline

ROOT = Path(__file__).resolve().parent.parent
TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
NUMBER = {"type": "integer", "minimum": 1}
PLACE = {
    "type": "object",
    "required": ["artifactLocation", "region"],
    "additionalProperties": False,
    "properties": {
        "artifactLocation": {
            "type": "object",
            "required": ["uri"],
            "additionalProperties": False,
            "properties": {"uri": {"type": "string", "pattern": r"^[A-Za-z0-9%._~:/@!$&'()*+,;=-]+$"}},
        },
        "region": {
            "type": "object",
            "required": ["startLine"],
            "additionalProperties": False,
            "properties": {
                "startLine": NUMBER,
                "startColumn": NUMBER,
                "endColumn": NUMBER,
                "snippet": TEXT,
            },
        },
    },
}
# What SARIF 2.1.0 (OASIS, sections 3.13 to 3.52) asks of the properties that are written here.
SARIF: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "additionalProperties": False,
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "additionalProperties": False,
                                "properties": {
                                    "name": {"type": "string", "minLength": 1},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "additionalProperties": False,
                                            "properties": {
                                                "id": {"type": "string", "minLength": 1},
                                                "name": {"type": "string"},
                                                "shortDescription": TEXT,
                                                "fullDescription": TEXT,
                                                "help": TEXT,
                                            },
                                        },
                                    },
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message"],
                            "additionalProperties": False,
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": -1},
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": TEXT,
                                "locations": {
                                    "type": "array",
                                    "items": {
                                        "type": "object",
                                        "additionalProperties": False,
                                        "properties": {
                                            "physicalLocation": PLACE,
                                            "logicalLocations": {
                                                "type": "array",
                                                "uniqueItems": True,
                                                "items": {
                                                    "type": "object",
                                                    "additionalProperties": False,
                                                    "properties": {
                                                        "name": {"type": "string"},
                                                        "kind": {"type": "string"},
                                                    },
                                                },
                                            },
                                        },
                                    },
                                },
                                "relatedLocations": {
                                    "type": "array",
                                    "uniqueItems": True,
                                    "items": {
                                        "type": "object",
                                        "additionalProperties": False,
                                        "properties": {
                                            "id": {"type": "integer", "minimum": -1},
                                            "message": TEXT,
                                            "physicalLocation": PLACE,
                                        },
                                    },
                                },
                                "partialFingerprints": {
                                    "type": "object",
                                    "additionalProperties": {"type": "string"},
                                },
                                "suppressions": {
                                    "type": "array",
                                    "uniqueItems": True,
                                    "items": {
                                        "type": "object",
                                        "required": ["kind"],
                                        "additionalProperties": False,
                                        "properties": {
                                            "kind": {"enum": ["inSource", "external"]},
                                            "justification": {"type": "string"},
                                        },
                                    },
                                },
                            },
                        },
                    },
                },
            },
        },
    },
}
HOSTILE = "</script><b>&\"'%\r\n::error::x\x1b[31m,:\u202e é"


def finding(**more: Any) -> Finding:
    """A finding whose every word is hostile."""
    words = {
        "rule": "dangling-reference",
        "severity": "error",
        "edition": "e",
        "document": "rules",
        "file": f"a b/{HOSTILE}.md",
        "line": 3,
        "column": 5,
        "section": HOSTILE,
        "quote": HOSTILE,
        "message": HOSTILE,
        "remedy": HOSTILE,
        "related": (Related("1.0", 0, HOSTILE),),
    }
    return Finding(**{**words, **more})


def test_sarif_is_valid() -> None:
    found = [finding(), finding(severity="note", acknowledged=True, section=None, quote="", column=0, line=0)]
    log = json.loads(findings_sarif(found, rule_descriptions(), {("e", "1.0"): "/abs/other.md"}, "1.2.3"))
    jsonschema.validate(log, SARIF)
    [run] = log["runs"]
    about = ["misquoted", "misattributed", "other-edition", "absent-quotation", "misstated-value"]
    beside = ["stale-translation", "misfiled-comment", "untranslated", *about, "no-citation"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [*ALL_CHECKS, *beside]
    first, second = run["results"]
    assert first["message"]["text"] == f"{HOSTILE}; {HOSTILE}"
    assert first["locations"][0]["physicalLocation"]["region"]["endColumn"] == 5 + len(HOSTILE)
    assert (
        first["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///abs/other.md"
    )
    assert run["tool"]["driver"]["rules"][first["ruleIndex"]]["id"] == first["ruleId"]
    assert second["suppressions"]
    assert "suppressions" not in first


@pytest.mark.parametrize("edition", ["vf-1e", "vf-2e", "vf-lwtv", "vf-fr-2.9"])
def test_sarif_of_the_bundled_editions_is_valid(edition: str) -> None:
    result = CliRunner().invoke(main, ["check", edition, "--format", "sarif"])
    log = json.loads(result.stdout)
    jsonschema.validate(log, SARIF)
    for found in log["runs"][0]["results"]:
        for place in found.get("relatedLocations", []):
            assert (ROOT / place["physicalLocation"]["artifactLocation"]["uri"]).is_file()


def test_annotations_stay_on_their_line() -> None:
    written = findings_github([finding(), finding(acknowledged=True)]).decode()
    [line] = written.splitlines()
    assert re.fullmatch(r"::error file=[^:,]*,line=3,col=5,endColumn=\d+,title=dangling-reference::.*", line)
    assert "%0D%0A" in line
    assert "\x1b" not in line
    assert "%25" in line


def test_the_page_holds_no_markup_of_a_text() -> None:
    seen: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.append(tag)
            assert not any(name.startswith("on") or name in ("href", "src") for name, _ in attrs)

    page = findings_html([finding()], {}).decode()
    Tags().feed(page)
    assert "script" not in seen
    assert "b" not in seen
    assert page.count("&lt;b&gt;") >= 4


def test_a_baseline_knows_a_finding_as_often_as_it_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    path.write_bytes(baseline_json([finding(line=9), finding(line=1, acknowledged=True)]))
    assert list(read_baseline(str(path))) == [finding().fingerprint]
    assert filtered([finding(line=20), finding(line=30)], baseline=str(path)) == [finding(line=30)]
    assert filtered([finding(quote="other")], baseline=str(path)) == [finding(quote="other")]


@pytest.mark.parametrize("rule", rule_descriptions())
def test_every_rule_explains_itself(rule: str) -> None:
    """What a rule finds, why it misleads, its evidence, a bad and a good line."""
    text = rule_description(rule)
    assert "\n" not in text.partition("\n\n")[0]
    assert re.search(r"^Bad:\s", text, re.MULTILINE), rule
    assert re.search(r"^Good:\s", text, re.MULTILINE), rule
    assert "vidence" in text, rule


def test_the_hook_runs_what_there_is() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    [entry] = re.findall(r"^ *entry: vfdoc (.*)$", hooks, re.MULTILINE)
    result = CliRunner().invoke(main, [*entry.split(), "--help"])
    assert result.exit_code == 0
    assert re.search(r"^- id: vfdoc-check$", hooks, re.MULTILINE)
