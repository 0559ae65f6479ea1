"""A program of an integrator against a running service. Its clock is moved by the test, which answers each pause with a line."""

import json
import os
import sys
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

from ringpost import Client, RefusedError
from ringpost.generated.errors import InvalidPhoneNumberError
from ringpost.receiver import Receiver


def tell(**what):
    print(json.dumps(what), flush=True)


def pause(seconds):
    print("pause", seconds, flush=True)
    sys.stdin.readline()


class Quiet(WSGIRequestHandler):
    def log_message(self, format, *args):
        pass


client = Client(os.environ["RINGPOST_URL"], os.environ["RINGPOST_API_KEY"], sleep=pause)
(agent,) = client.list_agents()["agents"]
assert client.read_agent(agent["id"]) == agent

handled = {}
hooks = {}
server = make_server("127.0.0.1", 0, lambda *request: hooks["receiver"](*request), handler_class=Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
endpoint = client.create_webhook_endpoint(name="Python", url=f"http://127.0.0.1:{server.server_port}/")["endpoint"]


def receiver():
    # The service signs by the clock of the test.
    return Receiver(endpoint["signingSecret"], lambda one: handled.update({one.delivery_id: one}), tolerance_seconds=10**9)


hooks["receiver"] = receiver()
trigger = client.create_automation_trigger(
    name="Results", event_type="call.completed", webhook_endpoint_id=endpoint["id"], conditions={"outcome": ["INTERESTED"]}
)["trigger"]

try:
    client.place_call(agent_id=agent["id"], phone_number="555")
except InvalidPhoneNumberError as refused:
    tell(refused=refused.details["phoneNumber"])

given = {"agent_id": agent["id"], "phone_number": os.environ["PHONE_NUMBER"], "variables": {"first_name": "Zoë"}, "idempotency_key": "lead-1"}
placed = client.place_call(**given)["call"]
assert client.place_call(**given)["call"]["id"] == placed["id"]
call = client.wait_for_call(placed["id"], for_results=True)
tell(status=call["status"], outcome=call["outcome"], variables=call["variables"])
pause(90)  # The recording has come, or a minute is over.

(delivery,) = client.each_webhook_delivery(status="success")
tell(seen=[(one.known, one.event["event"], one.event["data"]["call_id"] == placed["id"]) for one in handled.values()])
assert list(client.catch_up(since="2020-01-01", was_seen=handled.__contains__)) == []

# The receiver has lost what it had.
hooks["receiver"] = receiver()
handled.clear()
tell(caught_up=[(one.fate, one.delivery["status"]) for one in client.catch_up(since="2020-01-01", was_seen=handled.__contains__)])
assert list(handled) == [delivery["id"]]

assert client.delete_automation_trigger(trigger["id"]) is None
assert client.delete_webhook_endpoint(endpoint["id"]) is None
try:
    client.delete_webhook_endpoint(endpoint["id"])
except RefusedError as refused:
    tell(refused=refused.code, read=client.rate_limits.read.limit, write=client.rate_limits.write.limit)
server.shutdown()
