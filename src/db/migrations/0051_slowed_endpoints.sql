-- GET /webhooks shows whether an endpoint is slowed. Releases before this one never write the columns.
alter table webhook_endpoints add column slowed_since timestamptz, add column slowed_reason text;
comment on column webhook_endpoints.slowed_since is 'When its attempts began to fail one after the other. Null where it is healthy.';
comment on column webhook_endpoints.slowed_reason is 'The error of the attempt from which it is slowed.';
