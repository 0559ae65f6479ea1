import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import { type HttpMessage, readMessage } from '../conformance/http-message.ts';
import { closeServer, listenForWebhooks, type ReceiverAddress } from '../conformance/receiver.ts';
import { signatureProblem } from '../conformance/signature.ts';
import { at, text } from '../contract/document.ts';
import type { Account, Attempt } from './account.ts';
import type { ReceiverProgramme } from './profile.ts';

/** Receives the webhooks of a run, checks and notes each attempt, and answers by programme. */
export interface Receivers {
  /** Returns the address for a tenant's endpoint. */
  addressFor(tenant: string, programme: ReceiverProgramme): string;
  /** Tells the secret with which the endpoint's webhooks are signed. */
  trust(tenant: string, secret: string): void;
  close(): Promise<void>;
}

export async function startReceivers({ account, ...address }: ReceiverAddress & { readonly account: Account }): Promise<Receivers> {
  const tenants = new Map<string, Inbox>();
  const server = createServer((request, response) => {
    // The URL of the receivers may have a path of its own, which a proxy passes on or takes away.
    const inbox = tenants.get(request.url?.split('/').at(-1) ?? '');
    if (inbox) void take(account, inbox, request, response);
    else response.writeHead(404).end();
  });
  const base = await listenForWebhooks(server, address);
  return {
    addressFor(tenant, programme) {
      const name = `t${tenants.size + 1}`;
      tenants.set(name, { tenant, programme, secret: '', firsts: 0, failed: 0 });
      return `${base}/${name}`;
    },
    trust(tenant, secret) {
      for (const inbox of tenants.values()) if (inbox.tenant === tenant) inbox.secret = secret;
    },
    close: () => closeServer(server),
  };
}

interface Inbox {
  readonly tenant: string;
  readonly programme: ReceiverProgramme;
  secret: string;
  /** First attempts so far, and how many of them were answered with 503. */
  firsts: number;
  failed: number;
}

async function take(account: Account, inbox: Inbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAt = Date.now();
  const message = await readMessage(request).catch(() => null);
  // A sender that closed the connection early has sent nothing.
  if (!message) return;
  const deliveryId = message.headers['x-webhook-delivery-id'] ?? '';
  const isTaken = !refuses(inbox, !account.received.has(deliveryId));
  account.receive(deliveryId, attemptOf({ ...message, secret: inbox.secret, arrivedAt, isTaken }));
  if (isTaken && account.received.get(deliveryId)?.attempts === 1) account.offerForReplay(inbox.tenant, deliveryId);
  if (inbox.programme.slowMs > 0) await delay(inbox.programme.slowMs);
  response.writeHead(isTaken ? 200 : 503).end();
}

/** Spreads the refusals evenly: of twenty first attempts at a share of 0.05 it is one. */
function refuses(inbox: Inbox, isFirst: boolean): boolean {
  if (!isFirst) return false;
  inbox.firsts += 1;
  if (inbox.failed + 1 > inbox.firsts * inbox.programme.failing) return false;
  inbox.failed += 1;
  return true;
}

interface Arrived extends HttpMessage {
  readonly secret: string;
  readonly arrivedAt: number;
  readonly isTaken: boolean;
}

function attemptOf({ body, headers, json, secret, arrivedAt, isTaken }: Arrived): Attempt {
  const problems = typeof json === 'object' && json !== null ? eventProblems(json) : [{ path: '', message: 'is no JSON object' }];
  const data = (name: string): string => text(at(json, json, 'data', name));
  return {
    subject: data('call_id') || data('message_id') || null,
    body,
    at: arrivedAt,
    eventAt: Date.parse(text(at(json, json, 'timestamp'))),
    sentAt: Number(headers['x-webhook-timestamp']),
    isSigned: signatureProblem({ headers, body }, secret) === null,
    problem: problems[0] ? `${problems[0].path} ${problems[0].message}` : null,
    isTaken,
  };
}
