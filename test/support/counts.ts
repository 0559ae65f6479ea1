import type { Context } from '../../src/context.ts';
import { countFinishedHalfHours } from '../../src/deliveries/delivery-counts.ts';

/** Counts every half hour that has ended, as the scheduler does in its turns. */
export async function countAllHalfHours(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  while ((await countFinishedHalfHours(context)) > 0);
}
