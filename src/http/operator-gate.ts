import { timingSafeEqual } from 'node:crypto';
import { invalidOperatorToken } from '../errors.ts';
import { sha256 } from '../secrets.ts';
import { bearerOf } from '../tenants/authenticate.ts';
import type { Gate } from './pipeline.ts';

/** The operator's gate: one token, compared in constant time; no budgets and no scopes. */
export function operatorGate(token: string): Gate<null> {
  const expected = sha256(token);
  return {
    ...openGate,
    async authenticate({ request }) {
      const given = bearerOf(request.headers.authorization);
      // Hashed first, because the comparison wants equal lengths and must not tell the token's.
      if (!timingSafeEqual(sha256(given ?? ''), expected)) throw invalidOperatorToken();
      return null;
    },
  };
}

/** The providers' gate: a callback is verified on its raw bytes, by the operation itself. */
export const openGate: Gate<null> = {
  showBudget: async () => {},
  showAnyBudget: async () => {},
  authenticate: async () => null,
  requireEnabled: () => {},
  spendBudget: () => {},
  requireScope: () => {},
};
