import { type Place, searchDeliveries as search } from '../deliveries/delivery-search.ts';
import { expiryAt, hasExpired } from '../deliveries/retention.ts';
import { invalidRequest } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { isUuid } from '../process/identifiers.ts';
import { deliveryView } from './delivery-view.ts';
import { momentOf } from './moment.ts';

export const searchDeliveries: OperatorOperation<'searchDeliveries'> = async (context, { query }) => {
  const now = context.clock.now();
  const wanted = {
    tenantId: query.tenantId ?? null,
    endpointId: query.endpointId ?? null,
    status: query.status ?? null,
    eventType: query.eventType ?? null,
    since: query.since ? momentOf(query.since, '/query/since') : new Date(now.getTime() - usualSpanMs),
    // Everything that is there: a delivery of this very moment too.
    until: query.until ? momentOf(query.until, '/query/until') : new Date(now.getTime() + usualSpanMs),
    after: query.cursor === undefined ? null : placeOf(query.cursor),
    limit: query.limit ?? 50,
  };
  const { rows, next } = await context.db.reading(({ knex }) => search(knex, wanted));
  const expiry = expiryAt(context);
  const deliveries = rows.filter((row) => !hasExpired(row, expiry)).map(deliveryView);
  return { status: 200, body: { deliveries, nextCursor: next && cursorOf(next) } };
};

const usualSpanMs = 30 * 24 * 60 * 60 * 1_000;

const cursorOf = ({ createdAt, id }: Place): string => Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');

function placeOf(cursor: string): Place {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  if (!/^\d{1,15}$/.test(time) || !isUuid(id))
    throw invalidRequest('The request is not valid.', [{ path: '/query/cursor', message: 'must be the nextCursor of a page' }]);
  return { createdAt: new Date(Number(time)), id };
}
