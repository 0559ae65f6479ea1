-- Outside a transaction.
-- live_calls_by_id counts a tenant's live calls as well.
drop index concurrently live_calls_of_a_tenant;
