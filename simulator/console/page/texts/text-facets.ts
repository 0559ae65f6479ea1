import { type Facets, present } from '../list/filter.ts';
import type { TextRow } from '../timeline/rows.ts';
import { textStanding } from './text-standing.ts';

/** The values by which texts are filtered. */
export const textFacets = (text: TextRow): Facets => ({
  status: [textStanding(text).word.replace(/ \(.*/, '')],
  story: present(text.scenario),
  direction: [text.direction],
  event: present(...text.deliveries.map(({ event }) => event)),
  code: present(text.errorCode),
});
