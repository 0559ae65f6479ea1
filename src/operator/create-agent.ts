import { insertAgent } from '../agents/agents.ts';
import { checkExtractionSchema } from '../agents/extraction-schema.ts';
import type { Context } from '../context.ts';
import { memberOf } from '../contract/json-members.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { agentView } from './agent-view.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

/** What an agent may find out unless the operator says otherwise: the specification's own examples. */
const usualOutcomes = ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'DNC', 'NO_ANSWER', 'BUSY', 'VOICEMAIL', 'WRONG_NUMBER', 'NOT_OWNER'];
const usualQualifyingOutcomes = ['INTERESTED'];

export const createAgent: OperatorOperation<'createAgent'> = async (context, { path, body, rawBody }) => {
  const extractionSchema = await extractionSchemaText(context, path.tenantId, body.extractionSchema, rawBody);
  await requireUnfrozenTenant(context, path.tenantId);
  const at = context.clock.now();
  const row = await insertAgent(context.db.knex, {
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

/** The schema's own text, kept as it was written; null switches extraction off. */
export async function extractionSchemaText(
  { extractionWorkers }: Pick<Context, 'extractionWorkers'>,
  tenantId: string,
  schema: unknown,
  rawBody: string,
): Promise<string | null> {
  const text = schema === null || schema === undefined ? null : (memberOf(rawBody, 'extractionSchema') ?? null);
  if (text !== null) await checkExtractionSchema(extractionWorkers, tenantId, schema, text);
  return text;
}
