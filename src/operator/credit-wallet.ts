import type { OperatorOperation } from '../operation.ts';
import { credit } from '../tenants/wallet.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const creditWallet: OperatorOperation<'creditWallet'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const at = context.clock.now();
  const { amountMicros, note = null, dedupeKey = null } = body;
  const { balanceMicros, isNew } = await context.db.knex.transaction((trx) =>
    credit(trx, path.tenantId, { amountMicros, note, dedupeKey }, at),
  );
  return { status: 200, body: { wallet: { balanceMicros } }, ...(!isNew && { headers: { 'Idempotency-Replayed': 'true' } }) };
};
