import { invalidRequest, invalidSignature } from '../errors.ts';
import type { Metrics } from '../process/metrics.ts';

/** Says that a provider's callback was not accepted, and why. */
interface Refused {
  readonly ok: false;
  readonly why: 'bad_signature' | 'stale' | 'malformed';
}

interface Callback<Read> {
  readonly provider: 'vapi' | 'twilio';
  readonly expected: string;
  /** Tells if what was read says something of a call or a text. */
  readonly tells: (read: Exclude<Read, Refused>) => boolean;
}

/**
 * Counts a callback, and returns what its adapter has read. Throws the refusal of a callback that the adapter has not accepted. One that
 * says nothing of a call or a text is counted apart, because `ringpost provider check` sends such callbacks itself: they must not
 * make up for refusals of the provider's own.
 */
export function requireAccepted<Read extends { readonly ok: true } | Refused>(
  metrics: Pick<Metrics, 'callbacks' | 'callbacksIgnored' | 'callbacksRefusedInARow'>,
  { provider, expected, tells }: Callback<Read>,
  read: Read,
): Exclude<Read, Refused> {
  const { callbacks, callbacksIgnored, callbacksRefusedInARow } = metrics;
  if (read.ok) {
    const accepted = read as Exclude<Read, Refused>;
    if (!tells(accepted)) {
      callbacksIgnored.inc({ provider });
      return accepted;
    }
    callbacks.inc({ provider, result: 'accepted' });
    callbacksRefusedInARow.set({ provider }, 0);
    return accepted;
  }
  callbacks.inc({ provider, result: read.why });
  callbacksRefusedInARow.inc({ provider });
  throw read.why === 'malformed' ? invalidRequest(`The body is not ${expected}.`) : invalidSignature();
}
