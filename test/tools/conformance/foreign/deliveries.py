"""Webhooks: which deliveries an event makes, how each is sent, and when it is sent again."""

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import json
import random
import socket
import ssl
import time
import unicodedata
import uuid
from urllib.parse import urlsplit

from clock import iso
from json_text import Raw, dump
from mistakes import mistaken
from state import Problem

DELAYS = (60, 300, 1_800, 7_200, 21_600)
ATTEMPTS = 6
TIMEOUT = 10
DROPPED = {"host", "authorization", "transfer-encoding", "connection", "keep-alive", "te", "trailer", "upgrade", "expect", "cookie", "forwarded", "user-agent"}
DROPPED_KINDS = ("content-", "proxy-", "x-forwarded-", "x-webhook-")
STANDARD = {"webhook-id", "webhook-timestamp", "webhook-signature"}


def kept_headers(headers, standard):
    """Returns the extra headers without those that would break or forge a delivery."""

    def is_kept(name):
        name = name.lower().replace("_", "-")
        if mistaken("forged-headers") and name.startswith("x-webhook-"):
            return True
        return name not in DROPPED and not name.startswith(DROPPED_KINDS) and not (standard and name in STANDARD)

    return {name: value for name, value in headers.items() if is_kept(name)}


def address_problem(url):
    """Returns why nothing may be sent to an address, or None. Loopback is allowed: this is a sandbox."""
    if any(ord(letter) <= 32 or ord(letter) == 127 for letter in url):
        return "characters"
    try:
        parts = urlsplit(url)
        host, port = unicodedata.normalize("NFKC", parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        return "unparseable"
    if parts.scheme not in ("http", "https"):
        return "unsupported_scheme" if parts.scheme else "unparseable"
    if not host:
        return "unparseable"
    if "@" in parts.netloc:
        return "credentials"
    if port == 0:
        return "port"
    try:
        # This reads every form of an IPv4 address: as one number, in octal, in hexadecimal, shortened.
        address = socket.inet_ntoa(socket.inet_aton(host)) if ":" not in host else host
        return None if mistaken("private-addresses") or is_public(address) else "private_address"
    except OSError:
        return None


def is_public(address):
    ip = ipaddress.ip_address(address)
    ip = getattr(ip, "ipv4_mapped", None) or ip
    translated = ip.version == 6 and any(ip in ipaddress.ip_network(net) for net in ("64:ff9b::/96", "2002::/16"))
    return ip.is_loopback or (ip.is_global and not ip.is_multicast and not translated)


class Deliveries:
    def __init__(self, clock):
        self.clock = clock

    def happened(self, tenant, event, dedupe, data, outcome=None, at=None):
        """Makes a delivery of an event for each active trigger that fits. What was told before is not told again."""
        if (event, dedupe) in tenant.told:
            return
        tenant.told.add((event, dedupe))
        body = dump({"event": event, "timestamp": at or iso(self.clock.now()), "data": data})
        if mistaken("numbers-are-rounded"):
            body = json.dumps(json.loads(body, parse_int=float), ensure_ascii=False, separators=(",", ":"))
        for trigger in tenant.triggers.values():
            endpoint = tenant.endpoints[trigger["webhookEndpointId"]]
            wanted = trigger["conditions"].get("outcome")
            fits = wanted is None or outcome in wanted or mistaken("filter-ignored")
            if trigger["eventType"] == event and trigger["isActive"] and endpoint["isActive"] and fits:
                self.make(tenant, event, f"{tenant.id} {event} {dedupe} {trigger['id']}", body, trigger, endpoint)

    def make(self, tenant, event, name, body, trigger, endpoint):
        bucket = tenant.budgets["textEventsPerMinute" if event in ("sms.delivered", "sms.failed") else "callEventsPerMinute"]
        slot = bucket.reserve()
        waits = slot > self.clock.now()
        delivery = {
            "id": str(uuid.uuid5(uuid.NAMESPACE_OID, name)),
            "createdAt": iso(self.clock.now()),
            "eventType": event,
            "status": "retrying" if waits else "pending",
            "attempts": 0,
            "responseStatus": None,
            "errorMessage": None,
            "nextRetryAt": iso(slot) if waits else None,
            "lastAttemptAt": None,
            "endpoint": {name: endpoint[name] for name in ("id", "name", "url")},
            "trigger": {name: trigger[name] for name in ("id", "name")},
            "attemptLog": [],
            "payload": Raw(body),
        }
        record = {"view": delivery, "tenant": tenant, "bucket": bucket, "endpoint": endpoint, "cycle": 0, "first": int(time.time()), "busy": False}
        tenant.deliveries[delivery["id"]] = record
        self.clock.at(slot, lambda: self._start(record))
        return delivery

    def _start(self, record):
        if record["view"]["id"] in record["tenant"].deliveries and not record["busy"]:
            record["busy"] = True
            record["task"] = asyncio.ensure_future(self._attempt(record))

    async def replay(self, record):
        view = record["view"]
        if record["busy"] or (view["status"] in ("pending", "retrying") and not mistaken("replays-at-any-time")):
            raise Problem("invalid_request", "Only what has succeeded or failed is sent again.", {"errors": [{"path": "/path/id", "message": "is still under way"}]})
        if record["endpoint"]["id"] not in record["tenant"].endpoints or not record["endpoint"]["isActive"]:
            raise Problem("invalid_request", "The endpoint is gone, or not active.", {"errors": [{"path": "/path/id", "message": "has no active endpoint"}]})
        slot, record["cycle"] = record["bucket"].reserve(), 0
        if slot > self.clock.now():
            view.update(status="retrying", nextRetryAt=iso(slot))
            self.clock.at(slot, lambda: self._start(record))
        else:
            self._start(record)
            await record["task"]

    async def _attempt(self, record):
        view, endpoint = record["view"], record["endpoint"]
        status, error, began = None, None, self.clock.now()
        try:
            status = await asyncio.wait_for(_send(endpoint, *self._message(record)), TIMEOUT)
            most = 400 if mistaken("redirect-is-success") else 300
            error = None if 200 <= status < most else f"The receiver answered {status}."
        except (asyncio.TimeoutError, TimeoutError):
            error = "No answer came within 10 seconds."
        except (OSError, ValueError, EOFError) as problem:
            error = f"The receiver was not reached ({type(problem).__name__})."
        record["cycle"] += 1
        now = self.clock.now()
        view.update(attempts=view["attempts"] + 1, responseStatus=status, errorMessage=error, lastAttemptAt=iso(now), nextRetryAt=None)
        kind = None if error is None else f"http_{status // 100}xx" if status else "connect"
        view["attemptLog"].append(
            {"n": view["attempts"], "startedAt": iso(began), "durationMs": 1, "status": status, "errorClass": kind, "responseHead": "" if status else None}
        )
        failures = endpoint["failures"] = 0 if error is None else endpoint["failures"] + 1
        if failures in (0, 5):
            endpoint["health"] = {"state": "slowed" if failures else "healthy", "since": iso(now) if failures else None, "reason": error}
        if error is None:
            view["status"] = "success"
        elif record["cycle"] >= (5 if mistaken("five-attempts") else ATTEMPTS):
            view["status"] = "failed"
        else:
            due = now + DELAYS[record["cycle"] - 1] * (1 if mistaken("no-jitter") else random.uniform(0.751, 1.249))
            view.update(status="retrying", nextRetryAt=iso(due))
            self.clock.at(due, lambda: self._start(record))
        record["busy"] = False

    def _message(self, record):
        view, endpoint = record["view"], record["endpoint"]
        text, retry = str(view["payload"]), view["attempts"] > 0
        body = (text.replace('","', '", "', 1) if mistaken("bytes-change") and retry else text).encode("utf-8")
        stamp = str(record["first"] if mistaken("old-timestamp") else int(time.time()))
        secret = endpoint["signingSecret"].encode()
        key = bytes.fromhex(endpoint["signingSecret"]) if mistaken("secret-decoded") else secret
        delivery_id = str(uuid.uuid4()) if mistaken("id-changes") and retry else view["id"]
        headers = {
            **endpoint["headers"],
            "Content-Type": "application/json",
            "User-Agent": "python" if mistaken("user-agent") else "Ringpost-Webhooks/1.0",
            "X-Webhook-Signature": "sha256=" + hmac.new(key, stamp.encode() + b"." + body, hashlib.sha256).hexdigest(),
            "X-Webhook-Timestamp": stamp,
            "X-Webhook-Delivery-Id": delivery_id,
        }
        if endpoint["standardWebhooks"]:
            signed = hmac.new(secret, f"{delivery_id}.{stamp}.".encode() + body, hashlib.sha256).digest()
            headers |= {"webhook-id": delivery_id, "webhook-timestamp": stamp, "webhook-signature": "v1," + base64.b64encode(signed).decode()}
        return headers, body


async def _send(endpoint, headers, body):
    """Sends one request on a connection of its own and returns the status of the answer."""
    url = urlsplit(endpoint["url"])
    secure = ssl.create_default_context() if url.scheme == "https" else None
    reader, writer = await asyncio.open_connection(url.hostname, url.port or (443 if secure else 80), ssl=secure)
    try:
        if not is_public(writer.get_extra_info("peername")[0]):
            raise OSError("not public")
        target = (url.path or "/") + (f"?{url.query}" if url.query else "")
        fields = {"Host": url.netloc, **headers, "Content-Length": len(body), "Connection": "close"}
        lines = [f"{endpoint['method']} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        writer.write("\r\n".join(lines).encode("latin-1") + body)
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            if not head.startswith("HTTP/1.") or not head[9:12].isdigit():
                raise ValueError("not HTTP")
            if head[9] != "1":
                return int(head[9:12])
    finally:
        writer.close()
