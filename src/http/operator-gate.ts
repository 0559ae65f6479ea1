import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import { invalidOperatorToken } from '../errors.ts';
import type { OperatorCaller } from '../operation.ts';
import { isSession } from '../process/operator-session.ts';
import { sha256 } from '../process/secrets.ts';
import { bearerOf } from '../tenants/authenticate.ts';
import { spend } from '../tenants/rate-budget.ts';
import { addressReader } from './address.ts';
import { failureBudgets } from './failure-budgets.ts';
import type { Gate } from './pipeline.ts';

/**
 * The operator API's gate: a token, compared in constant time, or a session that it has opened, and no scopes. Its only budget is that of failed
 * authentications, which the public listener shares.
 */
export function operatorGate(context: Pick<Context, 'config' | 'clock' | 'pacing'>): Gate<OperatorCaller> {
  const { secretKey, operatorToken, namedOperators } = context.config;
  const operators = [{ name: null, token: operatorToken }, ...namedOperators].map((one) => ({
    ...one,
    secretKey,
    hash: sha256(one.token),
  }));
  const failuresOf = failureBudgets(context.config);
  const addressOf = addressReader(context.config.trustedProxies);
  return {
    ...openGate,
    async authenticate({ request }) {
      const given = bearerOf(request.headers.authorization);
      // Tokens are hashed because the comparison needs equal lengths and must not reveal a token's, and each is compared.
      const hash = sha256(given ?? '');
      const [byToken] = operators.filter((one) => timingSafeEqual(hash, one.hash));
      // The header is what no page of another site can send, since this listener answers no preflight request.
      const isOfOurPage = given === undefined && request.headers['x-ringpost-page'] !== undefined;
      const operator =
        byToken ?? (isOfOurPage ? operators.find((one) => isSession(one, request.headers.cookie, context.clock.realNow())) : undefined);
      const address = addressOf(request);
      if (operator)
        return {
          token: operator.token,
          address: operator.name === null ? address : `${operator.name}@${address}`,
          isOverTls: request.headers.origin?.startsWith('https:') === true,
        };
      await spend(context.pacing, failuresOf(request), context.clock.now());
      throw invalidOperatorToken();
    },
  };
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
