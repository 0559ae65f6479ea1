import type { Context } from '../context.ts';
import { insufficientScope, invalidApiKey, overloaded, publicApiDisabled } from '../errors.ts';
import type { Caller } from '../operation.ts';
import type { Bucket } from '../pacing/pacing.ts';
import { type Authentication, authenticator, type Refused } from '../tenants/authenticate.ts';
import { requestBudget, spend } from '../tenants/rate-budget.ts';
import type { Sent } from './address.ts';
import { type ShownBudget, shownBudget } from './budget-headers.ts';
import type { Exchange } from './exchange.ts';
import { failureBudgets } from './failure-budgets.ts';
import type { Gate } from './pipeline.ts';
import { sessionOf } from './portal-session.ts';

/**
 * The public API's gate: an API key or a session of the portal, its tenant's budgets, its scopes. Every answer shows a budget: the tenant's, or
 * the IP address's if the tenant is unknown (`C-RATE-01`).
 */
export function publicGate(context: Context): Gate<Caller> {
  const { authenticate } = authenticator(context);
  const failuresOf = failureBudgets(context.config);
  const anyBudget = addressBudget(context);
  const { clock } = context;
  const show = async (exchange: Exchange, budget: Bucket): Promise<void> => {
    exchange.budget = shownBudget(budget, await context.pacing.look(budget, clock.now()), clock.now(), clock.realNow());
  };
  const take = (exchange: Exchange, budget: Bucket): Promise<void> =>
    spend(context.pacing, budget, clock.now(), (state) => {
      exchange.budget = shownBudget(budget, state, clock.now(), clock.realNow());
    });
  const admit = (exchange: Exchange, result: Authentication): Caller | Promise<never> => {
    if (result.kind === 'refused') return refuse(exchange, result);
    exchange.tenantId = result.caller.tenantId;
    return result.caller;
  };
  const refuse = async (exchange: Exchange, { otherCell, why }: Refused): Promise<never> => {
    if (otherCell !== undefined) exchange.otherCell = otherCell;
    await take(exchange, failuresOf(exchange.request));
    throw invalidApiKey(why);
  };
  const refuseDisabled = async (exchange: Exchange, caller: Caller): Promise<never> => {
    await show(exchange, requestBudget(caller, exchange.method));
    throw caller.isFrozen ? overloaded() : publicApiDisabled();
  };

  return {
    async showBudget(exchange) {
      const { headers } = exchange.request;
      const result = await authenticate(headers.authorization, sessionOf(headers));
      if (result.kind === 'refused') return show(exchange, failuresOf(exchange.request));
      exchange.tenantId = result.caller.tenantId;
      return show(exchange, requestBudget(result.caller, exchange.method));
    },

    async showAnyBudget(exchange) {
      exchange.budget = await anyBudget(exchange.request);
    },

    authenticate(exchange) {
      const { headers } = exchange.request;
      const result = authenticate(headers.authorization, sessionOf(headers));
      return result instanceof Promise ? result.then((found) => admit(exchange, found)) : admit(exchange, result);
    },

    requireEnabled(exchange, caller) {
      return caller.tenant.publicApiEnabled && !caller.isFrozen ? undefined : refuseDisabled(exchange, caller);
    },

    spendBudget: (exchange, caller) => take(exchange, requestBudget(caller, exchange.method)),

    requireScope(caller, scope) {
      if (scope !== undefined && !caller.scopes.includes(scope)) throw insufficientScope(scope, caller.scopes);
    },
  };
}

/**
 * Returns a function that reads an address's budget without taking from it. It never fails: if the budget cannot be
 * read, it counts as full.
 */
export function addressBudget(context: Pick<Context, 'config' | 'clock' | 'pacing'>): (sent: Sent) => Promise<ShownBudget> {
  const failuresOf = failureBudgets(context.config);
  return async (sent) => {
    const budget = failuresOf(sent);
    const now = context.clock.now();
    const full = { limit: budget.limit, remaining: budget.limit, fullAt: now, nextAt: now };
    const state = await context.pacing.look(budget, now).catch(() => full);
    return shownBudget(budget, state, context.clock.now(), context.clock.realNow());
  };
}
