-- Outside a transaction.
-- Finds the calls that a tenant has kept long enough. A call enters the index once, when it is complete.
create index concurrently completed_calls_by_age on calls (tenant_id, created_at) where completed_event_at is not null;
