"""The list of deliveries, page after page."""

from __future__ import annotations

import math
from typing import Callable, Iterator, Set

from .generated.types import WebhookDeliveriesReply, WebhookDelivery

LARGEST_PAGE = 50
"""The contract allows at most this many deliveries on a page (`L-PAGE-01`)."""


MOST_PASSES = 10
"""Ends the reading of a list that never comes to rest."""


def each_delivery(list_page: Callable[[int], WebhookDeliveriesReply], *, by_status: bool = False) -> Iterator[WebhookDelivery]:
    """
    Pages are counted from the newest delivery, so a delivery made meanwhile pushes others onto the next page. One that is
    taken off the list pulls others forward: where the total has fallen, pages are read again. With a status, older
    deliveries come to the list too, so that the total hides what has left it: the list is read until nothing on it is new.
    """
    seen: Set[str] = set()
    for _ in range(MOST_PASSES):
        seen_before, page, known = len(seen), 1, 0
        while True:
            found = list_page(page)
            for delivery in found["deliveries"]:
                if delivery["id"] not in seen:
                    seen.add(delivery["id"])
                    yield delivery
            gone = known - found["pagination"]["total"]
            known = found["pagination"]["total"]
            if gone > 0 and page > 1:
                # Those that were pulled forward are on the pages before, as far back as so many reach.
                page = max(1, page - math.ceil(gone / LARGEST_PAGE))
            elif page >= found["pagination"]["totalPages"]:
                break
            else:
                page += 1
        # A list of one page was read at once.
        if not by_status or page == 1 or len(seen) == seen_before:
            return
