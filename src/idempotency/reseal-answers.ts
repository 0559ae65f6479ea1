import type { Context } from '../context.ts';
import { type ResealedRow, reseal } from '../process/resealing.ts';
import { resealAnswer } from './idempotency-keys.ts';

/**
 * Reseals a batch of stored answers, in the order of the primary key: all, or those of one tenant since a time. The lease of an answered
 * key ended when it was answered.
 */
export async function resealAnswers(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  after: readonly string[] | null,
  limit: number,
  of: { readonly tenantId: string; readonly since: Date } | null,
) {
  const { rows } = await db.knex.raw<{ rows: AnswerRow[] }>(
    `select api_key_id, operation, key, response
       from idempotency_keys
      where (api_key_id, operation, key) > (?, ?, ?)
        and response is not null
        ${of ? 'and tenant_id = ? and lease_until >= ?' : ''}
      order by api_key_id, operation, key
      limit ?`,
    [...(after ?? ['', '', '']), ...(of ? [of.tenantId, of.since] : []), limit],
  );
  const write = ({ api_key_id, operation, key, response }: AnswerRow): ResealedRow => ({
    sealAnew: () => resealAnswer(secrets, { apiKeyId: api_key_id, operation, key }, response),
    replace: (sealed) => db.knex('idempotency_keys').where({ api_key_id, operation, key, response }).update({ response: sealed }),
  });
  const last = rows.at(-1);
  const next = last && rows.length === limit ? [last.api_key_id, last.operation, last.key] : null;
  return { ...(await reseal(rows.map(write))), next };
}

interface AnswerRow {
  readonly api_key_id: string;
  readonly operation: string;
  readonly key: string;
  readonly response: Buffer;
}
