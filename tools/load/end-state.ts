import type { components } from '../../src/contract/generated/public.ts';
import type { components as ofSimulator } from '../../src/contract/generated/simulator.ts';
import { messageOf } from '../../src/process/reason-of.ts';
import { type AskJson, askJson } from '../conformance/ask-json.ts';
import { isHere, type Target } from '../conformance/target.ts';
import type { Account } from './account.ts';
import { type Api, askPatiently } from './api.ts';
import type { LoadTenant } from './tenants.ts';

/** What the deployment and the telephone network say when a run is over. */
export interface EndState {
  /** By call id. */
  readonly calls: ReadonlyMap<string, CallState>;
  /** By delivery id. */
  readonly deliveries: ReadonlyMap<string, DeliveryState>;
  /** How often each call was dialled, by its id. Null: nobody says it. */
  readonly dials: ReadonlyMap<string, number> | null;
  /**
   * When calls were dialled, by their ids, in milliseconds of this machine's clock. It is known of those that a simulator
   * on this machine still lists, because its clock is the same.
   */
  readonly dialledAt: ReadonlyMap<string, number>;
  /** False if the record of a tenant's deliveries could not be read to its end. */
  readonly isRecordRead: boolean;
  /** What could not be seen, in sentences. */
  readonly unseen: readonly string[];
}

type Schemas = components['schemas'];
type SimulatorSchemas = ofSimulator['schemas'];
export type CallState = Pick<Schemas['Call'], 'id' | 'createdAt' | 'endedAt' | 'status'>;
export type DeliveryState = Pick<Schemas['WebhookDelivery'], 'id' | 'createdAt' | 'lastAttemptAt' | 'status' | 'attempts' | 'endpoint'>;

export interface EndStateOptions {
  readonly api: Api;
  readonly tenants: readonly LoadTenant[];
  readonly account: Account;
  readonly target: Pick<Target, 'simulatorUrl' | 'simulatorToken'>;
}

export async function readEndState(options: EndStateOptions): Promise<EndState> {
  const unseen: string[] = [];
  const calls = await callsOf(options, unseen);
  const deliveries = new Map<string, DeliveryState>();
  const seen = unseen.length;
  for (const tenant of options.tenants)
    for (const delivery of await deliveriesOf(options, tenant, unseen)) deliveries.set(delivery.id, delivery);
  const isRecordRead = unseen.length === seen;
  const dials = await dialsAt(options, unseen);
  return { calls, deliveries, isRecordRead, dials, dialledAt: await dialTimes(options), unseen };
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
      const answer = await askPatiently(api, { method: 'GET', path: `/calls/${id}`, key });
      // A deployment that is judged by its account alone is trusted in its shapes; conformance judges those.
      if (answer?.status === 200) found.set(id, (answer.body as { call: CallState }).call);
    }
  };
  await Promise.all(Array.from({ length: 16 }, read));
  if (found.size < ids.length) unseen.push(`The state of ${ids.length - found.size} of ${ids.length} calls could not be read.`);
  return found;
}

async function deliveriesOf(
  { api }: EndStateOptions,
  { name, key, endpoint: own }: LoadTenant,
  unseen: string[],
): Promise<readonly DeliveryState[]> {
  const found: DeliveryState[] = [];
  for (let page = 1; ; page++) {
    const answer = await askPatiently(api, { method: 'GET', path: `/webhook-deliveries?limit=50&page=${page}`, key });
    if (answer?.status !== 200) {
      unseen.push(`The record of deliveries of ${name} could not be read (${answer?.status ?? 'no answer'}).`);
      return found;
    }
    const { deliveries, pagination } = answer.body as { deliveries: readonly DeliveryState[]; pagination: { totalPages: number } };
    // The tenant of a key may have other endpoints, whose deliveries are not the run's.
    found.push(...deliveries.filter(({ endpoint }) => endpoint.id === own.id));
    // Both times are of the service's clock, from which that of this machine may differ.
    if (page >= pagination.totalPages || deliveries.some(({ createdAt }) => createdAt < own.createdAt)) return found;
  }
}

async function dialsAt({ target, account }: EndStateOptions, unseen: string[]): Promise<ReadonlyMap<string, number> | null> {
  if (![...account.accepted.values()].some(({ kind }) => kind === 'call')) return new Map();
  if (target.simulatorUrl === null) {
    unseen.push('How often each call was dialled is not seen: only a simulator counts it.');
    return null;
  }
  try {
    const ledger = await askSimulator(target)<SimulatorSchemas['Ledger']>('GET', '/ledger');
    if (!ledger.complete) unseen.push('The simulator no longer knows every call one by one, so some dials are not seen.');
    return new Map(ledger.calls.map(({ callId, dials }) => [callId, dials]));
  } catch (error) {
    unseen.push(`The simulator's ledger could not be read (${messageOf(error)}).`);
    return null;
  }
}

async function dialTimes({ target, account }: EndStateOptions): Promise<ReadonlyMap<string, number>> {
  if (target.simulatorUrl === null || !isHere(target.simulatorUrl)) return new Map();
  const { calls } = await askSimulator(target)<SimulatorSchemas['Calls']>('GET', '/calls').catch(() => ({ calls: [] }));
  return new Map(
    calls.flatMap(({ callId, createdAt }) => (callId !== null && account.accepted.has(callId) ? [[callId, Date.parse(createdAt)]] : [])),
  );
}

const askSimulator = ({ simulatorUrl, simulatorToken }: EndStateOptions['target']): AskJson =>
  askJson(simulatorUrl ?? '', simulatorToken ?? null);
