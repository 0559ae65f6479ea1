# Made by `npm run generate` from the documents. Edit those.


from __future__ import annotations

from typing import Dict, List, Literal, Optional, Type, TypedDict, Union

from ..errors import RefusedError


class Problem(TypedDict):
    """One thing that is wrong with a request."""

    path: str
    """Where it is, a JSON pointer whose first segment is `body`, `query` or `header`."""
    message: str
    """What is wrong there."""


Scope = Union[Literal["calls:place", "calls:read", "read", "write", "webhooks"], str]
"""What an API key may be used for. No scope includes another."""


class LimitDetails(TypedDict):
    """What a program needs to know about it."""

    limit: int
    """How many a tenant may have."""


class InvalidRequestDetails(TypedDict):
    """What a program needs to know about it."""

    errors: List["Problem"]
    """Everything that is wrong."""


class InvalidRequestError(RefusedError):
    """`invalid_request`, 400: Body or query do not fit this document: JSON that does not parse, or with the same name twice in one object, something required that is missing, a wrong type, an unknown property or query parameter, something too long, a number that is no finite double, text with U+0000 or half a surrogate pair. On retryWebhookDelivery also a delivery that is not finished, or whose endpoint is gone or inactive. Whatever the path, also what is not HTTP, or comes without a `Host`; with the status 431 where the headers are larger than 16 KiB, and 408 where the request took too long to arrive.

    Correct what `details.errors` names; it names everything at once. Wait until a delivery is finished before you send it again.
    """

    details: Optional["InvalidRequestDetails"]


class InvalidPhoneNumberDetails(TypedDict):
    """What a program needs to know about it."""

    phoneNumber: str
    """The number as it was sent."""


class InvalidPhoneNumberError(RefusedError):
    """`invalid_phone_number`, 400: `phoneNumber` is not a possible number in E.164 form.

    Send `+`, the country code and the number, without spaces, brackets or an extension.
    """

    details: "InvalidPhoneNumberDetails"


class MissingVariablesDetails(TypedDict):
    """What a program needs to know about it."""

    missing: List[str]
    """The names that the agent's prompt uses and `variables` lacks, sorted, each once."""


class MissingVariablesError(RefusedError):
    """`missing_variables`, 400: The agent's prompt uses names that `variables` does not have.

    Send every name in `details.missing`; null or "" counts as sent.
    """

    details: "MissingVariablesDetails"


class InvalidExtractionSchemaDetailsErrorsItem(TypedDict):
    path: str
    """JSON pointer to the problem inside `schema`."""
    message: str
    """What is wrong there."""


class InvalidExtractionSchemaDetails(TypedDict):
    """What a program needs to know about it."""

    path: str
    """JSON pointer to the first problem inside `schema`; empty for its root."""
    errors: List["InvalidExtractionSchemaDetailsErrorsItem"]
    """Every problem, the first of them too. A schema that is too large, too deep or too costly, or that does not compile, has that one alone."""


class InvalidExtractionSchemaError(RefusedError):
    """`invalid_extraction_schema`, 400: `schema` is neither null nor a usable object schema, or it is too costly.

    Correct what `details.path` points at. The rules stand in the operation's description.
    """

    details: "InvalidExtractionSchemaDetails"


class InvalidWebhookUrlDetails(TypedDict):
    """What a program needs to know about it."""

    reason: str
    """A short word for what is wrong. New ones may appear."""


class InvalidWebhookUrlError(RefusedError):
    """`invalid_webhook_url`, 400: `url` is not an address that webhooks may go to; `details.reason` says in a word why.

    Use an https address with a public host and without user and password.
    """

    details: "InvalidWebhookUrlDetails"


class EndpointLimitReachedError(RefusedError):
    """`endpoint_limit_reached`, 400: The tenant has as many webhook endpoints as it may.

    Delete one, or let one endpoint serve several triggers.
    """

    details: "LimitDetails"


class InvalidConditionsDetails(TypedDict):
    """What a program needs to know about it."""

    eventType: str
    """The event that cannot be filtered by outcome."""


class InvalidConditionsError(RefusedError):
    """`invalid_conditions`, 400: `conditions.outcome` was set on an event that is not about a call.

    Leave the outcome filter out, or subscribe to `call.completed`.
    """

    details: "InvalidConditionsDetails"


class TriggerLimitReachedError(RefusedError):
    """`trigger_limit_reached`, 400: The tenant has as many automation triggers as it may.

    Delete one.
    """

    details: "LimitDetails"


