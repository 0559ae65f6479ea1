-- Which request began a call: every line that is logged of the call names it, in whatever process.

alter table calls add column request_id text;
comment on column calls.request_id is 'The X-Request-Id of the request that began it. Null in calls from before this column.';
