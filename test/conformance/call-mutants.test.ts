import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Deployment, startDeployment } from './deployment.ts';
import { answering, type Mutant, type Passed } from './mutant.ts';
import { judge, judgeMutant, resultOf, told } from './run.ts';

/** A service whose calls are wrong in one place, and the check of group K that must say so. */

let deployment: Deployment;
before(async () => {
  deployment = await startDeployment();
});
after(() => deployment.stop());

type Call = Readonly<Record<string, unknown>>;

const isRead = ({ method, path }: Passed): boolean => method === 'GET' && /\/calls\/[^/]+$/.test(path);

/** Changes the call in the answers that read it. */
const reading = (change: (call: Call) => Call): Mutant =>
  answering((json, { status }, request) =>
    isRead(request) && status === 200 ? { call: change((json as { call: Call }).call) } : undefined,
  );

const brokenCalls: Readonly<Record<string, readonly [what: string, Mutant]>> = {
  K1: ['knows the outcome while it rings', reading((call) => (call['status'] === 'ringing' ? { ...call, outcome: 'INTERESTED' } : call))],
  K2: ['takes a busy line for nobody at home', reading((call) => (call['status'] === 'busy' ? { ...call, status: 'no_answer' } : call))],
  K3: [
    'says that a call which is over is ending',
    answering((json, { status }, { path }) =>
      path.endsWith('/end') && status === 200 ? { ...(json as Call), status: 'ending' } : undefined,
    ),
  ],
  K4: [
    'extracts what the schema does not allow',
    reading((call) => (call['extraction'] ? { ...call, extraction: { budget: 'much' } } : call)),
  ],
  K5: ['forgets consent', reading((call) => ({ ...call, knownConsent: false }))],
  K6: ['links no recordings', reading((call) => ({ ...call, recordingUrl: null }))],
  K7: [
    'calls a failed placement an internal error',
    answering((_, { status }) => (status === 500 ? { error: { code: 'internal_error', message: 'Oops.' } } : undefined)),
  ],
  K8: ['waits for a silent provider for ever', reading((call) => ({ ...call, status: 'in-progress' }))],
};

for (const [caughtBy, [what, mutant]] of Object.entries(brokenCalls))
  test(`${caughtBy} fails on a service that ${what}`, async () => {
    const run = await judgeMutant(deployment, mutant, [caughtBy]);
    assert.equal(resultOf(run, caughtBy).verdict, 'fail');
  });

test('the service itself passes them', async () => {
  assert.equal(told(await judge(deployment, ['K'])), '');
});
