import { freshNumbers } from '../conformance/fresh-numbers.ts';
import { operatorAt } from '../conformance/operator.ts';
import { otherInstallation } from '../conformance/same-installation.ts';
import { simulatorAt } from '../conformance/simulator.ts';
import type { Target } from '../conformance/target.ts';
import { Account } from './account.ts';
import { Api, Unready } from './api.ts';
import type { PhaseFigures } from './figures.ts';
import { play } from './play.ts';
import type { Operation, Profile } from './profile.ts';
import type { LoadProgress } from './progress.ts';
import { startReceivers } from './receivers.ts';
import type { Reconciled } from './reconcile.ts';
import { Sender } from './sender.ts';
import { type Clear, impossible, prepareTenants } from './tenants.ts';
import type { Judged } from './thresholds.ts';

export interface LoadWanted {
  readonly target: Target;
  readonly profile: Profile;
  /** The number that calls go to where there is no simulator; null: no call is placed there. */
  readonly dial: string | null;
  /** The variables of every call. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly keepsBudgets: boolean;
}

/** Watches a run. */
export interface LoadListener {
  /** Called four times a second, at the beginning of each phase, and at the end. */
  progress(progress: LoadProgress): void;
  said(sentence: string): void;
}

/** A run that is over. */
export interface LoadRun {
  readonly title: string;
  readonly baseUrl: string;
  readonly startedAt: Date;
  readonly seconds: number;
  readonly machine: string;
  readonly phases: readonly PhaseFigures[];
  /** All of the run, the figures from the ends of things included. */
  readonly whole: PhaseFigures;
  /** The highest rate of a stepped phase at which the deployment kept up; null without such a phase, 0 if at none. */
  readonly knee: number | null;
  readonly reconciled: Reconciled;
  /** What is not known, in sentences. */
  readonly unseen: readonly string[];
  readonly judged: readonly Judged[];
  /** Somebody stopped the sending before its end, so the run proves nothing. */
  readonly wasStopped: boolean;
}

export interface LoadControls {
  /** Ends the load; what was accepted is still waited for and accounted. */
  readonly stop: AbortSignal;
  /** Is aborted just before the process ends: what the run has made stays behind, and is named. */
  readonly leave?: AbortSignal;
  /** What the rates are multiplied with, at any time. */
  readonly factor: () => number;
}

/** Sends the load of a profile, waits for what it caused and accounts for it. Throws `Unready` if no load can be sent. */
export async function runLoad(wanted: LoadWanted, listener: LoadListener, controls: LoadControls): Promise<LoadRun> {
  const { target, profile } = wanted;
  if (!target.receiver)
    throw new Unready('The deployment is elsewhere: say with --receiver-port and --receiver-url how it reaches this machine.');
  const means = { operator: target.operator !== null, dials: target.simulatorUrl !== null || wanted.dial !== null };
  const reasons = impossible(profile.mix, means);
  const mix = Object.fromEntries(
    Object.entries(profile.mix).filter(([operation, weight]) => weight > 0 && !reasons.has(operation as Operation)),
  );
  const sent: Profile = { ...profile, mix };
  const left = [...reasons].map(([operation, reason]) => `No ${operation} was sent: ${reason}.`);
  if (Object.keys(mix).length === 0) throw new Unready(left.join(' ') || 'The mix has no operation with a weight above 0.');
  const other = await otherInstallation(target).catch(notReady);
  if (other !== null) throw new Unready(other);
  const account = new Account();
  const receivers = await startReceivers({ account, ...target.receiver });
  // A pool with fewer connections would keep requests back here, and their wait would seem to be that of the service.
  const api = new Api(target.baseUrl, profile.inFlight);
  const operatorApi = target.operator ? new Api(`${target.operator.url}/api/v1/operator`, profile.inFlight) : null;
  const clears = new Map<string, Clear>();
  controls.leave?.addEventListener('abort', () => {
    if (clears.size > 0) listener.said(leftBehind([...clears.keys()], target));
  });
  try {
    const operator = target.operator ? operatorAt(target.operator.url, target.operator.token) : null;
    const { apiKey } = target;
    const { variables } = wanted;
    const tenants = await prepareTenants({ api, operator, apiKey, profile: sent, receivers, variables, clears }).catch(notReady);
    const sender = new Sender({
      api,
      operatorApi,
      operatorToken: target.operator?.token ?? '',
      account,
      tenants,
      numberFor: await numbersFor(wanted),
      keepsBudgets: wanted.keepsBudgets,
    });
    return await play({ wanted: { ...wanted, profile: sent }, account, api, tenants, sender, left }, listener, controls);
  } finally {
    for (const [name, clear] of clears) {
      const left = await clear().catch((error: unknown) => `${name} could not be cleared: ${String(error)}`);
      if (left !== null) listener.said(left);
      clears.delete(name);
    }
    await receivers.close();
    await api.close();
    await operatorApi?.close();
  }
}

const leftBehind = (names: readonly string[], { operator }: Target): string =>
  operator
    ? `Left behind: ${names.join(', ')}. \`ringpost tenant delete ID --yes\` deletes such a tenant.`
    : 'Left behind: the endpoint and the triggers named "Load" of the key\'s tenant. Delete them there.';

/** Whatever is refused while the tenants are made, such as a wrong token, is told in a sentence. */
function notReady(error: unknown): never {
  throw error instanceof Error && !(error instanceof Unready) ? new Unready(error.message, { cause: error }) : error;
}

/** Returns how numbers are chosen: those of the profile's scenarios in turns, or the one number that was given. */
async function numbersFor({ target, profile, dial }: LoadWanted): Promise<(n: number) => string> {
  if (dial !== null) return () => dial;
  if (target.simulatorUrl === null) return () => '';
  const { numbers, rung } = await simulatorAt(target.simulatorUrl, target.simulatorToken);
  const unknown = profile.scenarios.filter((name) => !(name in numbers));
  if (unknown.length > 0)
    throw new Unready(`The simulator has no scenario ${unknown.join(', ')}. It has ${Object.keys(numbers).join(', ')}.`);
  const blocks = profile.scenarios.flatMap((name) => numbers[name] ?? []);
  const freshNumber = freshNumbers(rung);
  return (n) => {
    const block = blocks[n % blocks.length];
    return block ? freshNumber(block) : '';
  };
}
