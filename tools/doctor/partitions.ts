import { countRowsWithoutWeek, weeksMissingAhead } from '../../src/db/partitions.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen, warning } from './finding.ts';

export async function partitions({ knex, now }: SoundDatabase): Promise<readonly Seen[]> {
  const missing = await weeksMissingAhead(knex, now);
  const strays = await countRowsWithoutWeek(knex);
  const seen: Seen[] = [];
  if (missing.length > 0)
    seen.push(
      fault(
        `${missing.join(', ')}: missing.`,
        'The scheduler makes weeks ahead: see that a process with that role runs, and what it logs. `ringpost migrate` makes them at once.',
      ),
    );
  if (strays > 0)
    seen.push(
      warning(
        `Rows in a default partition: ${strays}.`,
        'They are sent like any other, but go one by one when they expire. They move out when their week is made; look why it was late.',
      ),
    );
  return seen.length > 0 ? seen : [good('every week is there, three ahead')];
}
