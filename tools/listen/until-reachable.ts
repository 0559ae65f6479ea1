import type { Clock } from '../../sdk/client/settings.ts';
import { NoAnswerError, RefusedError, UnreadableAnswerError } from '../../sdk/client.ts';

/** The client itself has repeated the request for a minute. */
const askAgainMs = 3_000;

/**
 * Asks until the service answers, however long it is away, and however long others use up the budget. A refusal that does not pass is thrown, and
 * so is the reason of an aborted `signal`.
 */
export async function untilReachable<Answer>(
  ask: () => Promise<Answer>,
  { sleep, signal, isAway }: { readonly sleep: Clock['sleep']; readonly signal: AbortSignal; readonly isAway: (error: Error) => void },
): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NoAnswerError || error instanceof UnreadableAnswerError || passes(error))) throw error;
      isAway(error);
      await sleep(askAgainMs, signal);
    }
  }
}

const passes = (error: unknown): error is RefusedError => error instanceof RefusedError && (error.status === 429 || error.status >= 500);
