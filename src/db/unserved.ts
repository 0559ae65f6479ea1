import { sqlState, tenantMoves } from './sql-state.ts';

/**
 * A request could not be served, and none of its statements had an effect. Where it is not known whether a statement was carried
 * out, another error is thrown.
 */
export class Unserved extends Error {
  override readonly name = 'Unserved';
  readonly reason: UnservedReason;

  constructor(reason: UnservedReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** True for an error after which nothing was done. The tenant may be moving to another cell. */
export const isUnserved = (error: unknown): boolean => error instanceof Unserved || sqlState(error) === tenantMoves;

/**
 * Waits for work that follows a commit. Its failure is thrown as another error than `Unserved`, because something was done.
 */
export const afterCommit = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof Unserved ? new Error(`what follows a commit failed: ${error.message}`, { cause: error }) : error;
  });

/**
 * `room`: the request was not let in. `time`: no connection was free before the deadline, or its statement was cancelled or given up.
 * `database`: the database could not be reached, was lost in the middle of a read, takes no writes, or lacks disk,
 * memory or connections.
 */
export type UnservedReason = 'room' | 'time' | 'database';
