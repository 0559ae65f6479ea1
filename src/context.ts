import type { Knex } from 'knex';
import type { Pool } from 'pg';
import type { ExtractionWorkers } from './agents/extraction-workers.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Wake } from './deliveries/wake.ts';
import type { Publisher } from './events/group-commit.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { AddressGuard } from './network/address-guard.ts';
import type { Pacing } from './pacing/pacing.ts';
import type { Random } from './random.ts';
import type { RecordingStore } from './recordings/recording-store.ts';
import type { Secrets } from './secrets.ts';
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
}

export interface Database {
  /** For everything but the delivery engine's hot path. */
  readonly knex: Knex;
  /** The delivery engine's own connections: prepared statements, custom plans. */
  readonly engine: Pool;
  /** For what is only shown: the read replica, where there is one and it lacks nothing; else the primary. */
  readonly reading: Reading;
  /** Settling only: asynchronous commit, because losing the last milliseconds there can only cause a duplicate. */
  readonly settling: Pool;
}

/** Whose tables can be read. */
export type Readable = Pick<Database, 'knex' | 'engine'>;

/** Asks one of them. It may ask a second time, elsewhere, when the first has failed: what it is given changes nothing. */
export type Reading = <Answer>(ask: (from: Readable) => Promise<Answer>) => Promise<Answer>;
