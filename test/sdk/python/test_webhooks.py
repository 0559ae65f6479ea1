"""The receiving side in Python, held to the published vectors and to what the other languages' helpers do."""

import base64
import io
import json
import os
import sys
import unittest

from ringpost.receiver import Receiver, RememberedInMemory
from ringpost.webhooks import Delivery, sign, standard_signature, verify

with open(os.environ["RINGPOST_VECTORS"], encoding="utf-8") as file:
    VECTORS = json.load(file)["vectors"]
with open(os.environ["RINGPOST_FIXTURES"], encoding="utf-8") as file:
    EVENTS = json.load(file)["events"]
SECRET = "4f8b1d6c0e2a97f35b6d8c1e7a904f2d3c5b6a79880e1f2d4c3b5a69788f0e1d"
NOW = 1_795_176_000


def reason(headers, body, secret=SECRET, now=NOW):
    found = verify(headers, body, secret, now=now)
    return None if isinstance(found, Delivery) else found.reason


class Verification(unittest.TestCase):
    def test_every_vector_verifies_and_none_does_with_a_byte_changed(self):
        for vector in VECTORS:
            body, at, secret = base64.b64decode(vector["bodyBase64"]), int(vector["timestamp"]), vector["secret"]
            headers, _ = sign(body, secret, at=at, delivery_id=vector["deliveryId"])
            self.assertEqual(headers["X-Webhook-Signature"], vector["header"], vector["name"])
            self.assertIn(reason(headers, body, secret, at), (None, "not_an_event"), vector["name"])
            self.assertIn(reason(headers, body + b" ", secret, at), ("wrong_secret", "body_reserialised"), vector["name"])
            self.assertEqual(reason(headers, body, secret, at + 301), "timestamp_too_old", vector["name"])
            self.assertEqual(reason(headers, body, secret, at - 301), "timestamp_in_future", vector["name"])
            standard = standard_signature(secret, vector["deliveryId"], vector["timestamp"], body)
            self.assertEqual(standard, vector["standardHeader"], vector["name"])
        self.assertGreaterEqual(len(VECTORS), 4)

    def test_a_tolerance_that_is_no_number_lets_nothing_pass(self):
        headers, body = sign(EVENTS["interested"], SECRET, at=NOW)
        found = verify(headers, body, SECRET, now=NOW, tolerance_seconds=float("nan"))
        self.assertEqual((found.ok, found.reason), (False, "timestamp_too_old"))

    def test_every_example_of_the_document_is_known_and_a_newer_form_is_not(self):
        for name, event in EVENTS.items():
            headers, body = sign(event, SECRET, at=NOW)
            self.assertTrue(verify(headers, body, SECRET, now=NOW).known, name)
        for changed in ({"event": "call.renamed"}, {"timestamp": "yesterday"}, {"data": {}}):
            headers, body = sign({**EVENTS["interested"], **changed}, SECRET, at=NOW)
            self.assertFalse(verify(headers, body, SECRET, now=NOW).known, changed)

    def test_bytes_of_any_type_verify_and_nothing_that_a_server_hands_on_raises(self):
        headers, body = sign(EVENTS["interested"], SECRET, at=NOW)
        for raw in (bytearray(body), memoryview(body), body.decode()):
            self.assertIsNone(reason(headers, raw), type(raw))
        # ASGI has names and values as bytes.
        self.assertIsNone(reason({name.encode(): value.encode() for name, value in headers.items()}, body))
        self.assertIsNone(reason({**headers, "X-Webhook-Timestamp": NOW}, body))
        self.assertEqual(reason({**headers, "X-Webhook-Timestamp": None}, body), "missing_header")
        self.assertEqual(reason({**headers, "X-Webhook-Timestamp": b"\xff"}, body), "malformed_header")
        self.assertEqual(reason(headers, "\udcff"), "wrong_secret")

    def test_metadata_may_be_nested_as_deeply_as_the_service_takes_it(self):
        text = json.dumps({**EVENTS["interested"], "data": {**EVENTS["interested"]["data"], "metadata": {"deep": "here"}}})
        headers, body = sign(text.replace('"here"', '{"a":' * 1000 + "1" + "}" * 1000), SECRET, at=NOW)
        limit = sys.getrecursionlimit()
        self.assertTrue(verify(headers, body, SECRET, now=NOW).known)
        self.assertEqual(sys.getrecursionlimit(), limit)

    def test_a_refusal_says_what_the_mistake_was(self):
        headers, body = sign(EVENTS["interested"], SECRET, at=NOW)
        lower = {name.lower(): value for name, value in headers.items()}
        self.assertIsNone(reason(lower, body, [SECRET.upper(), SECRET]))
        self.assertEqual(reason(headers, body, SECRET.upper()), "wrong_secret")
        self.assertIn("white space", verify(headers, body, f"{SECRET}\n", now=NOW).hint)
        self.assertEqual(reason(headers, json.dumps(EVENTS["interested"]).encode()), "body_reserialised")
        self.assertEqual(reason(headers, EVENTS["interested"]), "body_not_raw")
        self.assertEqual(reason(headers, b""), "body_empty")
        self.assertEqual(reason({}, body), "missing_header")
        self.assertEqual(reason({**headers, "X-Webhook-Timestamp": "soon"}, body), "malformed_header")
        self.assertEqual(reason({**headers, "X-Webhook-Delivery-Id": "1"}, body), "malformed_header")
        self.assertEqual(reason(headers, body, "****************1234"), "secret_malformed")
        self.assertEqual(reason(headers, body, []), "secret_malformed")
        self.assertEqual(reason(headers, body, os.environ.get("RINGPOST_NO_SUCH_SECRET")), "secret_malformed")
        text = json.dumps(EVENTS["interested"])
        for wrong in ("{}", b"\xff", "\ufeff" + text, text.encode("utf-16"), text[:-1], "[]", "null", text.replace('"data": {', '"data": {"cost": NaN,')):
            self.assertEqual(reason(*sign(wrong, SECRET, at=NOW)), "not_an_event", wrong)


