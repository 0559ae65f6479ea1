import { invalidRequest, invalidSignature } from './errors.ts';
import type { Metrics } from './process/metrics.ts';

/** Says that a provider's callback was not accepted, and why. */
interface Refused {
  readonly ok: false;
  readonly why: 'bad_signature' | 'stale' | 'malformed';
}

/** Counts a callback, and returns what its adapter has read. Throws the refusal of a callback that the adapter has not accepted. */
export function requireAccepted<Read extends { readonly ok: true } | Refused>(
  { callbacks, callbacksRefusedInARow }: Pick<Metrics, 'callbacks' | 'callbacksRefusedInARow'>,
  callback: { readonly provider: 'vapi' | 'twilio'; readonly expected: string },
  read: Read,
): Exclude<Read, Refused> {
  const { provider, expected } = callback;
  callbacks.inc({ provider, result: read.ok ? 'accepted' : read.why });
  if (read.ok) {
    callbacksRefusedInARow.set({ provider }, 0);
    return read as Exclude<Read, Refused>;
  }
  callbacksRefusedInARow.inc({ provider });
  throw read.why === 'malformed' ? invalidRequest(`The body is not ${expected}.`) : invalidSignature();
}
