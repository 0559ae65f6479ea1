import { BadAnswer } from './answers/answer.ts';
import { type ControlOperation, ok, type Refused, refusing } from './control-operations.ts';
import type { Exchanges } from './exchanges.ts';
import { TooManyFaults } from './faults.ts';
import { harLines, harOf } from './har.ts';
import { TooManyReceivers } from './receivers/open-receivers.ts';
import type { Run, Runs } from './runs.ts';

const refusals: readonly Refused[] = [BadAnswer, TooManyReceivers, TooManyFaults].map((is) => ({
  is,
  status: 400,
  code: 'invalid_request',
}));

/** Implements the operations to export the past run and to play it again. Their bodies already fit the document. */
export function runOperations(runs: Runs, exchanges: Exchanges): Readonly<Record<string, ControlOperation>> {
  return refusing(refusals, {
    exportHar({ query }) {
      if (query.get('format') !== 'ndjson') return ok(harOf(exchanges.all()));
      return new Response(harLines(exchanges.all()), { headers: { 'content-type': 'application/x-ndjson' } });
    },
    exportRun: () => ok(runs.export()),
    playRun: ({ body }) => ok({ requests: runs.play(body as unknown as Run) }, 202),
  });
}
