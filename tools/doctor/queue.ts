import { poisonClaims } from '../../src/process/limits.ts';
import { minuteMs } from '../../src/process/time.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen, warning } from './finding.ts';

const lateMinutes = 5;

/** Checks that a process works on the queue. Those of a tenant that moves are due at the end of time (D-25). */
export async function queue({ engine, now }: SoundDatabase): Promise<readonly Seen[]> {
  const { rows } = await engine.query<{ due: number; oldest: Date | null; poisoned: number }>(
    `select count(*) filter (where due_at <= $1) as due,
            nullif(min(due_at), 'infinity') as oldest,
            count(*) filter (where lease - attempts >= $2 and worker is null) as poisoned
       from webhook_deliveries
      where due_at is not null`,
    [now, poisonClaims],
  );
  const { due = 0, oldest = null, poisoned = 0 } = rows[0] ?? {};
  const minutes = oldest ? Math.floor((now.getTime() - oldest.getTime()) / minuteMs) : 0;
  const seen: Seen[] = [];
  if (minutes >= lateMinutes)
    seen.push(
      fault(
        `Deliveries due: ${due}, the oldest for ${minutes} minutes.`,
        'See that a process with the role dispatcher runs and reaches the outside; if it does, add another.',
      ),
    );
  if (poisoned > 0)
    seen.push(
      warning(
        `Deliveries claimed ${poisonClaims} times without an outcome: ${poisoned}.`,
        'Processes die during their attempts: look at what each logged last. Such a delivery rests an hour between claims.',
      ),
    );
  return seen.length > 0 ? seen : [good(`${due} due`)];
}
