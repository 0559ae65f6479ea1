import type { Pool } from 'pg';
import { type EndpointState, updateEndpointStates } from '../webhooks/slowed-endpoints.ts';
import type { HeldDelivery } from './held-delivery.ts';

/**
 * Tells the state of endpoints as this process sees them to the table that `GET /webhooks` shows (D-179). A change is told with the
 * next flush. What has not changed is told again after a minute, so that the process that hears from an endpoint last is right,
 * and what a process that died left behind is corrected.
 */
export interface EndpointStates {
  /** Takes in the state after an attempt: null if the endpoint is healthy, else since when and why it is slowed. */
  note(delivery: Pick<HeldDelivery, 'tenantId' | 'endpointId'>, slowed: EndpointState['slowed']): void;
  flush(): Promise<void>;
}

export function endpointStates(engine: Pool, realNow: () => Date): EndpointStates {
  const told = new Map<string, { isSlowed: boolean; atMs: number }>();
  let untold = new Map<string, EndpointState>();

  return {
    note({ tenantId, endpointId }, slowed) {
      const isSlowed = slowed !== null;
      const atMs = realNow().getTime();
      const last = told.get(endpointId);
      if (last?.isSlowed === isSlowed && atMs - last.atMs < tellAgainMs) return;
      if (!last && told.size >= maxKnown) told.clear();
      told.set(endpointId, { isSlowed, atMs });
      // Most endpoints are healthy and shown as such, so the first success is no news.
      if (last || isSlowed) untold.set(endpointId, { tenantId, endpointId, slowed });
    },
    async flush() {
      if (untold.size === 0) return;
      const states = [...untold.values()];
      untold = new Map();
      await updateEndpointStates(engine, states);
    },
  };
}

const tellAgainMs = 60_000;
const maxKnown = 10_000;
