import type { components } from '../contract/generated/operator.ts';
import type { TextRow } from '../texts/texts.ts';

export const messageView = (row: TextRow): components['schemas']['MessageView'] => ({
  id: row.id,
  direction: row.direction,
  status: row.status,
  phone: row.phone,
  ourPhone: row.our_phone,
  body: row.body,
  contactId: row.contact_id,
  campaign: row.campaign_id === null ? null : { id: row.campaign_id, name: row.campaign_name ?? '' },
  errorCode: row.error_code,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
});
