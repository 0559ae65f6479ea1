import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { inServiceTime } from '../process/clock.ts';
import type { InboundText } from './text-provider.ts';

/** Returns which of these numbers a tenant of this cell has. */
export async function ownNumbers(sql: Knex, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows: { phone_number: string }[] = await sql('phone_numbers')
    .whereIn('phone_number', [...numbers])
    .select('phone_number');
  return new Set(rows.map((row) => row.phone_number));
}

/**
 * Finds the tenant of a text to a number of ours. A number of several tenants belongs to the one that last texted the contact from it, and
 * where none has, to one that still uses it. Of a text that was found in the provider's list all this is judged as it was when the text
 * came (D-269). A tenant that is deleted receives nothing, because it is removed with what came; what came before is for nobody else.
 */
export async function findTenantReceiving(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { to, from, cameAt }: Pick<InboundText, 'to' | 'from' | 'cameAt'>,
): Promise<{ tenant_id: string; is_frozen: boolean } | undefined> {
  const { rows }: { rows: { tenant_id: string; is_frozen: boolean; is_deleted: boolean }[] } = await db.knex.raw(
    `
    select n.tenant_id, owner.frozen_at is not null as is_frozen, owner.deleting_since is not null as is_deleted
      from phone_numbers n
      join tenants owner on owner.id = n.tenant_id and (owner.deleting_since is null or owner.deleting_since > :cameAt)
      left join lateral (
           select max(t.id) as last_text
             from texts t
            where t.tenant_id = n.tenant_id
              and t.phone = :phone
              and t.our_phone = n.phone_number
              and t.direction = 'outbound'
              and t.status <> 'refused'
              and t.created_at <= :at) spoke on true
     where n.phone_number = :ourPhone
       and n.created_at <= :at
     order by spoke.last_text desc nulls last, n.is_active desc, n.id
     limit 1`,
    { ourPhone: to, phone: from, cameAt: cameAt ?? 'infinity', at: cameAt ? inServiceTime(clock, cameAt) : 'infinity' },
  );
  return rows[0]?.is_deleted ? undefined : rows[0];
}
