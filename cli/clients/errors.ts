import { reasonOf } from '../../src/process/reason-of.ts';

/** Thrown when an API refuses what a command asks for. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** Holds the bytes as the API wrote them. */
  readonly text: string;

  constructor(refusal: { status: number; code: string; message: string; details?: unknown }, text: string) {
    const { status, code, message, details } = refusal;
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.text = text;
  }
}

/** Thrown when no server answers, or one that is not the API that is asked. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Tells by the error of a fetch if its request may have arrived: there was a connection, or the wait for the answer was given up. */
export const mayHaveArrived = (error: unknown): boolean => isTooLate(error) || brokenOff.has(reasonOf(error));

export const isTooLate = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/** How a connection ends that had been made. */
const brokenOff: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
