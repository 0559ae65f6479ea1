"""The Python client with a scripted far side, and a clock that sleeps by being set."""

import copy
import json
import math
import os
import pickle
import re
import sys
import threading
import unittest
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest import mock

from ringpost import CallStillGoingError, Client, NoAnswerError, RefusedError, UnreadableAnswerError
from ringpost.errors import Circumstances
from ringpost.generated.errors import ERRORS as KNOWN
from ringpost.generated.errors import MissingVariablesError, WebhookNotFoundError
from ringpost.http import Answer

with open(os.environ["RINGPOST_FIXTURES"], encoding="utf-8") as file:
    FIXTURES = json.load(file)
ERRORS, RESPONSES = FIXTURES["errors"], FIXTURES["responses"]
LOST = "lost"


def answer(body, status=200, **headers):
    return Answer(status, {name.replace("_", "-"): value for name, value in headers.items()}, json.dumps(body).encode())


def first(operation):
    return next(iter(RESPONSES[operation].values()))


class Script:
    def __init__(self, *answers, api_key="rp_test_key", **options):
        self.left, self.sent, self.slept, self.time = list(answers), [], [], 0.0
        self.client = Client(
            "http://ringpost.test/api/v1/public/", api_key,
            send=self.send, sleep=self.sleep, now=lambda: self.time, chance=lambda: 0, **options,
        )

    def send(self, request):
        self.sent.append(request)
        found = self.left.pop(0)
        if found == LOST:
            raise ConnectionResetError("gone")
        return found

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.time += seconds

    def bodies(self):
        return [json.loads(request.body) for request in self.sent]


def place(script, **options):
    return script.client.place_call(agent_id="agt_1", phone_number="+14155550123", **options)


