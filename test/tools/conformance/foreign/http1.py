"""An HTTP/1.1 server that refuses whatever could be read in two ways (RFC 9112)."""

import asyncio
import re
from email.utils import formatdate

from mistakes import mistaken

MAX_HEAD = 16 * 1024
MAX_READ = 16 * 1024 * 1024
SECONDS = 20
REASONS = {200: "OK", 201: "Created", 204: "No Content", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found"}
HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)")
ONCE = ("host", "authorization", "content-type", "idempotency-key", "content-length", "transfer-encoding")


class Refused(Exception):
    """Something that is no request. The connection ends with this status."""

    def __init__(self, status):
        super().__init__(status)
        self.status = status


class Request:
    def __init__(self, method, target, headers):
        self.method, self.headers, self.body, self.keep_alive = method, headers, b"", True
        self.path, _, self.query = re.sub(r"^https?://[^/]*", "", target).partition("?")


class Input:
    """What comes on a connection, with a deadline for each request."""

    def __init__(self, reader):
        self.reader, self.buffer, self.deadline = reader, bytearray(), None

    async def fill(self):
        now = asyncio.get_running_loop().time()
        if self.deadline is None and self.buffer:
            self.deadline = now + SECONDS
        try:
            chunk = await asyncio.wait_for(self.reader.read(65_536), (self.deadline or now + 75) - now)
        except asyncio.TimeoutError:
            raise Refused(408) if self.deadline else EOFError from None
        if not chunk:
            raise EOFError
        self.buffer += chunk

    async def until(self, mark, most):
        while (end := self.buffer.find(mark)) < 0:
            if len(self.buffer) > most:
                raise Refused(431)
            await self.fill()
        if end > most:
            raise Refused(431)
        return self._cut(end + len(mark))[:-len(mark)].decode("latin-1")

    async def take(self, length):
        while len(self.buffer) < length:
            await self.fill()
        return self._cut(length)

    def _cut(self, length):
        taken = bytes(self.buffer[:length])
        del self.buffer[:length]
        return taken


async def serve(answer, refuse, most, port):
    """Answers each request with `answer(request)`, and what is none with `refuse(status)`: (status, headers, body).

    `most(request)` is how many bytes of body are read.
    """

    async def connected(reader, writer):
        try:
            await _converse(Input(reader), writer, answer, refuse, most)
        except (EOFError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", port, backlog=1_000)
    return server.sockets[0].getsockname()[1]


async def _converse(source, writer, answer, refuse, most):
    while True:
        source.deadline = None
        try:
            request = await _read(source, writer, most)
        except Refused as refused:
            _write(writer, *refuse(refused.status), keep_alive=False)
            await _linger(source, writer)
            return
        status, headers, body = await answer(request)
        _write(writer, status, headers, b"" if request.method == "HEAD" else body, keep_alive=request.keep_alive)
        await writer.drain()
        if not request.keep_alive:
            await _linger(source, writer)
            return


async def _linger(source, writer):
    """Ends the own side and reads on for a moment, because a reset could overtake the answer."""
    writer.write_eof()
    source.deadline = asyncio.get_running_loop().time() + 1
    try:
        while True:
            source.buffer.clear()
            await source.fill()
    except (Refused, EOFError):
        pass


def _write(writer, status, headers, body, keep_alive):
    headers = {"Date": formatdate(usegmt=True), **headers, **({} if status == 204 else {"Content-Length": str(len(body))})}
    if not keep_alive:
        headers["Connection"] = "close"
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Error')}", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    writer.write("\r\n".join(lines).encode("latin-1") + body)


async def _read(source, writer, most):
    while not source.buffer or source.buffer.startswith(b"\r"):
        while len(source.buffer) < 2:
            await source.fill()
        if not source.buffer.startswith(b"\r\n"):
            break
        await source.take(2)
    line, *fields = (await source.until(b"\r\n\r\n", MAX_HEAD)).split("\r\n")
    parts = re.fullmatch(r"([A-Z-]+) (\S+) HTTP/1\.([01])", line)
    if not parts:
        raise Refused(400)
    headers = _headers(fields, parts[3])
    request = Request(parts[1], parts[2], headers)
    words = headers.get("connection", "").lower()
    request.keep_alive = "close" not in words and (parts[3] == "1" or "keep-alive" in words)
    if "100-continue" in headers.get("expect", "").lower():
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    request.body = await _body(source, headers, most(request))
    if request.body is None:
        request.keep_alive = False
    return request


def _headers(fields, version):
    headers = {}
    for line in fields:
        field = HEADER.fullmatch(line)
        name = field and field[1].lower()
        if not field or (name in headers and name in ONCE and not mistaken("key-twice")):
            raise Refused(400)
        headers[name] = field[2].strip(" \t")
    if version == "1" and "host" not in headers:
        raise Refused(400)
    coding, length = headers.get("transfer-encoding"), headers.get("content-length")
    if coding is not None and (coding.lower() != "chunked" or length is not None or version == "0"):
        raise Refused(400)
    if length is not None and not re.fullmatch(r"[0-9]{1,15}", length):
        raise Refused(400)
    return headers


async def _body(source, headers, most):
    """Reads a body. One that is far too large stays where it is, and is None."""
    if "transfer-encoding" not in headers:
        length = int(headers.get("content-length", "0"))
        return await source.take(length) if length <= MAX_READ else None
    body = bytearray()
    while len(body) <= most:
        size = re.fullmatch(r"([0-9A-Fa-f]{1,8})[ \t]*(;.*)?", await source.until(b"\r\n", 1_024))
        if not size:
            raise Refused(400)
        length = int(size[1], 16)
        if length == 0:
            while await source.until(b"\r\n", MAX_HEAD):
                pass
            return bytes(body)
        body += await source.take(length)
        if await source.take(2) != b"\r\n":
            raise Refused(400)
    return None
