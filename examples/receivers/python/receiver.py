"""A receiver of Ringpost's webhooks with Python's standard library alone.

    RINGPOST_SIGNING_SECRET=... python3 receiver.py 8000      serves it
    python3 receiver.py --vectors vectors.json                checks `verify` against the published vectors
"""

import base64
import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
LARGEST_BODY = 4 * 1024 * 1024


def verify(secret, signature, timestamp, raw_body, now):
    """None where the delivery is Ringpost's and fresh, else the reason why not. `raw_body`: the bytes as they came."""
    # Anybody can sign with an empty secret.
    if not secret:
        return "no_secret"
    if not re.fullmatch(r"sha256=[0-9a-f]{64}", signature or "") or not re.fullmatch(r"[0-9]{10,12}", timestamp or ""):
        return "malformed_header"
    # The key is the secret's text: its 64 characters, not the bytes that they spell.
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest("sha256=" + expected, signature):
        return "wrong_secret"
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return "timestamp_off"
    return None


def event_in(raw_body):
    """The event, or None where the body is none."""
    try:
        # JSON has no NaN and no Infinity, and `int` raises ValueError for them.
        event = json.loads(raw_body.decode(), parse_constant=int)
        texts = isinstance(event["event"], str) and isinstance(event["timestamp"], str)
        return event if texts and isinstance(event["data"], dict) else None
    except (KeyError, RecursionError, TypeError, ValueError):
        return None


class Receiver(BaseHTTPRequestHandler):
    """Keeps what it has handled in memory; several processes, or a restart, need a table with a unique key."""

    secret = ""
    handled = set()
    one_at_a_time = threading.Lock()

    def do_POST(self):
        # This server does not take a body in chunks apart, and would read none of it.
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,12}", length):
            return self.answer(411)
        if int(length) > LARGEST_BODY:
            return self.answer(413)
        raw_body = self.rfile.read(int(length))
        refusal = verify(
            self.secret, self.headers.get("X-Webhook-Signature"), self.headers.get("X-Webhook-Timestamp"), raw_body, time.time()
        )
        if refusal:
            return self.answer(401, refusal)
        # The signature does not cover this header: what must never happen twice is keyed by the event's own ids.
        delivery_id = self.headers.get("X-Webhook-Delivery-Id")
        # Without one a delivery would be taken for the one before it.
        if not delivery_id:
            return self.answer(400, "no_delivery_id")
        event = event_in(raw_body)
        if event is None:
            return self.answer(400, "not_an_event")
        try:
            with self.one_at_a_time:
                if delivery_id not in self.handled:
                    handle(event)
                    self.handled.add(delivery_id)
        except Exception:
            # This server would end the connection without an answer.
            self.answer(500)
            raise
        self.answer(204)

    do_PUT = do_POST

    def answer(self, status, reason=""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(reason)))
        self.end_headers()
        self.wfile.write(reason.encode())


def handle(event):
    print(event["event"], event["timestamp"], flush=True)


def check_vectors(path):
    """Every vector verifies, and none does with a byte changed or 301 seconds later."""
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)["vectors"]
    for vector in vectors:
        body, at = base64.b64decode(vector["bodyBase64"]), int(vector["timestamp"])
        given = (vector["secret"], vector["header"], vector["timestamp"])
        assert verify(*given, body, at) is None, vector["name"]
        assert verify(*given, body + b" ", at) == "wrong_secret", vector["name"]
        assert verify(*given, body, at + 301) == "timestamp_off", vector["name"]
        assert verify(*given, body, at - 301) == "timestamp_off", vector["name"]
    print(f"{len(vectors)} vectors verified")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--vectors":
        check_vectors(sys.argv[2])
    else:
        Receiver.secret = os.environ["RINGPOST_SIGNING_SECRET"]
        # An event may be nested a thousand levels deep, and up to Python 3.11 the parser counts them with those of the program.
        sys.setrecursionlimit(2_200)
        server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000), Receiver)
        print(f"Listening on http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()
