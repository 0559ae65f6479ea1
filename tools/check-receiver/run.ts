import { randomUUID } from 'node:crypto';
import { type Finding, type Result, verdictOf } from '../conformance/check.ts';
import type { Exchange } from '../conformance/exchange.ts';
import { rawConnection } from '../conformance/raw-connection.ts';
import { reasonOf, Unjudgeable } from '../conformance/reachable.ts';
import type { Listener } from '../conformance/run-checks.ts';
import { type LoadFigures, type LoadWanted, loadReceiver, loadResult } from './load.ts';
import { openProbe } from './probe.ts';
import { type Owed, wronglyProcessed } from './processed.ts';
import { openSender, type Sender } from './send.ts';
import { means, type Vector } from './vector.ts';
import { type Choice, vectorsFor } from './vectors.ts';

export interface Wanted extends Choice {
  readonly url: string;
  readonly secret: string;
  /** Is another secret that the receiver accepts, as it does while its secret is changed; null if it has one alone. */
  readonly secondSecret: string | null;
  readonly standardWebhooks: boolean;
  /** Answers a GET with a JSON object: how often each delivery was processed, by its id. */
  readonly processedUrl: string | null;
  /** Holds headers on which the receiver answers 500; empty if it knows none. */
  readonly failingHeaders: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly load: LoadWanted | null;
}

/** Is the time that the documents give a receiver. */
export const contractTimeoutMs = 10_000;

/** Everything that the reports are made of. */
export interface ReceiverRun {
  readonly wanted: Wanted;
  readonly startedAt: Date;
  readonly ms: number;
  readonly requests: number;
  readonly results: readonly ReceiverResult[];
  /** Says what could not be seen from outside. */
  readonly unseen: readonly string[];
  readonly load: LoadFigures | null;
}

export type ReceiverResult = Result & { readonly group: string };

export interface Controls {
  readonly listener: Pick<Listener, 'began' | 'ended'>;
  readonly now: () => Date;
  /** Lies between two pieces of a body. */
  readonly pause: () => Promise<unknown>;
  readonly stop: AbortSignal;
}

/** Runs the vectors one after another, and then the load. Rejects with `Unjudgeable` if nobody listens, or if the run was stopped. */
export async function checkReceiver(wanted: Wanted, { listener, now, pause, stop }: Controls): Promise<ReceiverRun> {
  await expectListener(wanted.url);
  // If it does not tell at the end, everything that was found is lost.
  await processedResults(wanted, [], [], stop);
  const [startedAt, begun] = [new Date(), performance.now()];
  const sender = openSender(wanted.url, wanted.timeoutMs, pause);
  const owed: Owed[] = [];
  const results: ReceiverResult[] = [];
  let exchanges = 0;
  const vectors = vectorsFor(wanted);
  const progress = () => ({
    done: results.length,
    all: vectors.length,
    exchanges,
    failed: results.filter(({ verdict }) => verdict === 'fail').length,
  });
  try {
    for (const vector of vectors) {
      if (stop.aborted) break;
      listener.began(vector, progress());
      const result = await runVector(vector, wanted, { sender, now, owed });
      results.push(result);
      exchanges += result.exchanges;
      listener.ended(result, progress());
    }
    const told = await processedResults(wanted, owed, results, stop);
    if (stop.aborted) throw wasStopped();
    const load = wanted.load && (await loadReceiver(wanted, wanted.load, { sender, now, stop }));
    // A part of a load proves nothing.
    if (stop.aborted) throw wasStopped();
    return {
      wanted,
      startedAt,
      ms: performance.now() - begun,
      requests: exchanges + (load?.sent ?? 0),
      results: [...told, ...(load ? [{ ...loadResult(load), group: 'load' }] : [])],
      unseen: wanted.processedUrl === null ? [notTold] : [],
      load,
    };
  } finally {
    await sender.close();
  }
}

const wasStopped = (): Unjudgeable => new Unjudgeable('The run was stopped: there is no report.');

const notTold = 'What the receiver did with the deliveries, such as processing one twice: it tells that at a --processed-url alone.';

async function expectListener(url: string): Promise<void> {
  const connection = await rawConnection(url).catch((error: unknown) => {
    throw new Unjudgeable(`There is no connection to ${url} (${reasonOf(error).trim()}).`);
  });
  connection.close();
}

interface Means {
  readonly sender: Sender;
  readonly now: () => Date;
  readonly owed: Owed[];
}

async function runVector(vector: Vector, wanted: Wanted, { sender, now, owed }: Means): Promise<ReceiverResult> {
  const begun = performance.now();
  const findings: Finding[] = [];
  let sent = 0;
  const { id, title, rule, group } = vector;
  const result = (reason: string | null): ReceiverResult => ({
    check: { id, title, rule },
    group,
    verdict: reason === null ? verdictOf(findings) : 'skipped',
    reason,
    findings,
    exchanges: sent,
    ms: performance.now() - begun,
  });
  const has = { failure: Object.keys(wanted.failingHeaders).length > 0, secondSecret: wanted.secondSecret !== null };
  if (vector.needs && !has[vector.needs]) return result(means[vector.needs]);
  const probe = openProbe(wanted, {
    now,
    uuid: randomUUID,
    async send(delivery, how): Promise<Exchange> {
      sent += 1;
      return sender.send(delivery, how, id);
    },
    breakOff(delivery) {
      sent += 1;
      return sender.breakOff(delivery);
    },
    found: (finding) => void findings.push(finding),
    owes: (deliveryId, times) => void owed.push({ vector: id, id: deliveryId, times }),
  });
  await vector.run(probe);
  return result(null);
}

/** Returns the results with what the receiver tells about its processing, if it does. */
async function processedResults(
  { processedUrl }: Wanted,
  owed: readonly Owed[],
  results: readonly ReceiverResult[],
  stop: AbortSignal,
): Promise<readonly ReceiverResult[]> {
  if (processedUrl === null) return results;
  // A vector that sends a delivery twice expects the same of it twice.
  const distinct = [...new Map(owed.map((each) => [each.id, each])).values()];
  const wrong = await wronglyProcessed(processedUrl, distinct, stop).catch((error: unknown) => {
    throw new Unjudgeable(reasonOf(error));
  });
  return results.map((result) => {
    const own = wrong.filter(({ vector }) => vector === result.check.id);
    const findings = own.map(
      ({ id, times, seen }): Finding => ({
        kind: 'fail',
        message: `It processed the delivery ${id} ${seen} times, and ${times} is right.`,
        exchange: null,
      }),
    );
    const all = [...result.findings, ...findings];
    return findings.length === 0 ? result : { ...result, findings: all, verdict: verdictOf(all) };
  });
}
