"""Makes the documents of this folder again, with real writers: python-docx (automatic numbers, fields,
tracked changes), LibreOffice (ODT, RTF, HTML, PDF), Typst (a PDF in two columns), Chromium (a PDF of a page).

    python tests/documents/make.py OUT        all that the writers here can make, into OUT

What is made differs in bytes from run to run (dates, versions); what is imported of it must not.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import docx
from docx.document import Document
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Inches, Pt
from docx.text.paragraph import Paragraph
from markdown_it import MarkdownIt
from markdown_it.token import Token

HERE = Path(__file__).resolve().parent
NAMES = ("vf-2e.md", "vf-fr-2.9.md", "salt-and-iron.md", "the-long-table.md", "ash-frontier.txt")
SOURCES = {name.rpartition(".")[0]: HERE / name for name in NAMES}
OFFICE = ("odt", "rtf", "html", "pdf")
_AUTOMATIC = re.compile(r"\*\*(?P<number>\d+\.\d+) ")
_CHAPTER = re.compile(r"Rule (?P<number>\d+): ")
_ITEM = re.compile(r"\*\*\((?P<letter>[a-z])\)\*\* ")
_CITED = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.]*\d|\")")


def main(out: Path) -> None:
    """Makes every document that can be made here."""
    out.mkdir(parents=True, exist_ok=True)
    for name, source in SOURCES.items():
        text = source.read_text(encoding="utf-8")
        made = plain_docx(text) if source.suffix == ".txt" else markdown_docx(text, name == "salt-and-iron")
        made.save(str(out / f"{name}.docx"))
    numbered().save(str(out / "numbered.docx"))
    skirmish().save(str(out / "skirmish.docx"))
    office(out)
    pages(out)
    columns(SOURCES["vf-2e"], out / "vf-2e.columns.pdf")
    chromium(SOURCES["the-long-table"], out / "the-long-table.page.pdf")
    for made in (*out.glob("*.rtf"), *out.glob("*.html")):
        (out / f"{made.name}.gz").write_bytes(gzip.compress(made.read_bytes(), 9, mtime=0))
        made.unlink()


# Word


def markdown_docx(text: str, automatic: bool) -> Document:
    """Markdown as somebody would lay it out in Word; `automatic` numbers rules, their paragraphs and items,
    and makes the citations of them fields."""
    document = docx.Document()
    quotation = document.styles["Quote"].paragraph_format  # as Word's own template has it
    quotation.left_indent = quotation.right_indent = Inches(0.6)
    numbers = Numbers(document) if automatic else None
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    cited = set(re.findall(r"^\*\*(\d+\.\d+) ", text, re.MULTILINE)) if automatic else set()
    lists: list[str] = []
    quoted = 0
    index = 0
    while index < len(tokens):
        token = tokens[index]
        match token.type:
            case "blockquote_open" | "blockquote_close":
                quoted += 1 if token.nesting > 0 else -1
            case "bullet_list_open" | "ordered_list_open":
                lists.append("List Bullet" if token.type[0] == "b" else "List Number")
                if token.type[0] == "o" and numbers is None:
                    numbers = Numbers(document)
                if token.type[0] == "o":
                    numbers.restart_list()
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
            case "heading_open":
                level = int(token.tag[1]) - 1
                paragraph = (
                    document.add_heading("", level) if level else document.add_paragraph(style="Title")
                )
                content = tokens[index + 1].content
                chapter = _CHAPTER.match(content) if automatic else None
                if chapter:
                    numbers.number(paragraph, 0, int(chapter["number"]), cited)
                    content = content[chapter.end() :]
                inline(paragraph, content, numbers if automatic else None, cited)
                index += 1
            case "paragraph_open":
                content = tokens[index + 1].content
                style = "Quote" if quoted else lists[-1] if lists else None
                if style == "List Number":
                    style = "List Paragraph"
                paragraph = document.add_paragraph(style=style)
                if lists and lists[-1] == "List Number":
                    numbers.item(paragraph)
                found = _AUTOMATIC.match(content) if automatic else None
                lettered = _ITEM.match(content) if automatic and lists else None
                if found:
                    numbers.number(paragraph, 1, int(found["number"].split(".")[1]), cited, found["number"])
                    content = "**" + content[found.end() :]
                elif lettered:
                    paragraph.style = document.styles["Normal"]
                    numbers.number(paragraph, 2, ord(lettered["letter"]) - 96, cited)
                    content = content[lettered.end() :]
                inline(paragraph, content, numbers if automatic else None, cited)
                index += 1
            case "table_open":
                end = next(i for i in range(index, len(tokens)) if tokens[i].type == "table_close")
                table(document, tokens[index:end], numbers if automatic else None, cited)
                index = end
        index += 1
    return document


def table(document: Document, tokens: list[Token], numbers: Numbers | None, cited: set[str]) -> None:
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(token.content)
    empty = not any(rows[0])
    made = document.add_table(rows=len(rows) - empty, cols=len(rows[0]))
    made.style = "Table Grid"
    if not empty:
        properties = made.rows[0]._tr.get_or_add_trPr()
        properties.append(OxmlElement("w:tblHeader"))
    for row, cells in zip(made.rows, rows[empty:], strict=True):
        for cell, content in zip(row.cells, cells, strict=True):
            inline(cell.paragraphs[0], content, numbers, cited)
    document.add_paragraph()


def inline(paragraph: Paragraph, content: str, numbers: Numbers | None, cited: set[str]) -> None:
    """Bold, italic and plain runs; citations of numbered paragraphs as fields."""
    tokens = MarkdownIt("commonmark").parseInline(content)[0].children or []
    bold = italic = False
    for token in tokens:
        match token.type:
            case "strong_open" | "strong_close":
                bold = token.nesting > 0
            case "em_open" | "em_close":
                italic = token.nesting > 0
            case "softbreak":
                paragraph.add_run(" ")
            case "hardbreak":
                paragraph.add_run().add_break()
            case _:
                for part in cut(token.content, cited if numbers is not None else set()):
                    if numbers is not None and part in cited:
                        field(paragraph, f" REF {bookmark_of(part)} \\r \\h ", part)
                        continue
                    run = paragraph.add_run(part)
                    run.bold, run.italic = bold or None, italic or None


def cut(text: str, cited: set[str]) -> list[str]:
    found, at = [], 0
    for match in _CITED.finditer(text):
        if match.group() in cited:
            found += [text[at : match.start()], match.group()]
            at = match.end()
    return [part for part in [*found, text[at:]] if part]


def bookmark_of(number: str) -> str:
    return "_Ref" + number.replace(".", "0000")


def field(paragraph: Paragraph, code: str, shown: str) -> None:
    """A complex field, as Word writes it: begin, code, what it shows, end."""
    for kind in ("begin", "code", "separate", "shown", "end"):
        run = paragraph.add_run()
        if kind == "code":
            element = OxmlElement("w:instrText")
            element.text = code
            element.set(qn("xml:space"), "preserve")
        elif kind == "shown":
            run.text = shown
            continue
        else:
            element = OxmlElement("w:fldChar")
            element.set(qn("w:fldCharType"), kind)
        run._r.append(element)


class Numbers:
    """The lists of a document: one of several levels (Rule 4: / 4.2 / (a)), and plain ones."""

    LEVELS = (("decimal", "Rule %1:"), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"))

    def __init__(self, document: Document) -> None:
        self.part = document.part.numbering_part.element
        self.many = self.abstract(self.LEVELS, 900)
        self.plain = self.abstract((("decimal", "%1."),), 901)
        self.counts = [0, 0, 0]
        self.marks = 0
        self.list = 0

    def abstract(self, levels: tuple[tuple[str, str], ...], id_: int) -> int:
        made = OxmlElement("w:abstractNum")
        made.set(qn("w:abstractNumId"), str(id_))
        kind = OxmlElement("w:multiLevelType")
        kind.set(qn("w:val"), "multilevel")
        made.append(kind)
        for at, (form, text) in enumerate(levels):
            look = "<w:rPr><w:b/></w:rPr>" if (form, text) == self.LEVELS[2] else ""  # **(a)**
            made.append(
                parse_xml(
                    f'<w:lvl {nsdecls("w")} w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
                    f'<w:suff w:val="space"/><w:lvlText w:val="{text}"/>{look}</w:lvl>'
                )
            )
        self.part.insert(0, made)
        return self.made(id_)

    def made(self, abstract: int, start: tuple[int, int] | None = None) -> int:
        number = len(self.part.findall(qn("w:num"))) + 100
        made = OxmlElement("w:num")
        made.set(qn("w:numId"), str(number))
        child = OxmlElement("w:abstractNumId")
        child.set(qn("w:val"), str(abstract))
        made.append(child)
        if start is not None:
            made.append(
                parse_xml(
                    f'<w:lvlOverride {nsdecls("w")} w:ilvl="{start[0]}">'
                    f'<w:startOverride w:val="{start[1]}"/></w:lvlOverride>'
                )
            )
        self.part.append(made)
        return number

    def number(self, paragraph: Paragraph, level: int, wanted: int, cited: set[str], name: str = "") -> None:
        """Gives a paragraph the number that it has in the source; where that skips, the list starts anew."""
        self.counts[level] += 1
        self.counts[level + 1 :] = [0] * (2 - level)
        if self.counts[level] != wanted:
            self.many = self.made(900, (level, wanted))
            self.counts[level] = wanted
        listed(paragraph, self.many, level)
        if name in cited:
            self.marks += 1
            start, end = OxmlElement("w:bookmarkStart"), OxmlElement("w:bookmarkEnd")
            start.set(qn("w:id"), str(self.marks))
            start.set(qn("w:name"), bookmark_of(name))
            end.set(qn("w:id"), str(self.marks))
            paragraph._p.append(start)
            paragraph._p.append(end)

    def restart_list(self) -> None:
        self.list = self.made(901, (0, 1))

    def item(self, paragraph: Paragraph) -> None:
        listed(paragraph, self.list, 0)


def listed(paragraph: Paragraph, list_id: int, level: int) -> None:
    properties = paragraph._p.get_or_add_pPr()
    properties.append(
        parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>')
    )


def plain_docx(text: str) -> Document:
    """A typewritten text pasted into Word: a paragraph a line, in a face of equal widths."""
    document = docx.Document()
    document.styles["Normal"].font.name = "Liberation Mono"
    document.styles["Normal"].font.size = Pt(9)
    for line in text.removesuffix("\n").split("\n"):
        document.add_paragraph(line)
    for paragraph in document.paragraphs:
        paragraph.paragraph_format.space_after = 0
    return document


def numbered() -> Document:
    """What Word can do with numbers, and with what was taken out: the document of the issue."""
    document = docx.Document()
    numbers = Numbers(document)
    heads = numbers.abstract(
        (
            ("upperRoman", "Part %1"),
            ("decimal", "%2.0"),
            ("decimal", "%2.%3"),
            ("lowerLetter", "(%4)"),
            ("lowerRoman", "%5)"),
        ),
        902,
    )
    legal = numbers.abstract((("upperRoman", "%1."), ("decimal", "%1.%2")), 903)
    for level in numbers.part.iter(qn("w:lvl")):
        if level.getparent().get(qn("w:abstractNumId")) == "902" and level.get(qn("w:ilvl")) == "1":
            restart = OxmlElement("w:lvlRestart")
            restart.set(qn("w:val"), "0")
            level.insert(2, restart)
        if level.getparent().get(qn("w:abstractNumId")) == "903" and level.get(qn("w:ilvl")) == "1":
            level.insert(2, OxmlElement("w:isLgl"))
    document.add_paragraph("The Numbered Game", style="Title")

    def put(level: int, bold: str, rest: str = "", style: str | None = None, mark: str = "") -> Paragraph:
        made = document.add_paragraph(style=style)
        listed(made, heads, level)
        if mark:
            numbers.marks += 1
            for kind in ("Start", "End"):
                element = OxmlElement(f"w:bookmark{kind}")
                element.set(qn("w:id"), str(numbers.marks))
                if kind == "Start":
                    element.set(qn("w:name"), mark)
                made._p.append(element)
        made.add_run(bold).bold = True if style is None and rest else None
        made.add_run(rest)
        return made

    put(0, "Before the battle", style="Heading 1")
    put(1, "Setting up", style="Heading 2")
    first = put(2, "Sides:", ' Each side sets up within 6" of its edge, by ', mark="_RefSides")
    field(first, " REF _RefShort \\w \\h ", "2.1(b)")
    first.add_run(".")
    gone = put(2, "Weather:", " Roll for the weather.")
    deleted(gone)
    third = put(2, "Orders:", " Write an order for each unit")
    third.add_run(", and show it to nobody").font.bold = None
    inserted(third, " before the first turn")
    third.add_run(".")
    put(0, "The battle", style="Heading 1")
    put(1, "Shooting", style="Heading 2")
    put(2, "Range:", " A unit shoots as far as its weapon:")
    put(3, "long arms", ' 18", by the table;')
    put(3, "short arms", ' 6".', mark="_RefShort")
    put(4, "pistols", " only mounted;")
    put(4, "javelins", " only on foot.")
    fifth = put(2, "Cover:", " Subtract 1 from the roll if the target is in cover")
    note(document, fifth, "Hedges are cover on both sides.")
    fifth.add_run(", as sides are set up (")
    field(fifth, " REF _RefSides \\r \\h ", "1.2")
    fifth.add_run(").")
    grid = document.add_table(rows=4, cols=4)
    grid.style = "Table Grid"
    for at, row in enumerate(
        (
            ("Weapon", "Range", "", "Dice"),
            ("", "short", "long", ""),
            ("Musket", '6"', '18"', "2"),
            ("Rifle", '8"', '24"', ""),
        )
    ):
        for cell, words in zip(grid.rows[at].cells, row, strict=True):
            cell.text = words
    grid.cell(0, 1).merge(grid.cell(0, 2))
    grid.cell(0, 0).merge(grid.cell(1, 0))
    grid.cell(0, 3).merge(grid.cell(1, 3))
    grid.cell(2, 3).merge(grid.cell(3, 3))
    for row in grid.rows[:2]:
        row._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    document.add_paragraph("Agreed between clubs:", style=None)
    for level, words in (
        (0, "Clubs"),
        (1, "Every club has a vote."),
        (1, "No club has two."),
        (0, "Umpires"),
        (1, "An umpire rules."),
    ):
        made = document.add_paragraph()
        listed(made, legal, level)
        made.add_run(words)
    document.sections[0].header.paragraphs[0].text = "The Numbered Game, second draft"
    return document


def skirmish() -> Document:
    """Somebody's own rules as they lie about: a clause struck out since, and the citations not brought up to
    date. The document of README.md."""
    document = docx.Document()
    numbers = Numbers(document)
    rules = numbers.abstract((("decimal", "%1.0"), ("decimal", "%1.%2")), 904)
    document.add_paragraph("Skirmish at the Ford", style="Title")
    clauses = (
        (0, "Moving", "", ""),
        (1, "Foot", 'Figures on foot move up to 6".', ""),
        (1, "Weather", "Roll a die for the weather.", "gone"),
        (1, "The ford", "A figure that enters the ford stops, and its move is over.", "_RefFord"),
        (0, "Shooting", "", ""),
        (1, "Range", 'Muskets shoot up to 12". Nobody shoots in the ford (', "cites"),
        (
            1,
            "Hits",
            "Roll a die for each shot; a 5 or 6 hits. Subtract 1 if the target is in woods (3.2).",
            "",
        ),
    )
    for level, title, words, what in clauses:
        paragraph = document.add_paragraph(style="Heading 1" if not level else None)
        listed(paragraph, rules, level)
        if what == "_RefFord":
            numbers.marks += 1
            for kind in ("Start", "End"):
                element = OxmlElement(f"w:bookmark{kind}")
                element.set(qn("w:id"), str(numbers.marks))
                if kind == "Start":
                    element.set(qn("w:name"), what)
                paragraph._p.append(element)
        paragraph.add_run(title + (":" if level else "")).bold = True if level else None
        if words:
            paragraph.add_run(f" {words}")
        if what == "cites":
            field(paragraph, " REF _RefFord \\r \\h ", "1.3")
            paragraph.add_run(").")
        if what == "gone":
            deleted(paragraph)
    document.sections[0].footer.paragraphs[0].text = "Our club, draft of May"
    return document


def deleted(paragraph: Paragraph) -> None:
    """Marks a whole paragraph as a tracked deletion, its end too."""
    for run in list(paragraph._p.findall(qn("w:r"))):
        wrapped = revision("w:del")
        for text in run.findall(qn("w:t")):
            text.tag = qn("w:delText")
        paragraph._p.replace(run, wrapped)
        wrapped.append(run)
    properties = paragraph._p.get_or_add_pPr()
    mark = OxmlElement("w:rPr")
    mark.append(revision("w:del"))
    properties.append(mark)


def inserted(paragraph: Paragraph, words: str) -> None:
    """Adds words as a tracked insertion."""
    run = paragraph.add_run(words)
    wrapped = revision("w:ins")
    paragraph._p.replace(run._r, wrapped)
    wrapped.append(run._r)


def revision(tag: str) -> object:
    made = OxmlElement(tag)
    made.set(qn("w:id"), "77")
    made.set(qn("w:author"), "An author")
    made.set(qn("w:date"), "2026-01-01T00:00:00Z")
    return made


def note(document: Document, paragraph: Paragraph, words: str) -> None:
    """A footnote, with the part that python-docx does not make."""
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    xml = (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes {nsdecls("w")}>'
        '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
        '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p>'
        "</w:footnote>"
        f'<w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> {words}'
        "</w:t></w:r></w:p></w:footnote></w:footnotes>"
    )
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    part = Part(PackURI("/word/footnotes.xml"), kind, xml.encode(), document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    run = paragraph.add_run()
    reference = OxmlElement("w:footnoteReference")
    reference.set(qn("w:id"), "1")
    run._r.append(reference)


# Other writers


def office(out: Path, forms: tuple[str, ...] = OFFICE) -> bool:
    """Every DOCX of a folder in the other forms, by LibreOffice; False where there is none."""
    program = shutil.which("soffice")
    if program is None:
        print("left out: ODT, RTF, HTML, PDF (no LibreOffice: apt-get install libreoffice-writer)")
        return False
    with tempfile.TemporaryDirectory() as home:
        for form in forms:
            subprocess.run(
                [program, f"-env:UserInstallation=file://{home}", "--headless", "--convert-to", form,
                 "--outdir", str(out), *map(str, sorted(out.glob("*.docx")))],
                check=True, capture_output=True, timeout=600,
            )  # fmt: skip
    return True


def pages(out: Path) -> None:
    """The pages again where LibreOffice's plain HTML loses numbers, quotations, blanks: by its XHTML filter,
    and the typewritten text as Chromium shows it."""
    program = shutil.which("soffice")
    browser = os.environ.get("VFDOC_CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as home:
        for name in ("numbered", "vf-2e", "salt-and-iron"):
            if program is not None and (out / f"{name}.docx").is_file():
                subprocess.run(
                    [program, f"-env:UserInstallation=file://{home}", "--headless", "--convert-to",
                     "xhtml:XHTML Writer File:UTF8", "--outdir", home, str(out / f"{name}.docx")],
                    check=True, capture_output=True, timeout=600,
                )  # fmt: skip
                shutil.copy(Path(home) / f"{name}.xhtml", out / f"{name}.html")
        if browser is not None:
            made = subprocess.run(
                [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home}/c",
                 "--dump-dom", SOURCES["ash-frontier"].as_uri()],
                check=True, capture_output=True, timeout=120,
            )  # fmt: skip
            (out / "ash-frontier.html").write_bytes(made.stdout)


def columns(source: Path, out: Path) -> None:
    """A text in two columns with running heads and page numbers, by Typst."""
    import typst

    blocks = MarkdownIt("commonmark").enable("table").parse(source.read_text(encoding="utf-8"))
    lines = [
        '#set page(paper: "a4", columns: 2, margin: 18mm, header: [The rules, second edition], '
        "footer: context align(center, counter(page).display()))",
        '#set text(size: 9pt, hyphenate: true, lang: "en")',
        "#set par(justify: true)",
    ]
    index = 0
    while index < len(blocks):
        token = blocks[index]
        if token.type == "blockquote_open":
            lines.append("#quote(block: true)[")
        elif token.type == "blockquote_close":
            lines.append("]")
        elif token.type == "heading_open":
            lines.append(f"#heading(level: {token.tag[1]})[{typeset(blocks[index + 1])}]")
        elif token.type == "paragraph_open" and blocks[index - 1].type != "list_item_open":
            lines.append(typeset(blocks[index + 1]) + "\n")
        elif token.type == "paragraph_open":
            lines.append(f"- {typeset(blocks[index + 1])}")
        elif token.type == "table_open":
            end = next(i for i in range(index, len(blocks)) if blocks[i].type == "table_close")
            cells = [f"[{typeset(each)}]" for each in blocks[index:end] if each.type == "inline"]
            width = sum(each.type == "th_open" for each in blocks[index:end])
            lines.append(f"#[#set text(6pt); #table(columns: {width}, {', '.join(cells)})]\n")
            index = end
        index += 1
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.typ"
        made.write_text("\n".join(lines), encoding="utf-8")
        out.write_bytes(typst.compile(str(made)))


def typeset(token: Token) -> str:
    found = []
    for child in token.children or []:
        if child.type in ("strong_open", "em_open"):
            found.append("#strong[" if child.type[0] == "s" else "#emph[")
        elif child.type in ("strong_close", "em_close"):
            found.append("]")
        elif child.type == "softbreak":
            found.append(" ")
        else:
            found.append(re.sub(r"([\\*_#@$<>`\[\]~/\"'-])", r"\\\1", child.content))
    return "".join(found)


def chromium(source: Path, out: Path) -> None:
    """A text as a web page printed to PDF."""
    program = os.environ.get("VFDOC_CHROMIUM") or shutil.which("chromium")
    if program is None:
        print("left out: the PDF of a page (no Chromium)")
        return
    body = MarkdownIt("commonmark").enable("table").render(source.read_text(encoding="utf-8"))
    style = "table{border-collapse:collapse}td,th{border:1px solid;padding:2px 6px}body{font:11pt serif}"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{body}", encoding="utf-8")
        subprocess.run(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={out}",
             "--no-pdf-header-footer", f"--user-data-dir={folder}/home", page.as_uri()],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
