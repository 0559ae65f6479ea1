import { type Breaches, newBreaches } from './breaches.ts';
import { type Exchanges, newExchanges } from './exchanges.ts';
import { Ledger } from './ledger/ledger.ts';
import type { SessionLimits } from './limits.ts';
import { newTimeline, type Timeline } from './timeline.ts';

/** What a session remembers of everything that happened in it. */
export interface SessionRecords {
  readonly timeline: Timeline;
  readonly ledger: Ledger;
  readonly breaches: Breaches;
  readonly exchanges: Exchanges;
}

export function sessionRecords(realNow: () => Date, limits: SessionLimits): SessionRecords {
  const timeline = newTimeline(realNow, limits);
  return { timeline, ledger: new Ledger(limits), breaches: newBreaches(timeline, limits), exchanges: newExchanges(realNow, limits) };
}
