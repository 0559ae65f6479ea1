import type { Entry } from './buffer.ts';
import type { Settlement } from './settlement.ts';
import type { HeldDelivery } from './wake.ts';

/**
 * What a dispatcher has under lease, from when it is taken until its outcome is written. A lease that lapses meanwhile is
 * renewed by the next claim, and nothing is sent twice for it: neither what is still at its receiver, nor what has been
 * there and waits for a database that is away.
 */
export class InHand {
  /** Waiting for their attempt, or at it. */
  readonly #open = new Map<string, Entry>();
  /** Attempted, with an outcome that is not written yet. */
  readonly #unwritten = new Map<string, Entry>();

  add(entry: Entry): void {
    this.#open.set(entry.delivery.id, entry);
  }

  /** False where it is not in hand: what has been claimed is another turn of it. */
  renew({ id, lease, leaseUntil }: HeldDelivery): boolean {
    const entry = this.#open.get(id) ?? this.#unwritten.get(id);
    // Attempted, and taken up again since: its outcome is written already, or counts for nothing.
    if (!entry || (entry.lease !== lease && !this.#open.has(id))) return false;
    entry.lease = lease;
    entry.leaseUntil = leaseUntil;
    return true;
  }

  attempted(entry: Entry): void {
    this.#open.delete(entry.delivery.id);
    this.#unwritten.set(entry.delivery.id, entry);
  }

  /** Their outcomes are written, or never will be. */
  settled(batch: readonly Settlement[]): void {
    for (const { delivery } of batch) if (this.#unwritten.get(delivery.id)?.lease === delivery.lease) this.#unwritten.delete(delivery.id);
  }

  givenBack(entry: Entry): void {
    this.#open.delete(entry.delivery.id);
  }

  /** Whose lease has lapsed: exactly those that a claim of this moment may find. */
  lapsed(realNow: Date): readonly string[] {
    const lapsed: string[] = [];
    for (const entries of [this.#open, this.#unwritten])
      for (const [id, entry] of entries) if (entry.leaseUntil <= realNow) lapsed.push(id);
    return lapsed;
  }

  /** Of what has not been attempted. */
  endpoints(): ReadonlySet<string> {
    return new Set([...this.#open.values()].map(({ delivery }) => delivery.endpointId));
  }
}
