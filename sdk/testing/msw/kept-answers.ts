import { ApiError, idempotencyConflict } from '../../../src/errors.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { requestHash } from '../../../src/idempotency/request-hash.ts';
import { idempotencyRetentionHours } from '../../../src/process/limits.ts';
import { hourMs } from '../../../src/process/time.ts';

/** The answers that were given for each `idempotencyKey`, by API key and operation. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  /**
   * Returns the stored answer, or stores and returns that of `work`. A request that comes while the first one is at work waits for its
   * answer. A refusal is not stored, but for one that names a call of unknown fate. Throws `idempotency_conflict`.
   */
  async under(
    { apiKey, operation, key, body, at }: KeyedRequest,
    work: () => Promise<Reply>,
  ): Promise<{ readonly reply: Reply; readonly replayed: boolean }> {
    const name = JSON.stringify([apiKey, operation, key]);
    const hash = requestHash(body);
    const found = this.#kept.get(name);
    if (found && found.at > at.getTime() - idempotencyRetentionHours * hourMs) {
      if (!found.hash.equals(hash)) throw idempotencyConflict();
      return { reply: await found.reply, replayed: true };
    }
    const reply = work();
    const kept: Kept = { hash, at: at.getTime(), reply, unclearCall: null };
    this.#kept.set(name, kept);
    try {
      return { reply: await reply, replayed: false };
    } catch (error) {
      if (error instanceof ApiError && error.details?.['fate'] === 'unknown') kept.unclearCall = error.details['callId'];
      else this.#kept.delete(name);
      throw error;
    }
  }

  /** Frees the key of a call that turned out never to have been dialled. */
  free(callId: string): void {
    for (const [name, { unclearCall }] of this.#kept) if (unclearCall === callId) this.#kept.delete(name);
  }

  clear(): void {
    this.#kept.clear();
  }
}

interface KeyedRequest {
  readonly apiKey: string;
  /** Is the operation, followed by the id in its path if it has one. */
  readonly operation: string;
  readonly key: string;
  readonly body: unknown;
  readonly at: Date;
}

interface Kept {
  readonly hash: Buffer;
  readonly at: number;
  readonly reply: Promise<Reply>;
  unclearCall: unknown;
}
