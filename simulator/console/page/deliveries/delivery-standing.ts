import type { Standing } from '../frame/tone.ts';
import { type DeliveryRow, isAccepted } from '../timeline/rows.ts';

export function deliveryStanding({ attempts }: DeliveryRow): Standing {
  const last = attempts.at(-1);
  if (!last || last.answered === null) return { tone: 'live', word: 'arriving' };
  if (last.result === 'invalid') return { tone: 'bad', word: 'does not verify' };
  if (isAccepted(last.answered)) return { tone: 'good', word: 'accepted' };
  return { tone: 'wait', word: typeof last.answered === 'number' ? `answered ${last.answered}` : String(last.answered) };
}
