import { type Arrivals, type Arrived, arrive } from './arrivals.ts';

/**
 * Tries rates one after another, each a fraction of the closed model's, until the server no longer keeps up. The knee
 * is the highest rate at which it did: nearly all requests were answered in time, and p99 had not exploded.
 */
export async function sweep(arrivals: Omit<Arrivals, 'perSecond'>, capacity: number): Promise<Sweep> {
  const steps: Arrived[] = [];
  for (const part of parts) {
    const step = await arrive({ ...arrivals, perSecond: Math.max(1, Math.round(capacity * part)) });
    steps.push(step);
    if (!keepsUp(step)) break;
  }
  return { steps, knee: kneeOf(steps) };
}

export interface Sweep {
  readonly steps: readonly Arrived[];
  /** Is in requests a second, or 0 if it kept up with none. */
  readonly knee: number;
}

/**
 * The steps are dense around the closed model's rate. They continue far beyond it, since so short a run may have
 * reached half of what the server can do.
 */
const parts = [0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.6, 2, 2.5, 3, 4];
const enough = 0.95;
/** Above this multiple of the first step's p99 a request waits longer than it is worked on. */
const explosion = 10;

const keepsUp = ({ achieved, offered, dropped, failed }: Outcome): boolean => achieved >= enough * offered && dropped === 0 && failed === 0;

function kneeOf(steps: readonly Outcome[]): number {
  const bound = explosion * (steps[0]?.response.at(0.99) ?? 0);
  let knee = 0;
  for (const step of steps) {
    if (!keepsUp(step) || step.response.at(0.99) > bound) break;
    knee = step.offered;
  }
  return knee;
}

/** Returns nothing where there is no knee: at twice nothing, a request a second, every service keeps up. */
export function figuresOf(knee: number, atHalf: Outcome, atTwice: Outcome): readonly (readonly [string, number])[] {
  if (knee === 0) return [];
  return [
    ['knee a second', knee],
    ['p99 ms at half of the knee', atHalf.response.at(0.99)],
    ['achieved of offered at half of the knee', atHalf.achieved / atHalf.offered],
    ['served at twice the knee of the knee', atTwice.achieved / knee],
    ['p99 ms of what is served at twice the knee', atTwice.response.at(0.99)],
  ];
}

type Outcome = Pick<Arrived, 'achieved' | 'offered' | 'dropped' | 'failed' | 'response'>;
