import { randomUUID } from 'node:crypto';
import { answering, sending } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { brokenServices, idempotencyKeyOf, remembering, to, withHeader } from './broken-services.ts';

/** Services where trying again is not safe: group I. */
export const idempotencyMutants: readonly MutantTest[] = brokenServices([
  {
    what: 'does not say that it replays',
    caughtBy: 'I1',
    says: /The answer does not say that it is a replay/,
    mutant: () => ({ response: (response) => withHeader(response, 'idempotency-replayed', null) }),
  },
  {
    what: 'takes the order of names for a difference',
    caughtBy: 'I2',
    says: /the same request again: expected 200, got 409 idempotency_conflict/,
    mutant: () =>
      answering(
        (_, _response, request) =>
          // The key comes last in what the check sends first.
          /^\{\s*"idempotencyKey"/.test(request.body.toString()) ? { error: { code: 'idempotency_conflict', message: 'No.' } } : undefined,
        409,
      ),
  },
  {
    what: 'gives one agent the answer of another',
    caughtBy: 'I7',
    says: /The same key on another agent was given the answer of the first/,
    mutant: () => remembering((request) => (request.path.endsWith('/extraction-schema') ? idempotencyKeyOf(request) : null)),
  },
  {
    what: 'forgets the first answer once it has refused another body',
    caughtBy: 'I3',
    says: /the same request again: expected 201, got 409/,
    mutant: () => {
      let refused = false;
      return {
        response(response) {
          refused ||= response.status === 409;
          return refused && response.status === 201 ? { ...response, status: 409 } : response;
        },
      };
    },
  },
  {
    what: 'ignores the idempotencyKey',
    caughtBy: 'I3',
    says: /The answer is not that of the first request, byte for byte/,
    mutant: () => sending((text) => text.replace(/"idempotencyKey": ?"[^"]*"/, () => `"idempotencyKey":"${randomUUID()}"`)),
  },
  {
    what: 'replays whatever the body',
    caughtBy: 'I4',
    says: /with another body: expected 409 idempotency_conflict, got 201/,
    mutant: () => remembering(idempotencyKeyOf),
  },
  {
    what: 'dials twice for one key',
    caughtBy: 'I5',
    // A busy machine refuses some of them.
    says: /^([2-9]|[1-5]\d) calls were placed/m,
    mutant: () => sending((text) => text.replace(/"idempotencyKey":"[^"]*",?/, '').replace(',}', '}')),
  },
  {
    what: 'lets two of many at once through',
    caughtBy: 'I6',
    says: /[23] endpoints were made/,
    mutant: () => {
      let seen = 0;
      return sending((text) =>
        ++seen % 2 === 0 ? text.replace(/"idempotencyKey":"[^"]*"/, `"idempotencyKey":"second ${seen % 4}"`) : text,
      );
    },
  },
  {
    what: 'tells requests apart by what they ask and not by their key',
    caughtBy: 'I11',
    says: /A request with another key was given the answer of the first/,
    mutant: () =>
      remembering((request) =>
        to(request, 'POST', /\/webhooks$/) ? request.body.toString().replace(/"idempotencyKey":"[^"]*"/, '') : null,
      ),
  },
  {
    what: 'shares keys among the API keys of a tenant',
    caughtBy: 'I7',
    says: /Another API key was given the answer of the first/,
    mutant: () => remembering((request) => (to(request, 'POST', /\/webhooks$/) ? idempotencyKeyOf(request) : null)),
  },
  {
    what: 'keeps the answers of refused requests',
    caughtBy: 'I8',
    says: /the same key after a refusal: expected 201, got 400/,
    mutant: () => remembering(idempotencyKeyOf),
  },
  {
    what: 'keeps a placement that failed',
    caughtBy: 'I9',
    says: /another body, for the refused one used no key up: expected 201, got 500 placement_failed/,
    mutant: () => remembering(idempotencyKeyOf),
  },
  {
    what: 'keeps keys for ever',
    caughtBy: 'I10',
    says: /After 24 hours the key still gives the first answer/,
    mutant: () => remembering(idempotencyKeyOf),
  },
]);
