# Made by `npm run generate` from the documents. Edit those.


from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


id = str
"""The call's id."""


CallStatus = Union[Literal["queued", "ringing", "in-progress", "completed", "no_answer", "busy", "failed", "canceled"], str]
"""How far the call is. It only moves forward, and the first of the five final ones stands.

| status | means | may become |
|---|---|---|
| `queued` | taken, not dialling yet | `ringing`, `in-progress`, any final one |
| `ringing` | the other phone rings | `in-progress`, any final one |
| `in-progress` | somebody, or a machine, answered | any final one |
| `completed` | there was a conversation, or a voicemail greeting | – |
| `no_answer` | nobody picked up | – |
| `busy` | busy, or the call was declined | – |
| `failed` | carrier, provider or configuration failed | – |
| `canceled` | hung up through the API, and never answered. A telephone that rings on after that may still end as `no_answer` or `busy`, or be answered and end as `completed` | – |
"""


outcome = Optional[Union[Literal["INTERESTED", "NOT_INTERESTED", "CALLBACK", "DNC", "NO_ANSWER", "BUSY", "VOICEMAIL", "WRONG_NUMBER", "NOT_OWNER", "FAILED", "CANCELED"], str]]
"""What the call came to, in the words of the agent's active outcomes, so an open set; the usual ones are listed here. Null until classified, and null when the analysis gave none of the agent's outcomes. `FAILED` and `CANCELED` stand for calls that never became a conversation. A conversation that broke off has `FAILED`, and a voicemail `VOICEMAIL`, from its end on; the analysis may follow and replace `FAILED`."""


endedReason = Optional[str]
"""Why the call ended, in the voice provider's own word, so an open set; `x-ended-reasons` maps words to statuses. Our own are `ended-by-api`, `provider-unresponsive`, `not-dialled` and `placement-expired`. Null while the call is going."""


phoneNumber = str
"""Who is called, E.164."""


fromPhoneNumber = str
"""The number that the called person sees, E.164."""


agentId = str
"""The voice agent that talks."""


durationSeconds = Optional[int]
"""How long the conversation was. Null if nobody answered."""


createdAt = str
"""When you asked for the call."""


class CallSummary(TypedDict):
    """As much of a call as tells what came of it."""

    id: "id"
    status: "CallStatus"
    outcome: "outcome"
    endedReason: "endedReason"
    phoneNumber: "phoneNumber"
    fromPhoneNumber: "fromPhoneNumber"
    agentId: "agentId"
    durationSeconds: "durationSeconds"
    createdAt: "createdAt"


class CallsReply(TypedDict):
    calls: List["CallSummary"]
    """The calls of this page, the newest first."""
    nextCursor: Optional[str]
    """Where the next page begins. Null on the last one."""


IdempotencyKey = str
"""A string of your own that names this request. Repeat the request with the same key and the same body within 24 hours and you get the first answer again instead of a second effect. Keys of one API key and one operation never meet those of another."""


class _PlaceCallRequestAlways(TypedDict):
    agentId: str
    """The voice agent that talks. It must be active."""
    phoneNumber: str
    """Whom to call, in E.164 form: `+`, country code, number, no spaces. A string that is not a possible number gets `invalid_phone_number`, not `invalid_request`."""


class PlaceCallRequest(_PlaceCallRequestAlways, total=False):
    fromPhoneNumberId: str
    """The number to call from. Leave it out and one of your active numbers is drawn at random, healthier ones more often."""
    variables: Dict[str, Any]
    """What the agent may know about this call, by name. A name has at most 255 characters. A value is any JSON value of at most 4,096 bytes: the UTF-8 length of a string, or of the value's compact JSON. Every variable reaches the agent whole, as data in the context block of its system message, whether or not its prompt names it. An agent that its operator keeps at the voice provider gets only those that its prompt there names."""
    metadata: Dict[str, Any]
    """Anything of yours that you want back on the call and in its webhooks. At most 16,384 bytes of compact JSON. The agent and the voice provider never see it."""
    idempotencyKey: "IdempotencyKey"
    knownConsent: bool
    """You attest that you hold documented consent to this call. We keep and echo it; we do not check it. Without it: `false`."""
    consentRecordId: str
    """Your own reference to that consent, kept, and echoed on the call and in its webhooks."""


