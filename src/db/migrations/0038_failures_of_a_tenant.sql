-- Outside a transaction.
-- A tenant's list of what has failed for good.
create index concurrently failures_of_a_tenant on webhook_deliveries (tenant_id, created_at desc, id desc)
  where error_message is not null and next_retry_at is null;
