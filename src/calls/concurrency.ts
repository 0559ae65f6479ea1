import type { Knex } from 'knex';
import { concurrentLimitExceeded } from '../errors.ts';

/**
 * A tenant's concurrent calls. Each holds a permit, and the row of a live call is its permit: it begins in the transaction
 * that inserts the call, and ends when the call does or its fate has been unknown for too long. So nothing is given back
 * and nothing gets lost. PostgreSQL grants permits by counting them under a lock of the tenant (`grant_permits` in the
 * migrations). So the limit holds exactly for any number of processes, and does not depend on Redis.
 */
export interface Permit {
  readonly isGranted: boolean;
  readonly limit: number;
  /** How many calls the tenant has going, with those that the same statement granted. */
  readonly active: number;
  /** How many more hold a permit because a `placement_failed` left their fate unknown. */
  readonly unknownFate: number;
}

/** What `grant_permits` answers for a tenant. */
export interface GrantRow {
  readonly tenant_id: string;
  readonly limit: number;
  readonly active: number;
  readonly unknown_fate: number;
  readonly granted: number;
}

/** Throws `concurrent_limit_exceeded` where the permit is not granted. */
export function requireGranted({ isGranted, limit, active, unknownFate }: Permit): void {
  if (!isGranted) throw concurrentLimitExceeded(limit, active, unknownFate);
}

/** Asked in the transaction that inserts the call, before it does. The tenant stays locked until the transaction ends. */
export async function takePermit(trx: Knex, tenantId: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: GrantRow[] }>('select * from grant_permits(array[?], waits => true)', [tenantId]);
  // There is no answer for a tenant that is gone, and the insert fails by its foreign key.
  const [grant] = rows;
  if (grant) requireGranted(permitOf(grant, 1));
}

type OfTenant = Pick<GrantRow, 'tenant_id'>;

/** Where each call stands among those of its tenant, counted from 1. Where permits are short, the first calls get them. */
export function turnsByTenant(calls: readonly OfTenant[]): readonly number[] {
  const turns = new Map<string, number>();
  return calls.map(({ tenant_id }) => {
    const turn = (turns.get(tenant_id) ?? 0) + 1;
    turns.set(tenant_id, turn);
    return turn;
  });
}

/** The permit of each call, by its turn and by what its tenant was granted. Null where the tenant was not asked about. */
export function permitsOf(calls: readonly OfTenant[], turns: readonly number[], grants: readonly GrantRow[]): readonly (Permit | null)[] {
  const granted = new Map(grants.map((grant) => [grant.tenant_id, grant]));
  return calls.map(({ tenant_id }, n) => {
    const grant = granted.get(tenant_id);
    return grant ? permitOf(grant, turns[n] ?? 0) : null;
  });
}

const permitOf = ({ limit, active, unknown_fate, granted }: GrantRow, turn: number): Permit => ({
  isGranted: turn <= granted,
  limit,
  active: active + granted,
  unknownFate: unknown_fate,
});
