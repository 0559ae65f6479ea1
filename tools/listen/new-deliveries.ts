import type { Client, ReplyOf } from '../../sdk/client.ts';
import { firstOf } from './first-of.ts';

export type Delivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number];

/**
 * A delivery can be committed this much later than others that were created after it: a look begins so long before the newest one that
 * is known.
 */
const lateMs = 10_000;

/** Finds the deliveries of a tenant that are new since the last look, without asking for more than the list. */
export class NewDeliveries {
  readonly #api: Pick<Client, 'eachWebhookDelivery'>;
  /** Holds the creation times, in milliseconds, of what a look may find again. */
  readonly #seen = new Map<string, number>();
  #newestMs: number | null;

  /** Those that were created since `since` are new; null: those that are created from the first look on. */
  constructor(api: Pick<Client, 'eachWebhookDelivery'>, since: Date | null) {
    this.#api = api;
    this.#newestMs = since && since.getTime() + lateMs;
  }

  /** Is where to begin again, so that nothing is missed; null before anything was found. */
  get place(): Date | null {
    return this.#newestMs === null ? null : new Date(this.#newestMs - lateMs);
  }

  /** Returns what is new, the oldest first. */
  async look(signal?: AbortSignal): Promise<readonly Delivery[]> {
    const options = signal ? { signal } : {};
    if (this.#newestMs === null) {
      const [newest] = await firstOf(this.#api.eachWebhookDelivery({}, options), 1);
      if (newest === undefined) {
        // Whatever comes is new.
        this.#newestMs = lateMs;
        return [];
      }
      // What stands now is not new, nor what was created a little before and is not there yet.
      this.#newestMs = Date.parse(newest.createdAt);
      await this.#find(options);
      return [];
    }
    return this.#find(options);
  }

  async #find(options: { signal?: AbortSignal }): Promise<readonly Delivery[]> {
    const from = this.place;
    const found: Delivery[] = [];
    for await (const delivery of this.#api.eachWebhookDelivery(from ? { since: from.toISOString() } : {}, options))
      if (!this.#seen.has(delivery.id)) found.push(delivery);
    for (const { id, createdAt } of found) this.#seen.set(id, Date.parse(createdAt));
    this.#newestMs = Math.max(this.#newestMs ?? 0, ...this.#seen.values());
    for (const [id, at] of this.#seen) if (at < this.#newestMs - lateMs) this.#seen.delete(id);
    return found.reverse();
  }
}
