import { Breach, type Check, type Finding, groupOf, type Result, type Verdict } from './check.ts';
import { checks } from './checks.ts';
import { type Documents, documents, onlyOperations } from './documents.ts';
import type { Driver } from './driver/driver.ts';
import { hasClock, operatorOf, simulatorOf } from './driver/means.ts';
import { openDriver } from './driver/remote.ts';
import { ringpostDriver } from './driver/ringpost.ts';
import { type Exchange, openConnections } from './exchange.ts';
import { newEffects } from './model/effects.ts';
import { Model } from './model/model.ts';
import { openWorld } from './open-world.ts';
import { type Operator as OperatorApi, operatorAt } from './operator.ts';
import { budgetWatch, secondsFor } from './pace.ts';
import { expectApi, expectOperator, reasonOf, Unjudgeable } from './reachable.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Coverage, coverageOf, type Shown } from './report/coverage.ts';
import { type Judged, newJudge, responseRules } from './responses/judge.ts';
import { type Simulator, simulatorAt } from './simulator.ts';
import { Skipped } from './skipped.ts';
import { available, type Capability, capabilities, type Profile, type Surroundings } from './surroundings.ts';
import type { Target } from './target.ts';

export interface Wanted {
  readonly target: Target;
  readonly profile: Profile;
  readonly seed: number;
  /** Is how long a broken sequence is made shorter; 30 by default. */
  readonly shrinkSeconds?: number;
  /** Is how long a run waits for a budget that lets nothing through; 600 by default. */
  readonly budgetSeconds?: number;
  /** Holds ids of checks, letters of groups or ids of workflows in capitals; empty means all. */
  readonly only: readonly string[];
  /** Holds the ids of the operations that the service has, if it has only some. */
  readonly operations?: readonly string[] | undefined;
  /** Holds the workflows of a document that are played in place of the checks. */
  readonly workflows?: readonly Check[] | undefined;
  /** Leaves the sandbox's clock where it is. Checks that must move it are skipped. */
  readonly keepsClock?: boolean;
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
  /** Holds the ids of the tenants that the run made and could not delete. */
  readonly tenants: readonly string[];
  /** Is by how much the run has moved the sandbox's clock ahead. */
  readonly clockMovedSeconds: number;
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
  const budgets = budgetWatch(wanted.budgetSeconds ?? 600);
  const { simulatorUrl, simulatorToken } = wanted.target;
  const ringpostSimulator = simulatorUrl === null ? null : await simulatorAt(simulatorUrl, simulatorToken);
  const operatorApi = wanted.target.operator && operatorAt(wanted.target.operator.url, wanted.target.operator.token);
  const driver = countingDriver(await driverFor(wanted.target, ringpostSimulator));
  let receiver: Receiver | null = null;
  try {
    receiver = wanted.target.receiver && (await startReceiver(wanted.target.receiver));
    const shared = await surroundings(wanted, { driver, ringpostSimulator }, receiver, {
      documents: wanted.operations ? onlyOperations(judged, wanted.operations) : judged,
      connections,
      keys,
      tenants,
      exchanges,
      stop,
      record(exchange) {
        exchanges.push(exchange);
        judge.judge(exchange);
        budgets.noted(exchange.response);
      },
      model: new Model(),
      effects,
    });
    const waiting: Listener['waiting'] = (seconds, left) => {
      budgets.waits(seconds);
      listener.waiting(seconds, left);
    };
    const results = await runChecks(wantedChecks(wanted), shared, { ...listener, waiting });
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
      tenants: await deleteTenants(operatorApi, tenants),
      clockMovedSeconds: driver.movedSeconds(),
      startedAt,
      ms: performance.now() - began,
      pacing: shared.operator
        ? 'each check has tenants of its own, whose limits were raised'
        : 'one check after the other, waiting where the rate headers say so',
      results: sorted(
        [
          ...results,
          ...responseResults(judge.judged, exchanges.length),
          ...effects.results(),
          ...(isWhole(wanted) ? coverageResults(coverageOf(shown)) : []),
        ].filter(({ check }) => !judgesWholeRun(wanted) || isAsked(check, wanted)),
      ),
    };
  } catch (error) {
    await deleteTenants(operatorApi, tenants);
    throw error;
  } finally {
    await receiver?.close();
    await driver.close();
    connections.close();
  }
}

