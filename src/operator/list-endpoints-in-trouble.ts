import { endpointsInTrouble } from '../deliveries/endpoints-in-trouble.ts';
import type { OperatorOperation } from '../operation.ts';

export const listEndpointsInTrouble: OperatorOperation<'listEndpointsInTrouble'> = async ({ db, clock }, { query }) => {
  const rows = await db.reading(({ knex }) => endpointsInTrouble(knex, clock.now(), query.limit ?? 50));
  const endpoints = rows.map((row) => ({
    tenant: { id: row.tenant_id, name: row.tenant_name },
    endpoint: { id: row.id, name: row.name, url: row.url, isActive: row.is_active },
    retrying: row.retrying,
    failed: row.failed,
    failingSince: row.failing_since.toISOString(),
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    lastError: row.error_message,
  }));
  return { status: 200, body: { endpoints } };
};
