import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { BadFile } from '../../simulator/bad-file.ts';
import { placedFile, placeOf } from '../../simulator/placed-file.ts';
import { wordsFor } from '../../simulator/placed-file-words.ts';
import { once } from '../../src/contract/documents.ts';
import { type Threshold, threshold, thresholdProblem } from './thresholds.ts';
import { kindOf } from './whole.ts';

/** What a load run sends, and what it must find. Times are in milliseconds, rates are arrivals a second. */
export interface Profile {
  readonly title: string;
  readonly phases: readonly Phase[];
  readonly mix: Readonly<Partial<Record<Operation, number>>>;
  readonly tenants: number;
  readonly scenarios: readonly string[];
  readonly receivers: readonly ReceiverProgramme[];
  readonly inFlight: number;
  readonly requests: number;
  readonly settleMs: number;
  readonly lateMs: number;
  readonly thresholds: readonly Threshold[];
}

export const operations = ['call', 'read', 'text', 'event', 'replay'] as const;
export type Operation = (typeof operations)[number];

/** A part of the load: arrivals at a rate (the open model), or callers that wait for their answers (the closed model). */
export type Phase = OpenPhase | ClosedPhase;

export interface OpenPhase {
  readonly kind: 'open';
  readonly name: string;
  readonly ms: number;
  readonly rate: number;
  /** The rate at the end of the phase. */
  readonly to: number;
  /** The phase is repeated at rates that grow by `times`, until the deployment does not keep up. */
  readonly steps: { readonly times: number; readonly most: number } | null;
}

export interface ClosedPhase {
  readonly kind: 'closed';
  readonly name: string;
  readonly ms: number;
  readonly callers: number;
}

export interface ReceiverProgramme {
  readonly slowMs: number;
  /** The share of first attempts that is answered with 503. */
  readonly failing: number;
}

export const includedProfiles = ['smoke', 'ramp', 'spike', 'soak'] as const;

export const includedProfile = (name: (typeof includedProfiles)[number]): string =>
  readFileSync(new URL(`profiles/${name}.yaml`, import.meta.url), 'utf8');

/** Reads a profile in YAML. Throws `BadFile` with the line and column of every problem. */
export function readProfile(yaml: string): Profile {
  const file = placedFile(yaml);
  const fits = validator();
  if (!fits(file.content))
    throw new BadFile(
      (fits.errors ?? [])
        .filter(({ keyword }) => keyword !== 'not')
        .map((error) => ({ ...placeOf(error, file), message: wordsFor(error) })),
    );
  const raw = file.content as RawProfile; // The schema has just checked this.
  const mistaken = (raw.thresholds ?? []).flatMap((text, index) => {
    const problem = thresholdProblem(text, kindOf);
    return problem === null ? [] : [{ ...file.at(`/thresholds/${index}`), message: `${text} ${problem}` }];
  });
  const named = raw.phases.map(({ name }) => name);
  const repeated = named.flatMap((name, index) =>
    named.indexOf(name) === index
      ? []
      : [{ ...file.at(`/phases/${index}/name`), message: `an earlier phase has the name ${name} as well` }],
  );
  if (mistaken.length + repeated.length > 0) throw new BadFile([...repeated, ...mistaken]);
  return {
    title: raw.title,
    phases: raw.phases.map(phaseOf),
    mix: raw.mix,
    tenants: raw.tenants ?? 1,
    scenarios: raw.scenarios ?? ['no-answer'],
    receivers: (raw.receivers ?? [{}]).map(({ slow, failing }) => ({ slowMs: slow ? msOf(slow) : 0, failing: failing ?? 0 })),
    inFlight: raw.inFlight ?? 1_000,
    requests: raw.requests ?? 10_000,
    settleMs: msOf(raw.settle ?? '90s'),
    lateMs: msOf(raw.late ?? '10s'),
    thresholds: (raw.thresholds ?? []).map(threshold),
  };
}

interface RawProfile {
  readonly title: string;
  readonly phases: readonly RawPhase[];
  readonly mix: Profile['mix'];
  readonly tenants?: number;
  readonly scenarios?: readonly string[];
  readonly receivers?: readonly { readonly slow?: string; readonly failing?: number }[];
  readonly inFlight?: number;
  readonly requests?: number;
  readonly settle?: string;
  readonly late?: string;
  readonly thresholds?: readonly string[];
}

interface RawPhase {
  readonly name: string;
  readonly for: string;
  readonly rate?: number;
  readonly to?: number;
  readonly times?: number;
  readonly steps?: number;
  readonly closed?: number;
}

const phaseOf = ({ name, for: length, rate = 0, to = rate, times, steps, closed }: RawPhase): Phase =>
  closed === undefined
    ? { kind: 'open', name, ms: msOf(length), rate, to, steps: times && steps ? { times, most: steps } : null }
    : { kind: 'closed', name, ms: msOf(length), callers: closed };

const msOf = (length: string): number => Number.parseInt(length, 10) * (units[length.replace(/^\d+/, '')] ?? 1);

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

const schema = (): object => JSON.parse(readFileSync(new URL('profile.schema.json', import.meta.url), 'utf8'));
/** Compiled when a file is first read. */
const validator = once(() => new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(schema()));
