import type { Pool } from 'pg';
import { erasedPhoneNumber } from '../process/limits.ts';

/**
 * Erases a person from the tenant's texts with a phone number. The row stays with its ids, states and times, so that a late report or
 * a repeated text finds it. A text whose end is not known is left for a later run. That the number opted out stays too.
 */
export async function eraseTextsWith(engine: Pool, tenantId: string, phoneNumber: string): Promise<ErasedTexts> {
  let texts = 0;
  for (;;) {
    const { rowCount } = await engine.query(eraseStatement, [tenantId, phoneNumber, erasedPhoneNumber, textsInABatch]);
    texts += rowCount ?? 0;
    if (rowCount !== textsInABatch) break;
  }
  const { rows } = await engine.query<{ waiting: number }>(waitingStatement, [tenantId, phoneNumber]);
  return { texts, waiting: rows[0]?.waiting ?? 0 };
}

export interface ErasedTexts {
  readonly texts: number;
  /** Is the number of texts whose end is not known yet. */
  readonly waiting: number;
}

const textsInABatch = 500;

const eraseStatement = `
  update texts
     set phone = $3, body = '', contact_id = null, version = version + 1
   where tenant_id = $1
     and id in (
         select id
           from texts
          where tenant_id = $1
            and phone = $2
            and finished_at is not null
          limit $4)`;

const waitingStatement = 'select count(*)::integer as waiting from texts where tenant_id = $1 and phone = $2 and finished_at is null';
