import type { Context } from '../../src/context.ts';
import { type Dispatcher, type DispatcherOptions, startDispatcher } from '../../src/dispatch/dispatcher.ts';

/** Starts a dispatcher for one test, or with `{ after }` of node:test for a whole file. It delivers when it is told to. */
export function dispatcherFor(t: { after(clean: () => Promise<void>): void }, context: Context, options?: DispatcherOptions): Dispatcher {
  const dispatcher = startDispatcher(context, options);
  t.after(() => dispatcher.stop(0));
  return dispatcher;
}
