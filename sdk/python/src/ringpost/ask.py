"""A request that is repeated where the contract says that this is safe."""

from __future__ import annotations

import json
import math
import random
import time
import uuid
from dataclasses import dataclass, field, replace
from email.utils import mktime_tz, parsedate_tz
from typing import Any, Callable, Dict, Mapping, Optional, Union, cast
from urllib.parse import quote, urlencode

from . import http
from .errors import Circumstances, NoAnswerError, RefusedError, RingpostError, UnreadableAnswerError
from .generated.errors import ERRORS
from .generated.operations import OPERATIONS
from .rate_limits import RateLimits
from .webhooks import parsed

LONGEST_SLEEP = 2_000_000
"""Is less than the longest sleep in seconds that the clocks of all systems can hold."""

USER_AGENT = "ringpost-python/0.1.0"


@dataclass(frozen=True)
class Settings:
    """What all requests of one client share."""

    base_url: str
    api_key: str
    max_tries: int
    max_wait: float
    timeout: float
    send: http.Send = http.send
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random
    rate_limits: RateLimits = field(default_factory=RateLimits)


@dataclass(frozen=True)
class Done:
    body: Any


@dataclass(frozen=True)
class Failed:
    error: RingpostError
    repeatable: bool
    """Says whether the contract allows to send the same request again."""
    retry_after: Optional[int]


def ask(settings: Settings, operation: str, given: Mapping[str, Any], deadline: float = math.inf) -> Any:
    """
    Sends a request, and repeats it after the codes of `x-retry` and after no answer at all. If no idempotency key is
    given one is made. It is the same on every try, and the last try's error carries it.

    :param deadline: Is the time of the settings' clock after which nothing is sent or waited for.
    """
    row = OPERATIONS[operation]
    keyed: Dict[str, Any] = dict(given)
    if row["idempotency_field"] is not None:
        keyed.setdefault(row["idempotency_field"], str(uuid.uuid4()))
    # What the caller does with the input between two tries changes nothing.
    request = _request(settings, operation, row, keyed)
    waited, lost, tries = 0.0, False, 0
    while True:
        tries += 1
        if deadline < math.inf:
            # A limit of zero would not wait for the network at all.
            request = replace(request, timeout=max(0.001, min(settings.timeout, deadline - settings.now())))
        outcome = _try(settings, row, request, Circumstances(operation, tries, keyed.get("idempotencyKey")))
        if isinstance(outcome, Done):
            return outcome.body
        error = outcome.error
        # An earlier try succeeded and its answer was lost: the resource is deleted.
        if lost and row["method"] == "DELETE" and isinstance(error, RefusedError) and error.status == 404:
            return None
        pause = outcome.retry_after if outcome.retry_after is not None else _backoff(tries, settings.chance())
        if not outcome.repeatable or tries >= settings.max_tries or pause > settings.max_wait - waited:
            break
        lost = lost or _may_be_done(error)
        pause = min(pause, LONGEST_SLEEP)
        settings.sleep(min(pause, max(0.0, deadline - settings.now())))
        if settings.now() >= deadline:
            break
        waited += pause
    if lost and error.idempotency_key is not None and _comes_before_the_key(error):
        raise _no_answer(Circumstances(operation, tries, error.idempotency_key), error)
    raise error


def _may_be_done(error: RingpostError) -> bool:
    """Says if the request may have been carried out, although the answer does not say so."""
    if isinstance(error, RefusedError):
        details: Dict[str, Any] = error.details or {}
        unknown_fate = error.code == "placement_failed" and details.get("fate") == "unknown"
        return unknown_fate or error.code in ("internal_error", "idempotency_in_progress")
    return not (isinstance(error, UnreadableAnswerError) and error.status == 429)


def _comes_before_the_key(error: RingpostError) -> bool:
    """Says if a refusal is given before the idempotency key is looked up, so that it says nothing of the tries before it."""
    return isinstance(error, RefusedError) and (error.status in (401, 403) or error.code in ("rate_limited", "overloaded"))


def _no_answer(circumstances: Circumstances, cause: Exception) -> NoAnswerError:
    if isinstance(cause, RefusedError):
        doubt = f"It is not known whether {circumstances.operation} was done: an earlier try may have done it"
        error = NoAnswerError(f"{doubt}, and the last was refused ({cause})", circumstances)
    else:
        error = NoAnswerError(f"No answer to {circumstances.operation}: {cause}", circumstances)
    error.__cause__ = cause
    return error


