"""The signature of a webhook: `verify` for receivers, `sign` for their tests."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import sys
import threading
import time
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Dict, Iterable, List, Literal, Mapping, Optional, Protocol, Tuple, Union, cast

from .generated.event_shapes import EVENT_SHAPES
from .generated.types import WebhookEvent
from .shape import fits

SIGNATURE_HEADER = "X-Webhook-Signature"
TIMESTAMP_HEADER = "X-Webhook-Timestamp"
DELIVERY_ID_HEADER = "X-Webhook-Delivery-Id"

TOLERANCE_SECONDS = 300
"""A timestamp that is further off counts as a replay (`L-TOLERANCE-01`)."""


class Headers(Protocol):
    """The headers of a request as frameworks have them, or a dict; names in any case, text or bytes."""

    def items(self) -> Iterable[Tuple[Union[str, bytes], Union[str, bytes]]]: ...


Reason = Literal[
    "missing_header",
    "malformed_header",
    "body_empty",
    "body_not_raw",
    "secret_malformed",
    "body_reserialised",
    "wrong_secret",
    "timestamp_too_old",
    "timestamp_in_future",
    "not_an_event",
]


@dataclass(frozen=True)
class Delivery:
    """A delivery with a valid signature."""

    delivery_id: str
    """
    Is the same on every attempt and replay. The signature does not cover it: an attacker who records a delivery can send
    it again under another id while its timestamp is fresh. Key actions that must never happen twice by the event's own ids.
    """
    signed_at: datetime
    known: bool
    """False: the event, or a form of it, is newer than this package. Answer it with 2xx and ignore it."""
    event: WebhookEvent
    ok: Literal[True] = True


@dataclass(frozen=True)
class Refusal:
    """Says why a request is no delivery: a code for programs, and a hint for the developer."""

    reason: Reason
    hint: str
    ok: Literal[False] = False


def verify(
    headers: Headers,
    body: Any,
    secret: Union[str, List[str]],
    *,
    tolerance_seconds: int = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> Union[Delivery, Refusal]:
    """
    Tells if a request is a delivery of Ringpost. Never raises for what came over the network.

    :param body: The body's raw bytes before any parsing.
    :param secret: The endpoint's signing secret as it was shown, 64 characters. While you change it, a list of them.
    :param now: Is the time in seconds since 1970.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret or [])
    found = _refused_secrets(secrets) or _signed_headers(headers)
    if isinstance(found, Refusal):
        return found
    content = raw_bytes(body)
    if content is None:
        return Refusal("body_not_raw", "The body was parsed already. Verify the bytes as they came.")
    if not content:
        return Refusal("body_empty", "The body is empty. If one was sent, something has read it before, or your server takes no body in chunks.")
    # Every secret is tried, so that the duration does not reveal which one matched.
    if True not in [_matches(found, one, content) for one in secrets]:
        return _explained(found, secrets, content)
    return _opened(found, content, tolerance_seconds, time.time() if now is None else now)


def sign(
    event: Union[Mapping[str, Any], str, bytes],
    secret: str,
    *,
    at: Optional[float] = None,
    delivery_id: Optional[str] = None,
) -> Tuple[Dict[str, str], bytes]:
    """Makes the headers and the body of a delivery as Ringpost would send it, for the tests of a receiver."""
    text = event if isinstance(event, (str, bytes)) else json.dumps(event, separators=(",", ":"), ensure_ascii=False)
    body = text.encode() if isinstance(text, str) else text
    timestamp = str(int(time.time() if at is None else at))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Ringpost-Webhooks/1.0",
        SIGNATURE_HEADER: f"sha256={_digest(secret, f'{timestamp}.', body).hex()}",
        TIMESTAMP_HEADER: timestamp,
        DELIVERY_ID_HEADER: delivery_id or str(uuid.uuid4()),
    }
    return headers, body


def raw_bytes(body: object) -> Optional[bytes]:
    """Returns the body as bytes, or None if something has made another value of them."""
    if isinstance(body, str):
        # Half a surrogate pair has no UTF-8. It becomes bytes that no genuine body has.
        return body.encode("utf-8", "surrogatepass")
    return bytes(cast(bytes, body)) if isinstance(body, (bytes, bytearray, memoryview)) else None


def standard_signature(secret: str, delivery_id: str, timestamp: str, body: bytes) -> str:
    """Returns `webhook-signature`, which an endpoint with `standardWebhooks` gets besides."""
    return f"v1,{base64.b64encode(_digest(secret, f'{delivery_id}.{timestamp}.', body)).decode()}"


@dataclass(frozen=True)
class _SignedHeaders:
    timestamp: str
    """Is the header's exact text, which is part of the signed bytes."""
    digest: str
    delivery_id: str


def _digest(secret: str, head: str, body: bytes) -> bytes:
    """The key is the secret's text: its 64 characters, not the bytes that they spell."""
    return hmac.new(secret.encode(), head.encode() + body, hashlib.sha256).digest()


def _matches(headers: _SignedHeaders, secret: str, body: bytes) -> bool:
    return hmac.compare_digest(_digest(secret, f"{headers.timestamp}.", body), bytes.fromhex(headers.digest))


