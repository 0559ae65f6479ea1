/** The Redis that `npm test` started, or null where there is no redis-server on the PATH. */
export const redisUrl: string | null = process.env['TEST_REDIS_URL'] || null;

/** For `test(name, { skip: withoutRedis }, …)`: `npm test` counts and names what was left out. */
export const withoutRedis: string | false = redisUrl ? false : 'needs Redis';