class Requests(unittest.TestCase):
    def test_parameters_go_to_the_path_and_the_query_and_the_rest_to_the_body(self):
        script = Script(answer(first("listWebhookDeliveries")), answer(first("setExtractionSchema")), answer(first("endCall")))
        script.client.list_webhook_deliveries(status="failed", since="2026-11-20T00:00:00Z")
        script.client.set_extraction_schema("a/b", schema=None, idempotency_key="mine")
        script.client.end_call("call_1")
        listed, schema, end = script.sent
        self.assertEqual(
            listed.url, "http://ringpost.test/api/v1/public/webhook-deliveries?status=failed&since=2026-11-20T00%3A00%3A00Z"
        )
        self.assertEqual(listed.headers["Authorization"], "Bearer rp_test_key")
        self.assertEqual(schema.url, "http://ringpost.test/api/v1/public/agents/a%2Fb/extraction-schema")
        self.assertEqual(json.loads(schema.body), {"schema": None, "idempotencyKey": "mine"})
        self.assertEqual((end.method, end.body), ("POST", None))

    def test_what_the_contract_lets_repeat_is_repeated_with_one_idempotency_key(self):
        script = Script(
            LOST,
            answer(ERRORS["placement_failed"], 500),
            answer(ERRORS["idempotency_in_progress"], 503, retry_after="1"),
            answer(first("placeCall"), 201),
        )
        placed = script.client.place_call(agent_id="agt_1", phone_number="+14155550123")
        self.assertEqual(placed["call"]["status"], "queued")
        keys = {body["idempotencyKey"] for body in script.bodies()}
        self.assertEqual(len(keys), 1)
        self.assertRegex(keys.pop(), r"^[0-9a-f-]{36}$")
        self.assertEqual(script.slept, [0.5, 1, 1])

    def test_what_the_caller_changes_between_two_tries_changes_nothing_of_the_request(self):
        variables, bodies = {"firstName": "Dana"}, []

        def send(request):
            bodies.append(json.loads(request.body))
            variables["firstName"] = "Riley"
            if len(bodies) == 1:
                raise ConnectionResetError("gone")
            return answer(first("placeCall"), 201)

        client = Client("http://ringpost.test", "rp_test_key", send=send, sleep=lambda _: None)
        client.place_call(agent_id="agt_1", phone_number="+14155550123", variables=variables)
        self.assertEqual([body["variables"] for body in bodies], [{"firstName": "Dana"}] * 2)

    def test_a_key_of_the_caller_stands_on_the_error(self):
        script = Script(LOST, LOST, max_tries=2)
        with self.assertRaises(NoAnswerError) as failed:
            script.client.place_call(agent_id="agt_1", phone_number="+14155550123", idempotency_key="lead-7")
        error = failed.exception
        self.assertEqual((error.tries, error.idempotency_key, error.operation), (2, "lead-7", "placeCall"))

    def test_a_refusal_has_the_class_of_its_code(self):
        script = Script(answer(ERRORS["missing_variables"], 400, x_request_id="req_1"))
        with self.assertRaises(MissingVariablesError) as failed:
            script.client.place_call(agent_id="agt_1", phone_number="+14155550123")
        error = failed.exception
        self.assertEqual(error.details["missing"], ERRORS["missing_variables"]["error"]["details"]["missing"])
        self.assertEqual((error.status, error.code, error.request_id, len(script.sent)), (400, "missing_variables", "req_1", 1))

    def test_x_should_retry_has_the_last_word_and_a_later_code_is_a_refusal(self):
        script = Script(
            answer(ERRORS["internal_error"], 500, x_should_retry="false"),
            answer({"error": {"code": "too_late", "message": "No."}}, 410),
            answer({"error": {"code": "a_later_code", "message": "No."}}, 503, x_should_retry="false"),
        )
        for code in ("internal_error", "too_late"):
            with self.assertRaises(RefusedError) as failed:
                script.client.list_agents()
            self.assertEqual(failed.exception.code, code)
        with self.assertRaises(UnreadableAnswerError):
            script.client.list_agents()

    def test_retry_after_is_waited_for_unless_the_caller_has_less_time(self):
        limited = answer(ERRORS["rate_limited"], 429, retry_after="12")
        patient = Script(limited, answer({"agents": []}))
        self.assertEqual(patient.client.list_agents(), {"agents": []})
        self.assertEqual(patient.slept, [12])
        hasty = Script(limited, max_wait=5)
        with self.assertRaises(RefusedError) as failed:
            hasty.client.list_agents()
        self.assertEqual((failed.exception.retry_after, hasty.slept), (12, []))

    def test_a_proxy_is_asked_again_and_is_no_refusal(self):
        script = Script(Answer(502, {}, b"<h1>Bad Gateway</h1>"), Answer(301, {}, b"<h1>Moved</h1>"))
        with self.assertRaises(UnreadableAnswerError) as failed:
            script.client.list_agents()
        self.assertEqual((failed.exception.status, failed.exception.tries), (301, 2))
        limited = Script(Answer(429, {"retry-after": "3"}, b"<h1>Too Many Requests</h1>"), answer({"agents": []}))
        self.assertEqual(limited.client.list_agents(), {"agents": []})
        self.assertEqual(limited.slept, [3])
        for body in (b"[]", b'{"error": "no"}', b'{"error": {"code": 1, "message": "x"}}', b"\xff"):
            with self.assertRaises(UnreadableAnswerError):
                Script(Answer(400, {}, body)).client.list_agents()

    def test_an_answer_without_the_body_that_the_document_promises_is_not_ours(self):
        script = Script(Answer(204, {}, b""), Answer(204, {}, b""))
        with self.assertRaises(UnreadableAnswerError) as failed:
            script.client.place_call(agent_id="agt_1", phone_number="+14155550123")
        self.assertEqual((failed.exception.status, len(script.sent)), (204, 1))
        self.assertIsNone(script.client.delete_webhook_endpoint("whe_1"))

    def test_what_is_nested_as_deeply_as_the_service_takes_it_is_read_and_what_is_nested_deeper_is_not_ours(self):
        nested = b'{"call": {"metadata": ' + b'{"a":' * 1000 + b"1" + b"}" * 1000 + b"}}"
        limit = sys.getrecursionlimit()
        self.assertIn("a", Script(Answer(200, {}, nested)).client.read_call("call_1")["call"]["metadata"])
        self.assertEqual(sys.getrecursionlimit(), limit)
        script = Script(Answer(502, {}, b"[" * 100_000), answer({"agents": []}))
        self.assertEqual(script.client.list_agents(), {"agents": []})

    def test_the_date_of_a_proxy_is_waited_for_and_what_is_no_date_is_not(self):
        def waited(retry_after, **headers):
            busy = Answer(503, {"retry-after": retry_after, **headers}, b"<h1>Service Unavailable</h1>")
            script = Script(busy, answer({"agents": []}))
            with mock.patch("time.time", return_value=datetime(2026, 11, 20, 9, 59, 40, tzinfo=timezone.utc).timestamp()):
                self.assertEqual(script.client.list_agents(), {"agents": []})
            return script.slept

        for date in ("Fri, 20 Nov 2026 10:00:00 GMT", "Friday, 20-Nov-26 10:00:00 GMT", "Fri Nov 20 10:00:00 2026"):
            self.assertEqual(waited(date), [20], date)
        past, later = "Fri, 20 Nov 2026 09:59:40 GMT", "Fri, 20 Nov 2026 10:00:00 GMT"
        years = ("Fri, 20 Nov 20266 10:00:00 GMT", "Sun, 06 Nov 99999999999 08:49:37 GMT")
        for other in ("-1", "1.5", "soon", *years, past, "9" * 5000):
            self.assertEqual(waited(other), [0.5], other)
        self.assertEqual(waited(past, date="Fri, 20 Nov 2026 09:59:30 GMT"), [10], "this machine's clock is fast")
        self.assertEqual(waited(later, date=later), [0.5], "this machine's clock is slow")
        for date in ("soon", years[1]):
            self.assertEqual(waited(later, date=date), [20], date)

    def test_a_time_to_wait_of_any_length_is_more_than_the_caller_has(self):
        with self.assertRaises(RefusedError) as failed:
            Script(answer(ERRORS["rate_limited"], 429, retry_after="9" * 400)).client.list_agents()
        self.assertEqual(failed.exception.tries, 1)

    def test_a_write_whose_answer_was_lost_is_told_as_not_known_though_another_try_was_refused(self):
        before_the_key = {"rate_limited": 429, "overloaded": 503, "invalid_api_key": 401, "public_api_disabled": 403}
        for lost in (LOST, answer(ERRORS["internal_error"], 500), answer(ERRORS["idempotency_in_progress"], 503)):
            for code, status in before_the_key.items():
                with self.assertRaises(NoAnswerError) as failed:
                    place(Script(lost, *[answer(ERRORS[code], status)] * 3), idempotency_key="lead-7")
                error = failed.exception
                self.assertEqual((error.idempotency_key, error.tries), ("lead-7", 4 if code in ("rate_limited", "overloaded") else 2))
                self.assertIsInstance(error.__cause__, RefusedError)

    def test_a_refusal_is_told_as_one_where_the_key_was_looked_up_for_it_or_nothing_was_lost_or_there_is_no_key(self):
        limited = answer(ERRORS["rate_limited"], 429)
        failed = ERRORS["placement_failed"]["error"]
        not_dialled = {"error": {**failed, "details": {**failed["details"], "fate": "not_dialled"}}}
        for script in (
            Script(LOST, answer(ERRORS["missing_variables"], 400)),
            Script(LOST, answer(ERRORS["concurrent_limit_exceeded"], 429), max_tries=2),
            Script(LOST, answer(ERRORS["placement_failed"], 500), max_tries=2),
            Script(answer(ERRORS["overloaded"], 503), limited, max_tries=2),
            Script(answer(not_dialled, 500), limited, max_tries=2),
            Script(answer({"error": {"code": "placement_failed", "message": "No."}}, 500), limited, max_tries=2),
        ):
            with self.assertRaises(RefusedError):
                place(script)
        with self.assertRaises(RefusedError):
            Script(LOST, limited, max_tries=2).client.read_call("call_1")

    def test_the_error_of_a_gateway_in_our_form_is_tried_again_and_is_no_refusal_and_a_later_code_is_one(self):
        def gateways(status):
            return answer({"error": {"code": "GatewayTimeout", "message": "It took too long."}}, status)

        script = Script(gateways(504), gateways(503), gateways(429), answer(first("placeCall"), 201))
        place(script)
        self.assertEqual(len(script.slept), 3)
        with self.assertRaises(UnreadableAnswerError):
            place(Script(gateways(504), max_tries=1))
        self.assertIsNone(Script(gateways(504), answer(ERRORS["webhook_not_found"], 404)).client.delete_webhook_endpoint("whe_1"))
        with self.assertRaises(NoAnswerError):
            place(Script(gateways(504), answer(ERRORS["rate_limited"], 429), max_tries=2))
        for status in (400, 402, 403, 409):
            with self.assertRaises(RefusedError):
                place(Script(gateways(status)))

    def test_a_time_to_wait_that_no_clock_can_hold_is_waited_for_in_parts(self):
        for retry_after in ("99999999999", "9" * 400):
            script = Script(answer(ERRORS["rate_limited"], 429, retry_after=retry_after), answer({"agents": []}), max_wait=math.inf)
            self.assertEqual(script.client.list_agents(), {"agents": []})
            self.assertEqual(script.slept, [2_000_000])

    def test_a_time_to_wait_of_nothing_is_no_reason_to_ask_at_once(self):
        busy = Answer(503, {"retry-after": "0"}, b"<h1>Service Unavailable</h1>")
        script = Script(busy, busy, answer({"agents": []}))
        self.assertEqual(script.client.list_agents(), {"agents": []})
        self.assertEqual(script.slept, [0.5, 1])

    def test_a_delete_whose_answer_was_lost_has_done_its_work(self):
        gone = answer(ERRORS["webhook_not_found"], 404)
        self.assertIsNone(Script(LOST, gone).client.delete_webhook_endpoint("whe_1"))
        self.assertIsNone(Script(Answer(504, {}, b"<h1>Gateway Time-out</h1>"), gone).client.delete_webhook_endpoint("whe_1"))
        by_a_proxy = Answer(429, {}, b"<h1>Too Many Requests</h1>")
        for script in (Script(gone), Script(answer(ERRORS["rate_limited"], 429), gone), Script(by_a_proxy, gone)):
            with self.assertRaises(WebhookNotFoundError):
                script.client.delete_webhook_endpoint("whe_1")

    def test_what_cannot_be_sent_is_a_mistake_of_the_caller_and_is_not_tried(self):
        for id in ("", ".", ".."):
            script = Script()
            with self.assertRaisesRegex(ValueError, 'readCall takes no ".*" as its id'):
                script.client.read_call(id)
            self.assertEqual(script.sent, [])
        slept = []
        for url in ("http://127.0.0.1:9/api/v1/public\n", "", "localhost:9/api/v1/public", "file:///etc"):
            with self.assertRaises(ValueError):
                Client(url, "rp_test_key", sleep=slept.append).list_agents()
        self.assertEqual(slept, [])

    def test_budgets_are_known_and_an_answer_to_a_bad_key_is_neither(self):
        budget = {"x_ratelimit_limit": "120", "x_ratelimit_remaining": "7", "x_ratelimit_reset": "1795176060"}
        script = Script(answer({"agents": []}, **budget), answer(ERRORS["invalid_api_key"], 401, www_authenticate="Bearer", **budget))
        script.client.list_agents()
        with self.assertRaises(RefusedError):
            script.client.list_agents()
        limits = script.client.rate_limits
        self.assertEqual((limits.read.limit, limits.read.remaining, limits.write), (120, 7, None))
        self.assertEqual(limits.read.reset_at, datetime.fromtimestamp(1_795_176_060, timezone.utc))

    def test_what_a_proxy_says_of_its_own_budget_is_left_out(self):
        for odd in ({"x_ratelimit_limit": "10, 10;w=60"}, {"x_ratelimit_limit": "0"}, {"x_ratelimit_reset": "99999999999999"}):
            budget = {"x_ratelimit_limit": "120", "x_ratelimit_remaining": "7", "x_ratelimit_reset": "1795176060", **odd}
            script = Script(answer(first("placeCall"), 201, **budget))
            self.assertEqual(script.client.place_call(agent_id="agt_1", phone_number="+14155550123"), first("placeCall"))
            self.assertIsNone(script.client.rate_limits.write)

    def test_a_key_is_never_in_an_error(self):
        read_from_file = Script(answer({"agents": []}), api_key="rp_live_secret\n")
        read_from_file.client.list_agents()
        self.assertEqual(read_from_file.sent[0].headers["Authorization"], "Bearer rp_live_secret")
        for key in ("rp_live_secret\nrp_live_other", "rp_live_secret x", "rp_live_secret\u2026"):
            with self.assertRaises(ValueError) as caught:
                Client("http://127.0.0.1:9/api/v1/public", key, max_tries=1).list_agents()
            self.assertNotIn("secret", str(caught.exception))


