"""Calls and the telephone network that rings: the number that is called decides what happens."""

import uuid

from clock import iso
from json_text import Number
from mistakes import mistaken
from schema import resolved, types_of
from state import Problem, new_id

# By scenario: the ended reason, the seconds of conversation (None: nobody answers), the outcome.
STORIES = {
    "answered-interested": ("customer-ended-call", 1, "INTERESTED"),
    "answered-not-interested": ("customer-ended-call", 1, "NOT_INTERESTED"),
    "callback-requested": ("customer-ended-call", 1, "CALLBACK"),
    "do-not-call": ("customer-ended-call", 1, "DNC"),
    "wrong-number": ("customer-ended-call", 1, "WRONG_NUMBER"),
    "not-the-owner": ("customer-ended-call", 1, "NOT_OWNER"),
    "no-answer": ("customer-did-not-answer", None, "NO_ANSWER"),
    "busy": ("customer-busy", None, "BUSY"),
    "declined": ("vonage-rejected", None, "BUSY"),
    "voicemail": ("voicemail", 1, "VOICEMAIL"),
    "carrier-error": ("twilio-failed-to-connect-call", None, "FAILED"),
    "invalid-number": ("twilio-reported-customer-misdialed", None, "FAILED"),
    "drops-mid-call": ("customer-ended-call", 1, "NOT_INTERESTED"),
    "silent-until-limit": ("silence-timed-out", 1, "NOT_INTERESTED"),
    "talks-until-limit": ("exceeded-max-duration", 600, "INTERESTED"),
    "extraction-missing-field": ("customer-ended-call", 1, "INTERESTED"),
    "extraction-timed-out": ("customer-ended-call", 1, "INTERESTED"),
    "long-transcript": ("customer-ended-call", 1, "INTERESTED"),
    "never-ends": ("ended-by-api", 10**9, "INTERESTED"),
    **{
        f"provider-{what}": ("customer-ended-call", 1, "INTERESTED")
        for what in ("error-after-dialling", "timeout-after-dialling", "answers-late", "refuses", "rate-limits", "error-before-dialling")
    },
    **{f"callbacks-{what}": ("customer-ended-call", 1, "INTERESTED") for what in ("lost", "twice", "out-of-order", "late")},
}
STATUSES = {"NO_ANSWER": "no_answer", "BUSY": "busy", "FAILED": "failed"}
FINAL = ("completed", "no_answer", "busy", "failed", "canceled")
BLOCK = 10_000
FIRST = 15_550_010_000


def numbers():
    return {name: {"first": f"+{FIRST + nth * BLOCK}", "count": BLOCK} for nth, name in enumerate(STORIES)}


def scenario_of(number):
    nth = (int(number[1:]) - FIRST) // BLOCK
    return list(STORIES)[nth] if 0 <= nth < len(STORIES) else "answered-interested"


def cut(transcript):
    """Returns the transcript as webhooks carry it."""
    return transcript if len(transcript) <= 10_000 or mistaken("transcript-uncut") else transcript[:9_986] + "...[truncated]"


