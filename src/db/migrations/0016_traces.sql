-- Which trace a call and an event belong to, for whoever goes on with them later in another process.

alter table calls add column trace bytea;
comment on column calls.trace is 'Of a sampled trace: 16 bytes of trace id, then 8 of the span of the request that began the call. Null: not traced.';
alter table webhook_events add column trace bytea;
comment on column webhook_events.trace is 'As in calls: the span that published the event, under which its attempts are told.';
