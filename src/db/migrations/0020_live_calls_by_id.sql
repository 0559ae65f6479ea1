-- Outside a transaction.
-- A change of one call asks for its tenant, its id and a status that is live. By the tenant alone it went through all of his
-- live calls, and through the entries of those that had ended since the last vacuum.
create index concurrently live_calls_by_id on calls (tenant_id, id) where status in ('queued', 'ringing', 'in-progress');
