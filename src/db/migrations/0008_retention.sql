-- What finished before a day? Two indexes, because texts are kept for less time than the rest: one alone would be read
-- through sixty days of everything else, on every look, to find no text. A delivery stands in one of them and only once
-- it is final, so that claims pay for neither.
create index finished_texts on webhook_deliveries (finished_at)
  where finished_at is not null and event_type in ('sms.delivered', 'sms.failed');
create index finished_others on webhook_deliveries (finished_at)
  where finished_at is not null and event_type not in ('sms.delivered', 'sms.failed');

comment on table event_keys is 'Decides once what one event is: a repeated source has no stable time of its own, and no unique index spans partitions. Kept until long after the event''s records are gone, so that a late repeat is still known.';
