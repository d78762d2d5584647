"""The commands that show what was read: parse, graph, show, tables, list, schema."""

from __future__ import annotations

import click

from vfdoc.cli.terminal import WholeNumberType, as_option, format_option, out_option, read
from vfdoc.cli.writing import unusable, write


@click.command()
@click.argument("path")
@as_option
@format_option("text", "json")
@click.option(
    "--explain", type=WholeNumberType(min=1), metavar="LINE", help="Say why this line was read as it was."
)
@out_option
def parse(path: str, as_edition: str | None, form: str, explain: int | None, out: str | None) -> None:
    """Print the documents as read: sections, citations, tables."""
    from vfdoc import pipeline
    from vfdoc.formats import writer

    found = read(path, as_edition)
    if explain is not None:
        write(pipeline.explain(found, explain).encode(), out, "text")
    else:
        write(writer("parse", form)(found.shown, found.graph), out, form)


@click.command()
@click.argument("path")
@as_option
@click.option("--of", metavar="SECTION", help="Only this section and its neighbours.")
@format_option("text", "json", "dot", "graphml")
@out_option
def graph(path: str, as_edition: str | None, of: str | None, form: str, out: str | None) -> None:
    """Print the cross-reference graph."""
    from vfdoc import pipeline
    from vfdoc.formats import writer

    found = read(path, as_edition)
    anchor = pipeline.find_section(found, of).anchor if of is not None else None
    write(writer("graph", form)(found.graph, anchor, found.document), out, form)


@click.command()
@click.argument("path")
@click.argument("section")
@as_option
@format_option("text", "json")
@out_option
def show(path: str, section: str, as_edition: str | None, form: str, out: str | None) -> None:
    """Print one rule: its text, notes and citations both ways."""
    from vfdoc import pipeline
    from vfdoc.formats import writer

    found = read(path, as_edition)
    write(writer("show", form)(found.graph, pipeline.find_section(found, section)), out, form)


@click.command()
@click.argument("path")
@as_option
@format_option("text", "json", "csv")
@click.option("--vectors", is_flag=True, help="Print situations with their expected results, in JSON.")
@click.option("--over-base", is_flag=True, help="Of an amendment the whole: its base with it laid over.")
@click.option(
    "--propose", is_flag=True, help="Draft mechanics.toml and glossary.toml in the edition's folder or --out."
)
@out_option
def tables(
    path: str, as_edition: str | None, form: str, vectors: bool, over_base: bool, propose: bool,
    out: str | None,
) -> None:  # fmt: skip
    """Print the tests, modifiers and lookups that the text states.

    With --propose: what was read and is not executed, as entries of the edition's mechanics.toml, each
    to be kept, mended or struck out; what a person has decided there stays. For a text of no edition
    --out names the folder, which becomes one with a copy of the text; without it the draft is printed.

    With --vectors: some hundreds of situations with their results, by which another program can prove
    that it plays the JSON of these tables.

    With --over-base: of an edition that amends another the tables as they are played, its base with it laid
    over, in the JSON each row with its edition.
    """
    from vfdoc import pipeline
    from vfdoc.formats import writer

    found = read(path, as_edition)
    if propose:
        from vfdoc.cli.drafts import begin_edition, write_drafts
        from vfdoc.pipeline.proposing import drafts

        if found.data is None and out is not None and out != "-":
            begin_edition(path, out)
            found = read(out, None)
        write_drafts(found.folder, out, lambda folder: drafts(found, folder))
        return
    if vectors:
        from vfdoc.pipeline.playing import vectors as made

        write(writer("tables", "vectors")(found.rulebook.edition.id, made(found, over_base)), out)
        return
    if over_base:
        whole = pipeline.played_rulebook(found)
        write(writer("tables", form)(whole, pipeline.in_play(found)), out, form)
        return
    told = pipeline.mechanics(found)
    if form == "json":  # what facts are called
        from dataclasses import replace

        words, said = pipeline.glossary(found), pipeline.wording(found)
        found = replace(found, rulebook=replace(found.rulebook, glossary=words, wording=said))
    write(writer("tables", form)(found.rulebook, told), out, form)


@click.command("list")
@format_option("text", "json")
@out_option
def list_editions(form: str, out: str | None) -> None:
    """List the editions known."""
    from vfdoc import pipeline
    from vfdoc.formats import writer

    write(writer("list", form)(pipeline.editions()), out, form)


@click.command()
@click.argument("name")
@out_option
def schema(name: str, out: str | None) -> None:
    """Print the JSON Schema of a format, as diff, document or findings; a wrong NAME lists them all."""
    from vfdoc.formats.shapes.schemas import SCHEMAS, json_schema

    if name not in SCHEMAS:
        raise unusable(f"schema {name}", "no such format", f"formats: {', '.join(SCHEMAS)}")
    write(json_schema(name), out)
