import type { Clock } from '../process/clock.ts';
import type { Metrics } from '../process/metrics.ts';
import type { PlaceResult, VoiceProvider } from './voice-provider.ts';

/**
 * A circuit breaker for the voice provider. While the provider is down a placement is refused at once, so that no
 * caller waits for it and no calls of unknown fate accumulate. Five placements in a row without success (no connection,
 * no usable answer, a 5xx) open it, for a second at first and for twice as long each time, thirty at most. Then one
 * harmless request checks if the provider answers. If it does, placements continue, and the next failure opens the
 * breaker again. A placement that the provider answers, with a call or with a refusal, closes it, and so does one
 * without an answer whose call a look-up finds. All times are real, and each process has its own breaker.
 */
export interface GuardedVoice extends VoiceProvider {
  /** Returns the milliseconds until a placement is worth trying, or 0 for now. It may ask the provider first. */
  pauseMs(): Promise<number>;
}

const failuresToOpen = 5;
const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;

export function withBreaker(provider: VoiceProvider, options: BreakerOptions): GuardedVoice {
  const breaker = new Breaker(options);
  return {
    ...provider,
    async place(call) {
      const result = await provider.place(call).catch((error: unknown): PlaceResult => ({ kind: 'unknown', raw: String(error) }));
      breaker.learn(call.callId, result);
      return result;
    },
    async findByCallId(callId, ...more) {
      const result = await provider.findByCallId(callId, ...more);
      if (result.kind === 'found') breaker.learnFound(callId);
      return result;
    },
    pauseMs: () => breaker.pauseMs(() => provider.isAnswering()),
  };
}

interface BreakerOptions {
  readonly clock: Pick<Clock, 'realNow'>;
  readonly metrics: Pick<Metrics, 'voiceBreakerOpen'>;
}

class Breaker {
  readonly #options: BreakerOptions;
  #failures = 0;
  #pause = shortestPauseMs;
  #openUntil = 0;
  #asking = false;
  /** The calls of the last placements without an answer. */
  #inDoubt: readonly string[] = [];

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  learn(callId: string, { kind }: PlaceResult): void {
    if (kind === 'accepted' || kind === 'refused') {
      this.#close();
      return;
    }
    this.#inDoubt = [...this.#inDoubt, callId].slice(-failuresToOpen);
    // Placements that were under way when the breaker opened add no information.
    if (++this.#failures >= failuresToOpen && this.#openUntil <= this.#now()) this.#open();
  }

  /** Learns that a look-up found a call, so that a placement without an answer may have succeeded. */
  learnFound(callId: string): void {
    if (this.#inDoubt.includes(callId)) this.#close();
  }

  async pauseMs(isAnswering: () => Promise<boolean>): Promise<number> {
    if (this.#failures < failuresToOpen) return 0;
    if (this.#openUntil > this.#now()) return this.#openUntil - this.#now();
    if (this.#asking) return shortestPauseMs;
    this.#asking = true;
    const answers = await isAnswering().finally(() => {
      this.#asking = false;
    });
    if (!answers) return this.#open();
    this.#failures = failuresToOpen - 1;
    return 0;
  }

  #open(): number {
    const opened = this.#pause;
    this.#openUntil = this.#now() + opened;
    this.#pause = Math.min(this.#pause * 2, longestPauseMs);
    this.#options.metrics.voiceBreakerOpen.set(1);
    return opened;
  }

  #close(): void {
    this.#failures = 0;
    this.#inDoubt = [];
    this.#pause = shortestPauseMs;
    this.#options.metrics.voiceBreakerOpen.set(0);
  }

  #now(): number {
    return this.#options.clock.realNow().getTime();
  }
}
