import type { Knex } from 'knex';
import { requireRow } from '../db/require-row.ts';

/** The people a tenant calls, one row for each number. */
export interface ContactRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly phone: string;
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  /** JSON as text. */
  readonly custom_fields: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const findContactByPhone = (sql: Knex, tenantId: string, phone: string): Promise<ContactRow | undefined> =>
  sql<ContactRow>('contacts').where({ tenant_id: tenantId, phone }).first();

/** What is known of a contact; what is left out stays. */
export type ContactChange = Partial<Pick<ContactRow, 'name' | 'email' | 'address' | 'city' | 'state' | 'zip' | 'custom_fields'>>;

/** The contact of the number: made where there is none, changed where there is. One statement, so that two at once are one contact. */
export async function upsertContact(
  sql: Knex,
  tenantId: string,
  phone: string,
  change: ContactChange,
  made: { readonly id: string; readonly at: Date },
): Promise<ContactRow> {
  const rows: ContactRow[] = await sql('contacts')
    .insert({ id: made.id, tenant_id: tenantId, phone, ...change, created_at: made.at, updated_at: made.at })
    .onConflict(['tenant_id', 'phone'])
    .merge({ ...change, updated_at: made.at })
    .returning('*');
  return requireRow(rows[0]);
}

export const findContact = (sql: Knex, tenantId: string, contactId: string): Promise<ContactRow | undefined> =>
  sql<ContactRow>('contacts').where({ tenant_id: tenantId, id: contactId }).first();

/** Oldest first, from after the contact of that id. */
export function listContacts(
  sql: Knex,
  tenantId: string,
  page: { readonly after: string | null; readonly phone: string | null; readonly limit: number },
): Promise<ContactRow[]> {
  const query = sql<ContactRow>('contacts').where({ tenant_id: tenantId }).orderBy('id').limit(page.limit);
  if (page.after !== null) query.andWhere('id', '>', page.after);
  if (page.phone !== null) query.andWhere({ phone: page.phone });
  return query;
}