class PlacedCall(TypedDict):
    """A call as it is answered when it is placed. It has no `recordingUrl`."""

    id: str
    """The call's id."""
    status: "CallStatus"
    agentId: str
    """The voice agent that talks."""
    phoneNumber: str
    """Who is called, E.164."""
    fromPhoneNumber: str
    """The number that the called person sees, E.164."""
    direction: Literal["ai_outbound"]
    """Every call of this API is one that an AI agent places."""
    outcome: Optional[Union[Literal["INTERESTED", "NOT_INTERESTED", "CALLBACK", "DNC", "NO_ANSWER", "BUSY", "VOICEMAIL", "WRONG_NUMBER", "NOT_OWNER", "FAILED", "CANCELED"], str]]
    """What the call came to, in the words of the agent's active outcomes, so an open set; the usual ones are listed here. Null until classified, and null when the analysis gave none of the agent's outcomes. `FAILED` and `CANCELED` stand for calls that never became a conversation. A conversation that broke off has `FAILED`, and a voicemail `VOICEMAIL`, from its end on; the analysis may follow and replace `FAILED`."""
    endedReason: Optional[str]
    """Why the call ended, in the voice provider's own word, so an open set; `x-ended-reasons` maps words to statuses. Our own are `ended-by-api`, `provider-unresponsive`, `not-dialled` and `placement-expired`. Null while the call is going."""
    durationSeconds: Optional[int]
    """How long the conversation was. Null if nobody answered."""
    startedAt: Optional[str]
    """When the voice provider took the call to dial it."""
    endedAt: Optional[str]
    """When the call was over. Until the call has its outcome, the provider may correct this time, and the duration with it."""
    createdAt: str
    """When you asked for the call."""
    transcript: Optional[str]
    """All that was said, uncut. Null until the call has been transcribed, and again when the transcript has been kept for its time."""
    extraction: Optional[Dict[str, Any]]
    """What was extracted from the transcript, valid against the schema that the agent had when the call was placed. Null without such a schema, before the analysis, or when extraction failed."""
    extractionError: Optional[str]
    """A short note when extraction was tried and failed, or did not come within a minute after the call and has not come since."""
    variables: Dict[str, Any]
    """As you sent them; an empty object if you sent none."""
    metadata: Dict[str, Any]
    """As you sent it; an empty object if you sent none."""
    knownConsent: bool
    """As you attested."""
    consentRecordId: Optional[str]
    """As you sent it."""


class PlacedCallReply(TypedDict):
    call: "PlacedCall"


class Call(TypedDict):
    """A call as it is read."""

    id: str
    """The call's id."""
    status: "CallStatus"
    agentId: str
    """The voice agent that talks."""
    phoneNumber: str
    """Who is called, E.164."""
    fromPhoneNumber: str
    """The number that the called person sees, E.164."""
    direction: Literal["ai_outbound"]
    """Every call of this API is one that an AI agent places."""
    outcome: Optional[Union[Literal["INTERESTED", "NOT_INTERESTED", "CALLBACK", "DNC", "NO_ANSWER", "BUSY", "VOICEMAIL", "WRONG_NUMBER", "NOT_OWNER", "FAILED", "CANCELED"], str]]
    """What the call came to, in the words of the agent's active outcomes, so an open set; the usual ones are listed here. Null until classified, and null when the analysis gave none of the agent's outcomes. `FAILED` and `CANCELED` stand for calls that never became a conversation. A conversation that broke off has `FAILED`, and a voicemail `VOICEMAIL`, from its end on; the analysis may follow and replace `FAILED`."""
    endedReason: Optional[str]
    """Why the call ended, in the voice provider's own word, so an open set; `x-ended-reasons` maps words to statuses. Our own are `ended-by-api`, `provider-unresponsive`, `not-dialled` and `placement-expired`. Null while the call is going."""
    durationSeconds: Optional[int]
    """How long the conversation was. Null if nobody answered."""
    startedAt: Optional[str]
    """When the voice provider took the call to dial it."""
    endedAt: Optional[str]
    """When the call was over. Until the call has its outcome, the provider may correct this time, and the duration with it."""
    createdAt: str
    """When you asked for the call."""
    transcript: Optional[str]
    """All that was said, uncut. Null until the call has been transcribed, and again when the transcript has been kept for its time."""
    extraction: Optional[Dict[str, Any]]
    """What was extracted from the transcript, valid against the schema that the agent had when the call was placed. Null without such a schema, before the analysis, or when extraction failed."""
    extractionError: Optional[str]
    """A short note when extraction was tried and failed, or did not come within a minute after the call and has not come since."""
    variables: Dict[str, Any]
    """As you sent them; an empty object if you sent none."""
    metadata: Dict[str, Any]
    """As you sent it; an empty object if you sent none."""
    knownConsent: bool
    """As you attested."""
    consentRecordId: Optional[str]
    """As you sent it."""
    recordingUrl: Optional[str]
    """A signed link to the recording, made anew on each read and good for 15 minutes; null until a recording is stored, and again when it has been kept for its time. Webhooks never carry one."""


