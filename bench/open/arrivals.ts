import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request } from 'autocannon';
import { Pool } from 'undici';
import { Histogram } from '../../tools/load/histogram.ts';

/**
 * Drives a server by the open model: request number n is due n/rate after the beginning, whether or not earlier ones
 * have been answered, like requests of independent callers. Latency counts from the due time, so a server that stops
 * for a second is charged for every request that was due in it.
 */
export async function arrive({ url, requests, perSecond, seconds, expected, connections = usualConnections }: Arrivals): Promise<Arrived> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  await openAll(pool, connections);
  const underWay = new Set<Promise<void>>();
  const total = Math.round(perSecond * seconds);
  const begun = performance.now();
  const dueAt = (n: number): number => begun + (n * 1_000) / perSecond;
  const sender = new Sender(pool, expected, begun);
  let dropped = 0;

  for (let next = 0; next < total; ) {
    const now = performance.now();
    for (; next < total && dueAt(next) <= now; next++) {
      const request = requests[next % requests.length];
      if (!request) throw new Error('There is nothing to send.');
      // A server that cannot keep up gets no more requests: the step has failed already.
      if (underWay.size >= mostUnderWay) dropped += 1;
      else {
        const sending: Promise<void> = sender.send(request, dueAt(next)).finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
    }
    await nextTurn();
  }
  await Promise.all(underWay);
  await pool.close();
  const { response, service, sendLag, failed, lastDone } = sender;
  const elapsed = Math.max(seconds, (lastDone - begun) / 1_000);
  return { offered: perSecond, achieved: response.count / elapsed, response, service, sendLag, failed, dropped };
}

/** Sends single requests and keeps their times. */
class Sender {
  readonly response = new Histogram();
  readonly service = new Histogram();
  readonly sendLag = new Histogram();
  failed = 0;
  lastDone: number;
  readonly #pool: Pool;
  readonly #expected: number;

  constructor(pool: Pool, expected: number, begun: number) {
    this.#pool = pool;
    this.#expected = expected;
    this.lastDone = begun;
  }

  async send(request: Request, due: number): Promise<void> {
    const sent = performance.now();
    this.sendLag.record(sent - due);
    try {
      const status = await this.#ask(request);
      this.lastDone = performance.now();
      if (status !== this.#expected) {
        this.failed += 1;
        return;
      }
      this.response.record(this.lastDone - due);
      this.service.record(this.lastDone - sent);
    } catch {
      this.failed += 1;
    }
  }

  async #ask(request: Request): Promise<number> {
    const { statusCode, body } = await this.#pool.request({
      path: request.path ?? '/',
      method: request.method ?? 'GET',
      headers: headersOf(request),
      body: request.body ?? null,
    });
    await body.dump();
    return statusCode;
  }
}

export interface Arrivals {
  readonly url: string;
  readonly requests: readonly Request[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly expected: number;
  /** Limits connections. Requests that find none free wait outside the service. */
  readonly connections?: number;
}

export interface Arrived {
  readonly offered: number;
  readonly achieved: number;
  /** Holds latencies of expected answers from due to done, so they are corrected for coordinated omission. */
  readonly response: Histogram;
  /** Holds latencies from sent to done. */
  readonly service: Histogram;
  /** Holds the time from due to sent, which is the load generator's own lateness. */
  readonly sendLag: Histogram;
  readonly failed: number;
  readonly dropped: number;
}

/**
 * Opens all connections first, since waiting for one to be accepted would count as latency: Node accepts one each turn
 * of its event loop, while a proxy keeps its connections open.
 */
async function openAll(pool: Pool, connections: number): Promise<void> {
  const open = async (): Promise<void> => (await pool.request({ path: '/healthz', method: 'GET' })).body.dump();
  await Promise.all(Array.from({ length: connections }, open));
}

const usualConnections = 128;
const mostUnderWay = 5_000;

/** Returns headers without undefined values, which autocannon allows and undici does not. */
const headersOf = ({ headers = {} }: Request): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
