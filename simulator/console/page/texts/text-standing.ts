import type { Standing } from '../frame/tone.ts';
import type { TextRow } from '../timeline/rows.ts';

export function textStanding(text: TextRow): Standing {
  const state = text.steps.at(-1)?.state;
  if (state === undefined && text.refused !== null) return { tone: 'bad', word: `refused (${text.refused})` };
  if (state === 'delivered') return { tone: 'good', word: 'delivered' };
  if (state === 'received') return { tone: 'quiet', word: 'received' };
  if (state === 'undelivered' || state === 'failed')
    return { tone: 'bad', word: text.errorCode === null ? state : `${state} (${text.errorCode})` };
  return { tone: 'live', word: state ?? 'accepted' };
}
