-- Outside a transaction.
-- What 0048 makes the primary key.
create unique index concurrently events_of_tenants_by_id on webhook_events (tenant_id, id);
