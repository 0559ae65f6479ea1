-- Outside a transaction.
create unique index concurrently one_credit_per_key on wallet_ledger (tenant_id, dedupe_key) where dedupe_key is not null;
