import { jsonOf } from '../../../src/contract/json.ts';
import { isObject } from '../../contract/document.ts';
import type { PhaseFigures } from '../figures.ts';
import type { LoadRun } from '../run.ts';
import { cannotTell, durationsOf, passed } from './parts.ts';

/** The run as data, which `--baseline` reads again. Durations are in milliseconds. */
export type LoadJson = Readonly<ReturnType<typeof loadJson>>;

export const jsonReport = (run: LoadRun): string => `${JSON.stringify(loadJson(run), null, 2)}\n`;

/** Returns the report in a text, or null if there is none. Only what a comparison needs is looked at. */
export function readLoadJson(text: string): LoadJson | null {
  const json = jsonOf(text);
  const isReport =
    isObject(json) &&
    typeof json['title'] === 'string' &&
    typeof json['machine'] === 'string' &&
    Array.isArray(json['phases']) &&
    json['phases'].every(isObject);
  return isReport ? (json as unknown as LoadJson) : null;
}

export function loadJson(run: LoadRun) {
  const { title, baseUrl, startedAt, seconds, machine, reconciled, knee, judged, unseen, phases, whole } = run;
  return {
    title,
    baseUrl,
    startedAt: startedAt.toISOString(),
    seconds,
    machine,
    passed: passed(run),
    cannotTell: cannotTell(run),
    wasStopped: run.wasStopped,
    account: reconciled.counts,
    examples: reconciled.examples,
    knee,
    thresholds: judged,
    unseen,
    phases: phases.map(phaseJson),
    whole: phaseJson(whole),
  };
}

const phaseJson = (figures: PhaseFigures) => ({
  name: figures.name,
  rate: figures.rate,
  seconds: figures.seconds,
  counts: figures.counts,
  unexpected: Object.fromEntries(figures.unexpected),
  sendLag: figures.sendLag.summary(),
  // With each the 95th percentiles of the tenths of the phase.
  durations: Object.fromEntries(durationsOf(figures).map(([name, summary]) => [name, { ...summary, p95OfTenths: figures.slices(name) }])),
});
