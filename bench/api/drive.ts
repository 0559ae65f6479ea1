import autocannon, { type Request } from 'autocannon';
import { Histogram } from '../../tools/load/histogram.ts';

/**
 * Drives a server by the closed model: each connection sends its next request when the last was answered. autocannon's
 * own latencies are whole milliseconds, so the raw time of each answer is kept.
 */
export async function drive({ url, requests, connections, seconds, expected }: DriveOptions): Promise<Driven> {
  const latency = new Histogram();
  const unexpected = new Map<number, number>();
  const begun = performance.now();
  let last = begun;
  await new Promise<void>((fulfil, reject) => {
    // autocannon changes the requests it is given.
    const own = requests.map((request) => ({ ...request, headers: { ...request.headers } }));
    const cannon = autocannon({ url, connections, duration: seconds, requests: own }, (error) => (error ? reject(error) : fulfil()));
    cannon.on('response', (_client, status, _bytes, ms) => {
      last = performance.now();
      latency.record(ms);
      if (status !== expected) unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
    });
    cannon.on('reqError', (error) => reject(error));
  });
  if (latency.count === 0) throw new Error(`${requests[0]?.method} ${requests[0]?.path} was not answered once in ${seconds} s.`);
  if (unexpected.size > 0)
    throw new Error(
      `${requests[0]?.method} ${requests[0]?.path} was answered ${[...unexpected].map(([status, count]) => `${status} ${count} times`).join(', ')}`,
    );
  return { latency, seconds: (last - begun) / 1_000 };
}

export interface DriveOptions {
  readonly url: string;
  /** Are sent in turns by each connection. */
  readonly requests: readonly Request[];
  readonly connections: number;
  readonly seconds: number;
  /** Is the status of every answer; any other fails the run. */
  readonly expected: number;
}

export interface Driven {
  readonly latency: Histogram;
  readonly seconds: number;
}

export function latencyOf(runs: readonly Pick<Driven, 'latency'>[]): Histogram {
  const all = new Histogram();
  for (const { latency } of runs) all.add(latency);
  return all;
}
