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

export function withBreaker(
  provider: VoiceProvider,
  { clock, metrics }: { readonly clock: Pick<Clock, 'realNow'>; readonly metrics: Pick<Metrics, 'voiceBreakerOpen'> },
): GuardedVoice {
  let failures = 0;
  let pause = shortestPauseMs;
  let openUntil = 0;
  let asking = false;
  /** The calls of the last placements without an answer. */
  let inDoubt: readonly string[] = [];
  const now = (): number => clock.realNow().getTime();

  function open(): number {
    const opened = pause;
    openUntil = now() + opened;
    pause = Math.min(pause * 2, longestPauseMs);
    metrics.voiceBreakerOpen.set(1);
    return opened;
  }

  function close(): void {
    failures = 0;
    inDoubt = [];
    pause = shortestPauseMs;
    metrics.voiceBreakerOpen.set(0);
  }

  function learn(callId: string, { kind }: PlaceResult): void {
    if (kind === 'accepted' || kind === 'refused') {
      close();
      return;
    }
    inDoubt = [...inDoubt, callId].slice(-failuresToOpen);
    // Placements that were under way when the breaker opened add no information.
    if (++failures >= failuresToOpen && openUntil <= now()) open();
  }

  return {
    ...provider,
    async place(call) {
      const result = await provider.place(call).catch((error: unknown): PlaceResult => ({ kind: 'unknown', raw: String(error) }));
      learn(call.callId, result);
      return result;
    },
    async findByCallId(callId, ...more) {
      const result = await provider.findByCallId(callId, ...more);
      if (result.kind === 'found' && inDoubt.includes(callId)) close();
      return result;
    },
    async pauseMs() {
      if (failures < failuresToOpen) return 0;
      if (openUntil > now()) return openUntil - now();
      if (asking) return shortestPauseMs;
      asking = true;
      const answers = await provider.isAnswering().finally(() => {
        asking = false;
      });
      if (!answers) return open();
      failures = failuresToOpen - 1;
      return 0;
    },
  };
}
