"""Ringpost for Python: the public API with a typed method for each operation, and the receiving side of its webhooks."""

from .catch_up import CaughtUp
from .client import Client
from .errors import (
    CallStillGoingError,
    NoAnswerError,
    RefusedError,
    RingpostError,
    UnreadableAnswerError,
)
from .rate_limits import RateLimit, RateLimits

__all__ = [
    "CallStillGoingError",
    "CaughtUp",
    "Client",
    "NoAnswerError",
    "RateLimit",
    "RateLimits",
    "RefusedError",
    "RingpostError",
    "UnreadableAnswerError",
    "__version__",
]

__version__ = "0.1.0"
