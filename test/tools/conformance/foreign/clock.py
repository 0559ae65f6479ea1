"""The service's time, which a driver can move on, and what is to be done at a time."""

import asyncio
import heapq
import itertools
import time
from datetime import datetime, timezone


def iso(seconds):
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Clock:
    def __init__(self):
        self.ahead, self._due, self._order = 0.0, [], itertools.count()

    def now(self):
        return time.time() + self.ahead

    def at(self, when, act):
        heapq.heappush(self._due, (when, next(self._order), act))

    def after(self, seconds, act):
        self.at(self.now() + seconds, act)

    def advance(self, seconds):
        """Moves on from one due thing to the next, so that what follows from each is in time as well."""
        until = self.now() + seconds
        while self._due and self._due[0][0] <= until:
            self.ahead += max(0.0, self._due[0][0] - self.now())
            heapq.heappop(self._due)[2]()
        self.ahead += max(0.0, until - self.now())

    async def run(self):
        while True:
            while self._due and self._due[0][0] <= self.now():
                heapq.heappop(self._due)[2]()
            await asyncio.sleep(0.01)


class Budget:
    """As many as `limit` within any 60 seconds."""

    def __init__(self, clock, limit):
        self.clock, self.limit, self.taken = clock, limit, []

    def take(self):
        """Takes a token and returns None, or returns the seconds until the next one is there."""
        now = self.clock.now()
        self.taken = [at for at in self.taken if at > now - 60]
        if len(self.taken) >= self.limit:
            return self.taken[len(self.taken) - self.limit] + 60 - now
        self.taken.append(now)
        return None

    def reserve(self):
        """Takes the next token that will be there, and returns when."""
        taken = self.taken[-self.limit] + 60 if len(self.taken) >= self.limit else 0
        self.taken.append(max(self.clock.now(), taken))
        return self.taken[-1]

    def left(self):
        since = self.clock.now() - 60
        return max(0, self.limit - sum(at > since for at in self.taken))

    def full_in(self):
        return max(0.0, self.taken[-1] + 60 - self.clock.now()) if self.taken else 0.0
