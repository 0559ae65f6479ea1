-- Outside a transaction.
-- What 0075 makes the primary key.
create unique index concurrently calls_of_tenants_by_id on calls (tenant_id, id);