class CallReply(TypedDict):
    call: "Call"


class EndCallReply(TypedDict):
    id: str
    """The call's id."""
    status: Union[Literal["ending", "completed", "no_answer", "busy", "failed", "canceled"], str]
    """`ending` while the call is being hung up, else the status that it ended in."""


class Agent(TypedDict):
    """What integrators see of a voice agent."""

    id: str
    """The agent's id."""
    name: str
    """The agent's name."""
    isDefault: bool
    """Whether this is the tenant's default agent."""
    extractionSchema: Optional[Dict[str, Any]]
    """The JSON Schema of what is extracted from transcripts, as it was set. Null: nothing is extracted."""
    updatedAt: str
    """When the agent last changed."""


class AgentsReply(TypedDict):
    agents: List["Agent"]
    """All agents, by name."""


class _SetExtractionSchemaRequestAlways(TypedDict):
    schema: Any
    """The JSON Schema, or null to switch extraction off. Anything that is not a usable schema gets `invalid_extraction_schema`; only leaving it out is `invalid_request`."""


class SetExtractionSchemaRequest(_SetExtractionSchemaRequestAlways, total=False):
    idempotencyKey: "IdempotencyKey"


EndpointName = str
"""Your name for it."""


EndpointMethod = Union[Literal["POST", "PUT"], str]
"""The method of every delivery to this endpoint."""


EndpointMethodInput = Literal["POST", "PUT"]
"""The method of every delivery to this endpoint."""


class EndpointHealth(TypedDict):
    """How the endpoint answers. From its fifth failed attempt in a row until the next one that succeeds it is `slowed`: its deliveries keep their schedule, but while the service is short of room they are attempted one at a time, and start later than `nextRetryAt`. It may be a minute old."""

    state: Union[Literal["healthy", "slowed"], str]
    """`healthy`, or `slowed` after five failed attempts in a row."""
    since: Optional[str]
    """When it was slowed. Null while it is healthy."""
    reason: Optional[str]
    """The error of the attempt from which it is slowed, as in a delivery's `errorMessage`. Null while it is healthy."""


class WebhookEndpoint(TypedDict):
    """A webhook endpoint as it is listed."""

    id: str
    """The endpoint's id."""
    name: "EndpointName"
    url: str
    """Where deliveries go, as the URL standard writes it: `https://example.com` becomes `https://example.com/`, and a fragment is gone."""
    method: "EndpointMethod"
    headers: Dict[str, str]
    """The extra headers that are sent, without those that were dropped."""
    isActive: bool
    """Whether events go there."""
    standardWebhooks: bool
    """Whether deliveries carry the headers of Standard Webhooks too."""
    createdAt: str
    """When it was created."""
    signingSecret: str
    """The secret's last four characters behind asterisks."""
    health: "EndpointHealth"


class WebhookEndpointsReply(TypedDict):
    endpoints: List["WebhookEndpoint"]
    """All endpoints."""


class _CreateWebhookEndpointRequestAlways(TypedDict):
    name: "EndpointName"
    url: str
    """Where deliveries go, an absolute https address without user and password. What is wrong with it, if anything, is told by `invalid_webhook_url`."""


class CreateWebhookEndpointRequest(_CreateWebhookEndpointRequestAlways, total=False):
    method: "EndpointMethodInput"
    """Without it: `"POST"`."""
    headers: Dict[str, str]
    """Extra headers for every delivery: at most 20, printable ASCII, names and values at most 4,096 bytes in all. Two names that differ only by case are one header, and refused."""
    isActive: bool
    """Whether events go there. Inactive: new events make no delivery, and due ones wait. Without it: `true`."""
    standardWebhooks: bool
    """Whether deliveries carry the headers of Standard Webhooks too. Without it: `false`."""
    idempotencyKey: "IdempotencyKey"


class CreatedWebhookEndpoint(TypedDict):
    """A webhook endpoint with its whole secret, as it is shown once."""

    id: str
    """The endpoint's id."""
    name: "EndpointName"
    url: str
    """Where deliveries go, as the URL standard writes it: `https://example.com` becomes `https://example.com/`, and a fragment is gone."""
    method: "EndpointMethod"
    headers: Dict[str, str]
    """The extra headers that are sent, without those that were dropped."""
    isActive: bool
    """Whether events go there."""
    standardWebhooks: bool
    """Whether deliveries carry the headers of Standard Webhooks too."""
    createdAt: str
    """When it was created."""
    signingSecret: str
    """The key of the HMAC-SHA256 signature, used as this very text. Keep it; it is not shown again."""