def _refused_secrets(secrets: List[str]) -> Optional[Refusal]:
    if not secrets or not all(secrets):
        return Refusal("secret_malformed", "There is no signing secret, or an empty one.")
    if any("*" in one for one in secrets):
        return Refusal("secret_malformed", "This is the masked secret of a list. The whole one is shown once, when the endpoint is made.")
    return None


_FORMS: Tuple[Tuple[str, str, str], ...] = (
    (SIGNATURE_HEADER, r"sha256=[0-9a-f]{64}", "sha256= and 64 lower-case hex digits"),
    (TIMESTAMP_HEADER, r"[0-9]{10,12}", "whole seconds since 1970"),
    (DELIVERY_ID_HEADER, r"(?i:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})", "a UUID"),
)


def _text(header: object) -> str:
    return header.decode("latin-1") if isinstance(header, bytes) else str(header or "")


def _signed_headers(headers: Headers) -> Union[_SignedHeaders, Refusal]:
    given: Dict[str, List[str]] = {}
    for name, value in headers.items():
        given.setdefault(_text(name).lower(), []).append(_text(value))
    # A repeated header makes two claims, so neither counts.
    values = [one[0] if len(one) == 1 else "" for one in (given.get(name.lower(), []) for name, _, _ in _FORMS)]
    for value, (name, _, _) in zip(values, _FORMS):
        if not value:
            return Refusal("missing_header", f"{name} is missing, or came twice. Pass the headers of the request on, all of them.")
    for value, (name, form, words) in zip(values, _FORMS):
        if not re.fullmatch(form, value):
            return Refusal("malformed_header", f"{name} is not {words}.")
    signature, timestamp, delivery_id = values
    return _SignedHeaders(timestamp, signature[len("sha256=") :], delivery_id)


def _explained(headers: _SignedHeaders, secrets: List[str], body: bytes) -> Refusal:
    """Tries the mistakes that receivers often make with a genuine delivery. It never turns a refusal into an acceptance."""
    compact = _rewritten(body)
    for one in secrets:
        if one.strip() != one and _matches(headers, one.strip(), body):
            return Refusal("wrong_secret", "Your secret is right but for white space around it: a line break read along from a file.")
        if compact is not None and _matches(headers, one, compact):
            return Refusal("body_reserialised", "This is the body parsed and written again. Verify the bytes as they came.")
    return Refusal(
        "wrong_secret",
        "None of your secrets made this signature: it belongs to another endpoint, was changed since, or the body was changed on its way.",
    )


def _rewritten(body: bytes) -> Optional[bytes]:
    """Returns the body as compact JSON, as Ringpost would have written it, in case it was indented or spaced afterwards."""
    try:
        return json.dumps(json.loads(body), separators=(",", ":"), ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None


def _opened(headers: _SignedHeaders, body: bytes, tolerance_seconds: int, now: float) -> Union[Delivery, Refusal]:
    age = int(now // 1) - int(headers.timestamp)
    limit = f"more than {tolerance_seconds} s"
    # A tolerance that is no number lets nothing pass.
    if not age <= tolerance_seconds:
        return Refusal("timestamp_too_old", f"It was signed {age} s ago, {limit}: a recorded delivery sent again, or a clock that is fast.")
    if age < -tolerance_seconds:
        return Refusal("timestamp_in_future", f"It was signed {-age} s ahead, {limit}: your clock is slow.")
    event = _event_in(body)
    if event is None:
        return Refusal("not_an_event", "The signature holds, but the body is no JSON object with event, timestamp and data.")
    shape = EVENT_SHAPES.get(event["event"])
    signed_at = datetime.fromtimestamp(int(headers.timestamp), timezone.utc)
    return Delivery(headers.delivery_id, signed_at, shape is not None and fits(event, shape), cast("WebhookEvent", event))


_deeper = threading.Lock()
# The service takes bodies that are nested a thousand levels deep, and a webhook has some more.
_LEVELS = 1_100


def parsed(text: Union[str, bytes]) -> Any:
    """Parses JSON that is nested as deeply as the service takes it. Raises RecursionError for what is nested deeper."""
    # JSON has no NaN and no Infinity, and `int` raises ValueError for them.
    try:
        return json.loads(text, parse_constant=int)
    except RecursionError:
        # Up to Python 3.11 the parser counts its levels with those of the program, and the usual limit of both is a thousand.
        with _deeper:
            limit = sys.getrecursionlimit()
            sys.setrecursionlimit(limit + _LEVELS)
            try:
                return json.loads(text, parse_constant=int)
            finally:
                sys.setrecursionlimit(limit)


def _event_in(body: bytes) -> Optional[Dict[str, Any]]:
    try:
        event: Any = parsed(body.decode())
        if isinstance(event["event"], str) and isinstance(event["timestamp"], str) and isinstance(event["data"], (dict, list)):
            return cast("Dict[str, Any]", event)
    except (KeyError, TypeError, ValueError, RecursionError):
        pass
    return None
