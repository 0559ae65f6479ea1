import { connected, openRedisClient, readyOrLate } from './redis-client.ts';
import { keysOf } from './redis-pacing.ts';

/** Takes what Redis keeps of a tenant, which would otherwise run out by itself within minutes. */
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
