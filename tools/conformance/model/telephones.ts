import type { Comparison } from './comparison.ts';

/** Compares the telephone network's calls with the model: one request to the simulator, and none to the service. */
export async function compareTelephones({ account, model, dialled, look, report }: Comparison): Promise<void> {
  const calls = account.numbers.size > 0 ? await dialled() : null;
  if (!calls) return;
  look('O5');
  const dials = new Map<string, number>();
  for (const { callId, number, endedReason } of calls) {
    if (callId !== null && account.calls.has(callId)) {
      dials.set(callId, (dials.get(callId) ?? 0) + 1);
      // The service itself hangs up calls that last too long, so a refused request must have named the call.
      const refused = endedReason === hungUp && !account.calls.get(callId)?.ended ? model.refusalNaming(callId) : null;
      if (refused) report('O5', `The network was told to hang the call ${callId} up, and the request to end it was refused.`, refused);
    }
    // The calls of other checks that are under way are not known yet, so a number that several checks use is left out.
    if (!account.numbers.has(number) || !model.isOnlyCaller(account, number) || account.uncertain.has('placeCall')) continue;
    if (callId === null || !model.hasCall(callId))
      report('O5', `A telephone rang at ${number}, and no request to call it was accepted.`, model.refusalNaming(number));
  }
  for (const [callId, count] of dials) if (count > 1) report('O5', `The network dialled ${count} times for the call ${callId}.`);
}

/** The simulator's reason of a call that the service hung up. */
const hungUp = 'manually-canceled';
