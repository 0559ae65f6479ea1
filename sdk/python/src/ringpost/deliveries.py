"""The list of deliveries, page after page."""

from __future__ import annotations

from typing import Callable, Iterator, Set

from .generated.types import WebhookDeliveriesReply, WebhookDelivery

LARGEST_PAGE = 50
"""The contract allows at most this many deliveries on a page (`L-PAGE-01`)."""


def each_delivery(list_page: Callable[[int], WebhookDeliveriesReply]) -> Iterator[WebhookDelivery]:
    """Pages are counted from the newest delivery, so a delivery made meanwhile pushes others onto the next page."""
    seen: Set[str] = set()
    page = 1
    while True:
        found = list_page(page)
        for delivery in found["deliveries"]:
            if delivery["id"] not in seen:
                seen.add(delivery["id"])
                yield delivery
        if page >= found["pagination"]["totalPages"]:
            return
        page += 1
