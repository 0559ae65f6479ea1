import { answering } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { brokenServices, oneTooMany, to, withHeader } from './broken-services.ts';

/** Services that count otherwise than they say: group J. */
export const limitMutants: readonly MutantTest[] = brokenServices([
  {
    what: 'lets a write too many through',
    caughtBy: 'J1',
    says: /61 of 90 passed/,
    mutant: () =>
      oneTooMany(
        ({ status }) => status === 429,
        (response) => ({ ...response, status: 404 }),
      ),
  },
  {
    what: 'lets a read too many through',
    caughtBy: 'J2',
    says: /121 of 150 passed/,
    mutant: () =>
      oneTooMany(
        ({ status }) => status === 429,
        (response) => ({ ...response, status: 200 }),
      ),
  },
  {
    what: 'gives each key a budget of its own',
    caughtBy: 'J3',
    says: /over the budget: expected 429 rate_limited, got 200/,
    mutant: () => {
      let first: unknown;
      return {
        response(response, { headers: { authorization } }) {
          first ??= authorization;
          return response.status === 429 && authorization !== first ? { ...response, status: 200 } : response;
        },
      };
    },
  },
  {
    what: 'looks at the scope before the budget',
    caughtBy: 'J4',
    says: /a key without the scope: expected 429 rate_limited, got 403/,
    mutant: () => ({
      // What the check sends with a key that lacks the scope.
      response: (response, { body }) => (body.toString() === '{' ? { ...response, status: 403 } : response),
    }),
  },
  {
    what: 'does not count what it replays',
    caughtBy: 'J5',
    says: /Of a budget of 50 there remain/,
    mutant: () => ({
      response: (response) => (response.headers['idempotency-replayed'] ? withHeader(response, 'x-ratelimit-remaining', '49') : response),
    }),
  },
  {
    what: 'shows everybody one budget',
    caughtBy: 'J6',
    verdict: 'warn',
    says: /Without a key the budget looks like that of the tenant/,
    mutant: () => ({ response: (response) => withHeader(response, 'x-ratelimit-limit', '120') }),
  },
  {
    what: 'promises a full budget for the next hour',
    caughtBy: 'J7',
    says: /After one request the budget is to be full in 3[56]\d\d s, not 60/,
    mutant: () => ({
      response: (response) => withHeader(response, 'x-ratelimit-reset', String(Number(response.headers['x-ratelimit-reset']) + 3_500)),
    }),
  },
  {
    what: 'leaves its reset at the first value',
    caughtBy: 'J10',
    says: /After three seconds of requests the reset of the reads has moved by 0 s/,
    mutant: () => {
      let first: string | undefined;
      return {
        response(response) {
          first ??= response.headers['x-ratelimit-reset']?.toString();
          return first === undefined ? response : withHeader(response, 'x-ratelimit-reset', first);
        },
      };
    },
  },
  {
    what: 'does not say how many calls are going',
    caughtBy: 'J8',
    says: /The details do not say that the limit is 2 and 2 are active/,
    mutant: () =>
      answering((json, { status }) => {
        const { error } = (json ?? {}) as { error?: object };
        return status === 429 ? { error: { ...error, details: { limit: 2 } } } : undefined;
      }),
  },
  {
    what: 'forgets the limit where calls are placed',
    caughtBy: 'J9',
    says: /^placeCall over the budget: expected 429 rate_limited, got 503 rate_limited\.$/m,
    mutant: () => ({
      response: (response, request) =>
        response.status === 429 && to(request, 'POST', /\/calls$/) ? { ...response, status: 503 } : response,
    }),
  },
  {
    what: 'refuses a trigger over the budget, and makes it all the same',
    caughtBy: 'J9',
    says: /^What was refused over the budget has changed listAutomationTriggers\.$/m,
    mutant: () => {
      let refused = false;
      return {
        response(response, request) {
          refused ||= response.status === 429 && to(request, 'POST', /\/automation-triggers$/);
          const list = refused && response.status === 200 && to(request, 'GET', /\/automation-triggers$/);
          return list ? { ...response, body: Buffer.from('{"triggers":[]}') } : response;
        },
      };
    },
  },
]);
