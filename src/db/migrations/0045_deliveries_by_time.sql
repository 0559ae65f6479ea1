-- Outside a transaction.
-- Ids come in the order of time, so a note of which ids each few pages hold finds those of a span of all tenants. It costs nothing for a
-- row. A release before this one finds a delivery by its id alone through it.
create index concurrently deliveries_by_time on webhook_deliveries using brin (id uuid_minmax_multi_ops) with (autosummarize = on, pages_per_range = 32);
