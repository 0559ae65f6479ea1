-- Outside a transaction.
-- What 0047 makes the primary key: the tenant stands first, so that a tenant's rows lie together in it.
create unique index concurrently deliveries_of_tenants_by_id on webhook_deliveries (tenant_id, id);
