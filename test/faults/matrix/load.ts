import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { numberFor } from '../../../simulator/scenarios.ts';
import { textNumberFor } from '../../../simulator/text-scenarios.ts';
import { applicationEvent } from '../../../src/events/application-event.ts';
import { publish } from '../../support/events.ts';
import type { Ask } from './dials.ts';
import type { Dice } from './dice.ts';
import type { Service } from './service.ts';
import { type Spending, spendOnce } from './spending.ts';
import type { Customer, System } from './system.ts';

/**
 * Clients that never give up: each request is sent again, to either process, until it is answered 2xx. What was accepted
 * is remembered here and must be found afterwards. Only some who want a call ask once, and take what comes of it.
 */
export interface Load {
  readonly accepted: Accepted[];
  /** Call ids that a client was told, by the name of its request. */
  readonly calls: Map<string, string>;
  /** Every request to place a call. */
  readonly asks: Ask[];
  /** Message ids that the operator was told. */
  readonly texts: Set<string>;
  /** What the customer with a small budget was answered. */
  readonly spending: Spending;
  /** The service's time when the last request was answered; null before. */
  readonly finishedAt: () => number | null;
  /** Publishes at once, first of all to this process. */
  publishTo(service: Service): Promise<void>;
  /** Publishes as a process does that dispatches nothing: the rows wait to be claimed. */
  publishUnheld(): Promise<void>;
  /** Places a call at this process; the number it called. */
  callTo(service: Service, scenario: string): { readonly phoneNumber: string; readonly answered: Promise<void> };
  /** Asks this process once for a call. */
  callOnceTo(service: Service, scenario: string): void;
  /** Brings the customer that nobody else calls for to its limit of calls, takes no more on, and waits until everything was answered. */
  finish(): Promise<void>;
}

export interface Accepted {
  readonly tenantId: string;
  /** As the service keys it. */
  readonly dedupeKey: string;
  readonly expected: number;
}

/** Told of every answer: to which request, which is sent until it is accepted, and what it was; status 0 where none came. */
export type Watch = (request: string, answer: Answer) => void;

export interface Answer {
  readonly status: number;
  /** Its body, or what kept it from coming. */
  readonly text: string;
}

export interface LoadOptions {
  readonly watch?: Watch;
  /** Deliveries to an endpoint that never accepts one. Each of them takes six more turns of the drain. */
  readonly deadEvents?: number;
}

interface WantedCall {
  readonly phoneNumber: string;
  readonly idempotencyKey?: string;
  readonly metadata?: object;
}

const callIdIn = (body: string): string => JSON.parse(body).call.id;

/** The tenant has as many calls as it may. */
const lacksPermit = ({ status, text }: Answer): boolean => status === 429 && text.includes('"concurrent_limit_exceeded"');

