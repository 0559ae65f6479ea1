import * as audit from '../audit/audit-log.ts';
import type { components } from '../contract/generated/operator.ts';
import { pageOf } from '../db/page.ts';
import type { OperatorOperation } from '../operation.ts';
import { momentOf } from './moment.ts';

export const listAuditLog: OperatorOperation<'listAuditLog'> = async (context, { query }) => {
  const wanted = {
    tenantId: query.tenantId ?? null,
    operation: query.operation ?? null,
    since: query.since === undefined ? null : momentOf(query.since, '/query/since'),
  };
  const { rows, nextCursor } = await pageOf(query, (page) => audit.listEntries(context.db.knex, { ...wanted, ...page }));
  return { status: 200, body: { entries: rows.map(entryView), nextCursor } };
};

const entryView = (row: audit.AuditRow): components['schemas']['AuditEntryView'] => ({
  id: row.id,
  at: row.at.toISOString(),
  operation: row.operation,
  ids: row.ids,
  result: row.result,
  requestId: row.request_id,
  address: row.address,
});
