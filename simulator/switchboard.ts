import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseUrl } from '../src/process/parse-url.ts';
import { type Outcome, type Proper, writeProper } from './answers/give.ts';
import { invalid, nothingThere, refusal } from './control-api.ts';
import type { FaultLink } from './faults.ts';
import type { Load } from './load.ts';
import { TooManyReceivers } from './receivers/open-receivers.ts';
import { receiverName } from './receivers/receivers.ts';
import { serveReceiver } from './receivers/serve.ts';
import { requestOf, type Switchboard, write } from './server.ts';
import type { OpenSession } from './session.ts';
import { noSession } from './session-control-api.ts';
import type { Sessions } from './sessions.ts';
import { giveSpoilt } from './spoilt.ts';
import { addressed, ownerOf } from './whose.ts';

/**
 * Decides which session and which part answers a request. Requests that are not for the simulator itself are recorded
 * as exchanges.
 */
export interface SwitchboardOptions {
  readonly first: OpenSession;
  readonly sessions: Sessions;
  readonly load: Load | null;
  readonly url: () => string;
  /** Returns null if the request is not for the console. */
  readonly page: (request: Request) => Promise<Response> | null;
}

export function newSwitchboard({ first, sessions, load, url, page }: SwitchboardOptions): Switchboard {
  return async (message, response, body) => {
    const { name, rest } = addressed(message);
    if (!isPath(rest)) return write(response, invalid('The path of this request is none: an escape in it stands for nothing.'));
    const path = rest.split('?')[0] ?? '/';
    if (name === null && load?.answers(message, response, body, path)) return;
    const session = name === null ? (ownerOf(path, message.method, body, sessions) ?? first) : sessions.find(name);
    if (!session) return write(response, noSession());

    const destination = destinationOf(message.method, path);
    // A `Request` cannot have this method.
    if (message.method === 'TRACE' && destination.kind !== 'service') return write(response, nothingThere());
    if (destination.kind === 'simulator') {
      const request = requestOf(message, response, body, rest);
      return write(response, await ((name === null ? page(request) : null) ?? session.respond(request)));
    }
    const recorded = session.exchanges.incoming(message, body, `${url()}${message.url}`);
    const asked: Asked = { message, response, body, rest, recorded };
    const { receivers, faults, timers } = session;
    switch (destination.kind) {
      case 'receiver':
        try {
          return serveReceiver(destination.name, body, message, response, { receivers, faults, timers, recorded });
        } catch (error) {
          if (!(error instanceof TooManyReceivers)) throw error;
          return write(response, refusal(409, 'conflict', error.message));
        }
      case 'service':
        return passOn(session, asked);
      case 'provider':
        if (message.method === 'POST' && session.isKey(path, message.headers.authorization))
          session.runs.asked(path, message.headers['content-type'] ?? '', body);
        return answerAsProvider(destination.link, session, asked);
    }
  };
}

/** Handlers decode paths, and would fail at one that cannot be decoded. */
function isPath(path: string): boolean {
  try {
    decodeURIComponent(path.split('?')[0] ?? '');
    return parseUrl(path, 'http://simulator') !== null;
  } catch {
    return false;
  }
}

type Destination =
  | { readonly kind: 'receiver'; readonly name: string }
  | { readonly kind: 'provider'; readonly link: FaultLink }
  /** The request is for the linked service. */
  | { readonly kind: 'service' }
  | { readonly kind: 'simulator' };

export function destinationOf(method: string | undefined, path: string): Destination {
  if (path.startsWith('/vapi/')) return { kind: 'provider', link: 'voice' };
  if (path.startsWith('/twilio/')) return { kind: 'provider', link: 'texts' };
  if (path.startsWith('/service/')) return { kind: 'service' };
  // Deliveries use POST and PUT; other methods ask about the receiver.
  const name = method === 'POST' || method === 'PUT' ? /^\/receivers\/([^/]+)$/.exec(path)?.[1] : undefined;
  return name !== undefined && receiverName.test(name) ? { kind: 'receiver', name } : { kind: 'simulator' };
}

interface Asked {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly rest: string;
  readonly recorded: (outcome: Outcome, answer: Proper) => void;
}

async function passOn(session: OpenSession, { message, response, body, rest, recorded }: Asked): Promise<void> {
  const { method = 'GET', headers } = message;
  const answer = await session.passToService({ method, path: rest.slice('/service'.length), headers, body });
  recorded(answer.status, answer);
  writeProper(response, answer);
}

async function answerAsProvider(link: FaultLink, session: OpenSession, { message, response, body, rest, recorded }: Asked): Promise<void> {
  const { faults, timers } = session;
  const respond = (): Promise<Response> => session.respondAsProvider(requestOf(message, response, body, rest));
  const fault = faults.strikes(link, null);
  if (fault) return giveSpoilt(fault, async () => properOf(await respond()), { message, response, faults, timers, recorded });
  const answer = await respond();
  const proper = await properOf(answer);
  if (answer.type === 'error') {
    // In this number's story no answer is ever sent.
    recorded('timeout', proper);
    response.destroy();
    return;
  }
  recorded(proper.status, proper);
  writeProper(response, proper);
}

const properOf = async (answer: Response): Promise<Proper> => ({
  status: answer.type === 'error' ? 500 : answer.status,
  headers: Object.fromEntries(answer.headers),
  body: Buffer.from(await answer.arrayBuffer()),
});
