/**
 * A queue in which tenants take turns. A tenant has one item under way at a time, so another tenant never waits for
 * more than the items that are under way.
 */
export interface TenantTurns<Item> {
  add(tenantId: string, item: Item): void;
  /** Returns the next item, which is then under way, or null if none may start now. */
  next(): { readonly tenantId: string; readonly item: Item } | null;
  /** Records that the tenant's item is no longer under way. */
  done(tenantId: string): void;
  /** Counts the tenant's waiting items. */
  waiting(tenantId: string): number;
  /** Removes and returns all waiting items. */
  clear(): readonly Item[];
}

/** Makes a queue with at most `most` items under way. */
export function tenantTurns<Item>(most: number): TenantTurns<Item> {
  /** The tenant that was served last is the last of the map. */
  const waiting = new Map<string, Item[]>();
  const underWay = new Set<string>();
  return {
    add(tenantId, item) {
      waiting.set(tenantId, [...(waiting.get(tenantId) ?? []), item]);
    },
    next() {
      if (underWay.size >= most) return null;
      for (const [tenantId, [item, ...rest]] of waiting) {
        if (item === undefined || underWay.has(tenantId)) continue;
        waiting.delete(tenantId);
        if (rest.length > 0) waiting.set(tenantId, rest);
        underWay.add(tenantId);
        return { tenantId, item };
      }
      return null;
    },
    done(tenantId) {
      underWay.delete(tenantId);
    },
    waiting: (tenantId) => waiting.get(tenantId)?.length ?? 0,
    clear() {
      const items = [...waiting.values()].flat();
      waiting.clear();
      return items;
    },
  };
}
