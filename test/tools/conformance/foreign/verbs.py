"""The verbs of a conformance driver, as docs/conformance.md describes them."""

import json

from calls import numbers
from clock import iso
from mistakes import mistaken
from state import Key, Tenant, new_id


class Verbs:
    def __init__(self, service):
        self.service, self.clock = service, service.clock

    def answer(self, request):
        try:
            return getattr(self, request.pop("verb"))(**request)
        except Exception as error:
            return {"error": {"message": f"{type(error).__name__}: {error}"}}

    def describe(self):
        return {"verbs": ["makeTenant", "makeKey", "causeEvent", "prepareCalls", "advanceTime", "setLimit", "listDials"]}

    def makeTenant(self, agent, phoneNumber, moreAgents=(), morePhoneNumbers=(), **settings):
        tenant = Tenant(self.clock, **settings)
        usual = {"isDefault": False, "isActive": True, "activeOutcomes": [], "qualifyingOutcomes": [], "extractionSchema": None}
        for each in (agent, *moreAgents):
            made = {"id": new_id("agt"), **usual, **each, "updatedAt": iso(self.clock.now())}
            tenant.agents[made["id"]] = made
        for each in (phoneNumber, *morePhoneNumbers):
            tenant.numbers[new_id("num")] = each
        self.service.tenants[tenant.id] = tenant
        agent_ids, number_ids = list(tenant.agents), list(tenant.numbers)
        return {
            "tenantId": tenant.id,
            "agentId": agent_ids[0],
            "phoneNumberId": number_ids[0],
            "moreAgentIds": agent_ids[1:],
            "morePhoneNumberIds": number_ids[1:],
        }

    def makeKey(self, tenantId, name, scopes):
        key = Key(self.service.tenants[tenantId], name, scopes, iso(self.clock.now()))
        self.service.keys[key.text] = key
        return {"keyId": key.id, "key": key.text}

    def causeEvent(self, tenantId, events):
        tenant, ids = self.service.tenants[tenantId], []
        for event in events:
            data, dedupe = event["data"], event["dedupeKey"]
            if event["eventType"] == "call.completed":
                ids.append(new_id("call"))
                self.service.calls.completed(tenant, dedupe, {"transcript": None, **data}, {"call_id": ids[-1]}, data.get("notes"))
            else:
                self.service.deliveries.happened(tenant, event["eventType"], dedupe, small(data), at=event.get("occurredAt"))
        return {"callIds": ids}

    def prepareCalls(self):
        return {"numbers": numbers()}

    def advanceTime(self, seconds, of=None):
        self.clock.advance(seconds)
        return {"now": iso(self.clock.now())}

    def setLimit(self, tenantId, limits=None, keyId=None, isRevoked=False, agentId=None, isActive=None):
        tenant = self.service.tenants[tenantId]
        if limits is not None:
            tenant.limit(limits)
        elif keyId is not None:
            self.service.keys = {text: key for text, key in self.service.keys.items() if key.id != keyId or mistaken("keys-live-on")}
        else:
            tenant.agents[agentId]["isActive"] = isActive
        return {}

    def listDials(self):
        return {"dials": self.service.calls.dials}


def small(data):
    """Leaves out custom fields that are larger than the document allows."""
    property_ = data.get("property")
    if not isinstance(property_, dict) or len(json.dumps(property_.get("customFields"), separators=(",", ":"))) <= 16384:
        return data
    return {**data, "property": {name: value for name, value in property_.items() if name != "customFields"}}
