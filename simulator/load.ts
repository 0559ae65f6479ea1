import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson, textAt } from './json.ts';
import type { Ledger } from './ledger.ts';

/**
 * The simulator where it must never be the bottleneck: answers at once, counted in the ledger's totals and forgotten. One
 * delivery in so many goes the whole way, verdict and timeline and all; the voice provider takes every call, tells nobody
 * of it again, and has no scenarios.
 */
export interface Load {
  /** True where it has answered; else the request goes the whole way. */
  answers(message: IncomingMessage, response: ServerResponse, body: Buffer, path: string): boolean;
}

export interface LoadSettings {
  /** One delivery in so many is judged. */
  readonly verifyEvery: number;
  /** Which side is bare. */
  readonly receivers: boolean;
  readonly voice: boolean;
}

const received = Buffer.from('{"received":true}');
const receivedHeaders = { 'content-type': 'application/json', 'content-length': String(received.length) };
const nameless = { event: null, subject: null, deliveryId: null };

export interface LoadOptions {
  readonly settings: LoadSettings;
  readonly ledger: Ledger;
  readonly apiKey: string;
  readonly baseUrl: () => string;
}

export function newLoad({ settings, ledger, apiKey, baseUrl }: LoadOptions): Load {
  let deliveries = 0;
  return {
    answers(message, response, body, path) {
      if (message.method !== 'POST') return false;
      if (settings.receivers && path.startsWith('/receivers/')) {
        deliveries += 1;
        if (deliveries % settings.verifyEvery === 0) return false;
        ledger.deliveryReceived(nameless);
        response.writeHead(200, receivedHeaders).end(received);
        ledger.deliveryAccepted(nameless);
        return true;
      }
      if (!settings.voice || path !== '/vapi/call' || message.headers.authorization !== `Bearer ${apiKey}`) return false;
      const text = JSON.stringify(placed(body, ledger, baseUrl()));
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
      return true;
    },
  };
}

function placed(body: Buffer, ledger: Ledger, baseUrl: string): object {
  const name = textAt(parseJson(body.toString('utf8')), 'name');
  const id = randomUUID();
  const now = new Date().toISOString();
  ledger.dialled(name, id);
  const monitor = { controlUrl: `${baseUrl}/vapi/${id}/control` };
  return {
    id,
    orgId: id,
    type: 'outboundPhoneCall',
    status: 'queued',
    createdAt: now,
    updatedAt: now,
    ...(name === null ? {} : { name }),
    monitor,
  };
}
