"""Documents that are no plain text: what is read out of them, and the commands that take them.

`documents/` holds texts and what real writers made of them (`documents/make.py` makes them again); a document
must parse to the same sections, citations and tables as its text.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from imported_documents import DOCUMENTS, MADE, TEXTS, run, said, text_of_document, unpacked, word
from thoroughness import few, sparing


def test_there_are_documents_of_every_format_of_every_text() -> None:
    forms = {name.removesuffix(".gz").rpartition(".")[2] for name in MADE}
    assert forms == {"docx", "odt", "rtf", "html", "pdf"}
    assert len(MADE) >= 5 * len(TEXTS)


# Of every format one always: of the shortest text.
@pytest.mark.parametrize("name", sparing(sorted(MADE, key=lambda n: not n.startswith("salt")), 5))
def test_a_document_parses_as_its_text(name: str, tmp_path: Path) -> None:
    text = Path(shutil.copy(text_of_document(name), tmp_path))  # by itself: no edition lies beside
    assert said(unpacked(name, tmp_path)) == said(text)


@pytest.mark.parametrize("name", few([n for n in MADE if n.startswith(("the-long", "ash", "salt"))]))
def test_an_imported_edition_parses_as_its_document_and_again_changes_nothing(
    name: str, tmp_path: Path
) -> None:
    document = unpacked(name, tmp_path)
    found = run("import", document, "--out", tmp_path / "edition")
    assert found.exit_code == 0, found.output
    rules = tmp_path / "edition" / "rules.md"
    own, kinds = said(tmp_path / "edition"), re.compile(r" \| \w+$")
    # The front of a text bears its edition's name, which is now the folder's.
    assert [kinds.sub("", each) for each in own[1:]] == [kinds.sub("", each) for each in said(document)[1:]]
    assert run("import", rules, "--out", tmp_path / "again").exit_code == 0
    assert (tmp_path / "again" / "rules.md").read_bytes() == rules.read_bytes()
    assert run("import", document, "--out", tmp_path / "twice").exit_code == 0
    assert (tmp_path / "twice" / "rules.md").read_bytes() == rules.read_bytes()


def test_commands_that_write_a_text_name_import(tmp_path: Path) -> None:
    (tmp_path / "rules.docx").write_bytes((DOCUMENTS / "numbered.docx").read_bytes())
    before = (tmp_path / "rules.docx").read_bytes()
    fixed = run("check", tmp_path / "rules.docx", "--fix")
    recited = run("recite", tmp_path / "rules.docx", "--from", "vf-1e", "--to", "vf-2e")
    for found, command in ((fixed, "--fix"), (recited, "recite")):
        assert found.exit_code == 2
        assert (
            f"is a Word document, and {command} writes texts only; make a text of it first: vfdoc import"
            in found.stderr
        )
    assert (tmp_path / "rules.docx").read_bytes() == before


def test_an_edition_whose_own_file_is_a_document_is_told_to_import_it(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text(
        'title = "X"\n[[documents]]\nid = "rules"\nfile = "rules.docx"\nkind = "rules"\n', encoding="utf-8"
    )
    (tmp_path / "rules.docx").write_bytes((DOCUMENTS / "numbered.docx").read_bytes())
    found = run("check", tmp_path)
    assert found.exit_code == 2
    assert "make a text of it with `vfdoc import`" in found.stderr


def test_the_page_of_findings_has_the_gravest_first_and_escapes(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>1.1 Move: See 9.8 and &lt;script&gt;alert(1)&lt;/script&gt; 7.7.</w:t></w:r></w:p>"
        "<w:p><w:r><w:t>1.3 Fire: See 9.9.</w:t></w:r></w:p>"
    )
    (tmp_path / "rules.docx").write_bytes(word(body))
    page = run("check", tmp_path / "rules.docx", "--format", "html").stdout
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "paragraph 2" in page
    weights = re.findall(r'<li class="finding (\w+)', page)
    assert weights == sorted(weights, key=["error", "warning", "note"].index)
    assert "error" in weights
    assert {"warning", "note"} & set(weights)


@pytest.mark.thorough
def test_every_command_that_reads_takes_a_document(tmp_path: Path) -> None:
    path = DOCUMENTS / "the-long-table.docx"
    for command in (
        ("parse", path), ("parse", path, "--format", "json"), ("show", path, "4.2"), ("graph", path),
        ("tables", path), ("check", path), ("diff", path, DOCUMENTS / "the-long-table.md"),
        ("build", path, "--out", tmp_path / "site"), ("check", path, "--format", "sarif"),
    ):  # fmt: skip
        found = run(*command)
        assert found.exit_code in (0, 1), (command, found.output)
        assert "Traceback" not in found.output
    same = run("diff", path, DOCUMENTS / "the-long-table.md", "--format", "json")
    assert {section["kind"] for section in json.loads(same.stdout)["sections"]} == {"same"}


def test_the_report_as_json_is_as_its_schema_says() -> None:
    import jsonschema

    schema = json.loads(run("schema", "import").stdout)
    for name in ("numbered.docx", "numbered.odt", "numbered.pdf"):
        told = json.loads(run("import", DOCUMENTS / name, "--format", "json").stdout)
        jsonschema.validate(told, schema)
        assert told["schema"] == "vfdoc.import/1"
    assert told["remarks"]


# The writers again


def maker() -> object:
    spec = importlib.util.spec_from_file_location("make_documents", DOCUMENTS / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.thorough
def test_the_documents_are_what_their_writers_make_today(tmp_path: Path) -> None:
    pytest.importorskip("docx", reason="no python-docx")
    if shutil.which("soffice") is None:
        pytest.skip("no LibreOffice: apt-get install --no-install-recommends libreoffice-writer")
    maker().main(tmp_path)  # type: ignore[attr-defined]
    for name in MADE:
        fresh = tmp_path / name
        if fresh.is_file():  # Chromium's are not made where there is none
            data = gzip.decompress(fresh.read_bytes()) if name.endswith(".gz") else fresh.read_bytes()
            (tmp_path / "fresh").mkdir(exist_ok=True)
            made = tmp_path / "fresh" / name.removesuffix(".gz")
            made.write_bytes(data)
            text = Path(shutil.copy(text_of_document(name), tmp_path / "fresh"))
            assert said(made) == said(text), name


LEVELS = (("decimal", "%1."), ("decimal", "%1.%2"), ("decimal", "%1.%2.%3"), ("lowerLetter", "(%4)"),
          ("lowerRoman", "%5)"), ("upperRoman", "%6:"))  # fmt: skip


@pytest.mark.thorough
def test_numbers_are_those_of_libreoffice(tmp_path: Path) -> None:
    """Of lists at random, with starts overridden; a level is never skipped, for there they differ."""
    docx = pytest.importorskip("docx", reason="no python-docx")
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("no LibreOffice: apt-get install --no-install-recommends libreoffice-writer")
    make, chance, document = maker(), random.Random(26), docx.Document()
    lists_made = make.Numbers(document)  # type: ignore[attr-defined]
    kinds = [lists_made.abstract(LEVELS, 950 + i) for i in range(3)]
    deepest = dict.fromkeys(kinds, -1)
    for number in range(300):
        kind = chance.choice(kinds)
        at = chance.randint(0, min(deepest[kind] + 1, len(LEVELS) - 1))
        deepest[kind] = at
        list_id = kind
        if chance.random() < 0.1:
            list_id = lists_made.made(950 + kinds.index(kind), (at, chance.randint(2, 30)))
        paragraph = document.add_paragraph(f"words {number}")
        make.listed(paragraph, list_id, at)  # type: ignore[attr-defined]
    document.save(str(tmp_path / "random.docx"))
    shutil.copy(DOCUMENTS / "salt-and-iron.docx", tmp_path)
    salt = r"(?:Rule \d+:|\d+\.\d+|\([a-z]\))(?= )"
    for name, wanted in (("random", r"\S+(?= words \d)"), ("salt-and-iron", salt)):
        subprocess.run(
            [program, f"-env:UserInstallation=file://{tmp_path}/home", "--headless", "--convert-to",
             "txt:Text (encoded):UTF8", "--outdir", str(tmp_path), str(tmp_path / f"{name}.docx")],
            check=True, capture_output=True, timeout=300,
        )  # fmt: skip
        theirs = [line.strip() for line in (tmp_path / f"{name}.txt").read_text("utf-8-sig").split("\n")]
        ours = levelled_lines(run("import", tmp_path / f"{name}.docx").stdout)
        shown = [found.group() for line in theirs if (found := re.match(wanted, line))]
        own = [found.group() for line in ours if (found := re.match(wanted, line))]
        assert own == shown
        assert len(shown) > 70


def levelled_lines(text: str) -> list[str]:
    """The lines of an imported text without their marks; table rows left out."""
    lines = [line for line in text.split("\n") if not line.startswith("|")]
    return [re.sub(r"^[#>\s-]*(?:- )?|(?<!\\)[*_]", "", line).strip() for line in lines]
