import type { Entry } from './buffer.ts';
import type { HeldDelivery } from './held-delivery.ts';
import type { OutcomeRecord } from './record-outcomes.ts';

/**
 * Keeps the deliveries in hand, from when they are taken until their outcomes are written (`D-67`). A lease that lapses
 * meanwhile is renewed by the next claim, so that no delivery is sent twice because of it: neither one that is still being
 * attempted, nor one that was attempted and waits for a database that cannot be reached.
 */
export class InHand {
  readonly #entries = new Map<string, Entry>();

  add(entry: Entry): void {
    this.#entries.set(entry.delivery.id, entry);
  }

  /**
   * Renews the lease of an entry. Returns false if it is not in hand. Another worker may have had the delivery meanwhile, so the
   * attempts are counted on from the row.
   */
  renew({ id, lease, leaseUntil, attempts, cycleAttempt }: HeldDelivery): boolean {
    const entry = this.#entries.get(id);
    // The entry was attempted and its row has been taken up again since, so its outcome is written already or does not count.
    if (!entry || (entry.isAttempted && entry.delivery.lease !== lease)) return false;
    Object.assign(entry.delivery, { lease, leaseUntil, attempts, cycleAttempt });
    return true;
  }

  letGo(batch: readonly OutcomeRecord[]): void {
    for (const { delivery } of batch) if (this.#entries.get(delivery.id)?.delivery === delivery) this.#entries.delete(delivery.id);
  }

  givenBack({ delivery }: Entry): void {
    this.#entries.delete(delivery.id);
  }

  /** Returns the leases that have lapsed, by id. These are exactly the deliveries in hand that a claim of this moment may find. */
  lapsed(realNow: Date): ReadonlyMap<string, number> {
    const lapsed = new Map<string, number>();
    for (const [id, { delivery }] of this.#entries) if (delivery.leaseUntil <= realNow) lapsed.set(id, delivery.lease);
    return lapsed;
  }

  /** Returns the endpoints of the deliveries that have not been attempted, with their origins. */
  endpoints(): ReadonlyMap<string, string> {
    const endpoints = new Map<string, string>();
    for (const { delivery, target, isAttempted } of this.#entries.values())
      if (!isAttempted) endpoints.set(delivery.endpointId, target.origin);
    return endpoints;
  }
}
