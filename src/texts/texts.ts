import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { integerArray, textArray, timeArray } from '../db/binary-arrays.ts';
import { isServedHere } from '../db/served-here.ts';
import { timelineSql } from '../db/timeline.ts';
import type { Session } from '../db/transaction.ts';
import type { TraceContext } from '../process/trace-context.ts';
import type { CarrierPart, NamedText } from './text-provider.ts';

/** The table of texts, sent and received. */

export type TextStatus = 'queued' | 'unknown' | 'sent' | 'delivered' | 'failed' | 'refused' | 'received';

export interface TextRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly direction: 'outbound' | 'inbound';
  readonly status: TextStatus;
  readonly contact_id: string | null;
  readonly phone: string;
  readonly our_phone: string;
  readonly body: string;
  readonly campaign_id: string | null;
  readonly campaign_name: string | null;
  readonly dedupe_key: string | null;
  readonly provider_message_id: string | null;
  readonly error_code: string | null;
  readonly reason: string | null;
  readonly carrier: CarrierPart | null;
  /** This is real time, because the provider's own list uses it. */
  readonly asked_at: Date | null;
  readonly sent_at: Date | null;
  readonly finished_at: Date | null;
  readonly event_at: Date | null;
  readonly created_at: Date;
  readonly version: number;
  readonly silent_checks: number;
  readonly check_at: Date | null;
  readonly request_id: string | null;
  readonly trace: TraceContext | null;
}

export type NewText = Pick<
  TextRow,
  | 'id'
  | 'tenant_id'
  | 'direction'
  | 'status'
  | 'contact_id'
  | 'phone'
  | 'our_phone'
  | 'body'
  | 'campaign_id'
  | 'campaign_name'
  | 'created_at'
> &
  Partial<TextRow>;

/** Inserts a text. Undefined where it exists already: the dedupe key or the provider's message is the same. */
export async function insertText(sql: Knex, row: NewText): Promise<InsertedText | undefined> {
  const rows: (TextRow & { timeline: string })[] = await sql('texts')
    .insert(row)
    .onConflict()
    .ignore()
    .returning(['*', sql.raw(`${timelineSql} as timeline`)]);
  if (!rows[0]) return undefined;
  const { timeline, ...text } = rows[0];
  return { text, timeline };
}

/** A text, and the timeline on which its row was written. */
export interface InsertedText {
  readonly text: TextRow;
  readonly timeline: string;
}

export const findText = (sql: Knex, tenantId: string, textId: string): Promise<TextRow | undefined> =>
  sql<TextRow>('texts').where({ tenant_id: tenantId, id: textId }).first();

export const findTextByDedupeKey = (sql: Knex, tenantId: string, dedupeKey: string): Promise<TextRow | undefined> =>
  sql<TextRow>('texts').where({ tenant_id: tenantId, dedupe_key: dedupeKey }).first();

/**
 * Finds the texts that a provider names, each at its index: by the provider's id, or by ours where the row has no provider's id
 * yet. Callbacks know no tenant, so the key is asked for our id by one tenant after another (`D-260`).
 */
export async function findTextsSpokenOf(engine: Pool, spokenOf: readonly NamedText[]): Promise<readonly (TextRow | undefined)[]> {
  const { rows } = await engine.query<TextRow & { index: number }>({
    name: 'find-texts-spoken-of',
    text: spokenOfStatement,
    values: [
      textArray(spokenOf.map(({ providerMessageId }) => providerMessageId)),
      textArray(spokenOf.map(({ messageId }) => messageId ?? '')),
    ],
  });
  const found: (TextRow | undefined)[] = spokenOf.map(() => undefined);
  for (const { index, ...text } of rows) found[index] = text;
  return found;
}

