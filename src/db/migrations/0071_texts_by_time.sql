-- Outside a transaction.
-- Ids come in the order of time, so a note of which ids each few pages hold finds one. It costs nothing for a row. A release before 0072
-- finds a text by its id alone through it.
create index concurrently texts_by_time on texts using brin (id) with (autosummarize = on, pages_per_range = 32);
