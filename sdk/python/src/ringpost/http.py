"""One HTTP request with the standard library. A program or a test may give a client another way to send."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from dataclasses import dataclass
from functools import lru_cache
from typing import IO, Any, Callable, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]
    timeout: float


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """Has the names in lower case."""
    body: bytes


Send = Callable[[Request], Answer]
"""Sends a request. Raises OSError or HTTPException if there is no whole answer."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The API never redirects, and a key is not for the address that a proxy names."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Optional[urllib.request.Request]:
        return None


@lru_cache(maxsize=1)
def _opener(proxies: Tuple[Tuple[str, str], ...]) -> urllib.request.OpenerDirector:
    """Is kept while the proxies stay the same: from Python 3.12 on it reads the certificates of the machine as it is made."""
    return urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler(dict(proxies)))


NO_ANSWER = (OSError, http.client.HTTPException)


def send(request: Request) -> Answer:
    """
    Sends a request over a connection of its own. The limit holds for each wait for the network. Raises ValueError for an
    address that is none, before anything is sent.
    """
    if not request.url.lower().startswith(("http://", "https://")):
        raise ValueError(f"{request.url!r} does not begin with http:// or https://.")
    asked = urllib.request.Request(request.url, data=request.body, headers=dict(request.headers), method=request.method)
    try:
        response: Any = _opener(tuple(urllib.request.getproxies().items())).open(asked, timeout=request.timeout)
    except http.client.InvalidURL as mistake:
        # It is an HTTPException too, and yet nothing was sent.
        raise ValueError(f"{request.url!r} is no address.") from mistake
    except urllib.error.HTTPError as refusal:
        # A refusal is an answer like any other.
        response = refusal
    with response:
        headers = {str(name).lower(): str(value) for name, value in response.headers.items()}
        return Answer(response.status, headers, response.read())
