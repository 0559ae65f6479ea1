import { pageOf } from '../db/page.ts';
import type { PublicOperation } from '../operation.ts';
import { callSummaryView } from './call.ts';
import { listCompletedCalls } from './calls.ts';

/** GET /calls lists the calls whose result stands, newest first. */
export const listCalls: PublicOperation<'listCalls'> = async (context, { tenantId }, { query: { cursor, limit = 20 } }) => {
  const { rows, nextCursor } = await context.db.reading(({ knex }) =>
    pageOf({ cursor, limit }, (page) => listCompletedCalls(knex, tenantId, page)),
  );
  return { status: 200, body: { calls: rows.map(callSummaryView), nextCursor } };
};
