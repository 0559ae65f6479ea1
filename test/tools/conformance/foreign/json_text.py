"""JSON as the public API wants it: numbers keep their digits, and what other parsers read in two ways is refused."""

import json
import math


class BadJson(Exception):
    pass


class Number(float):
    """A number of a caller, with the digits that it came with."""

    def __new__(cls, digits):
        self = super().__new__(cls, digits)
        if math.isinf(self):
            raise BadJson("A number is too large for a double.")
        self.digits = digits
        return self


class Raw(str):
    """Text that is JSON already."""


def parse(body):
    try:
        value = json.loads(body.decode("utf-8"), object_pairs_hook=_object, parse_int=Number, parse_float=Number, parse_constant=_no_constant)
        text = dump(value)
        text.encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise BadJson("The body is not JSON.") from error
    if "\\u0000" in text.replace("\\\\", ""):
        raise BadJson("U+0000 cannot be kept.")
    return value


def _object(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        raise BadJson("An object has a name twice.")
    return members


def _no_constant(name):
    raise BadJson(f"{name} is not JSON.")


def dump(value):
    """Writes compact JSON."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Number):
        return value.digits
    if isinstance(value, dict):
        return "{" + ",".join(f"{dump(name)}:{dump(member)}" for name, member in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(dump, value)) + "]"
    return ENCODE(value)


# `json.dumps` with arguments makes an encoder at each call.
ENCODE = json.JSONEncoder(ensure_ascii=False).encode


def canonical(value):
    """Writes JSON that is the same for two values that mean the same (RFC 8785)."""
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(f"{dump(name)}:{canonical(member)}" for name, member in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return repr(float(value)) if isinstance(value, Number) else dump(value)


def size(value):
    return len(dump(value).encode("utf-8"))
