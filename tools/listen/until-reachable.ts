import { mayPass, UnreadableAnswerError } from '../../sdk/client/errors.ts';
import type { Clock } from '../../sdk/client/settings.ts';

const askAgainMs = 3_000;

/**
 * Asks until the service answers, however long it is away, and however long others use up the budget. A refusal that does not pass is thrown, and
 * so is the reason of an aborted `signal`. `isAway` is told when the reason changes, since a service may be away for a night.
 */
export async function untilReachable<Answer>(
  ask: () => Promise<Answer>,
  { sleep, signal, isAway }: { readonly sleep: Clock['sleep']; readonly signal: AbortSignal; readonly isAway: (error: Error) => void },
): Promise<Answer> {
  let told = '';
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof UnreadableAnswerError || mayPass(error))) throw error;
      if (error.message !== told) isAway(error);
      told = error.message;
      await sleep(askAgainMs, signal);
    }
  }
}
