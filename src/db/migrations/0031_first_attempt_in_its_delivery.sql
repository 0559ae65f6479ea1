-- Nearly every delivery has one attempt. It is kept in the delivery's own row, which its outcome writes anyway; webhook_attempts has the
-- second and those that follow. A release before this one writes the first there as well, and knows nothing of these columns.

alter table webhook_deliveries
  add column first_duration_ms integer,
  add column first_error_class text,
  add column first_response_head bytea,
  add column first_attempt_at timestamptz,
  add column first_response_status integer;
comment on column webhook_deliveries.first_duration_ms is 'Null: there was no attempt, or the first one stands in webhook_attempts.';
comment on column webhook_deliveries.first_attempt_at is 'Null until the second attempt: until then last_attempt_at is the first.';
comment on column webhook_deliveries.first_response_status is 'Null until the second attempt, as first_attempt_at.';

alter table webhook_deliveries
  alter column first_duration_ms set statistics 0,
  alter column first_error_class set statistics 0,
  alter column first_response_head set statistics 0,
  alter column first_attempt_at set statistics 0,
  alter column first_response_status set statistics 0;
