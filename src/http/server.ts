import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import polka, { type Request } from 'polka';
import type { Context } from '../context.ts';
import { type ApiError, migrating, notFound, unreadableRequest } from '../errors.ts';
import { longestRequestSeconds } from '../process/limits.ts';
import { contextOfRequests } from '../request-context.ts';
import { serveApi } from './api.ts';
import { docs } from './docs.ts';
import { newRequestId, openExchange, type ParsedRequest } from './exchange.ts';
import { healthz, metricsPage, migratingReadyz, readyz } from './health.ts';
import { whyUnknownHost } from './known-hosts.ts';
import type { Answering } from './listening.ts';
import { operatorPages } from './operator-page.ts';
import { answerOutsideApi, type Page, servePage } from './pages.ts';
import { portalPages, servePortalSession } from './portal.ts';
import { addressBudget } from './public-gate.ts';
import { serveRecordings } from './recordings.ts';
import { rawReply } from './reply.ts';
import { callbacksSurface, operatorSurface, publicSurface } from './surfaces.ts';
import { whyUnclear } from './unclear.ts';

/** Makes the public server: the public API, the providers' callbacks, recordings, and the documents. */
export function createPublicServer(context: Context, surface = publicSurface(context), patience = usualPatience): Server {
  const app = newApp(context);
  serveApi(context, surface, app, '/api/v1/public');
  serveApi(context, callbacksSurface(context), app, '/callbacks');
  app.all('/recordings/*', serveRecordings(context));
  app.all('/portal/session', servePortalSession(contextOfRequests(context)));
  addPages(context, app, {
    '/healthz': healthz(context.installation),
    '/readyz': readyz(context),
    ...docs(context),
    ...portalPages(context.config),
  });
  return listener(context, app, addressBudget(context), patience);
}

/** Makes the operator's server, which has its own listener. */
export function createOperatorServer(context: Context, patience = usualPatience): Server {
  const app = newApp(context);
  serveApi(context, operatorSurface(context), app, '/api/v1/operator');
  app.all('/recordings/*', serveRecordings(context));
  addPages(context, app, { ...operatorPages, ...monitoring(context) });
  return listener(context, app, null, patience, whyUnknownHost(context.config));
}

/** Makes the server of a process without the role `api`: health and metrics. */
export function createMonitoringServer(context: Context): Server {
  const app = newApp(context);
  addPages(context, app, monitoring(context));
  return listener(context, app, null, usualPatience, whyUnknownHost(context.config));
}

/** Makes the server of a process that migrates: health, metrics, and 503 `migrating` for all other requests. */
export function createMigratingServer(context: Recording & Pick<Context, 'config'>): Server {
  const app = newApp(context, migrating);
  addPages(context, app, { '/healthz': healthz(), '/readyz': migratingReadyz, '/metrics': metricsPage(context) });
  return listener(context, app, null, usualPatience, whyUnknownHost(context.config));
}

const monitoring = (context: Context): Readonly<Record<string, Page>> => ({
  '/healthz': healthz(context.installation),
  '/readyz': readyz(context),
  '/metrics': metricsPage(context),
});

/** Records requests. A listener needs no more before there is a whole context. */
type Recording = Pick<Context, 'log' | 'metrics'>;
type App = ReturnType<typeof newApp>;

/** Replaces Polka's plain-text error answers, which would show internal error messages to callers. */
function newApp(context: Recording, refusal: () => ApiError = notFound) {
  return polka<ParsedRequest & Request>({
    onNoMatch: (request, response) => refuse(context, request, response, refusal()),
    onError: (error, request, response) => refuse(context, request, response, error),
  });
}

/** The pages are in a Polka of their own, because each request tries all routes of one. */
function addPages(context: Recording, app: App, pages: Readonly<Record<string, Page>>): void {
  const own = polka<ParsedRequest & Request>({ onNoMatch: app.onNoMatch, onError: app.onError });
  for (const [path, page] of Object.entries(pages)) own.all(path, servePage(context, path, page));
  app.use(own);
}

const refuse = (context: Recording, request: ParsedRequest, response: ServerResponse, error: unknown): Promise<void> =>
  answerOutsideApi(context, openExchange(request, response), () => Promise.reject(error));

const maxHeaderBytes = 16 * 1024;
/**
 * Time limits of a connection. A client that sends slowly or never reads its answer is cut off within these times and
 * one check interval.
 */
export interface ConnectionPatience {
  readonly headersMs: number;
  /** Limits the whole request, its headers included. */
  readonly requestMs: number;
  readonly lookEachMs: number;
  /** Limits the time without a byte in either direction, including the time that the service works on an answer. */
  readonly silenceMs: number;
}

const usualPatience: ConnectionPatience = {
  headersMs: 10_000,
  requestMs: 30_000,
  lookEachMs: 5_000,
  // A request that has taken all of its time is still answered.
  silenceMs: (longestRequestSeconds + 15) * 1_000,
};
/**
 * The time is longer than the 60 s after which common load balancers drop an idle connection, so that the balancer
 * always closes first.
 */
const keepAliveTimeoutMs = 65_000;

/** Shows a budget on answers to input that never became a request; null on a listener without budgets. */
type BudgetOfAddress = ReturnType<typeof addressBudget> | null;