class Network(unittest.TestCase):
    def test_a_proxy_that_the_environment_names_later_is_used(self):
        asked = []

        class Proxy(BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b'{"agents": []}')

            def log_message(self, *_):
                pass

        with HTTPServer(("127.0.0.1", 0), Proxy) as proxy:
            serving = threading.Thread(target=proxy.serve_forever)
            serving.start()
            try:
                with mock.patch.dict(os.environ, {"http_proxy": f"http://127.0.0.1:{proxy.server_port}", "no_proxy": ""}):
                    Client("http://ringpost.invalid", "rp_test_key", max_tries=1).list_agents()
            finally:
                proxy.shutdown()
                serving.join()
        self.assertEqual(asked, ["http://ringpost.invalid/agents"])


class Errors(unittest.TestCase):
    def test_each_comes_whole_out_of_another_process_and_a_copy(self):
        circumstances = Circumstances("placeCall", 2, "lead-7")
        answered = {"status": 400, "message": "No.", "details": {"missing": ["firstName"]}, "request_id": "req_1", "retry_after": 3}
        errors = [
            NoAnswerError("No answer to placeCall: gone", circumstances),
            UnreadableAnswerError(circumstances, status=502, text="<h1>Bad Gateway</h1>"),
            CallStillGoingError({"id": "call_1", "status": "ringing"}),
            *(known(circumstances, code=code, **answered) for code, known in {"too_late": RefusedError, **KNOWN}.items()),
        ]
        for error in errors:
            through_pickle = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
            for other in (*through_pickle, copy.copy(error), copy.deepcopy(error)):
                self.assertEqual((type(other), str(other), other.args, vars(other)), (type(error), str(error), error.args, vars(error)))


