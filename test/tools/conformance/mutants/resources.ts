import { answering } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { brokenServices, oneTooMany, refused, to } from './broken-services.ts';

/** Services whose things are not as they were made, or not gone when they were deleted: group H. */
export const resourceMutants: readonly MutantTest[] = brokenServices([
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
    what: 'keeps the triggers of an endpoint that is gone',
    caughtBy: 'H3',
    says: /its trigger: expected 404 trigger_not_found, got 200/,
    mutant: () => ({
      response: (response, request) => (to(request, 'GET', /\/automation-triggers\/\w+$/) ? { ...response, status: 200 } : response),
    }),
  },
  {
    what: 'makes one endpoint too many',
    caughtBy: 'H4',
    says: /11 were made/,
    mutant: () =>
      oneTooMany(
        ({ body }) => body.includes('endpoint_limit_reached'),
        (response) => ({ ...response, status: 201 }),
      ),
  },
  {
    what: 'makes one trigger too many',
    caughtBy: 'H5',
    says: /26 were made/,
    mutant: () =>
      oneTooMany(
        ({ body }) => body.includes('trigger_limit_reached'),
        (response) => ({ ...response, status: 201 }),
      ),
  },
  {
    what: 'sorts what it echoes',
    caughtBy: 'H6',
    says: /metadata is not echoed with its order and form/,
    mutant: () => answering((json, { status }) => (status < 300 ? json : undefined)),
  },
  {
    what: 'lists agents without their schemas',
    caughtBy: 'H7',
    says: /The agent is not listed as it is read/,
    mutant: () =>
      answering((json) => {
        const { agents } = (json ?? {}) as { agents?: readonly object[] };
        return agents ? { agents: agents.map((agent) => ({ ...agent, extractionSchema: null })) } : undefined;
      }),
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
    what: 'forgets what it has delivered to an endpoint that is gone',
    caughtBy: 'H13',
    says: /The finished delivery is gone with its endpoint/,
    mutant: () => ({
      response: (response, request) => (to(request, 'GET', /\/webhook-deliveries\/\w+/) ? { ...response, status: 404 } : response),
    }),
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
]);
