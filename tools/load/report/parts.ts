import { type Duration, durations, namesOf, type PhaseFigures } from '../figures.ts';
import type { Durations } from '../histogram.ts';
import { type Count, counts, type Reconciled } from '../reconcile.ts';
import type { LoadRun } from '../run.ts';
import { isDuration, type Judged } from '../thresholds.ts';

/** True if every threshold holds, something was sent, and nobody stopped the run. */
export const passed = ({ judged, whole, wasStopped }: LoadRun): boolean =>
  !wasStopped && whole.counts.sent > 0 && judged.every(({ holds }) => holds);

/** True if nothing fails, and some of what was asked for cannot be told, because this machine was late itself or its clock was. */
export const cannotTell = (run: LoadRun): boolean =>
  !passed(run) && !run.wasStopped && run.whole.counts.sent > 0 && run.judged.every(({ holds, cannotTell }) => holds || cannotTell !== null);

/** The word with which a verdict on the run begins. */
export const outcomeOf = (run: LoadRun): 'passed' | 'failed' | 'cannot tell' =>
  passed(run) ? 'passed' : cannotTell(run) ? 'cannot tell' : 'failed';

/** Says in half a sentence why the run has passed or failed. */
export function verdictOf(run: LoadRun): string {
  const untold = run.judged.filter(({ cannotTell }) => cannotTell !== null);
  const failed = run.judged.filter(({ holds }) => !holds).length - untold.length;
  const { isRecordRead, counts } = run.reconciled;
  const { accepted, delivered, lost } = counts;
  if (run.whole.counts.sent === 0) return 'nothing was sent';
  const whole = run.wasStopped ? 'the run was stopped before its end, ' : '';
  const told = `${delivered} of ${accepted} webhooks arrived`;
  if (cannotTell(run)) return `${told}, and ${untold.length} of ${run.judged.length} thresholds cannot be judged: ${untold[0]?.cannotTell}`;
  if (failed === 0) return run.wasStopped ? `${whole}${told} until then` : `${told}, and everything that was asked for holds`;
  return `${whole}${lost > 0 ? `${lost} webhooks were ${isRecordRead ? 'lost' : 'not seen to come'}, ` : ''}${failed} of ${run.judged.length} thresholds do not hold`;
}

/** The line that every run ends with. */
export function accountLine({ reconciled: { counts } }: LoadRun): string {
  const { accepted, ended, delivered, lost, double } = counts;
  return `accepted ${accepted}, ended ${ended}, delivered ${delivered}, lost ${lost}, double ${double}`;
}

/** Returns the counts that say that something is wrong or unfinished, without those that are zero. */
export const wrongCounts = ({ reconciled }: LoadRun): readonly (readonly [Count, number])[] =>
  namesOf(reconciled.counts)
    .filter((name) => !['accepted', 'ended', 'delivered'].includes(name) && reconciled.counts[name] > 0)
    .map((name) => [name, reconciled.counts[name]]);

/** Says what a count counts. */
export const aboutOf = (count: Count, { isRecordRead }: Reconciled): string =>
  count === 'lost' && !isRecordRead ? 'webhooks that are owed and were not seen to come; the record could not be read' : counts[count];

/** Returns the durations that a phase has, in the order of a call's life. */
export const durationsOf = (figures: PhaseFigures): readonly (readonly [Duration, Durations])[] =>
  namesOf(durations).flatMap((name) => {
    const summary = figures.durations(name)?.summary();
    return summary ? [[name, summary] as const] : [];
  });

/** A stage in the life of what was accepted: how many came to it, and the duration that leads there. */
export interface Stage {
  readonly name: string;
  readonly about: string;
  /** Null: nobody says it. */
  readonly count: number | null;
  readonly of: number;
  readonly duration: Duration | null;
}

/** Returns the stages from the request to the recorded webhook. */
export function stagesOf({ reconciled: { counts, calls }, whole }: LoadRun): readonly Stage[] {
  const counted = (duration: Duration): number => whole.durations(duration)?.count ?? 0;
  const known = (duration: Duration): Duration | null => (counted(duration) > 0 ? duration : null);
  const { accepted, ended, delivered } = counts;
  return [
    { name: 'accepted', about: 'by the API', count: accepted, of: accepted, duration: known('call.accept') ?? known('event.accept') },
    { name: 'dialled', about: 'calls, by the telephone network', count: calls.dialled, of: calls.accepted, duration: known('call.dial') },
    { name: 'ended', about: 'calls, and all texts and events', count: ended, of: accepted, duration: known('call.end') },
    {
      name: 'committed',
      about: 'webhooks in the record',
      count: counted('webhook.commit'),
      of: accepted,
      duration: known('webhook.commit'),
    },
    { name: 'delivered', about: 'webhooks that a receiver has taken', count: delivered, of: accepted, duration: known('webhook.lag') },
    {
      name: 'recorded',
      about: 'webhooks recorded as successes',
      count: counted('webhook.recorded'),
      of: accepted,
      duration: known('webhook.recorded'),
    },
  ];
}

export const milliseconds = (ms: number): string => (ms >= 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms.toFixed(ms < 100 ? 1 : 0)} ms`);

/** Returns the figure that a threshold met, with its unit where it is a duration, and why it may say nothing. */
export function reached({ text, value, cannotTell }: Judged): string {
  if (value === null) return cannotTell ?? 'no such figure in this run';
  const figure = isDuration(text) ? milliseconds(value) : String(value);
  return cannotTell === null ? figure : `${figure}; ${cannotTell}`;
}

export const wordOf = ({ holds, cannotTell }: Judged): string => (holds ? 'holds' : cannotTell === null ? 'FAILS' : 'cannot tell');
