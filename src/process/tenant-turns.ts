/**
 * A queue in which tenants take turns. A tenant has one item under way at a time, so another tenant never waits for
 * more than the items that are under way.
 */
export class TenantTurns<Item> {
  readonly #most: number;
  /** The tenant that was served last is the last of the map. */
  readonly #waiting = new Map<string, Item[]>();
  readonly #underWay = new Set<string>();

  /** At most `most` items are under way. */
  constructor(most: number) {
    this.#most = most;
  }

  add(tenantId: string, item: Item): void {
    this.#waiting.set(tenantId, [...(this.#waiting.get(tenantId) ?? []), item]);
  }

  /** Returns the next item, which is then under way, or null if none may start now. */
  next(): { readonly tenantId: string; readonly item: Item } | null {
    if (this.#underWay.size >= this.#most) return null;
    for (const [tenantId, [item, ...rest]] of this.#waiting) {
      if (item === undefined || this.#underWay.has(tenantId)) continue;
      this.#waiting.delete(tenantId);
      if (rest.length > 0) this.#waiting.set(tenantId, rest);
      this.#underWay.add(tenantId);
      return { tenantId, item };
    }
    return null;
  }

  /** Records that the tenant's item is no longer under way. */
  done(tenantId: string): void {
    this.#underWay.delete(tenantId);
  }

  waiting(tenantId: string): number {
    return this.#waiting.get(tenantId)?.length ?? 0;
  }

  /** Removes and returns all waiting items. */
  clear(): readonly Item[] {
    const items = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return items;
  }
}
