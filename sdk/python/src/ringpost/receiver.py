"""The receiving side: verification and deduplication, for any framework and as a WSGI application."""

from __future__ import annotations

import inspect
import json
import re
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterable, List, Literal, Mapping, Optional, Protocol, Union, get_args

from .webhooks import TOLERANCE_SECONDS, Delivery, Headers, Reason, Refusal, raw_bytes, verify

LARGEST_BODY = 4 * 1024 * 1024
"""The variables of one call can be 2.5 MB of JSON, where each of their bytes is a control character, which JSON escapes."""

MOST_THROWN_AWAY = 64 * 1024 * 1024

Taken = Literal["new", "in_progress", "done"]


class SeenDeliveries(Protocol):
    """
    Remembers handled deliveries by id. Several processes need a store that they share: with Redis, `take` is SET NX with
    an expiry of a minute, and a GET where the key is there, `done` is SET with an expiry of some weeks, `release` is DEL.
    """

    def take(self, delivery_id: str) -> Taken:
        """
        Returns `new` if the caller may handle the delivery: no other caller gets it for a minute, or until `release`. Otherwise
        `in_progress`, or `done` if it was handled. Any other answer raises TypeError.
        """
        ...

    def done(self, delivery_id: str) -> None: ...

    def release(self, delivery_id: str) -> None:
        """Records that the handling failed: the next attempt is `new` again. Is not called later than a minute after `take`."""
        ...


HANDLING_SECONDS = 60.0
"""A handler that has not ended by then is taken for one that never will. Otherwise every retry would be put off."""


class RememberedInMemory:
    """Remembers the newest deliveries. A retry follows its attempt within nine hours; a replay may come at any time."""

    def __init__(self, most: int = 100_000, now: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._now = now
        self._in_progress: Dict[str, float] = {}
        """Holds when each was taken."""
        self._done: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, delivery_id: str) -> Taken:
        with self._lock:
            if delivery_id in self._done:
                return "done"
            now = self._now()
            taken_at = self._in_progress.get(delivery_id)
            if taken_at is not None and now - taken_at < HANDLING_SECONDS:
                return "in_progress"
            self._in_progress[delivery_id] = now
            return "new"

    def done(self, delivery_id: str) -> None:
        with self._lock:
            self._in_progress.pop(delivery_id, None)
            self._done[delivery_id] = None
            if len(self._done) > self._most:
                self._done.popitem(last=False)

    def release(self, delivery_id: str) -> None:
        with self._lock:
            self._in_progress.pop(delivery_id, None)


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str] = field(default_factory=lambda: dict[str, str]())
    body: bytes = b""


# Only a mistake of the receiver itself is answered 500, and nothing that a stranger can send.
_STATUSES: Dict[Reason, int] = {
    "missing_header": 400,
    "malformed_header": 400,
    "body_empty": 400,
    "body_not_raw": 500,
    "secret_malformed": 500,
    "body_reserialised": 401,
    "wrong_secret": 401,
    "timestamp_too_old": 401,
    "timestamp_in_future": 401,
    "not_an_event": 400,
}


class Receiver:
    """
    Takes webhooks: verifies each, skips one that was already handled, and passes others to `on_delivery`. An instance is
    a WSGI application; other frameworks call `receive`.

    :param secret: The endpoint's signing secret, or while you change it a list of them.
    :param on_delivery: Handles a delivery, or puts it on a queue of yours: Ringpost waits ten seconds for your answer. If
        it raises, the delivery is sent again later. It is a plain function: what it returns is not awaited.
    :param seen: By default deliveries are remembered in this process's memory.
    :param on_refused: Gets the reason of each refused request, for your log. The answer states it as well.
    """

    def __init__(
        self,
        secret: Union[str, List[str]],
        on_delivery: Callable[[Delivery], object],
        *,
        seen: Optional[SeenDeliveries] = None,
        on_refused: Optional[Callable[[Refusal], object]] = None,
        tolerance_seconds: int = TOLERANCE_SECONDS,
        largest_body: int = LARGEST_BODY,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._secret = secret
        self._on_delivery = on_delivery
        self._seen: SeenDeliveries = RememberedInMemory() if seen is None else seen
        self._on_refused = on_refused
        self._tolerance_seconds = tolerance_seconds
        self._largest_body = largest_body
        self._now = now

    def receive(self, method: str, headers: Headers, body: Any) -> Reply:
        """Takes one request with its raw body. Raises what `on_delivery` raises; answer that with 500."""
        if method not in ("POST", "PUT"):
            return Reply(405, {"Allow": "POST, PUT"})
        content = raw_bytes(body)
        if content and len(content) > self._largest_body:
            return Reply(413)
        began = self._now()
        verified = verify(headers, content, self._secret, tolerance_seconds=self._tolerance_seconds, now=began)
        if isinstance(verified, Refusal):
            return self._refuse(verified)
        taken = self._seen.take(verified.delivery_id)
        if taken not in get_args(Taken):
            raise TypeError(f"`take` returned {taken!r}, which is none of {', '.join(get_args(Taken))}.")
        if taken == "in_progress":
            return Reply(503)
        if taken == "new":
            try:
                if inspect.isawaitable(self._on_delivery(verified)):
                    raise TypeError("`on_delivery` must be a plain function. What it returned would have to be awaited.")
            except BaseException:
                # Later the delivery may be another's, which this must not release.
                if self._now() - began < HANDLING_SECONDS:
                    self._seen.release(verified.delivery_id)
                raise
            self._seen.done(verified.delivery_id)
        return Reply(204)

    def __call__(self, environ: Dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        headers = {name[5:].replace("_", "-"): str(value) for name, value in environ.items() if name.startswith("HTTP_")}
        left = self._largest_body + MOST_THROWN_AWAY
        # A body without a length, as in chunks, ends by itself where the server says so.
        if not environ.get("wsgi.input_terminated"):
            length = environ.get("CONTENT_LENGTH") or "0"
            left = min(int(length), left) if re.fullmatch("[0-9]{1,18}", length) else 0
        # One byte more than is allowed shows that a body is too large.
        content = environ["wsgi.input"].read(min(left, self._largest_body + 1))
        if len(content) > self._largest_body:
            # A sender that writes all before it reads would not see the answer.
            left -= len(content)
            while left > 0 and (piece := environ["wsgi.input"].read(min(left, 65_536))):
                left -= len(piece)
        reply = self.receive(environ["REQUEST_METHOD"], headers, content)
        start_response(f"{reply.status} {'OK' if reply.status < 300 else 'Refused'}", list(reply.headers.items()))
        return [reply.body]

    def _refuse(self, refusal: Refusal) -> Reply:
        if self._on_refused is not None:
            self._on_refused(refusal)
        body = json.dumps({"error": {"code": refusal.reason, "message": refusal.hint}}).encode()
        return Reply(_STATUSES[refusal.reason], {"Content-Type": "application/json"}, body)
