import { answering, changingAttempts, jsonOf, type Mutant, type Passed } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { judgeWebhookMutant } from '../run.ts';
import { brokenServices, to } from './broken-services.ts';

/** Services whose answers are right and whose deeds are not: group O. */

type Json = Readonly<Record<string, unknown>>;
type Call = Readonly<Record<string, unknown>>;

const without = ({ body, ...request }: Passed, name: string): Passed => {
  const { [name]: _, ...rest } = jsonOf(body) as Json;
  return { ...request, body: Buffer.from(JSON.stringify(rest)) };
};

/** Refuses with this status, and does it all the same: `instead` is asked without the part that the service refuses. */
const doingWhatItRefuses = (status: number, method: string, path: RegExp, instead: (request: Passed) => Passed): Mutant => ({
  async act(response, request, forward) {
    if (response.status === status && to(request, method, path) && request.body.length > 0) await forward(instead(request));
  },
});

/** Answers 404 to a stranger, and does with the owner's key what the stranger asked. */
function obeyingStrangers(method: string, path: RegExp): Mutant {
  const owners = new Map<string, unknown>();
  return {
    async act({ status, body }, request, forward) {
      const { authorization } = request.headers;
      if (status < 300) for (const [id] of body.toString('utf8').matchAll(idForm)) if (!owners.has(id)) owners.set(id, authorization);
      const named = [...request.path.matchAll(idForm)].map(([id]) => owners.get(id)).find((owner) => owner !== undefined);
      if (status !== 404 || !to(request, method, path) || named === undefined || named === authorization) return;
      await forward({ ...request, headers: { ...request.headers, authorization: String(named) } });
    },
  };
}

const idForm = /(whe|trg|agt|call)_[0-9a-z]{26}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const reading = (change: (call: Call) => Call): Mutant =>
  answering((json, { status }, request) =>
    to(request, 'GET', /\/calls\/[^/]+$/) && status === 200 ? { call: change((json as { call: Call }).call) } : undefined,
  );

const brokenDeeds = brokenServices([
  {
    what: 'makes an endpoint behind a 409',
    caughtBy: 'O1',
    whileRunning: 'I3',
    says: /The endpoint whe_\w+ exists, and no accepted request made it \(createWebhookEndpoint was answered 409\)/,
    mutant: () => doingWhatItRefuses(409, 'POST', /\/webhooks$/, (request) => without(request, 'idempotencyKey')),
  },
  {
    what: 'loses its endpoints',
    caughtBy: 'O1',
    whileRunning: 'G3',
    says: /The endpoint whe_\w+ is gone, and no request to delete it was accepted/,
    mutant: () => doingWithLists('endpoints', () => null),
  },
  {
    what: 'lists the newest endpoint first',
    caughtBy: 'O1',
    whileRunning: 'H15',
    says: /listWebhookEndpoints does not list the oldest first/,
    mutant: () => reversing('endpoints'),
  },
  {
    what: 'renames an endpoint after it was made',
    caughtBy: 'O1',
    whileRunning: 'L26',
    says: /was made as/,
    mutant: () => doingWithLists('endpoints', (item) => ({ ...item, name: 'Other' })),
  },
  {
    what: 'makes a trigger behind a 400',
    caughtBy: 'O2',
    whileRunning: 'E18',
    says: /exists, and no accepted request made it \(createAutomationTrigger was answered 400\)/,
    mutant: () => ({
      ...doingWhatItRefuses(400, 'POST', /\/automation-triggers$/, (request) => without(request, 'conditions')),
      // The endpoint stays, so that its triggers do.
      request: (request) =>
        request.method === 'DELETE' ? { answer: { status: 204, headers: { 'x-request-id': 'x' }, body: Buffer.alloc(0) } } : request,
    }),
  },
  {
    what: 'clears a schema behind a 409',
    caughtBy: 'O3',
    whileRunning: 'I2',
    says: /The extraction schema of agt_\w+ is null, and the last accepted one is .* \(setExtractionSchema was answered 409\)/,
    mutant: () => doingWhatItRefuses(409, 'POST', /\/extraction-schema$/, (request) => without(request, 'idempotencyKey')),
  },
  {
    what: 'sets a schema for a key without the scope',
    caughtBy: 'O3',
    whileRunning: 'F3',
    says: /setExtractionSchema was answered 403/,
    mutant: () => withAnotherKey(403, 'POST', /\/extraction-schema$/),
  },
  {
    what: 'forgets whose consent a call has',
    caughtBy: 'O4',
    whileRunning: 'K11',
    says: /knownConsent of the call call_\w+ was false, and is true/,
    mutant: () => reading((call) => ({ ...call, knownConsent: true })),
  },
  {
    what: 'hangs up for a key without the scope',
    caughtBy: 'O5',
    whileRunning: 'F3',
    says: /The network was told to hang the call call_\w+ up, and the request to end it was refused/,
    mutant: () => withAnotherKey(403, 'POST', /\/end$/),
  },
  {
    what: 'dials behind a 409',
    caughtBy: 'O5',
    whileRunning: 'I1',
    says: /A telephone rang at \+\d+, and no request to call it was accepted/,
    mutant: () => doingWhatItRefuses(409, 'POST', /\/calls$/, (request) => without(request, 'idempotencyKey')),
  },
  {
    what: 'sends a delivery again behind a 404',
    caughtBy: 'O6',
    whileRunning: 'G1',
    says: /The delivery \S+ was .*"attempts":1.*, was not sent again, and is .*"attempts":2/,
    mutant: () => obeyingStrangers('POST', /\/retry$/),
  },
  {
    what: 'hangs up the call of another tenant behind a 404',
    caughtBy: 'G1',
    says: /Another tenant has hung the call up/,
    mutant: () => obeyingStrangers('POST', /\/end$/),
  },
  {
    what: 'clears the schema of another tenant behind a 404',
    caughtBy: 'G1',
    says: /Another tenant has cleared the schema of the agent/,
    mutant: () => obeyingStrangers('POST', /\/extraction-schema$/),
  },
  {
    what: 'records another payload than it sends',
    caughtBy: 'O9',
    whileRunning: 'L8',
    says: /The payload of \S+ is not the body that came/,
    mutant: () =>
      answering((json, { status }, request) =>
        to(request, 'GET', /\/webhook-deliveries\/[^/?]+$/) && status === 200 ? { ...(json as Json), payload: { event: 'x' } } : undefined,
      ),
  },
  {
    what: 'counts one attempt too few',
    caughtBy: 'O9',
    whileRunning: 'L15',
    says: /came 9 times, and its record says 8/,
    mutant: () =>
      answering((json, { status }, request) =>
        to(request, 'GET', /\/webhook-deliveries\?/) && status === 200
          ? {
              ...(json as Json),
              deliveries: (json as { deliveries: Json[] }).deliveries.map((record) =>
                record['attempts'] === 9 ? { ...record, attempts: 8 } : record,
              ),
            }
          : undefined,
      ),
  },
]);

