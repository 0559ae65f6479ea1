import { arrayText, objectText, rawJson } from '../contract/raw-json.ts';
import type { PublicOperation } from '../operation.ts';
import { agentText } from './agent.ts';
import { listAgentsByName } from './agents.ts';

/** Implements GET /agents: by name, inactive ones included. */
export const listAgents: PublicOperation<'listAgents'> = async (context, caller) => {
  const rows = await context.db.reading(({ knex }) => listAgentsByName(knex, caller.tenantId));
  return { status: 200, rawJson: objectText({ agents: rawJson(arrayText(rows.map(agentText))) }) };
};
