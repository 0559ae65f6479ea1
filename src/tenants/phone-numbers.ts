import type { Knex } from 'knex';

/** The numbers a tenant calls from. */

export interface PhoneNumberRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly phone_number: string;
  readonly provider_number_id: string;
  /** 0 to 100: how often the number is chosen beside the others. At 0 only a caller who forces it gets it. */
  readonly health: number;
  readonly is_active: boolean;
  readonly created_at: Date;
}

export type PhoneNumberChange = Partial<Pick<PhoneNumberRow, 'health' | 'is_active' | 'provider_number_id'>>;

/** Undefined where the tenant already has this number. */
export async function insertPhoneNumber(sql: Knex, row: PhoneNumberRow): Promise<PhoneNumberRow | undefined> {
  const rows: PhoneNumberRow[] = await sql('phone_numbers').insert(row).onConflict(['tenant_id', 'phone_number']).ignore().returning('*');
  return rows[0];
}

export const listPhoneNumbers = (sql: Knex, tenantId: string): Promise<PhoneNumberRow[]> =>
  sql<PhoneNumberRow>('phone_numbers').where({ tenant_id: tenantId }).orderBy('id');

export const findPhoneNumber = (sql: Knex, tenantId: string, phoneNumberId: string): Promise<PhoneNumberRow | undefined> =>
  sql<PhoneNumberRow>('phone_numbers').where({ tenant_id: tenantId, id: phoneNumberId }).first();

/** Undefined where there is no such number. */
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
