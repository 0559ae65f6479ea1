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
 * What one check has to work with. With an operator its tenants are its own, made when it first asks for them, so that
 * checks run side by side and what stands in a list is what the check put there. Without one all share those given.
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
  /** Another tenant, who must never see the first. */
  second(): Promise<Tenant>;
  /** One more, as wished; only with an operator. */
  freshTenant(wishes?: TenantWishes): Promise<Tenant>;
  /** A key of a tenant whose public API is off. */
  disabled(): Promise<Api>;
  /** What the capabilities name. Each throws where it is absent: the check should have said that it needs it. */
  readonly operator: Operator;
  readonly simulator: Simulator;
  readonly receiver: Receiver;
  has(capability: Capability): boolean;
  /** Moves the service's clock. The check must be `alone`. */
  advance(seconds: number): Promise<void>;
  /** It does not hold, and the check goes on. */
  breach(message: string, exchange?: Exchange | null): void;
  warn(message: string, exchange?: Exchange | null): void;
  /** Every exchange of the run so far, of all checks. */
  readonly exchanges: readonly Exchange[];
}

/** What all checks of a run share. */
export interface Surroundings {
  readonly documents: Documents;
  readonly baseUrl: string;
  readonly profile: Profile;
  readonly seed: number;
  readonly apiKey: string | null;
  readonly secondTenantKey: string | null;
  /** By scope, and `disabled` for a key of a tenant whose public API is off. */
  readonly scopedKeys: Readonly<Record<string, string>>;
  readonly operator: Operator | null;
  readonly simulator: Simulator | null;
  readonly receiver: Receiver | null;
  readonly hasClock: boolean;
  readonly connections: Connections;
  readonly keys: Set<string>;
  /** The ids of those that the run made. */
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
  /** How many requests the check made. */
  sent(): number;
  /**
   * Deletes the endpoints that the check left, with their triggers and what is still to be sent there: a tenant has few
   * places, and a service has better to do than to try again at receivers that are gone.
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
      // A tenant of the check's own may have used its budget up: what that refuses to delete is not waited for.
      const unpaced = shared.operator !== null;
      const deletions = [...left].map(([id, api]) => api.ask('deleteWebhookEndpoint', { path: { id }, unpaced }));
      await Promise.allSettled(deletions);
    },
  };
}

/** An endpoint that was made stands until it is deleted, which takes a key like the one that made it. */
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
