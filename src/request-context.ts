import type { Context } from './context.ts';
import type { RequestScope } from './db/fair-queue.ts';
import { endAtDeadline, forgetDeadline, type Limited } from './process/deadlines.ts';

/**
 * Makes the contexts that requests work with. The connections of each end at the request's deadline, so an operation needs no clock
 * of its own: a statement after the deadline fails, and is undone like any other failure.
 */
export function createRequestContexts(lasting: Context): (scope: Pick<RequestScope, 'operation' | 'deadline'>) => Context {
  /** Few requests use all of a context: shared members are inherited, and connections are made when they are first used. */
  class RequestContext {
    readonly request: NonNullable<Context['request']>;
    readonly #scope: Pick<RequestScope, 'operation' | 'deadline'>;
    #db: Context['db'] | undefined;

    constructor(scope: Pick<RequestScope, 'operation' | 'deadline'>) {
      this.#scope = scope;
      this.request = { lasting, deadline: scope.deadline };
    }

    get db(): Context['db'] {
      this.#db ??= lasting.db.requests.within(this.#scope);
      return this.#db;
    }
  }
  Object.setPrototypeOf(RequestContext.prototype, lasting);
  // TypeScript does not see what is inherited from an object.
  return (scope) => new RequestContext(scope) as unknown as Context;
}

/** Returns the context for work that all requests of a process share. Its deadline begins anew at each look. */
export const contextOfRequests = (lasting: Context): Context => ({
  ...lasting,
  db: lasting.db.requests.shared,
  get request() {
    return { lasting, deadline: performance.now() + lasting.db.requests.deadlineMs };
  },
});

/**
 * Returns a context without a deadline, for work that must be done in any case: giving back what a failed request took, and
 * everything after a step that cannot be undone, such as a request to a provider. An error there is never answered as if nothing
 * had been done.
 */
export const lastingContext = <Part extends Pick<Context, 'request'>>(context: Part): Part | Context => context.request?.lasting ?? context;

/** Waits for lasting work until the request's deadline plus `graceMs`. Null: the time ran out, and the work goes on. */
export function byDeadline<Result>(
  { request, log }: Pick<Context, 'request' | 'log'>,
  work: Promise<Result>,
  graceMs = 0,
): Promise<Result | null> {
  if (!request) return work;
  return new Promise((resolve, reject) => {
    const limited: Limited = {
      deadline: request.deadline + graceMs,
      end() {
        work.catch((error: unknown) => log.error({ err: error }, 'work that went on after its request was answered has failed'));
        resolve(null);
      },
    };
    endAtDeadline(limited);
    work.then(
      (result) => {
        forgetDeadline(limited);
        resolve(result);
      },
      (error: unknown) => {
        forgetDeadline(limited);
        reject(error);
      },
    );
  });
}
