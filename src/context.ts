import type { ExtractionWorkers } from './agents/extraction-workers.ts';
import type { PlaceTogether } from './calls/place-together.ts';
import type { ReadCallTogether } from './calls/read-together.ts';
import type { Database } from './db/database.ts';
import type { Installation } from './db/migrate.ts';
import type { Wake } from './dispatch/wake.ts';
import type { Publisher } from './events/event.ts';
import type { ClaimTogether } from './idempotency/claim-together.ts';
import type { GiveUp } from './idempotency/give-up-later.ts';
import type { AddressGuard } from './network/address-guard.ts';
import type { Pacing } from './pacing/pacing.ts';
import type { Clock } from './process/clock.ts';
import type { Config } from './process/config.ts';
import type { Log } from './process/log.ts';
import type { Metrics } from './process/metrics.ts';
import type { Random } from './process/random.ts';
import type { Secrets } from './process/secrets.ts';
import type { RecordingStore } from './recordings/recording-store.ts';
import type { TextProvider, TextReport } from './texts/text-provider.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { Subscriptions } from './triggers/subscriptions.ts';
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
  /** What tenants' events fire, remembered by this process. */
  readonly subscriptions: Subscriptions;
  /** What all processes of this installation share and nobody may change. */
  readonly installation: Installation;
  readonly together: Together;
  /** Gives a claim of an idempotency key up behind the answer, where that failed before it. */
  readonly giveUpClaimLater: (giveUp: GiveUp) => void;
  /** Aborted from the moment the process was told to stop. */
  readonly stopping: AbortSignal;
  /** Of a context that serves a request: its deadline (`performance.now()`), and the contexts that go on after it (`request-context.ts`). */
  readonly request?: { readonly lasting: Context; readonly deadline: number };
}

/** What requests that come at the time do in one statement or one transaction, on connections that end at the deadline of none of them. */
export interface Together {
  readonly placing: PlaceTogether;
  readonly readCall: ReadCallTogether;
  readonly claimKey: ClaimTogether;
  /** Resolves once what the provider told is committed. */
  readonly reportText: (report: TextReport) => Promise<void>;
}
