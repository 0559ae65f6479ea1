-- Outside a transaction.
-- A chore looks every few seconds for endpoints that the operator is to be told of, and mostly there is none.
create index concurrently notices_due on webhook_endpoints (notice_due_at) where notice_due_at is not null;
