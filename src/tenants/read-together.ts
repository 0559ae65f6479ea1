import type { Pool } from 'pg';
import { textArray } from '../db/binary-arrays.ts';
import { groupCommit } from '../db/group-commit.ts';
import type { TenantRow } from './tenants.ts';

/** Reads a tenant, also one that is frozen or deleted. Undefined where there is none. */
export type ReadTenantTogether = (tenantId: string) => Promise<TenantRow | undefined>;

/** Shares one statement among all reads of the same time. */
export const createReadTenantTogether = (engine: Pool): ReadTenantTogether =>
  groupCommit(async (tenantIds: readonly string[]) => {
    const { rows } = await engine.query<TenantRow>({ name: 'read-tenants', text: statement, values: [textArray(tenantIds)] });
    const found = new Map(rows.map((row) => [row.id, row]));
    return tenantIds.map((id) => found.get(id));
  });

/** The columns are named, because a prepared `select *` fails in every running process when a later release adds a column. */
const statement = `
  select id, name, public_api_enabled, billing, writes_per_minute, reads_per_minute, concurrent_calls, call_events_per_minute,
         text_events_per_minute, call_retention_days, transcript_retention_days, recording_retention_days, created_at, updated_at, frozen_at,
         deleting_since
    from tenants
   where id = any ($1::text[])`;
