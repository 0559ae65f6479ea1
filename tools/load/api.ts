import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { jsonOf } from '../../src/contract/json.ts';
import { reasonOf } from '../conformance/reachable.ts';

/** An answer of a JSON API, and how long it took in milliseconds. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly ms: number;
  /** When the request was sent, in milliseconds of this machine's clock. */
  readonly sentAt: number;
  /** What is left of the budget that the request drew on, where the answer says it. */
  readonly budget: Budget | null;
}

export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** When it is full again, in seconds since 1970. */
  readonly resetAt: number;
}

export interface Asked {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
}

/** Asks one host. It follows no redirect, so that nothing is sent to a host that was not named. */
export class Api {
  readonly #pool: Pool;
  readonly #prefix: string;
  /** When a request got no answer or a 503, and none has got another since, in milliseconds of this machine's clock; null while it serves. */
  #silentSince: number | null = null;

  constructor(baseUrl: string, connections: number) {
    const { origin } = new URL(baseUrl);
    this.#pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: patienceMs, bodyTimeout: patienceMs });
    this.#prefix = prefixOf(baseUrl);
  }

  async ask(asked: Asked): Promise<Answer> {
    const sentAt = Date.now();
    const begun = performance.now();
    const { answer, text } = await this.#answerTo(asked).catch((error: unknown) => {
      this.#silentSince ??= Date.now();
      throw error;
    });
    const { statusCode: status, headers } = answer;
    if (status === 503) this.#silentSince ??= Date.now();
    else this.#silentSince = null;
    return { status, body: jsonOrText(text), ms: performance.now() - begun, sentAt, budget: budgetIn(headers) };
  }

  /** Tells whether nothing has been served for so long that nobody waits for it any more. */
  isGone(): boolean {
    return this.#silentSince !== null && Date.now() - this.#silentSince > longestWaitMs;
  }

  async #answerTo(asked: Asked) {
    const answer = await this.#pool.request(requestOf(asked, this.#prefix));
    return { answer, text: await answer.body.text() };
  }

  /** Asks where only one status will do. Any other throws `Unready`. */
  async expect<Reply>(status: number, asked: Asked): Promise<Reply> {
    const answer = await this.ask(asked).catch((error: unknown) => {
      throw new Unready(`${asked.method} ${asked.path} was not answered (${reasonOf(error)}).`);
    });
    if (answer.status !== status) {
      const hint = answer.status === 404 && this.#prefix === '' ? ' Is the path prefix there, such as /api/v1/public?' : '';
      throw new Unready(`${asked.method} ${asked.path} answered ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 300)}${hint}`);
    }
    // The deployment under load is trusted to answer in the documented shape before the load begins; conformance judges that.
    return answer.body as Reply;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

const longestWaitMs = 120_000;

/**
 * Asks, and waits where a budget is used up or the deployment is overloaded, until then, or for two minutes at most. A deployment that has served
 * nothing for so long is not waited for again. Null: there was no answer.
 */
export async function askPatiently(api: Api, asked: Asked, until = Date.now() + longestWaitMs): Promise<Answer | null> {
  for (;;) {
    const answer = await api.ask(asked).catch(() => null);
    const isRefused = answer === null || answer.status === 429 || answer.status === 503;
    if (!isRefused || Date.now() > until || api.isGone()) return answer;
    await delay(Math.min(Math.max(500, (answer?.budget?.resetAt ?? 0) * 1_000 - Date.now()), 60_000));
  }
}

/** The deployment cannot be prepared for a run, so no load is sent. */
export class Unready extends Error {
  override readonly name = 'Unready';
}

const patienceMs = 60_000;

function budgetIn(headers: Readonly<Record<string, string | string[] | undefined>>): Budget | null {
  const [limit, remaining, resetAt] = ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`] ?? Number.NaN));
  return limit === undefined || remaining === undefined || resetAt === undefined || Number.isNaN(limit + remaining + resetAt)
    ? null
    : { limit, remaining, resetAt };
}

/** Returns the request as HTTP clients take it. */
export const requestOf = ({ method, path, key, body }: Asked, prefix: string) => ({
  method,
  path: `${prefix}${path}`,
  headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** Returns the path of a base URL without a slash at its end. */
export const prefixOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '');

/** Returns the body of an answer: as it is where it is not JSON. */
export const jsonOrText = (text: string): unknown => jsonOf(text) ?? text;
