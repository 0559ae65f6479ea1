import type { Json } from '../json.ts';
import type { StrictAccount } from '../strict-account.ts';
import { orgId } from './call-object.ts';

/**
 * Returns Vapi's `PhoneNumber` of this id, or null if the account has none. Without strict mode every id is a number,
 * whose digits nobody knows.
 */
export function phoneNumberOf(account: StrictAccount | null, id: string): Json | null {
  if (account === null) return { id, orgId, provider: 'byo-phone-number', status: 'active', ...times };
  const found = account.numbers.find((one) => one.id === id);
  return found ? listed(found) : null;
}

/** Returns the account's numbers. Without strict mode none is known before somebody asks for it. */
export const phoneNumbersOf = (account: StrictAccount | null): readonly Json[] => (account?.numbers ?? []).map(listed);

const listed = ({ id, number }: StrictAccount['numbers'][number]): Json => ({
  id,
  orgId,
  provider: 'twilio',
  number,
  status: 'active',
  ...times,
});

const times = { createdAt: '2026-01-03T12:00:00.000Z', updatedAt: '2026-01-03T12:00:00.000Z' };
