-- A call says who brought its end. Releases before this one never write the column.
alter table calls add column ended_by text;
comment on column calls.ended_by is 'callback or reconciler. Null where the call has not ended, or where an earlier release wrote its end.';

-- The operator is told of an endpoint that keeps failing. Releases before this one never write the columns.
alter table webhook_endpoints
  add column failures_in_a_row integer not null default 0,
  add column failing_since timestamptz,
  add column noticed_failures integer not null default 0,
  add column noticed_since timestamptz,
  add column notice_due_at timestamptz;
comment on column webhook_endpoints.failures_in_a_row is 'Failed attempts since the last success, over all processes.';
comment on column webhook_endpoints.failing_since is 'When the last row of failures began.';
comment on column webhook_endpoints.noticed_failures is 'The number of failures that the operator was last told of. 0 where he was told of none, or of the recovery.';
comment on column webhook_endpoints.noticed_since is 'The failing_since of what he was last told.';
comment on column webhook_endpoints.notice_due_at is 'When the operator is to be told, in real time. Null where there is nothing to tell.';
