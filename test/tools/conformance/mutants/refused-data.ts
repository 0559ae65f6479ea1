import { answering, jsonOf, type Mutant, sending } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { broken, brokenServices, refused, to } from './broken-services.ts';

/** Services that take what they should refuse, or refuse it otherwise than they promise: group E. */
export const refusedDataMutants: readonly MutantTest[] = brokenServices([
  {
    what: 'cuts keys that are too long',
    caughtBy: 'E1',
    says: /idempotencyKey of 256 characters: expected 400 invalid_request, got 404 phone_number_not_found/,
    mutant: () => sending((text) => text.replace(/("idempotencyKey":"a{255})a"/, '$1"')),
  },
  {
    what: 'says that the body is wrong, and not where',
    caughtBy: 'E2',
    says: /schema.*: details\.errors names \/body, and not \/body\/schema/,
    mutant: () =>
      answering((json) => {
        const { error } = (json ?? {}) as { error?: { details?: { errors?: unknown } } };
        return error?.details?.errors ? { error: { ...error, details: { errors: [{ path: '/body', message: 'is wrong' }] } } } : undefined;
      }),
  },
  {
    what: 'drops what it does not know',
    caughtBy: 'E3',
    says: /notAProperty unknown: expected 400 invalid_request, got 201/,
    mutant: () => sending((text) => text.replace(/,?"notAProperty":true/, '')),
  },
  {
    what: 'takes an outcome twice for one',
    caughtBy: 'E4',
    says: /conditions\.outcome with an item twice: expected 400 invalid_request, got 201/,
    mutant: () => sending((text) => text.replace(/\["(\w+)","\1"\]/, '["$1"]')),
  },
  {
    what: 'clamps pages silently',
    caughtBy: 'E5',
    says: /limit.*: expected 400 invalid_request, got 200/,
    mutant: () => ({ request: (request) => ({ ...request, path: request.path.replace('limit=51', 'limit=50') }) }),
  },
  {
    what: 'ignores query parameters that it does not know',
    caughtBy: 'E5',
    says: /listAgents with notAParameter: expected 400 invalid_request, got 200/,
    mutant: () => ({ request: (request) => ({ ...request, path: request.path.replace('?notAParameter=1', '') }) }),
  },
  {
    what: 'breaks down on what is not JSON',
    caughtBy: 'E6',
    says: /a truncated object: expected 400 invalid_request, got 500/,
    mutant: () =>
      answering((_, _response, request) => (request.body.length > 0 && jsonOf(request.body) === undefined ? broken : undefined), 500),
  },
  {
    what: 'takes text for JSON',
    caughtBy: 'E7',
    says: /with text\/plain: expected 415 unsupported_media_type, got 400/,
    mutant: () => ({ request: (request) => ({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } }) }),
  },
  {
    what: 'calls a body that is too large invalid',
    caughtBy: 'E8',
    says: /expected 413 payload_too_large, got 400/,
    mutant: () => answering((_, { status }) => (status === 413 ? refused : undefined), 400),
  },
  {
    what: 'drops U+0000',
    caughtBy: 'E9',
    says: /U\+0000: expected 400 invalid_request/,
    mutant: () => sending((text) => text.replaceAll('\\u0000', '')),
  },
  {
    what: 'ignores __proto__',
    caughtBy: 'E10',
    says: /with __proto__: expected 400 invalid_request/,
    mutant: () => sending((text) => text.replace(/,"__proto__":\{"isAdmin":true\}/, '')),
  },
  {
    what: 'tells one mistake at a time',
    caughtBy: 'E11',
    says: /details\.errors names .*, and not/,
    mutant: () =>
      answering((json) => {
        const error = (json as { error?: { details?: { errors?: readonly unknown[] } } }).error;
        const errors = error?.details?.errors;
        return errors ? { error: { ...error, details: { errors: errors.slice(0, 1) } } } : undefined;
      }),
  },
  {
    what: 'breaks down on a telephone number that is a number',
    caughtBy: 'E12',
    says: /The smallest request that is answered wrongly gets 500 internal_error/,
    mutant: () => breakingDownOn(/"phoneNumber":-?\d/),
  },
  {
    what: 'breaks down on a schema that is a list',
    caughtBy: 'E13',
    says: /The smallest request that is answered wrongly gets 500 internal_error/,
    mutant: () => breakingDownOn(/"schema":\[/),
  },
  {
    what: 'breaks down on a method that is a number',
    caughtBy: 'E14',
    says: /The smallest request that is answered wrongly gets 500 internal_error/,
    mutant: () => breakingDownOn(/"method":-?\d/),
  },
  {
    what: 'breaks down on a name that is a number',
    caughtBy: 'E15',
    says: /The smallest request that is answered wrongly gets 500 internal_error/,
    mutant: () => breakingDownOn(/"name":-?\d/),
  },
  {
    what: 'takes any number',
    caughtBy: 'E16',
    says: /expected 400 invalid_phone_number, got/,
    mutant: () => sending((text) => text.replace('+1 415 555 0123', '+14155550123')),
  },
  {
    what: 'points at the whole schema',
    caughtBy: 'E17',
    says: /details\.path is "", not/,
    mutant: () =>
      answering((json) => {
        const { error } = (json ?? {}) as { error?: { code?: string } };
        return error?.code === 'invalid_extraction_schema' ? { error: { ...error, details: { path: '' } } } : undefined;
      }),
  },
  {
    what: 'does not say why a filter cannot be',
    caughtBy: 'E18',
    says: /The message does not say that filters work with call events/,
    mutant: () =>
      answering((json) => {
        const { error } = (json ?? {}) as { error?: { code?: string } };
        return error?.code === 'invalid_conditions' ? { error: { code: error.code, message: 'No.' } } : undefined;
      }),
  },
  {
    what: 'looks for the agent before it looks at the number',
    caughtBy: 'E19',
    says: /expected 400 invalid_phone_number, got 404 agent_not_found/,
    mutant: () =>
      answering(
        (_, _response, request) =>
          request.body.includes('agt_none') ? { error: { code: 'agent_not_found', message: 'There is no such agent.' } } : undefined,
        404,
      ),
  },
  {
    what: 'hides agents that are switched off',
    caughtBy: 'E20',
    says: /An inactive agent cannot be read/,
    mutant: () => ({
      // The proxy cannot see who is switched off: it hides every agent.
      response: (response, request) => (to(request, 'GET', /\/agents\/\w+$/) ? { ...response, status: 404 } : response),
    }),
  },
  {
    what: 'reads over a byte order mark',
    caughtBy: 'E21',
    says: /createWebhookEndpoint behind a byte order mark: expected 400 invalid_request, got 201/,
    mutant: () => sending((text) => text.replace(/^\uFEFF/, '')),
  },
  {
    what: 'takes the last of two that have one name',
    caughtBy: 'E22',
    says: /createWebhookEndpoint with a name twice: expected 400 invalid_request, got 201/,
    mutant: () => sending((text) => (text === '' ? text : JSON.stringify(JSON.parse(text)))),
  },
  {
    what: 'looks for names that stand twice among its own alone',
    caughtBy: 'E22',
    says: /^placeCall with a name twice inside: expected 400 invalid_request, got 404 phone_number_not_found/m,
    mutant: () => sending((text) => text.replace('{"inside":1,"inside":1}', '{"inside":1}')),
  },
]);

const breakingDownOn = (body: RegExp): Mutant =>
  answering((_, _response, request) => (body.test(request.body.toString()) ? broken : undefined), 500);
