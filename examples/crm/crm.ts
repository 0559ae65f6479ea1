import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type InputOf, RefusedError, RingpostError } from '../../sdk/client.ts';
import { nodeReceiver } from '../../sdk/receivers/node.ts';
import type { CallCompleted } from '../../sdk/webhooks.ts';
import { type Lead, Leads } from './leads.ts';

export interface CrmOptions {
  /** A client of the tenant, made with `createClient`. */
  readonly ringpost: Client;
  readonly port: number;
  /** Is the time by which signatures are judged. */
  readonly now?: () => Date;
  /** Waits before a call is asked for again. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

export interface Crm {
  readonly url: string;
  stop(): Promise<void>;
}

/** A small CRM: its page places calls, Ringpost's webhooks tell it what came of them, and the page shows that at once. */
export async function startCrm({ ringpost, port, now, pause = (ms) => sleep(ms, null, { ref: false }) }: CrmOptions): Promise<Crm> {
  const leads = new Leads();
  let receive = notReady;
  const server = createServer((request, response) => {
    const [pathname = ''] = (request.url ?? '').split('?');
    const work = pathname === '/hooks' ? receive(request, response) : serve({ ringpost, leads, pause, request, response }, pathname);
    work.catch((error: unknown) => {
      console.error(error);
      answer(response, 500, { message: 'Something went wrong here.' });
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const { secret, unsubscribe } = await subscribe(ringpost, `${url}/hooks`);
  receive = nodeReceiver({
    secret,
    ...(now && { now }),
    onDelivery({ known, event }) {
      if (known && event.event === 'call.completed') record(leads, event);
    },
    onRefused: ({ reason, hint }) => console.warn(`A webhook was refused (${reason}). ${hint}`),
  });
  return {
    url,
    async stop() {
      // The endpoint may be gone already, and so may Ringpost: the next start removes what is left.
      await unsubscribe().catch((error: unknown) => console.warn(`The endpoint was not removed: ${error}`));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ringpost sends again what comes before the secret is known. */
const notReady = async (_: IncomingMessage, response: ServerResponse): Promise<void> => void response.writeHead(503).end();

const endpointName = 'Example CRM';

/**
 * Has the results of all calls sent here. A signing secret is shown once, when its endpoint is made: this CRM makes a new one at each start, and a
 * real one keeps its secret.
 */
async function subscribe(ringpost: Client, url: string): Promise<{ secret: string; unsubscribe: () => Promise<void> }> {
  const { endpoints } = await ringpost.listWebhookEndpoints();
  for (const { id, name } of endpoints) if (name === endpointName) await ringpost.deleteWebhookEndpoint({ id });
  const { endpoint } = await ringpost.createWebhookEndpoint({ name: endpointName, url });
  await ringpost.createAutomationTrigger({ name: endpointName, eventType: 'call.completed', webhookEndpointId: endpoint.id });
  return { secret: endpoint.signingSecret, unsubscribe: () => ringpost.deleteWebhookEndpoint({ id: endpoint.id }).then(() => undefined) };
}

/** Writes the result of a call into its lead, which `metadata` names. Doing it twice does no harm. */
function record(leads: Leads, { data }: CallCompleted): void {
  const id = data.metadata?.['leadId'];
  // The tenant's other programs place calls too.
  if (!leads.has(id)) return;
  const { call_id: callId, outcome, notes, transcript, duration_seconds: durationSeconds } = data;
  leads.update(id, { state: 'done', callId, outcome, notes, transcript, durationSeconds });
}

interface Asked {
  readonly ringpost: Client;
  readonly leads: Leads;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function serve(asked: Asked, pathname: string): Promise<void> {
  const { leads, request, response } = asked;
  // A foreign page whose name was made to point here sends that name.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? ''))
    return answer(response, 421, { message: 'This is 127.0.0.1.' });
  switch (`${request.method} ${pathname}`) {
    case 'GET /':
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }).end(page);
      return;
    case 'GET /leads':
      return answer(response, 200, leads.list());
    case 'GET /changes':
      return stream(leads, response);
    case 'POST /leads':
      // A form of a foreign page cannot send JSON.
      if (request.headers['content-type'] !== 'application/json') return answer(response, 415, { message: 'Send JSON.' });
      return answer(response, 201, await add(asked, await json(request)));
    default:
      return answer(response, 404, { message: 'There is nothing here.' });
  }
}

/** Keeps a lead and places its call. */
async function add(asked: Asked, given: unknown): Promise<Lead> {
  const { ringpost, leads } = asked;
  const { name = '', phoneNumber = '', propertyAddress = '' } = Object(given);
  const { id } = leads.save({
    id: randomUUID(),
    name: String(name),
    phoneNumber: String(phoneNumber),
    propertyAddress: String(propertyAddress),
    state: 'placing',
  });
  try {
    const { agents } = await ringpost.listAgents();
    const agent = agents.find(({ isDefault }) => isDefault) ?? agents[0];
    if (!agent) return leads.update(id, { state: 'refused', outcome: 'There is no agent.' });
    return await place(asked, id, {
      agentId: agent.id,
      phoneNumber: String(phoneNumber),
      variables: { ownerName: String(name), propertyAddress: String(propertyAddress) },
      metadata: { leadId: id },
      idempotencyKey: id,
    });
  } catch (error) {
    if (!(error instanceof RingpostError)) throw error;
    return leads.update(id, { state: 'refused', outcome: error.message });
  }
}

/**
 * Places the call of a lead. The lead's id is the idempotency key, so that nobody is called twice for one click. `mayRing` says that an earlier
 * request may have placed the call.
 */
async function place(asked: Asked, id: string, call: InputOf<'placeCall'>, { repeats = 4, mayRing = false } = {}): Promise<Lead> {
  const { ringpost, leads, pause } = asked;
  try {
    const placed = await ringpost.placeCall(call);
    return leads.update(id, { state: 'calling', callId: placed.call.id });
  } catch (error) {
    if (!(error instanceof RingpostError)) throw error;
    const refused = error instanceof RefusedError ? error : null;
    const passes = !refused || refused.status >= 500 || refused.status === 429;
    // A refused API key says nothing of an earlier request.
    const saysNothing = refused !== null && [401, 403].includes(refused.status);
    const mightRing = passes
      ? mayRing || !refused || refused.is('internal_error') || refused.is('placement_failed')
      : mayRing && saysNothing;
    if (passes && repeats > 0) {
      void pause(10_000)
        .then(() => place(asked, id, call, { repeats: repeats - 1, mayRing: mightRing }))
        .catch((reason: unknown) => leads.update(id, { state: 'refused', outcome: String(reason) }));
      return leads.update(id, {});
    }
    if (!mightRing) return leads.update(id, { state: 'refused', outcome: error.message });
    return leads.update(id, { outcome: `The call may have been placed; then its webhook will come. ${error.message}` });
  }
}

/** Sends each lead that changes to the page, as server-sent events. */
function stream(leads: Leads, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders();
  const stop = leads.watch((lead) => void response.write(`data: ${JSON.stringify(lead)}\n\n`));
  response.once('close', stop);
}

function answer(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const page = readFileSync(new URL('page.html', import.meta.url), 'utf8');
// A page that could frame this one could lead a click to the button that places a call. The form is sent by script.
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
