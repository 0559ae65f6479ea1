import type { ExtractionWorkers } from './agents/extraction-workers.ts';
import type { ReadCallTogether } from './calls/calls.ts';
import type { PlaceTogether } from './calls/place-together.ts';
import type { Database } from './db/database.ts';
import type { Installation } from './db/migrate.ts';
import type { TryLater } from './db/try-later.ts';
import type { Wake } from './dispatch/wake.ts';
import type { Publisher } from './events/event.ts';
import type { ClaimTogether } from './idempotency/claim-together.ts';
import type { Minutes } from './measures/minutes.ts';
import type { AddressGuard } from './network/address-guard.ts';
import type { Pacing } from './pacing/pacing.ts';
import type { Clock } from './process/clock.ts';
import type { Config } from './process/config.ts';
import type { Demo } from './process/demo.ts';
import type { Log } from './process/log.ts';
import type { Metrics } from './process/metrics.ts';
import type { Secrets } from './process/secrets.ts';
import type { RecordingStore } from './recordings/recording-store.ts';
import type { LostCalls } from './restores/lost-calls.ts';
import type { ReadTenantTogether } from './tenants/tenants.ts';
import type { TextProvider, TextReport } from './texts/text-provider.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { Subscriptions } from './triggers/subscriptions.ts';
import type { GuardedVoice } from './voice/breaker.ts';

/**
 * The objects that a process builds once, in `main.ts`, and passes on. Operations receive the whole context; smaller functions
 * receive the members that they use.
 */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What was measured in each minute of the last day, for the operator's page. */
  readonly minutes: Minutes;
  /** Null where traces are not configured. */
  readonly tracing: Tracing | null;
  readonly db: Database;
  readonly pacing: Pacing;
  readonly voice: GuardedVoice;
  readonly texts: TextProvider;
  readonly recordings: RecordingStore;
  /** The workers compile tenants' extraction schemas and validate extracted data. */
  readonly extractionWorkers: ExtractionWorkers;
  readonly secrets: Secrets;
  readonly random: () => number;
  /**
   * The guard stands between our network and every URL of a tenant or a provider. There is one for all, so that its answers from
   * DNS are shared.
   */
  readonly guard: AddressGuard;
  /** Publishing reaches the dispatcher through it (`createWake`). */
  readonly wake: Wake;
  /** Publishes events that are their own cause, together with all others that are published at the time (D-74). */
  readonly publisher: Publisher;
  /** Tenants' subscriptions, remembered by this process. */
  readonly subscriptions: Subscriptions;
  /** All processes of this installation share these values, and they never change. */
  readonly installation: Installation;
  readonly together: Together;
  /** Knows the provider's calls that a restore of the database has lost. */
  readonly lostCalls: LostCalls;
  /** Does after the answer what failed before it because the database was away. */
  readonly tryLater: TryLater;
  /** The demo tenant that the documentation shows on this machine: null but under `npm start`. */
  readonly demo: () => Demo | null;
  readonly stopping: AbortSignal;
  /**
   * Only the context of a request has this: its deadline (`performance.now()`), and the context that goes on after it
   * (`request-context.ts`).
   */
  readonly request?: { readonly lasting: Context; readonly deadline: number };
}

/** Work that simultaneous requests share in one statement or one transaction, on connections that do not end at a request's deadline. */
export interface Together {
  readonly placing: PlaceTogether;
  readonly readCall: ReadCallTogether;
  readonly claimKey: ClaimTogether;
  readonly readTenant: ReadTenantTogether;
  /** Resolves once the provider's report is committed. */
  readonly reportText: (report: TextReport) => Promise<void>;
}
