import { sign } from '../../sdk/webhooks.ts';
import { reasonOf } from '../../src/process/reason-of.ts';

/** How the real endpoint is set up, as far as a receiver notices it. */
export interface EndpointForm {
  /** Is POST or PUT. */
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly standardWebhooks: boolean;
}

export interface Answer {
  /** Is null where the receiver did not answer. */
  readonly status: number | null;
  readonly ms: number;
  /** Says what went wrong; null for a 2xx. */
  readonly problem: string | null;
}

/** The service gives a receiver the same time (`V-SEND-03`). */
const timeoutMs = 10_000;

/**
 * Sends the payload of a delivery, or its JSON text, to a local receiver, signed with a local secret, under the id of the delivery. Throws once
 * `signal` is aborted.
 */
export async function forward(
  payload: object | string,
  {
    url,
    secret,
    deliveryId,
    form,
    signal,
  }: {
    readonly url: string;
    readonly secret: string;
    readonly deliveryId: string;
    readonly form: EndpointForm;
    readonly signal: AbortSignal;
  },
): Promise<Answer> {
  const { body, headers } = sign(payload, { secret, deliveryId, standardWebhooks: form.standardWebhooks });
  const began = performance.now();
  const answer = (status: number | null, problem: string | null): Answer => ({
    status,
    ms: Math.round(performance.now() - began),
    problem,
  });
  try {
    const response = await fetch(url, {
      method: form.method,
      headers: { ...form.headers, ...headers },
      body,
      // A redirect is a failure for the service too.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return answer(response.status, response.ok ? null : `the service would try again after ${response.status}`);
  } catch (error) {
    signal.throwIfAborted();
    return answer(null, error instanceof Error && error.name === 'TimeoutError' ? 'no answer in 10 s' : `not reached (${reasonOf(error)})`);
  }
}
