import type { Config } from '../../src/process/config.ts';
import { hourMs } from '../../src/process/time.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen, warning } from './finding.ts';

/**
 * The limits for this machine's clock against PostgreSQL's, which the service uses. Receivers refuse a timestamp more
 * than 300 s off (`L-TOLERANCE-01`).
 */
const [suspectSeconds, wrongSeconds] = [5, 60];

export async function clocks(
  { engine, offsetMs }: SoundDatabase,
  { environment }: Config,
  machineNow: () => Date,
): Promise<readonly Seen[]> {
  const before = machineNow().getTime();
  const { rows } = await engine.query<{ now: Date }>('select clock_timestamp() as now');
  const middle = (before + machineNow().getTime()) / 2;
  const apart = Math.round(Math.abs((rows[0]?.now.getTime() ?? middle) - middle) / 1_000);
  return [apartness(apart), ...(environment === 'sandbox' || offsetMs === 0 ? [] : [leftOver(offsetMs)])];
}

function apartness(seconds: number): Seen {
  const found = `This machine and PostgreSQL are ${seconds} s apart.`;
  if (seconds >= wrongSeconds)
    return fault(
      found,
      'Set the clock that is wrong (NTP). Receivers refuse webhooks that are stamped 300 s off, and PostgreSQL stamps them.',
    );
  if (seconds >= suspectSeconds) return warning(found, 'See that both are kept by NTP.');
  return good(found);
}

/** Reports a clock offset outside a sandbox, where rows that were stored under it have times in the future. */
const leftOver = (offsetMs: number): Seen =>
  fault(
    `The database is a sandbox's, whose clock runs ${Math.ceil(offsetMs / hourMs)} h ahead.`,
    'Give the service a database of its own, or start it with RINGPOST_ENV=sandbox.',
  );