class CreatedWebhookEndpointReply(TypedDict):
    endpoint: "CreatedWebhookEndpoint"


TriggerName = str
"""Your name for it."""


EventType = Union[Literal["call.completed", "sms.received", "sms.delivered", "sms.failed", "lead.qualified"], str]
"""An event that can be subscribed to. What each sends is under Webhooks."""


EventTypeInput = Literal["call.completed", "sms.received", "sms.delivered", "sms.failed", "lead.qualified"]
"""An event that can be subscribed to. What each sends is under Webhooks."""


class TriggerConditions(TypedDict, total=False):
    """When the trigger fires; an empty object: always."""

    outcome: List[str]
    """Fires only for calls that came to one of these outcomes, each named once. For `call.completed` only."""


class TriggerConditionsInput(TypedDict, total=False):
    """When the trigger fires; an empty object: always."""

    outcome: List[str]
    """Fires only for calls that came to one of these outcomes, each named once. For `call.completed` only."""


class EndpointSummary(TypedDict):
    """As much of a webhook endpoint as tells which one it is."""

    id: str
    """The endpoint's id."""
    name: str
    """The endpoint's name."""
    url: str
    """Where its deliveries go."""


class AutomationTrigger(TypedDict):
    """A subscription of an endpoint to an event."""

    id: str
    """The trigger's id."""
    name: "TriggerName"
    eventType: "EventType"
    webhookEndpointId: str
    """The endpoint that gets the event."""
    conditions: "TriggerConditions"
    isActive: bool
    """Whether the trigger fires."""
    webhookEndpoint: "EndpointSummary"


class AutomationTriggersReply(TypedDict):
    triggers: List["AutomationTrigger"]
    """All triggers."""


class _CreateAutomationTriggerRequestAlways(TypedDict):
    name: "TriggerName"
    eventType: "EventTypeInput"
    webhookEndpointId: str
    """The endpoint that gets the event. One that is not yours is `webhook_not_found`."""


class CreateAutomationTriggerRequest(_CreateAutomationTriggerRequestAlways, total=False):
    conditions: "TriggerConditionsInput"
    isActive: bool
    """Whether the trigger fires. Without it: `true`."""
    idempotencyKey: "IdempotencyKey"


class AutomationTriggerReply(TypedDict):
    trigger: "AutomationTrigger"


DeliveryStatus = Union[Literal["pending", "retrying", "success", "failed"], str]
"""| status | means | may become |
|---|---|---|
| `pending` | made, not tried yet | `success`, `retrying` |
| `retrying` | waits for its next attempt, or for room in the webhook budget | `success`, `failed` |
| `success` | the receiver answered 2xx within 10 seconds | `retrying`, when sent again |
| `failed` | six attempts failed, and it is in the dead-letter queue | `success`, `retrying`, when sent again |
"""


DeliveryStatusInput = Literal["pending", "retrying", "success", "failed"]
"""| status | means | may become |
|---|---|---|
| `pending` | made, not tried yet | `success`, `retrying` |
| `retrying` | waits for its next attempt, or for room in the webhook budget | `success`, `failed` |
| `success` | the receiver answered 2xx within 10 seconds | `retrying`, when sent again |
| `failed` | six attempts failed, and it is in the dead-letter queue | `success`, `retrying`, when sent again |
"""


class TriggerSummary(TypedDict):
    """The trigger that made the delivery, as it was then."""

    id: str
    """The trigger's id."""
    name: str
    """The trigger's name."""


class WebhookDelivery(TypedDict):
    """What became of sending one event to one endpoint for one trigger."""

    id: str
    """The value of `X-Webhook-Delivery-Id` on every attempt."""
    createdAt: str
    """When the event made this delivery."""
    eventType: "EventType"
    status: "DeliveryStatus"
    attempts: int
    """How often it was tried, over all cycles."""
    responseStatus: Optional[int]
    """The HTTP status of the last attempt; null if there was none."""
    errorMessage: Optional[str]
    """Why the last attempt failed."""
    nextRetryAt: Optional[str]
    """When it is tried next; null unless `retrying`. A time that has passed means that the attempt is under way, or waits for its turn: an endpoint has at most 64 attempts at once, and fewer while it is `slowed` and the service is short of room. While its endpoint or its trigger is switched off, it waits until that is on again."""
    lastAttemptAt: Optional[str]
    """When it was last tried; null before the first time."""
    endpoint: "EndpointSummary"
    trigger: "TriggerSummary"


