import type { Client, ReplyOf } from '../../sdk/client.ts';
import { firstOf } from './first-of.ts';

export type Delivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number];

/** Says how far the deliveries of a tenant were taken. */
export interface Place {
  /** Holds the time from which on the list is read: a little before the newest delivery that was taken. */
  readonly since: string;
  /** Holds the deliveries since then that were taken: the creation time by id. */
  readonly taken: Readonly<Record<string, string>>;
}

/**
 * A delivery can be committed this much later than others that were created after it: a look begins so long before the newest one that
 * was taken.
 */
const lateMs = 10_000;

/** Finds the deliveries of a tenant that were not taken yet, without asking for more than the list. */
export class NewDeliveries {
  readonly #api: Pick<Client, 'eachWebhookDelivery'>;
  /** Holds the creation times, in milliseconds, of what a look may find again. */
  readonly #taken: Map<string, number>;
  #newestMs: number | null;
  /** Is the creation time before which deliveries were left out unread. */
  #readFromMs = 0;
  #reachesBack = true;
  /** Is what the last look has read: how many, how many of them were taken before, and when the oldest was created. */
  #last = { read: 0, listed: 0, oldestMs: 0 };

  /** Goes on from the place; null: with those that are created from the first look on. */
  constructor(api: Pick<Client, 'eachWebhookDelivery'>, place: Place | null) {
    this.#api = api;
    this.#taken = new Map(Object.entries(place?.taken ?? {}).map(([id, createdAt]) => [id, Date.parse(createdAt)]));
    this.#newestMs = place && Date.parse(place.since) + lateMs;
  }

  /** Is where to go on another time; null before the first look. */
  get place(): Place | null {
    if (this.#newestMs === null) return null;
    this.#forgetOld();
    const taken = [...this.#taken].map(([id, at]) => [id, new Date(at).toISOString()] as const);
    return { since: this.#sinceFor(this.#newestMs), taken: Object.fromEntries(taken) };
  }

  /** Tells whether the last look found what was taken before and is still looked for. */
  get reachesBack(): boolean {
    return this.#reachesBack;
  }

  /** Returns what was not taken yet, the oldest first. The next look returns what is not taken until then again. */
  async look(): Promise<readonly Delivery[]> {
    if (this.#newestMs !== null) return this.#find(this.#newestMs);
    const [newest] = await firstOf(this.#api.eachWebhookDelivery({}), 1);
    // Where nothing stands, whatever comes is new.
    const newestMs = newest ? Date.parse(newest.createdAt) : lateMs;
    // What stands now is not new, nor what was created a little before and is not there yet.
    const standing = newest ? await this.#find(newestMs) : [];
    this.#newestMs = newestMs;
    for (const delivery of standing) this.take(delivery);
    return [];
  }

  take({ id, createdAt }: Delivery): void {
    const at = Date.parse(createdAt);
    this.#taken.set(id, at);
    this.#newestMs = Math.max(this.#newestMs ?? 0, at);
  }

  /** Leaves out what the last look has not read of a list of so many, and returns how many were neither read nor taken before. */
  leaveOutUnread(total: number): number {
    this.#readFromMs = this.#last.oldestMs;
    return Math.max(0, total - this.#last.read - (this.#taken.size - this.#last.listed));
  }

  async #find(newestMs: number): Promise<readonly Delivery[]> {
    this.#forgetOld();
    const found: Delivery[] = [];
    let [read, listed, oldestMs] = [0, 0, 0];
    for await (const delivery of this.#api.eachWebhookDelivery({ since: this.#sinceFor(newestMs) })) {
      read += 1;
      oldestMs = Date.parse(delivery.createdAt);
      if (this.#taken.has(delivery.id)) listed += 1;
      else found.push(delivery);
    }
    this.#last = { read, listed, oldestMs };
    this.#reachesBack = listed > 0 || this.#taken.size === 0;
    return found.reverse();
  }

  #sinceFor(newestMs: number): string {
    return new Date(Math.max(newestMs - lateMs, this.#readFromMs)).toISOString();
  }

  #forgetOld(): void {
    const oldestMs = Date.parse(this.#sinceFor(this.#newestMs ?? 0));
    for (const [id, at] of this.#taken) if (at < oldestMs) this.#taken.delete(id);
  }
}
