import { Breach, type Check, type Finding, groupOf, type Result, type Verdict } from './check.ts';
import { checks } from './checks.ts';
import { type Documents, documents } from './documents.ts';
import { type Exchange, openConnections } from './exchange.ts';
import { newEffects } from './model/effects.ts';
import { Model } from './model/model.ts';
import { openWorld } from './open-world.ts';
import { hasSandboxClock, operatorAt } from './operator.ts';
import { secondsFor } from './pace.ts';
import { expectApi, expectOperator, reasonOf, Unjudgeable } from './reachable.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Coverage, coverageOf, type Shown } from './report/coverage.ts';
import { type Judged, newJudge, responseRules } from './responses/judge.ts';
import { simulatorAt } from './simulator.ts';
import { Skipped } from './skipped.ts';
import { available, type Capability, capabilities, type Profile, type Surroundings } from './surroundings.ts';
import type { Target } from './target.ts';

export interface Wanted {
  readonly target: Target;
  readonly profile: Profile;
  readonly seed: number;
  /** Holds ids of checks, letters of groups or ids of workflows in capitals; empty means all. */
  readonly only: readonly string[];
  /** Holds the workflows of a document that are played in place of the checks. */
  readonly workflows?: readonly Check[] | undefined;
}

/** Everything that the reports are made of. */
export interface Run extends Shown {
  readonly wanted: Wanted;
  readonly startedAt: Date;
  readonly ms: number;
  /** Says how the run kept within the budgets. */
  readonly pacing: string;
  readonly results: readonly Result[];
  /** Holds the keys that were sent, so that the reports can hide them. */
  readonly keys: ReadonlySet<string>;
  /** Holds the ids of the tenants that the run made and leaves: no API deletes a tenant. */
  readonly tenants: readonly string[];
}

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
const sideBySide = 4;

/**
 * Runs the wanted checks against a deployment. Rejects with `Unjudgeable` if the deployment does not answer, if a key
 * is refused, or if the run was stopped; then the checks under way send no more requests and delete what they made.
 * Group A judges `documents`; its tests pass other documents to see it fail.
 */
export async function runConformance(
  wanted: Wanted,
  listener: Listener,
  judged: Documents = documents(),
  stop: AbortSignal = new AbortController().signal,
): Promise<Run> {
  const startedAt = new Date();
  const began = performance.now();
  const exchanges: Exchange[] = [];
  const keys = new Set<string>();
  const tenants: string[] = [];
  const judge = newJudge();
  const effects = newEffects();
  const connections = openConnections();
  const receiver = wanted.target.receiver && (await startReceiver(wanted.target.receiver));
  try {
    const shared = await surroundings(wanted, receiver, {
      documents: judged,
      connections,
      keys,
      tenants,
      exchanges,
      stop,
      record(exchange) {
        exchanges.push(exchange);
        judge.judge(exchange);
      },
      model: new Model(),
      effects,
    });
    const results = await runChecks(wantedChecks(wanted), shared, listener);
    if (stop.aborted) throw new Unjudgeable('The run was stopped: there is no report.');
    const { simulator } = shared;
    const shown: Shown = {
      exchanges,
      deliveries: receiver?.deliveries ?? [],
      scenarios: simulator && { all: simulator.scenarios, played: [...simulator.played] },
    };
    return {
      ...shown,
      wanted,
      keys,
      tenants,
      startedAt,
      ms: performance.now() - began,
      pacing: shared.operator
        ? 'each check has tenants of its own, whose limits the operator API raised'
        : 'one check after the other, waiting where the rate headers say so',
      results: sorted([
        ...results,
        ...responseResults(judge.judged, exchanges.length),
        ...effects.results(),
        // Only a whole run is judged by its coverage.
        ...(wanted.profile === 'full' && wanted.only.length === 0 && !wanted.workflows ? coverageResults(coverageOf(shown)) : []),
      ]),
    };
  } finally {
    await receiver?.close();
    connections.close();
  }
}

/** Returns the checks with these ids or group letters, or the workflows. The checks of group B judge every run. */
export function wantedChecks({ profile, only, workflows }: Pick<Wanted, 'profile' | 'only' | 'workflows'>): readonly Check[] {
  const named = ({ id, alias = '' }: Check): boolean =>
    only.length === 0 || only.includes(id) || only.includes(id.slice(0, 1)) || only.includes(alias.toUpperCase());
  return (workflows ?? checks).filter(
    (check) => named(check) && (profile === 'full' || check.profile === 'smoke' || only.includes(check.id)),
  );
}

