import type { Context } from '../context.ts';
import type { InBatch } from '../db/transaction.ts';
import { erasedPhoneNumber } from '../process/limits.ts';

/**
 * Erases a person from the tenant's texts with a phone number that were made by then. The row stays with its ids, states and times, so
 * that a late report or a repeated text finds it; it makes no event any more. A text whose report is still asked for is left for a later
 * run. That the number opted out stays too.
 */
export async function eraseTextsWith(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tenantId: string,
  phoneNumber: string,
  until: Date,
  inBatch: InBatch<{ readonly texts: number }>,
): Promise<ErasedTexts> {
  const values = [tenantId, phoneNumber, erasedPhoneNumber, textsInABatch, clock.now(), until];
  let texts = 0;
  for (;;) {
    const erased = await inBatch(async (client) => ({ texts: (await client.query(eraseStatement, values)).rowCount ?? 0 }));
    texts += erased.texts;
    if (erased.texts !== textsInABatch) break;
  }
  const { rows } = await db.engine.query<{ waiting: number }>(waitingStatement, [tenantId, phoneNumber, until]);
  return { texts, waiting: rows[0]?.waiting ?? 0 };
}

export interface ErasedTexts {
  readonly texts: number;
  /** Is the number of texts whose report may still come. */
  readonly waiting: number;
}

const textsInABatch = 500;

/** After three days nobody asks for a report any more, and most that have not come by then never will: not every carrier reports. */
const eraseStatement = `
  update texts
     set phone = $3, body = '', contact_id = null, event_at = coalesce(event_at, $5), version = version + 1
   where tenant_id = $1
     and id in (
         select id
           from texts
          where tenant_id = $1
            and phone = $2
            and created_at <= $6
            and (finished_at is not null or check_at is null)
          limit $4)`;

/** Counts what is left, so that a text whose report has come since the batches is not forgotten. */
const waitingStatement = 'select count(*)::integer as waiting from texts where tenant_id = $1 and phone = $2 and created_at <= $3';