/** The columns are named, because a prepared `select *` fails in every running process when a later release adds a column. */
const spokenOfStatement = `
  select spoken.index::integer - 1 as index, t.id, t.tenant_id, t.direction, t.status, t.contact_id, t.phone, t.our_phone, t.body,
         t.campaign_id, t.campaign_name, t.dedupe_key, t.provider_message_id, t.error_code, t.reason, t.carrier, t.asked_at, t.sent_at,
         t.finished_at, t.event_at, t.created_at, t.version, t.silent_checks, t.check_at, t.request_id, t.trace
    from unnest($1::text[], $2::text[]) with ordinality as spoken (provider_message_id, id, index)
    left join texts known on known.provider_message_id = spoken.provider_message_id
    join texts t
      on t.tenant_id = any (case when known.id is not null then array[known.tenant_id] when spoken.id <> '' then array(select id from tenants) end)
     and t.id = coalesce(known.id, spoken.id)
     and (known.id is not null or t.direction = 'outbound')`;

export const findTexts = (sql: Knex, texts: readonly Pick<TextRow, 'tenant_id' | 'id'>[]): Promise<TextRow[]> =>
  sql<TextRow>('texts').whereIn(
    ['tenant_id', 'id'],
    texts.map(({ tenant_id, id }) => [tenant_id, id]),
  );

/**
 * Saves each text that has not changed since it was read, and returns the ids of the saved ones. The order is the same everywhere,
 * so that two transactions that save the same texts cannot deadlock.
 */
export async function saveTexts(session: Session, texts: readonly TextRow[]): Promise<ReadonlySet<string>> {
  const sorted = texts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await session.query<{ saved: readonly string[] }>({
    name: 'save-texts',
    text: saveStatement,
    values: [
      textArray(sorted.map(({ id }) => id)),
      integerArray(sorted.map(({ version }) => version)),
      textArray(sorted.map(({ status }) => status)),
      textArray(sorted.map(({ provider_message_id }) => provider_message_id)),
      textArray(sorted.map(({ error_code }) => error_code)),
      textArray(sorted.map(({ reason }) => reason)),
      textArray(sorted.map(({ carrier }) => carrier)),
      timeArray(sorted.map(({ sent_at }) => sent_at)),
      timeArray(sorted.map(({ finished_at }) => finished_at)),
      timeArray(sorted.map(({ event_at }) => event_at)),
      timeArray(sorted.map(({ check_at }) => check_at)),
      textArray(sorted.map(({ tenant_id }) => tenant_id)),
    ],
  });
  return new Set(rows[0]?.saved);
}

const saveStatement = `
  with wanted as (
         select *
           from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                       $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::text[])
             as wanted (id, version, status, provider_message_id, error_code, reason, carrier, sent_at, finished_at, event_at, check_at, tenant_id)),
       locked as (
         select t.id
           from texts t
           join wanted on wanted.tenant_id = t.tenant_id and wanted.id = t.id
          where t.version = wanted.version
          order by t.id
            for update of t),
       saved as (
         update texts t
            set status = wanted.status,
                provider_message_id = wanted.provider_message_id,
                error_code = wanted.error_code,
                reason = wanted.reason,
                carrier = wanted.carrier,
                sent_at = wanted.sent_at,
                finished_at = wanted.finished_at,
                event_at = wanted.event_at,
                check_at = wanted.check_at,
                version = t.version + 1
           from wanted
          where t.tenant_id = wanted.tenant_id
            and t.id = wanted.id
            and t.version = wanted.version
            and coalesce(t.id in (select id from locked), false)
         returning t.id)
  select array(select id from saved) as saved`;

/**
 * Writes the result of a send, unless the provider has reported on the text since. An earlier callback knows more, and stands. Undefined:
 * it has, or the text is gone.
 */
export async function recordUnheardOf(sql: Knex, text: TextOfTenant, change: Partial<TextRow>): Promise<TextRow | undefined> {
  const rows: TextRow[] = await unheardOf(sql, text)
    .update({ ...change, version: sql.raw('version + 1') })
    .returning('*');
  return rows[0];
}

