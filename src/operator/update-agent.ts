import { type AgentChange, updateAgentRow } from '../agents/agents.ts';
import { agentNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { agentView } from './agent-view.ts';
import { extractionSchemaText } from './create-agent.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const updateAgent: OperatorOperation<'updateAgent'> = async (context, { path, body, rawBody }) => {
  const extractionSchema = await extractionSchemaText(context, path.tenantId, body.extractionSchema, rawBody);
  await requireUnfrozenTenant(context, path.tenantId);
  const change: AgentChange = {
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
  const row = await updateAgentRow(context.db.knex, path.tenantId, path.agentId, change, context.clock.now());
  if (!row) throw agentNotFound();
  return { status: 200, body: { agent: agentView(row) } };
};