/** Uses the first key that was sent for what the service refuses to another key of the tenant. */
function withAnotherKey(status: number, method: string, path: RegExp): Mutant {
  let first: unknown;
  return {
    async act(response, request, forward) {
      first ??= request.headers.authorization;
      if (response.status !== status || !to(request, method, path)) return;
      await forward({ ...request, headers: { ...request.headers, authorization: String(first) } });
    },
  };
}

const doingWithLists = (member: string, change: (item: Json) => Json | null): Mutant =>
  answering((json, { status }, { method }) => {
    const items = (json as Json | undefined)?.[member];
    return method === 'GET' && status === 200 && Array.isArray(items)
      ? { [member]: items.flatMap((item) => change(item) ?? []) }
      : undefined;
  });

const reversing = (member: string): Mutant =>
  answering((json, { status }, { method }) => {
    const items = (json as Json | undefined)?.[member];
    return method === 'GET' && status === 200 && Array.isArray(items) ? { [member]: items.toReversed() } : undefined;
  });

const rewrittenData = (change: (data: Json) => Json): Mutant => ({
  request(request) {
    const { data, ...envelope } = jsonOf(request.body) as Json;
    return { ...request, body: Buffer.from(JSON.stringify({ ...envelope, data: change(data as Json) })) };
  },
});

function repeatingTheFirst(): Mutant {
  let first: Json | undefined;
  return rewrittenData((data) => {
    first ??= data;
    return first;
  });
}

/** Changes the headers of the attempts of a delivery from this one on. */
const fromAttempt = (least: number, change: (headers: Passed['headers']) => Passed['headers']): Mutant =>
  changingAttempts((request, nth) => (nth < least ? request : { ...request, headers: change(request.headers) }));

const otherId = (headers: Passed['headers']): Passed['headers'] => ({
  ...headers,
  'x-webhook-delivery-id': String(headers['x-webhook-delivery-id']).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
});
const withoutTeam = ({ 'x-team': _, ...headers }: Passed['headers']): Passed['headers'] => headers;

const brokenWebhooks: readonly (readonly [caughtBy: string, whileRunning: string, what: string, mutant: () => Mutant, says: RegExp])[] = [
  ['O7', 'L16', 'repeat the data of the first', repeatingTheFirst, /is event number \d+ with this data, and the endpoint was to get 1/],
  [
    'O7',
    'K10',
    'say a second too much',
    () => rewrittenData((data) => ({ ...data, duration_seconds: Number(data['duration_seconds']) + 1 })),
    /says that duration_seconds is \d+, and the call says/,
  ],
  [
    'O7',
    'L26',
    'say another number',
    () => rewrittenData((data) => ({ ...data, phone: '+14155550199' })),
    /has data that was not published/,
  ],
  [
    'O9',
    'L25',
    'carry another id from the fourth attempt on',
    () => fromAttempt(4, otherId),
    /\S+ came, and no delivery is recorded under this id/,
  ],
  [
    'O8',
    'L25',
    'lack the endpoint’s header on retries',
    () => fromAttempt(2, withoutTeam),
    /Attempt 2 of \S+ lacks the endpoint’s header X-Team/,
  ],
  [
    'L25',
    'L25',
    'carry another id from the fourth attempt on',
    () => fromAttempt(4, otherId),
    /Attempt 4 of a sms\.received carries the id/,
  ],
  [
    'L25',
    'L25',
    'lack the endpoint’s header on retries',
    () => fromAttempt(2, withoutTeam),
    /Attempt 2 of a \S+ has the header X-Team null/,
  ],
  ['L27', 'L27', 'come twice under two ids', twice, /A sms\.received that was told twice, and another one, came under [34] ids/],
  [
    'K10',
    'K10',
    'forget the consent',
    () => rewrittenData((data) => ({ ...data, consent_record_id: null })),
    /has the consent_record_id null, and "consent-\d" was sent/,
  ],
];

function twice(): Mutant {
  return { act: (_response, request, forward) => forward({ ...request, headers: otherId(request.headers) }) };
}

export const effectMutants: readonly MutantTest[] = [
  ...brokenDeeds,
  ...brokenWebhooks.map(
    ([caughtBy, whileRunning, what, mutant, says]): MutantTest => ({
      caughtBy,
      whileRunning,
      where: `where webhooks ${what}`,
      says,
      run: (deployment, only) => judgeWebhookMutant(deployment, mutant(), only),
    }),
  ),
];
