"""The public API: which request meets which operation, and in which order it is refused."""

import math
import re
import time
import uuid
from urllib.parse import parse_qsl, unquote

from calls import Calls
from clock import Budget, Clock
from deliveries import Deliveries
from json_text import BadJson, Number, canonical, dump, parse
from mistakes import mistaken
from operations import DAY, Operations, check_number, since
from schema import problems, resolved
from state import Problem

BASE = "/api/v1/public"


class Service(Operations):
    def __init__(self, documents):
        self.documents, self.document = documents, documents["openapi"]
        self.clock = Clock()
        self.deliveries = Deliveries(self.clock)
        self.calls = Calls(self.clock, self.deliveries, self.document)
        self.tenants, self.keys, self.answers = {}, {}, {}
        self.address_budget = Budget(self.clock, 1_200)
        self.routes = []
        for path, methods in self.document["paths"].items():
            pattern = re.compile(re.escape(path).replace(r"\{id\}", "([^/]+)"))
            self.routes.append((pattern, {method.upper(): operation for method, operation in methods.items() if "operationId" in operation}))

    def most(self, request):
        operation = self._route(request)[0]
        return (operation or {}).get("x-limit", {}).get("bodyBytes", 1024 * 1024)

    def refuse(self, status):
        return self._error(status, Problem("invalid_request", "This is no HTTP request.", {"errors": [{"path": "", "message": "is malformed"}]}), self.address_budget, {})

    async def answer(self, request):
        if not request.path.startswith(BASE):
            return self._elsewhere(request)
        budget, headers = self.address_budget, {}
        try:
            operation, id, allowed = self._route(request)
            if operation is None:
                raise Problem("method_not_allowed", "This path has no such method.", headers={"Allow": ", ".join(allowed)}) if allowed else Problem("not_found", "There is no such path.")
            key = self._key(request)
            budget = key.tenant.budgets["readsPerMinute" if request.method == "GET" else "writesPerMinute"]
            if not key.tenant.enabled:
                raise Problem("public_api_disabled", "The public API is off for this tenant.")
            wait = budget.take()
            if wait is not None:
                raise Problem("rate_limited", "The budget is used up.", headers={"Retry-After": str(math.ceil(wait))})
            scope = next(iter(operation["security"][0].values()))[0]
            if scope not in key.scopes and not mistaken("scope-ignored"):
                raise Problem("insufficient_scope", f"The key lacks {scope}.", {"required": scope, "granted": list(key.scopes)})
            query, body = self._input(operation, request)
            name = operation["operationId"]
            status, answered, headers = self._once(name, key, id, request, body, lambda: getattr(self, name)(key.tenant, id, query, body))
            if hasattr(answered, "__await__"):
                answered = dump(await answered)
            return status, self._headers(budget, headers), answered.encode("utf-8")
        except Problem as problem:
            return self._error(self.document["x-error-catalogue"][problem.code]["status"], problem, budget, self._more_headers(problem))

    def _route(self, request):
        path = request.path[len(BASE):]
        for pattern, methods in self.routes:
            found = pattern.fullmatch(path)
            if found:
                return methods.get(request.method), unquote(found[1], errors="replace") if found.groups() else None, list(methods)
        return None, None, []

    def _key(self, request):
        budget = self.address_budget
        given = re.fullmatch(r"(?i:bearer) (\S+)", request.headers.get("authorization", ""))
        key = self.keys.get(given[1]) if given else None
        if key is None:
            budget.take()
            raise Problem("invalid_api_key", "There is no valid API key.")
        return key

    def _input(self, operation, request):
        body, found, query = None, [], {}
        if "requestBody" in operation:
            if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
                raise Problem("unsupported_media_type", "The body is not announced as JSON.")
            most = operation["x-limit"]["bodyBytes"]
            if request.body is None or len(request.body) > most:
                raise Problem("payload_too_large", "The body is too large.", {"maxBytes": most})
            try:
                body = parse(request.body)
            except BadJson as error:
                raise invalid([("/body", str(error))]) from error
            found += problems(self.document, operation["requestBody"]["content"]["application/json"]["schema"], body, "/body")
        parameters = [resolved(self.document, each) for each in operation.get("parameters", [])]
        known = {each["name"]: resolved(self.document, each["schema"]) for each in parameters if each["in"] == "query"}
        for name, text in parse_qsl(request.query, keep_blank_values=True):
            value = Number(text) if known.get(name, {}).get("type") == "integer" and re.fullmatch(r"-?(0|[1-9][0-9]{0,30})", text) else text
            if name not in known:
                found.append((f"/query/{name}", "is unknown"))
            elif name in query:
                found.append((f"/query/{name}", "is there twice"))
            else:
                found += problems(self.document, known[name], value, f"/query/{name}")
                if "x-format" in known[name] and since(text) is None:
                    found.append((f"/query/{name}", known[name]["x-problem"]))
            query[name] = value
        header = request.headers.get("idempotency-key")
        if header is not None and isinstance(body, dict) and "requestBody" in operation:
            if body.setdefault("idempotencyKey", header) != header or not 1 <= len(header) <= 255:
                found.append(("/header/Idempotency-Key", "is not the key of the body"))
        if found:
            raise invalid(found)
        return query, body

    def _once(self, name, key, id, request, body, act):
        """Acts, unless the same request was answered under the same idempotency key."""
        repeated = (body or {}).pop("idempotencyKey", None)
        status = min(int(status) for status in self.document["paths"][self._path(name)][request.method.lower()]["responses"])
        if repeated is None:
            return status, self._written(act()), {}
        if name == "placeCall":
            check_number(body["phoneNumber"])
        place, meaning = (key.id, name, id, repeated), canonical(body)
        at, before, answered = self.answers.get(place, (0, None, None))
        if before is not None and self.clock.now() < at + DAY:
            if before != meaning and not mistaken("conflict-ignored"):
                raise Problem("idempotency_conflict", "The key was used with another body.")
            if isinstance(answered, Problem):
                raise answered
            return status, answered, {"Idempotency-Replayed": "true"}
        try:
            answered = self._written(act())
        except Problem as problem:
            if (problem.details or {}).get("fate") == "unknown":
                self.answers[place] = (self.clock.now() - DAY + 75, meaning, problem)
            raise
        if not mistaken("keys-forgotten"):
            self.answers[place] = (self.clock.now(), meaning, answered)
        return status, answered, {}

    def _path(self, name):
        return next(path for path, methods in self.document["paths"].items() if any(one.get("operationId") == name for one in methods.values() if isinstance(one, dict)))

    @staticmethod
    def _written(answered):
        return answered if hasattr(answered, "__await__") else "" if answered is None else dump(answered)

    def _headers(self, budget, more):
        left, full = budget.left(), budget.full_in()
        headers = {"X-RateLimit-Limit": budget.limit, "X-RateLimit-Remaining": left, "X-RateLimit-Reset": math.ceil(time.time() + full)}
        return {**headers, "X-Request-Id": uuid.uuid4().hex, "Cache-Control": "no-store", "Content-Type": "application/json", **more}

    @staticmethod
    def _more_headers(problem):
        usual = {"invalid_api_key": {"WWW-Authenticate": "Bearer"}, "idempotency_conflict": {"x-should-retry": "false"}}
        return {**usual.get(problem.code, {}), **problem.headers}

    def _error(self, status, problem, budget, more):
        error = {"code": problem.code, "message": problem.message}
        if problem.details is not None:
            error["details"] = problem.details
        return status, self._headers(budget, more), dump({"error": error}).encode("utf-8")

    def _elsewhere(self, request):
        """The documents, and recordings, whose links hold for a quarter of an hour."""
        name = request.path[1:].removesuffix(".json")
        if name in self.documents:
            return 200, {"Content-Type": "application/json"}, self.documents[name + " text"]
        recording, _, until = request.path.removeprefix("/recordings/").partition("/")
        if until.isdigit() and self.clock.now() < int(until) and any(recording == call.get("recording") for tenant in self.tenants.values() for call in tenant.calls.values()):
            return 200, {"Content-Type": "audio/wav"}, b"RIFF"
        return 404, {}, b""


def invalid(found):
    return Problem("invalid_request", "The request does not fit the document.", {"errors": [{"path": path, "message": message} for path, message in found]})
