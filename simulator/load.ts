import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson, textAt } from './json.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ProviderKeys } from './session.ts';
import { basicOf } from './twilio/handlers.ts';
import { isRefusal, readSendRequest, type SendRequest } from './twilio/send-request.ts';
import { apiVersion } from './twilio/text-object.ts';

/**
 * The simulator's mode for load tests: requests are answered at once, counted in the ledger's totals and forgotten. One
 * delivery in `verifyEvery` is processed in full, with verdict and timeline. The providers accept every call and every
 * text, send no callbacks, and play no scenarios.
 */
export interface Load {
  /** Returns true if it has answered; otherwise the request is processed in full. */
  answers(message: IncomingMessage, response: ServerResponse, body: Buffer, path: string): boolean;
}

export interface LoadSettings {
  /** Judges one delivery in this many. */
  readonly verifyEvery: number;
  /** Names the sides that run in this mode. */
  readonly sides: ReadonlySet<LoadSide>;
}

export const loadSides = ['receivers', 'voice', 'texts'] as const;
export type LoadSide = (typeof loadSides)[number];

const received = Buffer.from('{"received":true}');
const nameless = { event: null, subject: null, deliveryId: null };

export interface LoadOptions {
  readonly settings: LoadSettings;
  readonly ledger: Ledger;
  readonly keys: ProviderKeys;
  readonly baseUrl: () => string;
}

export function newLoad({ settings: { sides, verifyEvery }, ledger, keys, baseUrl }: LoadOptions): Load {
  const textsPath = `/twilio/${apiVersion}/Accounts/${keys.accountSid}/Messages.json`;
  const basic = basicOf(keys);
  let deliveries = 0;
  const receives = (): boolean => {
    deliveries += 1;
    return deliveries % verifyEvery !== 0;
  };
  return {
    answers(message, response, body, path) {
      if (message.method !== 'POST') return false;
      const { authorization } = message.headers;
      if (sides.has('receivers') && path.startsWith('/receivers/') && receives()) {
        ledger.deliveryReceived(nameless);
        answer(response, 200, received);
        ledger.deliveryAccepted(nameless);
        return true;
      }
      if (sides.has('voice') && path === '/vapi/call' && authorization === `Bearer ${keys.apiKey}`) {
        answer(response, 201, JSON.stringify(placed(body, ledger, baseUrl())));
        return true;
      }
      if (!sides.has('texts') || path !== textsPath || authorization !== basic) return false;
      const asked = readSendRequest(new URLSearchParams(`&${body.toString('utf8')}`));
      if (isRefusal(asked)) return false;
      answer(response, 201, JSON.stringify(sent(asked, ledger, keys.accountSid)));
      return true;
    },
  };
}

function answer(response: ServerResponse, status: number, body: Buffer | string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

function placed(body: Buffer, ledger: Ledger, baseUrl: string): object {
  const name = textAt(parseJson(body.toString('utf8')), 'name');
  const id = randomUUID();
  const now = new Date().toISOString();
  ledger.calls.begun(name, id);
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

function sent({ from, to, body, messageId, messagingServiceSid }: SendRequest, ledger: Ledger, accountSid: string): object {
  const sid = `SM${randomUUID().replaceAll('-', '')}`;
  ledger.messages.begun(messageId, sid);
  return {
    account_sid: accountSid,
    api_version: apiVersion,
    body,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from,
    messaging_service_sid: messagingServiceSid,
    sid,
    status: messagingServiceSid === null ? 'queued' : 'accepted',
    to,
    uri: `/${apiVersion}/Accounts/${accountSid}/Messages/${sid}.json`,
  };
}
