import { invalidRequest } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { issueApiKey } from '../tenants/api-keys.ts';
import { apiKeyView } from './api-key-view.ts';
import { momentOf } from './moment.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const createApiKey: OperatorOperation<'createApiKey'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const expiresAt = body.expiresAt ? momentOf(body.expiresAt, '/body/expiresAt') : null;
  if (expiresAt !== null && expiresAt <= context.clock.now())
    throw invalidRequest('The request is not valid.', [{ path: '/body/expiresAt', message: 'must be in the future' }]);
  const { row, text } = await issueApiKey(context, path.tenantId, { name: body.name, scopes: body.scopes, expiresAt });
  return { status: 201, body: { key: apiKeyView(row), apiKey: text } };
};
