import { isE164 } from '../calls/phone-number.ts';
import type { components } from '../contract/generated/operator.ts';
import { pageOf } from '../db/page.ts';
import * as erasures from '../deletion/erasures.ts';
import { erasureNotFound, invalidPhoneNumber } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const createErasure: OperatorOperation<'createErasure'> = async (context, { path: { tenantId }, body }) => {
  await requireUnfrozenTenant(context, tenantId);
  if (!isE164(body.phoneNumber)) throw invalidPhoneNumber(body.phoneNumber);
  const at = context.clock.now();
  const row = await erasures.insertErasure(context.db.knex, {
    id: newIdentifier('ers', at),
    tenant_id: tenantId,
    phone_number: body.phoneNumber,
    requested_at: at,
    due_at: context.clock.realNow(),
  });
  return { status: 202, body: { erasure: erasureView(row) } };
};

export const listErasures: OperatorOperation<'listErasures'> = async (context, { path, query }) => {
  await requireTenant(context, path.tenantId);
  const { rows, nextCursor } = await pageOf(query, (page) => erasures.listErasures(context.db.knex, path.tenantId, page));
  return { status: 200, body: { erasures: rows.map(erasureView), nextCursor } };
};

export const readErasure: OperatorOperation<'readErasure'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const row = await erasures.findErasure(context.db.knex, path.tenantId, path.erasureId);
  if (!row) throw erasureNotFound();
  return { status: 200, body: { erasure: erasureView(row) } };
};

const erasureView = (row: erasures.ErasureRow): components['schemas']['ErasureView'] => ({
  id: row.id,
  state: row.finished_at === null ? 'running' : 'done',
  calls: row.calls,
  recordings: row.recordings,
  texts: row.texts,
  contacts: row.contacts,
  events: row.events,
  deliveries: row.deliveries,
  requestedAt: row.requested_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});
