import type { IncomingMessage } from 'node:http';
import type { Outcome, Proper } from './answers/give.ts';
import { keptBodyBytes, type SessionLimits } from './limits.ts';

/** The HTTP exchanges in both directions, with their bytes. `har.ts` exports them. */
export interface Exchanges {
  /** Begins an exchange with an incoming request. The returned function is called once with the answer; after a `clear` it does nothing. */
  incoming(message: IncomingMessage, body: Buffer, url: string): (outcome: Outcome, answer: Proper) => void;
  outgoing(exchange: Outgoing): void;
  /** Returns the newest exchanges, oldest first. */
  all(): readonly Exchange[];
  clear(): void;
}

export interface Outgoing {
  readonly url: string;
  readonly startedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number | null;
  readonly answer: string;
}

export interface Exchange extends Outgoing {
  readonly method: string;
  readonly ms: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** Is the reason for a missing status. */
  readonly failure: string | null;
}

export function newExchanges(realNow: () => Date, limits: Pick<SessionLimits, 'exchanges' | 'exchangeBytes'>): Exchanges {
  let kept: Exchange[] = [];
  let bytes = 0;
  let clears = 0;
  const add = (given: Omit<Exchange, 'ms'>): void => {
    const ms = Math.max(0, realNow().getTime() - given.startedAt.getTime());
    const exchange = { ...given, ms, body: given.body.slice(0, keptBodyBytes), answer: given.answer.slice(0, keptBodyBytes) };
    kept.push(exchange);
    bytes += sizeOf(exchange);
    while (kept.length > limits.exchanges || bytes > limits.exchangeBytes) bytes -= sizeOf(kept.shift());
  };
  return {
    incoming(message, body, url) {
      const startedAt = realNow();
      const begun = clears;
      return (outcome, answer) => {
        if (begun !== clears) return;
        const isAnswered = typeof outcome === 'number';
        add({
          method: message.method ?? '',
          url,
          startedAt,
          headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)])),
          body: body.toString('utf8', 0, keptBodyBytes),
          status: isAnswered ? outcome : null,
          answerHeaders: isAnswered ? answer.headers : {},
          answer: isAnswered ? answer.body.toString('utf8', 0, keptBodyBytes) : '',
          failure: isAnswered ? null : outcome,
        });
      };
    },
    outgoing: (exchange) => add({ ...exchange, method: 'POST', answerHeaders: {}, failure: exchange.status === null ? 'no answer' : null }),
    all: () => kept,
    clear() {
      clears += 1;
      kept = [];
      bytes = 0;
    },
  };
}

/** Estimates the size in characters, which is accurate enough. */
const sizeOf = (exchange: Exchange | undefined): number => (exchange ? exchange.body.length + exchange.answer.length : 0);
