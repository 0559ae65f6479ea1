"""What the newest answers say about the tenant's two budgets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Mapping, Optional


@dataclass(frozen=True)
class RateLimit:
    """The state of one of the tenant's budgets."""

    limit: int
    remaining: int
    reset_at: datetime
    """Is the time when the budget is full again if no more requests are sent."""

    def seconds_until_free(self) -> float:
        """Returns how long to wait until one more request leaves a quarter of the budget to the tenant's other programs."""
        missing = math.ceil(self.limit / 4) + 1 - self.remaining
        return max(0.0, missing * 60 / self.limit)


@dataclass
class RateLimits:
    """Both are None until the first answer that counted against them. The tenant's other keys use the same budgets."""

    read: Optional[RateLimit] = None
    write: Optional[RateLimit] = None

    def note(self, budget: str, headers: Mapping[str, str]) -> None:
        """Records what an answer reports. A refused key counts against its IP address, which is neither budget."""
        limit, remaining, reset = (headers.get(f"x-ratelimit-{name}") for name in ("limit", "remaining", "reset"))
        if not limit or not remaining or not reset or "www-authenticate" in headers:
            return
        known = RateLimit(int(limit), int(remaining), datetime.fromtimestamp(int(reset), timezone.utc))
        if budget == "read":
            self.read = known
        else:
            self.write = known
