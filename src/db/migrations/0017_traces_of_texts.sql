-- What 0014 and 0016 gave calls: which request began a text, and where in which trace.

alter table texts add column request_id text;
comment on column texts.request_id is 'The X-Request-Id of the request that sent it, or of the callback that brought it. Null in texts from before this column.';
alter table texts add column trace bytea;
comment on column texts.trace is 'As in calls: the span of the request that began the text. Null: not traced.';