class Pagination(TypedDict):
    """Where a page stands in its list."""

    page: int
    """This page; the first is 1."""
    limit: int
    """How many items a page holds."""
    total: int
    """How many items match."""
    totalPages: int
    """How many pages that makes; 0 when nothing matches."""


class WebhookDeliveriesReply(TypedDict):
    deliveries: List["WebhookDelivery"]
    """The deliveries of this page, the newest first."""
    pagination: "Pagination"


class DeliveryAttempt(TypedDict):
    """One HTTP request of a delivery, and what came of it."""

    n: int
    """Counts over all cycles."""
    startedAt: str
    """When it began."""
    durationMs: int
    """How long it took."""
    status: Optional[int]
    """The HTTP status of the answer; null if there was none."""
    errorClass: Optional[str]
    """What kind of failure: `timeout`, `blocked`, `dns`, `connect`, `tls`, `reset`, `protocol`, or the class of the status, such as `http_5xx`. Null for a success. An open set."""
    responseHead: Optional[str]
    """The first 1,024 bytes of the answer's body, read as UTF-8; null if there was no answer."""


class WebhookDeliveryWithPayloadPayload(TypedDict):
    """The JSON body of the webhook, whole. Its form by event is under Webhooks."""

    event: "EventType"
    timestamp: str
    """When the event happened."""
    data: Dict[str, Any]
    """What happened."""


class WebhookDeliveryWithPayload(TypedDict):
    """A delivery, its attempts and the body that it sends."""

    id: str
    """The value of `X-Webhook-Delivery-Id` on every attempt."""
    createdAt: str
    """When the event made this delivery."""
    eventType: "EventType"
    status: "DeliveryStatus"
    attempts: int
    """How often it was tried, over all cycles."""
    responseStatus: Optional[int]
    """The HTTP status of the last attempt; null if there was none."""
    errorMessage: Optional[str]
    """Why the last attempt failed."""
    nextRetryAt: Optional[str]
    """When it is tried next; null unless `retrying`. A time that has passed means that the attempt is under way, or waits for its turn: an endpoint has at most 64 attempts at once, and fewer while it is `slowed` and the service is short of room. While its endpoint or its trigger is switched off, it waits until that is on again."""
    lastAttemptAt: Optional[str]
    """When it was last tried; null before the first time."""
    endpoint: "EndpointSummary"
    trigger: "TriggerSummary"
    attemptLog: List["DeliveryAttempt"]
    """The attempts whose outcome is known, over all cycles, oldest first."""
    payload: "WebhookDeliveryWithPayloadPayload"
    """The JSON body of the webhook, whole. Its form by event is under Webhooks."""


class Budget(TypedDict):
    """A budget of the tenant."""

    name: str
    """Which one."""
    limit: int
    """How much it holds."""
    remaining: int
    """How much of it is left now."""


class KeySummary(TypedDict):
    """An API key. Its secret is shown to nobody after it was made."""

    id: str
    """The key's id, which stands in the key after `rp_`, its mode and its cell."""
    name: str
    """What people call it."""
    scopes: List[str]
    """What it may do."""
    createdAt: str
    """When it was made."""
    expiresAt: Optional[str]
    """From then on it is refused. Null means never."""
    revokedAt: Optional[str]
    """Since then it is refused."""


class AccountConcurrentCalls(TypedDict):
    """The calls that may be going at once."""

    limit: int
    """How many may be going at once."""
    remaining: int
    """How many more may be placed now."""


class AccountWallet(TypedDict):
    """Null for a tenant that pays by invoice."""

    balanceMicros: int
    """What is left, in millionths of the wallet's currency, without what is held for calls that are going."""


class Account(TypedDict):
    """What a tenant may use, and how much of it is left."""

    name: str
    """The tenant's name."""
    budgets: List["Budget"]
    """What may be used within any 60 seconds. `read` and `write` are requests; `call-events` are webhooks of calls, of received texts and of leads, `text-events` are `sms.delivered` and `sms.failed`. An open set."""
    concurrentCalls: "AccountConcurrentCalls"
    """The calls that may be going at once."""
    wallet: Optional["AccountWallet"]
    """Null for a tenant that pays by invoice."""
    keys: List["KeySummary"]
    """The API keys, oldest first, those that are revoked or have expired among them."""


class AccountReply(TypedDict):
    account: "Account"


class CallContact(TypedDict):
    """Who was called. What is not known is an empty string."""

    name: str
    """The contact's full name."""
    phone: str
    """The number called, in E.164."""
    address: str
    """Street and number."""
    city: str
    """The city."""
    state: str
    """The state, as the contact has it, mostly its two letters."""
    zip: str
    """The postal code."""


