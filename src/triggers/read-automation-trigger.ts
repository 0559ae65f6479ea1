import { triggerNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { triggerView } from './trigger.ts';
import { findTrigger } from './triggers.ts';

export const readAutomationTrigger: PublicOperation<'readAutomationTrigger'> = async (context, caller, request) => {
  const row = await context.db.reading(({ knex }) => findTrigger(knex, caller.tenantId, request.path.id));
  if (!row) throw triggerNotFound();
  return { status: 200, body: { trigger: triggerView(row) } };
};
