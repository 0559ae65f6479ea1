import * as agents from '../agents/agents.ts';
import { checkExtractionSchema } from '../agents/extraction-schema.ts';
import type { Context } from '../context.ts';
import type { components } from '../contract/generated/operator.ts';
import { memberOf } from '../contract/json-members.ts';
import { agentNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

/** An agent may find these outcomes unless the operator says otherwise. */
const usualOutcomes = ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'DNC', 'NO_ANSWER', 'BUSY', 'VOICEMAIL', 'WRONG_NUMBER', 'NOT_OWNER'];
const usualQualifyingOutcomes = ['INTERESTED'];

export const createAgent: OperatorOperation<'createAgent'> = async (context, { path, body, rawBody }) => {
  const extractionSchema = await extractionSchemaText(context, path.tenantId, body.extractionSchema, rawBody);
  await requireUnfrozenTenant(context, path.tenantId);
  const at = context.clock.now();
  const row = await agents.insertAgent(context.db.knex, {
    id: newIdentifier('agt', at),
    tenant_id: path.tenantId,
    name: body.name,
    system_prompt: body.systemPrompt,
    voice: body.voice ?? {},
    model: body.model ?? {},
    provider_agent_id: body.providerAgentId ?? null,
    is_active: body.isActive ?? true,
    is_default: body.isDefault ?? false,
    active_outcomes: body.activeOutcomes ?? usualOutcomes,
    qualifying_outcomes: body.qualifyingOutcomes ?? usualQualifyingOutcomes,
    extraction_schema: extractionSchema,
    created_at: at,
    updated_at: at,
  });
  return { status: 201, body: { agent: agentView(row) } };
};

/** Returns the schema's own text as it was written. Null switches extraction off. */
async function extractionSchemaText(
  { extractionWorkers }: Pick<Context, 'extractionWorkers'>,
  tenantId: string,
  schema: unknown,
  rawBody: string,
): Promise<string | null> {
  const text = schema === null || schema === undefined ? null : (memberOf(rawBody, 'extractionSchema') ?? null);
  if (text !== null) await checkExtractionSchema(extractionWorkers, tenantId, schema, text);
  return text;
}

export const listTenantAgents: OperatorOperation<'listTenantAgents'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await agents.listAgentsByName(context.db.knex, path.tenantId);
  return { status: 200, body: { agents: rows.map(agentView) } };
};

export const updateAgent: OperatorOperation<'updateAgent'> = async (context, { path, body, rawBody }) => {
  const extractionSchema = await extractionSchemaText(context, path.tenantId, body.extractionSchema, rawBody);
  await requireUnfrozenTenant(context, path.tenantId);
  const change: agents.AgentChange = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.systemPrompt !== undefined && { system_prompt: body.systemPrompt }),
    ...(body.voice !== undefined && { voice: body.voice }),
    ...(body.model !== undefined && { model: body.model }),
    ...(body.providerAgentId !== undefined && { provider_agent_id: body.providerAgentId }),
    ...(body.isActive !== undefined && { is_active: body.isActive }),
    ...(body.isDefault !== undefined && { is_default: body.isDefault }),
    ...(body.activeOutcomes !== undefined && { active_outcomes: body.activeOutcomes }),
    ...(body.qualifyingOutcomes !== undefined && { qualifying_outcomes: body.qualifyingOutcomes }),
    ...(body.extractionSchema !== undefined && { extraction_schema: extractionSchema }),
  };
  const row = await agents.updateAgent(context.db.knex, path.tenantId, path.agentId, change, context.clock.now());
  if (!row) throw agentNotFound();
  return { status: 200, body: { agent: agentView(row) } };
};

/** Shows an agent with the settings that the public API hides. */
const agentView = (row: agents.AgentRow): components['schemas']['AgentView'] => ({
  id: row.id,
  name: row.name,
  systemPrompt: row.system_prompt,
  voice: row.voice,
  model: row.model,
  providerAgentId: row.provider_agent_id,
  isActive: row.is_active,
  isDefault: row.is_default,
  activeOutcomes: [...row.active_outcomes],
  qualifyingOutcomes: [...row.qualifying_outcomes],
  extractionSchema: row.extraction_schema === null ? null : JSON.parse(row.extraction_schema),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
