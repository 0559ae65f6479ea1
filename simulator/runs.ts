import type { components } from '../src/contract/generated/simulator.ts';
import { readProgramme } from './answers/programme.ts';
import { answerOf, type Faults, TooManyFaults } from './faults.ts';
import type { SessionLimits } from './limits.ts';
import { TooManyReceivers } from './receivers/open-receivers.ts';
import type { Receivers } from './receivers/receivers.ts';
import { bodyWithoutSecrets } from './secrets.ts';
import type { Timers } from './timers.ts';

/**
 * A run that can be played again: the seed, the receivers' programmes, the faults, and the requests to the providers
 * with their times. With the same seed the same requests cause the same stories, to the millisecond and the word. Keys
 * and secrets are not in it; the user who plays it has their own.
 */
export type Run = components['schemas']['RunView'];
export type RunRequest = Run['requests'][number];

export interface Runs {
  asked(path: string, contentType: string, body: Buffer): void;
  export(): Run;
  /**
   * Resets the session and schedules every request. Returns their number. Throws `BadAnswer`, `TooManyReceivers`, `TooManyFaults`, and
   * then has forgotten nothing.
   */
  play(run: Run): number;
  clear(): void;
}

export interface RunsOptions {
  readonly seed: () => number;
  readonly receivers: Receivers;
  readonly faults: Faults;
  readonly timers: Timers;
  readonly restart: (seed: number) => void;
  readonly ask: (request: RunRequest) => Promise<void>;
  readonly limits: Pick<SessionLimits, 'runRequests' | 'runBytes' | 'receivers' | 'faults'>;
}

export function newRuns({ seed, receivers, faults, timers, restart, ask, limits }: RunsOptions): Runs {
  let requests: RunRequest[] = [];
  let bytes = 0;
  let beganMs = timers.elapsed();
  return {
    asked(path, contentType, body) {
      if (requests.length >= limits.runRequests || bytes + body.length > limits.runBytes) return;
      bytes += body.length;
      requests.push({ atSeconds: (timers.elapsed() - beganMs) / 1_000, path, contentType, body: body.toString('utf8') });
    },
    export: () => ({
      seed: seed(),
      receivers: receivers.all().map(({ name, programme }) => ({ name, programme })),
      faults: faults.all().map(({ text, link, receiver, processed, probability, after, every, times, fromMs, lastsSeconds }) => ({
        ...{ link, receiver, answer: text, processed, probability, after, every, times, lastsSeconds },
        // All faults of a run that is played again are set at its beginning.
        startsInSeconds: Math.round(fromMs - beganMs) / 1_000,
      })),
      requests: requests.map((request) => ({ ...request, body: bodyWithoutSecrets(request.body, request.contentType) })),
    }),
    play(run) {
      check(run, limits);
      restart(run.seed);
      for (const { name, programme } of run.receivers) receivers.create(name, { programme });
      for (const fault of run.faults) faults.add(fault);
      for (const request of run.requests) timers.after(request.atSeconds * 1_000, () => ask(request));
      return run.requests.length;
    },
    clear() {
      requests = [];
      bytes = 0;
      beganMs = timers.elapsed();
    },
  };
}

function check(run: Run, limits: RunsOptions['limits']): void {
  if (run.receivers.length > limits.receivers) throw new TooManyReceivers(`A session has ${limits.receivers} receivers at most.`);
  if (run.faults.length > limits.faults) throw new TooManyFaults(`A session has ${limits.faults} faults at most.`);
  for (const { programme } of run.receivers) readProgramme(programme);
  for (const fault of run.faults) answerOf(fault);
}
