-- Outside a transaction.
-- Finds the transcripts that a tenant has kept long enough.
create index concurrently transcripts_by_age on calls (tenant_id, created_at) where completed_event_at is not null and transcript is not null;
