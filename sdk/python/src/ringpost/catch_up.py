"""What the service has recorded against what a receiver has seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterator, Literal, Mapping, Optional, cast

from .deliveries import each_delivery
from .errors import RefusedError
from .generated.errors import DeliveryNotFoundError, InvalidRequestError
from .rate_limits import RateLimit

if TYPE_CHECKING:
    from .client import Client
    from .generated.types import WebhookDeliveriesReply, WebhookDelivery


@dataclass(frozen=True)
class CaughtUp:
    """A delivery that your receiver had not seen."""

    delivery: WebhookDelivery
    """Is the delivery as it stands now."""
    fate: Literal["sent_again", "on_its_way", "refused", "missing"]
    """
    `sent_again`: its `status` says whether that arrived. `on_its_way`: the service itself still tries. `refused`: its
    endpoint is gone or inactive, or the delivery is. `missing`: it would be sent again.
    """
    refusal: Optional[RefusedError] = None


def catch_up(
    client: Client,
    sleep: Callable[[float], None],
    since: str,
    was_seen: Callable[[str], bool],
    is_wanted: Callable[[WebhookDelivery], bool],
    dry_run: bool,
) -> Iterator[CaughtUp]:
    def leave_some(limit: Optional[RateLimit]) -> None:
        if limit is not None and limit.seconds_until_free() > 0:
            sleep(limit.seconds_until_free())

    def list_part(page: int, limit: int) -> WebhookDeliveriesReply:
        leave_some(client.rate_limits.read)
        return client.list_webhook_deliveries(since=since, page=page, limit=limit)

    # Deliveries made meanwhile would move the pages, so the list is read to its end first.
    recorded = [delivery for delivery in each_delivery(list_part) if is_wanted(delivery)]
    for delivery in reversed(recorded):
        if was_seen(delivery["id"]):
            continue
        if _is_unfinished(delivery):
            yield CaughtUp(delivery, "on_its_way")
            continue
        if dry_run:
            yield CaughtUp(delivery, "missing")
            continue
        leave_some(client.rate_limits.write)
        try:
            yield CaughtUp(client.retry_webhook_delivery(delivery["id"]), "sent_again")
        except DeliveryNotFoundError as refusal:
            yield CaughtUp(delivery, "refused", refusal)
        except InvalidRequestError as refusal:
            yield _refused(client, delivery, refusal)


def _refused(client: Client, listed: WebhookDelivery, refusal: RefusedError) -> CaughtUp:
    """
    Tells a delivery that something else has sent again since it was listed, or a try of ours whose answer was lost, from
    one that cannot be sent.
    """
    read: Mapping[str, Any] = client.read_webhook_delivery(listed["id"])
    delivery = cast("WebhookDelivery", {name: read[name] for name in listed})
    return CaughtUp(delivery, "on_its_way") if _is_unfinished(delivery) else CaughtUp(delivery, "refused", refusal)


def _is_unfinished(delivery: WebhookDelivery) -> bool:
    return delivery["status"] in ("pending", "retrying")
