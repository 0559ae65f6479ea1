import type { PublicOperation } from '../operation.ts';
import { triggerView } from './trigger.ts';
import { listTriggers } from './triggers.ts';

/** GET /automation-triggers lists the oldest first. */
export const listAutomationTriggers: PublicOperation<'listAutomationTriggers'> = async (context, caller) => {
  const rows = await context.db.reading(({ knex }) => listTriggers(knex, caller.tenantId));
  return { status: 200, body: { triggers: rows.map(triggerView) } };
};