function listener(
  context: Recording,
  app: App,
  budgetOfAddress: BudgetOfAddress,
  patience: ConnectionPatience,
  whyUnwelcome: (request: IncomingMessage) => string | null = () => null,
): Server {
  const isInTurn = requestsInTurn();
  const unclear = new WeakSet<Socket>();
  const refused = new WeakSet<Socket>();
  // Polka's `attach` would delay every request by a turn of the event loop, so `handler` is called directly.
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // What comes behind a body of unclear length may be part of it, and what comes behind a refusal was refused with it.
    if (unclear.has(request.socket) || refused.has(request.socket) || !isInTurn(request, response)) return;
    const why = whyUnclear(request) ?? whyUnwelcome(request);
    if (why !== null) {
      // A proxy may have seen the end of the body elsewhere.
      if (request.headers['transfer-encoding'] !== undefined) {
        response.shouldKeepAlive = false;
        unclear.add(request.socket);
      }
      return void refuseUnrouted(context, request, response, budgetOfAddress, why);
    }
    request.url = originForm(request.url ?? '/');
    // Polka adds the properties that its types demand.
    void app.handler(request as unknown as Parameters<App['handler']>[0], response, undefined as never);
  };
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: patience.lookEachMs,
      // Node itself would refuse a request without a Host, without a body and without this service's headers.
      requireHostHeader: false,
    },
    handle,
  );
  server.setTimeout(patience.silenceMs);
  // Node would drop what comes behind the first thousand headers: a key, or the second of two. Their bytes are limited already.
  server.maxHeadersCount = 0;
  // A caller that has closed its half of the connection behind a request is answered. Node would drop the answer; its types lack this setting.
  Object.assign(server, { httpAllowHalfOpen: true });
  // An unknown `Expect` header is no reason to refuse.
  server.on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser reports later input again, the rest of a body for instance. It is dropped: a proxy that meets a reset while it still sends takes
    // this process for dead, and sends the request to the next one.
    if (refused.has(socket)) return;
    refused.add(socket);
    void refuseUnreadable(context, error, socket, budgetOfAddress);
  });
  return server;
}

/**
 * Tells if a request may be served, and closes its connection if not: too many others have been sent on it and wait for their answers. Node
 * reads on as long as nothing is answered, so five megabytes of requests without a key would take the memory of a process.
 */
function requestsInTurn(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const queues = new WeakMap<Socket, Set<ServerResponse>>();
  return ({ socket }, response) => {
    if (socket.destroyed) return false;
    // A response has its socket once all those before it have been sent.
    if (response.socket !== null) return true;
    const queue = queues.get(socket) ?? new Set();
    queues.set(socket, queue.add(response));
    response.once('close', () => queue.delete(response));
    const [first] = queue;
    if (queue.size - (first?.socket ? 1 : 0) <= maxRequestsWaiting) return true;
    socket.destroy();
    return false;
  };
}

/** Clients that send a request before the answer to the last one are rare, and proxies do not. */
const maxRequestsWaiting = 16;

async function refuseUnrouted(
  context: Recording,
  request: IncomingMessage,
  response: ServerResponse,
  budgetOfAddress: BudgetOfAddress,
  message: string,
): Promise<void> {
  const exchange = openExchange(request, response);
  await answerOutsideApi(context, exchange, async () => {
    if (budgetOfAddress) exchange.budget = await budgetOfAddress(request);
    throw unreadableRequest(400, message);
  });
}

/** Returns the path of a request target that is a whole URL (RFC 9112, 3.2.2), as it is written. */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*(?=([/?#]?))/i, (_, next: string) => (next === '/' ? '' : '/'));

/** Refuses input that Node could not parse as HTTP. */
async function refuseUnreadable(
  context: Pick<Context, 'log'>,
  error: NodeJS.ErrnoException,
  socket: Socket,
  budgetOfAddress: BudgetOfAddress,
): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const refusal = unreadable(error.code);
  context.log.info({ route: 'none', status: refusal.status, requestId, reason: error.code }, 'request');
  const budget = budgetOfAddress ? await budgetOfAddress({ socket, headers: {} }) : null;
  // The caller would take the refusal for the first answer that it waits for. Where there is none, the refusal must not be late by a turn: it
  // comes before an answer to the broken request itself.
  for (let answer = answerDue(socket); answer; answer = answerDue(socket)) await closed(answer);
  if (socket.writable) socket.end(rawReply(refusal, requestId, budget));
  const patience = setTimeout(() => socket.destroy(), refusedMs).unref();
  socket.once('close', () => clearTimeout(patience));
}

/** Limits the time for which a client may go on to send what was refused. */
const refusedMs = 2_000;

/** Returns the response that a socket owes to a request that came whole, or null. */
const answerDue = ({ writable, _httpMessage: answer }: Answering): ServerResponse | null =>
  writable && answer?.req.complete ? answer : null;

const closed = (response: ServerResponse): Promise<void> => new Promise((resolve) => response.once('close', resolve));

function unreadable(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return unreadableRequest(431, 'The headers of the request are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return unreadableRequest(408, 'The request took too long to arrive.');
    default:
      return unreadableRequest(400, 'The request is not valid HTTP.');
  }
}
