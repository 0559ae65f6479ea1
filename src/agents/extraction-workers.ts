import { createHash } from 'node:crypto';
import { extractionCompileCpuMs, extractionWorkerMegabytes } from '../process/limits.ts';
import type { Log } from '../process/log.ts';
import {
  type ExtractionThread,
  type Flaw,
  type Judgement,
  type Pattern,
  startExtractionThread,
  type ThreadEnding,
} from './extraction-thread.ts';
import { ExtractionThreadPool } from './extraction-thread-pool.ts';

/**
 * Compiles tenants' extraction schemas and validates extracted data, never on the main thread: a schema can take
 * seconds and all memory to compile, and a pattern such as `^(a+)+$` runs for minutes. Two worker threads serve all
 * tenants in turns. A thread that exceeds its CPU time or its memory is ended, and the next job starts another.
 */
export interface ExtractionWorkers {
  /** Returns the reason why a schema (JSON text) cannot be used, or null if it compiles. */
  judge(tenantId: string, schema: string, patterns: readonly Pattern[]): Promise<Flaw | null>;
  /** Says in a short sentence why data does not fit a schema (both JSON text), or returns null if it fits. */
  validate(tenantId: string, schema: string, data: string): Promise<string | null>;
  /** Counts the tenant's jobs that wait for their turn. */
  waiting(tenantId: string): number;
  /** Ends the threads. Jobs that wait or run fail. */
  close(): Promise<void>;
}

const maxVerdicts = 1_000;

/** Makes the workers. No thread starts before the first job. */
export function createExtractionWorkers(log: Log, startThread: () => Promise<ExtractionThread> = startExtractionThread): ExtractionWorkers {
  const pool = new ExtractionThreadPool(startThread);
  const verdicts = new Map<string, Flaw | null>();

  /** Returns the verdict on the schema, and remembers it. */
  function verdictOf(tenantId: string, key: string, outcome: Judgement): Flaw | null {
    if (outcome.kind === 'ended')
      log.warn({ tenantId, by: outcome.by, during: outcome.during }, 'an extraction worker was ended: a job exceeded its bounds');
    const flaw = outcome.kind === 'answered' ? outcome.flaw : outcome.during === 'compiling' ? tooCostly(outcome) : null;
    verdicts.set(key, flaw);
    for (const [oldest] of verdicts) {
      if (verdicts.size <= maxVerdicts) break;
      verdicts.delete(oldest);
    }
    return flaw;
  }

  return {
    async judge(tenantId, schema, patterns) {
      const key = hashOf(schema);
      const known = verdicts.get(key);
      if (known !== undefined) return known;
      return verdictOf(tenantId, key, await pool.run(tenantId, { schema, patterns, data: null }));
    },
    async validate(tenantId, schema, data) {
      const key = hashOf(schema);
      const known = verdicts.get(key);
      if (known) return refusalOf(known);
      const outcome = await pool.run(tenantId, { schema, patterns: [], data });
      const flaw = verdictOf(tenantId, key, outcome);
      if (flaw) return refusalOf(flaw);
      return outcome.kind === 'answered'
        ? outcome.misfit
        : `checking the extracted data took too ${outcome.by === 'time' ? 'long' : 'much memory'}`;
    },
    waiting: (tenantId) => pool.waiting(tenantId),
    close: () => pool.close(),
  };
}

const hashOf = (schema: string): string => createHash('sha256').update(schema).digest('base64');

const tooCostly = ({ by }: ThreadEnding): Flaw => ({
  path: '',
  message: `The schema is too costly: compiling it takes more than ${by === 'time' ? `${extractionCompileCpuMs / 1_000} s of processor time` : `${extractionWorkerMegabytes} MB of memory`}.`,
});

const refusalOf = ({ message }: Flaw): string => `the extraction schema was refused: ${message}`.slice(0, 200);