class InvalidApiKeyError(RefusedError):
    """`invalid_api_key`, 401: The `Authorization` header is missing or malformed, or its key is unknown, expired or revoked.

    Send `Authorization: Bearer <key>` with a key that is valid. A revoked key stops working within five seconds.
    """

    details: None


class InsufficientBalanceDetails(TypedDict):
    """Both in millionths of the wallet's currency, whole numbers."""

    balance: int
    """What is free in the wallet."""
    required: int
    """What the call is estimated to cost."""


class InsufficientBalanceError(RefusedError):
    """`insufficient_balance`, 402: A pay-as-you-go tenant's free balance is below the estimated cost of the call.

    Have the wallet credited with at least `details.required` less `details.balance`, both in millionths of the currency.
    """

    details: "InsufficientBalanceDetails"


class InsufficientScopeDetails(TypedDict):
    """What a program needs to know about it."""

    required: "Scope"
    granted: List[str]
    """The scopes that the key has."""


class InsufficientScopeError(RefusedError):
    """`insufficient_scope`, 403: The key does not have the one scope that the operation asks for. No scope includes another.

    Use a key whose scopes include `details.required`.
    """

    details: "InsufficientScopeDetails"


class PublicApiDisabledError(RefusedError):
    """`public_api_disabled`, 403: The public API is switched off for the tenant of this key.

    Ask the operator of the service to switch it on.
    """

    details: None


class NotFoundError(RefusedError):
    """`not_found`, 404: The path is none of those in this document.

    Look at the path and its prefix. A trailing slash or another case is another path.
    """

    details: None


class AgentNotFoundError(RefusedError):
    """`agent_not_found`, 404: The tenant has no agent with that id. For placeCall, an inactive agent counts as absent.

    Take an id from listAgents, and for a call an agent that is active.
    """

    details: None


class PhoneNumberNotFoundError(RefusedError):
    """`phone_number_not_found`, 404: `fromPhoneNumberId` is not an active number of the tenant; or it was left out and the tenant has no usable number.

    Leave `fromPhoneNumberId` out, or have a number added or switched on.
    """

    details: None


class CallNotFoundError(RefusedError):
    """`call_not_found`, 404: No call that the tenant placed through this API has that id.

    Use the id that placeCall answered, with a key of the same tenant.
    """

    details: None


class WebhookNotFoundError(RefusedError):
    """`webhook_not_found`, 404: The tenant has no webhook endpoint with that id, in the path or in `webhookEndpointId`.

    Take an id from listWebhookEndpoints. After a delete this is the sign that it is gone.
    """

    details: None


class TriggerNotFoundError(RefusedError):
    """`trigger_not_found`, 404: The tenant has no automation trigger with that id. Deleting an endpoint deletes its triggers.

    Take an id from listAutomationTriggers.
    """

    details: None


class DeliveryNotFoundError(RefusedError):
    """`delivery_not_found`, 404: The tenant has no delivery with that id, its endpoint was deleted before it finished, or it is older than we keep deliveries.

    Take an id from listWebhookDeliveries.
    """

    details: None


class MethodNotAllowedError(RefusedError):
    """`method_not_allowed`, 405: The path is in this document, but not with this method. HEAD and OPTIONS are not served either.

    Use one of the methods in the `Allow` header.
    """

    details: None


class IdempotencyConflictError(RefusedError):
    """`idempotency_conflict`, 409: The `idempotencyKey` was sent within the last 24 hours with a body that means something else.

    Send the first body again to get its answer, or a new key for a new request. `x-should-retry` is always `false`.
    """

    details: None


class PayloadTooLargeDetails(TypedDict):
    """What a program needs to know about it."""

    maxBytes: int
    """The largest body that this operation reads."""


class PayloadTooLargeError(RefusedError):
    """`payload_too_large`, 413: The body is larger than the operation reads, 4 MiB for placeCall and 1 MiB elsewhere. Smaller limits answer `invalid_request`.

    Send less than `details.maxBytes`.
    """

    details: "PayloadTooLargeDetails"


class UnsupportedMediaTypeError(RefusedError):
    """`unsupported_media_type`, 415: The `Content-Type` of the body is not JSON.

    Send JSON with `Content-Type: application/json`.
    """

    details: None


class RateLimitedError(RefusedError):
    """`rate_limited`, 429: The tenant's budget for reads or for writes is used up; all its keys share it. Where the key is not valid, too many requests with invalid keys came from your address. For setExtractionSchema, 60 of the tenant's schemas may also be waiting to be compiled.

    Wait for `Retry-After` seconds. Spread requests over the minute, and wait for webhooks instead of reading in a loop.
    """

    details: None


