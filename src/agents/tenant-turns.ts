/**
 * A queue in which tenants take turns. A tenant has one item under way at a time, so that a tenant with many never keeps
 * another one waiting for more than what is under way.
 */
export interface TenantTurns<Item> {
  add(tenantId: string, item: Item): void;
  /** The item whose turn it is, which is then under way; null where none may start now. */
  next(): { readonly tenantId: string; readonly item: Item } | null;
  /** The tenant's item is no longer under way. */
  done(tenantId: string): void;
  /** How many of the tenant's items wait. */
  waiting(tenantId: string): number;
  /** Takes out all that waits. */
  clear(): readonly Item[];
}

/** `most`: how many items may be under way at once. */
export function tenantTurns<Item>(most: number): TenantTurns<Item> {
  /** The tenant that was served last stands last. */
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
