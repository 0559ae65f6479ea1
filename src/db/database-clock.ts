import type { Knex } from 'knex';
import { invalidRequest } from '../errors.ts';
import type { Clock } from '../process/clock.ts';
import { after } from '../process/time.ts';
import { keepPartitionsAhead } from './partitions.ts';

/**
 * Starts the service's clock, which is PostgreSQL's. Every process measures its own difference at start and every 30 s, so
 * processes agree and one machine's wrong clock does no harm. Between measurements the machine's monotonic clock counts; no time
 * server and no administrator can turn it. In sandbox mode the service's time runs ahead by an offset in the database. Each process
 * reads the offset twice a second, so it follows an advance within a second.
 */
export async function startDatabaseClock(knex: Knex, options: DatabaseClockOptions = {}): Promise<DatabaseClock> {
  const monotonic = options.monotonic ?? (() => performance.now());
  const real = steadily(monotonic, await measureBest(knex, monotonic));
  let offset = 0;
  let lastNow = 0;

  const followOffset = async (): Promise<void> => {
    // An answer that was overtaken by a later one must not turn the clock back.
    if (options.sandbox) offset = Math.max(offset, await readOffset(knex));
  };
  await followOffset();

  // A failed measurement changes nothing: the last one stays good for a long time.
  const measuring = setInterval(() => void measureBest(knex, monotonic).then(real.adopt, () => {}), measureEveryMs).unref();
  const following = options.sandbox ? setInterval(() => void followOffset().catch(() => {}), followEveryMs).unref() : undefined;

  return {
    realNow: () => new Date(real.now()),
    now() {
      lastNow = Math.max(lastNow, real.now() + offset);
      return new Date(lastNow);
    },
    refresh: followOffset,
    stop() {
      clearInterval(measuring);
      clearInterval(following);
    },
  };
}

export interface DatabaseClockOptions {
  /** The service's time has an offset only if this is true. */
  readonly sandbox?: boolean;
  /** Returns milliseconds that only grow. A test passes its own function. */
  readonly monotonic?: () => number;
}

export interface DatabaseClock extends Clock {
  stop(): void;
}

const measureEveryMs = 30_000;
/** A process has to follow an advance within a second. */
const followEveryMs = 500;
const measurements = 5;
/** PostgreSQL's dates go further, but JavaScript's ISO form and the 48 bits in a UUID do not. */
const lastYear = 9_999;

/** Measures PostgreSQL's time less the monotonic clock. It takes the shortest of several round trips, because half of it is the error. */
async function measureBest(knex: Knex, monotonic: () => number): Promise<number> {
  let best = { roundTrip: Number.POSITIVE_INFINITY, difference: 0 };
  for (let i = 0; i < measurements; i++) {
    const sent = monotonic();
    const { rows } = await knex.raw<{ rows: { ms: number }[] }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
    const roundTrip = monotonic() - sent;
    if (rows[0] && roundTrip < best.roundTrip) best = { roundTrip, difference: rows[0].ms - (sent + roundTrip / 2) };
  }
  return best.difference;
}

/**
 * Makes a time that never goes back. When a measurement shows that this process was ahead, its time runs at half speed until it
 * agrees, so that it neither jumps back nor stands still.
 */
function steadily(monotonic: () => number, measured: number): { now(): number; adopt(difference: number): void } {
  let difference = measured;
  let lastMonotonic = monotonic();
  let last = lastMonotonic + difference;
  return {
    now() {
      const at = monotonic();
      last = Math.max(at + difference, last + Math.max(0, at - lastMonotonic) / 2);
      lastMonotonic = at;
      return Math.floor(last);
    },
    adopt(next) {
      difference = next;
    },
  };
}

async function readOffset(sql: Knex): Promise<number> {
  const row = await sql('installation').first<{ clock_offset_ms: number } | undefined>('clock_offset_ms');
  if (!row) throw new Error('The database has no installation: its migrations were not applied.');
  return row.clock_offset_ms;
}

/**
 * Moves the service's time ahead in every process (sandbox only). The weeks around the new time are made first, so no process sees
 * the time without them. Advances at the same moment add up: the second one begins where the first one ended.
 */
export async function advanceClock(knex: Knex, clock: Clock, seconds: number): Promise<Date> {
  for (let hasMoved = false; !hasMoved; ) {
    const before = await readOffset(knex);
    const offset = before + Math.round(seconds * 1_000);
    const target = after(clock.realNow(), offset);
    if (!(target.getUTCFullYear() < lastYear)) throw invalidRequest(`The clock cannot be advanced past the year ${lastYear - 1}.`);
    await keepPartitionsAhead(knex, target);
    hasMoved = (await knex('installation').where({ clock_offset_ms: before }).update({ clock_offset_ms: offset })) > 0;
  }
  await clock.refresh();
  return clock.now();
}
