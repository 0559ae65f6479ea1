import { triggerNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { deleteTrigger } from './triggers.ts';

/** DELETE /automation-triggers/:id. New events no longer fire the trigger; its existing deliveries finish. */
export const deleteAutomationTrigger: PublicOperation<'deleteAutomationTrigger'> = async (context, caller, request) => {
  if (!(await deleteTrigger(context.db.knex, caller.tenantId, request.path.id))) throw triggerNotFound();
  return { status: 204 };
};