class CallbackObject(TypedDict):
    """When the contact asked to be called back, if they did."""

    requestedAt: Optional[str]
    """As the contact said it, or an ISO 8601 time where one could be understood."""
    note: Optional[str]
    """What the contact said about it."""


Callback = Optional["CallbackObject"]


class CallCampaignObject(TypedDict):
    """The campaign that the call belonged to, if any."""

    id: str
    """The campaign's id."""
    name: str
    """The campaign's name."""


CallCampaign = Optional["CallCampaignObject"]


class _CallCompletedDataAlways(TypedDict):
    call_id: str
    """The call's id, as `GET /calls/{id}` takes it."""
    outcome: Union[Literal["INTERESTED", "NOT_INTERESTED", "CALLBACK", "DNC", "NO_ANSWER", "BUSY", "VOICEMAIL", "WRONG_NUMBER", "NOT_OWNER", "FAILED", "CANCELED", "UNKNOWN"], str]
    """What the classifier made of the call, `UNKNOWN` where it could not tell. The set is open, because each agent chooses its own outcomes."""
    notes: Optional[str]
    """A short summary in plain words, if there is one."""
    duration_seconds: Optional[int]
    """Billed seconds, answered and talking. Null or 0 if the call was never answered."""
    started_at: str
    """When the dialling began, in UTC."""
    recording_url: None
    """Always null here, since a signed address would have expired by the time you read it. Ask `GET /calls/{id}` for a fresh one."""
    transcript: str
    """What was said. A longer one is cut to 10,000 characters (code points), of which the last are `...[truncated]`. Empty where nothing was said."""
    contact: "CallContact"
    callback: "Callback"
    campaign: "CallCampaign"
    extraction: Optional[Dict[str, Any]]
    """The data extracted from the transcript. Its keys follow the agent's extraction schema; null where the agent has none."""
    extraction_error: Optional[str]
    """A short message where extraction was tried and failed, or has not come within a minute after the call."""


class CallCompletedData(_CallCompletedDataAlways, total=False):
    """The call's result. `variables`, `metadata`, `known_consent` and `consent_record_id` stand only on calls placed through this API."""

    variables: Dict[str, Any]
    """The `variables` of the request, unchanged."""
    metadata: Dict[str, Any]
    """The `metadata` of the request, unchanged."""
    known_consent: bool
    """The `knownConsent` of the request."""
    consent_record_id: Optional[str]
    """The `consentRecordId` of the request."""


class CallCompleted(TypedDict):
    """A call has finished, or has ended without being answered. Fires for every outcome unless the trigger filters."""

    event: Literal["call.completed"]
    """The kind of the event."""
    timestamp: str
    """When it happened, in UTC."""
    data: "CallCompletedData"


MessageId = str
"""Ringpost's own id of the text."""


MessageContactId = Optional[str]
"""The contact the text belongs to. Null for a notice to the account's owner, which has no contact."""


ContactPhone = str
"""Always the contact's number, never the tenant's. In E.164, but for an incoming text from a short code or a name, which have no such form and stand as the carrier gave them."""


MessageCampaignId = Optional[str]
"""The campaign that the text was sent by. Null outside a campaign."""


MessageCampaignName = Optional[str]
"""That campaign's name. Null outside a campaign."""


class SmsReceivedData(TypedDict):
    """The text, whole."""

    message_id: "MessageId"
    contact_id: "MessageContactId"
    phone: "ContactPhone"
    campaign_id: "MessageCampaignId"
    campaign_name: "MessageCampaignName"
    body: str
    """The whole text of the message. Media of an MMS is not carried; one without a text has an empty body."""


class SmsReceived(TypedDict):
    """A contact has texted back."""

    event: Literal["sms.received"]
    """The kind of the event."""
    timestamp: str
    """When it happened, in UTC, or when the text provider's report of it came, a second or so later."""
    data: "SmsReceivedData"


class SmsDeliveredData(TypedDict):
    """Which text reached whom."""

    message_id: "MessageId"
    contact_id: "MessageContactId"
    phone: "ContactPhone"
    campaign_id: "MessageCampaignId"
    campaign_name: "MessageCampaignName"


class SmsDelivered(TypedDict):
    """The carrier has confirmed that a text reached the phone. Once for each text."""

    event: Literal["sms.delivered"]
    """The kind of the event."""
    timestamp: str
    """When it happened, in UTC, or when the text provider's report of it came, a second or so later."""
    data: "SmsDeliveredData"


