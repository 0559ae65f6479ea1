import type { PublicOperation } from '../operation.ts';
import { view } from './trigger.ts';
import { triggersOf } from './triggers.ts';

/** GET /automation-triggers: oldest first. */
export const listAutomationTriggers: PublicOperation<'listAutomationTriggers'> = async (context, caller) => {
  const rows = await context.db.reading(({ knex }) => triggersOf(knex, caller.tenantId));
  return { status: 200, body: { triggers: rows.map(view) } };
};
