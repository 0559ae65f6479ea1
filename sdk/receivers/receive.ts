import type { VerifiedDelivery, VerifyResult } from '../webhooks/delivery.ts';
import type { DeliveryRequest, VerifyOptions } from '../webhooks/options.ts';
import type { Refusal, RefusalReason } from '../webhooks/refusal.ts';
import { handlingMs, rememberedInMemory, type SeenDeliveries } from './seen-deliveries.ts';

export interface ReceiverOptions extends Omit<VerifyOptions, 'now'> {
  /**
   * Handles the delivery, or puts it on a queue of yours: Ringpost waits ten seconds for your answer. If it throws, the
   * delivery is sent again later.
   */
  readonly onDelivery: (delivery: VerifiedDelivery) => void | Promise<void>;
  /**
   * Remembers handled deliveries, by default in this process's memory. Several processes, or one that restarts, need a
   * shared store.
   */
  readonly seen?: SeenDeliveries;
  /** Receives the reason of each refused request, for your log. The answer states it as well. */
  readonly onRefused?: (refusal: Refusal) => void;
  readonly maxBodyBytes?: number;
  readonly now?: () => Date;
}

/** The variables of one call can be 2.5 MB of JSON, where each of their bytes is a control character, which JSON escapes. */
export const defaultMaxBodyBytes = 4 * 1_024 * 1_024;

export interface ReceiverReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type Receive = (method: string, headers: DeliveryRequest['headers'], body: unknown) => Promise<ReceiverReply>;

/**
 * Takes one request: verifies it, skips a delivery that was already handled, and passes others to the handler. Throws
 * the handler's error.
 */
export function receiver(
  options: ReceiverOptions,
  verify: (request: DeliveryRequest, options: VerifyOptions) => VerifyResult | Promise<VerifyResult>,
): Receive {
  const { onDelivery, seen = rememberedInMemory(), now = () => new Date(), ...rest } = options;
  return async (method, headers, body) => {
    if (method !== 'POST' && method !== 'PUT') return { status: 405, headers: { Allow: 'POST, PUT' }, body: null };
    if (body === tooLarge) return { status: 413, headers: {}, body: null };
    if (body === brokenOff) return { status: 400, headers: {}, body: null };
    // The body may be anything that a body parser made of it; verify reports one that is not raw.
    const began = now();
    const verified = await verify({ headers, body: body as Uint8Array }, { ...rest, now: began });
    if (!verified.ok) return refused(verified, options);
    switch (await seen.take(verified.deliveryId)) {
      case 'done':
        return taken;
      case 'in_progress':
        return { status: 503, headers: {}, body: null };
      case 'new':
        try {
          await onDelivery(verified);
        } catch (error) {
          // Later the delivery may be another's, which this must not release.
          if (now().getTime() - began.getTime() < handlingMs) await seen.release(verified.deliveryId);
          throw error;
        }
        await seen.done(verified.deliveryId);
        return taken;
    }
  };
}

/** Stands for a body that was not read to its end. */
export const tooLarge = Symbol('tooLarge');

/** Stands for a body whose sender went away before its end. Nobody reads the answer, and no handler has failed. */
export const brokenOff = Symbol('brokenOff');

const taken: ReceiverReply = { status: 204, headers: {}, body: null };

function refused(refusal: Refusal, { onRefused }: ReceiverOptions): ReceiverReply {
  onRefused?.(refusal);
  return {
    status: statuses[refusal.reason],
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ error: { code: refusal.reason, message: refusal.hint } }),
  };
}

/** Only a mistake of the receiver itself is answered 500, and nothing that a stranger can send. */
const statuses: Readonly<Record<RefusalReason, number>> = {
  missing_header: 400,
  malformed_header: 400,
  body_empty: 400,
  body_not_raw: 500,
  secret_malformed: 500,
  body_reserialised: 401,
  wrong_secret: 401,
  timestamp_too_old: 401,
  timestamp_in_future: 401,
  not_an_event: 400,
};