def call(**changes):
    return answer({"call": {**first("readCall")["call"], **changes}})


class Successes(unittest.TestCase):
    def test_a_success_in_a_form_that_the_operation_never_has_is_not_ringposts(self):
        for body in (None, "ok", [{"ok": True}], 1):
            with self.assertRaises(UnreadableAnswerError):
                Script(answer(body)).client.list_agents()
        with self.assertRaises(UnreadableAnswerError):
            Script(answer({"ok": True})).client.delete_webhook_endpoint("wh_1")


class Waiting(unittest.TestCase):
    STORY = (
        {"status": "ringing"},
        {"status": "in-progress"},
        {"status": "completed", "outcome": None, "durationSeconds": 5},
        {"status": "completed", "outcome": "INTERESTED", "durationSeconds": 5, "transcript": "AI: Hello!"},
    )

    def test_a_call_is_read_ever_more_seldom_until_it_has_ended(self):
        ended = Script(*(call(**step) for step in self.STORY))
        self.assertIsNone(ended.client.wait_for_call("call_1")["outcome"])
        self.assertEqual(ended.slept, [1, 1.5])
        classified = Script(*(call(**step) for step in self.STORY))
        self.assertEqual(classified.client.wait_for_call("call_1", for_results=True)["outcome"], "INTERESTED")

    def test_the_results_of_an_answered_call_are_waited_for_though_its_end_has_an_outcome_and_no_others(self):
        def ended(status, outcome, seconds=None, transcript=None):
            return call(status=status, outcome=outcome, durationSeconds=seconds, transcript=transcript)

        for end in (("failed", "FAILED", 5), ("completed", "VOICEMAIL", 5), ("completed", None)):
            script = Script(ended(*end), ended(*end), ended(*end, transcript="AI: Hello!"))
            self.assertEqual(script.client.wait_for_call("call_1", for_results=True)["transcript"], "AI: Hello!", end)
            silent = Script(*(ended(*end) for _ in range(20)))
            self.assertEqual(silent.client.wait_for_call("call_1", for_results=True)["outcome"], end[1])
            self.assertTrue(90 < sum(silent.slept) <= 100, silent.slept)
        for end in (("no_answer", "NO_ANSWER"), ("busy", "BUSY"), ("canceled", "CANCELED"), ("failed", "FAILED"), ("completed", "INTERESTED", 5)):
            self.assertEqual(Script(ended(*end)).client.wait_for_call("call_1", for_results=True)["outcome"], end[1])

    def test_a_call_has_ended_in_a_status_that_this_package_does_not_know_if_it_has_an_end(self):
        script = Script(call(status="handed-over"), call(status="rejected", endedAt="2026-11-30T12:00:00.000Z"))
        self.assertEqual(script.client.wait_for_call("call_1")["status"], "rejected")
        self.assertEqual(script.slept, [1])

    def test_waiting_gives_up_with_the_call_as_it_is(self):
        script = Script(*(call(status="ringing") for _ in range(9)))
        with self.assertRaises(CallStillGoingError) as failed:
            script.client.wait_for_call("call_1", timeout=20)
        self.assertEqual(failed.exception.call["status"], "ringing")


    def test_a_service_that_is_away_or_refuses_what_passes_is_outlasted_until_the_time_is_up(self):
        bad_gateway, limited = Answer(502, {}, b"<h1>Bad Gateway</h1>"), answer(ERRORS["rate_limited"], 429)
        ended = {"status": "completed", "durationSeconds": 5, "transcript": None}
        away = (LOST, bad_gateway, limited, answer(ERRORS["overloaded"], 503))
        script = Script(*away, call(status="ringing"), LOST, call(**ended), max_tries=1)
        self.assertEqual(script.client.wait_for_call("call_1")["status"], "completed")
        self.assertEqual(script.slept[:3], [1, 1.5, 2.25])
        analysed = Script(call(**ended), LOST, call(**{**ended, "transcript": "AI: Hello!"}), max_tries=1)
        self.assertEqual(analysed.client.wait_for_call("call_1", for_results=True)["transcript"], "AI: Hello!")
        for first_of_all, then, error in (
            ((call(status="ringing"),), LOST, CallStillGoingError),
            ((), LOST, NoAnswerError),
            ((), bad_gateway, UnreadableAnswerError),
            ((), limited, RefusedError),
        ):
            with self.assertRaises(error):
                Script(*first_of_all, *[then] * 9, max_tries=1).client.wait_for_call("call_1", timeout=20)

    def test_waiting_ends_at_a_refusal_that_does_not_pass_and_at_what_is_not_ringpost(self):
        gone, key = answer(ERRORS["call_not_found"], 404), answer(ERRORS["invalid_api_key"], 401)
        for given, error in ((gone, RefusedError), (key, RefusedError), (Answer(404, {}, b"<h1>Not Found</h1>"), UnreadableAnswerError)):
            script = Script(given)
            with self.assertRaises(error):
                script.client.wait_for_call("call_1")
            self.assertEqual(len(script.sent), 1)

    def test_the_read_in_which_the_time_runs_out_is_cut(self):
        script = Script(call(status="ringing"), LOST, LOST)
        with self.assertRaises(CallStillGoingError) as failed:
            script.client.wait_for_call("call_1", timeout=2)
        self.assertEqual(failed.exception.call["status"], "ringing")
        self.assertEqual(([request.timeout for request in script.sent], script.time), ([2, 1, 0.5], 2))
        with self.assertRaises(NoAnswerError):
            Script(LOST).client.wait_for_call("call_1", timeout=0.4)


