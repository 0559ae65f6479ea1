/** How many sessions each pool of a process may have, from `DATABASE_POOL_SIZE`. They are opened when they are needed. */
export function poolSizes(poolSize: number) {
  const part = (share: number): number => Math.max(2, Math.ceil(poolSize * share));
  return { background: part(0.3), engine: part(0.4), settling: 2, health: 1, writes: part(0.6), reads: part(0.3), prepared: part(0.4) };
}

/** All that one process may open at the primary. */
export const connectionsOf = (poolSize: number): number => Object.values(poolSizes(poolSize)).reduce((sum, size) => sum + size, 0);

/**
 * Of sessions whose statements are prepared. Each statement is planned once in a session, for whatever it is given. A plan that was
 * made while a table was empty would keep its sequential scan when the table has grown: forbidding scans is cheaper than planning
 * every execution.
 */
export const preparedSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
] as const;
