import type { components } from '../../src/contract/generated/public.ts';

/** How long a call's conversation was, or why there is no length. */
export function talked({ durationSeconds, endedAt }: Pick<components['schemas']['CallFields'], 'durationSeconds' | 'endedAt'>): string {
  if (durationSeconds !== null) return `${durationSeconds} s`;
  return endedAt === null ? 'it has not ended' : 'nobody answered';
}
