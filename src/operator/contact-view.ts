import type { ContactRow } from '../contacts/contacts.ts';
import type { components } from '../contract/generated/operator.ts';

export const contactView = (row: ContactRow): components['schemas']['ContactView'] => ({
  id: row.id,
  phone: row.phone,
  name: row.name,
  email: row.email,
  address: row.address,
  city: row.city,
  state: row.state,
  zip: row.zip,
  customFields: JSON.parse(row.custom_fields),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
