import { type Api, apiOf, type Line } from './api.ts';
import { type Capability, type Check, capabilities, type Finding, type Profile } from './check.ts';
import type { Documents } from './documents.ts';
import type { Connections, Exchange } from './exchange.ts';
import type { Operator } from './operator.ts';
import type { Receiver } from './receiver.ts';
import type { Simulator } from './simulator.ts';
import { Skipped } from './skipped.ts';
import { givenTenant, newTenant, type Tenant, type TenantWishes } from './tenants.ts';

/**
 * The means of one check. With an operator each check has its own tenants, made when it first asks for them, so that
 * checks run side by side and lists hold only what the check made. Without an operator all checks share the given
 * tenants.
 */
export interface World {
  readonly documents: Documents;
  readonly profile: Profile;
  /** Fixes every draw of this check. */
  readonly seed: number;
  /** Asks without a key. */
  readonly nobody: Api;
  readonly baseUrl: string;
  tenant(): Promise<Tenant>;
  /** Returns another tenant, which must never see the first. */
  second(): Promise<Tenant>;
  /** Makes one more tenant with these wishes. It needs an operator. */
  freshTenant(wishes?: TenantWishes): Promise<Tenant>;
  /** Returns a client with a key of a tenant whose public API is off. */
  disabled(): Promise<Api>;
  /**
   * Stands for a capability, like the members below. Each throws if it is absent, since the check must declare that it
   * needs it.
   */
  readonly operator: Operator;
  readonly simulator: Simulator;
  readonly receiver: Receiver;
  has(capability: Capability): boolean;
  /** Moves the service's clock. The check must be `alone`. */
  advance(seconds: number): Promise<void>;
  /** Reports a broken promise; the check goes on. */
  breach(message: string, exchange?: Exchange | null): void;
  warn(message: string, exchange?: Exchange | null): void;
  /** Holds every exchange of the run so far, of all checks. */
  readonly exchanges: readonly Exchange[];
}

/** The state that all checks of a run share. */
export interface Surroundings {
  readonly documents: Documents;
  readonly baseUrl: string;
  readonly profile: Profile;
  readonly seed: number;
  readonly apiKey: string | null;
  readonly secondTenantKey: string | null;
  /** Holds keys by scope, and under `disabled` the key of a tenant whose public API is off. */
  readonly scopedKeys: Readonly<Record<string, string>>;
  readonly operator: Operator | null;
  readonly simulator: Simulator | null;
  readonly receiver: Receiver | null;
  readonly hasClock: boolean;
  readonly connections: Connections;
  readonly keys: Set<string>;
  /** Holds the ids of the tenants that the run made. */
  readonly tenants: string[];
  readonly exchanges: readonly Exchange[];
  record(exchange: Exchange): void;
  nextSeq(): number;
  waiting: Line['waiting'];
  readonly stop: AbortSignal;
}

export const available = (shared: Surroundings, capability: Capability): boolean => {
  const { operator, simulator, receiver, hasClock, secondTenantKey, scopedKeys } = shared;
  switch (capability) {
    case 'operator':
      return operator !== null;
    case 'second tenant':
      return operator !== null || secondTenantKey !== null;
    case 'scoped keys':
      return operator !== null || Object.keys(scopedKeys).some((name) => name !== 'disabled');
    case 'disabled tenant':
      return operator !== null || scopedKeys['disabled'] !== undefined;
    case 'simulator':
      return simulator !== null;
    case 'receiver':
      return receiver !== null;
    case 'clock':
      return hasClock;
  }
};

export interface OpenedWorld {
  readonly world: World;
  readonly findings: readonly Finding[];
  /** Returns how many requests the check made. */
  sent(): number;
  /**
   * Deletes the endpoints that the check left, with their triggers and waiting deliveries. A tenant may have few
   * endpoints, and the service would keep retrying at receivers that are gone.
   */
  tidy(): Promise<void>;
}

export function worldFor(check: Check, shared: Surroundings): OpenedWorld {
  const findings: Finding[] = [];
  const left = new Map<string, Api>();
  let sent = 0;
  const line = {
    baseUrl: shared.baseUrl,
    documents: shared.documents,
    check: check.id,
    connections: shared.connections,
    keys: shared.keys,
    nextSeq: shared.nextSeq,
    waiting: shared.waiting,
    stop: shared.stop,
    record(exchange: Exchange) {
      sent += 1;
      keepCount(left, exchange, tidying);
      shared.record(exchange);
    },
  };
  const nobody = apiOf(line, null);
  // What was made before the run was stopped is deleted all the same.
  const tidying = apiOf({ ...line, stop: new AbortController().signal }, null);
  const fresh = async (who: string, wishes?: TenantWishes): Promise<Tenant> => {
    const tenant = await newTenant(needed(shared.operator, 'operator'), nobody, `Conformance ${check.id}, ${who}`, wishes);
    if (tenant.id !== null) shared.tenants.push(tenant.id);
    return tenant;
  };
  const world: World = {
    documents: line.documents,
    profile: shared.profile,
    seed: shared.seed,
    nobody,
    baseUrl: shared.baseUrl,
    exchanges: shared.exchanges,
    tenant: remembered(() =>
      shared.operator ? fresh('first') : givenTenant(nobody.with(needed(shared.apiKey, 'operator')), shared.scopedKeys),
    ),
    second: remembered(() =>
      shared.operator ? fresh('second') : givenTenant(nobody.with(needed(shared.secondTenantKey, 'second tenant')), {}),
    ),
    freshTenant: (wishes) => fresh('one more', wishes),
    async disabled() {
      if (!shared.operator) return nobody.with(needed(shared.scopedKeys['disabled'] ?? null, 'disabled tenant'));
      return (await fresh('switched off', { publicApiEnabled: false })).api;
    },
    get operator() {
      return needed(shared.operator, 'operator');
    },
    get simulator() {
      return needed(shared.simulator, 'simulator');
    },
    get receiver() {
      return needed(shared.receiver, 'receiver');
    },
    has: (capability) => available(shared, capability),
    async advance(seconds) {
      if (!check.alone) throw new Error(`${check.id} moves the clock, and must be marked alone.`);
      await needed(shared.operator, 'clock').advanceClock(seconds);
    },
    breach: (message, exchange = null) => void findings.push({ kind: 'fail', message, exchange }),
    warn: (message, exchange = null) => void findings.push({ kind: 'warn', message, exchange }),
  };
  return {
    world,
    findings,
    sent: () => sent,
    async tidy() {
      // The check's own tenant may have used up its budget. Deletions that the budget refuses are not repeated.
      const unpaced = shared.operator !== null;
      const deletions = [...left].map(([id, api]) => api.ask('deleteWebhookEndpoint', { path: { id }, unpaced }));
      await Promise.allSettled(deletions);
    },
  };
}

/** Keeps track of endpoints. One that was made exists until a key with the same scope deletes it. */
function keepCount(left: Map<string, Api>, { request, response }: Exchange, nobody: Api): void {
  if (request.operationId === 'createWebhookEndpoint' && response.status === 201) {
    const id = /"id":"(\w+)"/.exec(response.text)?.[1];
    const key = /^bearer (\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1];
    if (id && key) left.set(id, nobody.with(key));
  }
  if (request.operationId === 'deleteWebhookEndpoint' && response.status === 204) left.delete(request.path.split('/').at(-1) ?? '');
}

function needed<Part>(part: Part | null, capability: Capability): Part {
  if (part === null) throw new Skipped(capabilities[capability]);
  return part;
}

function remembered<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
