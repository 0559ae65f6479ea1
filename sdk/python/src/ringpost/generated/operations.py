# Made by `npm run generate` from the documents. Edit those.

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, cast

from . import types

OPERATIONS: Dict[str, Dict[str, Any]] = {
    "placeCall": {
        "method": "POST",
        "path": "/calls",
        "query": [],
        "takes_body": True,
        "gives_body": True,
        "budget": "write",
        "idempotency_field": "idempotencyKey",
        "retry_codes": [
            "rate_limited",
            "concurrent_limit_exceeded",
            "placement_failed",
            "internal_error",
            "idempotency_in_progress",
            "overloaded",
        ],
    },
    "listCalls": {
        "method": "GET",
        "path": "/calls",
        "query": ["cursor", "limit"],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "readCall": {
        "method": "GET",
        "path": "/calls/{id}",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "endCall": {
        "method": "POST",
        "path": "/calls/{id}/end",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "write",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "end_failed", "internal_error", "overloaded"],
    },
    "listAgents": {
        "method": "GET",
        "path": "/agents",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "readAgent": {
        "method": "GET",
        "path": "/agents/{id}",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "setExtractionSchema": {
        "method": "POST",
        "path": "/agents/{id}/extraction-schema",
        "query": [],
        "takes_body": True,
        "gives_body": True,
        "budget": "write",
        "idempotency_field": "idempotencyKey",
        "retry_codes": ["rate_limited", "internal_error", "idempotency_in_progress", "overloaded"],
    },
    "createWebhookEndpoint": {
        "method": "POST",
        "path": "/webhooks",
        "query": [],
        "takes_body": True,
        "gives_body": True,
        "budget": "write",
        "idempotency_field": "idempotencyKey",
        "retry_codes": ["rate_limited", "internal_error", "idempotency_in_progress", "overloaded"],
    },
    "listWebhookEndpoints": {
        "method": "GET",
        "path": "/webhooks",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "deleteWebhookEndpoint": {
        "method": "DELETE",
        "path": "/webhooks/{id}",
        "query": [],
        "takes_body": False,
        "gives_body": False,
        "budget": "write",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "createAutomationTrigger": {
        "method": "POST",
        "path": "/automation-triggers",
        "query": [],
        "takes_body": True,
        "gives_body": True,
        "budget": "write",
        "idempotency_field": "idempotencyKey",
        "retry_codes": ["rate_limited", "internal_error", "idempotency_in_progress", "overloaded"],
    },
    "listAutomationTriggers": {
        "method": "GET",
        "path": "/automation-triggers",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "readAutomationTrigger": {
        "method": "GET",
        "path": "/automation-triggers/{id}",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "deleteAutomationTrigger": {
        "method": "DELETE",
        "path": "/automation-triggers/{id}",
        "query": [],
        "takes_body": False,
        "gives_body": False,
        "budget": "write",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "testAutomationTrigger": {
        "method": "POST",
        "path": "/automation-triggers/{id}/test",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "write",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "listWebhookDeliveries": {
        "method": "GET",
        "path": "/webhook-deliveries",
        "query": ["status", "since", "page", "limit"],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "readWebhookDelivery": {
        "method": "GET",
        "path": "/webhook-deliveries/{id}",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "retryWebhookDelivery": {
        "method": "POST",
        "path": "/webhook-deliveries/{id}/retry",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "write",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
    "readAccount": {
        "method": "GET",
        "path": "/account",
        "query": [],
        "takes_body": False,
        "gives_body": True,
        "budget": "read",
        "idempotency_field": None,
        "retry_codes": ["rate_limited", "internal_error", "overloaded"],
    },
}

FINAL_CALL_STATUSES: List[str] = ["completed", "no_answer", "busy", "failed", "canceled"]


class Operations:
    """The operations of the public API, each under the name of its `operationId`. A client adds how they are asked."""

    def _call(self, operation: str, required: Mapping[str, Any], optional: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    def place_call(
        self,
        *,
        agent_id: str,
        phone_number: str,
        from_phone_number_id: Optional[str] = None,
        variables: Optional[Dict[str, Any]] = None,
        metadata: Optional[Dict[str, Any]] = None,
        idempotency_key: Optional[types.IdempotencyKey] = None,
        known_consent: Optional[bool] = None,
        consent_record_id: Optional[str] = None,
    ) -> types.PlacedCallReply:
        """Place a call.

        Lets one of your voice agents phone somebody. The answer comes as soon as the voice provider has taken the call, long
        before it is over: every result field is null. Wait for the `call.completed` webhook, or read the call now and then.

        Checks come in this order, and the first that fails decides the answer: the number to call is a possible E.164 number ·
        the `idempotencyKey` · the agent exists and is active · `variables` has every `{{name}}` of the agent's prompt · there is a
        number to call from · the wallet covers the estimated cost · fewer calls are going than the tenant may have at once.
        A refused request leaves nothing behind: no call, no money held, no key used up.

        A prompt may write `{{ name }}`, `{{- name -}}`, `{{ name | filter }}` or `{{ name[0] }}`. A name has letters, digits, `_`, `-` and
        `.`, and does not begin with a digit. Names that the voice side fills itself are never missing: `now`, `date`, `time`, `day`,
        `month`, `year`, `customer.*`, `call.*`, `phoneNumber.*` and `transport.*`. A variable that is null or "" counts as sent.

        Always send an `idempotencyKey`. It is what makes a retry after a timeout or a `placement_failed` safe. What a
        `placement_failed` leaves behind, and for how long, stands under "When a call could not be placed".

        :param agent_id: The voice agent that talks. It must be active.
        :param phone_number: Whom to call, in E.164 form: `+`, country code, number, no spaces. A string that is not a possible number gets `invalid_phone_number`, not `invalid_request`.
        :param from_phone_number_id: The number to call from. Leave it out and one of your active numbers is drawn at random, healthier ones more often.
        :param variables: What the agent may know about this call, by name. A name has at most 255 characters. A value is any JSON value of at most 4,096 bytes: the UTF-8 length of a string, or of the value's compact JSON. Every variable reaches the agent whole, as data in the context block of its system message, whether or not its prompt names it. An agent that its operator keeps at the voice provider gets only those that its prompt there names.
        :param metadata: Anything of yours that you want back on the call and in its webhooks. At most 16,384 bytes of compact JSON. The agent and the voice provider never see it.
        :param known_consent: You attest that you hold documented consent to this call. We keep and echo it; we do not check it. Without it: `false`.
        :param consent_record_id: Your own reference to that consent, kept, and echoed on the call and in its webhooks.
        """
        return cast("types.PlacedCallReply", self._call("placeCall", {"agentId": agent_id, "phoneNumber": phone_number}, {"fromPhoneNumberId": from_phone_number_id, "variables": variables, "metadata": metadata, "idempotencyKey": idempotency_key, "knownConsent": known_consent, "consentRecordId": consent_record_id}))

    def list_calls(self, *, cursor: Optional[str] = None, limit: Optional[int] = None) -> types.CallsReply:
        """List calls that are over.

        The calls whose result stands, newest first, a page at a time: each is listed from the moment in which its `call.completed` goes out.
        While `nextCursor` is not null, ask again with it as `cursor`. Only calls placed through this API are listed,
        the operator's test calls of an agent among them. A call is read by its id from its placement on.

        :param cursor: The `nextCursor` of the page before.
        :param limit: How many calls a page holds.
        """
        return cast("types.CallsReply", self._call("listCalls", {}, {"cursor": cursor, "limit": limit}))

    def read_call(self, id: str) -> types.CallReply:
        """Read a call.

        The call as it stands, with a fresh link to its recording once there is one. The link works for 15 minutes; read the call
        again for another. Only calls placed through this API are shown, the
        operator's test calls of an agent among them.

        The terminal status stands at once when a call ends; where it is open whether anybody answered, some 40 s later at the
        latest. Outcome, transcript, extraction and recording follow within about a minute. The `call.completed` webhook goes out when
        they are there, and a minute after the terminal status in any case. What comes later is shown here alone, with one exception: a
        call that it makes a lead still has its `lead.qualified`.

        They are not kept for ever. By default a call loses its recording 90 days after its `createdAt` (`recordingUrl` is null again; a
        link that was made before gives 404), and is deleted after 400 days (`call_not_found`). The operator may have set other times for
        you, also one after which `transcript` is null again.

        When the operator has erased the person who was called, the call keeps its id, statuses, outcome and times. Its `phoneNumber` is
        `+999` then, which is nobody's number; `variables` and `metadata` are empty, and what was said, extracted and recorded is null. The
        deliveries of its events are gone (`delivery_not_found`).

        :param id: The call's id. Any string that is not the id of one of your calls gets `call_not_found`.
        """
        return cast("types.CallReply", self._call("readCall", {"id": id}, {}))

    def end_call(self, id: str) -> types.EndCallReply:
        """Hang up a call.

        Hangs up a call that is still going, whether or not it has been answered. The answer is `ending`, and is `ending` again
        however often you ask, until the call is over. A call that is over answers with the status it ended in. Only this operation
        shows `ending`: reading the call shows its last confirmed status.

        What follows depends on how far the call is:

        | the call | what happens | how it ends |
        |---|---|---|
        | `in-progress` | It is hung up at once. | `completed`, with `endedReason` `ended-by-api` |
        | `queued` or `ringing`, and nobody answers | The telephone rings on until the ringing ends by itself, because the voice provider has no request that stops it. | As the reason says that the provider gives: mostly `no_answer`, or `busy`, or `failed`. `canceled` where it gives a reason that names no such cause |
        | `queued` or `ringing`, and somebody answers | It is hung up as soon as the provider reports the answer. | `completed`, with `endedReason` `ended-by-api` and the seconds until then, which are charged |
        | left unknown by a `placement_failed` | It is hung up as soon as it is found. | As above, or `canceled` if nobody was dialled |

        Until it is over, a call keeps its money held and its permit for a concurrent call. There is no request body; one that is sent is
        ignored.

        :param id: The call's id. Any string that is not the id of one of your calls gets `call_not_found`.
        """
        return cast("types.EndCallReply", self._call("endCall", {"id": id}, {}))

    def list_agents(self) -> types.AgentsReply:
        """List agents.

        All agents of the tenant in one list, by name, inactive ones included.
        """
        return cast("types.AgentsReply", self._call("listAgents", {}, {}))

    def read_agent(self, id: str) -> types.Agent:
        """Read an agent.

        One agent, in the same form as in the list and without a wrapper.

        :param id: The agent's id. Any string that is not the id of one of your agents gets `agent_not_found`.
        """
        return cast("types.Agent", self._call("readAgent", {"id": id}, {}))

    def set_extraction_schema(
        self,
        id: str,
        *,
        schema: Any,
        idempotency_key: Optional[types.IdempotencyKey] = None,
    ) -> types.Agent:
        """Set or clear an agent's extraction schema.

        Says what shall be extracted from the transcripts of this agent's calls from now on. `null` switches extraction off. Calls
        that were placed earlier keep the schema that they were placed with.

        A schema is a JSON Schema for an object, with these rules: only known values of `type`; every name in `required` stands in
        `properties` beside it, at every level; at most 32,768 bytes of compact JSON; at most 16 levels deep; `$ref` only to
        something inside the schema; no `$id`, `$anchor`, `$dynamicRef` or `$async`; it must compile as JSON Schema 2020-12,
        as which it is read even where `$schema` names 2019-09, draft-07 or draft-06.

        A schema may refer to itself through a property, an item or another part of the data, as trees do. It may not be applied
        to the same data again by way of itself. It may not be too costly: it has at most 1,000 subschemas, each name in a list of
        `dependentRequired` counted as one, and at most 10,000 where each `$ref` is counted as all that it refers to (a reference back to
        a schema that is being counted adds nothing). The rare schema that stays below these numbers and still takes more than 2 seconds
        of processor time or 128 MB of memory to compile is refused too.

        `details.path` of `invalid_extraction_schema` points at the first thing that breaks these rules. Schemas are compiled one at a time
        for each tenant. Where 60 of a tenant's wait, the next one gets `rate_limited`.

        :param id: The agent's id. Any string that is not the id of one of your agents gets `agent_not_found`.
        :param schema: The JSON Schema, or null to switch extraction off. Anything that is not a usable schema gets `invalid_extraction_schema`; only leaving it out is `invalid_request`.
        """
        return cast("types.Agent", self._call("setExtractionSchema", {"id": id, "schema": schema}, {"idempotencyKey": idempotency_key}))

    def create_webhook_endpoint(
        self,
        *,
        name: types.EndpointName,
        url: str,
        method: Optional[types.EndpointMethodInput] = None,
        headers: Optional[Dict[str, str]] = None,
        is_active: Optional[bool] = None,
        standard_webhooks: Optional[bool] = None,
        idempotency_key: Optional[types.IdempotencyKey] = None,
    ) -> types.CreatedWebhookEndpointReply:
        """Create a webhook endpoint.

        Registers an address of yours, and makes the secret that everything sent to it is signed with. **The secret is shown here
        only**; lists show its last four characters. An endpoint by itself gets nothing: create an automation trigger next.

        The address must be public: plain `http` is refused in production, and so is a host that resolves to a private, loopback,
        link-local or otherwise reserved address. A name that does not resolve just now is taken, because every connection is
        checked again. A tenant may have 10 endpoints.

        `details.reason` of `invalid_webhook_url` is one of `unparseable`, `characters`, `unsupported_scheme`, `credentials`, `port`
        (0), `https_required` and `private_address`; more may be added. Spaces, line breaks and control characters are not
        repaired: percent-encode them.

        `headers` are sent along with every delivery. These are dropped without a word, whatever their case and with `_` read as `-`, because
        they would break or forge a delivery: `Host`, `Authorization`, `Content-*`, `Transfer-Encoding`, `Connection`, `Keep-Alive`, `TE`,
        `Trailer`, `Upgrade`, `Expect`, `Cookie`, `Proxy-*`, `Forwarded`, `X-Forwarded-*`, `User-Agent`, `X-Webhook-*`. The answer
        shows those that are left.

        With `standardWebhooks` every delivery also carries `webhook-id`, `webhook-timestamp` and `webhook-signature`, which the public
        libraries of Standard Webhooks verify. They take the secret as `whsec_` and the base64 of `signingSecret` as text. Extra headers
        of these three names are dropped then.

        :param url: Where deliveries go, an absolute https address without user and password. What is wrong with it, if anything, is told by `invalid_webhook_url`.
        :param method: Without it: `"POST"`.
        :param headers: Extra headers for every delivery: at most 20, printable ASCII, names and values at most 4,096 bytes in all. Two names that differ only by case are one header, and refused.
        :param is_active: Whether events go there. Inactive: new events make no delivery, and due ones wait. Without it: `true`.
        :param standard_webhooks: Whether deliveries carry the headers of Standard Webhooks too. Without it: `false`.
        """
        return cast("types.CreatedWebhookEndpointReply", self._call("createWebhookEndpoint", {"name": name, "url": url}, {"method": method, "headers": headers, "isActive": is_active, "standardWebhooks": standard_webhooks, "idempotencyKey": idempotency_key}))

    def list_webhook_endpoints(self) -> types.WebhookEndpointsReply:
        """List webhook endpoints.

        All endpoints of the tenant in one list, oldest first, with their secrets masked.
        """
        return cast("types.WebhookEndpointsReply", self._call("listWebhookEndpoints", {}, {}))

    def delete_webhook_endpoint(self, id: str) -> None:
        """Delete a webhook endpoint.

        Removes the endpoint, its automation triggers, and its deliveries that are still pending or retrying. Finished deliveries stay
        readable, with the endpoint's name and address as they were. A delivery that is being sent again is retrying, and is removed
        even if it had succeeded before. An attempt that is under way ends without a trace.

        :param id: The endpoint's id. Any string that is not the id of one of your endpoints gets `webhook_not_found`.
        """
        self._call("deleteWebhookEndpoint", {"id": id}, {})

    def create_automation_trigger(
        self,
        *,
        name: types.TriggerName,
        event_type: types.EventTypeInput,
        webhook_endpoint_id: str,
        conditions: Optional[types.TriggerConditionsInput] = None,
        is_active: Optional[bool] = None,
        idempotency_key: Optional[types.IdempotencyKey] = None,
    ) -> types.AutomationTriggerReply:
        """Create an automation trigger.

        Subscribes one of your webhook endpoints to an event. Two triggers for one event make two deliveries. Events go out while
        both the trigger and its endpoint are active. A tenant may have 25 triggers.

        With `conditions.outcome` the trigger fires only for calls that came to one of those outcomes, compared with the `outcome` of
        the webhook itself (where `UNKNOWN` stands for a call without one). Only `call.completed` can be filtered.

        :param webhook_endpoint_id: The endpoint that gets the event. One that is not yours is `webhook_not_found`.
        :param is_active: Whether the trigger fires. Without it: `true`.
        """
        return cast("types.AutomationTriggerReply", self._call("createAutomationTrigger", {"name": name, "eventType": event_type, "webhookEndpointId": webhook_endpoint_id}, {"conditions": conditions, "isActive": is_active, "idempotencyKey": idempotency_key}))

    def list_automation_triggers(self) -> types.AutomationTriggersReply:
        """List automation triggers.

        All triggers of the tenant in one list, oldest first, each with a summary of its endpoint.
        """
        return cast("types.AutomationTriggersReply", self._call("listAutomationTriggers", {}, {}))

    def read_automation_trigger(self, id: str) -> types.AutomationTriggerReply:
        """Read an automation trigger.

        One trigger, in the same form as in the list, as the value of `trigger`.

        :param id: The trigger's id. Any string that is not the id of one of your triggers gets `trigger_not_found`.
        """
        return cast("types.AutomationTriggerReply", self._call("readAutomationTrigger", {"id": id}, {}))

    def delete_automation_trigger(self, id: str) -> None:
        """Delete an automation trigger.

        New events no longer fire it. Deliveries that it has made already run to their end.

        :param id: The trigger's id. Any string that is not the id of one of your triggers gets `trigger_not_found`.
        """
        self._call("deleteAutomationTrigger", {"id": id}, {})

    def test_automation_trigger(self, id: str) -> types.WebhookDelivery:
        """Send a test event.

        Makes a delivery of an example of the trigger's event to the trigger's endpoint, and to no other. It is a delivery like any other: it
        is signed, takes its place in the webhook budget, is retried for hours where it fails, and can be read and sent again. Its body is the
        first example that the published event document (`/asyncapi.yaml`) has of the event, with a new id of its call or message and the present time; with an outcome that
        the trigger asks for, where it asks for one. Nothing in it says that it is a test, because a receiver is to treat it like any other; the id in it belongs to no call
        or message, and the answer to this request has the delivery's id.

        The trigger and its endpoint must be active. There is no request body; one that is sent is ignored.

        :param id: The trigger's id. Any string that is not the id of one of your triggers gets `trigger_not_found`.
        """
        return cast("types.WebhookDelivery", self._call("testAutomationTrigger", {"id": id}, {}))

    def list_webhook_deliveries(
        self,
        *,
        status: Optional[types.DeliveryStatusInput] = None,
        since: Optional[str] = None,
        page: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> types.WebhookDeliveriesReply:
        """List webhook deliveries.

        One record for each delivery of the last 30 days at most, newest first, in an order that is stable from page to page.
        Finished deliveries of `sms.delivered` and `sms.failed` are kept 30 days, others 90 days and readable by id that long.

        :param status: Only deliveries in this status.
        :param since: Only deliveries created at or after this ISO 8601 date or time, which is UTC unless it has an offset. Something older than 30 days is taken as 30 days ago, and so is leaving it out. What cannot be parsed is `invalid_request`.
        :param page: Which page; the first is 1.
        :param limit: How many records a page holds.
        """
        return cast("types.WebhookDeliveriesReply", self._call("listWebhookDeliveries", {}, {"status": status, "since": since, "page": page, "limit": limit}))

    def read_webhook_delivery(self, id: str) -> types.WebhookDeliveryWithPayload:
        """Read a webhook delivery.

        One delivery with the payload that is sent, without a wrapper, and a line in `attemptLog` for each attempt whose outcome is known. The payload is the same on every attempt.

        :param id: The delivery's id. Any string that is not the id of one of your deliveries gets `delivery_not_found`.
        """
        return cast("types.WebhookDeliveryWithPayload", self._call("readWebhookDelivery", {"id": id}, {}))

    def retry_webhook_delivery(self, id: str) -> types.WebhookDelivery:
        """Send a webhook delivery again.

        Sends the stored payload once more to the endpoint it was made for, at once, under the same `X-Webhook-Delivery-Id`, and
        answers when the attempt is over: `success`, or `retrying` with the time of the next attempt, because a failure starts a
        fresh cycle of six. `attempts` keeps counting. When the tenant's webhook budget is used up nothing is sent yet: the answer is
        `retrying`, with the time that is reserved for it in `nextRetryAt`.

        Only a delivery that is `success` or `failed` can be sent again. Of two requests at once, one sends and the other is refused.
        Its endpoint must exist and be active; its trigger need not. There is no request body; one that is sent is ignored.

        :param id: The delivery's id. Any string that is not the id of one of your deliveries gets `delivery_not_found`.
        """
        return cast("types.WebhookDelivery", self._call("retryWebhookDelivery", {"id": id}, {}))

    def read_account(self) -> types.AccountReply:
        """Read the account.

        Your tenant's budgets with what is left of each, its concurrent calls, its wallet and its API keys. Reading it takes a token of the read budget, and no other.
        """
        return cast("types.AccountReply", self._call("readAccount", {}, {}))
