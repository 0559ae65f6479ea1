/** What production does not start without. */
export const secrets = {
  DATABASE_URL: 'postgres://ringpost@db/ringpost',
  REDIS_URL: 'redis://redis',
  RINGPOST_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  OPERATOR_TOKEN: 'operator-token'.padEnd(32, 'x'),
  VAPI_API_KEY: 'key',
  VAPI_WEBHOOK_SECRET: 'vapi-secret'.padEnd(32, 'x'),
};

export const production = { RINGPOST_ENV: 'production', ...secrets };
