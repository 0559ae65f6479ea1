-- Outside a transaction.
-- A release before 0075 finds a call by its id alone through it (0071).
create index concurrently calls_by_time on calls using brin (id) with (autosummarize = on, pages_per_range = 32);
