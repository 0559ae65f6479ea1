import type { Context } from './context.ts';
import type { RequestScope } from './db/fair-queue.ts';
import { onceFor } from './once-for.ts';

/**
 * The contexts that requests work with. Each request has one whose connections end at its deadline, so that an operation
 * needs no clock of its own: what it asks of the database after that fails, and is undone like any other failure.
 */
export const requestContext = (context: Context, scope: Pick<RequestScope, 'operation' | 'deadline'>): Context => ({
  ...context,
  db: context.db.requests.within(scope),
  request: { shared: contextOfRequests(context), lasting: context, deadline: scope.deadline },
});

/** For what all requests of a process do together. */
export const contextOfRequests = onceFor((lasting: Context): Context => {
  const shared: Context = {
    ...lasting,
    db: lasting.db.requests.shared,
    get request() {
      return { shared, lasting, deadline: performance.now() + lasting.db.requests.deadlineMs };
    },
  };
  return shared;
});

/** For work that many requests share, such as a group commit: it ends at the deadline of none of them. */
export const sharedContext = <Part extends Pick<Context, 'request'>>(context: Part): Part | Context => context.request?.shared ?? context;

/**
 * For what must be done whatever the deadline: giving back what a failed request took, and everything after a step that
 * cannot be taken back, such as a request to a provider. What fails there is never answered as if nothing had been done.
 */
export const lastingContext = <Part extends Pick<Context, 'request'>>(context: Part): Part | Context => context.request?.lasting ?? context;

/** Waits for lasting work no longer than until the request's deadline and `graceMs`. Null: that came first, and the work goes on. */
export async function byDeadline<Result>(
  { request, log }: Pick<Context, 'request' | 'log'>,
  work: Promise<Result>,
  graceMs = 0,
): Promise<Result | null> {
  if (!request) return work;
  let late: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    const giveUp = (): void => {
      work.catch((error: unknown) => log.error({ err: error }, 'work that went on after its request was answered has failed'));
      resolve(null);
    };
    late = setTimeout(giveUp, Math.max(0, request.deadline + graceMs - performance.now()));
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(late));
}
