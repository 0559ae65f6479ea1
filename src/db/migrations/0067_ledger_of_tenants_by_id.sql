-- Outside a transaction.
-- What 0068 makes the primary key.
create unique index concurrently ledger_of_tenants_by_id on wallet_ledger (tenant_id, id);