interface Means {
  readonly driver: Driver;
  /** Is Ringpost's own simulator, where it was given. */
  readonly ringpostSimulator: Simulator | null;
}

/** Counts by how much the run moves the clock. */
function countingDriver(driver: Driver): Driver & { movedSeconds(): number } {
  let moved = 0;
  return {
    ...driver,
    async ask(verb, request) {
      const answer = await driver.ask(verb, request);
      if ('seconds' in request && !('of' in request)) moved += request.seconds;
      return answer;
    },
    movedSeconds: () => moved,
  };
}

/** Deletes the run's tenants, a few at a time, and returns those that the deployment has not deleted. */
async function deleteTenants(operator: OperatorApi | null, tenants: readonly string[]): Promise<readonly string[]> {
  if (!operator) return tenants;
  const [waiting, left]: [string[], string[]] = [[...tenants], []];
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const tenantId = id;
      await operator.deleteTenant(tenantId).catch(() => void left.push(tenantId));
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  return left;
}

type Selection = Pick<Wanted, 'profile' | 'only' | 'workflows' | 'operations'>;

/**
 * Returns the checks with these ids or group letters, or the workflows. The rules of groups B and N judge what all
 * checks have seen, so all are run where one of them is asked for.
 */
export function wantedChecks(selection: Selection): readonly Check[] {
  const { profile, only, workflows } = selection;
  return (workflows ?? checks).filter(
    (check) =>
      (judgesWholeRun(selection) || isAsked(check, selection)) &&
      (profile === 'full' || check.profile === 'smoke' || only.includes(check.id)),
  );
}

const isAsked = ({ id, alias = '' }: Pick<Check, 'id' | 'alias'>, { only }: Pick<Selection, 'only'>): boolean =>
  only.length === 0 || only.includes(id) || only.includes(groupOf(id)) || only.includes(alias.toUpperCase());

const judgesWholeRun = ({ only }: Pick<Selection, 'only'>): boolean =>
  only.some(
    (id) => (['B', 'O'].includes(groupOf(id)) && id.length === 1) || /^N\d?$/.test(id) || responseRules.some((rule) => rule.id === id),
  );

/** Only a whole run is judged by its coverage, unless that is asked for. */
const isWhole = ({ profile, only, workflows, operations }: Selection): boolean =>
  !workflows && !operations && ((profile === 'full' && only.length === 0) || only.some((id) => groupOf(id) === 'N'));

/** Opens the driver that was given, or ours for the operator and the simulator that were. */
const driverFor = async ({ driver, operator }: Target, simulator: Simulator | null): Promise<Driver> =>
  driver === undefined ? ringpostDriver(operator, simulator) : openDriver(driver);

async function surroundings(
  { target, profile, seed, shrinkSeconds = 30, operations, keepsClock }: Wanted,
  { driver, ringpostSimulator }: Means,
  receiver: Receiver | null,
  recording: Pick<Surroundings, 'documents' | 'connections' | 'keys' | 'tenants' | 'exchanges' | 'record' | 'model' | 'effects' | 'stop'>,
): Promise<Omit<Surroundings, 'waiting'>> {
  const operator = operatorOf(driver, recording.tenants);
  if (operator) await expectOperator(operator);
  await expectApi(recording.connections, target.baseUrl, target.apiKey, !operations || operations.includes('listAgents'));
  let seq = 0;
  return {
    ...recording,
    baseUrl: target.baseUrl,
    profile,
    seed,
    shrinkSeconds,
    apiKey: target.apiKey,
    secondTenantKey: target.secondTenantKey,
    scopedKeys: target.scopedKeys,
    operator,
    simulator: await simulatorOf(driver, ringpostSimulator),
    receiver,
    hasClock: !keepsClock && (await hasClock(driver)),
    isOwnInstance: target.isOwnInstance === true,
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
