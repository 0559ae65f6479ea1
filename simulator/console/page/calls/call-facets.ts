import { type Facets, present } from '../list/filter.ts';
import type { CallRow } from '../timeline/rows.ts';
import { callStanding } from './call-standing.ts';

/** The values by which calls are filtered. What is live has that as its status too, beside the state. */
export function callFacets(call: CallRow): Facets {
  const { tone, word } = callStanding(call);
  return {
    status: [word.replace(/ \(.*/, '').replaceAll(' ', '-'), ...(tone === 'live' ? ['live'] : [])],
    story: present(call.scenario),
    outcome: present(...call.deliveries.map(({ outcome }) => outcome)),
    event: present(...call.deliveries.map(({ event }) => event)),
    reason: present(call.endedReason),
  };
}
