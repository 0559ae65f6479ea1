import { randomUUID } from 'node:crypto';
import { answering, jsonOf, type Mutant, type Passed, type Returned, sending } from './mutant.ts';
import { type MutantTest, mutantTests } from './mutant-tests.ts';
import { judgeMutant } from './run.ts';

/** Services whose answers are broken in one place, and the checks of groups A to J that must say so. */

interface BrokenService extends Pick<MutantTest, 'caughtBy' | 'whileRunning' | 'says'> {
  readonly what: string;
  readonly mutant: () => Mutant;
}

const to = (request: Passed, method: string, path: RegExp): boolean => request.method === method && path.test(request.path);
const withHeader = (response: Returned, name: string, value: string | null): Returned => {
  const { [name]: _, ...rest } = response.headers;
  return { ...response, headers: value === null ? rest : { ...rest, [name]: value } };
};

const refused = { error: { code: 'invalid_request', message: 'No.', details: { errors: [{ path: '/body', message: 'is wrong' }] } } };
const broken = { error: { code: 'internal_error', message: 'Oops.' } };

const nameOf = ({ body }: Passed): string => {
  const json = jsonOf(body);
  return typeof json === 'object' && json !== null && 'name' in json && typeof json.name === 'string' ? json.name : '';
};

/** Gives the first answer again to requests that it takes for the same. */
function remembering(sameAs: (request: Passed) => string | null): Mutant {
  const answers = new Map<string, Returned>();
  return {
    response(response, request) {
      const key = sameAs(request);
      if (key === null) return response;
      const first = answers.get(key);
      if (!first) answers.set(key, response);
      return first ? { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } } : response;
    },
  };
}

