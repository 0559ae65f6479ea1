import type { VerifiedDelivery, VerifyResult } from '../webhooks/delivery.ts';
import type { DeliveryRequest, VerifyOptions } from '../webhooks/options.ts';
import { type Refusal, type RefusalReason, refuse } from '../webhooks/refusal.ts';
import { rememberedInMemory, type SeenDeliveries } from './seen-deliveries.ts';

export interface ReceiverOptions extends Omit<VerifyOptions, 'now'> {
  /**
   * Does the work, or puts it on a queue of yours: Ringpost waits ten seconds for your answer. What it throws has the delivery
   * sent again later.
   */
  readonly onDelivery: (delivery: VerifiedDelivery) => void | Promise<void>;
  /** By default this process's memory, which several processes and a restart need something better than. */
  readonly seen?: SeenDeliveries;
  /** Told why a request was refused, for your log; the answer says it as well. */
  readonly onRefused?: (refusal: Refusal) => void;
  readonly maxBodyBytes?: number;
  readonly now?: () => Date;
}

/** Metadata, variables, transcript and extraction together stay far below it. */
export const defaultMaxBodyBytes = 2 * 1_024 * 1_024;

export interface ReceiverReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type Receive = (method: string, headers: DeliveryRequest['headers'], body: unknown) => Promise<ReceiverReply>;

/** Takes one request: verifies it, leaves out what was handled before, and has the rest handled. Throws what the handler throws. */
export function receiver(
  options: ReceiverOptions,
  verify: (request: DeliveryRequest, options: VerifyOptions) => VerifyResult | Promise<VerifyResult>,
): Receive {
  const { onDelivery, seen = rememberedInMemory(), now = () => new Date(), ...rest } = options;
  return async (method, headers, body) => {
    if (method !== 'POST' && method !== 'PUT') return { status: 405, headers: { Allow: 'POST, PUT' }, body: null };
    if (body === tooLarge) return { status: 413, headers: {}, body: null };
    // Whatever a body parser made of it; verify says so where it is no raw body.
    const verified = await verify({ headers, body: body as Uint8Array }, { ...rest, now: now() });
    if (!verified.ok) return refused(verified, options);
    switch (await seen.take(verified.deliveryId)) {
      case 'done':
        return taken;
      case 'in_progress':
        return { status: 503, headers: {}, body: null };
      case 'new':
        await handled(verified, onDelivery, seen);
        return taken;
    }
  };
}

/** In place of a body that was not read to its end. */
export const tooLarge = Symbol('tooLarge');

const taken: ReceiverReply = { status: 204, headers: {}, body: null };

async function handled(delivery: VerifiedDelivery, onDelivery: ReceiverOptions['onDelivery'], seen: SeenDeliveries): Promise<void> {
  try {
    await onDelivery(delivery);
  } catch (error) {
    await seen.release(delivery.deliveryId);
    throw error;
  }
  await seen.done(delivery.deliveryId);
}

function refused({ reason, hint }: Refusal, { onRefused }: ReceiverOptions): ReceiverReply {
  onRefused?.(refuse(reason, hint));
  return {
    status: statuses[reason],
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ error: { code: reason, message: hint } }),
  };
}

/** 500 where the mistake is the receiver's own. */
const statuses: Readonly<Record<RefusalReason, number>> = {
  missing_header: 400,
  malformed_header: 400,
  body_not_raw: 500,
  secret_malformed: 500,
  body_reserialised: 401,
  wrong_secret: 401,
  timestamp_too_old: 401,
  timestamp_in_future: 401,
  not_an_event: 400,
};
