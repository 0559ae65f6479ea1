import type { Exchange } from '../../../../tools/conformance/exchange.ts';
import { coverageOf } from '../../../../tools/conformance/report/coverage.ts';
import { coverageResults } from '../../../../tools/conformance/whole-run.ts';
import { type MutantTest, once } from '../mutant-tests.ts';
import { judge } from '../run.ts';

/** F1 asks every operation, and nothing is sent to a receiver meanwhile. All look at one run. */
const judgedOnce = once(judge);

/** Runs that have left something out, and what group N says of them. */
export const coverageMutants: readonly MutantTest[] = [
  ['N1', 'an operation', ({ request }: Exchange) => request.operationId !== 'endCall', /^Not seen: endCall\.$/m] as const,
  ['N2', 'a parameter', ({ request }: Exchange) => request.operationId !== 'readAgent', /^Not seen: .*readAgent id/m] as const,
  ['N3', 'an event', () => true, /^Not seen: .*sms\.failed/m] as const,
].map(([caughtBy, what, wasAsked, says]) => ({
  caughtBy,
  where: `where a run has never seen ${what}`,
  says,
  verdict: 'warn',
  whileRunning: 'F1',
  async run(deployment, only) {
    const run = await judgedOnce(deployment, only);
    return { ...run, results: coverageResults(coverageOf({ ...run, exchanges: run.exchanges.filter(wasAsked) })) };
  },
}));
