import { setMaxListeners } from 'node:events';
import { groupOf, type Result } from './check.ts';
import { type Documents, documents, onlyOperations } from './documents.ts';
import type { Driver } from './driver/driver.ts';
import { hasClock, operatorOf, simulatorOf } from './driver/means.ts';
import { openDriver } from './driver/remote.ts';
import { ringpostDriver } from './driver/ringpost.ts';
import { type Exchange, openConnections } from './exchange.ts';
import { newEffects } from './model/effects.ts';
import { Model } from './model/model.ts';
import { type Operator as OperatorApi, operatorAt } from './operator.ts';
import { budgetWatch } from './pace.ts';
import { expectApi, expectOperator, reasonOf, Unjudgeable } from './reachable.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { coverageOf, type Shown } from './report/coverage.ts';
import { newJudge } from './responses/judge.ts';
import { type Listener, runChecks, sideBySide } from './run-checks.ts';
import { otherInstallation } from './same-installation.ts';
import { isAsked, isWhole, judgesWholeRun, type Selection, wantedChecks } from './selection.ts';
import { type Simulator, simulatorAt } from './simulator.ts';
import type { Surroundings } from './surroundings.ts';
import type { Target } from './target.ts';
import { coverageResults, responseResults } from './whole-run.ts';

export interface Wanted extends Selection {
  readonly target: Target;
  readonly seed: number;
  /** Is how long a broken sequence is made shorter; 30 by default. */
  readonly shrinkSeconds?: number;
  /** Is how long a run waits for a budget that lets nothing through; 600 by default. */
  readonly budgetSeconds?: number;
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

/**
 * Runs the wanted checks against a deployment. Rejects with `Unjudgeable` if the deployment does not answer, if a key
 * is refused or useless, or if the run was stopped; then the checks under way send no more requests and delete what they made.
 * Group A judges `documents`; its tests pass other documents to see it fail.
 */
export async function runConformance(
  wanted: Wanted,
  listener: Listener,
  judged: Documents = documents(),
  stop: AbortSignal = new AbortController().signal,
): Promise<Run> {
  // Every request that waits for its turn listens.
  setMaxListeners(0, stop);
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
  const other = await otherInstallation(wanted.target).catch((error: unknown) => {
    throw new Unjudgeable(`The operator API cannot be used: ${reasonOf(error)}.`);
  });
  if (other !== null) throw new Unjudgeable(other);
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

/** Opens the driver that was given, or ours for the operator and the simulator that were. */
const driverFor = async ({ driver, operator }: Target, simulator: Simulator | null): Promise<Driver> =>
  driver === undefined ? ringpostDriver(operator, simulator) : openDriver(driver);

async function surroundings(
  wanted: Wanted,
  { driver, ringpostSimulator }: Means,
  receiver: Receiver | null,
  recording: Pick<Surroundings, 'documents' | 'connections' | 'keys' | 'tenants' | 'exchanges' | 'record' | 'model' | 'effects' | 'stop'>,
): Promise<Omit<Surroundings, 'waiting'>> {
  const { target, seed, shrinkSeconds = 30, operations, workflows, keepsClock } = wanted;
  const operator = operatorOf(driver, recording.tenants);
  if (operator) await expectOperator(operator);
  const { baseUrl, apiKey, secondTenantKey, scopedKeys } = target;
  const hasAgents = !operations || operations.includes('listAgents');
  const checks = wantedChecks(wanted);
  const asksService = !workflows && checks.some(({ id }) => groupOf(id) !== 'A');
  const movesClock = !keepsClock && checks.some(({ needs = [] }) => needs.includes('clock'));
  const needsAgent = hasAgents && asksService && !operator && apiKey !== null;
  await expectApi(recording.connections, { baseUrl, apiKey, hasAgents, needsAgent });
  let seq = 0;
  return {
    ...recording,
    baseUrl,
    apiKey,
    secondTenantKey,
    scopedKeys,
    seed,
    shrinkSeconds,
    operator,
    simulator: await simulatorOf(driver, ringpostSimulator),
    receiver,
    // To find out moves it, so it is not found out for nothing.
    hasClock: movesClock && (await hasClock(driver)),
    isOwnInstance: target.isOwnInstance === true,
    nextSeq: () => ++seq,
  };
}

const sorted = (results: readonly Result[]): readonly Result[] =>
  [...results].sort(({ check: one }, { check: other }) => one.id.localeCompare(other.id, 'en', { numeric: true }));
