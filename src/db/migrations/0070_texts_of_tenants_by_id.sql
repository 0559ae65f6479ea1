-- Outside a transaction.
-- What 0072 makes the primary key.
create unique index concurrently texts_of_tenants_by_id on texts (tenant_id, id);
