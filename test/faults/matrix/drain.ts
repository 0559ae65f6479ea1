import { setTimeout as pause } from 'node:timers/promises';
import { advanceClock } from './faults.ts';
import type { System } from './system.ts';

/**
 * After the faults: everything comes to its end. Whenever nobody is at work, the service's clock is moved on to whatever
 * is due next, so that retries that are hours away come. Leases of killed processes lapse in
 * real time, a minute after they were taken; the clock moves on meanwhile. Returns what has not come to its end after five minutes,
 * in words, or null.
 */
export async function drain(system: System, { leastStepSeconds, quietMs }: DrainOptions = severalAtWork): Promise<string | null> {
  const until = performance.now() + drainWithinMs;
  for (;;) {
    const next = await nextDue(system);
    if (next === null) return null;
    if (performance.now() > until) return `not at its end after ${drainWithinMs / 1_000} s, ${await whatIsLeft(system)}`;
    if (next > 0 && isQuiet(system, quietMs)) await advanceClock(system, system.services[0], Math.max(leastStepSeconds, Math.ceil(next)));
    await pause(lookEveryMs);
  }
}

export interface DrainOptions {
  /** A longer step brings together what is due at many moments. */
  readonly leastStepSeconds: number;
  /** How long nothing has come, before nobody is thought to be at work. */
  readonly quietMs: number;
}

/** Until each of them has heard of the last step. */
const severalAtWork: DrainOptions = { leastStepSeconds: 0, quietMs: 1_500 };
/** One process is left, which hears of each step at once. */
export const oneAtWork: DrainOptions = { leastStepSeconds: 3_600, quietMs: 250 };

/** A minute of it may be the lease of what was killed last. */
const drainWithinMs = 300_000;
const lookEveryMs = 250;

const isQuiet = ({ oracle }: System, quietMs: number): boolean => oracle.open() === 0 && performance.now() - oracle.lastAt() > quietMs;

/** Seconds until the next thing is due, by the service's clock; zero where something is, or where all is leased; null where nothing is left. */
async function nextDue(system: System): Promise<number | null> {
  const { clock } = system.context;
  const [row] = await askOpen<{ at: Date | null; left: number }>(system, (open) => `select min(at) as at, count(*) as left ${open}`);
  if (!row || row.left === 0) return null;
  await clock.refresh();
  return row.at === null ? 0 : Math.max(0, (row.at.getTime() - clock.now().getTime()) / 1_000);
}

async function whatIsLeft(system: System): Promise<string> {
  const { clock } = system.context;
  const left = await askOpen<{ what: string; at: Date | null }>(system, (open) => `select what, at ${open} order by at limit 20`);
  const { oracle } = system;
  const told = left.map(({ what, at }) => `${what} ${at ? `due at ${at.toISOString()}` : 'leased'}`);
  const quiet = `the oracle has ${oracle.open()} requests open and had its last ${Math.round(performance.now() - oracle.lastAt())} ms ago`;
  return [`at ${clock.now().toISOString()} by the service's clock, ${quiet}:`, ...told].join('\n  ');
}

/** Asks about everything that has not come to its end. */
async function askOpen<Row>({ context: { db }, simulator, history }: System, statement: (open: string) => string): Promise<readonly Row[]> {
  // A text that the carrier never had is looked for over days, and in vain. A call that was never dialled is closed, and nothing is due for it.
  const sent = simulator.ledger.read().messages.map(({ messageId }) => messageId);
  const open = `
      from (select 'delivery ' || id as what, case when worker is null then due_at end as at from webhook_deliveries
             where finished_at is null and tenant_id <> ?
            union all
            select 'call ' || id, least(check_at, completion_due_at) from calls
             where completed_event_at is null and coalesce(check_at, completion_due_at) is not null
            union all
            select 'recording of ' || id, recording_due_at from calls where recording_state = 'due'
            union all
            select 'text ' || id, check_at from texts where check_at is not null and id = any (?)) as open`;
  const { rows } = await db.knex.raw<{ rows: Row[] }>(statement(open), [history.tenantId, sent]);
  return rows;
}