const brokenServices: readonly BrokenService[] = [
  {
    what: 'serves another document',
    caughtBy: 'A9',
    says: /^It differs at \/openapi\.$/m,
    mutant: () =>
      answering((json, _, request) => (request.path === '/openapi.json' ? { ...(json as object), openapi: '3.0.3' } : undefined)),
  },
  {
    what: 'answers a status that it does not document',
    caughtBy: 'B1',
    whileRunning: 'F2',
    says: /listAgents documents no status 206/,
    mutant: () => ({ response: (response, request) => (to(request, 'GET', /\/agents$/) ? { ...response, status: 206 } : response) }),
  },
  {
    what: 'calls its JSON text',
    caughtBy: 'B2',
    whileRunning: 'F2',
    says: /The content type is text\/plain/,
    mutant: () => ({ response: (response) => withHeader(response, 'content-type', 'text/plain') }),
  },
  {
    what: 'answers a property that is not documented',
    caughtBy: 'B3',
    whileRunning: 'F2',
    says: /\/internalNote is not a property/,
    mutant: () =>
      answering((json, _, request) => (to(request, 'GET', /\/agents$/) ? { ...(json as object), internalNote: 'x' } : undefined)),
  },
  {
    what: 'forgets how much of a budget remains',
    caughtBy: 'B4',
    whileRunning: 'F2',
    says: /There is no x-ratelimit-remaining/,
    mutant: () => ({ response: (response) => withHeader(response, 'x-ratelimit-remaining', null) }),
  },
  {
    what: 'has a code of its own',
    caughtBy: 'B5',
    whileRunning: 'F1',
    says: /Unauthorized is no code of placeCall with the status 401/,
    mutant: () => answering((_, { status }) => (status === 401 ? { error: { code: 'Unauthorized', message: 'No.' } } : undefined)),
  },
  {
    what: 'does not say how to authenticate',
    caughtBy: 'B6',
    whileRunning: 'F1',
    says: /There is no WWW-Authenticate/,
    mutant: () => ({ response: (response) => withHeader(response, 'www-authenticate', null) }),
  },
  {
    what: 'writes times with an offset',
    caughtBy: 'B7',
    whileRunning: 'F2',
    says: /updatedAt is ".*\+00:00"/,
    mutant: () => ({
      response: (response) => ({ ...response, body: Buffer.from(response.body.toString('utf8').replace(/(\.\d{3})Z"/g, '$1+00:00"')) }),
    }),
  },
  {
    what: 'tells of its inside',
    caughtBy: 'B10',
    whileRunning: 'F1',
    says: /The answer tells "at check \(\/srv/,
    mutant: () =>
      answering((_, { status }) =>
        status === 401 ? { error: { code: 'invalid_api_key', message: 'Bad key at check (/srv/app/auth.js:12:3)' } } : undefined,
      ),
  },
  {
    what: 'breaks down',
    caughtBy: 'B11',
    whileRunning: 'F2',
    says: /The service answered 500 internal_error/,
    mutant: () => ({
      response: (response) => ({ ...response, status: 500, body: Buffer.from('{"error":{"code":"internal_error","message":"Oops."}}') }),
    }),
  },
  {
    what: 'answers a creation with 200',
    caughtBy: 'C3',
    says: /the example .*: expected 201, got 200/,
    mutant: () => ({
      response: (response, request) =>
        to(request, 'POST', /\/webhooks$/) && response.status === 201 ? { ...response, status: 200 } : response,
    }),
  },
  {
    what: 'takes names of 99 characters at most',
    caughtBy: 'D3',
    says: /createWebhookEndpoint refuses name .*: 400 invalid_request/,
    mutant: () => answering((_, _response, request) => (nameOf(request).length === 100 ? refused : undefined), 400),
  },
  {
    what: 'counts bytes where characters are meant',
    caughtBy: 'D4',
    says: /refuses name of 100 characters outside the BMP: 400/,
    mutant: () => answering((_, _response, request) => (Buffer.byteLength(nameOf(request)) > 100 ? refused : undefined), 400),
  },
  {
    what: 'gives pages of 49 at most',
    caughtBy: 'D5',
    says: /listWebhookDeliveries refuses limit that is 50: 400/,
    mutant: () => answering((_, _response, request) => (request.path.endsWith('limit=50') ? refused : undefined), 400),
  },
  {
    what: 'calls inactive triggers invalid',
    caughtBy: 'D6',
    says: /A body that fits the document is refused: 400/,
    mutant: () => answering((_, _response, request) => (/"isActive":false/.test(request.body.toString()) ? refused : undefined), 400),
  },
  {
    what: 'drops what it does not know',
    caughtBy: 'E3',
    says: /notAProperty unknown: expected 400 invalid_request, got 201/,
    mutant: () => sending((text) => text.replace(/,?"notAProperty":true/, '')),
  },
  {
    what: 'clamps pages silently',
    caughtBy: 'E5',
    says: /limit.*: expected 400 invalid_request, got 200/,
    mutant: () => ({ request: (request) => ({ ...request, path: request.path.replace('limit=51', 'limit=50') }) }),
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
    what: 'breaks down on a name that is a number',
    caughtBy: 'E15',
    says: /The smallest request that is answered wrongly gets 500 internal_error/,
    mutant: () => answering((_, _response, request) => (/"name":-?\d/.test(request.body.toString()) ? broken : undefined), 500),
  },
  {
    what: 'lets in who has no key',
    caughtBy: 'F1',
    says: /with no key: expected 401 invalid_api_key, got 200/,
    mutant: () => ({ response: (response, request) => (request.headers.authorization ? response : { ...response, status: 200 }) }),
  },
  {
    what: 'lets every scope do everything',
    caughtBy: 'F3',
    says: /expected 403 insufficient_scope, got 403 call_not_found/,
    mutant: () => answering((_, { status }) => (status === 403 ? { error: { code: 'call_not_found', message: 'No.' } } : undefined)),
  },
  {
    what: 'looks at the body before the key',
    caughtBy: 'F6',
    says: /expected 401 invalid_api_key, got 415/,
    mutant: () => ({
      response: (response, request) =>
        request.headers['content-type'] === 'text/plain'
          ? { ...response, status: 415, body: Buffer.from('{"error":{"code":"unsupported_media_type","message":"No."}}') }
          : response,
    }),
  },
  {
    what: 'tells a foreign id from an unknown one',
    caughtBy: 'G1',
    says: /readCall tells another tenant's id/,
    mutant: () => {
      const known = new Set<string>();
      return {
        response(response, request) {
          for (const [id] of response.body.toString('utf8').matchAll(/(trg|whe|call|agt)_[0-9a-z]{26}/g)) known.add(id);
          const exists = response.status === 404 && [...known].some((id) => request.path.includes(id));
          return exists ? { ...response, body: Buffer.from(response.body.toString('utf8').replace('no such', 'such a')) } : response;
        },
      };
    },
  },
  {
    what: 'tells that a foreign endpoint exists',
    caughtBy: 'G2',
    says: /createAutomationTrigger tells another tenant's id/,
    mutant: () => {
      const known = new Set<string>();
      return answering((json, { status, body }, request) => {
        for (const [id] of body.toString('utf8').matchAll(/whe_[0-9a-z]{26}/g)) known.add(id);
        const exists = status === 404 && [...known].some((id) => request.body.includes(id));
        return exists ? { error: { ...(json as { error: object }).error, message: 'Not yours.' } } : undefined;
      });
    },
  },
  {
    what: 'lists what belongs to another tenant',
    caughtBy: 'G3',
    says: /listWebhookEndpoints shows .* of another tenant/,
    mutant: () => {
      let endpoint: unknown;
      return {
        response(response, request) {
          const made = jsonOf(response.body);
          if (to(request, 'POST', /\/webhooks$/) && response.status === 201) endpoint ??= (made as { endpoint: object }).endpoint;
          if (!to(request, 'GET', /\/webhooks$/) || !endpoint) return response;
          return { ...response, body: Buffer.from(JSON.stringify({ endpoints: [endpoint] })) };
        },
      };
    },
  },
  {
    what: 'gives one tenant the stored answer of another',
    caughtBy: 'G4',
    says: /Another tenant's answer was given again/,
    mutant: () => remembering((request) => (to(request, 'POST', /\/webhooks$/) ? 'the same' : null)),
  },
  {
    what: 'unmasks its secrets',
    caughtBy: 'B8',
    whileRunning: 'H1',
    says: /A signing secret that was made earlier/,
    mutant: () => {
      let secret = '';
      return {
        response(response) {
          const text = response.body.toString('utf8');
          secret = /"signingSecret":"([0-9a-f]{64})"/.exec(text)?.[1] ?? secret;
          return { ...response, body: Buffer.from(text.replace(/"signingSecret":"\*+[0-9a-f]{4}"/, `"signingSecret":"${secret}"`)) };
        },
      };
    },
  },
  {
    what: 'deletes nothing, and says that it did',
    caughtBy: 'H1',
    says: /deleting it again: expected 404 webhook_not_found, got 204/,
    mutant: () => ({
      request: (request) => (request.method === 'DELETE' ? { ...request, path: request.path.replace(/whe_\w+/, 'whe_none') } : request),
      response: (response, request) => (request.method === 'DELETE' ? { ...response, status: 204, body: Buffer.alloc(0) } : response),
    }),
  },
  {
    what: 'loses a filter of outcomes when it is read',
    caughtBy: 'H2',
    says: /It is not read as it was made/,
    mutant: () =>
      answering((json, _, request) => {
        const { trigger } = (json ?? {}) as { trigger?: object };
        return request.method === 'GET' && trigger ? { trigger: { ...trigger, conditions: {} } } : undefined;
      }),
  },
  {
    what: 'makes one endpoint too many',
    caughtBy: 'H4',
    says: /11 were made/,
    mutant: () => {
      let once = false;
      return {
        response(response) {
          if (once || !response.body.includes('endpoint_limit_reached')) return response;
          once = true;
          return { ...response, status: 201 };
        },
      };
    },
  },
  {
    what: 'sorts what it echoes',
    caughtBy: 'H6',
    says: /metadata is not echoed with its order and form/,
    mutant: () => answering((json, { status }) => (status < 300 ? json : undefined)),
  },
  {
    what: 'answers a broken id with 400',
    caughtBy: 'H8',
    says: /with the id .*: expected 404 \w+, got 400/,
    mutant: () => answering((_, _response, request) => (request.path.includes('%zz') ? refused : undefined), 400),
  },
  {
    what: 'keeps headers that are not for tenants to set',
    caughtBy: 'H9',
    says: /The headers are .*Cookie/,
    mutant: () =>
      answering((json, _, request) => {
        const { endpoint } = (json ?? {}) as { endpoint?: object };
        return request.method === 'POST' && endpoint ? { endpoint: { ...endpoint, headers: { 'X-Kept': 'yes', Cookie: 'x' } } } : undefined;
      }),
  },
  {
    what: 'shows the last of a page on the next one again',
    caughtBy: 'H10',
    says: /All pages together hold 16 of 23/,
    mutant: () => ({ request: (request) => ({ ...request, path: request.path.replace('page=2', 'page=1') }) }),
  },
  {
    what: 'ignores the status that is asked for',
    caughtBy: 'H11',
    says: /By status there are .* of 5 deliveries/,
    mutant: () => ({ request: (request) => ({ ...request, path: request.path.replace(/status=\w+/, '') }) }),
  },
  {
    what: 'shows a delivery without what was sent',
    caughtBy: 'H12',
    says: /The payload is not the event that was told/,
    mutant: () =>
      answering((json, { status }, request) =>
        status === 200 && to(request, 'GET', /\/webhook-deliveries\/[^/]+$/) ? { ...(json as object), payload: {} } : undefined,
      ),
  },
  {
    what: 'tells of a call that is still going',
    caughtBy: 'H14',
    says: /The call was told of before it was over/,
    mutant: () =>
      answering((json, _, request) => {
        const { call } = (json ?? {}) as { call?: object };
        return request.method === 'GET' && call ? { call: { ...call, status: 'ringing', endedAt: null } } : undefined;
      }),
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
    mutant: () => remembering((request) => /"idempotencyKey": ?"([^"]*)"/.exec(request.body.toString('utf8'))?.[1] ?? null),
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
    what: 'dials twice for one key',
    caughtBy: 'I5',
    says: /50 calls were placed/,
    mutant: () => sending((text) => text.replace(/"idempotencyKey":"[^"]*",?/, '').replace(',}', '}')),
  },
  {
    what: 'keeps the answers of refused requests',
    caughtBy: 'I8',
    says: /the same key after a refusal: expected 201, got 400/,
    mutant: () => remembering((request) => /"idempotencyKey":"([^"]*)"/.exec(request.body.toString('utf8'))?.[1] ?? null),
  },
  {
    what: 'lets a request too many through',
    caughtBy: 'J2',
    says: /121 of 150 passed/,
    mutant: () => {
      let once = false;
      return {
        response(response) {
          if (once || response.status !== 429) return response;
          once = true;
          return { ...response, status: 200, body: Buffer.from('{"agents":[]}') };
        },
      };
    },
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
    what: 'says that a call too many may be tried again soon',
    caughtBy: 'B6',
    whileRunning: 'J8',
    says: /Nobody knows when a call ends, but there is a Retry-After/,
    mutant: () => ({ response: (response) => (response.status === 429 ? withHeader(response, 'retry-after', '1') : response) }),
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
    what: 'answers an unknown path with 401',
    caughtBy: 'F8',
    says: /GET \/nothing: expected 404 not_found, got 401/,
    mutant: () => ({ response: (response) => (response.status === 404 ? { ...response, status: 401 } : response) }),
  },
];

mutantTests(
  brokenServices.map(({ what, mutant, ...rest }) => ({
    ...rest,
    where: `on a service that ${what}`,
    run: (deployment, only) => judgeMutant(deployment, mutant(), only),
  })),
);
