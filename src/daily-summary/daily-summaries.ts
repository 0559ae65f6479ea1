import type { Knex } from 'knex';
import type { components } from '../contract/generated/operator.ts';

export type DailySummary = components['schemas']['DailySummary'];

export async function readSummaries(sql: Knex, limit: number): Promise<DailySummary[]> {
  const rows: { summary: DailySummary }[] = await sql('daily_summaries').orderBy('day', 'desc').limit(limit).select('summary');
  return rows.map(({ summary }) => summary);
}

export const hasSummary = async (sql: Knex, day: string): Promise<boolean> =>
  (await sql('daily_summaries').where({ day }).first('day')) !== undefined;

/** Keeps a summary. False where another process was first. */
export async function keepSummary(sql: Knex, summary: DailySummary, now: Date): Promise<boolean> {
  const rows = await sql('daily_summaries')
    .insert({ day: summary.day, summary: JSON.stringify(summary), created_at: now })
    .onConflict('day')
    .ignore()
    .returning('day');
  return rows.length === 1;
}
