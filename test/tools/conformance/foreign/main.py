"""Starts the service: main.py OPENAPI ASYNCAPI. It prints where the public API and the driver are, and runs until its input ends."""

import asyncio
import json
import os
import sys

from http1 import serve
from service import BASE, Service
from verbs import Verbs


async def main(openapi, asyncapi):
    texts = {"openapi": open(openapi, "rb").read(), "asyncapi": open(asyncapi, "rb").read()}
    service = Service({**{name: json.loads(text) for name, text in texts.items()}, **{f"{name} text": text for name, text in texts.items()}})
    verbs = Verbs(service)

    async def drive(request):
        return 200, {"Content-Type": "application/json"}, json.dumps(verbs.answer(json.loads(request.body))).encode()

    port = await serve(service.answer, service.refuse, service.most, 0)
    driver = await serve(drive, lambda status: (status, {}, b""), lambda _request: 1024 * 1024, 0)
    service.origin = f"http://127.0.0.1:{port}"
    print(json.dumps({"baseUrl": service.origin + BASE, "driver": f"http://127.0.0.1:{driver}/"}), flush=True)
    service.clock_runs = asyncio.ensure_future(service.clock.run())
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    # What is under way is of no interest any more.
    os._exit(0)


asyncio.run(main(*sys.argv[1:]))
