import { arrive } from './arrivals.ts';
import { PhaseFigures } from './figures.ts';
import type { Phase, Profile } from './profile.ts';
import type { Rates, Turns } from './schedule.ts';
import type { Sender } from './sender.ts';

export interface PhaseOptions {
  readonly profile: Profile;
  readonly sender: Pick<Sender, 'sent' | 'send'>;
  readonly turns: Turns;
  /** What the rate is multiplied with; it may change at any time. */
  readonly factor: () => number;
  readonly stop: AbortSignal;
  /** Drives the callers of a closed phase. */
  readonly drive: (phase: Extract<Phase, { kind: 'closed' }>, figures: PhaseFigures) => Promise<void>;
  /** Called when a phase or a step of one begins. A closed phase has no rates. */
  readonly began: (figures: PhaseFigures, rates: Rates | null) => void;
}

/** Plays the phases of a profile one after another. Returns the figures of each, and of each step. */
export async function playPhases(options: PhaseOptions): Promise<readonly PhaseFigures[]> {
  const played: PhaseFigures[] = [];
  for (const phase of options.profile.phases) {
    for await (const figures of playPhase(options, phase)) played.push(figures);
    if (options.stop.aborted) break;
  }
  return played;
}

async function* playPhase(options: PhaseOptions, phase: Phase): AsyncGenerator<PhaseFigures> {
  if (phase.kind === 'closed') {
    const figures = new PhaseFigures(phase.name, null, phase.ms);
    options.began(figures, null);
    const begun = performance.now();
    await options.drive(phase, figures);
    figures.seconds = (performance.now() - begun) / 1_000;
    yield figures;
    return;
  }
  const most = phase.steps?.most ?? 1;
  for (let step = 0; step < most && !options.stop.aborted; step++) {
    const times = (phase.steps?.times ?? 1) ** step;
    const rates = { rate: stepRate(phase.rate, times), to: stepRate(phase.to, times), ms: phase.ms };
    const figures = new PhaseFigures(
      phase.steps ? `${phase.name} ${rates.rate}/s` : phase.name,
      rates.to === rates.rate ? rates.rate : null,
      phase.ms,
    );
    options.began(figures, rates);
    const { profile, sender, turns } = options;
    const { seconds, isCut } = await arrive(rates, {
      ...options,
      inFlight: profile.inFlight,
      isEnough: () => sender.sent >= profile.requests,
      send: (due) => sender.send(turns.next(), due, figures),
      dropped() {
        figures.counts.dropped += 1;
      },
    });
    figures.seconds = seconds;
    figures.isCut = isCut;
    yield figures;
    if (!figures.keptUp) return;
  }
}

/** Returns the rate of a step. That of the first is the phase's own, and the others are rounded, since thresholds name them. */
function stepRate(first: number, times: number): number {
  const rate = first * times;
  if (times === 1) return first;
  return rate >= 10 ? Math.round(rate * 10) / 10 : Number(rate.toPrecision(3));
}
