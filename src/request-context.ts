import type { Context } from './context.ts';
import { endAtDeadline, forgetDeadline, type Limited } from './db/deadlines.ts';
import type { RequestScope } from './db/fair-queue.ts';

/**
 * Makes the contexts that requests work with. Each request has one whose connections end at its deadline, so that an operation
 * needs no clock of its own: what it asks of the database after that fails, and is undone like any other failure.
 */
export function createRequestContexts(lasting: Context): (scope: Pick<RequestScope, 'operation' | 'deadline'>) => Context {
  /** Few requests use all of a context: what is not the request's own is inherited, and its connections are made when they are used. */
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

/** The context of what all requests of a process do together. Its deadline begins anew at each look. */
export const contextOfRequests = (lasting: Context): Context => ({
  ...lasting,
  db: lasting.db.requests.shared,
  get request() {
    return { lasting, deadline: performance.now() + lasting.db.requests.deadlineMs };
  },
});

/**
 * For what must be done whatever the deadline: giving back what a failed request took, and everything after a step that
 * cannot be taken back, such as a request to a provider. What fails there is never answered as if nothing had been done.
 */
export const lastingContext = <Part extends Pick<Context, 'request'>>(context: Part): Part | Context => context.request?.lasting ?? context;

/** Waits for lasting work no longer than until the request's deadline and `graceMs`. Null: that came first, and the work goes on. */
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
