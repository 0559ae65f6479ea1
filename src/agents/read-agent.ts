import { agentNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { agentText } from './agent.ts';
import { findAgent } from './agents.ts';

export const readAgent: PublicOperation<'readAgent'> = async (context, caller, request) => {
  const row = await context.db.reading(({ knex }) => findAgent(knex, caller.tenantId, request.path.id));
  if (!row) throw agentNotFound();
  return { status: 200, rawJson: agentText(row) };
};