def _backoff(tries: int, chance: float) -> float:
    """
    The pause starts at half a second and doubles each time. It is shortened by up to half at random, so that clients
    that failed together spread out.
    """
    return float(min(8.0, 0.5 * 2 ** (tries - 1)) * (1 - chance / 2))


def _try(settings: Settings, row: Mapping[str, Any], request: http.Request, circumstances: Circumstances) -> Union[Done, Failed]:
    try:
        answer = settings.send(request)
    except http.NO_ANSWER as cause:
        return Failed(_no_answer(circumstances, cause), True, None)
    settings.rate_limits.note(row["budget"], answer.headers)
    if answer.status == 204 and not row["gives_body"]:
        return Done(None)
    try:
        body = parsed(answer.body)
    except (ValueError, RecursionError):
        return _unreadable(answer, circumstances)
    # Every body of the contract is an object. A success that has none is a 204.
    if 200 <= answer.status < 300 and row["gives_body"] and isinstance(body, dict):
        return Done(cast("Dict[str, Any]", body))
    return _refused(answer, body, row, circumstances)


def _request(settings: Settings, operation: str, row: Mapping[str, Any], given: Mapping[str, Any]) -> http.Request:
    path = str(row["path"])
    query: Dict[str, str] = {}
    body: Dict[str, Any] = {}
    for name, value in given.items():
        if f"{{{name}}}" in path:
            # With these it would be the path of another operation.
            if value in ("", ".", ".."):
                raise ValueError(f'{operation} takes no "{value}" as its {name}.')
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        elif name in row["query"]:
            query[name] = str(value)
        else:
            body[name] = value
    headers = {"Authorization": f"Bearer {settings.api_key}", "User-Agent": USER_AGENT, "Accept": "application/json"}
    if row["takes_body"]:
        headers["Content-Type"] = "application/json"
    return http.Request(
        method=row["method"],
        url=f"{settings.base_url}{path}{'?' if query else ''}{urlencode(query)}",
        headers=headers,
        body=json.dumps(body, allow_nan=False).encode() if row["takes_body"] else None,
        timeout=settings.timeout,
    )


def _refused(answer: http.Answer, body: Any, row: Mapping[str, Any], circumstances: Circumstances) -> Failed:
    try:
        error: Dict[str, Any] = body["error"]
        code, message, details = error["code"], error["message"], error.get("details")
    except (AttributeError, IndexError, KeyError, TypeError):
        return _unreadable(answer, circumstances)
    if not isinstance(code, str) or not isinstance(message, str):
        return _unreadable(answer, circumstances)
    # Some proxies write their errors in our form.
    if code not in ERRORS and _may_be_a_proxys(answer):
        return _unreadable(answer, circumstances)
    refusal = ERRORS.get(code, RefusedError)(
        circumstances,
        status=answer.status,
        code=code,
        message=message,
        details=details,
        request_id=answer.headers.get("x-request-id"),
        retry_after=_retry_after(answer),
    )
    return Failed(refusal, not _is_final(answer) and code in row["retry_codes"], refusal.retry_after)


def _unreadable(answer: http.Answer, circumstances: Circumstances) -> Failed:
    """The body is not Ringpost's but a proxy's, which may have lost the answer, or has a limit of its own."""
    error = UnreadableAnswerError(circumstances, status=answer.status, text=answer.body.decode(errors="replace"))
    return Failed(error, _may_be_a_proxys(answer) and not _is_final(answer), _retry_after(answer))


def _is_final(answer: http.Answer) -> bool:
    return answer.headers.get("x-should-retry") == "false"


def _may_be_a_proxys(answer: http.Answer) -> bool:
    return answer.status >= 500 or answer.status == 429


def _retry_after(answer: http.Answer) -> Optional[int]:
    """
    Returns the seconds to wait. A proxy may name a date instead. It is measured against the answer's own `Date`, because
    this machine's clock may be wrong. What is not ahead says nothing, so that nobody is asked without a pause.
    """
    text = answer.headers.get("retry-after", "")
    try:
        seconds = int(text) if text.isascii() and text.isdigit() else None
    except ValueError:
        # The number has too many digits.
        return None
    if seconds is None:
        date, now = _time(text), _time(answer.headers.get("date", ""))
        seconds = 0 if date is None else math.ceil(date - (time.time() if now is None else now))
    return seconds if seconds > 0 else None


def _time(date: str) -> Optional[int]:
    try:
        parsed = parsedate_tz(date)
        return mktime_tz(parsed) if parsed else None
    except (OverflowError, ValueError):
        # The year has too many digits.
        return None
