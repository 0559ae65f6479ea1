"""The operations of the public API, by their ids in the document. Each takes the tenant, an id, the query and the body."""

import math
import re
import secrets
from datetime import datetime, timezone

from calls import FINAL
from clock import iso
from deliveries import address_problem, kept_headers
from json_text import dump
from mistakes import mistaken
from schema import BadSchema, check_extraction_schema
from state import Problem, new_id, not_found

DAY = 86_400
SUMMARY = ("id", "status", "outcome", "endedReason", "phoneNumber", "fromPhoneNumber", "agentId", "durationSeconds", "createdAt")
BUDGETS = {"read": "readsPerMinute", "write": "writesPerMinute", "call-events": "callEventsPerMinute", "text-events": "textEventsPerMinute"}
NO_VARIABLE = re.compile(r"(now|date|time|day|month|year|customer\..*|call\..*|phoneNumber\..*)\Z")
ISO8601 = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?")


class Operations:
    def placeCall(self, tenant, _id, _query, body):
        check_number(body["phoneNumber"])
        agent = tenant.agents.get(body["agentId"])
        if agent is None or not agent["isActive"]:
            raise not_found("agent")
        names = {name.split("|")[0].strip() for name in re.findall(r"\{\{([^{}]*)\}\}", agent["systemPrompt"])}
        missing = sorted(name for name in names if name not in body.get("variables", {}) and not NO_VARIABLE.match(name))
        if missing:
            raise Problem("missing_variables", "The prompt names variables that were not sent.", {"missing": missing})
        asked = body.get("fromPhoneNumberId") or next(iter(tenant.numbers))
        number = tenant.numbers.get(asked) and tenant.numbers[next(iter(tenant.numbers)) if mistaken("one-number-for-all") else asked]
        if number is None:
            raise not_found("phone_number")
        if tenant.billing != "invoice":
            raise Problem("insufficient_balance", "The wallet does not cover the call.", {"balance": 0, "required": 100_000})
        active = sum(record["call"]["status"] not in FINAL for record in tenant.calls.values())
        if active >= tenant.limits["concurrentCalls"]:
            if mistaken("rings-although-refused"):
                self.calls.dials.append({"callId": None, "phoneNumber": body["phoneNumber"]})
            raise Problem("concurrent_limit_exceeded", "As many calls go as may.", {"limit": tenant.limits["concurrentCalls"], "active": active, "unknownFate": 0})
        return {"call": self.calls.place(tenant, agent, body["phoneNumber"], number, body)}

    def readCall(self, tenant, id, _query, _body):
        record = owned(tenant.calls, id, "call")
        recording = record.get("recording")
        url = recording and f"{self.origin}/recordings/{recording}/{int(self.clock.now()) + 900}"
        return {"call": {**record["call"], "recordingUrl": url or None}}

    def listCalls(self, tenant, _id, query, _body):
        over = [record["call"] for record in reversed(tenant.calls.values()) if ("call.completed", record["call"]["id"]) in tenant.told]
        ids, limit = [call["id"] for call in over], int(query.get("limit", 20))
        first = 0 if "cursor" not in query else ids.index(query["cursor"]) + 1 if query["cursor"] in ids else len(ids)
        shown = [{name: call[name] for name in SUMMARY} for call in over[first : first + limit]]
        return {"calls": shown, "nextCursor": shown[-1]["id"] if len(over) > first + limit else None}

    def endCall(self, tenant, id, _query, _body):
        return {"id": id, "status": self.calls.end(owned(tenant.calls, id, "call"))}

    def listAgents(self, tenant, _id, _query, _body):
        agents = list(tenant.agents.values())
        if not mistaken("agents-unsorted"):
            agents.sort(key=lambda agent: agent["name"])
        return {"agents": [agent_view(agent) for agent in agents]}

    def readAgent(self, tenant, id, _query, _body):
        everybodys = {name: agent for one in self.tenants.values() for name, agent in one.agents.items()}
        return agent_view(owned(everybodys if mistaken("tenants-see-each-other") else tenant.agents, id, "agent"))

    def setExtractionSchema(self, tenant, id, _query, body):
        agent = owned(tenant.agents, id, "agent")
        if body["schema"] is not None:
            try:
                check_extraction_schema(body["schema"])
            except BadSchema as bad:
                details = {"path": bad.path, "errors": [{"path": bad.path, "message": str(bad)}]}
                raise Problem("invalid_extraction_schema", f"The schema {bad}.", details) from bad
        agent.update(extractionSchema=body["schema"], updatedAt=iso(self.clock.now()))
        return agent_view(agent)

    def createWebhookEndpoint(self, tenant, _id, _query, body):
        reason = address_problem(body["url"])
        if reason:
            raise Problem("invalid_webhook_url", "Nothing can be sent to this address.", {"reason": reason})
        if len(tenant.endpoints) >= (11 if mistaken("eleven-endpoints") else 10):
            raise Problem("endpoint_limit_reached", "There are ten endpoints.", {"limit": 10})
        standard = body.get("standardWebhooks", False)
        view = {"id": new_id("whe"), "name": body["name"], "url": body["url"], "method": body.get("method", "POST")}
        view |= {"headers": kept_headers(body.get("headers", {}), standard), "isActive": body.get("isActive", True)}
        view |= {"standardWebhooks": standard, "createdAt": iso(self.clock.now()), "signingSecret": secrets.token_hex(32)}
        tenant.endpoints[view["id"]] = {**view, "failures": 0, "health": {"state": "healthy", "since": None, "reason": None}}
        return {"endpoint": {**view, **({"internal": True} if mistaken("undocumented-field") else {})}}

    def listWebhookEndpoints(self, tenant, _id, _query, _body):
        def listed(endpoint):
            secret = endpoint["signingSecret"] if mistaken("secret-listed") else "*" * 60 + endpoint["signingSecret"][-4:]
            return {**{name: value for name, value in endpoint.items() if name != "failures"}, "signingSecret": secret}

        return {"endpoints": [listed(endpoint) for endpoint in tenant.endpoints.values()]}

    def deleteWebhookEndpoint(self, tenant, id, _query, _body):
        owned(tenant.endpoints, id, "webhook")
        del tenant.endpoints[id]
        tenant.triggers = {name: one for name, one in tenant.triggers.items() if one["webhookEndpointId"] != id}
        for name, one in list(tenant.deliveries.items()):
            if one["endpoint"]["id"] == id and one["view"]["status"] in ("pending", "retrying"):
                del tenant.deliveries[name]

    def createAutomationTrigger(self, tenant, _id, _query, body):
        conditions = body.get("conditions", {})
        if body["eventType"] != "call.completed" and "outcome" in conditions:
            raise Problem("invalid_conditions", "Filters work with call events only.", {"eventType": body["eventType"]})
        endpoint = owned(tenant.endpoints, body["webhookEndpointId"], "webhook")
        if len(tenant.triggers) >= 25:
            raise Problem("trigger_limit_reached", "There are 25 triggers.", {"limit": 25})
        trigger = {"id": new_id("trg"), "name": body["name"], "eventType": body["eventType"], "webhookEndpointId": endpoint["id"]}
        trigger |= {"conditions": conditions, "isActive": body.get("isActive", True)}
        trigger |= {"webhookEndpoint": {name: endpoint[name] for name in ("id", "name", "url")}}
        tenant.triggers[trigger["id"]] = trigger
        return {"trigger": trigger}

    def testAutomationTrigger(self, tenant, id, _query, _body):
        trigger = owned(tenant.triggers, id, "trigger")
        endpoint, event = tenant.endpoints[trigger["webhookEndpointId"]], trigger["eventType"]
        if not (trigger["isActive"] and endpoint["isActive"]):
            raise Problem("invalid_request", "The trigger or its endpoint is switched off.")
        message = next(one for one in self.documents["asyncapi"]["components"]["messages"].values() if one["name"] == event)
        data = dict(message["examples"][0]["payload"]["data"])
        data |= {name: new_id(prefix) for name, prefix in (("call_id", "call"), ("message_id", "msg")) if name in data}
        if isinstance(data.get("call"), dict):
            data["call"] = {**data["call"], "id": new_id("call")}
        if event == "call.completed":
            data["outcome"] = trigger["conditions"].get("outcome", [data["outcome"]])[0]
        body = dump({"event": event, "timestamp": iso(self.clock.now()), "data": data})
        return record_view(self.deliveries.make(tenant, event, new_id("test"), body, trigger, endpoint))

    def listAutomationTriggers(self, tenant, _id, _query, _body):
        return {"triggers": list(tenant.triggers.values())}

    def readAutomationTrigger(self, tenant, id, _query, _body):
        return {"trigger": owned(tenant.triggers, id, "trigger")}

    def deleteAutomationTrigger(self, tenant, id, _query, _body):
        owned(tenant.triggers, id, "trigger")
        del tenant.triggers[id]

    def listWebhookDeliveries(self, tenant, _id, query, _body):
        page, limit = int(query.get("page", 1)), int(query.get("limit", 20))
        oldest = iso(max(since(query.get("since", "1999-01-01")), self.clock.now() - 30 * DAY))
        views = [one["view"] for one in reversed(tenant.deliveries.values())]
        views = [view for view in views if view["createdAt"] >= oldest and view["status"] == query.get("status", view["status"])]
        shown = [record_view(view) for view in views[(page - 1) * limit : page * limit]]
        return {"deliveries": shown, "pagination": {"page": page, "limit": limit, "total": len(views), "totalPages": math.ceil(len(views) / limit)}}

    def readWebhookDelivery(self, tenant, id, _query, _body):
        return owned(tenant.deliveries, id, "delivery")["view"]

    async def retryWebhookDelivery(self, tenant, id, _query, _body):
        record = owned(tenant.deliveries, id, "delivery")
        await self.deliveries.replay(record)
        return record_view(record["view"])


    def readAccount(self, tenant, _id, _query, _body):
        budgets = [{"name": name, "limit": tenant.limits[of], "remaining": tenant.budgets[of].left()} for name, of in BUDGETS.items()]
        limit = tenant.limits["concurrentCalls"]
        going = sum(record["call"]["status"] not in FINAL for record in tenant.calls.values())
        account = {"name": tenant.name, "budgets": budgets, "concurrentCalls": {"limit": limit, "remaining": max(0, limit - going)}}
        account |= {"wallet": None if tenant.billing == "invoice" else {"balanceMicros": 0}}
        return {"account": {**account, "keys": [key.view for key in self.keys.values() if key.tenant is tenant]}}


def owned(things, id, noun):
    if id not in things:
        raise not_found(noun)
    return things[id]


def agent_view(agent):
    return {name: agent[name] for name in ("id", "name", "isDefault", "extractionSchema", "updatedAt")}


def record_view(view):
    return {name: value for name, value in view.items() if name not in ("payload", "attemptLog")}


def check_number(number):
    if not re.fullmatch(r"\+[1-9][0-9]{6,14}", number):
        raise Problem("invalid_phone_number", "This is no number in E.164.", {"phoneNumber": number})


def since(text):
    """Returns the Unix seconds of an ISO 8601 date or time, or None."""
    try:
        moment = datetime.fromisoformat(text) if ISO8601.fullmatch(text) else None
    except ValueError:
        return None
    return moment and (moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).timestamp()
