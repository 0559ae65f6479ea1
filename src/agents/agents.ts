import type { Knex } from 'knex';
import { requireRow } from '../db/require-row.ts';
import { lockTenant } from '../db/tenant-lock.ts';

/** The table of Voice Agents. The public API shows a small part of a row (`agent.ts`). */

export interface AgentRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly system_prompt: string;
  readonly voice: Readonly<Record<string, unknown>>;
  readonly model: Readonly<Record<string, unknown>>;
  readonly provider_agent_id: string | null;
  readonly is_active: boolean;
  readonly is_default: boolean;
  readonly active_outcomes: readonly string[];
  readonly qualifying_outcomes: readonly string[];
  /** Is JSON as the tenant wrote it, or null if extraction is off. */
  readonly extraction_schema: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type AgentChange = Partial<Omit<AgentRow, 'id' | 'tenant_id' | 'created_at' | 'updated_at'>>;

export const insertAgent = (sql: Knex, row: AgentRow): Promise<AgentRow> =>
  sql.transaction(async (trx) => {
    if (row.is_default) await dethroneDefault(trx, row.tenant_id, row.id);
    const rows: AgentRow[] = await trx('agents').insert(columns(row)).returning('*');
    return requireRow(rows[0]);
  });

export const findAgent = (sql: Knex, tenantId: string, agentId: string): Promise<AgentRow | undefined> =>
  sql<AgentRow>('agents').where({ tenant_id: tenantId, id: agentId }).first();

/** Lists a tenant's agents by name, inactive ones included. */
export const listAgentsByName = (sql: Knex, tenantId: string): Promise<AgentRow[]> =>
  sql<AgentRow>('agents').where({ tenant_id: tenantId }).orderBy(['name', 'id']);

/** Changes an agent, or returns undefined if there is none. A new default replaces the old one. */
export const updateAgent = (sql: Knex, tenantId: string, agentId: string, change: AgentChange, at: Date): Promise<AgentRow | undefined> =>
  sql.transaction(async (trx) => {
    if (change.is_default) await dethroneDefault(trx, tenantId, agentId);
    const rows: AgentRow[] = await trx('agents')
      .where({ tenant_id: tenantId, id: agentId })
      .update({ ...columns(change), updated_at: at })
      .returning('*');
    return rows[0];
  });

/**
 * Removes the default mark from the tenant's other agent. Two concurrent changes wait for each other at the tenant's
 * row, since there is at most one default agent (`one_default_agent_per_tenant`).
 */
async function dethroneDefault(trx: Knex, tenantId: string, agentId: string): Promise<void> {
  await lockTenant(trx, tenantId);
  await trx('agents').where({ tenant_id: tenantId, is_default: true }).whereNot({ id: agentId }).update({ is_default: false });
}

/**
 * Returns the columns of a change. Values of json columns are made text here, since node-postgres writes an array as
 * PostgreSQL's own.
 */
function columns(change: AgentChange): Record<string, unknown> {
  const { voice, model, ...rest } = change;
  return { ...rest, ...(voice && { voice: JSON.stringify(voice) }), ...(model && { model: JSON.stringify(model) }) };
}
