"""What a request can fail with. `ringpost.generated.errors` has an exception for each code of a refusal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Tuple

if TYPE_CHECKING:
    from .generated.types import Call


@dataclass(frozen=True)
class Circumstances:
    """Facts about a failed request, whatever the reason."""

    operation: str
    tries: int
    """Says how often the request was sent."""
    idempotency_key: Optional[str]
    """Makes a repeated request safe: sent again with this key within 24 hours, it is carried out at most once."""


class _Copyable(Exception):
    """Is made again from its attributes. `Exception` would call the class with the message alone, in pickle and `copy`."""

    def __reduce__(self) -> Tuple[Any, ...]:
        return Exception.__new__, (type(self), *self.args), self.__dict__


class RingpostError(_Copyable):
    """The base of all errors of the client."""

    def __init__(self, message: str, circumstances: Circumstances) -> None:
        super().__init__(message)
        self.operation = circumstances.operation
        self.tries = circumstances.tries
        self.idempotency_key = circumstances.idempotency_key


class RefusedError(RingpostError):
    """Ringpost refused the request. A code that this package knows has a class of its own, with typed `details`."""

    details: Any

    def __init__(
        self,
        circumstances: Circumstances,
        *,
        status: int,
        code: str,
        message: str,
        details: Any,
        request_id: Optional[str],
        retry_after: Optional[int],
    ) -> None:
        super().__init__(f"{code}: {message}", circumstances)
        self.status = status
        self.code = code
        self.details = details
        self.request_id = request_id
        """Identifies the request when you ask for help."""
        self.retry_after = retry_after
        """Is the pause in seconds that Ringpost asks for."""


class NoAnswerError(RingpostError):
    """
    The connection failed or the time ran out. It is also raised where Ringpost refused the last try, and an earlier one may have been
    carried out: the refusal is the `__cause__`. The request may or may not have been carried out.
    """


class UnreadableAnswerError(RingpostError):
    """
    The answer is none of the contract's: it comes from a proxy or another service at this address. The request may or may not have
    been carried out.
    """

    def __init__(self, circumstances: Circumstances, *, status: int, text: str) -> None:
        super().__init__(f"{circumstances.operation} was answered {status} by something that is not Ringpost.", circumstances)
        self.status = status
        self.text = text


class CallStillGoingError(_Copyable):
    """`wait_for_call` reached its time limit."""

    def __init__(self, call: Call) -> None:
        super().__init__(f"The call {call['id']} is still {call['status']}.")
        self.call = call
        """Is the call as it was last read."""
