"""What exists: tenants with all that is theirs, and their keys."""

import uuid

from clock import Budget
from mistakes import mistaken

DEFAULTS = {"readsPerMinute": 120, "writesPerMinute": 60, "concurrentCalls": 10, "callEventsPerMinute": 100, "textEventsPerMinute": 600}


def new_id(prefix):
    return f"{prefix}_{uuid.uuid4().hex[:26]}"


class Tenant:
    def __init__(self, clock, name="", publicApiEnabled=True, billing="invoice", limits=None):
        self.id, self.name, self.enabled, self.billing = new_id("ten"), name, publicApiEnabled, billing
        self.limits = dict(DEFAULTS)
        self.budgets = {name: Budget(clock, limit) for name, limit in DEFAULTS.items()}
        self.agents, self.numbers, self.calls, self.endpoints, self.triggers, self.deliveries = {}, {}, {}, {}, {}, {}
        self.told = set()
        self.limit(limits or {})

    def limit(self, limits):
        self.limits.update(limits)
        for name, limit in self.limits.items():
            self.budgets[name].limit = limit + (1 if mistaken("one-request-too-many") and name.startswith("reads") else 0)


class Key:
    def __init__(self, tenant, name, scopes, created_at):
        self.id, self.text, self.tenant, self.scopes = new_id("key"), f"fk_{uuid.uuid4().hex}{uuid.uuid4().hex}", tenant, scopes
        self.view = {"id": self.id, "name": name, "scopes": list(scopes), "createdAt": created_at, "expiresAt": None, "revokedAt": None}


class Problem(Exception):
    """An answer that is an error. `code` is one of the document's catalogue."""

    def __init__(self, code, message, details=None, headers=None):
        super().__init__(message)
        self.code, self.message, self.details, self.headers = code, message, details, headers or {}


def not_found(noun):
    return Problem(f"{noun}_not_found", f"There is no such {noun}.".replace("_", " "))