class SmsFailedData(TypedDict):
    """Which text failed, and why."""

    message_id: "MessageId"
    contact_id: "MessageContactId"
    phone: "ContactPhone"
    campaign_id: "MessageCampaignId"
    campaign_name: "MessageCampaignName"
    error_code: str
    """The carrier gateway's numeric code, as a string. The set is open."""
    reason: str
    """Why, in a few plain English words."""


class SmsFailed(TypedDict):
    """The carrier could not deliver a text that was sent. Not sent for a text that was never tried, such as one to a number that opted out."""

    event: Literal["sms.failed"]
    """The kind of the event."""
    timestamp: str
    """When it happened, in UTC, or when the text provider's report of it came, a second or so later."""
    data: "SmsFailedData"


class Lead(TypedDict):
    """Who was called. Custom fields are counted, never sent."""

    id: Optional[str]
    """The same as `leadId`."""
    fullName: Optional[str]
    """The contact's full name."""
    phone: str
    """The number called, in E.164."""
    email: Optional[str]
    """The contact's email address."""
    customFieldKeyCount: int
    """How many custom fields the contact has."""


class CalledProperty(TypedDict):
    """The property of the contact that was called. Every member is null where the number called belongs to no contact."""

    id: Optional[str]
    """The contact's `propertyId`. Null where the contact has none."""
    address1: Optional[str]
    """The street and house. Null where the contact has none."""
    city: Optional[str]
    """The city. Null where the contact has none."""
    state: Optional[str]
    """The state. Null where the contact has none."""
    zip: Optional[str]
    """The postal code. Null where the contact has none."""


class QualifyingCall(TypedDict):
    """The call that qualified the lead."""

    id: str
    """The call's id, as in `GET /calls/{id}`."""
    outcome: Union[Literal["INTERESTED", "NOT_INTERESTED", "CALLBACK", "DNC", "NO_ANSWER", "BUSY", "VOICEMAIL", "WRONG_NUMBER", "NOT_OWNER", "FAILED", "CANCELED", "UNKNOWN"], str]
    """An open set, as in call.completed."""
    durationSeconds: Optional[int]
    """How long the conversation lasted. Null where nobody answered."""
    transcript: str
    """Cut as in call.completed."""
    recordingUrl: None
    """Always null here. Ask `GET /calls/{id}` for a fresh address."""
    startedAt: str
    """When the call was dialled, in UTC."""
    answeredAt: Optional[str]
    """When it was answered, in UTC. Null where it was not."""


class _LeadQualifiedByAiCallAlways(TypedDict):
    origin: Literal["ai_call"]
    """What qualified the lead."""
    leadId: Optional[str]
    """The contact's id. Null where the number called belongs to no contact."""
    lead: "Lead"
    property: "CalledProperty"
    call: "QualifyingCall"


class LeadQualifiedByAiCall(_LeadQualifiedByAiCallAlways, total=False):
    """A call ended with one of the agent's qualifying outcomes."""

    metadata: Dict[str, Any]
    """The `metadata` of the request, unchanged. A lead that another application reports may lack it, and `consentRecordId`."""
    consentRecordId: Optional[str]
    """The `consentRecordId` of the request."""


LeadContactId = str
"""The contact's id."""


StageName = Optional[str]
"""The name of the contact's pipeline stage. Null where it stands in none."""


LeadSource = str
"""Where the qualification came from, in a word. The set is open."""


LeadCampaignId = Optional[str]
"""The campaign that the contact belongs to, if any."""


class OwnerPhone(TypedDict):
    """One of an owner's numbers."""

    number: str
    """The number as the CRM has it, as a rule in E.164."""
    label: Optional[str]
    """What the number is called in the CRM."""
    type: Optional[str]
    """The kind of line, such as `mobile` or `landline`. The set is open."""
    dnc: bool
    """True where the number must not be called."""


class Owner(TypedDict):
    """One owner of the property."""

    name: Optional[str]
    """The owner's full name."""
    status: Optional[str]
    """The state of the owner in the CRM. The set is open."""
    phones: List["OwnerPhone"]
    """The owner's numbers."""


class ContactSnapshot(TypedDict):
    """The contact as it was then. Best effort, so it may be left out."""

    fullName: Optional[str]
    """The contact's full name."""
    phone: Optional[str]
    """The contact's number as the CRM has it, as a rule in E.164."""
    owners: List["Owner"]
    """The owners of the property."""
    tags: List[str]
    """The contact's tags."""
    doNotContact: bool
    """True where the contact must not be contacted."""


class LeadStatusObject(TypedDict):
    """The property's lead status, if it has one."""

    id: str
    """The status' id."""
    name: str
    """The status' name."""