def page(number, pages, *deliveries, **headers):
    example = first("listWebhookDeliveries")["deliveries"][0]
    rows = [{**example, "id": id, "status": status} for id, status in deliveries]
    return answer({"deliveries": rows, "pagination": {"page": number, "limit": 50, "total": 4, "totalPages": pages}}, **headers)


def changing(ids, time_of=lambda id: 0):
    """
    Returns a client of a list of deliveries that changes between two reads of it, and what was asked. `ids` is told how often it has been
    read. By default all were made at one time.
    """
    example, asked = first("listWebhookDeliveries")["deliveries"][0], []

    def send(request):
        number, limit = (int(re.search(rf"\b{name}=(\d+)", request.url).group(1)) for name in ("page", "limit"))
        asked.append((number, limit))
        listed = ids(len(asked))
        rows = [
            {**example, "id": str(id), "createdAt": datetime.fromtimestamp(time_of(id), timezone.utc).isoformat()}
            for id in listed[(number - 1) * limit : number * limit]
        ]
        pagination = {"page": number, "limit": limit, "total": len(listed), "totalPages": -(-len(listed) // limit)}
        return answer({"deliveries": rows, "pagination": pagination})

    return Client("http://ringpost.test", "rp_test_key", send=send), asked


def turning(count, *turns):
    """Returns a client of a list to which some come and from whose end some expire at each read, by turns as told, and what was asked."""
    oldest, newest = 1, count

    def listed(reads):
        nonlocal oldest, newest
        if reads > 250:
            raise AssertionError("it is read without end")
        made, expired = turns[reads % len(turns)]
        if reads > 1:
            oldest, newest = oldest + expired, newest + made
        return range(newest, oldest - 1, -1)

    return changing(listed, lambda id: id)


class Calls(unittest.TestCase):
    def test_they_come_page_by_page_from_the_cursor_of_the_page_before(self):
        example = first("listCalls")["calls"][0]
        pages = [answer({"calls": [{**example, "id": id} for id in ids], "nextCursor": cursor}) for ids, cursor in (("cb", "b"), ("a", None))]
        script = Script(*pages)
        self.assertEqual([row["id"] for row in script.client.each_call()], ["c", "b", "a"])
        self.assertEqual([sent.url.partition("?")[2] for sent in script.sent], ["limit=50", "cursor=b&limit=50"])


class Deliveries(unittest.TestCase):
    def test_each_comes_once_though_another_pushed_it_onto_the_next_page(self):
        again = (page(1, 2, ("d", "failed"), ("c", "failed")), page(2, 2, ("b", "failed"), ("a", "failed")))
        script = Script(page(1, 2, ("d", "failed"), ("c", "failed")), page(2, 2, ("c", "failed"), ("b", "failed"), ("a", "failed")), *again)
        self.assertEqual([row["id"] for row in script.client.each_webhook_delivery(status="failed")], ["d", "c", "b", "a"])
        self.assertTrue(script.sent[1].url.endswith("?status=failed&page=2&limit=50"))

    def test_none_is_missed_that_the_removal_of_others_pulled_onto_a_page_that_was_read(self):
        # An endpoint is deleted after the second page was read, with 60 deliveries of the first two pages.
        client, asked = changing(lambda reads: range(170) if reads < 3 else range(60, 170))
        self.assertEqual(sorted(int(row["id"]) for row in client.each_webhook_delivery()), list(range(170)))
        self.assertLessEqual(len(asked), 7, asked)

    def test_a_list_that_is_emptied_while_it_is_read_is_asked_for_from_its_head_once_more_and_has_come_to_its_end(self):
        for status in (None, "failed"):
            client, asked = changing(lambda reads: range(134) if reads < 2 else ())
            self.assertEqual([int(row["id"]) for row in client.each_webhook_delivery(status=status)], list(range(50)))
            self.assertEqual(asked, [(1, 50), (2, 50), (1, 50)])

    def test_a_list_whose_oldest_expire_while_it_is_read_is_read_to_its_end_and_hardly_a_page_twice(self):
        client, asked = changing(lambda reads: range(1_000 - reads))
        ids = [int(row["id"]) for row in client.each_webhook_delivery()]
        self.assertEqual(ids, list(range(len(ids))))
        self.assertTrue(len(ids) >= 1_000 - len(asked) and len(asked) <= 30, asked)

    def test_a_list_that_grows_now_and_then_while_its_oldest_expire_is_not_read_from_its_head_each_time(self):
        client, asked = turning(400, (0, 1), (0, 1), (150, 1))
        found = {int(row["id"]) for row in client.each_webhook_delivery()}
        self.assertEqual(set(range(len(asked), 401)) - found, set())
        self.assertLess(len(asked), 60, asked)

    def test_a_list_whose_second_page_comes_and_goes_is_not_read_without_end(self):
        for most in (1, 50):
            for row in turning(51, (0, most), (most, 0))[0].each_webhook_delivery():
                self.assertTrue(row["id"])

    def test_a_list_from_whose_head_some_are_taken_without_end_is_not_read_without_end(self):
        client, asked = changing(lambda reads: range(reads, 6_000))
        ids = [row["id"] for row in client.each_webhook_delivery()]
        self.assertTrue(len(ids) > 5_500 and len(asked) < 400, f"{len(ids)} in {len(asked)}")

    def test_a_list_that_grows_faster_than_it_is_read_is_read_to_its_end(self):
        for growth in ((0,), (20,), (50,), (75,), (400,), (45, 50, 61)):
            total = 1_000

            def listed(reads):
                nonlocal total
                total += growth[(reads - 1) % len(growth)] if reads > 1 else 0
                self.assertLessEqual(reads, 200, growth)
                return range(total - 1, -1, -1)

            found = [int(row["id"]) for row in changing(listed)[0].each_webhook_delivery()]
            self.assertEqual(len(set(found)), len(found))
            self.assertEqual(sorted(id for id in found if id < 1_000), list(range(1_000)), growth)

    def test_none_is_missed_that_others_pulled_forward_while_the_list_grew_again(self):
        less = [id for id in range(500) if not 20 <= id < 30]
        client, _ = changing(lambda reads: range(500) if reads < 3 else less if reads < 4 else [*range(-30, 0), *less])
        self.assertEqual(set(range(500)) - {int(row["id"]) for row in client.each_webhook_delivery()}, set())

    def test_none_is_missed_that_was_failed_all_along_while_others_left_the_list_and_as_many_came_to_it(self):
        # After the second page was read, the newest 60 are sent again, and 60 older ones fail.
        client, asked = changing(lambda reads: range(170) if reads < 3 else range(60, 230))
        self.assertEqual(sorted(int(row["id"]) for row in client.each_webhook_delivery(status="failed")), list(range(230)))
        self.assertEqual(asked, [(page, 50) for page in (1, 2, 3, 4)] * 3)

    def test_a_list_of_failed_ones_that_changes_without_end_is_not_read_without_end_and_one_page_of_it_is_read_once(self):
        for pages, reads in ((2, 20), (1, 1)):
            script = Script(*(page(1 + index % pages, pages, (str(index), "failed")) for index in range(reads)))
            self.assertEqual(len(list(script.client.each_webhook_delivery(status="failed"))), reads)

    def test_catching_up_sends_again_what_was_never_seen_and_leaves_a_quarter_of_the_budgets(self):
        used = {"x_ratelimit_limit": "60", "x_ratelimit_reset": "1795176060"}
        example = first("listWebhookDeliveries")["deliveries"][0]
        script = Script(
            page(1, 2, ("e", "pending"), ("d", "failed"), x_ratelimit_remaining="10", **used),
            page(2, 2, ("c", "success"), ("b", "success"), ("a", "failed")),
            answer({**example, "id": "a", "status": "success"}, x_ratelimit_remaining="14", **used),
            answer(ERRORS["invalid_request"], 400),
            answer({**first("readWebhookDelivery"), "id": "c", "status": "failed"}),
            answer(ERRORS["delivery_not_found"], 404),
        )
        found = list(script.client.catch_up(since=datetime(2026, 11, 20, tzinfo=timezone.utc), was_seen=lambda id: id == "b"))
        self.assertEqual(
            [(one.delivery["id"], one.fate) for one in found],
            [("a", "sent_again"), ("c", "refused"), ("d", "refused"), ("e", "on_its_way")],
        )
        self.assertEqual(found[2].refusal.code, "delivery_not_found")
        # Of 60 tokens 15 are left to others: six of them are missing for a page, two for a request to send again.
        self.assertEqual(script.slept, [6, 2, 2])
        self.assertEqual(script.sent[2].url, "http://ringpost.test/api/v1/public/webhook-deliveries/a/retry")

    def test_catching_up_tells_what_something_else_has_sent_again_meanwhile(self):
        script = Script(
            page(1, 1, ("a", "failed")),
            # The answer to the first try was lost, and its attempt is under way.
            LOST,
            answer(ERRORS["invalid_request"], 400),
            answer({**first("readWebhookDelivery"), "id": "a", "status": "retrying"}),
        )
        (found,) = script.client.catch_up(since="2026-11-20", was_seen=lambda id: False)
        self.assertEqual((found.delivery["id"], found.delivery["status"], found.fate), ("a", "retrying", "on_its_way"))

    def test_a_time_without_a_zone_is_refused_and_one_with_a_zone_is_meant_in_it(self):
        with self.assertRaisesRegex(ValueError, "`since` has no time zone"):
            Script().client.catch_up(since=datetime(2026, 11, 20), was_seen=lambda id: False)
        script = Script(page(1, 1))
        east = timezone(timedelta(hours=5, minutes=53, seconds=28))
        list(script.client.catch_up(since=datetime(2026, 11, 20, tzinfo=east), was_seen=lambda id: False))
        self.assertIn("since=2026-11-19T18%3A06%3A32%2B00%3A00", script.sent[0].url)

    def test_a_dry_run_sends_nothing(self):
        script = Script(page(1, 1, ("c", "retrying"), ("b", "success"), ("a", "failed")))
        wanted = {"was_seen": lambda id: False, "is_wanted": lambda delivery: delivery["id"] != "b", "dry_run": True}
        found = list(script.client.catch_up(since="2026-11-20", **wanted))
        self.assertEqual([(one.delivery["id"], one.fate) for one in found], [("a", "missing"), ("c", "on_its_way")])


if __name__ == "__main__":
    unittest.main()
