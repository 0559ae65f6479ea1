/** The Redis that `npm test` started, or null if no redis-server is on the PATH. */
export const redisUrl: string | null = process.env['TEST_REDIS_URL'] || null;

/** The value of `test(name, { skip: withoutRedis }, …)`. `npm test` counts and names skipped tests. */
export const withoutRedis: string | false = redisUrl ? false : 'needs Redis';
