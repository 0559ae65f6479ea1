import { randomUUID } from 'node:crypto';
import { testEventFor } from '../contract/event-examples.ts';
import { afterCommit } from '../db/unserved.ts';
import { deliveriesOfEvents } from '../deliveries/deliveries.ts';
import { view } from '../deliveries/delivery.ts';
import { triggerInactive, triggerNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { findTrigger } from './triggers.ts';

/** POST /automation-triggers/:id/test. Publishes an example of the trigger's event that reaches this trigger alone. */
export const testAutomationTrigger: PublicOperation<'testAutomationTrigger'> = async (context, { tenantId }, { path, about }) => {
  const { knex } = context.db;
  const trigger = await findTrigger(knex, tenantId, path.id);
  if (!trigger) throw triggerNotFound();
  if (!trigger.is_active || !trigger.endpoint_is_active) throw triggerInactive();
  const dedupeKey = `test:${randomUUID()}`;
  const { data, outcome } = testEventFor(trigger.event_type, trigger.outcomes, randomUUID);
  const event = { tenantId, eventType: trigger.event_type, dedupeKey, occurredAt: context.clock.now(), outcome, data, onlyFor: trigger.id };
  const [published] = await context.publisher.publish(tenantId, [event]);
  // It was switched off in this moment.
  if (published?.deliveries === 0) throw triggerInactive();
  const [delivery] = await afterCommit(deliveriesOfEvents(knex, tenantId, [dedupeKey]));
  // It was deleted in this moment, with its endpoint or its tenant.
  if (!delivery) throw triggerNotFound();
  about.deliveryId = delivery.id;
  return { status: 201, body: view(delivery) };
};
