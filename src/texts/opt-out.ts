import type { Knex } from 'knex';
import { after, minuteMs } from '../process/time.ts';
import { bodiesReceivedSince, type TextRow } from './texts.ts';

/** The table of numbers that want no texts from a tenant. The provider is never asked to send to such a number. */

/**
 * Returns the wish of a text that consists of one of the words that always mean it (carriers' rules, US short codes). To opt out the
 * word may be written in any way, such as "Stop." or "opt out" (47 CFR 64.1200(a)(10)). To opt in it is the word and nothing else.
 */
export function wishOf(body: string): 'opt_out' | 'opt_in' | null {
  const word = body.trim().toUpperCase();
  if (optOutWords.has(word.replaceAll(/[^\p{L}\p{N}]/gu, ''))) return 'opt_out';
  return optInWords.has(word) ? 'opt_in' : null;
}

const optOutWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const optInWords = new Set(['START', 'YES', 'UNSTOP']);

export async function isOptedOut(sql: Knex, tenantId: string, phone: string): Promise<boolean> {
  return (await sql('opted_out').where({ tenant_id: tenantId, phone }).first('phone')) !== undefined;
}

/**
 * Records the opt-out that a contact's text wishes, or that the provider names as the reason why one to the contact was not sent. It is as
 * old as the text, and a START that the contact has texted after that takes it back.
 */
export async function optOutBy(sql: Knex, { tenant_id, phone, created_at }: OptOutText): Promise<void> {
  const later = await bodiesReceivedSince(sql, tenant_id, phone, after(created_at, doubtMs));
  if (!later.some((body) => wishOf(body) === 'opt_in')) await optOut(sql, tenant_id, phone, created_at);
}

type OptOutText = Pick<TextRow, 'tenant_id' | 'phone' | 'created_at'>;

/**
 * Some wishes have the time at which they came to us, and others a time of the provider's. Within this span the order of two is not known,
 * and the contact counts as opted out.
 */
export const doubtMs = minuteMs;

/** Records that a number opted out. Of several wishes the last one's time is kept. */
export async function optOut(sql: Knex, tenantId: string, phone: string, at: Date): Promise<void> {
  await sql('opted_out')
    .insert({ tenant_id: tenantId, phone, created_at: at })
    .onConflict(['tenant_id', 'phone'])
    .merge({ created_at: sql.raw('greatest(opted_out.created_at, excluded.created_at)') });
}

/** Takes back an opt-out, unless it was wished later than this. */
export async function optIn(sql: Knex, tenantId: string, phone: string, at: Date): Promise<void> {
  await sql('opted_out').where({ tenant_id: tenantId, phone }).where('created_at', '<=', at).del();
}
