import { idempotencyConflict } from '../../../src/errors.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { requestHash } from '../../../src/idempotency/request-hash.ts';
import { idempotencyRetentionHours } from '../../../src/process/limits.ts';
import { hourMs } from '../../../src/process/time.ts';

/** The answers that were given for each `idempotencyKey`, by API key and operation. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();

  /**
   * Returns the stored answer, or stores and returns that of `work`. A request that comes while the first one is at work waits for its
   * answer. Throws `idempotency_conflict`.
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
    this.#kept.set(name, { hash, at: at.getTime(), reply });
    try {
      return { reply: await reply, replayed: false };
    } catch (error) {
      this.#kept.delete(name);
      throw error;
    }
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
}
