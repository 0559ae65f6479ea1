import { invalidConditions, triggerLimitReached, webhookNotFound } from '../errors.ts';
import { withIdempotency } from '../idempotency/with-idempotency.ts';
import type { PublicOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { maxAutomationTriggers } from '../process/limits.ts';
import { triggerView } from './trigger.ts';
import { insertTrigger } from './triggers.ts';

/** POST /automation-triggers. From now on events of the type go to the endpoint. */
export const createAutomationTrigger: PublicOperation<'createAutomationTrigger'> = (context, caller, { body, about }) =>
  withIdempotency(context, caller, { operation: 'createAutomationTrigger', key: body.idempotencyKey, body, about }, async (remember) => {
    const outcomes = body.conditions?.outcome ?? null;
    if (outcomes && body.eventType !== 'call.completed') throw invalidConditions(body.eventType);
    const at = context.clock.now();
    const row = {
      id: newIdentifier('trg', at),
      tenant_id: caller.tenantId,
      name: body.name,
      event_type: body.eventType,
      webhook_endpoint_id: body.webhookEndpointId,
      outcomes,
      is_active: body.isActive ?? true,
      created_at: at,
    };
    return context.db.knex.transaction(async (trx) => {
      const inserted = await insertTrigger(trx, row);
      if (inserted.kind === 'no such endpoint') throw webhookNotFound();
      if (inserted.kind === 'limit reached') throw triggerLimitReached(maxAutomationTriggers);
      const reply = { status: 201 as const, body: { trigger: triggerView(inserted.row) } };
      await remember(trx, reply);
      return reply;
    });
  });
