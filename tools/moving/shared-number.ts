import { findNumberOfOther, listPhoneNumbers } from '../../src/tenants/phone-numbers.ts';
import type { Move } from './move.ts';
import { MovingError } from './moving-error.ts';

/**
 * Throws where another tenant of either cell has a number of this one too. The provider tells one cell of the texts to it, and each
 * would look for those that it was not told of (D-269).
 */
export async function mustShareNoNumber({ source, destination, tenantId }: Move): Promise<void> {
  const numbers = await listPhoneNumbers(source.db.knex, tenantId);
  for (const [names, { db }] of [['--from', source] as const, ['DATABASE_URL', destination] as const]) {
    const other = await findNumberOfOther(db.knex, tenantId, numbers);
    if (other)
      throw new MovingError(
        `${tenantId} has the number ${other.phone_number}, and so has ${other.tenant_id} in the database that ${names} names: texts to it would come to both cells. Nothing was changed.`,
      );
  }
}