async function surroundings(
  { target, profile, seed }: Wanted,
  receiver: Receiver | null,
  recording: Pick<Surroundings, 'documents' | 'connections' | 'keys' | 'tenants' | 'exchanges' | 'record' | 'model' | 'effects' | 'stop'>,
): Promise<Omit<Surroundings, 'waiting'>> {
  const operator = target.operator && operatorAt(target.operator.url, target.operator.token);
  if (operator) await expectOperator(operator);
  await expectApi(recording.connections, target.baseUrl, target.apiKey);
  let seq = 0;
  return {
    ...recording,
    baseUrl: target.baseUrl,
    profile,
    seed,
    apiKey: target.apiKey,
    secondTenantKey: target.secondTenantKey,
    scopedKeys: target.scopedKeys,
    operator,
    simulator: target.simulatorUrl === null ? null : await simulatorAt(target.simulatorUrl),
    receiver,
    hasClock: operator !== null && (await hasSandboxClock(operator)),
    nextSeq: () => ++seq,
  };
}

async function runChecks(wanted: readonly Check[], means: Omit<Surroundings, 'waiting'>, listener: Listener): Promise<readonly Result[]> {
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
  for (const check of wanted.filter(({ alone }) => alone)) if (!shared.stop.aborted) await runOne(check);
  return results;
}

/**
 * Orders the checks. Those that wait for time limits begin first, so that the others run meanwhile. Raw socket checks
 * (group M) come next: they do not wait for a budget, so they run while it is full.
 */
const turnOf = ({ id, waits }: Check): number => (waits ? 0 : groupOf(id) === 'M' ? 1 : 2);

/** The write budget of the document (`L-RATE-01`). */
const documentedWrites = 60;

const lackOf = ({ needs }: Check, shared: Surroundings): Capability | undefined =>
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
    if (error instanceof Skipped && findings.length === 0) return result('skipped', error.message, []);
    if (!(error instanceof Skipped)) return result('fail', null, [...findings, findingOf(error)]);
  } finally {
    await tidy();
  }
  return result(verdictOf(findings), null, findings);
}

const findingOf = (error: unknown): Finding => ({
  kind: 'fail',
  message: reasonOf(error),
  exchange: error instanceof Breach ? error.exchange : null,
});

const verdictOf = (findings: readonly Finding[]): Verdict =>
  findings.some(({ kind }) => kind === 'fail') ? 'fail' : findings.length > 0 ? 'warn' : 'pass';

/** Returns what each rule of group B found in all answers. */
function responseResults(judged: readonly Judged[], exchanges: number): readonly Result[] {
  return responseRules.map((rule) => {
    const findings = judged
      .filter((found) => found.rule === rule)
      .map(({ message, exchange }) => ({ kind: rule.kind, message: `${message} (${exchange.check})`, exchange }));
    const check = { id: rule.id, title: rule.title, rule: rule.rule };
    if (exchanges === 0) return { check, verdict: 'skipped', reason: 'nothing was asked', findings, exchanges, ms: 0 };
    return { check, verdict: verdictOf(findings), reason: null, findings, exchanges, ms: 0 };
  });
}

/** Group N checks that a whole run has covered the documents. */
export function coverageResults(coverage: readonly Coverage[]): readonly Result[] {
  return coverage
    .filter(({ mustBeWhole }) => mustBeWhole)
    .map(({ what, all, seen }, index): Result => {
      const check = {
        id: `N${index + 1}`,
        title: `The run has seen all ${what} of the documents`,
        rule: 'What was not seen was not judged.',
      };
      const missing = all.filter((each) => !seen.includes(each));
      const rest = { exchanges: 0, ms: 0 };
      const findings: Finding[] =
        missing.length === 0 ? [] : [{ kind: 'warn', message: `Not seen: ${missing.join(', ')}.`, exchange: null }];
      return { check, verdict: verdictOf(findings), reason: null, findings, ...rest };
    });
}

const sorted = (results: readonly Result[]): readonly Result[] =>
  [...results].sort(({ check: one }, { check: other }) => one.id.localeCompare(other.id, 'en', { numeric: true }));