class Receiving(unittest.TestCase):
    def test_a_delivery_is_handled_once_and_a_failure_is_sent_again(self):
        handled, refused = [], []

        def handle(delivery):
            if not handled:
                handled.append("failed")
                raise RuntimeError("The CRM is down.")
            self.assertEqual(receiver.receive("POST", headers, body).status, 503, "it is still being handled")
            handled.append(delivery.event["event"])

        receiver = Receiver(SECRET, handle, on_refused=refused.append, largest_body=10_000, now=lambda: NOW)
        headers, body = sign(EVENTS["interested"], SECRET, at=NOW)
        with self.assertRaises(RuntimeError):
            receiver.receive("POST", headers, body)
        self.assertEqual([receiver.receive("PUT", headers, body).status for _ in range(2)], [204, 204])
        self.assertEqual(handled, ["failed", "call.completed"])
        forged = receiver.receive("POST", headers, body.replace(b"call", b"fall"))
        self.assertEqual((forged.status, json.loads(forged.body)["error"]["code"]), (401, "wrong_secret"))
        self.assertEqual([refusal.reason for refusal in refused], ["wrong_secret"])
        self.assertEqual(receiver.receive("GET", headers, body).status, 405)
        for kind in (bytes, bytearray, memoryview):
            self.assertEqual(receiver.receive("POST", headers, kind(b"x" * 10_001)).status, 413, kind)

    def test_the_largest_delivery_that_can_come_is_taken(self):
        variables = {f"variable_{number}": "\u0001" * 4096 for number in range(100)}
        event = {**EVENTS["interested"], "data": {**EVENTS["interested"]["data"], "variables": variables}}
        headers, body = sign(event, SECRET, at=NOW)
        self.assertEqual(Receiver(SECRET, lambda delivery: None, now=lambda: NOW).receive("POST", headers, body).status, 204)

    def test_a_server_hands_on_the_body_whether_or_not_its_length_came_first(self):
        receiver = Receiver(SECRET, lambda delivery: None, now=lambda: NOW)
        headers, body = sign(EVENTS["interested"], SECRET, at=NOW)
        given = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
        # Servers that take a chunked body say that it ends by itself; others are not read beyond the length.
        for told in ({"wsgi.input_terminated": True}, {"CONTENT_LENGTH": str(len(body))}):
            answers = []
            environ = {"REQUEST_METHOD": "POST", "wsgi.input": io.BytesIO(body), **given, **told}
            receiver(environ, lambda status, headers: answers.append(status))
            self.assertEqual(answers, ["204 OK"], told)
        # A body without a length or with a wrong one, which anybody can send, counts as empty. It is no mistake of the receiver.
        for told in ({}, {"CONTENT_LENGTH": ""}, {"CONTENT_LENGTH": "\xb2"}, {"CONTENT_LENGTH": "9" * 5000}):
            answers = []
            environ = {"REQUEST_METHOD": "POST", "wsgi.input": io.BytesIO(body), **given, **told}
            receiver(environ, lambda status, headers: answers.append(status))
            self.assertEqual(answers, ["400 Refused"], told)
        self.assertEqual(receiver.receive("POST", headers, EVENTS["interested"]).status, 500)

    def test_a_body_that_is_too_large_is_read_on_so_that_its_sender_sees_the_answer_but_not_without_an_end(self):
        receiver = Receiver(SECRET, lambda delivery: None)
        for size, told in ((20_000_000, {"CONTENT_LENGTH": "20000000"}), (80_000_000, {"wsgi.input_terminated": True})):
            answers, body = [], io.BytesIO(bytes(size))
            environ = {"REQUEST_METHOD": "POST", "wsgi.input": body, **told}
            receiver(environ, lambda status, headers: answers.append(status))
            self.assertEqual((answers, body.tell()), (["413 Refused"], min(size, 68 * 1024 * 1024)))

    def test_a_delivery_whose_handler_never_ends_may_be_handled_again_after_a_minute(self):
        times = iter((0, 59.9, 60, 61))
        seen = RememberedInMemory(now=lambda: next(times))
        self.assertEqual([seen.take("a") for _ in range(4)], ["new", "in_progress", "new", "in_progress"])

    def test_a_handler_that_fails_late_does_not_undo_that_another_has_taken_the_delivery_meanwhile(self):
        time = [NOW]
        seen = RememberedInMemory(now=lambda: time[0])

        def handle(delivery):
            time[0] += 60
            self.assertEqual(seen.take(delivery.delivery_id), "new", "another process has it now")
            raise RuntimeError("The CRM is down.")

        receiver = Receiver(SECRET, handle, seen=seen, now=lambda: time[0])
        headers, body = sign(EVENTS["interested"], SECRET, at=NOW)
        with self.assertRaises(RuntimeError):
            receiver.receive("POST", headers, body)
        self.assertEqual(receiver.receive("POST", headers, body).status, 503)

    def test_a_handler_that_would_have_to_be_awaited_has_handled_nothing(self):
        class Later:
            def __await__(self):
                return iter(())

        results = [Later(), None]
        receiver = Receiver(SECRET, lambda delivery: results.pop(0), now=lambda: NOW)
        headers, body = sign(EVENTS["interested"], SECRET, at=NOW)
        with self.assertRaisesRegex(TypeError, "on_delivery"):
            receiver.receive("POST", headers, body)
        self.assertEqual((receiver.receive("POST", headers, body).status, results), (204, []), "the next attempt is handled")

    def test_a_store_that_answers_with_another_word_is_a_mistake_and_never_a_success(self):
        class Store(RememberedInMemory):
            def take(self, delivery_id):
                return word

        handled = []
        receiver = Receiver(SECRET, handled.append, seen=Store(), now=lambda: NOW)
        headers, body = sign(EVENTS["interested"], SECRET, at=NOW)
        # Redis itself says True and None, or bytes, and its client for asyncio something to await.
        for word in (True, None, b"new", object()):
            with self.assertRaisesRegex(TypeError, "`take` returned"):
                receiver.receive("POST", headers, body)
        self.assertEqual(handled, [])

    def test_memory_keeps_the_newest(self):
        seen = RememberedInMemory(most=2)
        for name in "abc":
            self.assertEqual(seen.take(name), "new")
            seen.done(name)
        self.assertEqual([seen.take(name) for name in "abc"], ["new", "done", "done"])


if __name__ == "__main__":
    unittest.main()
