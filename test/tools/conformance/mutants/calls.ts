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

const brokenCalls: Readonly<Record<string, readonly [what: string, Mutant, says: MutantTest['says']]>> = {
  K1: [
    'knows the outcome while it rings',
    reading((call) => (call['status'] === 'ringing' ? { ...call, outcome: 'INTERESTED' } : call)),
    /is ringing, and its outcome is "INTERESTED"/,
  ],
  // What else the list may lack or show is in `listed-calls.test.ts`.
  K2: [
    'takes a busy line for nobody at home, and lists outcomes that the calls do not have',
    answering((json, { status }, request) => {
      const { call, calls } = (json ?? {}) as { call?: Call; calls?: readonly Call[] };
      if (request.method !== 'GET' || status !== 200) return undefined;
      if (call) return { call: call['status'] === 'busy' ? { ...call, status: 'no_answer' } : call };
      return calls && { ...(json as object), calls: calls.map((listed) => ({ ...listed, outcome: 'DNC' })) };
    }),
    [
      /A call of busy ended as no_answer, BUSY, not busy, BUSY/,
      /The list of calls says that the outcome of call_\w+ is "DNC", and the call says "/,
    ],
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
  K6: [
    'links recordings where there are none',
    reading((call) => ({ ...call, recordingUrl: call['recordingUrl'] && `${call['recordingUrl']}0` })),
    /The link of a recording answers 4\d\d with/,
  ],
  K7: [
    'calls a failed placement an internal error',
    answering((_, { status }) => (status === 500 ? { error: { code: 'internal_error', message: 'Oops.' } } : undefined)),
    /expected 500 placement_failed, got 500 internal_error/,
  ],
  K8: [
    'gives up calls of which the provider says nothing',
    reading((call) => (call['endedAt'] ? { ...call, status: 'failed' } : call)),
    /is failed a quarter of an hour later/,
  ],
  K9: [
    'gives calls up that were as long as they may be',
    reading((call) => (call['endedReason'] === 'exceeded-max-duration' ? { ...call, status: 'failed', outcome: 'FAILED' } : call)),
    /ended at its longest ended as failed, FAILED, exceeded-max-duration/,
  ],
};

export const callMutants: readonly MutantTest[] = Object.entries(brokenCalls).map(([caughtBy, [what, mutant, says]]) => ({
  caughtBy,
  where: `on a service that ${what}`,
  says,
  run: (deployment, only) => judgeMutant(deployment, mutant, only),
}));
