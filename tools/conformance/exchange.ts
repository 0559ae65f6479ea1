import { Agent, type OutgoingHttpHeaders, request as plain } from 'node:http';
import { Agent as SecureAgent, request as secure } from 'node:https';
import { type HttpMessage, readMessage } from './http-message.ts';
import { patience } from './patience.ts';

/** One complete request and its answer, as the reports show them. */
export interface Exchange {
  readonly seq: number;
  readonly at: Date;
  readonly ms: number;
  /** Is the id of the check that asked. */
  readonly check: string;
  readonly request: Asked;
  readonly response: Answer;
}

export interface Asked {
  readonly method: string;
  readonly url: string;
  /** Is the path below the base URL, with its query. */
  readonly path: string;
  /** Is null where the document has no such operation. */
  readonly operationId: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Returns the key in an Authorization header, or undefined if there is none. */
export const keyIn = (authorization = ''): string | undefined => /^bearer (\S+)$/i.exec(authorization)?.[1];

export interface Answer extends HttpMessage {
  readonly status: number;
  readonly text: string;
}

/** The connections of one run. Parallel runs share none, so the end of one run does not break requests of another. */
export interface Connections {
  exchange(asked: Question): Promise<Answer>;
  /** Closes idle connections, so that the process can end. */
  close(): void;
}

export type Question = Pick<Asked, 'method' | 'url' | 'headers' | 'body'>;

/**
 * Opens the connections. Requests go through Node's own client: fetch would add headers, normalise the path and refuse
 * methods that a server must be able to refuse.
 */
export function openConnections({ idleMs, patienceMs }: Limits = usual): Connections {
  const kept = { keepAlive: true, maxSockets: 100, timeout: idleMs };
  const line: Line = { agents: { 'http:': new Agent(kept), 'https:': new SecureAgent(kept) }, patienceMs };
  return {
    exchange: (asked) => exchange(line, asked).catch((error: unknown) => againIfClosed(line, asked, error)),
    close() {
      for (const agent of Object.values(line.agents)) agent.destroy();
    },
  };
}

export interface Limits {
  /** Is how long a connection may be idle. */
  readonly idleMs: number;
  /** Returns how long an answer is waited for. */
  readonly patienceMs: () => number;
}

/** Many servers close a connection that was idle for five seconds, and a proxy may pass on another server's promise of more. */
const usual: Limits = { idleMs: 4_000, patienceMs: () => patience(120_000) };

interface Line {
  readonly agents: { readonly 'http:': Agent; readonly 'https:': SecureAgent };
  readonly patienceMs: () => number;
}

/** A connection may be closed for being idle at the very moment in which it is used again. That says nothing of the service. */
class ClosedWhileIdle extends Error {
  override readonly name = 'ClosedWhileIdle';
}

/** Asks once more on a new connection. What may change something is never asked twice. */
function againIfClosed(line: Line, asked: Question, error: unknown): Promise<Answer> {
  if (!(error instanceof ClosedWhileIdle) || !['GET', 'HEAD'].includes(asked.method)) throw error;
  return exchange(line, asked);
}

function exchange({ agents, patienceMs }: Line, asked: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timeout = patienceMs();
    const url = new URL(asked.url);
    const isSecure = url.protocol === 'https:';
    const path = asked.url.slice(url.origin.length) || '/';
    const headers: OutgoingHttpHeaders = { ...asked.headers, ...(asked.body && { 'content-length': String(asked.body.length) }) };
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // As an option the limit also holds while a connection is made. `setTimeout` would leave that the agent's limit for idle ones.
    const options = { method: asked.method, path, headers, host, port: url.port || undefined, timeout };
    const message = isSecure ? secure({ ...options, agent: agents['https:'] }) : plain({ ...options, agent: agents['http:'] });
    message.once('timeout', () => message.destroy(new Error(`no answer within ${Math.round(timeout) / 1_000} s`)));
    message.once('error', (cause: NodeJS.ErrnoException) => {
      const Failure = message.reusedSocket && cause.code === 'ECONNRESET' ? ClosedWhileIdle : Error;
      reject(new Failure(`${asked.method} ${asked.url} was not answered: ${cause.message}`, { cause }));
    });
    message.once('response', (response) =>
      readMessage(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, text: read.body.toString('utf8'), ...read }),
        reject,
      ),
    );
    message.end(asked.body ?? undefined);
  });
}
