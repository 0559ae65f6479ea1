import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './api.ts';

/** A tenant's receiver on a free port. It keeps the raw requests and answers as the test sets. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets later answers: a status, or a function that answers by hand. */
  answer(with_: number | ((response: ServerResponse) => void)): void;
  /** Answers no later request by itself, and resolves with the response to the first of them, for the test to end. */
  hold(): Promise<ServerResponse>;
  /** Closes the connections that are kept alive. */
  hangUp(): void;
  close(): Promise<void>;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Opens a receiver for one test, or with `{ after }` of node:test for a whole file. */
export async function receiverFor(t: { after(clean: () => Promise<void>): void }, status = 200): Promise<Receiver> {
  const opened = await receiver(status);
  t.after(opened.close);
  return opened;
}

export async function receiver(status = 200, { host = '127.0.0.1', port = 0 } = {}): Promise<Receiver> {
  const received: Received[] = [];
  let respond = (response: ServerResponse): void => void response.writeHead(status).end();
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    // A sender that closed the connection early has sent nothing.
    if (!body) return;
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    respond(response);
  });
  const { origin, close } = await listen(server, port, host);
  const answer: Receiver['answer'] = (with_) => {
    respond = typeof with_ === 'number' ? (response) => void response.writeHead(with_).end() : with_;
  };
  return {
    url: `${origin}/hook`,
    received,
    answer,
    hold: () => new Promise(answer),
    hangUp: () => server.closeIdleConnections(),
    close,
  };
}
