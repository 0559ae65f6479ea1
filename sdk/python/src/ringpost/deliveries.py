"""The list of deliveries, page after page."""

from __future__ import annotations

import math
from typing import Callable, Iterator, Set, Tuple

from .generated.types import WebhookDeliveriesReply, WebhookDelivery

LARGEST_PAGE = 50
"""The contract allows at most this many deliveries on a page (`L-PAGE-01`)."""


MOST_PASSES = 10
"""Ends the reading of a list that never comes to rest, and so does MOST_RETURNS."""

MOST_RETURNS = 100


def each_delivery(list_part: Callable[[int, int], WebhookDeliveriesReply], *, by_status: bool = False) -> Iterator[WebhookDelivery]:
    """
    Pages are counted from the newest delivery, so a delivery made meanwhile pushes others onto the next page. Where many
    are made between two requests, pages that would hold nothing else are passed over. One that is taken off the list
    pulls others forward: once the total has fallen, a part that does not follow on what was read, and is older, waits until
    what is before it was read. What expires does so at the end of the list, and pulls nothing forward. With a status,
    older deliveries come to the list too, so that the total hides what has left it: the list is read until nothing on it
    is new.

    :param list_part: Asks for a page, by its number and its limit.
    """
    seen: Set[str] = set()
    returns = 0
    for _ in range(MOST_PASSES):
        seen_before = len(seen)
        # So many from the newest on had been seen when the total was `total`.
        end, total = 0, 0
        last_total, expected, falls = 0, 0, False
        # What this pass has read, and how far it has come.
        known: Set[str] = set()
        oldest = "9999"
        farthest = 0
        page, limit = 1, LARGEST_PAGE
        while True:
            found = list_part(page, limit)
            deliveries, pagination = found["deliveries"], found["pagination"]
            ids = {delivery["id"] for delivery in deliveries}
            grown = pagination["total"] - last_total if last_total > 0 else 0
            last_total = pagination["total"]
            falls = falls or grown < 0
            start = (page - 1) * limit
            # What is newer than one that was read passes over none.
            follows = start == 0 or not known.isdisjoint(ids) or any(delivery["createdAt"] > oldest for delivery in deliveries)
            if not follows and start > end and returns < MOST_RETURNS:
                # Fewer were made than before.
                returns += 1
                expected = math.floor(min(pagination["total"] - total, expected * 0.8))
                page, limit = _part_after(end, expected, falls)
                continue
            if not follows and falls and returns < MOST_RETURNS:
                # Those that were pulled forward are before this part.
                returns += 1
                end, expected = max(0, start - max(LARGEST_PAGE, total - pagination["total"])), 0
                page, limit = _part_after(end, expected, falls)
                continue
            known |= ids
            oldest = min([oldest, *(delivery["createdAt"] for delivery in deliveries)])
            for delivery in deliveries:
                if delivery["id"] not in seen:
                    seen.add(delivery["id"])
                    yield delivery
            total = pagination["total"]
            if page >= pagination["totalPages"]:
                break
            end, expected = page * limit, grown
            if end > farthest:
                farthest, returns = end, 0
            page, limit = _part_after(end, expected, falls)
        # A list of one page was read at once.
        if not by_status or page == 1 or len(seen) == seen_before:
            return


def _part_after(end: int, expected: int, falls: bool) -> Tuple[int, int]:
    """
    Returns number and limit of the page after the first `end` deliveries of a list that is expected to grow by so many
    before it is read. Unless the list has come to rest, it begins with one or more that were read, which
    shows that none is passed over, and has as few of them as a limit between half and all of a page can give.
    """
    if end == 0 or (expected <= 0 and not falls and end % LARGEST_PAGE == 0):
        return end // LARGEST_PAGE + 1, LARGEST_PAGE
    last_seen = max(0, end - 1 + expected)
    limit = max(range(LARGEST_PAGE, LARGEST_PAGE // 2, -1), key=lambda each: each - last_seen % each)
    return last_seen // limit + 1, limit
