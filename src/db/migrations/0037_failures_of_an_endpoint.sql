-- Outside a transaction.
-- What a bulk replay takes, oldest failure first. Only what has failed for good has an error and no next attempt, and a success of the
-- first attempt changes neither.
create index concurrently failures_of_an_endpoint on webhook_deliveries (endpoint_id, failed_at, id)
  where error_message is not null and next_retry_at is null;
