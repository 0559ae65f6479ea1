import type { CallOptions } from './call-operation.ts';
import type { Client } from './create-client.ts';
import { eachWebhookDelivery } from './each-webhook-delivery.ts';
import { RefusedError } from './errors.ts';
import type { InputOf, ReplyOf } from './operation-types.ts';
import { pauseForBudget, type RateLimits } from './rate-limits.ts';
import type { Clock } from './settings.ts';

type Delivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number];

export interface CatchUpOptions extends CallOptions {
  /** Deliveries made then or later are compared. The service lists those of the last 30 days. */
  readonly since: Date | string;
  /** Tells whether your receiver has handled the delivery, whose id it got as `X-Webhook-Delivery-Id`. */
  readonly wasSeen: (deliveryId: string) => boolean | Promise<boolean>;
  /** Chooses deliveries, such as those to one endpoint. By default all are wanted. */
  readonly isWanted?: (delivery: Delivery) => boolean;
  /** Sends nothing, and yields what would be sent as `missing`. */
  readonly dryRun?: boolean;
}

/** A delivery that your receiver had not seen, as it stands now. */
export interface CaughtUp {
  readonly delivery: Delivery;
  /**
   * `sent_again`: its `status` says whether that arrived. `on_its_way`: the service itself still tries. `refused`: its
   * endpoint is gone or inactive, or the delivery is. `missing`: it would be sent again.
   */
  readonly fate: 'sent_again' | 'on_its_way' | 'refused' | 'missing';
  readonly refusal?: RefusedError;
}

interface Api extends Pick<Client, 'listWebhookDeliveries' | 'retryWebhookDelivery' | 'readWebhookDelivery' | 'rateLimits'> {
  readonly clock: Clock;
}

/** Sends again what was never seen, the oldest first. A quarter of both budgets is left to the tenant's other programs. */
export async function* catchUp(api: Api, options: CatchUpOptions): AsyncGenerator<CaughtUp, void, undefined> {
  const { since, wasSeen, isWanted = () => true, dryRun = false, signal } = options;
  const call: CallOptions = signal ? { signal } : {};
  const leaveSome = async (budget: keyof RateLimits): Promise<void> => {
    const ms = pauseForBudget(api.rateLimits[budget]);
    if (ms > 0) await api.clock.sleep(ms, signal);
  };
  const list = async (input: InputOf<'listWebhookDeliveries'>) => {
    await leaveSome('read');
    return api.listWebhookDeliveries(input, call);
  };
  // Deliveries made meanwhile would move the pages, so the list is read to its end first.
  const recorded: Delivery[] = [];
  for await (const delivery of eachWebhookDelivery(list, { since: typeof since === 'string' ? since : since.toISOString() }))
    if (isWanted(delivery)) recorded.push(delivery);
  for (const delivery of recorded.reverse()) {
    if (await wasSeen(delivery.id)) continue;
    if (isUnfinished(delivery)) yield { delivery, fate: 'on_its_way' };
    else if (dryRun) yield { delivery, fate: 'missing' };
    else {
      await leaveSome('write');
      yield await sentAgain(api, delivery, call);
    }
  }
}

async function sentAgain(api: Api, delivery: Delivery, call: CallOptions): Promise<CaughtUp> {
  try {
    return { delivery: await api.retryWebhookDelivery({ id: delivery.id }, call), fate: 'sent_again' };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.is('invalid_request')) return refused(api, delivery, error, call);
    if (error.is('delivery_not_found')) return { delivery, fate: 'refused', refusal: error };
    throw error;
  }
}

/** Tells a delivery that something else has sent again since it was listed, or a try of ours whose answer was lost, from one that cannot be sent. */
async function refused(api: Api, listed: Delivery, refusal: RefusedError, call: CallOptions): Promise<CaughtUp> {
  const { payload: _, attemptLog: __, ...delivery } = await api.readWebhookDelivery({ id: listed.id }, call);
  return isUnfinished(delivery) ? { delivery, fate: 'on_its_way' } : { delivery, fate: 'refused', refusal };
}

const isUnfinished = ({ status }: Delivery): boolean => status === 'pending' || status === 'retrying';
