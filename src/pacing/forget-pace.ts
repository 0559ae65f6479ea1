import { connected, openRedisClient, readyOrLate } from './redis-client.ts';
import { keysOf } from './redis-pacing.ts';

/** Removes a tenant's keys from Redis, which would otherwise expire within minutes. */
export async function forgetPace(url: string, tenantId: string): Promise<void> {
  const client = openRedisClient(url);
  client.on('error', () => {});
  try {
    await readyOrLate(client);
    await connected(client).unlink(...keysOf(tenantId));
  } finally {
    client.disconnect();
  }
}
