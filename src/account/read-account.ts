import { countLiveCalls } from '../calls/calls.ts';
import type { components } from '../contract/generated/public.ts';
import { requireRow } from '../db/require-row.ts';
import type { Caller, PublicOperation } from '../operation.ts';
import type { Bucket } from '../pacing/pacing.ts';
import { type ApiKeyRow, listApiKeys } from '../tenants/api-keys.ts';
import { findTenant } from '../tenants/tenants.ts';
import { balanceOf } from '../tenants/wallet.ts';

/** Implements GET /account: what the tenant may use, how much of it is left, and its keys. Links into the portal are no keys of its own. */
export const readAccount: PublicOperation<'readAccount'> = async (context, caller) => {
  const { tenantId, tenant } = caller;
  const { knex } = context.db;
  const now = context.clock.now();
  const [row, keys, live, balanceMicros, budgets] = await Promise.all([
    findTenant(knex, tenantId),
    listApiKeys(knex, tenantId),
    countLiveCalls(knex, tenantId),
    balanceOf(knex, tenantId),
    Promise.all(bucketsOf(caller).map(async (bucket) => budgetView(bucket, await context.pacing.look(bucket, now)))),
  ]);
  const { concurrentCalls: limit } = tenant.limits;
  return {
    status: 200,
    body: {
      account: {
        name: requireRow(row).name,
        budgets,
        concurrentCalls: { limit, remaining: Math.max(0, limit - live) },
        wallet: tenant.billing === 'invoice' ? null : { balanceMicros },
        keys: keys.filter(({ mode }) => mode !== 'link' && mode !== 'portal').map(keyView),
      },
    },
  };
};

const bucketsOf = ({ tenantId: owner, tenant: { limits } }: Caller): readonly Bucket[] => [
  { owner, key: 'read', limit: limits.readsPerMinute },
  { owner, key: 'write', limit: limits.writesPerMinute },
  { owner, key: 'call-events', limit: limits.callEventsPerMinute },
  { owner, key: 'text-events', limit: limits.textEventsPerMinute },
];

const budgetView = ({ key, limit }: Bucket, { remaining }: { readonly remaining: number }): components['schemas']['Budget'] => ({
  name: key,
  limit,
  remaining,
});

const keyView = ({ id, name, scopes, created_at, expires_at, revoked_at }: ApiKeyRow): components['schemas']['KeySummary'] => ({
  id,
  name,
  scopes: [...scopes],
  createdAt: created_at.toISOString(),
  expiresAt: expires_at?.toISOString() ?? null,
  revokedAt: revoked_at?.toISOString() ?? null,
});
