import type { Knex } from 'knex';

/** The table of numbers that tenants call from. */

export interface PhoneNumberRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly phone_number: string;
  readonly provider_number_id: string;
  /** Is the weight of the number, 0 to 100 (`E-POSTCALLS-05`). A number with 0 is used only for a caller that forces it. */
  readonly health: number;
  readonly is_active: boolean;
  readonly created_at: Date;
}

export type PhoneNumberChange = Partial<Pick<PhoneNumberRow, 'health' | 'is_active' | 'provider_number_id'>>;

/** Inserts a number, or returns undefined if the tenant already has it. */
export async function insertPhoneNumber(sql: Knex, row: PhoneNumberRow): Promise<PhoneNumberRow | undefined> {
  const rows: PhoneNumberRow[] = await sql('phone_numbers').insert(row).onConflict(['tenant_id', 'phone_number']).ignore().returning('*');
  return rows[0];
}

export const listPhoneNumbers = (sql: Knex, tenantId: string): Promise<PhoneNumberRow[]> =>
  sql<PhoneNumberRow>('phone_numbers').where({ tenant_id: tenantId }).orderBy('id');

export const findPhoneNumber = (sql: Knex, tenantId: string, phoneNumberId: string): Promise<PhoneNumberRow | undefined> =>
  sql<PhoneNumberRow>('phone_numbers').where({ tenant_id: tenantId, id: phoneNumberId }).first();

export const findNumberOfProvider = (sql: Knex, tenantId: string, providerNumberId: string): Promise<PhoneNumberRow | undefined> =>
  sql<PhoneNumberRow>('phone_numbers').where({ tenant_id: tenantId, provider_number_id: providerNumberId }).first();

/** Finds a number of these that another tenant of this cell has. */
export const findNumberOfOther = (sql: Knex, tenantId: string, numbers: readonly PhoneNumberRow[]): Promise<PhoneNumberRow | undefined> =>
  sql<PhoneNumberRow>('phone_numbers')
    .whereIn(
      'phone_number',
      numbers.map((number) => number.phone_number),
    )
    .whereNot({ tenant_id: tenantId })
    .first();

/** Changes a number, or returns undefined if there is none. */
export async function updatePhoneNumber(
  sql: Knex,
  tenantId: string,
  phoneNumberId: string,
  change: PhoneNumberChange,
): Promise<PhoneNumberRow | undefined> {
  if (Object.keys(change).length === 0) return findPhoneNumber(sql, tenantId, phoneNumberId);
  const rows: PhoneNumberRow[] = await sql('phone_numbers').where({ tenant_id: tenantId, id: phoneNumberId }).update(change).returning('*');
  return rows[0];
}
