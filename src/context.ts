import type { Knex } from 'knex';
import type { Pool } from 'pg';
import type { ExtractionWorkers } from './agents/extraction-workers.ts';
import type { RequestScope } from './db/fair-queue.ts';
import type { Reading } from './db/read-replica.ts';
import type { Wake } from './deliveries/wake.ts';
import type { Publisher } from './events/publisher.ts';
import type { AddressGuard } from './network/address-guard.ts';
import type { Pacing } from './pacing/pacing.ts';
import type { Clock } from './process/clock.ts';
import type { Config } from './process/config.ts';
import type { Log } from './process/log.ts';
import type { Metrics } from './process/metrics.ts';
import type { Random } from './process/random.ts';
import type { Secrets } from './process/secrets.ts';
import type { RecordingStore } from './recordings/recording-store.ts';
import type { TextProvider } from './texts/text-provider.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { GuardedVoice } from './voice/breaker.ts';

/**
 * What a process builds once, in `main.ts`, and passes on. Operations receive it whole; smaller functions receive the
 * two things they use.
 */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Null where nobody asked for traces. */
  readonly tracing: Tracing | null;
  readonly db: Database;
  readonly pacing: Pacing;
  readonly voice: GuardedVoice;
  readonly texts: TextProvider;
  readonly recordings: RecordingStore;
  /** Where tenants' extraction schemas are compiled and extracted data is validated. */
  readonly extractionWorkers: ExtractionWorkers;
  readonly secrets: Secrets;
  readonly random: Random;
  /** Between our network and every URL that a tenant or a provider gave us: one for all, so that its answers from DNS are shared. */
  readonly guard: AddressGuard;
  /** How publishing reaches whoever dispatches (`createWake`). */
  readonly wake: Wake;
  /** For events that are their own cause: published together with whatever else is published at the time. */
  readonly publisher: Publisher;
  /** Aborted from the moment the process was told to stop. */
  readonly stopping: AbortSignal;
  /** Of a context that serves a request: its deadline (`performance.now()`), and the contexts that go on after it (`request-context.ts`). */
  readonly request?: { readonly shared: Context; readonly lasting: Context; readonly deadline: number };
}

/** The ways into the database: the process's own, or those of one request. */
export interface Database {
  /** For everything but prepared statements. */
  readonly knex: Knex;
  /** Prepared statements, with custom plans. The process's own belongs to the delivery engine. */
  readonly engine: Pool;
  /** For what is only shown: the read replica, where there is one and it lacks nothing; else the primary. */
  readonly reading: Reading<Readable>;
  /** Settling only: asynchronous commit, because losing the last milliseconds there can only cause a duplicate. */
  readonly settling: Pool;
  /** One session, for the question whether the database answers and takes writes. */
  readonly health: Pool;
  readonly requests: RequestConnections;
}

/** The connections of requests. They end, and what they ask is cancelled, at a deadline; then it fails with `Unserved`. */
export interface RequestConnections {
  /** For one request. */
  within(scope: Pick<RequestScope, 'operation' | 'deadline'>): Database;
  /** For what many requests do together, such as a group commit: each statement and each transaction has a time of its own. */
  readonly shared: Database;
  /** How long one more request of the operation would wait for a connection. */
  expectedWaitMs(operation: string): number;
  /** How long a request may take, the arrival of its body aside. */
  readonly deadlineMs: number;
}

/** Whose tables can be read. */
export type Readable = Pick<Database, 'knex' | 'engine'>;
