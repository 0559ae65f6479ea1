import type { components } from '../contract/generated/operator.ts';
import type { PhoneNumberRow } from '../tenants/phone-numbers.ts';

export const phoneNumberView = (row: PhoneNumberRow): components['schemas']['PhoneNumberView'] => ({
  id: row.id,
  phoneNumber: row.phone_number,
  providerNumberId: row.provider_number_id,
  health: row.health,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
});
