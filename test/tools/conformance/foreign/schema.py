"""Holds requests against the schemas of the OpenAPI document, and extraction schemas against their rules."""

import re

from json_text import Number, canonical, size

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, Number),
    "integer": lambda value: isinstance(value, Number) and value.is_integer() and abs(value) < 2**53,
}


def types_of(schema):
    types = schema.get("type", [])
    return [types] if isinstance(types, str) else types


def resolved(document, schema):
    """Returns the schema with what it refers to, on top of which its own keywords stand."""
    if "$ref" not in schema:
        return schema
    found = document
    for part in schema["$ref"][2:].split("/"):
        found = found[part]
    return {**resolved(document, found), **{name: value for name, value in schema.items() if name != "$ref"}}


def problems(document, schema, value, path):
    """Yields everything that is wrong with a value, with its place."""
    schema = resolved(document, schema)
    types = types_of(schema)
    if types and not any(TYPES[name](value) for name in types):
        yield path, "must be of type " + " or ".join(types)
    elif "enum" in schema and value not in schema["enum"]:
        yield path, "must be one of " + ", ".join(map(str, schema["enum"]))
    elif isinstance(value, str):
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
            yield path, "has too few or too many characters"
        elif "pattern" in schema and not re.search(re.sub(r"\$$", r"\\Z", schema["pattern"]), value):
            yield path, schema.get("x-problem", "does not match the pattern")
    elif isinstance(value, Number):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            yield path, "is too small or too large"
    elif isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield path, "has too few items"
        if schema.get("uniqueItems") and len({canonical(item) for item in value}) < len(value):
            yield path, "has an item twice"
        for index, item in enumerate(value):
            yield from problems(document, schema.get("items", {}), item, f"{path}/{index}")
    elif isinstance(value, dict):
        yield from _object_problems(document, schema, value, path)


def _object_problems(document, schema, value, path):
    known, others, limit = schema.get("properties", {}), schema.get("additionalProperties", True), schema.get("x-limit", {})
    for name in schema.get("required", []):
        if name not in value:
            yield f"{path}/{name}", "is missing"
    if len(value) > schema.get("maxProperties", len(value)):
        yield path, "has too many members"
    for name, member in value.items():
        place = f"{path}/{name}"
        for _, message in problems(document, schema.get("propertyNames", {}), name, place):
            yield place, message
        if name in known:
            yield from problems(document, known[name], member, place)
        elif others is False:
            yield place, "is unknown"
        elif isinstance(others, dict):
            yield from problems(document, others, member, place)
        if "valueBytes" in limit and (len(member.encode()) if isinstance(member, str) else size(member)) > limit["valueBytes"]:
            yield place, "is too large"
    if "bytes" in limit and "entries" in limit and all(isinstance(member, str) for member in value.values()):
        if sum(len((name + member).encode()) for name, member in value.items()) > limit["bytes"]:
            yield path, "is too large"
        if len({name.lower() for name in value}) < len(value):
            yield path, "has two names that differ only by case"
    elif "bytes" in limit and "depth" not in limit and size(value) > limit["bytes"]:
        yield path, "is too large"


class BadSchema(Exception):
    def __init__(self, path, message):
        super().__init__(message)
        self.path = path


IN_ONE = ("additionalProperties", "items", "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedProperties", "unevaluatedItems")
IN_LIST = ("allOf", "anyOf", "oneOf", "prefixItems")
BY_NAME = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")
SAME_DATA = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "$ref")


def check_extraction_schema(schema):
    """Throws BadSchema at the first rule that an extraction schema breaks."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        raise BadSchema("", "must be a schema of an object")
    if size(schema) > 32_768:
        raise BadSchema("", "has more than 32,768 bytes")
    if sum(1 for _ in _walk(schema, "", 1)) > 1_000:
        raise BadSchema("", "has more than 1,000 subschemas")
    _expanded(schema, schema, (), 0)


def _parts(schema, path):
    for name in IN_ONE:
        if name in schema:
            yield name, schema[name], f"{path}/{name}"
    for name in IN_LIST:
        for index, part in enumerate(schema[name] if isinstance(schema.get(name), list) else []):
            yield name, part, f"{path}/{name}/{index}"
    for name in BY_NAME:
        for member, part in (schema[name] if isinstance(schema.get(name), dict) else {}).items():
            yield name, part, f"{path}/{name}/{member}"


def _walk(schema, path, level):
    if isinstance(schema, bool):
        yield schema
        return
    if not isinstance(schema, dict):
        raise BadSchema(path, "is no schema")
    if level > 16:
        raise BadSchema(path, "is more than 16 levels deep")
    for name in types_of(schema) if isinstance(schema.get("type", ""), (str, list)) else [schema["type"]]:
        if not isinstance(name, str) or name not in TYPES:
            raise BadSchema(f"{path}/type", "is no type of JSON Schema")
    for name in ("$id", "$anchor", "$dynamicRef", "$async"):
        if name in schema:
            raise BadSchema(f"{path}/{name}", "is not allowed")
    for name in BY_NAME:
        if not isinstance(schema.get(name, {}), dict):
            raise BadSchema(f"{path}/{name}", "must be an object")
    required = schema.get("required", [])
    if not isinstance(required, list):
        raise BadSchema(f"{path}/required", "must be a list")
    for index, name in enumerate(required):
        if not isinstance(name, str) or name not in schema.get("properties", {}):
            raise BadSchema(f"{path}/required/{index}", "names no property")
    try:
        re.compile(schema.get("pattern", ""))
    except (re.error, TypeError) as error:
        raise BadSchema(f"{path}/pattern", "does not compile") from error
    yield schema
    for _, part, place in _parts(schema, path):
        yield from _walk(part, place, level + 1)


def _expanded(root, schema, within, count):
    """Counts a schema with each reference as all that it refers to."""
    count += 1
    if count > 10_000:
        raise BadSchema("", "has more than 10,000 subschemas with those that it refers to")
    if not isinstance(schema, dict):
        return count
    for keyword, part, _ in _parts(schema, ""):
        count = _expanded(root, part, within if keyword in SAME_DATA else (), count)
    reference = schema.get("$ref")
    if reference is not None:
        if not isinstance(reference, str) or not reference.startswith("#"):
            raise BadSchema("", "refers to something outside")
        found = root
        for part in reference[1:].split("/")[1:]:
            if not isinstance(found, dict) or part not in found:
                raise BadSchema("", "refers to nothing")
            found = found[part]
        if reference in within:
            raise BadSchema("", "refers to itself")
        count = _expanded(root, found, (*within, reference), count)
    return count
