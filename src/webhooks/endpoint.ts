import type { EndpointRow } from './endpoints.ts';

/** An endpoint as callers see it; the secret whole or masked, as the occasion has it. */
export const view = (row: Omit<EndpointRow, 'version' | 'secret'>, signingSecret: string) => ({
  id: row.id,
  name: row.name,
  url: row.url,
  method: row.method,
  headers: row.headers,
  signingSecret,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
});
