import canonicalizeModule from 'canonicalize';
import { Refusal } from './refusal.ts';

/** The answers that were given for each `idempotencyKey`, by API key and operation. */
export interface KeptAnswers {
  /** Returns the stored answer, or stores and returns that of `work`. Throws `idempotency_conflict`. */
  under<R extends { readonly status: number }>(asked: KeyedRequest, work: () => R): { readonly reply: R; readonly replayed: boolean };
  /** Stores a call that was placed although the request was refused, so that the key returns it from now on. */
  keep(asked: KeyedRequest, reply: { readonly status: number }): void;
  clear(): void;
}

export interface KeyedRequest {
  readonly apiKey: string;
  /** Is the operation, followed by the id in its path if it has one. */
  readonly operation: string;
  readonly body: { readonly idempotencyKey?: string | undefined };
  readonly at: Date;
}

interface Kept {
  readonly body: string;
  readonly at: number;
  readonly reply: { readonly status: number };
}

export function newKeptAnswers(): KeptAnswers {
  const kept = new Map<string, Kept>();
  const keep = (asked: KeyedRequest, reply: { readonly status: number }): void => {
    if (asked.body.idempotencyKey !== undefined)
      kept.set(nameOf(asked), { body: canonical(asked), at: asked.at.getTime(), reply: structuredClone(reply) });
  };
  return {
    under<R extends { readonly status: number }>(asked: KeyedRequest, work: () => R) {
      const found = asked.body.idempotencyKey === undefined ? undefined : kept.get(nameOf(asked));
      if (found && found.at > asked.at.getTime() - retentionMs) {
        if (found.body !== canonical(asked)) throw new Refusal('idempotency_conflict');
        // The answer was stored under this operation's name, so it has this operation's type.
        return { reply: found.reply as R, replayed: true };
      }
      const reply = work();
      keep(asked, reply);
      return { reply, replayed: false };
    },
    keep,
    clear: () => kept.clear(),
  };
}

/** An idempotency key is kept this long (`L-IDEM-02`). */
const retentionMs = 24 * 60 * 60 * 1_000;

const nameOf = ({ apiKey, operation, body }: KeyedRequest): string => JSON.stringify([apiKey, operation, body.idempotencyKey]);

const canonical = ({ body }: KeyedRequest): string => canonicalize({ ...body, idempotencyKey: undefined }) ?? '';

/** The package is CommonJS and exports the function itself, while its types declare a `default` export. */
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;
