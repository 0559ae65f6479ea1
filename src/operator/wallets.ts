import type { OperatorOperation } from '../operation.ts';
import { balanceOf, credit, listLedger } from '../tenants/wallet.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const creditWallet: OperatorOperation<'creditWallet'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const at = context.clock.now();
  const { amountMicros, note = null, dedupeKey = null } = body;
  const { balanceMicros, isNew } = await context.db.knex.transaction((trx) =>
    credit(trx, path.tenantId, { amountMicros, note, dedupeKey }, at),
  );
  return { status: 200, body: { wallet: { balanceMicros } }, ...(!isNew && { headers: { 'Idempotency-Replayed': 'true' } }) };
};

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
