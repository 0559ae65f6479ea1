import type { Knex } from 'knex';
import type { ClientBase } from 'pg';
import { requireRow } from '../db/require-row.ts';

/** A person whom a tenant calls, with one row for each number. */
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
  /** Is the operator's own id of the property that the address is of, or empty. */
  readonly property_id: string;
  /** Is JSON text. */
  readonly custom_fields: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const findContactByPhone = (sql: Knex, tenantId: string, phone: string): Promise<ContactRow | undefined> =>
  sql<ContactRow>('contacts').where({ tenant_id: tenantId, phone }).first();

/** The known fields of a contact; those that are left out stay. */
export type ContactChange = Partial<
  Pick<ContactRow, 'name' | 'email' | 'address' | 'city' | 'state' | 'zip' | 'property_id' | 'custom_fields'>
>;

/** Makes or changes the contact of a number. It is one statement, so that two concurrent calls make one contact. */
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

/** Deletes the contact of a number if it was made by then, also where it was changed later. */
export const deleteContactOf = async (client: ClientBase, tenantId: string, phone: string, until: Date): Promise<number> =>
  (await client.query('delete from contacts where tenant_id = $1 and phone = $2 and created_at <= $3', [tenantId, phone, until]))
    .rowCount ?? 0;

export const findContact = (sql: Knex, tenantId: string, contactId: string): Promise<ContactRow | undefined> =>
  sql<ContactRow>('contacts').where({ tenant_id: tenantId, id: contactId }).first();

/** Lists contacts, oldest first, from after the contact of that id. */
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
