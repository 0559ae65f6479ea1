-- Outside a transaction.
-- A release before this one finds an event by its id alone through it.
create index concurrently events_by_time on webhook_events using brin (id uuid_minmax_multi_ops) with (autosummarize = on, pages_per_range = 32);
