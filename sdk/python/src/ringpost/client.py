"""The public API, with one method for each operation, and functions that combine several."""

from __future__ import annotations

import random
import re
import time
from datetime import datetime, timezone
from typing import Any, Callable, Iterator, Mapping, Optional, Union, cast

from . import http
from .ask import Settings, ask
from .catch_up import CaughtUp, catch_up
from .deliveries import LARGEST_PAGE, each_delivery
from .errors import CallStillGoingError, NoAnswerError, RefusedError, UnreadableAnswerError
from .generated.operations import FINAL_CALL_STATUSES, Operations
from .generated.types import Call, CallSummary, DeliveryStatusInput, WebhookDelivery
from .rate_limits import RateLimits

LONGEST_PAUSE = 10.0
"""Six reads a minute leave most of a budget of 120 to other requests."""

RESULTS_FOLLOW = 90.0
"""The contract says "about a minute". A call without results by then is taken to get none."""


class Client(Operations):
    """
    A client of one tenant. Threads may share it.

    :param base_url: The public API with its path prefix: `https://ringpost.example.org/api/v1/public`.
    :param max_tries: Limits how often a request is sent, where the contract says that repeating it is safe.
    :param max_wait: Limits the pauses between the tries of one request, all together, in seconds.
    :param timeout: Limits each wait for the network, in seconds.
    :param send: Sends a request in place of `urllib`.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_tries: int = 4,
        max_wait: float = 60.0,
        timeout: float = 30.0,
        send: http.Send = http.send,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._settings = Settings(base_url.rstrip("/"), _key_in(api_key), max_tries, max_wait, timeout, send, now, sleep, chance)

    @property
    def rate_limits(self) -> RateLimits:
        """Holds the state of both budgets in the newest answer."""
        return self._settings.rate_limits

    def wait_for_call(self, id: str, *, timeout: float = 600.0, for_results: bool = False) -> Call:
        """
        Reads a call until it has ended, and raises CallStillGoingError after `timeout` seconds. A webhook is faster and
        costs no budget.

        :param timeout: A service that is away, busy or limiting meanwhile is asked again. The read in which it runs out is cut, as
            precisely as the client's `timeout` limits a wait for the network. If none succeeded, the error of the last is raised.
        :param for_results: Also waits for the analysis of a call that was answered: outcome, transcript and extraction follow
            within about a minute of the end, if at all. After 90 seconds the call is returned as it is.
        """
        now, sleep = self._settings.now, self._settings.sleep
        began, pause = now(), 1.0
        ended_at: Optional[float] = None
        call: Optional[Call] = None
        while True:
            try:
                call = cast("Call", ask(self._settings, "readCall", {"id": id}, began + timeout)["call"])
                # A later version may end calls in a status of its own.
                if ended_at is None and (call.get("endedAt") or call["status"] in FINAL_CALL_STATUSES):
                    ended_at = now()
            except (NoAnswerError, RefusedError, UnreadableAnswerError) as error:
                passes = isinstance(error, NoAnswerError) or error.status == 429 or error.status >= 500
                if not passes or (call is None and now() - began + pause > timeout):
                    raise
            if call is not None:
                if ended_at is not None and (not for_results or _has_results(call) or now() - ended_at > RESULTS_FOLLOW):
                    return call
                if now() - began + pause > timeout:
                    raise CallStillGoingError(call)
            sleep(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)

    def each_call(self) -> Iterator[CallSummary]:
        """Yields every call that is over, page after page, newest first. A call that ends meanwhile moves no other to another page."""
        cursor: Optional[str] = None
        while True:
            page = self.list_calls(cursor=cursor, limit=LARGEST_PAGE)
            yield from page["calls"]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def each_webhook_delivery(self, *, status: Optional[DeliveryStatusInput] = None, since: Optional[str] = None) -> Iterator[WebhookDelivery]:
        """
        Yields every delivery that the filter finds, page after page, newest first.

        A delivery made meanwhile pushes others onto the next page; those already seen are left out. One that is taken off
        the list pulls others forward, so pages are read again; with a status, until nothing is new. A loop that takes
        deliveries off the list itself, by sending again what the filter found, has much read again: collect first, then act.
        """
        return each_delivery(
            lambda page, limit: self.list_webhook_deliveries(status=status, since=since, page=page, limit=limit),
            by_status=status is not None,
        )

    def catch_up(
        self,
        *,
        since: Union[str, datetime],
        was_seen: Callable[[str], bool],
        is_wanted: Callable[[WebhookDelivery], bool] = lambda _: True,
        dry_run: bool = False,
    ) -> Iterator[CaughtUp]:
        """
        Sends again what your receiver has never seen of the deliveries made since then, the oldest first, and yields
        what became of each. It begins as the iterator is read, and leaves a quarter of both budgets to other programs.

        :param since: A datetime needs a time zone.
        :param was_seen: Is asked with a delivery's id, which receivers get as `X-Webhook-Delivery-Id`.
        :param is_wanted: Chooses deliveries, such as those to one endpoint. By default all are wanted.
        :param dry_run: Sends nothing, and yields what would be sent as `missing`.
        """
        if isinstance(since, datetime):
            # Local time would be a guess: `utcnow` has no zone either.
            if since.utcoffset() is None:
                raise ValueError(f"`since` has no time zone: {since!r}. Take datetime.now(timezone.utc), for example.")
            since = since.astimezone(timezone.utc).isoformat()
        return catch_up(self, self._settings.sleep, since, was_seen, is_wanted, dry_run)

    def _call(self, operation: str, required: Mapping[str, Any], optional: Mapping[str, Any]) -> Any:
        given = {name: value for name, value in optional.items() if value is not None}
        return ask(self._settings, operation, {**required, **given})


def _has_results(call: Call) -> bool:
    """
    Says if the call was not answered, so that no analysis follows, or its analysis is there. The end itself gives a call
    that was answered no outcome, `VOICEMAIL` or `FAILED`; the analysis gives every other, with transcript and extraction.
    """
    unanswered = call["status"] == "failed" and call["durationSeconds"] is None
    return unanswered or call["transcript"] is not None or call["outcome"] not in (None, "VOICEMAIL", "FAILED")


def _key_in(text: str) -> str:
    """
    Returns the key without white space around it, such as the line break of the file that it was read from. Other text
    is refused here, because the error of a request would show the header with the key.
    """
    key = text.strip()
    if re.fullmatch(r"[!-~]*", key) is None:
        raise ValueError("The API key has white space in it, or a character that no key has.")
    return key
