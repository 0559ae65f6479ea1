import type { components } from '../../src/contract/generated/public.ts';

/** How long a call's conversation was, or why there is no length. */
export function talked({ durationSeconds, endedAt }: Pick<components['schemas']['CallFields'], 'durationSeconds' | 'endedAt'>): string {
  if (durationSeconds !== null) return `${durationSeconds} s`;
  return endedAt === null ? 'it has not ended' : 'nobody answered';
}

/** A recording that another host keeps is only linked: the page asks nobody but this service. */
export const RecordingElsewhere = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer">
    Listen, within 15 minutes
  </a>
);
