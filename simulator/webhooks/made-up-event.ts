import { randomUUID } from 'node:crypto';
import { examples, withNewIds } from '../../src/contract/event-examples.ts';
import { madeUpEventProblems } from '../../src/contract/event-schemas.ts';
import { type Json, objectAt } from '../json.ts';
import type { ContractProblem } from '../receivers/event-contract.ts';

/** Returns an example of the document as an event of this moment: with new ids, and the given members of its data. */
export function madeUpEvent(event: string, data: Json, now: Date): { readonly body: Json; readonly problems: readonly ContractProblem[] } {
  const example = examples().find((each) => each.event === event);
  const begun = withNewIds(example?.body ?? {}, randomUUID);
  const body = { ...begun, timestamp: now.toISOString(), data: { ...objectAt(begun, 'data'), ...data } };
  return { body, problems: madeUpEventProblems(body) };
}
