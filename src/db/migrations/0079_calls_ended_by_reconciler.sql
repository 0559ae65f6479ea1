-- Outside a transaction.
-- `GET /stats` counts these calls of the last day, by tenant.
create index concurrently calls_ended_by_reconciler on calls (ended_at, tenant_id) where ended_by = 'reconciler';
