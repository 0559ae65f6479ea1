import type { components } from '../contract/generated/operator.ts';
import { invalidMembers } from '../contract/problems.ts';
import { apiKeyNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import * as apiKeys from '../tenants/api-keys.ts';
import { momentOf } from './moment.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const createApiKey: OperatorOperation<'createApiKey'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const expiresAt = body.expiresAt ? momentOf(body.expiresAt, '/body/expiresAt') : null;
  if (expiresAt !== null && expiresAt <= context.clock.now())
    throw invalidMembers([{ path: '/body/expiresAt', message: 'must be in the future' }]);
  const { row, text } = await apiKeys.issueApiKey(context, path.tenantId, { name: body.name, scopes: body.scopes, expiresAt });
  return { status: 201, body: { key: apiKeyView(row), apiKey: text } };
};

export const listApiKeys: OperatorOperation<'listApiKeys'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await apiKeys.listApiKeys(context.db.knex, path.tenantId);
  return { status: 200, body: { keys: rows.map(apiKeyView) } };
};

export const revokeApiKey: OperatorOperation<'revokeApiKey'> = async (context, { path }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const row = await apiKeys.revokeApiKey(context.db.knex, path.tenantId, path.apiKeyId, context.clock.now());
  if (!row) throw apiKeyNotFound();
  return { status: 204 };
};

type KeyView = components['schemas']['KeyView'];

const apiKeyView = (row: apiKeys.ApiKeyRow): KeyView => ({
  id: row.id,
  name: row.name,
  // The column holds only scopes that the document allowed when the key was made.
  scopes: row.scopes as KeyView['scopes'],
  cell: row.cell,
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
