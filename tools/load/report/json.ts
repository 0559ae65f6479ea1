import { jsonOf } from '../../conformance/http-message.ts';
import { isObject } from '../../contract/document.ts';
import type { Duration, PhaseFigures } from '../figures.ts';
import type { Durations } from '../histogram.ts';
import type { LoadRun } from '../run.ts';
import { cannotTell, durationsOf, passed } from './parts.ts';

/** The run as data, which `--baseline` reads again. Durations are in milliseconds. */
export interface LoadJson {
  readonly title: string;
  readonly baseUrl: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly machine: string;
  readonly passed: boolean;
  /** True if nothing fails, and some of what was asked for cannot be told, because the machine of the run was late itself. */
  readonly cannotTell: boolean;
  readonly wasStopped: boolean;
  readonly account: LoadRun['reconciled']['counts'];
  readonly examples: LoadRun['reconciled']['examples'];
  readonly knee: number | null;
  readonly thresholds: LoadRun['judged'];
  readonly unseen: readonly string[];
  readonly phases: readonly PhaseJson[];
  readonly whole: PhaseJson;
}

interface PhaseJson {
  readonly name: string;
  readonly rate: number | null;
  readonly seconds: number;
  readonly counts: PhaseFigures['counts'];
  /** How often each answer came that was not expected. */
  readonly unexpected: Readonly<Record<string, number>>;
  readonly sendLag: Durations;
  /** With each the 95th percentiles of the tenths of the phase. */
  readonly durations: Readonly<Partial<Record<Duration, Durations & { readonly p95OfTenths: readonly number[] }>>>;
}

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

export function loadJson(run: LoadRun): LoadJson {
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

const phaseJson = (figures: PhaseFigures): PhaseJson => ({
  name: figures.name,
  rate: figures.rate,
  seconds: figures.seconds,
  counts: figures.counts,
  unexpected: Object.fromEntries(figures.unexpected),
  sendLag: figures.sendLag.summary(),
  durations: Object.fromEntries(durationsOf(figures).map(([name, summary]) => [name, { ...summary, p95OfTenths: figures.slices(name) }])),
});
