import { listAgentsByName } from '../agents/agents.ts';
import type { OperatorOperation } from '../operation.ts';
import { agentView } from './agent-view.ts';
import { requireTenant } from './require-tenant.ts';

export const listTenantAgents: OperatorOperation<'listTenantAgents'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await listAgentsByName(context.db.knex, path.tenantId);
  return { status: 200, body: { agents: rows.map(agentView) } };
};
