import type { Context } from '../../src/context.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';

/** Starts a dispatcher for one test, or with `{ after }` of node:test for a whole file. It delivers when it is told to. */
export function dispatcherFor(t: { after(clean: () => Promise<void>): void }, context: Context): Dispatcher {
  const dispatcher = startDispatcher(context);
  t.after(() => dispatcher.stop(0));
  return dispatcher;
}
