import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { textArray } from '../db/binary-arrays.ts';
import { groupCommit } from '../db/group-commit.ts';
import { requireRow } from '../db/require-row.ts';
import type { TenantSettings } from '../operation.ts';

/** The columns that authentication reads with a key. */
export type SettingsRow = Pick<
  TenantRow,
  | 'public_api_enabled'
  | 'billing'
  | 'writes_per_minute'
  | 'reads_per_minute'
  | 'concurrent_calls'
  | 'call_events_per_minute'
  | 'text_events_per_minute'
>;

/** How many days what a call leaves is kept. Null: for as long as the call, and a call for ever. */
export interface RetentionDays {
  readonly calls: number | null;
  readonly transcripts: number | null;
  readonly recordings: number | null;
}

/** The table of tenants, and a row's settings as the rest of the service uses them. */
export interface TenantRow {
  readonly id: string;
  readonly name: string;
  readonly public_api_enabled: boolean;
  readonly billing: 'pay_as_you_go' | 'invoice';
  readonly writes_per_minute: number;
  readonly reads_per_minute: number;
  readonly concurrent_calls: number;
  readonly call_events_per_minute: number;
  readonly text_events_per_minute: number;
  readonly call_retention_days: number | null;
  readonly transcript_retention_days: number | null;
  readonly recording_retention_days: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Is the time since which the tenant is not served here, because it moves to another cell (`tools/moving`) or lives there. */
  readonly frozen_at: Date | null;
  /** Is the time since which the tenant is deleted (`deletion.ts`) and nothing of it is served. */
  readonly deleting_since: Date | null;
}

export const tenantSettings = (row: SettingsRow): TenantSettings => ({
  publicApiEnabled: row.public_api_enabled,
  billing: row.billing,
  limits: {
    writesPerMinute: row.writes_per_minute,
    readsPerMinute: row.reads_per_minute,
    concurrentCalls: row.concurrent_calls,
    callEventsPerMinute: row.call_events_per_minute,
    textEventsPerMinute: row.text_events_per_minute,
  },
});

export const retentionDays = (row: TenantRow): RetentionDays => ({
  calls: row.call_retention_days,
  transcripts: row.transcript_retention_days,
  recordings: row.recording_retention_days,
});

export const findTenant = (sql: Knex, tenantId: string): Promise<TenantRow | undefined> =>
  sql<TenantRow>('tenants').where({ id: tenantId }).first();

export function listTenants(
  sql: Knex,
  { name, after, limit }: { readonly name?: string | undefined; readonly after: string | null; readonly limit: number },
): Promise<TenantRow[]> {
  const query = sql<TenantRow>('tenants').orderBy('id').limit(limit);
  if (name !== undefined) query.whereRaw('strpos(lower(name), lower(?)) > 0', [name]);
  if (after !== null) query.where('id', '>', after);
  return query;
}

/**
 * Inserts a tenant with an empty wallet, so that the wallet exists when the tenant pays later. Retention times that are left out are
 * the table's defaults.
 */
export async function insertTenant(
  sql: Knex,
  tenant: { readonly id: string; readonly name: string } & TenantSettings & Pick<TenantChanges, 'retentionDays'>,
  at: Date,
): Promise<TenantRow> {
  return sql.transaction(async (trx) => {
    const rows = await trx<TenantRow>('tenants')
      .insert({ id: tenant.id, created_at: at, updated_at: at, ...columnsOf(tenant), name: tenant.name })
      .returning('*');
    await trx('wallets').insert({ tenant_id: tenant.id });
    return requireRow(rows[0]);
  });
}

/** The fields that an operator may change; those not given stay. */
export interface TenantChanges {
  readonly name?: string | undefined;
  readonly publicApiEnabled?: boolean | undefined;
  readonly billing?: TenantSettings['billing'] | undefined;
  readonly limits?: { readonly [K in keyof TenantSettings['limits']]?: number | undefined } | undefined;
  readonly retentionDays?: { readonly [K in keyof RetentionDays]?: RetentionDays[K] | undefined } | undefined;
}

export async function updateTenant(sql: Knex, tenantId: string, changes: TenantChanges, at: Date): Promise<TenantRow | undefined> {
  const [row] = await sql<TenantRow>('tenants')
    .where({ id: tenantId })
    .update({ ...columnsOf(changes), updated_at: at })
    .returning('*');
  return row;
}

function columnsOf(changes: TenantChanges) {
  const { limits = {}, retentionDays = {} } = changes;
  return {
    ...given('name', changes.name),
    ...given('public_api_enabled', changes.publicApiEnabled),
    ...given('billing', changes.billing),
    ...given('writes_per_minute', limits.writesPerMinute),
    ...given('reads_per_minute', limits.readsPerMinute),
    ...given('concurrent_calls', limits.concurrentCalls),
    ...given('call_events_per_minute', limits.callEventsPerMinute),
    ...given('text_events_per_minute', limits.textEventsPerMinute),
    ...given('call_retention_days', retentionDays.calls),
    ...given('transcript_retention_days', retentionDays.transcripts),
    ...given('recording_retention_days', retentionDays.recordings),
  };
}

const given = <K extends keyof TenantRow>(column: K, value: TenantRow[K] | undefined): Partial<TenantRow> =>
  value === undefined ? {} : ({ [column]: value } as Partial<TenantRow>);

/** Reads a tenant, also one that is frozen or deleted. Undefined where there is none. */
export type ReadTenantTogether = (tenantId: string) => Promise<TenantRow | undefined>;

/** Shares one statement among all reads of the same time. */
export const createReadTenantTogether = (engine: Pool): ReadTenantTogether =>
  groupCommit(async (tenantIds: readonly string[]) => {
    const { rows } = await engine.query<TenantRow>({ name: 'read-tenants', text: readStatement, values: [textArray(tenantIds)] });
    const found = new Map(rows.map((row) => [row.id, row]));
    return tenantIds.map((id) => found.get(id));
  });

/** The columns are named, because a prepared `select *` fails in every running process when a later release adds a column. */
const readStatement = `
  select id, name, public_api_enabled, billing, writes_per_minute, reads_per_minute, concurrent_calls, call_events_per_minute,
         text_events_per_minute, call_retention_days, transcript_retention_days, recording_retention_days, created_at, updated_at, frozen_at,
         deleting_since
    from tenants
   where id = any ($1::text[])`;
