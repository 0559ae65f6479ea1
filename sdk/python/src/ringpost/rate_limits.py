"""What the newest answers say about the tenant's two budgets."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Mapping, Optional

_WHOLE = re.compile(r"[0-9]{1,10}")


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
        """
        Records what an answer reports. A refused key counts against its IP address, which is neither budget. A proxy may
        have put headers of its own in place of these, in another form, which say nothing about a budget.
        """
        limit, remaining, reset = (headers.get(f"x-ratelimit-{name}", "") for name in ("limit", "remaining", "reset"))
        if "www-authenticate" in headers or not all(_WHOLE.fullmatch(text) for text in (limit, remaining, reset)) or int(limit) == 0:
            return
        known = RateLimit(int(limit), int(remaining), datetime.fromtimestamp(int(reset), timezone.utc))
        if budget == "read":
            self.read = known
        else:
            self.write = known
