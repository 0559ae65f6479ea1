import { answering, changingAttempts, jsonOf, type Mutant, neverFailing, type Passed } from '../mutant.ts';
import { type MutantTest, once } from '../mutant-tests.ts';
import { judgeMutant, judgeWebhookMutant } from '../run.ts';
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
    what: 'forgets whose consent a call has',
    caughtBy: 'O4',
    whileRunning: 'K11',
    says: /knownConsent of the call call_\w+ was false, and is true/,
    mutant: () => reading((call) => ({ ...call, knownConsent: true })),
  },
  {
    what: 'dials behind a 409',
    caughtBy: 'O5',
    whileRunning: 'I1',
    says: /A telephone rang at \+\d+, and no request to call it was accepted/,
    mutant: () => doingWhatItRefuses(409, 'POST', /\/calls$/, (request) => without(request, 'idempotencyKey')),
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

/** Mistakes of one service that one run of a check tells apart. */
type Mistake = readonly [caughtBy: string, what: string, says: RegExp];

const oneServiceWith = (whileRunning: string, mutant: Mutant, mistakes: readonly Mistake[]): readonly MutantTest[] => {
  const run = once((deployment, only) => judgeMutant(deployment, mutant, only));
  return mistakes.map(([caughtBy, what, says]) => ({ caughtBy, whileRunning, where: `on a service that ${what}`, says, run }));
};

const strangersAndLesserKeys: readonly MutantTest[] = [
  ...oneServiceWith('F3', withAnotherKey(403, 'POST', /\/(extraction-schema|end)$/), [
    ['O3', 'sets a schema for a key without the scope', /setExtractionSchema was answered 403/],
    [
      'O5',
      'hangs up for a key without the scope',
      /The network was told to hang the call call_\w+ up, and the request to end it was refused/,
    ],
  ]),
  ...oneServiceWith('G1', obeyingStrangers('POST', /\/(retry|end|extraction-schema)$/), [
    ['O6', 'sends a delivery again behind a 404', /The delivery \S+ was .*"attempts":1.*, was not sent again, and is .*"attempts":2/],
    ['G1', 'hangs up the call of another tenant behind a 404', /Another tenant has hung the call up/],
    ['G1', 'clears the schema of another tenant behind a 404', /Another tenant has cleared the schema of the agent/],
  ]),
];

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

const otherId = (headers: Passed['headers']): Passed['headers'] => ({
  ...headers,
  'x-webhook-delivery-id': String(headers['x-webhook-delivery-id']).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
});
const withoutTeam = ({ 'x-team': _, ...headers }: Passed['headers']): Passed['headers'] => headers;

const fromAttemptOn = (): Mutant =>
  changingAttempts((request, nth) => {
    const headers = nth < 2 ? request.headers : withoutTeam(request.headers);
    return { ...request, headers: nth < 4 ? headers : otherId(headers) };
  });

const brokenWebhooks: readonly (readonly [whileRunning: string, mutant: () => Mutant, mistakes: readonly Mistake[]])[] = [
  ['L16', repeatingTheFirst, [['O7', 'repeat the data of the first', /is event number \d+ with this data, and the endpoint was to get 1/]]],
  [
    'K10',
    () => rewrittenData((data) => ({ ...data, duration_seconds: Number(data['duration_seconds']) + 1, consent_record_id: null })),
    [
      ['O7', 'say a second too much', /says that duration_seconds is \d+, and the call says/],
      ['K10', 'forget the consent', /has the consent_record_id null, and "consent-\d" was sent/],
    ],
  ],
  [
    'L26',
    () => rewrittenData((data) => ({ ...data, phone: '+14155550199' })),
    [['O7', 'say another number', /has data that was not published/]],
  ],
  [
    'L25',
    fromAttemptOn,
    [
      ['O9', 'carry another id from the fourth attempt on', /\S+ came, and no delivery is recorded under this id/],
      ['O8', 'lack the endpoint’s header on retries', /Attempt 2 of \S+ lacks the endpoint’s header X-Team/],
      ['L25', 'carry another id from the fourth attempt on', /Attempt 4 of a sms\.received carries the id/],
      ['L25', 'lack the endpoint’s header on retries', /Attempt 2 of a \S+ has the header X-Team null/],
    ],
  ],
  [
    'L20',
    () => neverFailing,
    [['O9', 'are called taken when they were refused', /The delivery \S+ is a success, and no attempt of it was answered 2xx/]],
  ],
  ['L27', twice, [['L27', 'come twice under two ids', /A sms\.received that was told twice, and another one, came under [34] ids/]]],
];

function twice(): Mutant {
  return { act: (_response, request, forward) => forward({ ...request, headers: otherId(request.headers) }) };
}

export const effectMutants: readonly MutantTest[] = [
  ...brokenDeeds,
  ...strangersAndLesserKeys,
  ...brokenWebhooks.flatMap(([whileRunning, mutant, mistakes]) => {
    const run = once((deployment, only) => judgeWebhookMutant(deployment, mutant(), only));
    return mistakes.map(([caughtBy, what, says]): MutantTest => ({ caughtBy, whileRunning, where: `where webhooks ${what}`, says, run }));
  }),
];
