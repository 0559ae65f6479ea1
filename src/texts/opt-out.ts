import type { Knex } from 'knex';

/** Who wants no texts from a tenant. Such a number is never asked for at the provider. */

/** What a text wishes, if it is one of the words that mean that everywhere and nothing else (carriers' rules, US short codes). */
export function wishOf(body: string): 'opt_out' | 'opt_in' | null {
  const word = body.trim().toUpperCase();
  return optOutWords.has(word) ? 'opt_out' : optInWords.has(word) ? 'opt_in' : null;
}

const optOutWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const optInWords = new Set(['START', 'YES', 'UNSTOP']);

export async function isOptedOut(sql: Knex, tenantId: string, phone: string): Promise<boolean> {
  return (await sql('opted_out').where({ tenant_id: tenantId, phone }).first('phone')) !== undefined;
}

/** The first wish keeps its time. */
export async function optOut(sql: Knex, tenantId: string, phone: string, at: Date): Promise<void> {
  await sql('opted_out').insert({ tenant_id: tenantId, phone, created_at: at }).onConflict(['tenant_id', 'phone']).ignore();
}

export async function optIn(sql: Knex, tenantId: string, phone: string): Promise<void> {
  await sql('opted_out').where({ tenant_id: tenantId, phone }).del();
}
