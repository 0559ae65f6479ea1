import { Breach, type Check, type Finding, groupOf, type Result, type Verdict, verdictOf } from './check.ts';
import { openWorld } from './open-world.ts';
import { secondsFor } from './pace.ts';
import { reasonOf } from './reachable.ts';
import { Skipped } from './skipped.ts';
import { available, type Capability, capabilities, type Surroundings } from './surroundings.ts';

/** Is told of the run's progress. */
export interface Listener {
  began(check: Pick<Check, 'id' | 'title'>, progress: Progress): void;
  ended(result: Result, progress: Progress): void;
  /** Tells the estimated duration of a run without an operator, with the write budget of the document. */
  paced(seconds: number): void;
  /** Tells of a wait for a budget. `left` is the estimated rest of the run, or null for reads, which are few. */
  waiting(seconds: number, left: number | null): void;
}

export interface Progress {
  readonly done: number;
  readonly all: number;
  readonly exchanges: number;
  readonly failed: number;
}

/** Checks run side by side if each has its own tenants, and one after another if they share one. */
export const sideBySide = 4;

/** Runs these checks, each as soon as it may, and returns their results in the order in which they ended. */
export async function runChecks(
  wanted: readonly Check[],
  means: Omit<Surroundings, 'waiting'>,
  listener: Listener,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = (): readonly Check[] =>
    wanted.filter((check) => !results.some((result) => result.check.id === check.id) && !lackOf(check, shared));
  const shared: Surroundings = {
    ...means,
    waiting: (seconds, budget, perMinute) =>
      listener.waiting(seconds, budget === 'write' ? secondsFor(left(), perMinute, 0) + seconds : null),
  };
  if (!shared.operator) listener.paced(secondsFor(left(), documentedWrites, documentedWrites));
  const progress = (): Progress => ({
    done: results.length,
    all: wanted.length,
    exchanges: shared.exchanges.length,
    failed: results.filter(({ verdict }) => verdict === 'fail').length,
  });
  const runOne = async (check: Check): Promise<void> => {
    listener.began(check, progress());
    const result = await runCheck(check, shared);
    if (shared.stop.aborted) return;
    results.push(result);
    listener.ended(result, progress());
  };
  const waiting = wanted.filter(({ alone }) => !alone).sort((one, other) => turnOf(one) - turnOf(other));
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check && !shared.stop.aborted; check = waiting.shift()) await runOne(check);
  };
  // Checks that wait for time limits do not wait for a budget, so they run beside the others even if they share a
  // tenant.
  const beside = shared.operator ? [] : waiting.splice(0, waiting.filter(({ waits }) => waits).length);
  await Promise.all([...Array.from({ length: shared.operator ? sideBySide : 1 }, worker), ...beside.map(runOne)]);
  const alone = wanted.filter((check) => check.alone && !check.last);
  for (const check of [...alone, ...wanted.filter(({ last }) => last)]) if (!shared.stop.aborted) await runOne(check);
  return results;
}

/**
 * Orders the checks. Those that wait for time limits begin first, so that the others run meanwhile. Raw socket checks
 * (group M) come next: they do not wait for a budget, so they run while it is full.
 */
const turnOf = ({ id, waits }: Check): number => (waits ? 0 : groupOf(id) === 'M' ? 1 : 2);

/** The write budget of the document (`L-RATE-01`). */
const documentedWrites = 60;

const lackOf = ({ needs = [] }: Check, shared: Surroundings): Capability | undefined =>
  needs.find((capability) => !available(shared, capability));

async function runCheck(check: Check, shared: Surroundings): Promise<Result> {
  const began = performance.now();
  const lacking = lackOf(check, shared);
  const { world, findings, sent, compare, tidy } = openWorld(check, shared);
  const result = (verdict: Verdict, reason: string | null, found: readonly Finding[]): Result => ({
    check: { id: check.id, title: check.title, rule: check.rule },
    verdict,
    reason,
    findings: found,
    exchanges: sent(),
    ms: performance.now() - began,
  });
  if (lacking) return result('skipped', capabilities[lacking], []);
  try {
    await check.run(world);
    await compare();
  } catch (error) {
    if (error instanceof Skipped && findings.length === 0)
      return { ...result('skipped', error.message, []), ...(error.operation !== null && { missingOperation: error.operation }) };
    if (!(error instanceof Skipped)) return result('fail', null, [...findings, findingOf(error)]);
  } finally {
    await tidy();
  }
  return result(verdictOf(findings), null, findings);
}

function findingOf(error: unknown): Finding {
  const reason = reasonOf(error);
  return {
    kind: 'fail',
    // Of a request that was not answered the message names the request, and its cause only the reason.
    message: error instanceof Error && error.message.includes(reason) ? error.message : reason,
    exchange: error instanceof Breach ? error.exchange : null,
    ...(error instanceof Breach && error.parts),
  };
}
