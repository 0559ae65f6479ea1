-- Outside a transaction.
-- What is kept for less time than the rest: retention goes by the primary key, and for these by this index.
create index concurrently deliveries_of_texts on webhook_deliveries (id)
  where event_type in ('sms.delivered', 'sms.failed');
