import type { Knex } from 'knex';

/** Returns which of these numbers a tenant of this cell has. */
export async function ownNumbers(sql: Knex, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows: { phone_number: string }[] = await sql('phone_numbers')
    .whereIn('phone_number', [...numbers])
    .select('phone_number');
  return new Set(rows.map((row) => row.phone_number));
}

/**
 * Finds the tenant of a text to this number of ours. A number of several tenants belongs to the one that last texted the contact
 * from it, and where none has, to one that still uses it. A tenant that is deleted receives nothing, because it is removed with what came.
 */
export async function findTenantReceiving(
  sql: Knex,
  ourPhone: string,
  phone: string,
): Promise<{ tenant_id: string; is_frozen: boolean } | undefined> {
  const { rows }: { rows: { tenant_id: string; is_frozen: boolean }[] } = await sql.raw(
    `
    select n.tenant_id, owner.frozen_at is not null as is_frozen
      from phone_numbers n
      join tenants owner on owner.id = n.tenant_id and owner.deleting_since is null
      left join lateral (
           select max(t.id) as last_text
             from texts t
            where t.tenant_id = n.tenant_id
              and t.phone = :phone
              and t.our_phone = n.phone_number
              and t.direction = 'outbound'
              and t.status <> 'refused') spoke on true
     where n.phone_number = :ourPhone
     order by spoke.last_text desc nulls last, n.is_active desc, n.id
     limit 1`,
    { ourPhone, phone },
  );
  return rows[0];
}
