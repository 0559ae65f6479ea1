import type { Context } from '../../src/context.ts';
import { countFinishedSlots } from '../../src/deliveries/delivery-counts.ts';

/** Counts every slot that has ended, as the scheduler does in its turns. */
export async function countAllSlots(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  while ((await countFinishedSlots(context)) > 0);
}