/** Lists other texts of the same numbers and words whose message at the provider is not known, of every tenant with the sending number. */
export const listUnheardOfLike = (sql: Knex, { tenant_id, id, phone, our_phone, body }: TextRow): Promise<TextRow[]> =>
  sql<TextRow>('texts')
    .whereIn('tenant_id', sql('phone_numbers').where({ phone_number: our_phone }).select('tenant_id'))
    .where({ phone, our_phone, body, direction: 'outbound', provider_message_id: null })
    .whereIn('status', ['queued', 'unknown'])
    .whereNot({ tenant_id, id });

/** Takes back a text that was never sent. One that is `unknown` may have been told of, so it stays, as refused. */
export async function takeBackUnsent(sql: Knex, text: TextOfTenant, now: Date): Promise<void> {
  if ((await unheardOf(sql, text).where({ status: 'queued' }).del()) > 0) return;
  await recordUnheardOf(sql, text, { status: 'refused', reason: unsentReason, finished_at: now, check_at: null });
}

const unsentReason = 'It was not sent, because the service or the text provider could not be used just then.';

type TextOfTenant = Pick<TextRow, 'tenant_id' | 'id'>;

const unheardOf = (sql: Knex, text: TextOfTenant) =>
  sql('texts').where({ tenant_id: text.tenant_id, id: text.id, provider_message_id: null }).whereIn('status', ['queued', 'unknown']);

export interface TextPage {
  readonly phone?: string | undefined;
  /** Only texts older than this one are listed. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export function listTexts(sql: Knex, tenantId: string, { phone, before, limit }: TextPage): Promise<TextRow[]> {
  const query = sql<TextRow>('texts').where({ tenant_id: tenantId }).orderBy('id', 'desc').limit(limit);
  if (phone !== undefined) query.where({ phone });
  if (before !== undefined) query.where('id', '<', before);
  return query;
}

/** Finds the text that we last sent to a number; a text from that number answers it. */
export const findLastTextTo = (sql: Knex, tenantId: string, phone: string): Promise<TextRow | undefined> =>
  sql<TextRow>('texts')
    .where({ tenant_id: tenantId, phone, direction: 'outbound' })
    .whereNot({ status: 'refused' })
    .orderBy('id', 'desc')
    .first();

/** Returns what a contact has texted from a time on. */
export async function bodiesReceivedSince(sql: Knex, tenantId: string, phone: string, at: Date): Promise<readonly string[]> {
  const rows: { body: string }[] = await sql('texts')
    .where({ tenant_id: tenantId, phone, direction: 'inbound' })
    .where('created_at', '>=', at)
    .select('body');
  return rows.map(({ body }) => body);
}

export interface SilenceGaps {
  readonly firstMs: number;
  readonly longestMs: number;
  readonly givenUpMs: number;
}

/**
 * Claims texts that are due to be asked for, and moves their next time ahead in the same statement, each time twice as far. When a
 * process dies with its claim, the text becomes due again. A text that is too old is asked for this last time.
 */
export async function claimSilentTexts(sql: Knex, now: Date, gaps: SilenceGaps, limit: number): Promise<readonly TextRow[]> {
  const result: { rows: TextRow[] } = await sql.raw(
    `
    update texts
       set silent_checks = silent_checks + 1,
           check_at = case
             when created_at > :now::timestamptz - make_interval(secs => :givenUpMs::float8 / 1000)
             then :now::timestamptz + make_interval(secs => least(:firstMs::float8 * power(2, least(silent_checks + 1, 20)), :longestMs::float8) / 1000)
           end
     where (tenant_id, id) in (
           select tenant_id, id
             from texts
            where check_at <= :now
              and ${isServedHere}
            order by check_at
            limit :limit
              for update skip locked)
    returning *`,
    { now, limit, ...gaps },
  );
  return result.rows;
}

/** Returns which of the provider's messages already belong to a text. */
export async function takenMessageIds(sql: Knex, providerMessageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows: { provider_message_id: string }[] = await sql('texts')
    .whereIn('provider_message_id', [...providerMessageIds])
    .select('provider_message_id');
  return new Set(rows.map((row) => row.provider_message_id));
}
