import { resumeDeliveries } from '../dispatch/resume.ts';
import { triggerNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import { deleteTrigger } from './triggers.ts';

/** DELETE /automation-triggers/:id. New events no longer fire the trigger; its existing deliveries finish, also those that waited while it was off. */
export const deleteAutomationTrigger: PublicOperation<'deleteAutomationTrigger'> = async (context, caller, request) => {
  const { tenantId, tenant } = caller;
  const deleted = await deleteTrigger(context.db.knex, tenantId, request.path.id);
  if (!deleted) throw triggerNotFound();
  const waiting = { tenantId, endpointId: deleted.webhook_endpoint_id, triggerId: deleted.id, limits: tenant.limits };
  if (!deleted.is_active)
    await byDeadline(context, resumeDeliveries(lastingContext(context), waiting)).catch((error: unknown) => {
      context.log.error({ err: error, tenantId, triggerId: deleted.id }, 'deliveries of a deleted trigger wait for up to an hour');
    });
  return { status: 204 };
};
