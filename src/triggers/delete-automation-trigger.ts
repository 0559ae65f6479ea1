import { triggerNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { deleteTrigger } from './triggers.ts';

/** DELETE /automation-triggers/:id: new events fire it no longer; the deliveries it has made finish. */
export const deleteAutomationTrigger: PublicOperation<'deleteAutomationTrigger'> = async (context, caller, request) => {
  if (!(await deleteTrigger(context.db.knex, caller.tenantId, request.path.id))) throw triggerNotFound();
  return { status: 204 };
};
