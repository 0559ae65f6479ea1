/** Divides `DATABASE_POOL_SIZE` among the pools of a process. Sessions are opened when they are needed. */
export function poolSizes(poolSize: number) {
  const part = (share: number): number => Math.max(2, Math.ceil(poolSize * share));
  return { background: part(0.3), engine: part(0.4), settling: 2, health: 1, writes: part(0.6), reads: part(0.3), prepared: part(0.4) };
}

/** Returns how many connections one process may open at the primary. */
export const connectionsOf = (poolSize: number): number => Object.values(poolSizes(poolSize)).reduce((sum, size) => sum + size, 0);

/**
 * Settings of sessions with prepared statements. Each statement is planned once in a session, for any values. A plan that was made
 * while a table was empty would keep its sequential scan when the table has grown; forbidding such scans is cheaper than planning
 * every execution.
 */
export const preparedSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
] as const;
