import type { Knex } from 'knex';
import { after, minuteMs } from '../process/time.ts';

/** The table of how far the provider's list of incoming texts was looked through (D-269). All its times are real. */

export interface Look {
  readonly provider: string;
  readonly looked_until: Date;
  readonly looking_until: Date | null;
  readonly next_page: string | null;
  readonly due_at: Date;
}

const lookEveryMs = minuteMs;
/** A look begins this much before the end of the last one: the provider's clock may differ, and its list may lag. */
export const overlapMs = 5 * minuteMs;

/** Takes the look where it is due. The first one makes the next begin now, because older texts may have been another program's (D-269). */
export async function claimLook(sql: Knex, provider: string, now: Date): Promise<Look | undefined> {
  const { rows }: { rows: Look[] } = await sql.raw(
    `
    insert into looks_for_texts as look (provider, looked_until, due_at)
    values (:provider, :first, :next)
        on conflict (provider) do update set due_at = :next where look.due_at <= :now
    returning *`,
    { provider, now, first: after(now, overlapMs), next: after(now, lookEveryMs) },
  );
  return rows[0];
}

/** Saves how far a look has come, unless another process has taken it meanwhile. */
export async function saveLook(sql: Knex, { provider, due_at }: Look, change: Partial<Look>): Promise<void> {
  await sql('looks_for_texts').where({ provider, due_at }).update(change);
}

/** Returns up to when the provider's list was looked through. Undefined: no look has begun. */
export async function findLookedUntil(sql: Knex, provider: string): Promise<Date | undefined> {
  return (await sql<Look>('looks_for_texts').where({ provider }).first('looked_until'))?.looked_until;
}

export type LookFrom = Pick<Look, 'provider' | 'looked_until'>;

/** Returns since when what came to a frozen tenant was passed over here, or not looked for yet. Of one that is served there is nothing. */
export async function findPassedOver(sql: Knex, tenantId: string): Promise<readonly LookFrom[]> {
  return sql('tenants')
    .joinRaw('cross join looks_for_texts')
    .where({ id: tenantId })
    .whereNotNull('frozen_at')
    .select('provider', sql.raw('least(frozen_at, looked_until) as looked_until'));
}

/** Looks once more from these times on, where a tenant is served again. A look that is under way ends. */
export async function lookAgain(sql: Knex, passedOver: readonly LookFrom[], now: Date): Promise<void> {
  for (const { provider, looked_until } of passedOver)
    await sql('looks_for_texts')
      .insert({ provider, looked_until, due_at: now })
      .onConflict('provider')
      .merge({ looked_until: sql.raw('least(looks_for_texts.looked_until, excluded.looked_until)'), ...begunAnew(now) });
}

/** Gives up what came by then and was not looked at. A look that is under way ends. */
export async function giveUpTexts(sql: Knex, until: Date, now: Date): Promise<void> {
  const past = pastBoth(until);
  await sql('looks_for_texts')
    .where('looked_until', '<', past)
    .update({ looked_until: past, ...begunAnew(now) });
}

/**
 * True where what came by then is looked at no more. While a tenant is on its way between two cells that may be done again
 * (`lookAgain`).
 */
export async function isLookedPast(sql: Knex, provider: string, until: Date): Promise<boolean> {
  const past = await sql('looks_for_texts')
    .where({ provider })
    .where('looked_until', '>=', pastBoth(until))
    .whereNotExists(sql('tenants').whereNotNull('frozen_at').whereNull('handed_over_at').select('id'))
    .first('provider');
  return past !== undefined;
}

/** A look whose last one ended then begins after this time, by the provider's clock too. */
const pastBoth = (time: Date): Date => after(time, 2 * overlapMs);

/** The change of the `due_at` ends a look that is under way: it saves nothing any more. */
const begunAnew = (now: Date) => ({ looking_until: null, next_page: null, due_at: now });
