import { BadAnswer } from './answers/answer.ts';
import { invalid } from './control-api.ts';
import { type ControlOperation, ok } from './control-operations.ts';
import type { Exchanges } from './exchanges.ts';
import { harLines, harOf } from './har.ts';
import type { Run, Runs } from './runs.ts';

/** Implements the operations to export the past run and to play it again. Their bodies already fit the document. */
export function runOperations(runs: Runs, exchanges: Exchanges): Readonly<Record<string, ControlOperation>> {
  return {
    exportHar({ query }) {
      if (query.get('format') !== 'ndjson') return ok(harOf(exchanges.all()));
      return new Response(harLines(exchanges.all()), { headers: { 'content-type': 'application/x-ndjson' } });
    },
    exportRun: () => ok(runs.export()),
    playRun({ body }) {
      try {
        return ok({ requests: runs.play(body as unknown as Run) }, 202);
      } catch (error) {
        if (error instanceof BadAnswer) return invalid(error.message);
        throw error;
      }
    },
  };
}
