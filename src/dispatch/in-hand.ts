import type { Entry } from './buffer.ts';
import type { HeldDelivery } from './held-delivery.ts';
import type { Settlement } from './settlement.ts';

/**
 * What a dispatcher has under lease, from when it is taken until its outcome is written. A lease that lapses meanwhile is
 * renewed by the next claim, and nothing is sent twice for it: neither what is still at its receiver, nor what has been
 * there and waits for a database that is away.
 */
export class InHand {
  /** By the delivery's id. */
  readonly #entries = new Map<string, Entry>();

  add(entry: Entry): void {
    this.#entries.set(entry.delivery.id, entry);
  }

  /** False where it is not in hand: what has been claimed is another turn of it. */
  renew({ id, lease, leaseUntil }: HeldDelivery): boolean {
    const entry = this.#entries.get(id);
    // Attempted, and taken up again since: its outcome is written already, or counts for nothing.
    if (!entry || (entry.isAttempted && entry.delivery.lease !== lease)) return false;
    entry.delivery.lease = lease;
    entry.delivery.leaseUntil = leaseUntil;
    return true;
  }

  /** Their outcomes are written, or never will be. */
  settled(batch: readonly Settlement[]): void {
    for (const { delivery } of batch) if (this.#entries.get(delivery.id)?.delivery === delivery) this.#entries.delete(delivery.id);
  }

  givenBack({ delivery }: Entry): void {
    this.#entries.delete(delivery.id);
  }

  /** Whose lease has lapsed: exactly those that a claim of this moment may find. */
  lapsed(realNow: Date): readonly string[] {
    const lapsed: string[] = [];
    for (const [id, { delivery }] of this.#entries) if (delivery.leaseUntil <= realNow) lapsed.push(id);
    return lapsed;
  }

  /** Of what has not been attempted. */
  endpoints(): ReadonlySet<string> {
    const endpoints = new Set<string>();
    for (const { delivery, isAttempted } of this.#entries.values()) if (!isAttempted) endpoints.add(delivery.endpointId);
    return endpoints;
  }
}
