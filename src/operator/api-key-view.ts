import type { components } from '../contract/generated/operator.ts';
import type { ApiKeyRow } from '../tenants/api-keys.ts';

type KeyView = components['schemas']['KeyView'];

export const apiKeyView = (row: ApiKeyRow): KeyView => ({
  id: row.id,
  name: row.name,
  // The column holds only what the document let in when the key was made.
  scopes: row.scopes as KeyView['scopes'],
  cell: row.cell,
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
