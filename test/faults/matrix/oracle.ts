import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { latch } from '../../support/latch.ts';
import { drawOf } from './dice.ts';
import type { Receipt } from './verdict.ts';

/**
 * The receiver of every delivery, and the witness: what came, when, with which bytes, and whether the signature holds by
 * its own reckoning. It lives in the harness, which nothing kills. It shares no code with the service.
 */
export interface Oracle {
  /** The URL of an endpoint; a `dead` one answers 500 for ever. */
  endpointUrl(name: string, how?: 'dead'): string;
  setSecret(name: string, secret: string): void;
  secretOf(name: string): string;
  /** By delivery id, in the order in which they came. */
  readonly receipts: ReadonlyMap<string, readonly Receipt[]>;
  /** From now on nobody is answered; `release` answers those who are still there. */
  hold(): Held;
  /** Requests that wait for their answer. */
  open(): number;
  /** Until all that was sent to it before has come: what a dead process has written may still lie in its sockets. */
  caughtUp(): Promise<void>;
  /** When the last request came, by `performance.now()`; zero before the first. */
  lastAt(): number;
  close(): Promise<void>;
}

export interface Held {
  count(): number;
  release(): void;
}

type OpenReceipt = { -readonly [Key in keyof Receipt]: Receipt[Key] };

export async function startOracle(seed: number): Promise<Oracle> {
  const secrets = new Map<string, string>();
  const receipts = new Map<string, OpenReceipt[]>();
  let gate: { readonly opened: Promise<void>; waiting: number } | null = null;
  let open = 0;
  let lastAt = 0;

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  // Longer than anybody keeps a connection: a request must never meet one that we have just closed.
  server.keepAliveTimeout = 120_000;
  server.on('connection', (socket: Socket) => socket.on('error', () => {}));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === markPath) return void response.end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const deliveryId = String(request.headers['x-webhook-delivery-id'] ?? 'none');
    const [, how = '', name = ''] = (request.url ?? '').split('/');
    const earlier = receipts.get(deliveryId) ?? [];
    const answer = how === 'dead' ? { status: 500, afterMs: 0 } : answerTo(seed, `${name}:${subjectOf(body)}`, earlier);
    const receipt: OpenReceipt = {
      at: performance.now(),
      bodyHash: createHash('sha256').update(body).digest('hex'),
      signed: isSigned(secrets.get(name), request, body),
      meant: answer.status,
      answered: null,
    };
    receipts.set(deliveryId, [...earlier, receipt]);
    lastAt = receipt.at;
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    response.once('finish', () => {
      receipt.answered = answer.status;
    });
    if (answer.afterMs > 0) await pause(answer.afterMs);
    while (gate) {
      gate.waiting += 1;
      await gate.opened;
    }
    if (answer.status === hangs) return;
    if (answer.status === cuts) request.socket.destroy();
    else response.writeHead(answer.status, { 'content-length': 2 }).end('ok');
  }

  const url = await listen(server);
  return {
    endpointUrl: (name, how) => `${url}/${how ?? 'live'}/${name}`,
    setSecret: (name, secret) => void secrets.set(name, secret),
    secretOf: (name) => secrets.get(name) ?? '',
    receipts,
    open: () => open,
    async caughtUp() {
      // Connections are accepted in the order in which they were made: with the first mark all are, with the second all is read.
      for (let mark = 0; mark < 2; mark++) await (await fetch(url + markPath, { headers: { connection: 'close' } })).arrayBuffer();
    },
    lastAt: () => lastAt,
    hold() {
      const { give: letGo, given: opened } = latch();
      const held = { opened, waiting: 0 };
      gate = held;
      return {
        count: () => held.waiting,
        release() {
          if (gate === held) gate = null;
          letGo();
        },
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const markPath = '/mark';

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP listener has an address of this shape.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The documented signature, from the documentation: HMAC-SHA256 of `<timestamp>.<raw body>`, at most 300 s old. */
function isSigned(secret: string | undefined, { headers }: IncomingMessage, body: Buffer): boolean {
  const timestamp = String(headers['x-webhook-timestamp'] ?? '');
  if (secret === undefined || Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false;
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`);
  const given = Buffer.from(String(headers['x-webhook-signature'] ?? ''));
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** What a delivery is about, the same in every run with this seed, as its id is not. */
function subjectOf(body: Buffer): string {
  const { data } = JSON.parse(body.toString('utf8'));
  return String(data?.message_id ?? data?.contactId ?? data?.contact?.phone ?? '');
}

/** What it may do instead of answering. */
const cuts = 0;
const hangs = -1;

/** Mostly 200 at once; some slowly, some only after one or two failures, after the connection was cut, or after no answer at all. */
function answerTo(seed: number, subject: string, earlier: readonly Receipt[]): { status: number; afterMs: number } {
  const draw = drawOf(seed, subject, 1_000);
  const failures = earlier.length;
  if (draw < 30) return { status: failures < 1 ? 500 : 200, afterMs: 0 };
  if (draw < 40) return { status: failures < 2 ? 503 : 200, afterMs: 0 };
  if (draw < 50) return { status: failures < 1 ? cuts : 200, afterMs: 0 };
  if (draw < 54) return { status: failures < 1 ? hangs : 200, afterMs: 0 };
  if (draw < 110) return { status: 200, afterMs: 200 + draw * 10 };
  return { status: 200, afterMs: 0 };
}
