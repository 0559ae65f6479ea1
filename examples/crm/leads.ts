/** A person to call, and what came of it. */
export interface Lead {
  readonly id: string;
  readonly name: string;
  readonly phoneNumber: string;
  readonly propertyAddress: string;
  readonly state: 'placing' | 'calling' | 'refused' | 'done';
  readonly callId?: string;
  /** Is the call's outcome, or why Ringpost refused it, or that nobody knows whether it was placed. */
  readonly outcome?: string;
  readonly notes?: string | null;
  readonly transcript?: string;
  readonly durationSeconds?: number | null;
}

/** Holds the leads in memory. A real CRM has a table, and updates a row in the transaction that remembers the delivery. */
export class Leads {
  readonly #leads = new Map<string, Lead>();
  readonly #watchers = new Set<(lead: Lead) => void>();

  list(): readonly Lead[] {
    return [...this.#leads.values()].reverse();
  }

  has(id: unknown): id is string {
    return typeof id === 'string' && this.#leads.has(id);
  }

  save(lead: Lead): Lead {
    this.#leads.set(lead.id, lead);
    for (const watch of this.#watchers) watch(lead);
    return lead;
  }

  /** Changes a lead. What is done stays done: a webhook may come before the answer to the request that placed the call. */
  update(id: string, changes: Partial<Lead>): Lead {
    const lead = this.#leads.get(id);
    if (!lead) throw new Error(`There is no lead ${id}.`);
    return this.save(lead.state === 'done' ? { ...changes, ...lead } : { ...lead, ...changes });
  }

  /** Calls `watch` with each lead that changes, until the returned function is called. */
  watch(watch: (lead: Lead) => void): () => void {
    this.#watchers.add(watch);
    return () => void this.#watchers.delete(watch);
  }
}
