import canonicalizeModule from 'canonicalize';
import { Refusal } from './refusal.ts';

/** What was answered under which `idempotencyKey`, by API key and operation. */
export interface KeptAnswers {
  /** The stored answer, or the one that `work` gives, which is stored. Throws `idempotency_conflict`. */
  under<R extends { readonly status: number }>(asked: KeyedRequest, work: () => R): { readonly reply: R; readonly replayed: boolean };
  /** A call that was placed although the answer said otherwise: the key names it from now on. */
  keep(asked: KeyedRequest, reply: { readonly status: number }): void;
  clear(): void;
}

export interface KeyedRequest {
  readonly apiKey: string;
  /** The operation, with the id of its path where it has one. */
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
        // Kept under this very operation's name, so it is what this operation answered.
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

/** Spec, Limits: idempotencyKey, retained 24 hours. */
const retentionMs = 24 * 60 * 60 * 1_000;

const nameOf = ({ apiKey, operation, body }: KeyedRequest): string => JSON.stringify([apiKey, operation, body.idempotencyKey]);

const canonical = ({ body }: KeyedRequest): string => canonicalize({ ...body, idempotencyKey: undefined }) ?? '';

/** The package is CommonJS and exports the function itself; its types say `default`, as if it were not. */
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;
