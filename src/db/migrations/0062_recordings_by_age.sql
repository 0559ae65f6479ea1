-- Outside a transaction.
-- Finds the recordings that a tenant has kept long enough.
create index concurrently recordings_by_age on calls (tenant_id, created_at) where completed_event_at is not null and recording_key is not null;
