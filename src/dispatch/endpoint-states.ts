import type { Pool } from 'pg';
import { isUnconfirmed } from '../db/sql-state.ts';
import { type EndpointState, updateEndpointStates } from '../webhooks/slowed-endpoints.ts';
import type { HeldDelivery } from './held-delivery.ts';
import type { OutcomeRecord } from './record-outcomes.ts';

/**
 * Tells how attempts end to the table that `GET /webhooks` shows, which adds up failures over all processes (D-179, D-205). A failure
 * and the first success after one are told with the next flush. A success after a success is told again after a minute, because
 * another process may have told of failures since. Failures that are written and not confirmed are not added again: where they were
 * not written, the operator hears of the endpoint a few failures later, and else would be told of more failures than there were.
 */
export class EndpointStates {
  readonly #engine: Pool;
  readonly #realNow: () => Date;
  readonly #told = new Map<string, { succeeded: boolean; atMs: number }>();
  readonly #untold = new Map<string, EndpointState>();
  #writing: Promise<void> = Promise.resolve();
  #isAbandoned = false;

  constructor(engine: Pool, realNow: () => Date) {
    this.#engine = engine;
    this.#realNow = realNow;
  }

  /** Notes how an attempt ended. */
  note(
    { tenantId, endpointId }: Pick<HeldDelivery, 'tenantId' | 'endpointId'>,
    { errorMessage, endedAt }: Pick<OutcomeRecord, 'errorMessage' | 'endedAt'>,
  ): void {
    const succeeded = errorMessage === null;
    const failure = succeeded ? null : { at: endedAt, reason: errorMessage };
    const atMs = this.#realNow().getTime();
    const last = this.#told.get(endpointId);
    if (succeeded && last?.succeeded && atMs - last.atMs < tellAgainMs) return;
    if (!last && this.#told.size >= maxKnown) this.#told.clear();
    this.#told.set(endpointId, { succeeded, atMs });
    const failures = succeeded ? 0 : 1;
    const state = { tenantId, endpointId, succeeded, failures, failingSince: failure?.at ?? null, lastFailure: failure };
    this.#untold.set(endpointId, together(this.#untold.get(endpointId), state));
  }

  /** Writes what is untold, after every write before it, so that no older state comes later. What a write could not tell waits for the next. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  /** Begins no write from now on. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  async #write(): Promise<void> {
    if (this.#untold.size === 0 || this.#isAbandoned) return;
    const states = [...this.#untold.values()];
    this.#untold.clear();
    try {
      await updateEndpointStates(this.#engine, states, this.#realNow());
    } catch (error) {
      for (const state of states) {
        // After a success the count begins anew, and may be written twice.
        const untold = isUnconfirmed(error) && !state.succeeded ? nothingSince(state) : state;
        this.#untold.set(state.endpointId, together(untold, this.#untold.get(state.endpointId) ?? nothingSince(state)));
      }
      throw error;
    }
  }
}

/** Joins what was shown earlier and what was shown later. */
function together(earlier: EndpointState | undefined, later: EndpointState): EndpointState {
  if (!earlier || later.succeeded) return later;
  return {
    ...later,
    succeeded: earlier.succeeded,
    failures: earlier.failures + later.failures,
    failingSince: earlier.failingSince ?? later.failingSince,
  };
}

const nothingSince = (state: EndpointState): EndpointState => ({ ...state, succeeded: false, failures: 0, failingSince: null });

const tellAgainMs = 60_000;
const maxKnown = 10_000;
