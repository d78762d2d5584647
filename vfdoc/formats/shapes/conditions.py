"""The schema of a condition, which refers to itself: what every `when` of the JSON is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_NAME = {"type": "string", "description": "The id of a fact."}
_REF = {"$ref": "#/$defs/Condition"}
_NUMBER = {"type": "number"}


def _of(description: str, **properties: Any) -> dict[str, Any]:
    required = [name for name in properties if name != "unit"]
    return {
        "type": "object", "description": description, "properties": properties, "required": required,
        "additionalProperties": False,
    }  # fmt: skip


def _parts(what: str) -> dict[str, Any]:
    return {"type": "array", "items": _REF, "description": what}


_CONDITION: dict[str, Any] = {
    "title": "Condition",
    "description": "A condition as a tree; always is an empty all.",
    "anyOf": [
        _of("Holds where all its parts do.", all=_parts("The parts.")),
        _of("Holds where one of its parts does.", any=_parts("The parts.")),
        _of("Holds where its part does not.", **{"not": {**_REF, "description": "The part."}}),
        _of(
            "A choice: the fact has that value.",
            fact=_NAME,
            value={"type": "string", "description": "The value."},
        ),
        _of("A flag that holds.", fact=_NAME),
        _of(
            "A number, compared.",
            number=_NAME,
            op={"enum": ["<", "<=", "=", ">=", ">", "in"], "description": "How it is compared."},
            value={
                "anyOf": [_NUMBER, {"type": "array", "items": _NUMBER}],
                "description": "With what: of in, any.",
            },
            unit={"type": "string", "description": "Its unit; left out where it is a count."},
        ),
    ],
}


def with_conditions(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema in which every property `when` is a condition, or null where that is not known."""
    found = [each for each in _whens(schema) if "object" in str(each)]
    for each in found:
        said = each.get("description")
        null = any(option.get("type") == "null" for option in each.get("anyOf", ()))
        kept = {key: each[key] for key in ("default",) if key in each}
        each.clear()
        each.update({"anyOf": [_REF, {"type": "null"}]} if null else _REF)
        each.update(kept)
        if said:
            each["description"] = said
    if not found:
        return schema
    return {**schema, "$defs": {**schema.get("$defs", {}), "Condition": _CONDITION}}


def _whens(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        for name, each in schema.get("properties", {}).items():
            if name == "when":
                yield each
        for each in schema.values():
            yield from _whens(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _whens(each)
