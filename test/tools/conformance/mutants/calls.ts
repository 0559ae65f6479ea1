import { answering, type Mutant, type Passed } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { judgeMutant } from '../run.ts';

/** A service whose calls are wrong in one place, and the check of group K that must say so. */

type Call = Readonly<Record<string, unknown>>;

const isRead = ({ method, path }: Passed): boolean => method === 'GET' && /\/calls\/[^/]+$/.test(path);

/** Changes the call in the answers that read it. */
const reading = (change: (call: Call) => Call): Mutant =>
  answering((json, { status }, request) =>
    isRead(request) && status === 200 ? { call: change((json as { call: Call }).call) } : undefined,
  );

const brokenCalls: Readonly<Record<string, readonly [what: string, Mutant, says: RegExp]>> = {
  K1: [
    'knows the outcome while it rings',
    reading((call) => (call['status'] === 'ringing' ? { ...call, outcome: 'INTERESTED' } : call)),
    /is ringing, and its outcome is "INTERESTED"/,
  ],
  K2: [
    'takes a busy line for nobody at home',
    reading((call) => (call['status'] === 'busy' ? { ...call, status: 'no_answer' } : call)),
    /A call of busy ended as no_answer, BUSY, not busy, BUSY/,
  ],
  K3: [
    'says that a call which is over is ending',
    answering((json, { status }, { path }) =>
      path.endsWith('/end') && status === 200 ? { ...(json as Call), status: 'ending' } : undefined,
    ),
    /did not answer the status it ended in/,
  ],
  K4: [
    'extracts what the schema does not allow',
    reading((call) => (call['extraction'] ? { ...call, extraction: { budget: 'much' } } : call)),
    /extraction is \{"budget":"much"\}/,
  ],
  K5: ['forgets consent', reading((call) => ({ ...call, knownConsent: false })), /knownConsent of the call that is read is false/],
  K11: [
    'calls from the number that it likes',
    answering((json, { status }, { method, path }) => {
      const { call } = (json ?? {}) as { call?: Call };
      return method === 'POST' && path.endsWith('/calls') && status === 201
        ? { call: { ...call, fromPhoneNumber: '+14155550199' } }
        : undefined;
    }),
    /A call that was to come from \+14155550171 comes from \+14155550199/,
  ],
  K6: ['links no recordings', reading((call) => ({ ...call, recordingUrl: null })), /A conversation has no recording/],
  K7: [
    'calls a failed placement an internal error',
    answering((_, { status }) => (status === 500 ? { error: { code: 'internal_error', message: 'Oops.' } } : undefined)),
    /expected 500 placement_failed, got 500 internal_error/,
  ],
  K8: [
    'waits for a silent provider for ever',
    reading((call) => ({ ...call, status: 'in-progress' })),
    /is in-progress a quarter of an hour later/,
  ],
  K9: [
    'gives calls up that were as long as they may be',
    reading((call) => (call['endedReason'] === 'exceeded-max-duration' ? { ...call, status: 'failed', outcome: 'FAILED' } : call)),
    /ended at its longest ended as failed, FAILED, exceeded-max-duration/,
  ],
};

interface Page {
  readonly calls: readonly Call[];
  readonly nextCursor: string | null;
}

/** Changes the pages of the list of calls. */
const listing = (change: (page: Page, request: Passed) => Page): Mutant =>
  answering((json, { status }, request) =>
    request.method === 'GET' && /\/calls(\?|$)/.test(request.path) && status === 200 ? change(json as Page, request) : undefined,
  );

/** Shows a call of another key as well where a page has room for it. */
function sharing(): Mutant {
  const shown = new Map<unknown, Call>();
  return listing((page, { headers: { authorization } }) => {
    const [other] = [...shown].filter(([key]) => key !== authorization).map(([, call]) => call);
    if (page.calls[0]) shown.set(authorization, page.calls[0]);
    return other && page.calls.length < 7 ? { ...page, calls: [...page.calls, other] } : page;
  });
}

const brokenLists: readonly (readonly [what: string, Mutant, says: RegExp])[] = [
  ['lists no calls', listing(() => ({ calls: [], nextCursor: null })), /The list of calls lacks call_/],
  ['lists the calls of other tenants', sharing(), /The list of calls shows call_\w+ besides/],
  [
    'lists outcomes that the calls do not have',
    listing((page) => ({ ...page, calls: page.calls.map((call) => ({ ...call, outcome: 'DNC' })) })),
    /The list of calls says that the outcome of call_\w+ is "DNC", and the call says "/,
  ],
  [
    'knows the first page of calls alone',
    { request: (request) => ({ ...request, path: request.path.replace(/&cursor=[^&]*|(?<=\?)cursor=[^&]*&?/, '') }) },
    /The list of calls does not come to its end/,
  ],
];

export const callMutants: readonly MutantTest[] = [
  ...Object.entries(brokenCalls),
  ...brokenLists.map((broken) => ['K2', broken] as const),
].map(([caughtBy, [what, mutant, says]]) => ({
  caughtBy,
  where: `on a service that ${what}`,
  says,
  run: (deployment, only) => judgeMutant(deployment, mutant, only),
}));
