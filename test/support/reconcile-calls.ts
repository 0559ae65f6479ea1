import { completeOverdueOnce, reconcileOnce } from '../../src/calls/reconcile.ts';
import type { Context } from '../../src/context.ts';

/** Takes a turn of both chores that bring calls to their `call.completed`, and returns how many calls they took. */
export const reconcileCalls = async (context: Context): Promise<number> =>
  (await reconcileOnce(context)) + (await completeOverdueOnce(context));
