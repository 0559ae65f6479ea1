# pip install testcontainers pytest requests; pytest
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
import json

import requests
from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs

received, answers = [], [500, 204]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        received.append((self.headers["X-Webhook-Delivery-Id"], json.loads(body)))
        self.send_response(answers.pop(0) if answers else 204)
        self.end_headers()


def test_a_busy_line_reaches_the_receiver_at_the_second_attempt():
    receiver = HTTPServer(("0.0.0.0", 0), Receiver)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    container = (
        DockerContainer("ringpost-simulator", extra_hosts={"host.docker.internal": "host-gateway"})
        .with_exposed_ports(8090)
        .with_command("--speed manual")
    )
    with container:
        wait_for_logs(container, "Simulator on")
        simulator = f"http://{container.get_container_host_ip()}:{container.get_exposed_port(8090)}"
        url = f"http://host.docker.internal:{receiver.server_port}/hooks"
        call = {"url": url, "secret": "between us", "phoneNumber": "+15550110001"}
        requests.post(f"{simulator}/webhooks/calls", json=call).raise_for_status()
        requests.post(f"{simulator}/time/run-until-idle", json={}).raise_for_status()
    receiver.shutdown()
    assert [event["data"]["outcome"] for _, event in received] == ["BUSY", "BUSY"]
    assert received[0][0] == received[1][0]
