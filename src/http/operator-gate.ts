import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import { invalidOperatorToken } from '../errors.ts';
import { isSession } from '../process/operator-session.ts';
import { sha256 } from '../process/secrets.ts';
import { bearerOf } from '../tenants/authenticate.ts';
import { spend } from '../tenants/rate-budget.ts';
import { addressReader } from './address.ts';
import { failureBudgets } from './failure-budgets.ts';
import type { Gate } from './pipeline.ts';

/**
 * The operator API's gate: one token, compared in constant time, or a session that the token has opened, and no scopes. Its only budget is that of failed
 * authentications, which the public listener shares.
 */
export function operatorGate(context: Pick<Context, 'config' | 'clock' | 'pacing'>): Gate<OperatorCaller> {
  const expected = sha256(context.config.operatorToken);
  const failuresOf = failureBudgets(context.config);
  const addressOf = addressReader(context.config.trustedProxies);
  return {
    ...openGate,
    async authenticate({ request }) {
      const given = bearerOf(request.headers.authorization);
      // Both are hashed because the comparison needs equal lengths and must not reveal the token's.
      if (timingSafeEqual(sha256(given ?? ''), expected)) return { address: addressOf(request) };
      // The header is what no page of another site can send, since this listener answers no preflight request.
      const isOfOurPage = given === undefined && request.headers['x-ringpost-page'] !== undefined;
      if (isOfOurPage && isSession(context.config, request.headers.cookie, context.clock.realNow())) return { address: addressOf(request) };
      await spend(context.pacing, failuresOf(request), context.clock.now());
      throw invalidOperatorToken();
    },
  };
}

/** An operator, of whom no more is known than the address. */
export interface OperatorCaller {
  readonly address: string;
}

/** The providers' gate lets every request in. The operation itself verifies a callback on its raw bytes. */
export const openGate: Gate<unknown> = {
  showBudget: async () => {},
  showAnyBudget: async () => {},
  authenticate: async () => null,
  requireEnabled: () => {},
  spendBudget: () => {},
  requireScope: () => {},
};