class Calls:
    def __init__(self, clock, deliveries, document):
        self.clock, self.deliveries, self.document, self.dials = clock, deliveries, document, []

    def place(self, tenant, agent, phone_number, number_from, body):
        scenario = scenario_of(phone_number)
        if scenario in ("provider-refuses", "provider-rate-limits"):
            raise Problem("placement_failed", "The voice provider has refused the call.", {"fate": "not_dialled"})
        call = {"id": new_id("call"), "status": "queued", "agentId": agent["id"], "phoneNumber": phone_number, "fromPhoneNumber": number_from}
        call |= {"direction": "ai_outbound", "outcome": None, "endedReason": None, "durationSeconds": None, "startedAt": None, "endedAt": None}
        call |= {"createdAt": iso(self.clock.now()), "transcript": None, "extraction": None, "extractionError": None}
        call |= {"variables": body.get("variables", {}), "metadata": body.get("metadata", {})}
        call |= {"knownConsent": body.get("knownConsent", False), "consentRecordId": body.get("consentRecordId")}
        record = {"call": call, "tenant": tenant, "agent": agent, "schema": agent["extractionSchema"], "scenario": scenario, "ending": False, "answered": None}
        tenant.calls[call["id"]] = record
        if scenario == "provider-error-before-dialling":
            self.clock.after(75, lambda: self._over(record, "not-dialled", "failed", "FAILED"))
            raise Problem("placement_failed", "The voice provider has failed.", {"fate": "unknown", "callId": call["id"]})
        self.dials.append({"callId": call["id"], "phoneNumber": phone_number})
        answer = dict(call)
        call["startedAt"] = call["createdAt"]
        self.clock.after(0.1, lambda: self._becomes(record, "ringing"))
        self.clock.after(0.3, lambda: self._rung(record))
        return answer

    def end(self, record):
        """Hangs up, and returns the status to answer."""
        call = record["call"]
        if call["status"] in FINAL:
            return call["status"]
        record["ending"] = True
        if call["status"] == "in-progress":
            self.clock.after(0.05, lambda: self._hang_up(record, "ended-by-api"))
        return "ending"

    def _becomes(self, record, status):
        if record["call"]["status"] not in FINAL:
            record["call"]["status"] = status

    def _rung(self, record):
        reason, seconds, outcome = STORIES[record["scenario"]]
        if seconds is None:
            self._over(record, reason, STATUSES[outcome], outcome)
            return
        record["answered"] = self.clock.now()
        self._becomes(record, "in-progress")
        if mistaken("status-goes-back"):
            self.clock.after(0.4, lambda: self._becomes(record, "ringing"))
        if record["ending"]:
            self._hang_up(record, "ended-by-api")
        self.clock.after(seconds, lambda: self._hang_up(record, reason))

    def _hang_up(self, record, reason):
        self._over(record, reason, "completed", STORIES[record["scenario"]][2])

    def _over(self, record, reason, status, outcome):
        call, now = record["call"], self.clock.now()
        if call["status"] in FINAL:
            return
        seconds = None if record["answered"] is None else round(now - record["answered"])
        call.update(status=status, endedReason=reason, endedAt=iso(now), durationSeconds=seconds, startedAt=call["startedAt"] or call["createdAt"])
        self.clock.after(0.1, lambda: self._analysed(record, outcome))

    def _analysed(self, record, outcome):
        call, tenant, agent, dedupe = record["call"], record["tenant"], record["agent"], record["call"]["id"]
        talked = record["answered"] is not None
        known = not talked or outcome == "VOICEMAIL" or outcome in agent["activeOutcomes"]
        call["outcome"] = outcome if known else None
        if talked:
            call["transcript"] = "Agent: Hello.\n" + ("\U0001f600" * 10_001 if record["scenario"] == "long-transcript" else "Lead: Hello.")
            record["recording"] = uuid.uuid4().hex
        if talked and record["schema"]:
            if record["scenario"].startswith("extraction-"):
                call["extractionError"] = "What was said lacks what the schema requires."
            else:
                call["extraction"] = self._extracted(record["schema"])
        if call["endedReason"] == "not-dialled":
            return
        known_only = {"call_id": call["id"], "variables": call["variables"], "metadata": call["metadata"]}
        known_only |= {"known_consent": call["knownConsent"], "consent_record_id": call["consentRecordId"]}
        self.completed(tenant, dedupe, call, known_only)
        if call["outcome"] in agent["qualifyingOutcomes"]:
            self.deliveries.happened(tenant, "lead.qualified", dedupe, self._lead(record))

    def completed(self, tenant, dedupe, call, more, notes=None):
        outcome = call["outcome"] or "UNKNOWN"
        contact = {"name": "", "phone": call["phoneNumber"], "address": "", "city": "", "state": "", "zip": ""}
        data = {"outcome": outcome, "notes": notes, "duration_seconds": call["durationSeconds"], "started_at": call["startedAt"]}
        data |= {"recording_url": None, "transcript": cut(call["transcript"] or ""), "contact": contact, "callback": None, "campaign": None}
        data |= {"extraction": call.get("extraction"), "extraction_error": call.get("extractionError")}
        self.deliveries.happened(tenant, "call.completed", dedupe, {**data, **more}, outcome)

    def _lead(self, record):
        call = record["call"]
        lead = {"id": None, "fullName": None, "phone": call["phoneNumber"], "email": None, "customFieldKeyCount": 0}
        told = {"id": call["id"], "outcome": call["outcome"], "durationSeconds": call["durationSeconds"], "transcript": cut(call["transcript"] or "")}
        told |= {"recordingUrl": None, "startedAt": call["startedAt"], "answeredAt": iso(record["answered"])}
        nothing = dict.fromkeys(("id", "address1", "city", "state", "zip"))
        echoed = {"metadata": call["metadata"], "consentRecordId": call["consentRecordId"]}
        return {"origin": "ai_call", "leadId": None, "lead": lead, "property": nothing, "call": told, **echoed}

    def _extracted(self, schema):
        schema = resolved(schema, schema)
        samples = {"object": {}, "array": [], "string": "as they said", "boolean": True, "null": None, "number": Number("1"), "integer": Number("1")}
        kind = (types_of(schema) or ["string"])[0]
        if kind == "object":
            return {name: self._extracted(part) for name, part in schema.get("properties", {}).items()}
        return schema["enum"][0] if "enum" in schema else samples[kind]
