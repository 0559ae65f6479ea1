import type { AgentRow } from '../agents/agents.ts';
import type { components } from '../contract/generated/operator.ts';

/** An agent with the settings that the public API hides. */
export const agentView = (row: AgentRow): components['schemas']['AgentView'] => ({
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