interface EventInput {
  readonly eventType: 'sms.received' | 'sms.delivered' | 'lead.qualified';
  readonly dedupeKey: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const publishers = 3;
const usualDeadEvents = 8;
const callerCount = 3;
const onceCallers = 2;
/** So many want a call of one tenant at the same moment: more than some tenants may have at once. */
const crowdSize = 5;
/**
 * A call whose dialler died keeps its permit until the provider has denied it twice, which takes a minute and a half. Whoever waits while
 * others of the tenant get permits was not quick enough.
 */
const permitWithinMs = 300_000;
/** How long those who ask once wait for the answer. */
const mostPatientMs = 40_000;
const texters = 2;
const spenders = 2;
const retryMs = 150;
const scenarios = [
  'answered-interested',
  'answered-interested',
  'answered-not-interested',
  'no-answer',
  'busy',
  'voicemail',
  'callbacks-twice',
  'callbacks-lost',
];
const textScenarios = [
  'delivered',
  'delivered',
  'callbacks-twice',
  'callbacks-out-of-order',
  'callbacks-lost',
  'provider-error-after-accepting',
];

export function startLoad(system: System, dice: Dice, { watch = () => {}, deadEvents = usualDeadEvents }: LoadOptions = {}): Load {
  const agent = new Agent({ connections: 32, keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
  const accepted: Accepted[] = [];
  const calls = new Map<string, string>();
  const asks: { -readonly [Key in keyof Ask]: Ask[Key] }[] = [];
  const texts = new Set<string>();
  /** When each tenant has got its last call. */
  const permitted = new Map<string, number>();
  const spending: Spending = { spent: [], refused: 0 };
  const underWay = new Set<Promise<void>>();
  const hasFewCalls = ({ concurrentCalls }: Customer): boolean => concurrentCalls < crowdSize;
  const spared = system.customers.find(hasFewCalls);
  if (!spared) throw new Error('a customer may have few calls at once');
  const callers = system.customers.filter((customer) => customer !== spared);
  const solvent = callers.filter(({ runsOut }) => !runsOut);
  const crowded = callers.filter((customer) => hasFewCalls(customer) || customer.runsOut);
  let isOver = false;
  let finishedAt: number | null = null;
  let made = 0;
  let callsMade = 0;
  let textsMade = 0;

  const track = (work: Promise<void>): Promise<void> => {
    const tracked = work.finally(() => underWay.delete(tracked));
    tracked.catch(system.fail);
    underWay.add(tracked);
    return tracked;
  };

  /** Any answer but a 2xx, and none, is a reason to ask the other one. A refusal would be the harness's own mistake. */
  const untilAccepted = async (
    what: string,
    first: Service,
    send: (service: Service) => Promise<Answer>,
    of?: Customer,
  ): Promise<string> => {
    const from = performance.now();
    const order = [first, ...system.services.filter((service) => service !== first)];
    for (let n = 0; ; n++) {
      const answer = await send(order[n % order.length] ?? first).catch((error: unknown): Answer => ({ status: 0, text: String(error) }));
      const permittedAt = (of && permitted.get(of.tenantId)) ?? 0;
      if (lacksPermit(answer) && performance.now() - Math.max(from, permittedAt) < permitWithinMs) {
        await pause(retryMs);
        continue;
      }
      watch(what, answer);
      if (answer.status >= 200 && answer.status < 300) return answer.text;
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 409) throw new Error(`refused: ${answer.status} ${answer.text}`);
      await pause(retryMs);
    }
  };

  const post = async (url: string, key: string, body: object, patienceMs = mostPatientMs): Promise<Answer> => {
    const response = await request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      dispatcher: agent,
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: response.statusCode, text: await response.body.text() };
  };

  const batch = (size: number): EventInput[] => Array.from({ length: size }, () => eventOf(`${system.seed}-${++made}`, dice));
  const remember = (customer: Customer, events: readonly EventInput[]): void => {
    for (const { eventType, dedupeKey } of events)
      accepted.push({
        tenantId: customer.tenantId,
        dedupeKey: `application:${eventType}:${dedupeKey}`,
        expected: customer.triggers[eventType] ?? 0,
      });
  };

  const publishAt = async (first: Service, customer: Customer, events: readonly EventInput[]): Promise<void> => {
    await untilAccepted(`publish ${events[0]?.dedupeKey}`, first, ({ operatorUrl }) =>
      post(`${operatorUrl}/api/v1/operator/tenants/${customer.tenantId}/events`, system.operatorToken, { events }),
    );
    remember(customer, events);
  };

  const askFor = async (
    { publicUrl }: Service,
    { tenantId, apiKey, agentId }: Customer,
    wanted: WantedCall,
    patienceMs?: number,
  ): Promise<Answer> => {
    const ask = { tenantId, phoneNumber: wanted.phoneNumber, from: performance.now(), to: Number.POSITIVE_INFINITY, isAnswered: false };
    asks.push(ask);
    try {
      const answer = await post(`${publicUrl}/api/v1/public/calls`, apiKey, { agentId, ...wanted }, patienceMs);
      // So says the router (`deploy/nginx/ringpost.conf`).
      if (answer.status === 201) permitted.set(tenantId, performance.now());
      ask.isAnswered = !answer.text.includes('The service did not answer.');
      return answer;
    } finally {
      ask.to = performance.now();
    }
  };

  const callAt = async (first: Service, phoneNumber: string, customer = dice.pick(solvent)): Promise<string> => {
    const idempotencyKey = `call-${phoneNumber}`;
    const wanted = { phoneNumber, idempotencyKey, metadata: { n: callsMade } };
    const id = callIdIn(await untilAccepted(idempotencyKey, first, (service) => askFor(service, customer, wanted), customer));
    calls.set(idempotencyKey, id);
    return id;
  };

  /** With a key or without. Half of these callers are gone before the answer can be there. */
  const callOnceAt = async (service: Service, phoneNumber: string, customer = dice.pick(solvent)): Promise<void> => {
    const name = `once-${phoneNumber}`;
    const wanted = dice.chance() < 0.5 ? { phoneNumber, idempotencyKey: name } : { phoneNumber };
    const patienceMs = dice.chance() < 0.5 ? dice.between(2, 60) : mostPatientMs;
    const answer = await askFor(service, customer, wanted, patienceMs).catch(() => null);
    if (answer?.status === 201) calls.set(name, callIdIn(answer.text));
    else if (answer && answer.status < 500 && !lacksPermit(answer) && !(customer.runsOut && answer.status === 402))
      throw new Error(`refused: ${answer.status} ${answer.text}`);
  };

  const crowdAt = async (customer: Customer): Promise<void> => {
    const asking = Array.from({ length: crowdSize }, () =>
      callOnceAt(dice.pick(system.services), numberFor(dice.pick(scenarios), ++callsMade % 10_000), customer),
    );
    await Promise.all(asking);
  };

  /** As many calls as it may have, which go on until they are hung up, and more who ask meanwhile: however slow the machine is. */
  const reachLimit = async (customer: Customer): Promise<void> => {
    const ids = new Map<string, string>();
    const areLive = (): boolean =>
      system.dials.filter(({ phoneNumber, until }) => ids.has(phoneNumber) && until === Number.POSITIVE_INFINITY).length >=
      customer.concurrentCalls;
    while (!areLive()) {
      const phoneNumber = numberFor('never-ends', ++callsMade % 10_000);
      ids.set(phoneNumber, await callAt(dice.pick(system.services), phoneNumber, customer));
    }
    await crowdAt(customer);
    for (const id of ids.values())
      await untilAccepted(`end ${id}`, dice.pick(system.services), ({ publicUrl }) =>
        post(`${publicUrl}/api/v1/public/calls/${id}/end`, customer.apiKey, {}),
      );
  };

  const textAt = async (first: Service): Promise<void> => {
    const customer = dice.pick(system.customers);
    const n = ++textsMade;
    const body = {
      to: textNumberFor(dice.pick(textScenarios), { which: n % 10_000 }),
      body: `Still selling? ${n}`,
      dedupeKey: `text-${n}`,
    };
    const path = `/api/v1/operator/tenants/${customer.tenantId}/messages`;
    const text = await untilAccepted(body.dedupeKey, first, ({ operatorUrl }) => post(operatorUrl + path, system.operatorToken, body));
    texts.add(JSON.parse(text).message.id);
  };

  const repeat = async (everyMs: number, once: () => Promise<void>): Promise<void> => {
    while (!isOver) {
      await once();
      await pause(everyMs * (0.5 + dice.chance()));
    }
  };
  void track(publishAt(dice.pick(system.services), system.dead, batch(deadEvents)));
  for (let n = 0; n < publishers; n++)
    void track(repeat(600, () => publishAt(dice.pick(system.services), dice.pick(system.customers), batch(dice.between(3, 15)))));
  for (let n = 0; n < callerCount; n++)
    void track(
      repeat(1_200, async () => {
        await callAt(dice.pick(system.services), numberFor(dice.pick(scenarios), ++callsMade % 10_000));
      }),
    );
  for (let n = 0; n < onceCallers; n++)
    void track(repeat(1_000, () => callOnceAt(dice.pick(system.services), numberFor(dice.pick(scenarios), ++callsMade % 10_000))));
  void track(repeat(3_000, () => crowdAt(dice.pick(crowded))));
  for (let n = 0; n < spenders; n++) void track(repeat(250, () => spendOnce(system.spender, dice.pick(system.services), spending, agent)));
  for (let n = 0; n < texters; n++) void track(repeat(1_000, () => textAt(dice.pick(system.services))));

  return {
    accepted,
    calls,
    asks,
    texts,
    spending,
    finishedAt: () => finishedAt,
    publishTo: (service) => track(publishAt(service, dice.pick(system.customers), batch(12))),
    publishUnheld: () => track(publishUnheld(dice.pick(system.customers), batch(12))),
    callTo(service, scenario) {
      const phoneNumber = numberFor(scenario, ++callsMade % 10_000);
      return { phoneNumber, answered: track(callAt(service, phoneNumber).then(() => {})) };
    },
    callOnceTo: (service, scenario) => void track(callOnceAt(service, numberFor(scenario, ++callsMade % 10_000))),
    async finish() {
      await track(reachLimit(spared));
      isOver = true;
      while (underWay.size > 0) await Promise.all(underWay);
      await agent.destroy();
      await system.context.clock.refresh();
      finishedAt = system.context.clock.now().getTime();
    },
  };

  /** The same steps as the service's, in this process, which has no dispatcher. */
  async function publishUnheld(customer: Customer, inputs: readonly EventInput[]): Promise<void> {
    const { context } = system;
    const at = context.clock.now();
    const events = inputs.map((input) => applicationEvent(customer.tenantId, { ...input, occurredAt: null }, at));
    // Published again after a failure of unknown outcome, the same keys are the same events.
    while (
      !(await publish(context, ...events).then(
        () => true,
        () => false,
      ))
    )
      await pause(retryMs);
    remember(customer, inputs);
  }
}

function eventOf(name: string, dice: Dice): EventInput {
  const eventType = dice.pick(['sms.received', 'sms.delivered', 'lead.qualified'] as const);
  const text = { message_id: name, contact_id: null, phone: '+14155550123', campaign_id: null, campaign_name: null };
  if (eventType === 'sms.received')
    return { eventType, dedupeKey: name, data: { ...text, body: `Yes please 🙂 ${'x'.repeat(dice.between(0, 300))}` } };
  if (eventType === 'sms.delivered') return { eventType, dedupeKey: name, data: text };
  return {
    eventType,
    dedupeKey: name,
    data: { origin: 'contact_page', contactId: name, statusName: null, source: 'pipeline', campaignId: null },
  };
}
