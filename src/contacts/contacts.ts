import type { Knex } from 'knex';

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
