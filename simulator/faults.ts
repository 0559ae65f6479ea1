import type { components } from '../src/contract/generated/simulator.ts';
import { type Answer, BadAnswer, readAnswer } from './answers/answer.ts';
import type { Outcome } from './answers/give.ts';
import { draws } from './draws.ts';
import type { SessionLimits } from './limits.ts';
import type { Timeline } from './timeline.ts';
import type { Details } from './timeline-entry.ts';
import type { Timers } from './timers.ts';

/**
 * Faults on the links of the service: some requests are answered wrongly, by chance, by count or for a time. The first
 * matching rule decides. Every strike has a timeline entry.
 */
export interface Faults {
  /** Adds a fault. Throws `BadAnswer`, `TooManyFaults`. */
  add(wanted: NewFault): Fault;
  all(): readonly Fault[];
  remove(id: string): boolean;
  /** Returns the fault that strikes this request, or null. Each call counts as a request. */
  strikes(link: FaultLink, receiver: string | null): Fault | null;
  struck(fault: Fault, details: Details): number;
  /** Records the outcome of a spoilt answer. */
  told(struck: number, answered: Outcome): void;
  /** Returns a draw for delays between two times. */
  chance(): number;
  clear(): void;
}

export type FaultLink = components['schemas']['FaultLink'];
export type NewFault = components['schemas']['NewFault'];

export interface Fault extends Required<Omit<NewFault, 'answer'>> {
  readonly id: string;
  readonly text: string;
  readonly answer: Answer;
  /** Counts requests on its link while it was on, and those that it struck. */
  readonly met: number;
  readonly hit: number;
  /** Is the story time at which it begins. */
  readonly fromMs: number;
}

export class TooManyFaults extends Error {}

interface OpenFault extends Fault {
  met: number;
  hit: number;
  readonly untilMs: number;
  readonly dice: () => number;
}

export interface FaultsOptions {
  readonly seed: () => number;
  readonly timers: Timers;
  readonly timeline: Timeline;
  readonly limits: Pick<SessionLimits, 'faults'>;
}

export function newFaults({ seed, timers, timeline, limits }: FaultsOptions): Faults {
  let faults: OpenFault[] = [];
  let made = 0;
  let delays = draws(seed(), 'fault/delays');

  return {
    add(wanted) {
      if (faults.length >= limits.faults) throw new TooManyFaults(`There are ${limits.faults} faults already. Take some away first.`);
      const fault = openFault(wanted, { nth: made + 1, seed: seed(), elapsedMs: timers.elapsed() });
      made += 1;
      faults.push(fault);
      timeline.add('fault.set', { fault: fault.id, link: fault.link, answer: fault.text });
      return fault;
    },
    all: () => faults,
    remove(id) {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    strikes(link, receiver) {
      const now = timers.elapsed();
      for (const fault of faults) {
        if (fault.link !== link || (fault.receiver !== null && fault.receiver !== receiver)) continue;
        if (now < fault.fromMs || now >= fault.untilMs) continue;
        fault.met += 1;
        if (!strikesNow(fault)) continue;
        fault.hit += 1;
        return fault;
      }
      return null;
    },
    struck: ({ id, text, link }, details) => timeline.add('fault', { ...details, fault: id, link, answer: text }),
    told: (struck, answered) => void timeline.add('fault.answered', { causedBy: struck, answered }),
    chance: () => delays.next(),
    clear() {
      faults = [];
      made = 0;
      delays = draws(seed(), 'fault/delays');
    },
  };
}

/** Returns the answer of a wanted fault. Throws `BadAnswer`, also for a fault that could strike nothing. */
export function answerOf({ link, receiver = null, answer }: Pick<NewFault, 'link' | 'receiver' | 'answer'>): Answer {
  if (receiver !== null && link !== 'receivers') throw new BadAnswer(`receiver goes with the link receivers, not with ${link}.`);
  return readAnswer(answer);
}

/** Reads a wanted fault. Throws `BadAnswer`. */
function openFault(wanted: NewFault, { nth, seed, elapsedMs }: { nth: number; seed: number; elapsedMs: number }): OpenFault {
  const answer = answerOf(wanted);
  const { startsInSeconds = 0, lastsSeconds = null } = wanted;
  const fromMs = elapsedMs + startsInSeconds * 1_000;
  return {
    id: `fault-${nth}`,
    link: wanted.link,
    receiver: wanted.receiver ?? null,
    text: wanted.answer,
    answer,
    processed: wanted.processed ?? keepsTheAnswer(answer),
    probability: wanted.probability ?? 1,
    after: wanted.after ?? 0,
    every: wanted.every ?? 1,
    times: wanted.times ?? null,
    startsInSeconds,
    lastsSeconds,
    met: 0,
    hit: 0,
    fromMs,
    untilMs: lastsSeconds === null ? Number.POSITIVE_INFINITY : fromMs + lastsSeconds * 1_000,
    dice: draws(seed, `fault/${nth}`).next,
  };
}

/** Tells if the fault strikes the request that it has just counted. */
function strikesNow({ met, after, every, times, hit, probability, dice }: OpenFault): boolean {
  if (met <= after || (met - after - 1) % every !== 0 || (times !== null && hit >= times)) return false;
  return probability >= 1 || dice() < probability;
}

/** Tells if a fault spoils an existing answer. Other faults replace it. */
const keepsTheAnswer = (answer: Answer): boolean =>
  answer.kind === 'drip' ||
  answer.kind === 'half' ||
  answer.kind === 'endless' ||
  answer.kind === 'wrong-length' ||
  (answer.kind === 'status' && answer.afterMs > 0);
