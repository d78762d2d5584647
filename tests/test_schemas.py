"""The JSON Schemas: every property says what it is."""

from __future__ import annotations

import json
from collections.abc import Iterator

from vfdoc.formats.shapes.descriptions import DESCRIPTIONS
from vfdoc.formats.shapes.schemas import SCHEMAS, json_schema


def properties() -> Iterator[tuple[str, str, dict[str, object]]]:
    """Of every object of every format: its name, the property's, and what the schema says of it."""
    for name in SCHEMAS:
        for shape, schema in json.loads(json_schema(name))["$defs"].items():
            for key, value in schema.get("properties", {}).items():
                yield shape.rpartition(".")[2].removesuffix("Shape"), key, value


def test_every_property_is_described() -> None:
    bare = sorted({f"{shape}.{key}" for shape, key, value in properties() if not value.get("description")})
    assert not bare, "say in vfdoc/formats/shapes/descriptions.py what these are"


def test_every_description_is_of_a_property() -> None:
    known = {name for shape, key, _ in properties() for name in (key, f"{shape}.{key}")}
    assert sorted(set(DESCRIPTIONS) - known) == []
