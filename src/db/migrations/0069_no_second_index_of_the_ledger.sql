-- Outside a transaction.
-- The primary key has the same columns.
drop index concurrently ledger_of_a_tenant;
