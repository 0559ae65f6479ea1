import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import polka, { type Request } from 'polka';
import type { Context } from '../context.ts';
import { type ApiError, migrating, notFound, unreadableRequest } from '../errors.ts';
import { refusalOf, serveApi } from './api.ts';
import { docs } from './docs.ts';
import { newRequestId, openExchange, type ParsedRequest } from './exchange.ts';
import { healthz, metricsPage, migratingReadyz, readyz } from './health.ts';
import { whyUnknownHost } from './known-hosts.ts';
import { type Page, servePage } from './pages.ts';
import { addressBudget } from './public-gate.ts';
import { serveRecordings } from './recordings.ts';
import { rawReply, refusalReply, sendReply } from './reply.ts';
import { recordRequest } from './request-log.ts';
import { callbacksSurface, operatorSurface, publicSurface } from './surfaces.ts';
import { whyUnclear } from './unclear.ts';

/** What the world reaches: the public API, the providers' callbacks, recordings, and the documents. */
export function createPublicServer(context: Context, surface = publicSurface(context), patience = usualPatience): Server {
  const app = newApp(context);
  // The other two are not: callbacks are judged by their own readers, and an operator can wait for a schema to compile.
  surface.contract.precompile();
  serveApi(context, surface, app, '/api/v1/public');
  serveApi(context, callbacksSurface(context), app, '/callbacks');
  app.all('/recordings/*', serveRecordings(context));
  addPages(context, app, { '/healthz': healthz, '/readyz': readyz(context), ...docs(context) });
  return listener(context, app, addressBudget(context), patience);
}

/** What only the operator reaches, on a listener of its own. */
export function createOperatorServer(context: Context, patience = usualPatience): Server {
  const app = newApp(context);
  serveApi(context, operatorSurface(context), app, '/api/v1/operator');
  addPages(context, app, monitoring(context));
  return listener(context, app, null, patience, whyUnknownHost(context.config));
}

/** What a process without the role `api` shows of itself. */
export function createMonitoringServer(context: Context): Server {
  const app = newApp(context);
  addPages(context, app, monitoring(context));
  return listener(context, app, null, usualPatience, whyUnknownHost(context.config));
}

/** What a process answers while it migrates: health and metrics, and 503 `migrating` to all else. */
export function createMigratingServer(context: Recording & Pick<Context, 'config'>): Server {
  const app = newApp(context, migrating);
  addPages(context, app, { '/healthz': healthz, '/readyz': migratingReadyz, '/metrics': metricsPage(context) });
  return listener(context, app, null, usualPatience, whyUnknownHost(context.config));
}

const monitoring = (context: Context): Readonly<Record<string, Page>> => ({
  '/healthz': healthz,
  '/readyz': readyz(context),
  '/metrics': metricsPage(context),
});

/** Where requests are logged and counted: all that a listener needs before there is a whole context. */
type Recording = Pick<Context, 'log' | 'metrics'>;
type App = ReturnType<typeof newApp>;

/** Polka with our own last words: its own answer in plain text, and tell the caller what an error's message was. */
function newApp(context: Recording, refusal: () => ApiError = notFound) {
  return polka<ParsedRequest & Request>({
    onNoMatch: (request, response) => refuse(context, request, response, refusal()),
    onError: (error, request, response) => refuse(context, request, response, error),
  });
}

function addPages(context: Recording, app: App, pages: Readonly<Record<string, Page>>): void {
  for (const [path, page] of Object.entries(pages)) app.all(path, servePage(context, path, page));
}

function refuse(context: Recording, request: ParsedRequest, response: ServerResponse, error: unknown): void {
  const exchange = openExchange(request, response);
  const refusal = refusalOf(context, exchange, error);
  sendReply(exchange, refusalReply(refusal));
  recordRequest(context, exchange, refusal.status);
}

const maxHeaderBytes = 16 * 1024;
/** A caller who dribbles, or who never reads what he asked for, does not keep a connection: it ends within these times and one look more. */
export interface Patience {
  readonly headersMs: number;
  /** For the whole request, its headers included. */
  readonly requestMs: number;
  readonly lookEachMs: number;
  /** Without a byte in either direction, our own work on an answer included. */
  readonly silenceMs: number;
}

const usualPatience: Patience = { headersMs: 10_000, requestMs: 30_000, lookEachMs: 5_000, silenceMs: 60_000 };
/** Longer than the 60 s after which common load balancers drop an idle connection, so that they never race us. */
const keepAliveTimeoutMs = 65_000;

/** What shows a budget on answers to what never became a request; null on a listener without budgets. */
type ShownBudget = ReturnType<typeof addressBudget> | null;

function listener(
  context: Recording,
  app: App,
  shownBudget: ShownBudget,
  patience: Patience,
  whyUnwelcome: (request: IncomingMessage) => string | null = () => null,
): Server {
  // `handler`, not `attach`: that one puts every request off by a turn of the loop.
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const why = whyUnclear(request) ?? whyUnwelcome(request);
    if (why !== null) return void refuseUnrouted(context, request, response, shownBudget, why);
    request.url = originForm(request.url ?? '/');
    // Polka adds what its types ask for.
    void app.handler(request as unknown as Parameters<App['handler']>[0], response, undefined as never);
  };
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: patience.lookEachMs,
      // Node would refuse a request without a Host by itself, without a body and without our headers.
      requireHostHeader: false,
    },
    handle,
  );
  server.setTimeout(patience.silenceMs);
  // An expectation that we do not know is no reason to refuse.
  server.on('checkExpectation', handle);
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The parser complains again of whatever else comes: one answer is on its way already.
    if (refused.has(socket) && socket.writable) return;
    refused.add(socket);
    void refuseUnreadable(context, error, socket, shownBudget);
  });
  return server;
}

async function refuseUnrouted(
  context: Recording,
  request: IncomingMessage,
  response: ServerResponse,
  shownBudget: ShownBudget,
  message: string,
): Promise<void> {
  const exchange = openExchange(request, response);
  if (shownBudget) exchange.budget = await shownBudget(request);
  const refusal = unreadableRequest(400, message);
  sendReply(exchange, refusalReply(refusal));
  recordRequest(context, exchange, refusal.status);
}

/** A target may be a whole URL (RFC 9112, 3.2.2): it means the path in it, as it is written. */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*(?=([/?#]?))/i, (_, next: string) => (next === '/' ? '' : '/'));

/** What Node's parser could not read as HTTP. */
async function refuseUnreadable(
  context: Pick<Context, 'log'>,
  error: NodeJS.ErrnoException,
  socket: Socket,
  shownBudget: ShownBudget,
): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newRequestId();
  const refusal = unreadable(error.code);
  context.log.info({ route: 'none', status: refusal.status, requestId, reason: error.code }, 'request');
  const budget = shownBudget ? await shownBudget({ socket, headers: {} }) : null;
  socket.end(rawReply(refusal, requestId, budget));
}

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
