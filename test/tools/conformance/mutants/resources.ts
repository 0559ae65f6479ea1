import { answering, type Mutant } from '../mutant.ts';
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
    what: 'leaves updatedAt where it was',
    caughtBy: 'H7',
    says: /The schema was set, and updatedAt went from 2020\S+ to 2020/,
    mutant: () => writing(/"updatedAt":"[^"]*"/g, '"updatedAt":"2020-01-01T00:00:00.000Z"'),
  },
  {
    what: 'lists agents in the order of their making',
    caughtBy: 'H15',
    says: /Agents are listed as Conformance, Delta/,
    mutant: () =>
      answering((json) => {
        const { agents } = (json ?? {}) as { agents?: readonly { updatedAt: string }[] };
        return agents ? { agents: agents.toSorted((one, other) => one.updatedAt.localeCompare(other.updatedAt)) } : undefined;
      }),
  },
  {
    what: 'lists the newest trigger first',
    caughtBy: 'H15',
    says: /listAutomationTriggers is not in the order of creation/,
    mutant: () =>
      answering((json) => {
        const { triggers } = (json ?? {}) as { triggers?: readonly object[] };
        return triggers ? { triggers: triggers.toReversed() } : undefined;
      }),
  },
  {
    what: 'gives every endpoint the same secret',
    caughtBy: 'H16',
    says: /Two endpoints have the same secret/,
    mutant: () => writing(/"signingSecret":"[0-9a-f]{64}"/, `"signingSecret":"${'a1'.repeat(32)}"`),
  },
  {
    what: 'makes endpoints for PUT unless it is told otherwise',
    caughtBy: 'H16',
    says: /An endpoint of a name and a url alone is \{"method":"PUT"/,
    mutant: () => writing(/"method":"POST"/, '"method":"PUT"'),
  },
  {
    what: 'has pages of ten by default',
    caughtBy: 'H10',
    says: /A page holds 10 deliveries, not 20/,
    mutant: () => asking(/\/webhook-deliveries$/, '/webhook-deliveries?limit=10'),
  },
  {
    what: 'takes one status for another',
    caughtBy: 'H11',
    says: /Of the deliveries that are retrying one is success/,
    mutant: () => asking(/status=retrying/, 'status=success'),
  },
  {
    what: 'looks farther back than it is asked to',
    caughtBy: 'H11',
    says: /Since 20\S+ there are 5 deliveries, not [34]/,
    mutant: () => asking(/since=20(?!01|99)/, 'since=19'),
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

/** Changes the text of answers. */
function writing(what: RegExp, instead: string): Mutant {
  return { response: (response) => ({ ...response, body: Buffer.from(response.body.toString('utf8').replace(what, instead)) }) };
}

/** Changes the paths of requests. */
function asking(what: RegExp, instead: string): Mutant {
  return { request: (request) => ({ ...request, path: request.path.replace(what, instead) }) };
}
