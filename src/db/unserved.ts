/**
 * A request could not be served, and nothing of what it asked for was done. Where it is not known whether a statement was
 * carried out, the error is another one.
 */
export class Unserved extends Error {
  override readonly name = 'Unserved';
  readonly reason: UnservedReason;

  constructor(reason: UnservedReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * `room`: not let in. `time`: no connection was free before the deadline, or what ran then was cancelled. `database`: it
 * could not be reached, was lost in the middle of a read, or takes no writes.
 */
export type UnservedReason = 'room' | 'time' | 'database';
