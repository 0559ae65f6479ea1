import { readSummaries } from '../daily-summary/daily-summaries.ts';
import type { OperatorOperation } from '../operation.ts';

export const listDailySummaries: OperatorOperation<'listDailySummaries'> = async ({ db }, { query }) => ({
  status: 200,
  body: { summaries: await readSummaries(db.knex, query.limit ?? 7) },
});
