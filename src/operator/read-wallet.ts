import type { OperatorOperation } from '../operation.ts';
import { balanceOf, listLedger } from '../tenants/wallet.ts';
import { requireTenant } from './require-tenant.ts';

const shownEntries = 100;

export const readWallet: OperatorOperation<'readWallet'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const balanceMicros = await balanceOf(context.db.knex, path.tenantId);
  const entries = await listLedger(context.db.knex, path.tenantId, shownEntries);
  return {
    status: 200,
    body: { wallet: { balanceMicros }, ledger: entries.map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() })) },
  };
};