class ConcurrentLimitExceededDetails(TypedDict):
    """What a program needs to know about it."""

    limit: int
    """How many calls the tenant may have going at once."""
    active: int
    """How many it has going."""
    unknownFate: int
    """How many more count against the limit because a `placement_failed` left their fate unknown. They stop counting once it is found out."""


class ConcurrentLimitExceededError(RefusedError):
    """`concurrent_limit_exceeded`, 429: The tenant has as many calls going as it may have at once. Calls whose fate a `placement_failed` left unknown count too, until it is found out; `details.unknownFate` says how many they are.

    Wait until a call ends, for instance for its `call.completed`. There is no `Retry-After`, because nobody knows when that is. A call of unknown fate stops counting within 90 seconds while the voice provider can be asked, and within ten minutes in any case.
    """

    details: "ConcurrentLimitExceededDetails"


class InternalError(RefusedError):
    """`internal_error`, 500: A mistake on our side.

    Try again; with the same `idempotencyKey` where the operation has one. If it stays, tell us the `X-Request-Id`.
    """

    details: None


class _PlacementFailedDetailsAlways(TypedDict):
    fate: Union[Literal["not_dialled", "unknown"], str]
    """`not_dialled`: nobody was dialled, nobody will be, and nothing is kept. `unknown`: the voice provider may have dialled; the call is looked for and never dialled again by itself."""


class PlacementFailedDetails(_PlacementFailedDetailsAlways, total=False):
    """What a program needs to know about it."""

    callId: str
    """With `unknown`, the call whose fate is being found out. It can be read and ended."""
    retryAfterSeconds: int
    """With `not_dialled`, where the voice provider is known to be down, the seconds until a request is worth sending."""


class PlacementFailedError(RefusedError):
    """`placement_failed`, 500: `details.fate` says which of two things happened. `not_dialled`: the voice provider refused the call or could not be reached, nobody was dialled and nothing is kept. `unknown`: the provider gave no usable answer, so the phone may be ringing. `details.callId` names that call: it can be read and ended. We look for it and never dial it again by ourselves.

    `not_dialled`: send the request again, after `details.retryAfterSeconds` where that is given. `unknown`: send the same request with the same `idempotencyKey`, for ten minutes at most. You get the call if the provider has it, and a new one only once the provider has said twice that it has none; after ten minutes the key stands for nothing any more. Without a key, read `details.callId` until it has ended, or end it, before you ask for another call.
    """

    details: "PlacementFailedDetails"


class EndFailedError(RefusedError):
    """`end_failed`, 500: The voice provider could not be reached to hang up.

    Ask again. Hanging up twice does no harm.
    """

    details: None


class IdempotencyInProgressError(RefusedError):
    """`idempotency_in_progress`, 503: A request with the same key and body is still being carried out.

    Send it again after `Retry-After` seconds, until you get its answer.
    """

    details: None


class OverloadedError(RefusedError):
    """`overloaded`, 503: The service has more requests than it can serve in time, or its database cannot be reached or takes no writes. The request was not let in, or it ran out of time and what it had done was undone. Nobody was dialled.

    Send the same request again after `Retry-After` seconds, and with pauses that grow while the answer stays.
    """

    details: None


ERRORS: Dict[str, Type[RefusedError]] = {
    "invalid_request": InvalidRequestError,
    "invalid_phone_number": InvalidPhoneNumberError,
    "missing_variables": MissingVariablesError,
    "invalid_extraction_schema": InvalidExtractionSchemaError,
    "invalid_webhook_url": InvalidWebhookUrlError,
    "endpoint_limit_reached": EndpointLimitReachedError,
    "invalid_conditions": InvalidConditionsError,
    "trigger_limit_reached": TriggerLimitReachedError,
    "invalid_api_key": InvalidApiKeyError,
    "insufficient_balance": InsufficientBalanceError,
    "insufficient_scope": InsufficientScopeError,
    "public_api_disabled": PublicApiDisabledError,
    "not_found": NotFoundError,
    "agent_not_found": AgentNotFoundError,
    "phone_number_not_found": PhoneNumberNotFoundError,
    "call_not_found": CallNotFoundError,
    "webhook_not_found": WebhookNotFoundError,
    "trigger_not_found": TriggerNotFoundError,
    "delivery_not_found": DeliveryNotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "idempotency_conflict": IdempotencyConflictError,
    "payload_too_large": PayloadTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "rate_limited": RateLimitedError,
    "concurrent_limit_exceeded": ConcurrentLimitExceededError,
    "internal_error": InternalError,
    "placement_failed": PlacementFailedError,
    "end_failed": EndFailedError,
    "idempotency_in_progress": IdempotencyInProgressError,
    "overloaded": OverloadedError,
}
