import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpMessage, readMessage } from './http-message.ts';
import { reasonOf, Unjudgeable } from './reachable.ts';

/** The run's own webhook receiver. It keeps the raw bytes of each delivery and answers as each inbox is told. */
export interface Receiver {
  /** Returns a new address for one check. */
  inbox(answer?: Answering): Inbox;
  readonly url: string;
  /** Holds the deliveries of all inboxes in order of arrival. */
  readonly deliveries: readonly Delivery[];
  close(): Promise<void>;
}

export interface Inbox {
  readonly url: string;
  /** Holds this inbox's deliveries in order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** Resolves with the first delivery that fits, including earlier ones. Rejects when what is left of the time is over. */
  next(what: string, fits: (delivery: Delivery) => boolean, patienceMs: number, leftMs?: number): Promise<Delivery>;
  /** Sets the answer to all later deliveries. */
  answer(answer: Answering): void;
}

/** One attempt as it arrived. */
export interface Delivery extends HttpMessage {
  readonly at: Date;
  readonly method: string;
  /** Begins with that of its inbox: the receiver's URL may have a path of its own, which a proxy passes on or takes away. */
  readonly path: string;
  /** The status that it was answered with; null as long as it was not answered. */
  readonly status: number | null;
}

/** True of an attempt that the receiver has answered with a success. */
export const isTaken = ({ status }: Delivery): boolean => status !== null && status >= 200 && status < 300;

/** Answers one attempt; `nth` counts the attempts at this inbox from 1. */
export type Answering = (delivery: Delivery, nth: number, response: ServerResponse) => void;

export const answers =
  (status: number): Answering =>
  (_delivery, _nth, response) =>
    void response.writeHead(status).end();

/** Where webhooks are received: at a port, of which zero takes any free one, and by the URL with which the service reaches it; null on this machine. */
export interface ReceiverAddress {
  readonly port: number;
  readonly url: string | null;
}

/** Makes a server listen for webhooks. Returns the URL that leads there, without a slash at its end. */
export async function listenForWebhooks(server: Server, { port, url }: ReceiverAddress): Promise<string> {
  // Node's 5 s would cut a kept connection under a delivery after a pause of this process, and that counts as a failed attempt.
  server.keepAliveTimeout = 0;
  // A service that reaches the server by a URL comes from outside this machine.
  server.listen(port, url === null ? '127.0.0.1' : undefined);
  await once(server, 'listening').catch((error: unknown) => {
    throw new Unjudgeable(`Webhooks cannot be received (${reasonOf(error)}): choose another port with --receiver-port.`);
  });
  return (url ?? `http://127.0.0.1:${portOf(server)}`).replace(/\/$/, '');
}

export async function startReceiver(address: ReceiverAddress): Promise<Receiver> {
  const inboxes = new Map<string, OpenInbox>();
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => void take(inboxes, deliveries, request, response));
  const base = await listenForWebhooks(server, address);
  return {
    url: base,
    deliveries,
    inbox(answer = answers(200)) {
      const path = `/inbox/${inboxes.size + 1}`;
      const opened = openInbox(`${base}${path}`, answer);
      inboxes.set(path, opened);
      return opened;
    },
    close: () => closeServer(server),
  };
}

interface OpenInbox extends Inbox {
  receive(delivery: Delivery, response: ServerResponse): void;
}

function openInbox(url: string, first: Answering): OpenInbox {
  const deliveries: Delivery[] = [];
  const waiting = new Set<() => void>();
  let answering = first;
  return {
    url,
    deliveries,
    answer(answer) {
      answering = answer;
    },
    receive(delivery, response) {
      deliveries.push(delivery);
      for (const look of waiting) look();
      answering(delivery, deliveries.length, response);
    },
    next: (what, fits, patienceMs, leftMs = patienceMs) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = deliveries.find(fits);
          if (!found) return;
          finish();
          resolve(found);
        };
        const patience = setTimeout(() => {
          finish();
          reject(new Error(`${what} did not arrive within ${patienceMs / 1_000} s; ${deliveries.length} others did`));
        }, leftMs);
        const finish = (): void => {
          clearTimeout(patience);
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Returns the path of an inbox in a URL or a path that leads there, with what follows; empty if none leads to one. */
export const inboxPath = (urlOrPath: string): string => /\/inbox\/\d+.*$/.exec(urlOrPath)?.[0] ?? '';

/** Takes a request. Every path below an inbox's path belongs to the inbox. */
async function take(
  inboxes: ReadonlyMap<string, OpenInbox>,
  all: Delivery[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = new Date();
  const path = inboxPath(request.url ?? '');
  const message = await readMessage(request).catch(() => null);
  // A sender that closed the connection early has sent nothing.
  if (!message) return;
  const inbox = inboxes.get(/^\/inbox\/\d+/.exec(path)?.[0] ?? '');
  if (!inbox) return void response.writeHead(404).end();
  const delivery: Delivery = {
    at,
    method: request.method ?? '',
    path,
    ...message,
    get status() {
      return response.headersSent ? response.statusCode : null;
    },
  };
  all.push(delivery);
  inbox.receive(delivery, response);
}

// The address of a TCP listener has this shape.
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
