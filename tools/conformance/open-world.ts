import { once } from '../../src/contract/documents.ts';
import { type Api, apiOf } from './api.ts';
import type { Check, Finding } from './check.ts';
import type { Exchange } from './exchange.ts';
import { Left } from './left.ts';
import type { Account } from './model/account.ts';
import { compare } from './model/compare.ts';
import { available, needed, type Surroundings } from './surroundings.ts';
import { givenTenant, newTenant, type Tenant, type TenantWishes } from './tenants.ts';
import type { World } from './world.ts';

export interface OpenedWorld {
  readonly world: World;
  readonly findings: readonly Finding[];
  /** Returns how many requests the check made. */
  sent(): number;
  /** Compares the check's tenants with the model of what exists. */
  compare(): Promise<void>;
  /**
   * Deletes the endpoints that the check left, with their triggers and waiting deliveries: a tenant may have few
   * endpoints, and the service would keep retrying at receivers that are gone. In a tenant that was given it ends calls and
   * puts schemas back, too.
   */
  tidy(): Promise<void>;
}

export function openWorld(check: Check, shared: Surroundings): OpenedWorld {
  const findings: Finding[] = [];
  let sent = 0;
  const line = {
    ...shared,
    check: check.id,
    record(exchange: Exchange) {
      sent += 1;
      left.note(exchange);
      shared.model.note(exchange);
      shared.record(exchange);
    },
  };
  const nobody = apiOf(line, null);
  // What a workflow of a document does to calls and schemas is what was asked for.
  const isGiven = shared.operator === null && check.alias === undefined;
  // What was made before the run was stopped is deleted all the same.
  const left = new Left(apiOf({ ...line, stop: new AbortController().signal }, null), { isGiven });
  const operator = shared.operator && shared.model.watching(shared.operator);
  const used = new Map<string, { readonly account: Account; readonly api: Api }>();
  const modelled = ({ id, api }: Tenant): Account => {
    const account = shared.model.account(api.key ?? '', id);
    used.set(api.key ?? '', { account, api });
    return account;
  };
  /** A tenant's other keys belong to the same account. */
  const withModelledKeys = (tenant: Tenant): Tenant => ({
    ...tenant,
    async key(granted) {
      const api = await tenant.key(granted);
      shared.model.alias(api.key ?? '', tenant.api.key ?? '');
      return api;
    },
  });
  const fresh = async (who: string, wishes?: TenantWishes): Promise<Tenant> => {
    const tenant = await newTenant(needed(operator, 'operator'), nobody, `Conformance ${check.id}, ${who}`, wishes);
    modelled(tenant).schemas.set(tenant.agentId, [JSON.stringify(wishes?.agent?.extractionSchema ?? null)]);
    return withModelledKeys(tenant);
  };
  const given = async (key: string, scopedKeys: Readonly<Record<string, string>>): Promise<Tenant> => {
    // The account comes first, so that the model learns the agents from the first answers.
    shared.model.account(key, null);
    const tenant = await givenTenant(nobody.with(key), scopedKeys);
    modelled(tenant);
    return withModelledKeys(tenant);
  };
  const world: World = {
    documents: shared.documents,
    seed: shared.seed,
    shrinkSeconds: shared.shrinkSeconds,
    nobody,
    baseUrl: shared.baseUrl,
    exchanges: shared.exchanges,
    tenant: once(() => (shared.operator ? fresh('first') : given(needed(shared.apiKey, 'operator'), shared.scopedKeys))),
    second: once(() => (shared.operator ? fresh('second') : given(needed(shared.secondTenantKey, 'second tenant'), {}))),
    freshTenant: (wishes) => fresh('one more', wishes),
    async disabled() {
      if (!shared.operator) return nobody.with(needed(shared.scopedKeys['disabled'] ?? null, 'disabled tenant'));
      return (await fresh('switched off', { publicApiEnabled: false })).api;
    },
    get operator() {
      return needed(operator, 'operator');
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
    async compare() {
      for (const { account, api } of used.values())
        if (account.touched)
          await compare({
            model: shared.model,
            account,
            api,
            unpaced: shared.operator !== null,
            receiver: shared.receiver,
            dialled: async () => (shared.simulator?.tellsCalls ? shared.simulator.calls() : null),
            look: (id) => shared.effects.look(id),
            report: (id, message, exchange = null) => shared.effects.found({ id, message, check: check.id, exchange }),
          });
    },
    // The check's own tenant may have used up its budget. What the budget refuses is not repeated.
    tidy: () => left.remove({ unpaced: shared.operator !== null }),
  };
}