LeadStatus = Optional["LeadStatusObject"]


class _PropertySnapshotAlways(TypedDict):
    id: str
    """The property's id."""
    address1: Optional[str]
    """Street and number."""
    city: Optional[str]
    """The city."""
    state: Optional[str]
    """The state."""
    zip: Optional[str]
    """The postal code."""
    outcome: Optional[str]
    """The last call's outcome. An open set."""
    dialerStatus: Optional[str]
    """Where the property stands in the dialer. The set is open."""
    callAttempts: int
    """How often the property was called."""
    leadStatus: "LeadStatus"
    createdAt: str
    """When the property was created, in UTC."""


class PropertySnapshot(_PropertySnapshotAlways, total=False):
    """The property as it was then. Best effort, so it may be left out."""

    customFields: Dict[str, str]
    """Left out where they are more than 16,384 characters of compact JSON."""


class _LeadQualifiedByPipelineStageAlways(TypedDict):
    origin: Literal["pipeline_stage"]
    """What qualified the lead."""
    contactId: "LeadContactId"
    statusName: "StageName"
    source: "LeadSource"
    campaignId: "LeadCampaignId"


class LeadQualifiedByPipelineStage(_LeadQualifiedByPipelineStageAlways, total=False):
    """A contact was moved to a stage of the pipeline that counts as qualified."""

    contact: "ContactSnapshot"
    property: "PropertySnapshot"


class ContactName(TypedDict):
    """The contact, as far as an automation knows it. May be left out."""

    fullName: Optional[str]
    """The contact's full name."""
    phone: Optional[str]
    """The contact's number as the CRM has it, as a rule in E.164."""


class PropertyAddress(TypedDict):
    """Where the property is. Best effort, so it may be left out."""

    id: str
    """The property's id."""
    address1: Optional[str]
    """Street and number."""
    city: Optional[str]
    """The city."""
    state: Optional[str]
    """The state."""
    zip: Optional[str]
    """The postal code."""


class AutomationStep(TypedDict):
    """The step that pushed the contact."""

    sequenceId: str
    """The id of the automation's sequence."""
    enrollmentId: str
    """The id of the contact's enrolment in it."""
    nodeId: str
    """The step's id."""
    name: Optional[str]
    """The step's name."""


class _LeadQualifiedByAutomationAlways(TypedDict):
    origin: Literal["automation"]
    """What qualified the lead."""
    contactId: "LeadContactId"
    statusName: Literal["Automation"]
    """Always this word: an automation has no stage."""
    source: "LeadSource"
    campaignId: "LeadCampaignId"
    automation: "AutomationStep"


class LeadQualifiedByAutomation(_LeadQualifiedByAutomationAlways, total=False):
    """The push-to-CRM step of an automation was reached."""

    contact: "ContactName"
    property: "PropertyAddress"


class _LeadQualifiedByContactPageAlways(TypedDict):
    origin: Literal["contact_page"]
    """What qualified the lead."""
    contactId: "LeadContactId"
    statusName: "StageName"
    source: "LeadSource"
    campaignId: "LeadCampaignId"


class LeadQualifiedByContactPage(_LeadQualifiedByContactPageAlways, total=False):
    """Someone pushed the contact to the CRM from its page."""

    contact: "ContactSnapshot"
    property: "PropertySnapshot"


class _LeadQualifiedByAssistantAlways(TypedDict):
    origin: Literal["assistant"]
    """What qualified the lead."""
    contactId: "LeadContactId"
    statusName: "StageName"
    source: "LeadSource"
    campaignId: "LeadCampaignId"


class LeadQualifiedByAssistant(_LeadQualifiedByAssistantAlways, total=False):
    """The assistant pushed the contact to the CRM."""

    contact: "ContactSnapshot"
    property: "PropertySnapshot"


LeadQualifiedData = Union["LeadQualifiedByAiCall", "LeadQualifiedByPipelineStage", "LeadQualifiedByAutomation", "LeadQualifiedByContactPage", "LeadQualifiedByAssistant"]
"""One of five shapes. `origin` says which."""


class LeadQualified(TypedDict):
    """A lead is qualified, by a call, by a move in the pipeline, or by a push to the tenant's CRM."""

    event: Literal["lead.qualified"]
    """The kind of the event."""
    timestamp: str
    """When it happened, in UTC."""
    data: "LeadQualifiedData"


WebhookEvent = Union["CallCompleted", "SmsReceived", "SmsDelivered", "SmsFailed", "LeadQualified"]
"""Every event that a webhook can have."""
