import assert from 'node:assert/strict';
import type { QueryConfig, QueryResult } from 'pg';
import { knexOver } from '../../src/db/pool.ts';
import type { Work } from '../../src/db/try-later.ts';
import { type Parties, sendText, type TextOrder } from '../../src/texts/send-text.ts';
import type { TextEvent } from '../../src/texts/text-provider.ts';
import { findText, type TextRow } from '../../src/texts/texts.ts';
import type { TestContext } from '../support/context.ts';
import { providerMessageId } from '../support/fake-texts.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';

/** What tests of texts begin with, in their words. */

export const theirs = '+14155550123';
export const ours = '+14155550199';

/** A tenant whose three text events go to one endpoint. */
export async function texter(context: TestContext, limits: Parameters<typeof tenant>[1] = {}): Promise<string> {
  const { id } = await tenant(context, limits);
  const { id: endpointId } = await endpoint(context, id, { url: 'https://crm.test/hook' });
  for (const eventType of ['sms.received', 'sms.delivered', 'sms.failed', 'call.completed'] as const)
    await trigger(context, id, endpointId, { eventType });
  return id;
}

type Parts = Partial<Omit<TextOrder, 'choose'> & Parties>;

const order = ({ from = ours, contactId = null, ...parts }: Parts = {}): TextOrder => ({
  to: theirs,
  body: 'Are you still thinking of selling?',
  campaign: null,
  dedupeKey: null,
  about: { requestId: 'req_test' },
  choose: async () => ({ from, contactId }),
  ...parts,
});

export const sent = (context: TestContext, tenantId: string, parts: Parts = {}): Promise<TextRow> =>
  sendText(context, tenantId, order(parts));

/** The text as it stands now. */
export async function now(context: TestContext, { tenant_id, id }: Pick<TextRow, 'tenant_id' | 'id'>): Promise<TextRow> {
  const row = await findText(context.db.knex, tenant_id, id);
  if (!row) throw new Error('The text is gone.');
  return row;
}

/** What the provider says of one of our texts. */
export function reports(textId: string) {
  const ids = { providerMessageId: providerMessageId(textId), messageId: textId };
  return {
    queued: { ...ids, kind: 'queued' },
    sent: { ...ids, kind: 'sent' },
    delivered: { ...ids, kind: 'delivered' },
    failed: (carrier: 'tried' | 'never_reached' | 'unsaid' = 'tried', errorCode: string | null = '30003') => ({
      ...ids,
      kind: 'failed',
      errorCode,
      reason: 'The phone could not be reached.',
      carrier,
      optedOut: errorCode === '21610',
    }),
  } as const satisfies Record<string, TextEvent | ((...given: never[]) => TextEvent)>;
}

/** The events of a tenant that left, oldest first, each with how many deliveries it made. */
export async function published(
  context: TestContext,
  tenantId: string,
): Promise<{ event: string; timestamp: string; data: Record<string, unknown>; deliveryIds: readonly string[] }[]> {
  const { rows } = await context.db.knex.raw<{ rows: { body: string; delivery_ids: string[] }[] }>(
    `select e.body, array(select d.id from webhook_deliveries d where d.event_id = e.id order by d.id) as delivery_ids
       from webhook_events e
      where e.tenant_id = ?
      order by e.created_at, e.id`,
    [tenantId],
  );
  return rows.map(({ body, delivery_ids }) => ({ ...JSON.parse(body), deliveryIds: delivery_ids }));
}

/** A context whose database is lost once under a statement, or refuses it, and what is done when it is back. */
export function losing(context: TestContext, statement: RegExp, error: Error = new Error('Connection terminated unexpectedly')) {
  const later: Work[] = [];
  const { engine } = context.db;
  const lost = ({ text }: QueryConfig): Error | null => (later.length === 0 && statement.test(text) ? error : null);
  const knex = knexOver({
    connect: async () => {
      const client = await engine.connect();
      return {
        query: (asked: QueryConfig, answer: (error: Error | null, result: QueryResult) => void) =>
          client.query(asked, (error, result) => answer(error ?? lost(asked), result)),
        release: () => client.release(),
      };
    },
  });
  const query = async (asked: QueryConfig): Promise<QueryResult> => {
    const error = lost(asked);
    if (error) throw error;
    return engine.query(asked);
  };
  const db = { ...context.db, knex, engine: Object.create(engine, { query: { value: query } }) };
  return {
    onLost: { ...context, db, tryLater: (work: Work) => void later.push(work) },
    async isBack() {
      assert.equal(later.length, 1);
      for (const work of later) await work(context.db.knex);
    },
  };
}
