import type { Pool } from 'pg';
import { type EndpointState, updateEndpointStates } from '../webhooks/slowed-endpoints.ts';
import type { HeldDelivery } from './held-delivery.ts';

/**
 * Tells the state of endpoints as this process sees them to the table that `GET /webhooks` shows (D-179). A change is told with the
 * next flush. What has not changed is told again after a minute, so that the process that hears from an endpoint last is right,
 * and what a process that died left behind is corrected.
 */
export class EndpointStates {
  readonly #engine: Pool;
  readonly #realNow: () => Date;
  readonly #told = new Map<string, { isSlowed: boolean; atMs: number }>();
  readonly #untold = new Map<string, EndpointState>();
  #writing: Promise<void> = Promise.resolve();

  constructor(engine: Pool, realNow: () => Date) {
    this.#engine = engine;
    this.#realNow = realNow;
  }

  /** Takes in the state after an attempt: null if the endpoint is healthy, else since when and why it is slowed. */
  note({ tenantId, endpointId }: Pick<HeldDelivery, 'tenantId' | 'endpointId'>, slowed: EndpointState['slowed']): void {
    const isSlowed = slowed !== null;
    const atMs = this.#realNow().getTime();
    const last = this.#told.get(endpointId);
    if (last?.isSlowed === isSlowed && atMs - last.atMs < tellAgainMs) return;
    if (!last && this.#told.size >= maxKnown) this.#told.clear();
    this.#told.set(endpointId, { isSlowed, atMs });
    this.#untold.set(endpointId, { tenantId, endpointId, slowed });
  }

  /** Writes what is untold, after every write before it, so that no older state comes later. What a write could not tell waits for the next. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#untold.size === 0) return;
    const states = [...this.#untold.values()];
    this.#untold.clear();
    try {
      await updateEndpointStates(this.#engine, states);
    } catch (error) {
      for (const state of states) if (!this.#untold.has(state.endpointId)) this.#untold.set(state.endpointId, state);
      throw error;
    }
  }
}

const tellAgainMs = 60_000;
const maxKnown = 10_000;
