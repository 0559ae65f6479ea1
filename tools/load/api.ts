import { Pool } from 'undici';
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

  constructor(baseUrl: string, connections: number) {
    const { origin, pathname } = new URL(baseUrl);
    this.#pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: patienceMs, bodyTimeout: patienceMs });
    this.#prefix = pathname.replace(/\/$/, '');
  }

  async ask({ method, path, key, body }: Asked): Promise<Answer> {
    const sentAt = Date.now();
    const begun = performance.now();
    const answer = await this.#pool.request({
      method,
      path: `${this.#prefix}${path}`,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    const { statusCode: status, headers } = answer;
    return { status, body: parsed(text), ms: performance.now() - begun, sentAt, budget: budgetIn(headers) };
  }

  /** Asks where only one status will do. Any other throws `Unready`. */
  async expect<Reply>(status: number, asked: Asked): Promise<Reply> {
    const answer = await this.ask(asked).catch((error: unknown) => {
      throw new Unready(`${asked.method} ${asked.path} was not answered (${reasonOf(error)}).`);
    });
    if (answer.status !== status)
      throw new Unready(`${asked.method} ${asked.path} answered ${answer.status}: ${JSON.stringify(answer.body)?.slice(0, 300)}`);
    // The deployment under load is trusted to answer in the documented shape before the load begins; conformance judges that.
    return answer.body as Reply;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
