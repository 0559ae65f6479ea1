"""The part of JSON Schema that the event schemas use. `$ref` names another shape."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Dict, List, Mapping, Sequence, cast

from .generated.event_shapes import SHAPES

_DATE_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)", re.IGNORECASE | re.ASCII)


def fits(value: Any, shape: Mapping[str, Any]) -> bool:
    """Tells if a value parsed from JSON has the shape. What any value has is not looked into: metadata may be nested deeply."""
    if not shape:
        return True
    if "$ref" in shape and not fits(value, SHAPES[shape["$ref"]]):
        return False
    if "type" in shape:
        types: List[str] = [shape["type"]] if isinstance(shape["type"], str) else shape["type"]
        if not any(_is_of(name, value) for name in types):
            return False
    if "const" in shape and value != shape["const"]:
        return False
    if "oneOf" in shape and sum(fits(value, one) for one in shape["oneOf"]) != 1:
        return False
    if isinstance(value, str):
        return _fits_text(value, shape)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "minimum" not in shape or value >= shape["minimum"]
    if isinstance(value, list):
        return all(fits(item, shape.get("items", {})) for item in cast("Sequence[Any]", value))
    return not isinstance(value, dict) or _fits_members(cast("Dict[str, Any]", value), shape)


def _is_of(name: str, value: Any) -> bool:
    if name == "null":
        return value is None
    if name == "boolean":
        return isinstance(value, bool)
    if name == "integer":
        return not isinstance(value, bool) and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))
    if name == "number":
        return not isinstance(value, bool) and isinstance(value, (int, float))
    return isinstance(value, {"array": list, "object": dict, "string": str}[name])


def _fits_text(value: str, shape: Mapping[str, Any]) -> bool:
    if len(value) > shape.get("maxLength", len(value)):
        return False
    if "format" not in shape:
        return True
    found = _DATE_TIME.fullmatch(value)
    if found is None:
        return False
    try:
        datetime.fromisoformat(found.group(1).upper())
    except ValueError:
        return False
    return True


def _fits_members(value: Mapping[str, Any], shape: Mapping[str, Any]) -> bool:
    properties: Mapping[str, Any] = shape.get("properties", {})
    others: Mapping[str, Any] = shape.get("additionalProperties", {})
    return all(name in value for name in shape.get("required", [])) and all(
        fits(member, properties.get(name, others)) for name, member in value.items()
    )
