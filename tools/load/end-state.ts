import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../src/contract/generated/public.ts';
import type { components as ofSimulator } from '../../src/contract/generated/simulator.ts';
import { askJson } from '../conformance/ask-json.ts';
import type { Account } from './account.ts';
import type { Answer, Api } from './api.ts';
import type { LoadTenant } from './tenants.ts';

/** What the deployment and the telephone network say when a run is over. */
export interface EndState {
  /** By call id. */
  readonly calls: ReadonlyMap<string, CallState>;
  /** By delivery id. */
  readonly deliveries: ReadonlyMap<string, DeliveryState>;
  /** How often each call was dialled, by its id. Null: nobody says it. */
  readonly dials: ReadonlyMap<string, number> | null;
  /** What could not be seen, in sentences. */
  readonly unseen: readonly string[];
}

type Schemas = components['schemas'];
export type CallState = Pick<Schemas['Call'], 'id' | 'createdAt' | 'endedAt' | 'status'>;
export type DeliveryState = Pick<Schemas['WebhookDelivery'], 'id' | 'createdAt' | 'lastAttemptAt' | 'status' | 'attempts'>;

export interface EndStateOptions {
  readonly api: Api;
  readonly tenants: readonly LoadTenant[];
  readonly account: Account;
  readonly simulatorUrl: string | null;
  /** When the run began, in milliseconds of the service's clock. Older deliveries are not read. */
  readonly since: number;
}

export async function readEndState(options: EndStateOptions): Promise<EndState> {
  const unseen: string[] = [];
  const calls = await callsOf(options, unseen);
  const deliveries = new Map<string, DeliveryState>();
  for (const tenant of options.tenants)
    for (const delivery of await deliveriesOf(options, tenant, unseen)) deliveries.set(delivery.id, delivery);
  const dials = await dialsAt(options, unseen);
  return { calls, deliveries, dials, unseen };
}

async function callsOf({ api, tenants, account }: EndStateOptions, unseen: string[]): Promise<Map<string, CallState>> {
  const keys = new Map(tenants.map(({ name, key }) => [name, key]));
  const ids = [...account.accepted]
    .filter(([, { kind }]) => kind === 'call')
    .map(([id, { tenant }]) => ({ id, key: keys.get(tenant) ?? '' }));
  const found = new Map<string, CallState>();
  const left = ids.values();
  const read = async (): Promise<void> => {
    for (const { id, key } of left) {
      const answer = await patiently(api, `/calls/${id}`, key);
      // A deployment that is judged by its account alone is trusted in its shapes; conformance judges those.
      if (answer?.status === 200) found.set(id, (answer.body as { call: CallState }).call);
    }
  };
  await Promise.all(Array.from({ length: 16 }, read));
  if (found.size < ids.length) unseen.push(`The state of ${ids.length - found.size} of ${ids.length} calls could not be read.`);
  return found;
}

async function deliveriesOf(
  { api, since }: EndStateOptions,
  { name, key }: LoadTenant,
  unseen: string[],
): Promise<readonly DeliveryState[]> {
  const found: DeliveryState[] = [];
  for (let page = 1; ; page++) {
    const answer = await patiently(api, `/webhook-deliveries?limit=50&page=${page}`, key);
    if (answer?.status !== 200) {
      unseen.push(`The record of deliveries of ${name} could not be read (${answer?.status ?? 'no answer'}).`);
      return found;
    }
    const { deliveries, pagination } = answer.body as { deliveries: readonly DeliveryState[]; pagination: { totalPages: number } };
    found.push(...deliveries.filter(({ createdAt }) => Date.parse(createdAt) >= since));
    if (page >= pagination.totalPages || deliveries.some(({ createdAt }) => Date.parse(createdAt) < since)) return found;
  }
}

async function dialsAt({ simulatorUrl, account }: EndStateOptions, unseen: string[]): Promise<ReadonlyMap<string, number> | null> {
  if (![...account.accepted.values()].some(({ kind }) => kind === 'call')) return new Map();
  if (simulatorUrl === null) {
    unseen.push('How often each call was dialled is not seen: only a simulator counts it.');
    return null;
  }
  try {
    const ledger = await askJson(simulatorUrl, null)<ofSimulator['schemas']['Ledger']>('GET', '/ledger');
    if (!ledger.complete) unseen.push('The simulator no longer knows every call one by one, so some dials are not seen.');
    return new Map(ledger.calls.map(({ callId, dials }) => [callId, dials]));
  } catch (error) {
    unseen.push(`The simulator's ledger could not be read (${error instanceof Error ? error.message : error}).`);
    return null;
  }
}

/** Asks, and waits where a budget is used up or the deployment is overloaded, for two minutes at most. */
async function patiently(api: Api, path: string, key: string): Promise<Answer | null> {
  const until = Date.now() + 120_000;
  for (;;) {
    const answer = await api.ask({ method: 'GET', path, key }).catch(() => null);
    const isRefused = answer === null || answer.status === 429 || answer.status === 503;
    if (!isRefused || Date.now() > until) return answer;
    await delay(Math.min(Math.max(500, (answer?.budget?.resetAt ?? 0) * 1_000 - Date.now()), 60_000));
  }
}
