import type { OperatorOperation } from '../operation.ts';
import { after } from '../process/time.ts';
import { deleteExpiredLinks, issueApiKey } from '../tenants/api-keys.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const createPortalLink: OperatorOperation<'createPortalLink'> = async (context, { path: { tenantId }, body }) => {
  await requireUnfrozenTenant(context, tenantId);
  const now = context.clock.now();
  const expiresAt = after(now, (body.expiresInSeconds ?? longestSeconds) * 1_000);
  await deleteExpiredLinks(context.db.knex, tenantId, now);
  const { row, text } = await issueApiKey(context, tenantId, { name: 'Portal link', scopes: body.scopes, expiresAt }, 'link');
  const portalLink = { id: row.id, scopes: body.scopes, expiresAt: expiresAt.toISOString() };
  return { status: 201, body: { portalLink, url: `${context.config.publicUrl}/portal#${text}` } };
};

const longestSeconds = 3_600;
