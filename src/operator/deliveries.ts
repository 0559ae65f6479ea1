import type { Context } from '../context.ts';
import { invalidMembers } from '../contract/problems.ts';
import { attemptsUntil, attemptView, findDeliveryOfAnyTenant } from '../deliveries/attempt-log.ts';
import { type DeliveryRow, findDeliveryWithPayload } from '../deliveries/deliveries.ts';
import { type SearchPosition, searchDeliveries as search } from '../deliveries/delivery-search.ts';
import { expiryAt, hasExpired } from '../deliveries/retention.ts';
import { deliveryNotFound, tenantFrozen } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { isUuid } from '../process/identifiers.ts';
import { replayNow } from '../replays/replay.ts';
import { findTenant, tenantSettings } from '../tenants/tenants.ts';
import { deliveryView } from './delivery-view.ts';
import { searchedSpan } from './moment.ts';

export const searchDeliveries: OperatorOperation<'searchDeliveries'> = async (context, { query }) => {
  const wanted = {
    tenantId: query.tenantId ?? null,
    endpointId: query.endpointId ?? null,
    status: query.status ?? null,
    eventType: query.eventType ?? null,
    ...searchedSpan(context, query),
    cursor: query.cursor === undefined ? null : positionOf(query.cursor),
    limit: query.limit ?? 50,
  };
  const { rows, next } = await context.db.reading(({ knex }) => search(knex, wanted));
  const expiry = expiryAt(context);
  const deliveries = rows.filter((row) => !hasExpired(row, expiry)).map(deliveryView);
  return { status: 200, body: { deliveries, nextCursor: next && cursorOf(next) } };
};

const cursorOf = ({ createdAt, id }: SearchPosition): string => Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');

function positionOf(cursor: string): SearchPosition {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  if (!/^\d{1,15}$/.test(time) || !isUuid(id))
    throw invalidMembers([{ path: '/query/cursor', message: 'must be the nextCursor of a page' }]);
  return { createdAt: new Date(Number(time)), id };
}

export const readDelivery: OperatorOperation<'readDelivery'> = async (context, { path, about }) => {
  const { tenant_id, id } = await requireDelivery(context, path.deliveryId);
  about.deliveryId = id;
  const row = await findDeliveryWithPayload(context.db.knex, tenant_id, id);
  if (!row) throw deliveryNotFound();
  const attempts = await attemptsUntil(context.db.knex, row);
  return { status: 200, body: { delivery: deliveryView(row), attempts: attempts.map(attemptView), payload: row.body } };
};

export const retryDelivery: OperatorOperation<'retryDelivery'> = async (context, { path, about }) => {
  const { tenant_id, id } = await requireDelivery(context, path.deliveryId);
  about.deliveryId = id;
  about.tenantId = tenant_id;
  const tenant = await findTenant(context.db.knex, tenant_id);
  if (!tenant || tenant.deleting_since !== null) throw deliveryNotFound();
  if (tenant.frozen_at !== null) throw tenantFrozen();
  const row = await replayNow(context, tenant_id, id, tenantSettings(tenant).limits);
  return { status: 200, body: { delivery: deliveryView(row) } };
};

async function requireDelivery(context: Context, deliveryId: string): Promise<DeliveryRow> {
  const row = await findDeliveryOfAnyTenant(context.db.knex, deliveryId);
  if (!row || hasExpired(row, expiryAt(context))) throw deliveryNotFound();
  return row;
}
