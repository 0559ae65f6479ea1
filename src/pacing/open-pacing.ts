import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { memoryPacing } from './memory-pacing.ts';
import type { Pacing } from './pacing.ts';

/** Paces by the Redis at a URL, or by this process's memory where there is none. The client of Redis is loaded only for a Redis. */
export async function openPacing(url: string | null, told: { readonly log: Log; readonly metrics: Metrics }): Promise<Pacing> {
  if (url === null) return memoryPacing();
  const { pacingWithFallback } = await import('./fallback.ts');
  return pacingWithFallback({ url, ...told });
}
