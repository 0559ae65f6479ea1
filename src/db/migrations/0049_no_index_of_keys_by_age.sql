-- Outside a transaction.
-- Old keys are found by looking through the table, a stretch at a time. A release before this one looks through all of it each time.
drop index concurrently event_keys_by_age;
