import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Api } from './api.ts';
import { driveClosed } from './closed.ts';
import { readEndState } from './end-state.ts';
import type { PhaseFigures } from './figures.ts';
import { machine } from './machine.ts';
import { playPhases } from './phases.ts';
import { type Operation, operations } from './profile.ts';
import { Progress } from './progress.ts';
import { earlierThanEvent, reconcile } from './reconcile.ts';
import type { LoadControls, LoadListener, LoadRun, LoadWanted } from './run.ts';
import { type Rates, Turns } from './schedule.ts';
import type { Sender } from './sender.ts';
import type { LoadTenant } from './tenants.ts';
import { type Judging, judge, type Threshold } from './thresholds.ts';
import { figureOf, kneeOf, wholeOf } from './whole.ts';

/** What is there when the load begins. */
export interface Ready {
  readonly wanted: LoadWanted;
  readonly account: Account;
  readonly api: Api;
  readonly tenants: readonly LoadTenant[];
  readonly sender: Sender;
  /** What is left out or not known, in sentences. */
  readonly left: readonly string[];
}

/** Plays the phases, waits for what is owed, and compares it with the record. */
export async function play(ready: Ready, listener: LoadListener, controls: LoadControls): Promise<LoadRun> {
  const { wanted, account, sender } = ready;
  const startedAt = new Date();
  const begunOn = machine();
  const progress = new Progress(account, sender, controls.factor);
  const tell = (): void => listener.progress(progress.now());
  const ticking = setInterval(tell, 250);
  try {
    const phases = await sendAll(ready, controls, (figures, rates) => {
      progress.phase(figures, rates);
      tell();
    });
    const wasStopped = controls.stop.aborted;
    progress.does('asking again for what was not answered', null);
    const unknown = await sender.settleUnanswered(Date.now() + wanted.profile.settleMs);
    progress.does('waiting for what is owed', wanted.profile.settleMs);
    if (!ready.api.isGone()) await settle(account, wanted.profile.settleMs);
    progress.does('reading the record', null);
    const left = [
      ...ready.left,
      ...(unknown > 0 ? [`What became of ${unknown} requests is not known: they were not answered, twice.`] : []),
    ];
    return {
      ...(await conclude({ ...ready, left }, phases)),
      wasStopped,
      startedAt,
      seconds: progress.seconds,
      machine: begunOn,
    };
  } finally {
    clearInterval(ticking);
    tell();
  }
}

function sendAll({ wanted, sender }: Ready, { stop, factor }: LoadControls, began: (figures: PhaseFigures, rates: Rates | null) => void) {
  const { profile, target } = wanted;
  const turns = new Turns(profile.mix);
  return playPhases({
    profile,
    sender,
    turns,
    factor,
    stop,
    drive: (phase, figures) => driveClosed({ baseUrl: target.baseUrl, sender, turns, requests: profile.requests, stop }, phase, figures),
    began,
  });
}

/** Reads how everything ended, and judges it. */
async function conclude({ wanted, account, api, tenants, sender, left }: Ready, phases: readonly PhaseFigures[]) {
  const { profile, target } = wanted;
  const { offset } = sender;
  const early = offset && earlierThanEvent(account, offset);
  const offsetMs = offset && early === 0 ? offset.ms : null;
  const end = await readEndState({ api, tenants, account, target });
  const whole = wholeOf(phases, { account, end, offsetMs });
  const reconciled = reconcile(account, end, { lateMs: profile.lateMs, offsetMs });
  const knee = kneeOf(profile, phases);
  const cut = sender.sent >= profile.requests ? phases.find(({ isCut }) => isCut) : undefined;
  const phasesAt = (atRate: number | null) => (atRate === null ? null : phases.filter(({ rate }) => rate === atRate));
  const judging: Judging = {
    unknown: (figure) =>
      early && (figure === 'late' || isLag(figure))
        ? `by the clocks as they were compared ${early} webhooks came before their events`
        : null,
    figureNamed: (figure, atRate) => figureOf(figure, { whole, phases: phasesAt(atRate), reconciled, knee }),
    lateMs: (atRate) => Math.max(0, ...(phasesAt(atRate) ?? [whole]).map(({ sendLag }) => sendLag.at(0.99))),
    overloaded: (atRate) => (phasesAt(atRate) ?? [whole]).reduce((sum, { overloaded }) => sum + overloaded, 0),
  };
  const whyNot = (threshold: Threshold): string | null =>
    !isOfMix(threshold, profile.mix) ? 'nothing of it was sent' : offset === null && isLag(threshold.figure) ? 'no lag is known' : null;
  const thresholds = profile.thresholds.map((threshold) => ({ ...threshold, why: whyNot(threshold) }));
  return {
    title: profile.title,
    baseUrl: target.baseUrl,
    phases,
    whole,
    knee,
    reconciled,
    unseen: [
      ...left,
      ...(cut === undefined
        ? []
        : [`The load ended before its time, in the phase ${cut.name}: the profile allows no more than ${profile.requests} requests.`]),
      ...end.unseen,
      ...(offset === null ? ['No call was answered at once, so the clocks are not compared, and no lag of a webhook is known.'] : []),
      ...thresholds.flatMap(({ text, why }) => (why === null ? [] : [`Not judged, since ${why}: ${text}.`])),
    ],
    judged: thresholds.filter(({ why }) => why === null).map((threshold) => judge(threshold, judging)),
  };
}

const isLag = (figure: string): boolean => figure.startsWith('webhook.lag');

/** A figure of an operation that could not be sent is not asked for. */
const isOfMix = ({ figure }: Threshold, mix: Readonly<Partial<Record<Operation, number>>>): boolean => {
  const [first = ''] = figure.split('.');
  const isOperations = operations.some((operation) => operation === first);
  return figure.includes('.') && isOperations ? first in mix : true;
};

async function settle(account: Account, settleMs: number): Promise<void> {
  const until = performance.now() + settleMs;
  while (account.owed > 0 && performance.now() < until) await delay(50);
  // What comes although nothing is owed, such as a repeat, has this long to come.
  await delay(500);
}
