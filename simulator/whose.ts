import type { IncomingMessage } from 'node:http';
import { parseJson, textAt } from './json.ts';
import type { OpenSession } from './session.ts';
import type { Sessions } from './sessions.ts';

/** A request as its session sees it. */
export interface Addressed {
  /** Is null if the request names no session. */
  readonly name: string | null;
  /** Is the path with the query, without the session before it. */
  readonly rest: string;
}

/** Reads the session from the path (`/sessions/{name}/…`), or else from `X-Sim-Session`. */
export function addressed({ url = '/', headers }: IncomingMessage): Addressed {
  const [, name, rest] = /^\/sessions\/([^/?]+)(\/.*)$/.exec(url) ?? [];
  if (name !== undefined && rest !== undefined) return { name, rest };
  const header = headers['x-sim-session'];
  const isAboutSessions = /^\/sessions([/?]|$)/.test(url);
  return { name: typeof header === 'string' && header !== '' && !isAboutSessions ? header : null, rest: url };
}

/**
 * Returns the session of a request that names none: the one with the number, call or text that a provider's request is
 * about. Returns undefined if it belongs to no particular session.
 */
export function ownerOf(path: string, method: string | undefined, body: Buffer, sessions: Sessions): OpenSession | undefined {
  const all = sessions.all();
  if (all.length === 0) return undefined;
  if (method === 'POST' && path === '/vapi/call') return sessions.ofNumber(textAt(parseJson(body.toString('utf8')), 'customer', 'number'));
  if (method === 'POST' && path.endsWith('/Messages.json'))
    return sessions.ofNumber(new URLSearchParams(`&${body.toString('utf8')}`).get('To'));
  const [, ofCall, ofControl, ofRecording] =
    /^\/vapi\/call\/([^/]+)(?:\/mono-recording)?$|^\/vapi\/([^/]+)\/control$|^\/recordings\/(.+)\.wav$/.exec(path) ?? [];
  const callId = ofCall ?? ofControl ?? ofRecording;
  if (callId !== undefined) return all.find(({ calls }) => calls.find(callId) !== undefined);
  const sid = /\/Messages\/([^/]+)\.json$/.exec(path)?.[1];
  return sid === undefined ? undefined : all.find(({ texts }) => texts.find(sid) !== undefined);
}
