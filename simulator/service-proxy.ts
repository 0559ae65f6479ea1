import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'undici';
import type { Proper } from './answers/give.ts';
import type { Breaches } from './breaches.ts';
import { maxBodyBytes } from './limits.ts';
import type { ServiceBeside } from './service-beside.ts';
import type { Timeline } from './timeline.ts';

/**
 * Passes requests under `/service` on to the service's public API unchanged, with the caller's own key, and checks the
 * answers against the public document. A client whose requests go this way has them in the timeline and the HAR, and
 * `verify` covers their answers.
 */
export interface ServiceProxy {
  pass(asked: PassedOn): Promise<Proper>;
  close(): Promise<void>;
}

export interface PassedOn {
  readonly method: string;
  /** Is the path below `/service`, with its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A replay answers when its attempt is over, which may take 10 s. */
const patienceMs = 30_000;

export interface ProxyOptions {
  readonly beside: Pick<ServiceBeside, 'linked'>;
  readonly timeline: Timeline;
  readonly breaches: Pick<Breaches, 'publicAnswered'>;
}

export function serviceProxy({ beside, timeline, breaches }: ProxyOptions): ServiceProxy {
  const agent = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs, maxResponseSize: maxBodyBytes, connections: 64 });
  return {
    async pass({ method, path, headers, body }) {
      const service = beside.linked;
      if (!service) return own(409, 'service_not_linked', 'No service is linked. Start the simulator with --service-url.');
      // Dots in a path could lead out of the API's prefix.
      const target = new URL(`${service.url}${path}`);
      if (!target.pathname.startsWith('/api/v1/public/'))
        return own(404, 'not_found', 'Only the public API is passed on: /service/api/v1/public/…');
      const asked = timeline.add('service.request', { method, path });
      try {
        const answer = await request(target, {
          method,
          dispatcher: agent,
          // A compressed answer could not be held against the document.
          headers: { ...endToEnd(headers), 'accept-encoding': 'identity' },
          ...(body.length > 0 && { body }),
        });
        const text = Buffer.from(await answer.body.arrayBuffer());
        const entry = timeline.add('service.answer', { causedBy: asked, method, path, answered: answer.statusCode });
        const given = { status: answer.statusCode, headers: endToEnd(answer.headers), body: text };
        breaches.publicAnswered(method, path, given, entry);
        return given;
      } catch (error) {
        const why = error instanceof Error ? error.message || error.name : String(error);
        timeline.add('service.answer', { causedBy: asked, method, path, answered: null, error: why });
        return own(502, 'linked_service_unreachable', `The service at ${service.url} did not answer: ${why}`);
      }
    },
    close: () => agent.destroy(),
  };
}

/** These headers belong to one connection, and there are two. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'expect',
  'host',
  'te',
  'upgrade',
  'x-sim-session',
]);

export const endToEnd = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined || hopByHop.has(name) ? [] : [[name, String(value)]])),
  );

const own = (status: number, code: string, message: string): Proper => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ error: { code, message } })),
});
