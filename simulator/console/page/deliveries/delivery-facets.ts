import { type Facets, present } from '../list/filter.ts';
import { type DeliveryRow, isAccepted } from '../timeline/rows.ts';

/** The values by which webhooks are filtered. The status is the last attempt's, in a word and as the receiver gave it. */
export function deliveryFacets({ receiver, event, outcome, attempts }: DeliveryRow, story: string | null): Facets {
  return {
    status: statusesOf(attempts.at(-1)),
    event: present(event),
    outcome: present(outcome),
    receiver: [receiver],
    attempts: [String(attempts.length)],
    story: present(story),
  };
}

function statusesOf(last: DeliveryRow['attempts'][number] | undefined): readonly string[] {
  if (!last || last.answered === null) return ['arriving'];
  const answer = String(last.answered).replaceAll(' ', '-');
  if (last.result === 'invalid') return ['does-not-verify', answer];
  return [isAccepted(last.answered) ? 'accepted' : 'failed', answer];
}
